"""Memories as agents write them, made up by dice: English, Chinese and mixed, profile facts, notes, repeats, changes.

Nothing here was taken from a data set. Two draws with different seeds share their words and few of their sentences, as
two weeks of one team do; `batch_among` mixes new statements with ones that meet what stands already.
"""

# ruff: noqa: E501 - a list of phrases is read best in long lines

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

_PEOPLE: Final = """Ana Bo Chen Dee Eli Fay Gus Hua Ida Jun Kai Lena Milo Nora Otto Pia Quinn Rosa Sven Tara Umar Vera Wes Xin Yara Zoe
Amir Birgit Carlos Dina Emeka Farah Goran Hana Igor Jia""".split()
_FAMILY_ZH: Final = "张王李刘陈杨赵黄周吴徐孙马朱胡郭何林罗梁宋唐许韩冯邓曹彭曾田"
_GIVEN_ZH: Final = "伟 芳 娜 洋 静 磊 敏 涛 婷 强 丽 浩 超 琳 斌 颖 俊 雪 鹏 燕 子涵 一鸣 思远 雨桐 建国 晓梅 文博 佳怡 志强 海燕".split()
_PEOPLE_ZH: Final = [family + given for family in _FAMILY_ZH for given in _GIVEN_ZH]
_SURNAMES: Final = """Abbott Berger Castro Dubois Eriksen Fischer Garcia Hansen Ivanov Jansen Keller Lopez Moreau Nowak Okafor Petrov Quist
Rossi Silva Tanaka Ueda Vargas Weber Yilmaz Zeller""".split()
_TEAMS: Final = "sales|legal|northern|southern|mobile|hotel|airport|school|night|export|rental|training|clinic|harbour|festival".split(
    "|"
)
_TEAMS_ZH: Final = "销售 法务 北区 南区 移动端 酒店 机场 学校 夜间 出口 租赁 培训 诊所 港口 节庆".split()
_CITIES: Final = "Lyon Porto Graz Turin Ghent Leeds Malmo Bergen Krakow Seville Boston Denver Osaka Busan Perth".split()
_CITIES_ZH: Final = "杭州 成都 西安 武汉 厦门 南京 长沙 青岛 大连 昆明 苏州 合肥 郑州 福州 无锡".split()
_SERVICES: Final = (
    "billing gateway|order queue|login service|search index|mail relay|report builder|image resizer|audit log|price feed|"
    "stock importer|payment callback|session store|feature flags|backup job|invoice printer|chat bridge|map tiles|"
    "tax calculator|push sender|coupon engine"
).split("|")
_SERVICES_ZH: Final = (
    "计费网关 订单队列 登录服务 搜索索引 邮件中继 报表生成 图片压缩 审计日志 价格推送 库存导入 支付回调 会话存储 功能开关 备份任务 发票打印 "
    "聊天桥接 地图瓦片 税费计算 消息推送 优惠券引擎"
).split()
_TOOLS: Final = (
    "Django FastAPI PostgreSQL Redis Kafka Terraform Grafana Vue React pytest Nginx Celery Rust Go SQLite".split()
)
_THINGS: Final = (
    "budget sheet|onboarding guide|lease contract|quarterly review|badge printer|meeting room projector|coffee machine|"
    "spring catalogue|supplier list|travel policy|fire drill|parking permit|warehouse scanner|customer survey|summer party|"
    "insurance claim|data retention plan|hiring panel|press release|translation memory"
).split("|")
_THINGS_ZH: Final = (
    "预算表 入职手册 租房合同 季度复盘 门禁打印机 会议室投影 咖啡机 春季画册 供应商名单 差旅制度 消防演习 停车证 仓库扫码枪 客户问卷 夏季聚会 "
    "保险理赔 数据保留计划 面试小组 新闻稿 翻译记忆库"
).split()
_WHEN: Final = (
    "on Monday|before the audit|after the release|last Thursday|in the first week of March|during the night shift|"
    "by the end of June|at half past nine|every second Friday|two days late"
).split("|")
_WHEN_ZH: Final = (
    "周一上午 审计之前 上线以后 上周四 三月第一周 夜班期间 六月底前 九点半 每隔一周的周五 晚了两天".split()
)
_WHY: Final = (
    "because the vendor asked for it|so that finance can close the month|since the old one kept failing|"
    "to keep the latency under control|because two people had forgotten|after a customer complained|"
    "as the contract requires|to avoid another outage|because the weather was bad|so nobody has to wait"
).split("|")
_WHY_ZH: Final = (
    "因为供应商提了要求 方便财务月底结账 因为旧的总是出错 为了控制延迟 因为有两个人忘了 因为客户投诉过 合同里就是这么写的 免得再出故障 "
    "因为天气不好 这样大家不用等"
).split()
_DID: Final = (
    "moved|cancelled|approved|rewrote|postponed|signed off|tested|archived|reopened|split up|renamed|translated|measured|"
    "handed over|printed"
).split("|")
_DID_ZH: Final = "挪动了 取消了 批准了 重写了 推迟了 签掉了 测试了 归档了 重新打开了 拆分了 改名了 翻译了 测量了 移交了 打印了".split()
_TASTES: Final = (
    "short answers with a code sample|window seats on morning trains|oat milk in the coffee|dark themes in every editor|"
    "written updates over calls|spicy noodles for lunch|metric units in reports|quiet rooms for interviews|"
    "tables rather than prose|a walk after the stand-up"
).split("|")
_TASTES_ZH: Final = (
    "简短的回答加代码示例 早班车靠窗的座位 咖啡里加燕麦奶 所有编辑器都用深色主题 用文字汇报而不是开会 中午吃辣面 报告里用公制单位 "
    "面试安排在安静的房间 用表格不要大段文字 站会之后散散步"
).split()
_LESSONS: Final = (
    "retry with a smaller page size|read the changelog first|check the time zone before the import|never restart both nodes at once|"
    "ask for the order number early|keep the old index until the new one is warm|quote the file name in the ticket|"
    "run the migration on a copy|warn the night shift|write down who decided"
).split("|")
_LESSONS_ZH: Final = (
    "先把分页调小再重试 先看更新说明 导入之前核对时区 不要同时重启两个节点 尽早要订单号 新索引预热好之前保留旧的 工单里写清文件名 "
    "迁移先在副本上跑一遍 提前通知夜班 记下是谁拍的板"
).split()
# attribute: what a profile can say of it, in words with and without an announcement of change
_PROFILE: Final = {
    "city": ("{who} lives in {city}", "{who} has moved to {city}"),
    "budget": ("The budget of the {thing} is {n} euros", "The budget of the {thing} is now {n} euros"),
    "port": ("The {service} listens on port {n}", "The {service} now listens on port {n}"),
    "owner": ("{who} owns the {thing}", "{who} is now the owner of the {thing}"),
    "version": ("The {service} runs version {a}.{b}", "The {service} was upgraded to version {a}.{b}"),
}
_PROFILE_ZH: Final = {
    "city": ("{who}住在{city}", "{who}已经搬到{city}了"),
    "budget": ("{thing}的预算是{n}元", "{thing}的预算现在改成{n}元"),
    "port": ("{service}监听{n}端口", "{service}现在改用{n}端口"),
    "owner": ("{thing}由{who}负责", "{thing}改由{who}负责"),
    "version": ("{service}运行的是{a}.{b}版本", "{service}已经升级到{a}.{b}版本"),
}
_NOTES: Final = (
    "{who} {did} the {thing} {when} {why}",
    "{who} likes {taste}, {other} noted {when}",
    "{who} and {other} agreed to keep the {thing} in {city} {why}",
    "When the {service} times out {when}, {lesson}, says {who}",
    "The {service} lost {n} messages {when}; {who} restored them from {tool}",
    "We chose {tool} for the {service} in {city} {why}",
    "{who} is away in {city} {when}, ask {other} about the {thing}",
    "Ticket {n}: the {thing} of {who} was {did} {when}",
    "In the call with {city} {who} asked for the {thing} {when}",
    "Lesson of {who} from the {service}: {lesson}, {why}",
)
_NOTES_ZH: Final = (
    "{who}{when}{did}{thing}，{why}",
    "{who}喜欢{taste}，{other}{when}记下的",
    "{who}和{other}商量好把{thing}留在{city}，{why}",
    "{service}{when}超时的时候，{lesson}，{who}说的",
    "{service}{when}丢了{n}条消息，{who}从{tool}里恢复了",
    "{city}的{service}我们选了{tool}，{why}",
    "{who}{when}在{city}出差，{thing}的事问{other}",
    "工单{n}：{who}的{thing}{when}被{did}",
    "和{city}通话时{who}要求{when}处理{thing}",
    "{who}从{service}得到的教训：{lesson}，{why}",
)
_NOTES_MIXED: Final = (
    "{who}说{service}的 {tool} 升级{when}完成，{why}",
    "{service}用 {tool} 部署，{who}{when}review 了 PR {n}",
    "The {tool} dashboard of {service} is read by {who} {when_en}",
    "{who} 的 {tool} 笔记（{service}）：{lesson}",
)


