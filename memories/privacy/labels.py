"""Words beside a number that say what it is: a phone, an order, an amount. The nearest word decides."""

import re
from typing import Final

from memories.privacy.findings import ANY_STAND_IN, STAND_IN, Kind

_REACH: Final = 48
"""Characters before an identifier in which its label is looked for; a label stands beside what it names."""

# From the label to the number: "no.", "is", ":", "号码是", "changed to". No other word may stand between.
_LINK: Final = (
    r"(?:[\s_]*(?:no\.?|nos\.?|num(?:ber)?s?\.?|code|id|ids|\#|号码?|编号|is|are|was|were|at|on|to|from|now|called|changed|updated|as"
    r"|是|为|叫|有|改成|改为|换成|变为|变成|从|由|填的?|写的?|[:=,(（\[\"'“”‘’`~>|-]))*[\s_]*$"
)
_OF_SOMEONE: Final = r"(?:(?:\s(?:no\.?|number))?\s+(?:of|for)\s+[\w.' ]{1,24}?)?"
_PHONE_WORDS: Final = (
    r"(?:(?<![A-Za-z])(?:(?:tele)?phones?|tel|mobiles?|cell(?:[ -]?phones?|ulars?)?|fax|whatsapp|land[ -]?line|hotline)"
    r"|(?<![A-Za-z])(?:call|text|dial|ring|reach|phone|sms)(?:\s+(?:me|him|her|us|them|mom|mum|dad|back))?(?=\s*(?:at|on|:|\+|$))"
    r"|电话|手机|座机|固话|传真|联系方式|联系号码|致电|拨打|拨|来电|微信同号|热线)"
)
_CARD_WORDS: Final = (
    r"(?:(?<![A-Za-z])(?:credit|debit|bank|visa|mastercard|amex|unionpay|payment)(?:[ -]?(?:cards?|accounts?))?"
    r"|(?<![A-Za-z])(?:cards?|pan)"
    r"|银行卡|信用卡|储蓄卡|借记卡|工资卡|卡号|卡|银行账[号户]|账[号户]|帐[号户])"
)
_ID_WORDS: Final = (
    r"(?:身份证件?|公民身份|证件|(?<![A-Za-z])id[ -]?cards?"
    r"|(?<![A-Za-z])(?:national|identity|resident|chinese|china)[ -]?(?:id|identity)?(?:[ -]?cards?)?)"
)
_PASSPORT_WORDS: Final = (
    r"(?:(?<![A-Za-z])passports?|(?<![A-Za-z])travel (?:document|permit)s?|护照|通行证|回乡证|旅行证)"
)
# What is only ever said of a number of its kind.
_NUMBERED: Final = (
    r"(?:(?<![A-Za-z])(?:trackings?|parcels?|shipments?|waybills?|invoices?|receipts?|serials?|skus?|transactions?"
    r"|batch(?:es)?|lots?|builds?|commits?|ports?|versions?|pids?|uids?|po|rma|isbn|issn|ean|upc|imei|imsi|doi"
    r"|barcodes?|timestamps?|epochs?|unix|seeds?|hash(?:es)?|offsets?|bytes|budgets?|amounts?|prices?|revenue"
    r"|population|rooms?|zoom|vin|nonce)(?![A-Za-z])"
    r"|单号|流水|编号|序列|货号|批次|条码|条形码|学号|工号|端口|时间戳|预算|金额|总额|价格|营收|人口|信用代码|型号|案号)"
)
# Directly before a number these name it; in a phrase ("for the record:", "to order,") they do not.
_ORDERED: Final = (
    r"(?:(?<![A-Za-z])(?:orders?|tickets?|cases?|parts?|models?|jobs?|runs?|tasks?|requests?|traces?|trades?|lines?|rows?"
    r"|records?|refs?|references?|projects?|contracts?|polic(?:y|ies)|licen[cs]es?)(?![A-Za-z])"
    r"|订单|运单|快递|物流|工单|发票|交易|商品|产品|合同|案件|凭证|版本)"
)
# A person's number may stand for these as well: only "account no." or "用户ID" is a name for another one.
_HELD: Final = (
    r"(?:(?<![A-Za-z])(?:users?|accounts?|customers?|members?|sessions?|meetings?|totals?)(?![A-Za-z])"
    r"|项目|会员|用户|房间|会议|任务|请求|日志|记录|设备|参考)"
)
_NUMBER_WORD: Final = (
    r"[ _-]?(?:(?:no|nos|num|numbers?|ids?|code)(?![A-Za-z])\.?|#|(?:ID|号码?|编码|编号|代码)(?![A-Za-z]))"
)
_IN_A_PHRASE: Final = re.compile(
    r"(?<![A-Za-z])(?:(?:to|in|on|of|by|off)\s+(?:(?:the|any|that|this|each|every|some|no)\s+)?"
    r"|(?:for|as|with|at)\s+(?:the|any|that|this|no)\s+|(?:any|that)\s+)$",
    re.IGNORECASE,
)


