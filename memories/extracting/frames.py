"""Frames that turn a statement into the question it answers; each asks in the words of the statement."""

# ruff: noqa: E501 - a frame is read best on one line

import re
from dataclasses import dataclass
from typing import Final

from memories.extracting.vocabulary import ORDINARY, SURNAMES

# Heads of "the budget is …", by the word that asks for them.
_HEADS_EN: Final = {
    "When": "deadline|due date|birthday|anniversary|start date|end date|release date|launch date|delivery date|departure|appointment|opening date|expiry date|wedding",
    "Who": "manager|boss|owner|doctor|dentist|teacher|wife|husband|partner|girlfriend|boyfriend|lawyer|landlord|supervisor|team lead|contact|contact person|assistant|mentor|tech lead|product owner|best friend",
    "Where": "hometown|home town|office|headquarters|warehouse|birthplace",
    "What": "budget|price|cost|salary|rent|fee|limit|rate limit|quota|address|phone number|number|email|name|nickname|username|password|port|host|hostname|version|plan|time zone|timezone|language|native language|editor|ide|framework|web framework|test framework|database|provider|region|branch|default branch|colour|color|size|shoe size|height|weight|age|rate|interest rate|job|job title|profession|occupation|hobby|url|endpoint|base url|model|goal|target|policy|blood type|dietary restriction|diet|allergy|pet|dog|cat|car|company|employer|school|university|major|department|team|role|currency|timeout|retention|schedule|working hours|opening hours|strategy|status|order number|tracking number|theme|stack|tech stack|operating system|package manager|cloud provider|title|brand",
}  # fmt: skip
_HEADS_ZH: Final = {
    "多少": "预算|价格|单价|费用|成本|工资|月薪|年薪|房租|租金|上限|限额|额度|配额|端口|端口号|电话|手机号|号码|年龄|身高|体重|尺码|鞋码|利率|汇率|数量|人数|超时时间|重试次数|订单号|单号|版本号|门牌号|邮编|目标销量|库存|折扣",
    "什么时候": "截止日期|截止时间|生日|纪念日|开始时间|结束时间|上线时间|发布日期|发布时间|交付日期|交货日期|出发时间|到期日|到期时间|婚礼|会议时间|入职日期",
    "谁": "主管|经理|领导|老板|上司|负责人|联系人|医生|牙医|老师|班主任|妻子|丈夫|老婆|老公|女朋友|男朋友|对象|律师|房东|导师|组长|产品经理|项目经理|技术负责人|助理|接口人|最好的朋友",
    "哪里": "老家|家乡|办公室|总部|仓库|公司地址|出生地|籍贯",
    "什么": "名字|姓名|昵称|用户名|邮箱|地址|住址|收货地址|版本|套餐|时区|语言|母语|编辑器|框架|测试框架|数据库|供应商|地域|区域|分支|默认分支|颜色|职业|工作|职位|爱好|网址|接口地址|模型|目标|策略|血型|饮食习惯|宠物|车|公司|学校|专业|部门|团队|角色|货币|主题|技术栈|操作系统|包管理器|云厂商|品牌|星座|口味",
}  # fmt: skip


def _inside(words: str) -> str:
    """Words as they stand inside a sentence: the capital of an ordinary first word goes."""
    first, _, rest = words.partition(" ")
    lower = first.lower()
    if words in ("i", "I"):
        return "I"
    return f"{lower} {rest}".strip() if lower in ORDINARY else words


@dataclass(frozen=True, slots=True)
class Frame:
    """A pattern over the value, and a question that its groups fill."""

    pattern: re.Pattern[str]
    question: str

    def ask(self, match: re.Match[str]) -> str:
        """The question, with absent groups left out."""
        filled = {name: _inside((group or "").strip(" ,，")) for name, group in match.groupdict().items()}
        if filled.get("whose") in ("我", "我们"):
            filled["whose"] += "的"
        asked: str = re.sub(r"\s+", " ", self.question.format(**filled))
        return asked.replace(" ?", "?").replace("我的最", "我最").replace("我们的最", "我们最").strip()


def _frame(pattern: str, question: str) -> Frame:
    return Frame(re.compile(pattern, re.IGNORECASE), question)