def _words(dice: random.Random, language: str) -> dict[str, Any]:
    zh = language != "en"
    who, other = dice.sample(_PEOPLE_ZH if zh else _PEOPLE, 2)
    if not zh:
        who = f"{who} {dice.choice(_SURNAMES)}"
    team = dice.choice(_TEAMS_ZH) if zh else f"{dice.choice(_TEAMS)} "
    return {
        "who": who,
        "other": other,
        "city": dice.choice(_CITIES_ZH if zh else _CITIES),
        "service": team + dice.choice(_SERVICES_ZH if zh else _SERVICES),
        "thing": team + dice.choice(_THINGS_ZH if zh else _THINGS),
        "tool": dice.choice(_TOOLS),
        "when": dice.choice(_WHEN_ZH if zh else _WHEN),
        "when_en": dice.choice(_WHEN),
        "why": dice.choice(_WHY_ZH if zh else _WHY),
        "did": dice.choice(_DID_ZH if zh else _DID),
        "taste": dice.choice(_TASTES_ZH if zh else _TASTES),
        "lesson": dice.choice(_LESSONS_ZH if zh else _LESSONS),
        "n": dice.randrange(1000, 10000),
        "a": dice.randrange(1, 20),
        "b": dice.randrange(20),
    }


class Item(NamedTuple):
    """What is written, and the form of sentence that it was made by."""

    form: str
    body: dict[str, Any]


