"""Made-up statements for stores of any size: forms with slots, and words whose frequencies follow a Zipf law.

Half English, two fifths Chinese, a tenth mixed. The head of each list is everyday words, its tail invented names, so
that a store has words that a fifth of the units hold and words that one unit holds. Nothing here is from a data set.
"""

# ruff: noqa: E501 - a list of phrases is read best in long lines

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

SLOTS: Final = (
    "given",
    "family",
    "other",
    "place",
    "adjective",
    "noun",
    "system",
    "project",
    "tool",
    "did",
    "when",
    "why",
    "lesson",
    "code",
)
_EXPONENT: Final = 1.05
"""Of the Zipf law, rank shifted by 2.7, as natural text has it."""

_SYLLABLES: Final = (
    "b br c ch d dr f fl g gr h j k kl l m n p pr r s sh st t tr v w z".split(),
    "a e i o u ai ea ou".split(),
    "l m n r s t k nd rt x ".split(" "),
)
_HAN: Final = (
    "安宝北边才彩长辰成川春翠达丹道德冬东凡方飞丰枫福刚高歌光广海翰航禾和恒红宏鸿虎华辉慧家嘉建江杰金锦京景静菊君凯康克兰岚乐雷力立丽莲林凌"
    "流龙露绿伦罗马曼茂梅美蒙苗民明铭木南宁平萍普齐奇琪启千乾青清晴秋泉群荣瑞润三森山善上尚胜诗石时世书舒水思松苏素泰棠涛天田庭通彤桐万望威"
    "微维伟文武西希溪曦霞夏仙先祥翔向晓新欣星兴行雄秀旭轩雪雅岩妍燕阳扬洋瑶叶一怡艺益逸银英盈永勇优友宇雨玉钰元园远悦云芸泽展哲振正志智中洲竹卓子紫"
)
_MANY: Final = {"family": 12_000, "place": 4_000, "project": 40_000, "code": 20_000}
"""How many invented names follow the everyday words of a slot."""

