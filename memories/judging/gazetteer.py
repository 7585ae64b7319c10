"""Where a place lies: a path from the outermost in, so that "lies in" is "begins with".

China down to the county comes from `data/places_cn.txt` (the state's list of administrative divisions as kept by cpca
0.5.5, MIT; former districts and the cities of Taiwan added by hand); the rest of the world from `places` and below.
"""

# ruff: noqa: E501 - lists of names

from functools import lru_cache
from pathlib import Path as File
from typing import Final

from memories.judging.places import parent_of, place_names

Path = tuple[str, ...]
"""("cn", "福建", "莆田"), ("abroad", "japan"); an outer place is a shorter path."""

ABROAD: Final[Path] = ("abroad",)
CHINA: Final[Path] = ("cn",)
_DATA: Final = File(__file__).parent / "data"
_COUNTRIES: Final = (
    "新西兰 菲律宾 印尼 印度尼西亚 柬埔寨 缅甸 老挝 尼泊尔 斯里兰卡 马尔代夫 蒙古国 朝鲜 以色列 伊朗 伊拉克 沙特 阿联酋 南非 肯尼亚 "
    "摩洛哥 尼日利亚 埃塞俄比亚 阿根廷 智利 秘鲁 古巴 冰岛 匈牙利 捷克 乌克兰 罗马尼亚 克罗地亚 塞尔维亚 卢森堡 巴基斯坦 孟加拉 "
    "哈萨克斯坦 越南 泰国 马来西亚 新加坡 墨西哥 埃及 土耳其 希腊 比利时 波兰 芬兰 丹麦 挪威 瑞典 巴西 普吉岛 巴厘岛 济州岛 关岛 "
    "夏威夷 冲绳 北海道 拉斯维加斯 硅谷 剑桥 牛津 欧洲 非洲 美洲 南美 北美 北欧 东南亚"
).split()
_SEVERAL: Final = {
    "海外": (ABROAD,),
    "国外": (ABROAD,),
    "abroad": (ABROAD,),
    "overseas": (ABROAD,),
    "中国": (CHINA,),
    "国内": (CHINA,),
    "china": (CHINA,),
    "内蒙": (("cn", "内蒙古"),),
    "东北": (("cn", "黑龙江"), ("cn", "吉林"), ("cn", "辽宁")),
    "江浙沪": (("cn", "江苏"), ("cn", "浙江"), ("cn", "上海")),
    "帝都": (("cn", "北京"),),
    "魔都": (("cn", "上海"),),
}
"""Names of no division, or of several."""
_SUFFIXES: Final = (
    "特别行政区", "维吾尔自治区", "壮族自治区", "回族自治区", "自治区", "自治州", "自治县", "自治旗", "地区", "新区", "林区",
    "省", "市", "县", "区", "盟",
)  # fmt: skip
_NATIONS: Final = (
    "蒙古族 回族 藏族 维吾尔 苗族 彝族 壮族 布依族 朝鲜族 满族 侗族 瑶族 白族 土家族 哈尼族 哈萨克 傣族 黎族 傈僳族 佤族 畲族 拉祜族 "
    "水族 东乡族 纳西族 景颇族 柯尔克孜 土族 达斡尔族 仫佬族 羌族 布朗族 撒拉族 毛南族 仡佬族 锡伯 普米族 塔吉克 怒族 鄂温克族 "
    "德昂族 保安族 裕固族 独龙族 鄂伦春 各族 蒙古"
).split()
_BY_DISTRICT: Final = frozenset(["北京", "上海", "天津", "重庆", "香港"])
"""Whose districts are called by their short names."""


def _short(name: str) -> str:
    """福建省 is 福建, 凉山彝族自治州 is 凉山: the name by which people call it."""
    for suffix in _SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix) + 1:
            name = name[: -len(suffix)]
            break
    while nation := next((one for one in _NATIONS if name.endswith(one) and len(name) > len(one) + 1), ""):
        name = name[: -len(nation)]
    return name


class _Names:
    """Spellings with the places that each may mean."""

    def __init__(self) -> None:
        self.paths: dict[str, tuple[Path, ...]] = {}

    def add(self, path: Path, *names: str) -> None:
        for name in names:
            known = self.paths.get(name, ())
            if path not in known:
                self.paths[name] = (*known, path)


@lru_cache(maxsize=1)
def known_places() -> dict[str, tuple[Path, ...]]:
    """Every spelling, lower-case, with the places that it may mean."""
    names = _Names()
    # Counties that are ordinary words too (大方, 和平): only their full name is meant for a place.
    ordinary = frozenset((_DATA / "places_ordinary.txt").read_text(encoding="utf-8").split())
    for line in (_DATA / "places_cn.txt").read_text(encoding="utf-8").splitlines():
        _read_province(line, names, ordinary)
    for country in _COUNTRIES:
        names.add((*ABROAD, country), country)
    _read_world(names)
    return names.paths | _SEVERAL


def _read_province(line: str, names: _Names, ordinary: frozenset[str]) -> None:
    """A line is "province | city: county county ; city: county"."""
    province, _, rest = line.partition(" |")
    outer = ("cn", _short(province))
    names.add(outer, province, _short(province))
    for group in rest.split(";"):
        city, colon, inner = group.strip().rpartition(":")
        around = (*outer, _short(city)) if colon else outer
        if colon:
            names.add(around, city, _short(city))
        for name in inner.split():
            short = _short(name)
            names.add((*around, short), name)
            called = not name.endswith("区") or outer[1] in _BY_DISTRICT
            if called and len(short) > 1 and short not in ordinary:
                names.add((*around, short), short)


def _read_world(names: _Names) -> None:
    """The regions of `places`: Chinese ones get their other spellings, the rest lies abroad."""
    spelled: dict[str, list[str]] = {}
    for spelling, name in place_names().items():
        spelled.setdefault(name, []).append(spelling)
    for name, spellings in spelled.items():
        chinese = next((names.paths[one] for one in spellings if one in names.paths), None)
        if chinese is None:
            outer = parent_of(name)
            chinese = ((*ABROAD, outer, name) if outer else (*ABROAD, name),)
        for path in chinese:
            names.add(path, *spellings)


def agree(some: tuple[Path, ...], others: tuple[Path, ...]) -> bool:
    """Whether one of these may be, lie in or hold one of those."""
    return any(one[: len(other)] == other[: len(one)] for one in some for other in others)


def same_region(some: tuple[Path, ...], others: tuple[Path, ...]) -> bool:
    """Whether two places that differ lie in one province or country."""
    return any(len(one) > 2 and len(other) > 2 and one[:2] == other[:2] for one in some for other in others)