_START: Final = r"(?:^|[.!?;\n]\s{0,3}|, (?:and )?|\band )(?:well,? |yes,? |no,? |so,? |hi,? |hello,? |actually,? |also,? |today |currently,? |now,? )?"
_ADV: Final = r"(?:(?:really|still|now|currently|always|mostly|usually|strongly|generally|also|just|only|recently|have|had|have just|normally|personally|already) )*"
_FOR: Final = r"[^.,;!?\n]{1,60}?(?: (?P<scope>(?:for|when|in case of|as) [^.,;!?\n]{2,60}))?\s*(?:[.,;!?\n]|$| because| since| as it)"
_USED_FOR: Final = r"[^.,;!?\n]{1,60}? (?P<scope>(?:for|when|in case of|as) [^.,;!?\n]{2,60})\s*(?:[.,;!?\n]|$)"
_NAME: Final = r"(?-i:(?P<who>[A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30})?))"

FRAMES_EN: Final = [
    _frame(r"\bmy (?:full |real |first )?name(?: is|'s)\b|\b(?:i am|i'm) called\b|\bcall me (?-i:[A-Z])", "Who am I? What is my name?"),
    _frame(rf"{_START}(?:i|we) {_ADV}(?:live|am living|reside|moved(?: back)? to|relocated to|settled in)\b", "Where do I live?"),
    _frame(rf"{_START}i(?:'m| am) {_ADV}(?:living|based) in\b", "Where do I live?"),
    _frame(rf"{_START}(?:i {_ADV}work|i(?:'m| am) {_ADV}(?:working|employed)) (?:at|for|in)\b|{_START}i {_ADV}(?:joined|started at) (?-i:[A-Z])", "Where do I work?"),
    _frame(rf"{_START}(?:i {_ADV}work|i(?:'m| am) {_ADV}working) as\b|{_START}i(?:'m| am) (?:{_ADV})an? [a-z -]{{0,30}}\b(?:engineer|nurse|doctor|teacher|lawyer|designer|developer|accountant|student|manager|analyst|consultant|chef|translator|journalist|researcher|pilot|architect|programmer|photographer|freelancer|electrician|plumber|dentist|pharmacist|scientist|writer|musician|farmer|driver|carpenter|salesperson)\b", "What is my job?"),
    _frame(rf"{_START}i(?:'m| am) {_ADV}allergic to\b", "What am I allergic to?"),
    _frame(rf"{_START}i was (?:born|raised) in\b", "Where was I born?"),
    _frame(rf"{_START}i(?:'m| am| come) {_ADV}(?:originally )?from\b", "Where am I from?"),
    _frame(rf"{_START}i {_ADV}(?:speak|can speak) (?-i:[A-Z])", "What languages do I speak?"),
    _frame(rf"{_START}i(?:'d| would)? {_ADV}(?:prefer|rather use|favou?r) {_FOR}", "What do I prefer {scope}?"),
    _frame(rf"{_START}we {_ADV}(?:prefer|favou?r) {_FOR}", "What do we prefer {scope}?"),
    _frame(rf"{_START}i (?:(?:really|also) )*(?:don't|do not) (?:really )?(?:like|enjoy|eat|drink)\b|{_START}i {_ADV}(?:hate|dislike|can't stand|detest|loathe)\b", "What do I dislike?"),
    _frame(rf"{_START}i {_ADV}(?:like|love|enjoy|adore)\b(?! to know| it if)", "What do I like?"),
    _frame(rf"{_START}(?P<we>i|we) {_ADV}(?:switched|migrated|moved)(?: [\w -]{{1,30}}?)? from (?P<old>[^.,;!?\n]{{2,40}}?) to\b", "What do {we} use instead of {old}?"),
    _frame(rf"{_START}(?P<we>i|we) {_ADV}use {_USED_FOR}", "What do {we} use {scope}?"),
    _frame(r"\b(?:answer|reply|respond|speak|write)(?: to me| back)? (?:only |always )?in (?-i:[A-Z][a-z]+)\b", "In which language should answers be?"),
    _frame(r"\b(?:keep|make|give)\b.{0,20}\b(?:replies|answers|responses|reply|answer)\b.{0,20}\b(?:short|brief|concise|long|detailed)\b|\b(?:short|brief|concise|detailed) (?:replies|answers|responses)\b", "How long should answers be?"),
    _frame(rf"{_START}(?P<we>i|we) {_ADV}(?:chose|picked|selected|decided on|decided to use|went with|settled on) (?P<what>[^.,;!?\n]{{1,60}}?) (?:because|since|so that|as |due to|over |instead of|for its)", "Why did {we} choose {what}?"),
    *[
        _frame(rf"\b(?P<whose>my|our|the) (?P<head>(?:favou?rite|preferred|new|current|default|main|monthly|weekly|annual|total|maximum|minimum|team|project|production|staging|shipping|billing|delivery|home|work|trip|travel|marketing|favou?rite \w+) )?(?P<noun>{heads})(?: for [^.,;!?\n]{{2,40}}?)? (?:is|was|are|has been|has changed to|changed to|went up to|rose to|became|will be)(?: now| currently| still)?\b(?! (?:not )?(?:good|bad|slow|fast|ok|fine|broken|wrong|late|tired|busy|too)\b)", word + " is {whose} {head} {noun}?")
        for word, heads in _HEADS_EN.items()
    ],
    _frame(r"\b(?P<whose>my|our) (?P<head>favou?rite|preferred|go-to) (?P<noun>[a-z]+(?: [a-z]+)?) (?P<is>is|are)\b", "What {is} {whose} {head} {noun}?"),
    _frame(rf"^{_NAME} {_ADV}(?:lives|moved to|resides)\b", "Where does {who} live?"),
    _frame(rf"^{_NAME} {_ADV}(?:works|joined)\b", "Where does {who} work?"),
    _frame(rf"^{_NAME} {_ADV}(?:prefers|favou?rs) {_FOR}", "What does {who} prefer {scope}?"),
    _frame(rf"^{_NAME} {_ADV}(?:likes|loves|enjoys)\b", "What does {who} like?"),
    _frame(rf"^{_NAME} {_ADV}(?:hates|dislikes|doesn't like|does not like)\b", "What does {who} dislike?"),
    _frame(rf"^{_NAME} is {_ADV}allergic to\b", "What is {who} allergic to?"),
    _frame(rf"^{_NAME} {_ADV}uses {_USED_FOR}", "What does {who} use {scope}?"),
    _frame(r"^(?:the )?user (?:now |currently )?lives\b", "Where does the user live?"),
    _frame(r"^(?:the )?user (?:now |currently )?works (?:at|for)\b", "Where does the user work?"),
    _frame(rf"^(?:the )?user {_ADV}prefers {_FOR}", "What does the user prefer {scope}?"),
    _frame(rf"^(?:the )?user {_ADV}(?:likes|loves|enjoys)\b", "What does the user like?"),
    _frame(r"^(?:the )?user(?:'s name is| is called)\b", "Who is the user? What is the user's name?"),
    _frame(r"^(?:the |our )?(?P<what>(?-i:[A-Za-z])[\w -]{1,40}?) (?:has )?(?:failed|crashed|timed out|broke) (?:because|due to|since|as|when|with|after)\b", "What went wrong with the {what}?"),
]  # fmt: skip