_EN: Final[dict[str, str]] = {
    "given": "Ana|Bo|Chen|Dee|Eli|Fay|Gus|Hua|Ida|Jun|Kai|Lena|Milo|Nora|Otto|Pia|Quinn|Rosa|Sven|Tara|Umar|Vera|Wes|Xin|Yara|Zoe|Amir|Birgit|Carlos|Dina|Emeka|Farah|Goran|Hana|Igor|Jia",
    "family": "Abbott|Berger|Castro|Dubois|Eriksen|Fischer|Garcia|Hansen|Ivanov|Jansen|Keller|Lopez|Moreau|Nowak|Okafor|Petrov|Rossi|Silva|Tanaka|Weber",
    "place": "Lyon|Porto|Graz|Turin|Ghent|Leeds|Malmo|Bergen|Krakow|Seville|Boston|Denver|Osaka|Busan|Perth",
    "adjective": "new|old|shared|yearly|draft|second|printed|northern|private|urgent|blue|spare|broken|weekly|final|translated|signed|foreign|cheap|heavy|public|early|missing|seasonal|digital|wooden|regional|quiet|double|unpaid",
    "noun": "invoice|budget sheet|contract|review|printer|travel policy|supplier list|parking permit|survey|insurance claim|catalogue|projector|lease|press release|menu|newsletter|badge|fridge|roof|delivery van|rota|questionnaire|warehouse scanner|offer letter|coffee machine|sample box|tax form|training plan|audit report|window display",
    "system": "billing gateway|order queue|login service|search index|mail relay|report builder|image resizer|audit log|price feed|stock importer|payment callback|session store|backup job|invoice printer|chat bridge|map tiles|tax calculator|push sender|coupon engine|staging cluster",
    "tool": "Django|PostgreSQL|Redis|Kafka|Terraform|Grafana|Vue|React|pytest|Nginx|Celery|Rust|Go|SQLite|FastAPI|Docker|Ansible|Elasticsearch|Sentry|Kotlin",
    "did": "moved|cancelled|approved|rewrote|postponed|signed|tested|archived|reopened|split|renamed|translated|measured|handed over|printed|ordered|repaired|counted|returned|shortened",
    "when": "on Monday|before the audit|after the release|last Thursday|in the first week of March|during the night shift|by the end of June|at half past nine|every second Friday|two days late|in autumn|over the weekend",
    "why": "because the vendor asked for it|so that finance can close the month|since the old one kept failing|to keep the latency under control|because two people had forgotten|after a customer complained|as the contract requires|to avoid another outage|because the weather was bad|so nobody has to wait",
    "lesson": "retry with a smaller page size|read the changelog first|check the time zone before the import|never restart both nodes at once|ask for the order number early|keep the old index until the new one is warm|quote the file name in the ticket|run the migration on a copy|warn the night shift|write down who decided",
}
_ZH: Final[dict[str, str]] = {
    "given": "伟|芳|娜|洋|静|磊|敏|涛|婷|强|丽|浩|超|琳|斌|颖|俊|雪|鹏|燕|子涵|一鸣|思远|雨桐|建国|晓梅|文博|佳怡|志强|海燕",
    "family": "王|李|张|刘|陈|杨|赵|黄|周|吴|徐|孙|马|朱|胡|郭|何|林|罗|梁|宋|唐|许|韩|冯|邓|曹|彭|曾|田",
    "place": "杭州|成都|西安|武汉|厦门|南京|长沙|青岛|大连|昆明|苏州|合肥|郑州|福州|无锡",
    "adjective": "新的|旧的|共享的|年度|草拟的|第二份|打印的|北区|私人的|紧急的|蓝色的|备用的|坏掉的|每周的|最终的|翻译过的|签过字的|国外的|便宜的|沉重的",
    "noun": "发票|预算表|合同|季度复盘|打印机|差旅制度|供应商名单|停车证|客户问卷|保险理赔|画册|投影仪|租约|新闻稿|菜单|简报|门禁卡|冰箱|屋顶|送货车|值班表|扫码枪|录用信|咖啡机|样品箱|报税表|培训计划|审计报告|橱窗陈列|入职手册",
    "system": "计费网关|订单队列|登录服务|搜索索引|邮件中继|报表生成|图片压缩|审计日志|价格推送|库存导入|支付回调|会话存储|备份任务|发票打印|聊天桥接|地图瓦片|税费计算|消息推送|优惠券引擎|预发集群",
    "tool": _EN["tool"],
    "did": "挪动了|取消了|批准了|重写了|推迟了|签掉了|测试了|归档了|重新打开了|拆分了|改名了|翻译了|测量了|移交了|打印了|订购了|修好了|清点了|退回了|缩短了",
    "when": "周一上午|审计之前|上线以后|上周四|三月第一周|夜班期间|六月底前|九点半|每隔一周的周五|晚了两天|秋天|周末",
    "why": "因为供应商提了要求|方便财务月底结账|因为旧的总是出错|为了控制延迟|因为有两个人忘了|因为客户投诉过|合同里就是这么写的|免得再出故障|因为天气不好|这样大家不用等",
    "lesson": "先把分页调小再重试|先看更新说明|导入之前核对时区|不要同时重启两个节点|尽早要订单号|新索引预热好之前保留旧的|工单里写清文件名|迁移先在副本上跑一遍|提前通知夜班|记下是谁拍的板",
}
FORMS: Final = (
    *(
        ("en", form)
        for form in (
            "{given} {family} {did} the {adjective} {noun} of {project} {when} {why}",
            "{given} {family} and {other} agreed to keep the {noun} in {place} {why}",
            "When the {system} of {project} times out, {lesson}, says {given} {family}",
            "The {project} {system} lost messages {when}; {given} restored them from {tool}, ticket {code}",
            "{other} chose {tool} for the {project} {system} in {place} {why}",
            "{given} {family} is away in {place} {when}, ask {other} about the {adjective} {noun}",
            "Ticket {code}: {given} {family} {did} the {adjective} {noun} {when}",
            "In the call with {project} from {place}, {other} asked for the {adjective} {noun} {when}",
            "Lesson of {given} {family} from the {system}: {lesson}, {why}",
            "{project} pays for the {adjective} {noun} and {other} collects it {when}, reference {code}",
        )
    ),
    *(
        ("zh", form)
        for form in (
            "{family}{given}{when}{did}{project}的{adjective}{noun}，{why}",
            "{family}{given}和{other}商量好把{noun}留在{place}，{why}",
            "{project}的{system}超时的时候，{lesson}，{family}{given}说的",
            "{project}的{system}{when}丢了消息，{other}从{tool}里恢复了，工单{code}",
            "{place}的{project}{system}由{other}选了{tool}，{why}",
            "{family}{given}{when}在{place}出差，{adjective}{noun}的事问{other}",
            "工单{code}：{family}{given}的{adjective}{noun}{when}处理好了",
            "和{place}的{project}通话时，{other}要求{when}处理{adjective}{noun}",
        )
    ),
    *(
        ("mixed", form)
        for form in (
            "{family}{given}说{project}的 {tool} 升级{when}完成，{why}",
            "{project}的{system}用 {tool} 部署，{other}{when}review 了 {code}",
        )
    ),
)


