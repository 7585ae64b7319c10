"""How a mention is said: who stands before it, what that one does, what follows, and the mood of it all.

Tables of patterns over folded text, English and Chinese under one name; a cue may be wrong, its weight is fitted.
"""

# ruff: noqa: E501 - one cue a line

import re
from typing import Final

from memories.judging.personal.slots import Mention

Table = tuple[tuple[str, re.Pattern[str]], ...]


def _table(cues: dict[str, str]) -> Table:
    return tuple((name, re.compile(pattern)) for name, pattern in cues.items())


_WHO: Final = _table(
    {
        "speaker": r"我(?!们|家|国|去|靠|勒|擦|天)|俺(?!们)|本人|咱(?!们)|偶|老子|老娘|姐(?!姐|妹|夫)(?=[我就是也在的])|自己|\b(?:i|i'm|i've|i'd|my|me|mine)\b",
        "speaker's group": r"我们|咱们|俺们|我[家国]|大家|\b(?:we|our|us|we're)\b",
        "addressee": r"你(?!们)|您|亲(?=[，,爱你])|楼主|博主|\b(?:you|your|you're)\b",
        "addressees": r"你们|各位|\byou (?:all|guys)\b",
        "another": r"[他她它]|别人|人家|朋友|同学|老师|同事|室友|舍友|阿[姨婆公]|妈|爸|爹|哥|弟|妹|儿子|女儿|宝宝|老板|明星|谁|\b(?:he|she|they|his|her|their|friend|sister|brother|mother|father|mom|dad|son|daughter|boss|colleague|cousin|neighbou?r|who)\b",
    }
)
_DOES: Final = _table(
    {
        "is": r"是|作为|身为|属于|算|\b(?:am|is|are|being|as an?)\b|(?<=i)'m\b",
        "is at": r"在|住|待|呆|\b(?:in|at|live[sd]?|living|based)\b",
        "goes": r"去|飞|往|赴|\b(?:go|going|goes|fly(?:ing)?|head(?:ing|ed)|visit(?:ing|ed)?|went|trip)\b",
        "comes": r"来|\b(?:come|came|coming)\b",
        "comes back": r"回|返|\b(?:back|return\w*)\b",
        "to": r"到|抵达|\b(?:to|arriv\w+)\b",
        "leaves": r"离开|离|走|\b(?:left|leave|leaving)\b",
        "from": r"从|自|\bfrom\b",
        "likes": r"喜欢|爱(?!情)|想念|喜|粉|支持|钟意|迷|羡慕|\b(?:like[sd]?|love[sd]?|miss|fan)\b",
        "wants": r"想|要|求|希望|打算|准备|期待|\b(?:want|hope|plan|wish|would)\b",
        "has": r"有|找|交|谈|\b(?:have|has|had|got)\b",
        "not": r"不|没|别|\b(?:not|no|never)\b|n't\b",
        "like a": r"像|当|做|变|装|成为|扮|演|\b(?:like an?|become|became|act)\b",
        "too": r"同|也|一样|\b(?:also|too|same)\b",
        "marries": r"嫁|娶|\bmarr(?:y|ied)\b",
        "that": r"另外|别的|其他|那个|那些|那种|哪|\b(?:that|those|other)\b",
        "this": r"这|\b(?:this|here)\b",
        "sees": r"看|见|拍|追|\b(?:see|saw|watch\w*)\b",
        "buys": r"吃|喝|买|卖|\b(?:eat|ate|buy|bought)\b",
        "says": r"说|讲|以为|觉得|认为|知道|听|问|发现|\b(?:said|says?|think|thought|heard|know)\b",
        "big": r"大$",
        "if": r"如果|要是|假如|下辈子|\bif\b",
        "very": r"最|好|真|太|很|超|\b(?:very|so|best)\b",
        "lets": r"让|给|叫|把|被|带|\b(?:let|made|make)\b",
        "all": r"都|全|\ball\b",
        "one": r"一个|个|一枚|一只|种|\ban?\b",
        "own": r"我的?$|\bmy\b",
    }
)
_FOLLOWS: Final = _table(
    {
        "people": r"人(?!民?币)|银|妹子|女|男|妞|娃|仔|孩|的?(?:表示|路过|报道|报到|飘过|一枚|举手|同学|朋友|小伙伴|孩子|姑娘|汉子|粉)|\s*(?:people|folks|natives?|here)\b",
        "of": r"的|'s\b",
        "nothing": r"(?:啊|呀|哦|哈|噢|呢|吧|啦|了|咯|嘞|诶|[~～！!。.…，,])*$",
        "a thing": r"卫视|大学|学院|话|菜|站|队|路|版|台|地铁|机场|火车|动物园|医院|小学|中学|高中|银行|公司|出版|火锅|面|米粉|烤鸭|小吃|美食|电视|广播|晚报|日报|分店|店|国际|体育|公园|\s*(?:university|airport|station|food|style|team|office)\b",
        "weather": r".{0,6}(?:冷|热|雨|雪|天气|晴|风|温度|度|雾霾|潮|台风|凉快|太阳|蓝天|地震)|.{0,12}\b(?:cold|hot|rain\w*|snow\w*|weather|sunny)\b",
        "too": r"也|都|\s*too\b",
        "here": r"这边|这里|这儿|本地|附近|\s*here\b",
        "there": r"那边|那里|那儿|\s*there\b",
        "a trip": r"去|玩|旅游|旅行|出差|游|行(?!人)|见|等|走起|约|回来|回|\s*(?:trip|tour)\b",
        "is": r"是|就是|在|\s*(?:is|was)\b",
        "asked": r".{0,8}(?:吗|么|嘛|\?|没有$|呢\??$)",
        "not": r".{0,3}(?:不|没|无)|\s*(?:isn't|not)\b",
        "has": r"有|出|能|可以|会|要|哪|\s*(?:has|can|will)\b",
        "addressee": r"[,]?(?:你|您|亲)|\s*you\b",
        "speaker": r"我|\s*i\b",
        "and": r"[和与跟、及]|\s*(?:and\b|,)",
    }
)
_MOOD: Final = _table(
    {
        "asks": r"\?|[吗么]\s*[。!~]*$",
        "laughs": r"哈哈|嘻|呵呵|233|\blol\b|haha",
        "cries out": r"!",
        "asks what": r"什么|怎么|哪|几|谁|啥|多少|为何|咋|多久|\b(?:who|what|where|when|which|how|why)\b",
        "addressee": r"你|您|\byou\b",
        "speaker": r"我|俺|咱|\b(?:i|my|i'm)\b",
        "another": r"他|她|\b(?:he|she|they)\b",
        "past": r"过(?!来|去|年|敏)|了|以前|曾经|当年|小时候|上次|昨|去年|\b(?:was|were|went|used to|ago|yesterday|last)\b",
        "plan": r"明天|下次|明年|后天|下周|将来|以后|放假|暑假|寒假|国庆|五一|春节|周末|打算|准备|计划|\b(?:tomorrow|next|will|plan(?:ning)?|weekend|holiday)\b",
        "now": r"现在|今天|最近|目前|刚|这几天|这两天|一直|\b(?:now|today|currently)\b",
        "home": r"家|本地|这边|我这|这里|这儿|当地|土生土长|出生|长大|户口|籍|上学|读书|工作|上班|毕业|\b(?:home|live[sd]?|living|born|work|moved)\b",
        "invites": r"欢迎|带你|请你|找我|约|来玩|招待|陪你|\bwelcome\b",
        "greets": r"谢|恭喜|加油|生日|\bthanks?\b|\bcongrat\w*",
        "media": r"电影|电视|节目|剧|歌|演唱会|明星|粉丝|直播|微博|新闻|书|小说|漫画|游戏|\b(?:movie|show|series|song|concert|news|novel|game)\b",
        "not": r"不|没|别|\b(?:not|no|never)\b|n't\b",
        "number": r"\d",
        "if": r"如果|要是|的话|假如|\bif\b",
        "others": r"别人|有人|某人|朋友|同学|同事|\b(?:friend|colleague|someone)s?\b",
        "passed on": r"转|@|//",
        "speaker as a man": r"老子|本少|小爷|爷(?![爷们孙])|兄弟我|汉子一枚",
        "speaker as a woman": r"老娘|本宫|本仙女|本姑娘|本小姐|小女子|奴家|少女心|姨妈|怀孕|化妆|口红|裙|闺蜜|嫁",
    }
)
_CLAUSE: Final = re.compile(r"[,，。.!！?？;；~～…\n]+|但是|不过|因为|所以|\bbut\b|\bbecause\b")
_BEFORE: Final = 24  # characters before a mention that may govern it
_NEAR: Final = 8
_SIZES: Final = ((3, "bare"), (8, "short"), (20, "middling"))


