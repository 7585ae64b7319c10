"""Names in Chinese text: people told by their surname and the words around, organisations by their ending.

No word stands apart in Chinese, so a name ends where a word begins that may follow one.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

from memories.extracting.vocabulary import ACRONYMS, BRANDS_ZH, LATIN_IN_CHINESE, SURNAMES
from memories.judging.kinds import kinds_in
from memories.judging.language import HAN

Span = tuple[int, int]

LATIN_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[.+#-][A-Za-z0-9+#]+)*[+#]{0,2}")
_BRAND: Final = re.compile("|".join(BRANDS_ZH))
_AFTER_PERSON: Final = rf"(?=[^{HAN}]|$|[和跟与及]|是|在|说|的|也|住|做|喜|爱|讨厌|去|来|要|会|想|把|给|对|打|发|负责|参加|出席|一起|开会|讨论|沟通|确认|审批|建议|认为|觉得|提到|告诉|买|用|今|明|昨|上周|下周|周|刚|已|正|都|吃|聊|见面|商量|对接|约|同意|反馈|联系|请|从|向|为|将|可|不|有)"
# No given name holds a word of grammar.
_GIVEN: Final = rf"(?![的是在了有和跟与也都会要去来把给对不我你他她它们这那个一上下为于从到说将可就还很吗呢吧们啊呀滴好等真哦嘛没些哪谁吃做用])[{HAN}]"
_TITLE_ZH: Final = (
    r"(?:先生|女士|小姐|老师|经理|总监|总裁|总|主任|医生|教授|律师|同学|师傅|工程师|局长|处长|科长|主管|博士|阿姨|叔叔)"
)
_PERSON_ZH: Final = re.compile(
    rf"(?:(?:我|他|她|本人|名字|孩子|女儿|儿子)?(?:叫做?|名叫|姓名是|名字是|名字叫)|[:：和跟与同、找约请给由让]|联系|通知|告诉|发给|抄送|邀请|或者?|(?:同事|朋友|客户|主管|经理|老板|老师|医生|同学|组长|负责人|联系人|邻居|室友|用户|领导|上司|叫|是|为)(?:是|叫|为)?)(?P<a>(?:{SURNAMES}){_GIVEN}{{1,2}}?){_AFTER_PERSON}"
    rf"|(?:^|[，。；、！？,;\s])(?P<b>(?:{SURNAMES}){_GIVEN}{{1,2}}?)(?={_TITLE_ZH}|是我的?|是他|是她|和(?:{SURNAMES})|住在|喜欢|在[^，。]{{1,12}}(?:工作|上班)|负责|同意|说|建议|参加|出席|批准|审批)"
    rf"|(?:(?<![{HAN}])|(?<=[和跟与同、约请给由让]))(?P<c>[小老][赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔曹魏姜谢潘葛范彭鲁马苗方袁柳唐薛雷贺罗郝常于傅康余顾孟黄萧尹姚邵汪毛戴宋熊董梁杜贾江郭林钟徐邱高夏蔡田胡万卢莫丁邓洪石崔龚程陆段侯武刘龙叶黎白乔谭温廖文])(?=[^{HAN}]|$|一起|开会|负责|是|在|说|的|也|住|做|喜|建议|下|上|去|来|要|会|想|负责|和|跟|大概|可能|认为|觉得|今|明|昨|现在|已|刚)"
    rf"|(?P<d>(?:{SURNAMES})(?:{_GIVEN}{{1,2}}?)?{_TITLE_ZH})(?=[^{HAN}]|$|是|在|说|的|也|和|跟|负责|要|让|同意|批|会|建议|那|讲|审|那里|给)"
)
# Ordinary words whose first character is a surname as well.
_ORDINARY_ZH: Final = re.compile(
    "高[铁峰中级度速价考校温压清层手端数]|周[末一二三四五六日天年期围边]|金[额融属钱色]|方[案便法向式面]|程[序度]|温[度馨暖柔]|水[果电平管费]|安[全排装静心]|任[务何意性]|时[间候]|白[天菜色酒]"
    "|常[用见规常]|万[一元能]|华[为东南北]|严[重格]|古[代典]|江[苏西边]|黄[金色牛瓜]|马[上路克桶甲拉]|牛[奶肉]|石[油头]|宁[波愿可]|成[都本员绩功年人熟果交]|于是|毛[衣巾病利笔]|云[南端服盘]|易[用懂]|米[饭粉]"
    "|项目|单[位价子独元号]|包[裹括子装含]|左[右边手]|章[节程]|张[贴]|许[可多]|连[接续锁夜]|全部|关[于系键闭注]|应[该用聘]|明[天年白细确显]|计[划算费]|费[用率]|花[费生园]|平[时台均常静]|管[理道]|解[决释压]"
    "|施[工]|元[旦素]|顾[客问]|康[复]|段[落]|文[件档字章本化]|向[导上下前]|曾经|武[汉器术]|符合|充[电值分]|景[点区色]|容易|路[上线由口边]|房[间子租东价]|汪星|莫非|柏林|苏[州打]|杭州|温州|徐州|常州|郑州|贺卡|项[链]|房贷|洪水|伍[佰]|危险|童[年装话]|江湖|龙[虾]|黎明|谢谢|祖[籍国父母]|乐[观趣意于器]|严谨|夏[天季]|明星|金[子手]|安[徽心慰]|欧洲|韩[国语剧]|利[用息]|东[西方京北]"
)
_ENDS: Final = (
    "(?:有限公司|公司|集团|银行|大学|医院|学院|中学|小学|幼儿园|研究院|研究所|出版社|事务所|博物馆|图书馆|机场)"
)
_ORGANISATION_END: Final = re.compile(f"{_ENDS}$")
_ORGANISATION: Final = re.compile(rf"[{HAN}]{{2,14}}?{_ENDS}(?!生|里的?人)")
# What stands before an organisation's name, and what makes a phrase a class of organisations.
_BEFORE_ORGANISATION: Final = re.compile(
    r".*(?:入职了?|加入了?|毕业于|就读于?|来自|任职于?|就职于?|供职于?|寄给|发给|交给|联系|客户|供应商|合作方|属于|位于|在|是|去|到|从|于|给|和|与|跟|为|由|被|把|向|进|离开了?|上|读|考上了?|叫|的|了|，)(?=.{2})"
)
_IN_NO_ORGANISATION: Final = re.compile(r"[你我他她它们这那有没吗去取看问读坐了是都也哪些呀吧要想在跟或被把很]|上$")
_CLASS_OF_ORGANISATION: Final = re.compile(
    r"^(?:这家?|那家?|一[家所个]|我们?|咱|某|该|本|贵|母|子|分|总|新|旧|老|上市|互联网|电商|附近|哪[家个]?|每|各|外|大|小|私立|公立|科技|外贸|贸易|保险|软件|游戏|创业|快递|物流|市|省|县|当地|其他|同一?[家所]?|整个|两家|几家|全|国际|开发|隔壁|旁边|广告|展览|宠物|警察|男子|口腔|妇产|房产|装修|咨询|会计|母|医|学|手机|网上|开户|企业|客户|供应商|合作|原|前|现|他们?|她们?|用户)+$"
)


def latin_in_chinese(text: str) -> list[Span]:
    """Latin words between Chinese ones: nearly always names."""
    found: list[Span] = []
    if not re.search(f"[{HAN}]", text):
        return found
    for match in LATIN_WORD.finditer(text):
        word = match.group()
        before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() : match.end() + 2]
        beside = re.search(f"[{HAN}，。、；：]\\s?$", before) or re.match(f"\\s?[{HAN}，。、；：]", after)
        if len(word) < 2 or not beside or word.lower() in LATIN_IN_CHINESE or word.upper() in ACRONYMS:
            continue
        if before[-1:].isdigit() or before[-1:] in ("_", "@", "/", "."):
            continue
        found.append(match.span())
    return found


def ordinary_zh(text: str, start: int) -> bool:
    """Whether an ordinary word stands there whose first character is a surname as well."""
    return bool(_ORDINARY_ZH.match(text, start))


def people_zh(text: str) -> list[Span]:
    """Chinese names of people that the words around them tell."""
    found: list[Span] = []
    at = 0
    while match := _PERSON_ZH.search(text, at):
        start, end = match.span(match.lastgroup or 0)
        if not ordinary_zh(text, start) and not kinds_in(text[start : start + 3]):
            found.append((start, end))
        at = max(end, at + 1)
    return found


def organisations_zh(text: str) -> list[Span]:
    """Organisations told by the last word of their name; "a company" and "our bank" are none."""
    found = []
    for match in _ORGANISATION.finditer(text):
        start, end = match.span()
        suffix = _ORGANISATION_END.search(text[start:end])
        stem_end = end - len(suffix.group()) if suffix else end
        lead = _BEFORE_ORGANISATION.match(text[start:stem_end])
        start += lead.end() if lead else 0
        stem = text[start:stem_end]
        if not 2 <= len(stem) <= 10 or _CLASS_OF_ORGANISATION.match(stem) or _IN_NO_ORGANISATION.search(stem):
            continue
        if text.startswith("公司", stem_end) and kinds_in(stem):
            continue  # "the Nanjing company": where, not what it is called
        found.append((start, end))
    return found


def brands_zh(text: str) -> list[Span]:
    """Well-known Chinese brands."""
    return [match.span() for match in _BRAND.finditer(text)]