def _labelled(words: str) -> re.Pattern[str]:
    return re.compile(words + _OF_SOMEONE + _LINK, re.IGNORECASE)


_LABELS: Final = {
    Kind.PHONE: _labelled(_PHONE_WORDS),
    Kind.BANK_CARD: _labelled(_CARD_WORDS),
    Kind.CN_ID: _labelled(_ID_WORDS),
    Kind.PASSPORT: _labelled(_PASSPORT_WORDS),
}
_NAMED_OTHER: Final = _labelled(f"(?:{_NUMBERED}|(?:{_ORDERED}|{_HELD}){_NUMBER_WORD})")
_DIRECT: Final = re.compile(rf"(?:{_ORDERED}[ _]{{0,2}}|(?:订单|运单|快递|工单|发票|合同)\s?:\s?)$", re.IGNORECASE)
_WEAK: Final = re.compile(
    rf"(?:{_ORDERED}|{_HELD}|(?<![A-Za-z])ids?(?![A-Za-z])){_OF_SOMEONE}(?:\s*(?:\#|is|was|are|为|是|[:=,(_-]))*\s*$",
    re.IGNORECASE,
)
_MONEY_BEFORE: Final = re.compile(r"(?:[$¥€£￥]|(?<![A-Za-z])(?:usd|rmb|cny|eur|gbp|hkd|jpy))\s*$", re.IGNORECASE)
_UNIT_AFTER: Final = re.compile(
    r"(?:\.\d+)?\s*(?:元|块|美元|欧元|人民币|万|亿|次|条|个|件|人|行|字节|毫秒|秒|%(?!\w)|(?:usd|rmb|cny|eur|dollars?|yuan|bytes?|rows?|users?"
    r"|records?|ms|milliseconds?|seconds?|requests?|tokens?|times|items?|people|[kmgt]i?b|km|won|yen)(?![A-Za-z]))",
    re.IGNORECASE,
)
_IN_ADDRESS: Final = re.compile(r"(?<![A-Za-z])(?:https?|ftp|s3|file)://[^\s<>\"']*$", re.IGNORECASE)
_CONTINUED: Final = (
    r"\s*(?:,|、|/|;|\band\b|\bor\b|\bto\b|和|或|及|与|改成|改为|换成|变为|变成|到|->|=>|→)\s*(?:or\s+|and\s+)?$"
)
_GOES_ON: Final = {kind: re.compile(f"{stand_in}{_CONTINUED}", re.IGNORECASE) for kind, stand_in in STAND_IN.items()}
_CUT: Final = re.compile(f"[{ANY_STAND_IN}]")


def before(text: str, start: int) -> str:
    """What stands before, up to the last mark: what lies beyond another identifier names that one."""
    return _CUT.split(text[max(0, start - _REACH) : start])[-1]


def after(text: str, end: int) -> str:
    """What stands behind, up to the next mark."""
    return _CUT.split(text[end : end + _REACH])[0]


def labelled(kind: Kind, text: str, start: int) -> bool:
    """A word of that kind stands directly before, or an identifier of that kind with "and" or "to"."""
    return bool(
        _LABELS[kind].search(before(text, start)) or _GOES_ON[kind].search(text[max(0, start - _REACH) : start])
    )


def something_else(kind: Kind, text: str, start: int, end: int, *, proved: bool = False) -> bool:
    """The words beside call it an order, an amount, a version, or it stands in a web address, and not that kind.

    `proved` is a number whose form leaves little doubt, such as a card with its issuer and check sum: only a noun that
    names it clears that.
    """
    if labelled(kind, text, start):
        return False
    said = before(text, start)
    return bool(
        _NAMED_OTHER.search(said)
        or _called(_DIRECT if proved else _WEAK, said)
        or _MONEY_BEFORE.search(said)
        or unit_after(text, end)
        or _IN_ADDRESS.search(said)
    )


def unit_after(text: str, end: int) -> bool:
    """A unit stands behind, such as 元 or ms: it is an amount."""
    return _UNIT_AFTER.match(after(text, end)) is not None


def _called(things: re.Pattern[str], said: str) -> bool:
    named = things.search(said)
    return named is not None and not _IN_A_PHRASE.search(said, 0, named.start())