_SUBJECT_ZH: Final = r"(?:^|[，。；！,;\n])(?:我们|我|咱们|本人)"
_ADV_ZH: Final = r"(?:现在|目前|如今|一直|平时|通常|一般|还是|都|也|其实|真的|特别|非常|很|最|更|比较|刚刚|刚|已经|今天|今年|去年|上个月|上周|从今天起)*"
_WHO_ZH: Final = r"^(?P<who>(?:用户|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|[赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔曹魏姜谢潘葛范彭鲁马方袁柳唐薛雷贺罗郝于傅康余顾孟黄萧尹姚邵汪毛戴宋熊董梁杜贾江郭林钟徐邱高夏蔡田胡万卢莫丁邓洪石崔龚程陆段侯刘龙叶黎白乔谭温廖][\u4e00-\u9fff]{1,2}?|[A-Za-z]{2,20}))"

_SIGNS: Final = "白羊|金牛|双|巨蟹|水瓶|狮子|处女|天|射手|摩羯"
_JOBS: Final = r"(?:[律教厨设导理程工][师员]|[\u4e00-\u9fff]{1,3}师|程序员|公务员|服务员|店员|快递员|研究员|飞行员|运动员|演员|医生|[牙中兽军西]医|护士|学生|研究生|作家|画家|科学家|经理|总监|主管|老板|教授|司机|会计|警察|军人|自由职业者|创业者|工人|农民|记者|歌手|主播|博主|编辑|翻译)(?=[，。,；;！]|$)"