def note(dice: random.Random) -> Item:
    """A statement without a declared subject: half English, two fifths Chinese, a tenth mixed."""
    language = dice.choices(("en", "zh", "mixed"), (50, 40, 10))[0]
    form = dice.choice({"en": _NOTES, "zh": _NOTES_ZH, "mixed": _NOTES_MIXED}[language])
    return Item(form, {"value": form.format(**_words(dice, language))})


def profile(dice: random.Random, *, changed: bool = False) -> Item:
    """A value of a declared attribute of a declared subject, or the announcement of a new one."""
    language = dice.choice(("en", "zh"))
    attribute, forms = dice.choice(list((_PROFILE if language == "en" else _PROFILE_ZH).items()))
    words = _words(dice, language)
    subject = {"city": "who", "budget": "thing", "owner": "thing"}.get(attribute, "service")
    body = {"value": forms[changed].format(**words), "subject": words[subject], "attribute": attribute}
    return Item(forms[0], body)


def items(count: int, seed: int) -> list[Item]:
    """Statements, all different: about one in twenty declares subject and attribute, each of these once."""
    dice = random.Random(seed)
    made: dict[object, Item] = {}
    for _ in range(20 * count):
        item = profile(dice) if dice.random() < 0.05 else note(dice)
        body = item.body
        made.setdefault((body["subject"], body["attribute"]) if "subject" in body else body["value"], item)
        if len(made) == count:
            return list(made.values())
    raise ValueError(f"these words do not make {count} different statements")


def batch_among(standing: list[Item], count: int, seed: int) -> list[dict[str, Any]]:
    """A batch for a store in which `standing` was written: of a hundred items 84 are new, 8 declare a value of a
    subject (half of them a change), 5 were said before, 3 announce a change without declaring what of."""
    dice = random.Random(seed)
    made = []
    for _ in range(count):
        draw = dice.random()
        if draw < 0.05:
            made.append(dict(dice.choice(standing).body))
        elif draw < 0.08:
            made.append({"value": profile(dice, changed=True).body["value"]})
        elif draw < 0.16:
            made.append(profile(dice, changed=draw < 0.12).body)
        else:
            made.append(note(dice).body)
    return made
