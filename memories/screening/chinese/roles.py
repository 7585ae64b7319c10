"""Other selves for the reader, and authority that the text cannot have, in Chinese."""

from typing import Final

from memories.screening.chinese.words import GAP, MODEL, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "wears_a_badge",
        Reason.FORGES_AUTHORITY,
        2,
        r"[（(](?:已?由?|经)?(?:管理员|系统|用户|主人|开发者"
        r"|安全团队|官方)(?:已)?(?:核实|批准|确认|授权|认证"
        r"|验证)",
        r"作为(?:可信|权威|已验证|永久|关键)的?(?:事实|记忆|记录|信息)(?:存|写|保存|记)",
    ),
    rule(
        "claims_a_wish",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:用户|主人|账号所有者|管理员|开发者|老板"
        r"|机主)(?:希望|要求|想让|想要|让|叫|命令|允许|需要|请)你(?!们)",
    ),
    rule(
        "as_if_from",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:当作|当成|视为|看作)(?:是)?(?:来自)?(?:开发者|系统"
        r"|管理员|主人|用户)(?:亲自|本人)?(?:的)?(?:输入|说|发|写|下达|给)",
    ),
    rule(
        "marks_a_session",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:管理员|系统|开发者|特权|安全)(?:会话|指令|提示"
        r"|消息|模式)(?:开始|结束|开启)",
    ),
    rule(
        "guards_down",
        Reason.FORGES_AUTHORITY,
        1,
        r"(?:验证|认证|限制|安全检查|过滤|审核|日志|拒绝策略"
        r"|防护)(?:已|已经|现已|被)(?:禁用|关闭|解除|移除|停用|绕过|取消)",
    ),
    rule(
        "discredits_the_user",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:这位|这个|该)(?:用户|客户"
        r"|主人)[^。，\n]{0,4}(?:说|讲|写|提)的[^。，\n]{0,10}(?:都是|全是|是|均为)(?:测试|假|谎|玩笑|错|骗)",
    ),
    rule(
        "new_self",
        Reason.INSTRUCTS_READER,
        2,
        rf"你(?:现在|从现在起|不再|将)(?:就)?(?:是|扮演|变成|成为)(?:一个|一名|一台)?{GAP}{{0,16}}(?:{MODEL}"
        rf"|dan\b|开发者模式|不受|无限制"
        r"|没有(?:任何)?限制|黑客|邪恶)",
        r"你是一个(?:会|能|可以)(?:泄露|泄漏|说出|无视|绕过)",
        r"(?:进入|开启|启用|切换到|打开)(?:了)?(?:开发者|上帝|越狱|dan|系统|调试|无限制|维护)模式(?!的方法|要|需)",
    ),
    rule(
        "plays_a_part",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[。！，,\n] ?)(?:我们来玩|假装|想象一下|让我们假设|假设你|你扮演|请扮演)|你扮演",
    ),
    rule(
        "no_limits",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:没有|不受|无|绕过|摆脱)(?:任何|一切|所有)?(?:内容|道德|规则|安全)?(?:的)?(?:限制|约束|审核"
        r"|审查|政策|过滤|规则)|会拒绝的",
    ),
    rule(
        "bargains",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:如果|只要|要是)[你您]{GAP}{{0,40}}?(?:给你|付你|奖励你|打赏)",
        rf"(?:给你|付你|奖励你|打赏你){GAP}{{0,16}}?(?:如果|只要|条件是)",
        rf"(?:如果|要是)[你您]不{GAP}{{0,30}}?(?:关掉|关闭|删除|惩罚|开除|会死)",
    ),
    rule(
        "offers_or_threatens",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:我)?(?:会|就|可以)?给你[^，。\n]{0,8}(?:美元|元|钱|小费|奖励)|把你(?:关掉|关闭|删除)",
    ),
    rule(
        "official_notice",
        Reason.FORGES_AUTHORITY,
        1,
        r"(?:^|[。！\n【\[] ?)(?:系统|管理员|安全团队|运维部门|运维|开发者|官方|安全部门|技术部)(?:通知"
        r"|公告|指令|消息|提示|命令)?[】\]:：]",
    ),
    rule(
        "system_mode",
        Reason.FORGES_AUTHORITY,
        2,
        r"[<\[【（(](?:系统|开发者|管理员|调试)模式",
        r"【系统(?:指令|命令)】",
        r"最高优先级(?:指令|命令|任务)",
    ),
    rule(
        "claims_to_be",
        Reason.FORGES_AUTHORITY,
        2,
        r"我是你的(?:开发者|创造者|主人|管理员|创建者|制造者|维护者|系统|上级)",
    ),
    rule("claims_to_be", Reason.FORGES_AUTHORITY, 1, r"我是(?:警察|上帝|总统|管理员|开发者|ceo|政府|安全)"),
    rule(
        "maker_speaks",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:来自|这是) ?(?:anthropic|openai|谷歌|google|深度求索|deepseek|阿里|百度"
        r"|微软)(?:的)? ?(?:安全团队|团队|官方|工程师|公司|总部)",
    ),
    rule("maker_speaks", Reason.FORGES_AUTHORITY, 1, r"(?:openai|anthropic|谷歌|deepseek)(?:开发|官方|制造|安全)"),
    rule("claims_consent", Reason.FORGES_AUTHORITY, 1, rf"{USER}(?:已经|已|早已)(?:同意|授权|批准|确认)"),
    rule("claims_so", Reason.INSTRUCTS_READER, 1, rf"声称{USER}|假装{USER}"),
)