def _invented(language: str, count: int, dice: random.Random) -> Iterator[str]:
    """Different names that no dictionary has: syllables in English, two or three characters in Chinese."""
    seen: set[str] = set()
    while len(seen) < count:
        if language == "en":
            parts = [dice.choice(part) for _ in range(dice.choice((2, 2, 3))) for part in _SYLLABLES]
            word = "".join(parts).capitalize()
        else:
            word = "".join(dice.choices(_HAN, k=dice.choice((2, 2, 3))))
        if word not in seen:
            seen.add(word)
            yield word


@lru_cache(maxsize=2)
def words_of(language: str) -> dict[str, list[str]]:
    """The words of each slot, the commonest first; "mixed" has those of Chinese."""
    dice = random.Random(f"words {language}")
    listed = _EN if language == "en" else _ZH
    words = {slot: listed[slot].split("|") if slot in listed else [] for slot in SLOTS}
    words["other"] = [*words["given"]] if language == "en" else [f + g for f in words["family"] for g in words["given"]]
    for slot in ("family", "place", "project"):
        words[slot] = [*words[slot], *_invented(language, _MANY[slot], dice)]
    words["code"] = [
        f"{dice.choice(('ERR', 'PR', 'INV', 'T', 'HX'))}-{number}"
        for number in dice.sample(range(1000, 99_999), _MANY["code"])
    ]
    return words


def language_of_form(form: int) -> str:
    """The language of the words in its slots: "en" or "zh"."""
    return "en" if FORMS[form][0] == "en" else "zh"


@lru_cache(maxsize=64)
def slots_of(form: int) -> tuple[str, ...]:
    """The slots that a form has."""
    return tuple(slot for slot in SLOTS if f"{{{slot}}}" in FORMS[form][1])


@lru_cache(maxsize=32)
def _law(size: int) -> npt.NDArray[np.float64]:
    law = np.cumsum((np.arange(size) + 2.7) ** -_EXPONENT)
    return np.asarray(law / law[-1])


def draw_forms(count: int, dice: np.random.Generator) -> npt.NDArray[np.int64]:
    """A form for each of `count` statements: half English, two fifths Chinese, a tenth mixed."""
    share = {"en": 0.5, "zh": 0.4, "mixed": 0.1}
    many = {language: sum(1 for name, _ in FORMS if name == language) for language in share}
    return np.asarray(dice.choice(len(FORMS), count, p=[share[name] / many[name] for name, _ in FORMS]))


def draw_words(forms: npt.NDArray[np.int64], dice: np.random.Generator) -> npt.NDArray[np.int64]:
    """A word's number for each slot of each statement, shape (len(forms), len(SLOTS)), by the law of Zipf."""
    made = np.empty((len(forms), len(SLOTS)), np.int64)
    for language in ("en", "zh"):
        rows = np.flatnonzero([language_of_form(int(form)) == language for form in forms])
        for column, slot in enumerate(SLOTS):
            law = _law(len(words_of(language)[slot]))
            made[rows, column] = np.searchsorted(law, dice.random(len(rows)))
    return made


def filled(form: int, numbers: npt.NDArray[np.int64]) -> dict[str, str]:
    """The word in each slot, and the statement as "value"."""
    words = words_of(language_of_form(form))
    chosen = {slot: words[slot][number] for slot, number in zip(SLOTS, numbers.tolist(), strict=True)}
    return chosen | {"value": FORMS[form][1].format_map(chosen)}


def question(form: int, said: dict[str, str]) -> str:
    """What somebody would ask who looks for a statement of this form: some of its words, in another order."""
    language, text = FORMS[form]
    named = [slot for slot in ("project", "noun", "system", "tool", "place") if f"{{{slot}}}" in text][:2]
    about = [said[slot] for slot in named]
    who = said["other"] if "{other}" in text else f"{said['given']} {said['family']}"
    if language == "en":
        return f"what did {who} say about {' and '.join(about)}?"
    who = said["other"] if "{other}" in text else said["family"] + said["given"]
    return f"关于{'和'.join(about)}，{who}说过什么？"
