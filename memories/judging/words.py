"""Words that carry no topic, and words that stand for the one who speaks."""

from typing import Final

from memories.judging.language import stem

STOP: Final = frozenset(
    stem(word)
    for word in (
        "a an the this that these those of in on at to for from by with as into over about and or but so than then is are was were be been being am "
        "do does did has have had having will would shall should can could may might must not no it its it's there here which who whom whose when where "
        "what how why because since until while if every each all any some more most very really just only also too still already now currently always "
        "usually mostly generally today nowadays please his her their your our my he she they them him out up down off back again per s t m re ve ll d "
        "actually correction instead anymore longer get got new old set goes go one fact note changed switched moved updated became become turned "
        "i we us me you im ive"
    ).split()
)

SELF: Final = frozenset(stem(word) for word in "i we us me my our user users the customer's team they you your i'm i've we're we've user's im ive everyone".split())

# Removed from a Chinese text before its topic is read, longest first.
STOP_ZH: Final = tuple(
    sorted(
        (
            "我们 我 咱们 咱 用户 团队 大家 本人 你 您 的 了 在 是 把 将 已经 已 目前 现在 如今 一直 平时 通常 一般 都 就 也 还 又 再 最近 从今天起 今天 刚刚 刚 才 会 要 能 可以 请 "
            "其实 更正 实际上 一下 每次 总是 经常 常常 主要 这个 那个 这 那 吧 呢 啊 哦 和 与 及 以及 并 而 但是 但 不过 所以 因为 为 对 从 到 给 被 让 由 以 之 于 着 过 里 上 下 中 内 们 "
            "决定 全部 全都 后来 然后 打算 可能 大概 换 改 设 定 有 很 比较 非常 没有 不再 正 老 新 个 来 去 做 当 统一 开始"
        ).split(),
        key=len,
        reverse=True,
    )
)

# Somebody other than the speaker: what they do is theirs.
OTHERS: Final = frozenset(
    stem(word)
    for word in (
        "he she his her him they sister brother mother father mom dad mum wife husband partner girlfriend boyfriend friend colleague coworker boss manager neighbour "
        "neighbor son daughter kid child children uncle aunt cousin grandmother grandfather parents roommate flatmate client customer supplier teammate"
    ).split()
)
OTHERS_ZH: Final = tuple(
    (
        "他们 她们 他 她 姐姐 妹妹 哥哥 弟弟 妈妈 爸爸 母亲 父亲 老婆 妻子 老公 丈夫 女朋友 男朋友 女友 男友 朋友 同事 同学 老板 领导 经理 邻居 儿子 女儿 孩子 叔叔 阿姨 舅舅 姑姑 表哥 表姐 表弟 表妹 爷爷 奶奶 外公 外婆 父母 室友 客户 供应商 爱人 对象 媳妇"
    ).split()
)
