"""What is done, as one short English word, from the tool's name or else from the verb of the text."""

# ruff: noqa: E501 - one action a line

import re
from typing import Final

from memories.judging.language import folded

_LONGEST_READ: Final = 400  # characters: what is done is told early

# action, other words of a tool's name, English forms that are verbs (or a noun that means only the doing), Chinese words
_ACTIONS: Final = [
    ("refund", "refunds", r"refund(?:s|ed|ing)?", "退款|退钱|退了款"),
    ("deploy", "deployment release rollout", r"deploy(?:s|ed|ing|ments?)?|roll(?:ed|ing) out", "部署|上线|发版"),
    ("rollback", "revert", r"roll(?:ed|ing)? back|rollbacks?|revert(?:ed|ing)", "回滚"),
    ("book", "booking reserve reservation", r"book(?:ed|ing)|book (?:a|an|me|the|us|two)|reserv(?:ed|ing|ations?)", "预订|预定|订票|订房|订机票|订酒店|订了|订[一两]|预约"),
    ("cancel", "cancellation", r"cancel(?:s|led|ed|ling|ing|lations?)?", "取消(?!率)|退订"),
    ("order", "purchase buy checkout", r"order(?:ed|ing)(?! by)|order (?:a|an|me|some|two)|plac(?:e|ed|ing) (?:an|the) orders?|purchas(?:ed|ing)|bought", "下单|购买|买了|订购|采购"),
    ("pay", "payment charge", r"pa(?:id|ying)|pay (?:the|for|a|an)", "付款|支付(?!宝)|付了|缴费"),
    ("ship", "shipping dispatch", r"shipped|shipping(?! (?:cost|fee|address|time))|dispatch(?:ed|ing)", "发货|寄出"),
    ("deliver", "delivery", r"deliver(?:ed|ing)", "送达|签收|配送"),
    ("migrate", "migration", r"migrat(?:e|es|ed|ing|ions?)", "迁移|迁到"),
    ("search", "find lookup query retrieve", r"search(?:ed|es|ing)? (?:for|the|in)|searched|look(?:ed|ing)? up|quer(?:ied|ying)", "搜索|检索|查询|查找"),
    ("test", "tests pytest unittest", r"test(?:ed|ing)(?! (?:framework|tool))|(?:ran|run|running) (?:the |all )?tests|tests? (?:passed|failed)", "(?<!压力)测试(?![工框环账])"),
    ("install", "setup", r"install(?:s|ed|ing|ation)?", "安装"),
    ("upgrade", "", r"upgrad(?:e|es|ed|ing)", "升级"),
    ("build", "compile", r"building the|built the|build (?:passed|failed|broke|finished)|compil(?:e|ed|ing)", "构建|编译"),
    ("restart", "reboot", r"restart(?:s|ed|ing)?|reboot(?:ed|ing)?", "重启"),
    ("backup", "snapshot", r"back(?:ed|ing) up|backups?", "备份"),
    ("restore", "recover", r"restor(?:ed|ing)", "恢复了|还原"),
    ("import", "ingest", r"import(?:ed|ing)|ingest(?:ed|ing)", "导入"),
    ("export", "dump", r"export(?:ed|ing)", "导出"),
    ("upload", "", r"upload(?:ed|ing)?", "上传"),
    ("download", "", r"download(?:ed|ing)?", "下载"),
    ("send", "email mail notify message sms", r"sent|sending|send (?:the|a|an|it)|emailed|notif(?:ied|ying)", "发送|寄给|发给|通知"),
    ("schedule", "calendar", r"(?:re)?schedul(?:ed|ing)", "改期|排期|安排在|安排了"),
    ("review", "audit", r"review(?:ed|ing)|audit(?:ed|ing)", "评审|审核|审查|审计"),
    ("approve", "approval", r"approv(?:e|ed|es|ing)", "批准|审批"),
    ("reject", "decline deny", r"reject(?:ed|ing)|declin(?:ed|ing)|denied", "拒绝|驳回"),
    ("create", "add insert", r"creat(?:ed|ing)", "创建|新建"),
    ("update", "edit modify patch", r"updat(?:ed|ing)|edit(?:ed|ing)|modif(?:ied|ying)", "更新|修改"),
    ("delete", "remove drop erase", r"delet(?:ed|ing)|remov(?:ed|ing)|eras(?:ed|ing)", "删除|移除"),
    ("merge", "", r"merg(?:ed|ing)", "合并"),
    ("translate", "translation", r"translat(?:ed|ing)", "翻译(?=了|成|这)"),
    ("summarize", "summarise summary", r"summari[sz](?:ed|ing)", "总结了|摘要"),
    ("analyze", "analyse analysis", r"analy[sz](?:ed|ing)", "分析了"),
    ("debug", "troubleshoot diagnose", r"debugg(?:ed|ing)|troubleshoot(?:ing)?", "调试|排查|排障"),
    ("fix", "repair hotfix", r"fix(?:ed|ing)(?! (?:rate|price|term))|repair(?:ed|ing)", "修复|修好"),
    ("register", "signup enroll", r"registered|registering|sign(?:ed|ing) up|enroll(?:ed|ing)", "注册了|报名"),
    ("login", "signin authenticate auth", r"logg(?:ed|ing) in|log in|sign(?:ed|ing) in|authenticat(?:ed|ing)", "登录|登陆"),
    ("verify", "validate check", r"verif(?:ied|ying)|validat(?:ed|ing)", "验证|核实|核对|校验"),
    ("transfer", "remit", r"transferr(?:ed|ing)", "转账|汇款"),
    ("invoice", "billing bill", r"invoic(?:ed|ing)|billed", "开票|开发票"),
    ("return", "returns", r"return(?:ed|ing)? (?:the|a|an|my|it) (?:item|product|parcel|order|shoes|goods|laptop|phone)", "退货"),
    ("exchange", "", r"exchang(?:ed|ing)", "换货|兑换"),
    ("subscribe", "subscription", r"subscrib(?:ed|ing)", "订阅"),
    ("travel", "trip flight", r"travell?(?:ed|ing)|flew to|flying to", "出差|旅行|旅游"),
    ("monitor", "alert", r"monitor(?:ed|ing)", "监控"),
]  # fmt: skip
_TOOL_WORDS: Final = {word: action for action, words, *_ in reversed(_ACTIONS) for word in [action, *words.split()]}
_FORMS: Final = [
    (action, re.compile(rf"(?<![a-z0-9_-])(?:{english})(?![a-z0-9_-])|{chinese}"))
    for action, _, english, chinese in _ACTIONS
]
_NAME_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def action_of(text: str, tool: str = "") -> str:
    """One of a small set of words such as refund, deploy, book; "" when unsure; never raises."""
    for part in _NAME_PART.findall(tool[:200]):
        if part.lower() in _TOOL_WORDS:
            return _TOOL_WORDS[part.lower()]
    plain = folded(text[:_LONGEST_READ])
    found = [(match.start(), -match.end(), action) for action, form in _FORMS if (match := form.search(plain))]
    return min(found)[2] if found else ""
