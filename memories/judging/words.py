"""Words that carry no topic, and words that stand for the one who speaks."""

from typing import Final

from memories.judging.language import stem

_STOP: Final = """
    never a about actually again all already also always am an and any anymore apparently are as at back be
    became because become been being but by can changed correction could currently d did do does down
    each every fact for from generally get go goes got had has have having he her here him his how i if
    im in instead into is it it's its ive just likely ll longer m may maybe me might more most mostly
    moved must my new no not note now nowadays of off old on one only or our out over per perhaps please
    possibly probably re really s set shall she should since so some still switched t than that the
    their them then there these they this those to today too turned until up updated us usually ve very
    was we were what when where which while who whom whose why will with would you your
"""
_SELF: Final = """
    customer's everyone i i'm i've im ive me my our team the they us user user's users we we're we've
    you your
"""
# Somebody other than the speaker: what they do is theirs.
_OTHERS: Final = """
    aunt boyfriend brother child children colleague cousin coworker dad daughter father flatmate friend
    girlfriend grandfather grandmother he her him his husband kid mom mother mum neighbor neighbour
    parents partner roommate she sister son teammate they uncle wife
"""
_STOP_ZH: Final = """
    从今天起 我们家 我家 咱家 上个月 上星期 下个月 实际上 这个月 一下 一个 一家 一直 一般 上周
    下周 不再 主要 也许 今天 今年 从来 以及 以后 估计 似乎 但是 全部 全都
    其实 决定 刚刚 刚才 前天 前年 去年 可以 可能 后来 咱们 因为 团队 大家 大概
    如今 定为 定在 已经 常常 平时 应该 开始 总是 我们 所以 打算 换了 改了 时间
    明年 昨天 更正 最近 本人 本周 本月 每次 没有 然后 现在 用户 目前 经常 统一
    这个 这周 通常 那个 非常 不 没 与 为 之 也 了 从 你 到 去 又 及 吗 吧 呢 和
    咱 哦 啊 在 将 就 很 您 我 把 是 有 的 给 被 要 让 请 还 这 那 都
"""
_OTHERS_ZH: Final = """
    女朋友 男朋友 丈夫 他们 儿子 叔叔 同事 同学 哥哥 外公 外婆 女儿 女友 奶奶
    她们 妈妈 妹妹 妻子 姐姐 姑姑 媳妇 孩子 室友 对象 弟弟 朋友 母亲 爱人 父亲
    父母 爷爷 爸爸 男友 老公 老婆 舅舅 表哥 表妹 表姐 表弟 邻居 阿姨 他 她
"""


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


def _longest_first(words: str) -> tuple[str, ...]:
    return tuple(sorted(words.split(), key=len, reverse=True))


STOP: Final = _stems(_STOP)
SELF: Final = _stems(_SELF)
OTHERS: Final = _stems(_OTHERS)
# Removed from a Chinese text before its topic is read.
STOP_ZH: Final = _longest_first(_STOP_ZH)
OTHERS_ZH: Final = _longest_first(_OTHERS_ZH)
