"""Words that exclude each other: two statements that differ in nothing else cannot both hold."""

# ruff: noqa: E501 - an axis and a pattern are read best on one line

import re
from functools import lru_cache
from typing import Final

from memories.judging.cues import negations
from memories.judging.topics import content_of, jaccard
from memories.judging.values import find_values

# One axis a line, the two poles parted by "|"; "_" stands for a blank.
_AXES: Final = """
accepted accept accepts 接受 答应|declined rejected refused turned_down decline 拒绝 婉拒 谢绝
approved approves agreed_to signed_off 批准 同意 通过 赞成|rejected vetoed denied disapproved 驳回 否决 反对 不同意 没通过
succeeded succeeds passed 成功 通过了|failed fails 失败 没通过
won 赢 胜|lost 输 负
enabled active 启用 开启 打开 开着 开了|disabled inactive 禁用 停用 关闭 关着 关了
open unlocked 开放 营业 开门 开着 没锁 没有锁|closed shut locked 闭馆 休息 关门 关闭 歇业 打烊 闭店 锁着 锁了 上锁
allowed permitted 允许 可以 准许|forbidden banned prohibited not_allowed 禁止 不准 严禁 不允许 不可以
public 公开|private secret 私有 保密 私密
taller bigger older larger heavier longer faster stronger higher richer|shorter smaller younger lighter slower weaker lower poorer
tall|short
高|矮 低
大|小
重|轻
长|短
快|慢
早|晚
贵|便宜
强|弱
胖|瘦
good great excellent well 好 擅长 不错|bad terrible awful poor badly hopeless 差 糟 烂 不擅长
easy simple 容易 简单|hard difficult 难 困难 复杂
cheap inexpensive|expensive pricey
free 免费|charged 收费 要收费 付费
full 满|empty 空
safe 安全|dangerous unsafe 危险
online 在线|offline 离线
present 在场 出席|absent 缺席
true correct right 正确 属实|false incorrect wrong 错误 不实
left-handed 左撇子 左手|right-handed 右撇子 右手
introvert 内向|extrovert 外向
vegetarian vegan 吃素 素食|carnivore 荤食
above 高于 以上|below 低于 以下
contains includes has 包含 含有 包括|lacks misses missing_from 缺少 不含 没有
increased rose grew 上升 增长 上涨|decreased fell dropped 下降 减少 下跌
supports 支持|opposes 反对
likes like love loves enjoy enjoys 喜欢 热爱 爱|hate hates dislike dislikes 讨厌 厌恶 恨 受不了 反感
remembers remember 记得|forgets forgot forget 忘记 忘了
available 有货 可用|unavailable sold_out out_of_stock 缺货 售罄 不可用
mandatory required obligatory 必须 必填 强制|optional voluntary 可选 选填 自愿
healthy 健康|ill sick 生病
single unmarried 单身 未婚|married 已婚
employed|unemployed jobless 失业
indoors 室内|outdoors 室外
early_bird 早起|night_owl 熬夜
"""
# Between two people, or of what has happened, nothing of this kind is ever outdated.
_LASTING: Final = re.compile(
    r"\b(?:was|were) (?:never )?(?:born|paid|signed|approved|rejected|held|founded|built|fixed|sent|delivered|closed|hired)\b|\bborn (?:in|on)\b"
    r"|\b(?:never|not) (?:been )?(?:paid|signed|fixed|sent|delivered)\b|\bfixed\b"
    r"|\b(?:accepted|declined|rejected|approved|succeeded|failed|won|lost|happened|took place|began|started|ended) (?!to\b)|\b(?:succeeded|failed)$"
    r"|\b\w+er than\b|\bmore \w+ than\b"
    r"|出生|毕业于|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|(?:比|没有?)[^，。]{1,6}[高矮大小重轻长短快慢早晚贵胖瘦强弱好差]"
    r"|[批驳否接拒通][准回决受绝过]了|(?:已经?|一直没有?|还没)(?:付款|修复|签|批准|送达|发货)|没有?(?:付款|修复)|是[^，。]{2,10}[开买建办发签](?:的|始的)"
)
_PREFIX: Final = re.compile(r"(?:un|in|im|dis|non-?|ir|il)(?P<stem>[a-z]{4,})$")
_LEAST: Final = 0.7