FRAMES_ZH: Final = [
    _frame(rf"我(?:的名字|名字)?(?:叫|名叫)(?!他|她|它|车|外卖|我|你|不|了)|我的(?:名字|姓名)(?:是|叫)|(?:^|[，。；！,;\n])我是(?!{_SIGNS})(?:{SURNAMES})[\u4e00-\u9fff]{{1,2}}(?:[，。,]|$)|(?:^|[，。；！,;\n])(?:请|以后|大家|都|你|您|可以|就|直接)*叫我[\u4e00-\u9fffA-Za-z]", "我是谁？我叫什么名字？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:住(?!院|宿)|定居|居住|常住|搬到|搬去|搬来|搬回|搬进)", "我住在哪里？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}在[^，。]{{1,20}}?(?:上班|工作|任职|就职)|{_SUBJECT_ZH}{_ADV_ZH}(?:入职|加入|跳槽到|就职于|任职于)", "我在哪里工作？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:职业是|的职业是|转行做|(?:是一名|是一位|是一个|是个|是名|是|当|做)[^，。]{{0,12}}?{_JOBS})", "我的职业是什么？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}对[^，。]{{1,12}}?(?:也|都|很|会)?过敏", "我对什么过敏？"),
    _frame(rf"{_SUBJECT_ZH}(?:出生于|出生在|生于|来自)", "我来自哪里？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:会说|会讲|能说)(?:一点|流利的)?[\u4e00-\u9fff]{{1,3}}[语话文]", "我会说什么语言？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?P<what>(?:写|做|跑|开发|测试|部署|调试|画|看|听)[^，。]{{1,16}}?)(?:更喜欢|喜欢|偏好|首选|习惯)(?:用|使用)", "我{what}更喜欢什么？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:不(?:太|怎么|是很)?(?:喜欢|爱)|讨厌|厌恶|受不了|反感)", "我不喜欢什么？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:偏好|更喜欢|倾向于?|首选|宁愿)", "我更喜欢什么？"),
    _frame(rf"{_SUBJECT_ZH}{_ADV_ZH}(?:(?:喜欢|热爱|喜爱)(?!的)|爱(?=[吃喝看听玩]))", "我喜欢什么？"),
    _frame(r"(?:用|说|讲)(?P<lang>[\u4e00-\u9fff]{1,3}[文语])(?:来)?(?:回答|回复|答复|交流|跟我说|写)", "应该用什么语言回答？"),
    _frame(r"(?:回答|回复|答复|答案)[^，。]{0,8}(?:简短|简洁|详细|短一点|精简|详尽)", "回答应该多长？"),
    _frame(r"(?:^|[，。；])(?:我们|我|团队)?(?:最后|最终)?(?:选择|选用|选了|选定|采用|决定用)(?P<what>[^，。]{1,30}?)(?:，)?(?:是)?(?:因为|由于|是为了|是考虑到)", "为什么选择{what}？"),
    _frame(rf"(?:^|[，。；！,;\n])(?P<who>我们|我|咱们){_ADV_ZH}(?:把)?[^，。]{{0,12}}?从(?P<old>[^，。]{{1,20}}?)(?:换成|换到|切换到|迁移到|迁到|改成|改用)", "{who}用什么代替了{old}？"),
    *[
        _frame(rf"(?:^|[，。；！？,;\n：:]|另外|对了|其实|现在)(?P<whose>我的|我们的|我们|我|(?:[A-Za-z_]{{2,20}}|小[\u4e00-\u9fff])的)?(?P<head>最喜欢的|最爱的|首选的?|默认的?|新的?|目前的?|每月的?|项目|营销|旅行|测试|生产|装修)?(?P<noun>{heads})(?:现在|目前|已经|已|今年|暂)*(?:是|为|{'在' if ask == '哪里' else '叫'}|改成|改为|改到|变成|涨到|降到|提高到|增加到|调整为|调整到|换成|更新为|:|：)(?!因为|不是|否|真|很|不|干|什么|谁|怎|哪|有|多少|太|比)", "{whose}{head}{noun}" + ("在" if ask == "哪里" else "是") + ask + "？")
        for ask, heads in _HEADS_ZH.items()
    ],
    _frame(rf"{_WHO_ZH}{_ADV_ZH}(?:住在|搬到|定居)", "{who}住在哪里？"),
    _frame(rf"{_WHO_ZH}{_ADV_ZH}在[^，。]{{1,20}}?(?:上班|工作|任职)", "{who}在哪里工作？"),
    _frame(rf"{_WHO_ZH}{_ADV_ZH}(?:不喜欢|讨厌)", "{who}不喜欢什么？"),
    _frame(rf"{_WHO_ZH}{_ADV_ZH}(?:喜欢(?!的)|偏好|爱[吃喝看])", "{who}喜欢什么？"),
    _frame(rf"{_WHO_ZH}{_ADV_ZH}对[^，。]{{1,12}}?过敏", "{who}对什么过敏？"),
    _frame(r"^(?P<what>[\u4e00-\u9fffA-Za-z0-9]{2,12}?)(?:失败|出错|报错|崩溃|超时)(?:了)?(?:，|,)?(?:原因|因为|是因为|由于)", "{what}出了什么问题？"),
]  # fmt: skip