def cues_of(text: str, mention: Mention) -> frozenset[str]:
    """Names of the cues with which a folded text says a mention."""
    begin = max((match.end() for match in _CLAUSE.finditer(text, 0, mention.start)), default=0)
    end = min((match.start() for match in _CLAUSE.finditer(text, mention.end)), default=len(text))
    before, after = text[begin : mention.start][-_BEFORE:], text[mention.end : end]
    who, between = _governor(before)
    found = {f"of {who}"}
    if who == "nobody":
        found |= {f"{name} after" for name, pattern in _WHO if pattern.search(after[:_NEAR])}
        found |= {f"{name} before" for name, pattern in _WHO if pattern.search(text[:begin])}
    does, last, ended = _doing(between)
    if mention.form:
        found.add(f"word {mention.form}")
    found |= {name for one in does for name in (f"does: {one}", f"{who} {one}")}
    found |= {f"last: {last}", f"{who} last {last}"}
    if ended == len(between) and does:
        found.add(f"next to: {last}")
    if not does:
        found.add(f"gap {min(3, (len(before) + 1) // 2)}")
    follows = [name for name, pattern in _FOLLOWS if pattern.match(after)]
    found |= {name for one in follows for name in (f"then {one}", f"{last}, then {one}", f"{who}, then {one}")}
    if not after:
        found.add("ends the clause")
    if not before:
        found |= {"begins the clause", *(f"begins, then {one}" for one in follows)}
    for name, pattern in _MOOD:
        if pattern.search(text):
            found.add(f"text {name}")
            if pattern.search(text, begin, end):
                found.add(f"clause {name}")
    rest = len(text) - (mention.end - mention.start)
    found.add(next((name for most, name in _SIZES if rest < most), "long"))
    return frozenset(found)


def _governor(before: str) -> tuple[str, str]:
    """(who stands nearest before a mention, what is said between the two)."""
    who, at = "nobody", 0
    for name, pattern in _WHO:
        for match in pattern.finditer(before):
            if who == "nobody" or match.start() >= at:
                who, at = name, match.start()
    return who, before[at:]


def _doing(between: str) -> tuple[set[str], str, int]:
    """(all that is done in a stretch of text, the last of it, where that ends)."""
    does, last, ended = set(), "nothing", -1
    for name, pattern in _DOES:
        for match in pattern.finditer(between):
            does.add(name)
            if match.end() > ended:
                last, ended = name, match.end()
    return does, last, ended
