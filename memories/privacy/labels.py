"""Words beside a number that say what it is: a phone, an order, an amount. The nearest word decides."""

import re
from typing import Final

from memories.privacy.findings import ANY_STAND_IN, STAND_IN, Kind

_REACH: Final = 48
"""Characters before an identifier in which its label is looked for; a label stands beside what it names."""

# From the label to the number: "no.", "is", ":", "号码是", "changed to". No other word may stand between.
_LINK: Final = (
    r"(?:\s*(?:no\.?|nos\.?|num(?:ber)?s?\.?|code|id|ids|\#|号码?|编号|is|are|was|were|at|on|to|from|now|called|changed|updated|as"
    r"|是|为|叫|有|改成|改为|换成|变为|变成|从|由|填的?|写的?|[:=,(（\[\"'“”‘’`~>-]))*\s*$"
)
_OF_SOMEONE: Final = r"(?:(?:\s(?:no\.?|number))?\s+(?:of|for)\s+[\w.' ]{1,24}?)?"
_PHONE_WORDS: Final = (
    r"(?:\b(?:tele)?phones?|\btel|\bmobiles?|\bcell(?:[ -]?phones?|ulars?)?|\bfax|\bwhatsapp|\bland[ -]?line|\bhotline"
    r"|\b(?:call|text|dial|ring|reach|phone|sms)(?:\s+(?:me|him|her|us|them|mom|mum|dad|back))?(?=\s*(?:at|on|:|\+|$))"
    r"|电话|手机|座机|固话|传真|联系方式|联系号码|致电|拨打|拨|来电|微信同号|热线)"
)
_CARD_WORDS: Final = (
    r"(?:\b(?:credit|debit|bank|visa|mastercard|amex|unionpay|payment)(?:[ -]?(?:cards?|accounts?))?|\bcards?|\bpan"
    r"|银行卡|信用卡|储蓄卡|借记卡|工资卡|卡号|卡|银行账[号户]|账[号户]|帐[号户])"
)
_ID_WORDS: Final = (
    r"(?:身份证件?|公民身份|证件|\bid[ -]?cards?"
    r"|\b(?:national|identity|resident|chinese|china)[ -]?(?:id|identity)?(?:[ -]?cards?)?)"
)
_PASSPORT_WORDS: Final = r"(?:\bpassports?|\btravel (?:document|permit)s?|护照|通行证|回乡证|旅行证)"
_OTHER_THINGS: Final = (
    r"(?:\b(?:orders?|trackings?|parcels?|shipments?|waybills?|invoices?|receipts?|tickets?|cases?|serials?|skus?"
    r"|refs?|references?|transactions?|trades?|batch(?:es)?|lots?|parts?|models?|builds?|commits?|ports?|versions?"
    r"|jobs?|runs?|tasks?|requests?|traces?|sessions?|users?|accounts?|customers?|members?|uids?|ids?|po|rma|isbn"
    r"|issn|ean|upc|imei|imsi|doi|barcodes?|pids?|timestamps?|epochs?|unix|seeds?|hash(?:es)?|offsets?|bytes"
    r"|budgets?|amounts?|totals?|prices?|revenue|population|records?|rows?|lines?|projects?|contracts?|polic(?:y|ies)"
    r"|licen[cs]es?|rooms?|meetings?|zoom|vin|nonce)"
    r"|订单|运单|快递|物流|单号|流水|编号|序列|工单|发票|货号|交易|商品|产品|批次|条码|条形码|合同|项目|会员|用户|学号|工号"
    r"|房间|会议|版本|端口|时间戳|预算|金额|总额|价格|营收|人口|信用代码|任务|请求|日志|记录|设备|型号|案件|案号|凭证|参考)"
)


def _labelled(words: str) -> re.Pattern[str]:
    return re.compile(words + _OF_SOMEONE + _LINK, re.IGNORECASE)


_LABELS: Final = {
    Kind.PHONE: _labelled(_PHONE_WORDS),
    Kind.BANK_CARD: _labelled(_CARD_WORDS),
    Kind.CN_ID: _labelled(_ID_WORDS),
    Kind.PASSPORT: _labelled(_PASSPORT_WORDS),
}
_OTHER: Final = _labelled(_OTHER_THINGS)
_MONEY_BEFORE: Final = re.compile(r"(?:[$¥€£￥]|\b(?:usd|rmb|cny|eur|gbp|hkd|jpy))\s*$", re.IGNORECASE)
_UNIT_AFTER: Final = re.compile(
    r"\s*(?:元|块|美元|欧元|人民币|万|亿|次|条|个|件|人|行|字节|毫秒|秒|%|\b(?:usd|rmb|cny|eur|dollars?|yuan|bytes?|rows?|users?"
    r"|records?|ms|milliseconds?|seconds?|requests?|tokens?|times|items?|people|[kmgt]i?b|km|won|yen)\b)",
    re.IGNORECASE,
)
_IN_ADDRESS: Final = re.compile(r"\b(?:https?|ftp|s3|file)://[^\s<>\"']*$", re.IGNORECASE)
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


def something_else(kind: Kind, text: str, start: int, end: int) -> bool:
    """The words beside call it an order, an amount, a version, or it stands in a web address, and not that kind."""
    if labelled(kind, text, start):
        return False
    said = before(text, start)
    return bool(
        _OTHER.search(said)
        or _MONEY_BEFORE.search(said)
        or _UNIT_AFTER.match(after(text, end))
        or _IN_ADDRESS.search(said)
    )