@lru_cache(maxsize=1)
def _poles() -> tuple[dict[str, tuple[tuple[int, int], ...]], re.Pattern[str], re.Pattern[str]]:
    """(axis, pole) of each word, and the patterns that find words of each script, the longest first."""
    known: dict[str, list[tuple[int, int]]] = {}
    for axis, line in enumerate(_AXES.strip().splitlines()):
        for pole, words in enumerate(line.split("|")):
            for word in words.split():
                known.setdefault(word.replace("_", " "), []).append((axis, pole))
    longest = sorted(known, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in longest if word.isascii())
    # A single character is an opposite only where it is what is said: 他高, 大三岁; not in 小王, 早会.
    told = r"(?=$|[，。,.;；]|的|了|一?点|一些|\d|[一二三四五六七八九十]+[岁厘])"
    chinese = "|".join(re.escape(word) + (told if len(word) == 1 else "") for word in longest if not word.isascii())
    return (
        {word: tuple(places) for word, places in known.items()},
        re.compile(rf"(?<![a-z-])(?:{latin})(?![a-z-])"),
        re.compile(chinese),
    )


@lru_cache(maxsize=4096)
def _marked(text: str) -> tuple[tuple[str, int, int], ...]:
    _, latin, chinese = _poles()
    return tuple((match.group(), *match.span()) for pattern in (latin, chinese) for match in pattern.finditer(text))


def opposed(older: str, newer: str) -> float:
    """How much two folded texts share beside one word each that excludes the other, 0..1; 0 if none does."""
    # "Opens at eight" and "closes at eight" are two facts.
    if any(value.dimension == "time" for text in (older, newer) for value in find_values(text)):
        return 0.0
    known = _poles()[0]
    best = 0.0
    for left, start, end in _marked(older):
        for right, begin, stop in _marked(newer):
            against = any((axis, 1 - pole) in known[right] for axis, pole in known[left])
            if against:
                best = max(best, _shared(older[:start] + " " + older[end:], newer[:begin] + " " + newer[stop:]))
    return max(best, _prefixed(older, newer))


def _prefixed(older: str, newer: str) -> float:
    """The same of "locked" and "unlocked": a word, and the word with a prefix that denies it."""
    (first, denying), (second, denied) = _denying(older), _denying(newer)
    for left, right, prefixed in ((first, second, denying), (second, first, denied)):
        for word, stem in prefixed:
            if stem in right and stem not in left and word not in right:
                rest = [" ".join(w for w in words if w not in (word, stem)) for words in (left, right)]
                return _shared(*rest)
    return 0.0


@lru_cache(maxsize=4096)
def _denying(text: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The words of a text, and those of them that a prefix may turn round, each with its stem."""
    words = tuple(re.findall(r"[a-z]+", text))
    return words, tuple((word, match["stem"]) for word in words if (match := _PREFIX.match(word)))


TEXT_CACHES: Final = (_marked, _denying)
"""Caches whose keys are texts; see memories.judging.caches."""


def _shared(left: str, right: str) -> float:
    if negations(left) % 2 != negations(right) % 2:
        return 0.0
    first, second = frozenset(_idle(left)), frozenset(_idle(right))
    if not first and not second:
        return 0.0
    shared = jaccard(first, second)
    return shared if shared >= _LEAST else 0.0


def _idle(text: str) -> tuple[str, ...]:
    """The content of a text less what carries no meaning beside a word on an axis."""
    return tuple(unit for unit in content_of(text) if unit not in ("着", "了", "最", "得", "过", "很"))


def lasting(older: str, newer: str) -> bool:
    """Whether what two folded texts say can never be outdated: what happened, and how two compare."""
    return bool(_LASTING.search(older) and _LASTING.search(newer))
