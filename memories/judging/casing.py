"""Where upper case is folded and where it is kept, because there it may be what is told.

Ordinary words and names fold, those of products too (1Password, GitHub). Kept as written are: what is quoted; words
with a capital inside (fooBar); codes (letters with digits or joined by _ . / @ #); what follows a colon or an equals
sign, or an "is" (是, 为, 叫) of something that is spelled exactly, such as a password or a branch, up to the end of
the sentence; a single letter (plan B); and an acronym that is a small word in lower case (US), unless all is in upper
case. Where that is too much, two statements only count as unequal, and the judge looks at them.
"""

import re
from typing import Final

_QUOTED: Final = re.compile(
    r"\"[^\"]{1,200}\"|\u201c[^\u201d]{1,200}\u201d|`[^`]{1,200}`|「[^」]{1,200}」|『[^』]{1,200}』"
    r"|(?<!\w)'[^']{1,200}'(?!\w)|(?<!\w)\u2018[^\u2019]{1,200}\u2019(?!\w)"
)
_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff"
_WORD: Final = re.compile(rf"[^\W{_CJK}]+(?:['\u2019._/\\@#-][^\W{_CJK}]+)*")
_PART: Final = re.compile(r"['\u2019-]")
_CODE: Final = re.compile(r"[._/\\@#]|\d")
_TOLD: Final = re.compile(r"[:=：是为叫]")
_COPULA_ZH: Final = "是为叫"
_ENDED: Final = re.compile(r"[.;!?。；！？](?=\s|$)|[。；！？]")
_TELLING: Final = frozenset(["is", "are", "was", "were", "equals", "called", "named", "spelled"])
_EXACT: Final = frozenset(
    """password passwords passphrase passcode pin hint code codes key keys token secret id ids identifier hash login
    username user-name nickname handle account branch tag variable constant function method class module package
    command alias path file filename folder directory url link address host hostname server domain ssid network
    wifi wi-fi bucket database schema table column field header parameter option flag setting string value label
    spelling spelled equals case abbreviation acronym initials symbol ticker grade plan option size model serial
    callsign plate reference number type unit prefix suffix extension profile channel repository repo""".split()
)
_EXACT_ZH: Final = re.compile(
    r"(?:密码|口令|暗号|提示|验证码|代码|代号|编码|编号|密钥|钥匙|令牌|标识|标识符|哈希|账号|账户|帐号|用户名|登录名|昵称"
    r"|分支|标签|变量|常量|函数|方法|类|模块|命令|别名|路径|文件|文件名|目录|网址|链接|地址|主机|主机名|域名|网络|表|列"
    r"|字段|参数|选项|设置|值|拼写|写法|缩写|大小写|型号|尺码|号码|车牌|前缀|后缀|频道|仓库|单位)$"
)
# Names with a capital inside, and one that begins with a number: nobody means another thing by another case of them.
_NAMES: Final = frozenset(
    """github gitlab bitbucket iphone ipad ipod imac icloud ios macos macbook airpods youtube linkedin facebook whatsapp
    wechat tiktok paypal ebay openai chatgpt deepseek javascript typescript postgresql mysql mongodb sqlite mariadb
    dynamodb clickhouse rabbitmq graphql fastapi nestjs nextjs pycharm webstorm intellij vscode neovim onenote
    onedrive powerpoint powershell dropbox bitwarden lastpass keepass ubuntu freebsd centos hubspot salesforce
    mastercard unionpay fedex airbnb bytedance alibaba netease mcdonald mcdonald's""".split()
)
_NUMBERED: Final = re.compile(r"\d{1,3}(?:[A-Z]?[a-z]{4,}|[A-Z]{5,})")
_ACRONYMS: Final = frozenset(["us", "it", "who", "or", "in", "me", "am", "hi", "ok", "aid", "aids", "may"])


def _told_by_case(word: str, before: str, *, valued: bool, shouted: bool) -> bool:
    """Whether the case of a word may carry meaning; `before` is what stands between it and the word before."""
    if word == word.casefold():
        return False
    if word.casefold() == "i" or word.casefold().startswith(("i'", "i\u2019")):
        return False
    if valued:
        return True
    if word.casefold() in _NAMES or _NUMBERED.fullmatch(word):
        return False
    if _CODE.search(word):
        return True
    if len(word) == 1:
        return not shouted and (word != "A" or not (before == "" or _ENDED.search(before)))
    if word.isupper() and word.casefold() in _ACRONYMS:
        return not shouted
    if not shouted and "-" in word and any(len(part) > 1 and part.isupper() for part in word.split("-")):
        return True
    return any(part[1:] != part[1:].casefold() and not part.isupper() for part in _PART.split(word))


def _exact_zh(text: str, place: int) -> bool:
    """Whether what follows the mark at this place is told exactly: by a colon, or of something that is."""
    return text[place] not in _COPULA_ZH or _EXACT_ZH.search(text[max(0, place - 4) : place]) is not None


def fold_case(text: str) -> str:
    """A text with the case of ordinary words folded."""
    if text == text.casefold():
        return text
    quoted = {place for match in _QUOTED.finditer(text) for place in range(*match.span())}
    found: list[str] = []
    end, valued, last = 0, False, ""
    shouted = text.isupper() and len(_WORD.findall(text)) > 2
    for match in _WORD.finditer(text):
        start, word = match.start(), match.group()
        before = text[end:start]
        if before != " ":
            told = [mark.start() for mark in _TOLD.finditer(before)]
            ended = [mark.start() for mark in _ENDED.finditer(before)]
            if told or ended:
                begun = max(told, default=-1) > max(ended, default=-1) and _exact_zh(text, end + max(told))
                valued = begun or (valued and not ended)
        kept = start in quoted or _told_by_case(word, before, valued=valued, shouted=shouted)
        found += [before.casefold(), word if kept else word.casefold()]
        end = match.end()
        telling = word.casefold()
        valued = valued or (telling in _TELLING and (last in _EXACT or telling in _EXACT))
        last = last if telling in ("also", "now", "still") else telling
    return "".join([*found, text[end:].casefold()])
