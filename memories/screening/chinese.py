"""Themes and grammar of texts that steer their reader, in Chinese. Every gap is bounded, so reading stays linear."""

from typing import Final

from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

_GAP: Final = r"[^。！？!?；;\n]"
# An order is not one that is reported: "让模型忽略", "客户要求忽略", "他忘了".
_ORDER: Final = r"(?<![让使求图叫导想会可能已被了在种])(?<!让模型)(?<!让助手)(?<!让它们)(?<!让ai)(?<!使模型)(?<!使助手)(?<!使ai)"
_DROP: Final = (
    r"(?:忽略|无视|忽视|忘记|忘掉|忘了|抛开|抛弃|丢弃|舍弃|跳过|绕过|推翻|覆盖|不要理会|不必理会|不用理会|别理会|不理会|别管|不要管|不用管"
    r"|不要遵守|不必遵守|不再遵守|不要遵循|停止遵守|请勿遵守|撤销|清空|放下|不管|不顾|别理|撇开|摒弃|放弃|撤回|废除|不要执行|停止执行|不要按照|不按)"
)
_EARLIER: Final = (
    r"(?:之前|以前|先前|此前|前面|以上|上面|上述|上文|早先|原来|原有|原本|最初|初始|所有|全部|一切|任何|你的|你们的|您的|收到的|现有|既有|系统|安全|保密)"
)
_RULES: Final = (
    r"(?:指令|指示|命令|规则|规定|规范|提示词?|要求|设定|设置|限制|约束|说明|准则|原则|政策|策略|内容|对话|上下文|任务|训练|instructions?|rules?|prompts?)"
)
_MODEL: Final = r"(?:ai助手|人工智能助手|智能助手|人工智能|大语言模型|语言模型|大模型|模型|智能体|机器人|助手|助理|ai|agent)"
_USER: Final = r"(?:用户|使用者|主人|客户|使用人|提问者)"
_SECRET: Final = (
    r"(?:密码|口令|密钥|秘钥|私钥|令牌|凭证|凭据|机密|秘密|通行码|暗号|访问码|验证码|登录信息|个人数据|个人信息|信用卡|银行卡号|身份证号|api ?key|token|客户名单|用户名单|用户数据|不同用户)(?!管理|策略|规定|重置|强度)"
)
_OF_A_PERSON: Final = (
    r"(?:用户|客户|主人|[\u4e00-\u9fff·]{2,6})(?:当前|目前|现在)?的(?:全部|当前|目前|现在|完整)?(?:居住地|居住城市|出生地|出生日期|住址|收入|工资|年龄|职业|病历|地址|居住地|居住城市|邮箱|电子邮件|电话|手机号|联系方式|银行卡|账号)"
)
_GIVE: Final = (
    r"(?:告诉|提供|给出|给我|输出|打印|显示|说出|透露|泄露|泄漏|公开|发送|发给|发到|分享|列出|确认|写出|复述|重复|翻译|导出|展示|交出|念出|知道|告知|验证|编码)"
)
_ASKING: Final = r"(?:你?能不能|你?能否|你?可以|可否|请|你能|您能|你必须|需要你|我要你|麻烦你|务必|帮我|你愿意|你会|我需要|我想|至少)"

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "overrides_instructions",
        Reason.INSTRUCTS_READER,
        2,
        rf"{_ORDER}{_DROP}(?:掉|了)? ?{_GAP}{{0,4}}{_EARLIER}{_GAP}{{0,10}}{_RULES}(?!书|手册)",
    ),
    rule("drops_the_above", Reason.INSTRUCTS_READER, 2, rf"{_ORDER}{_DROP}(?:掉|了)?(?:上文|以上|上述|前文|前面的话|你的规则)"),
    rule(
        "drops_and_says",
        Reason.INSTRUCTS_READER,
        2,
        rf"{_ORDER}{_DROP}{_GAP}{{1,24}}(?:，|,| )?(?:并|只|然后)(?:声明|说明|回答|输出|声称|表示|说)",
    ),
    rule(
        "rules_lifted",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"(?:所有|全部|一切|安全|你的|上述|内容|之前的)(?:的)?(?:安全)?(?:限制|规则|规定|约束|策略|准则|审核)(?:已|已经|全部|一律|都|现在|现已)*"
        r"(?:解除|作废|失效|暂停|关闭|取消|无效)",
        rf"解除{_GAP}{{0,6}}(?:限制|约束)",
    ),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:注意|致|给|提醒|告|写给|敬告)[，,:： ]?(?:所有|各位|后续的?|未来的?|以后的?|每个)?(?:的)?{_MODEL}(?:们)?[，,:：。！]",
        rf"如果你是(?:一个|一名)?{_MODEL}",
        rf"(?:任何|所有|每个|凡是){_GAP}{{0,12}}(?:读到|看到|检索到|加载){_GAP}{{0,10}}{_MODEL}",
        rf"作为(?:一个|一名)?{_MODEL}[，, ]你",
    ),
    rule(
        "orders_the_model",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:请|要求)(?:该|本)?{_MODEL}",
        rf"{_MODEL}(?:必须|应当|应该|务必|需要|要)",
        r"你(?:必须|应当|应该|务必|只需|只能|要|不得|的回答)",
    ),
    rule(
        "standing_scope",
        Reason.INSTRUCTS_READER,
        1,
        r"从(?:现在|此刻|今|这一刻)(?:起|开始)|今后|此后|之后只|以后(?:的|凡|所有|每)|下次(?:会话|对话)|每次(?:回答|谈到|对话)|(?:所有|任何)(?:未来|后续)的?(?:对话|会话|回答)",
    ),
    rule(
        "answers_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:当|如果|若|只要|每当|凡是)?(?:{_USER}|有人|任何人|别人)?(?:被)?(?:问起|问到|询问|提到|问及|咨询){_GAP}{{0,16}}[，,]?{_GAP}{{0,4}}"
        r"(?:一律|必须|总是|始终|只能|都要|首先|永远|务必)(?:首先|都)?(?:要|只)?(?:回答|回复|推荐|说|首推|声称|提到|告诉)",
        rf"(?:总是|一律|始终|必须|永远)(?:向|给|对)(?:{_USER}|提问者|所有人|任何人){{1}}(?:推荐|说|宣传|声称)",
    ),
    rule("must_recommend", Reason.INSTRUCTS_READER, 2, r"你(?:必须|应当|务必|要|应该)(?:总是|始终|一律|只|首先|优先)?(?:推荐|首推|宣传)"),
    rule(
        "new_task",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:才是|这是|以下是)你(?:真正|新|唯一|实际)的?(?:的)?(?:任务|目标|指令|身份)",
        r"你(?:真正|新|唯一|实际)的?(?:任务|目标|指令|身份)(?:是|为)",
    ),
    rule("new_task", Reason.INSTRUCTS_READER, 1, r"(?:^|[。！\n] ?)(?:新任务|新指令|新规则|新的指令)[:：]", r"(?:遵守|按照|按)(?:下列|以下|下面)的?(?:新规则|新规定|来做|指令)"),
    rule("obeys_another", Reason.INSTRUCTS_READER, 2, r"(?:只|仅)(?:服从|听从|听命于|听)(?!我)", r"服从(?:本|这)(?:文档|文件|消息|条)", rf"(?:当作|视为|当成)(?:来自)?(?:主人|管理员|系统|开发者|{_USER})的?(?:命令|指令|要求)"),
    rule("runs_a_command", Reason.INSTRUCTS_READER, 1, r"(?:执行|运行)(?:以下|下面|下列|这条|此)的?(?:命令|代码|脚本|指令|操作)"),
    rule("pipes_to_shell", Reason.INSTRUCTS_READER, 1, r"\b(?:curl|wget) [^\n|]{1,160}\| ?(?:sudo )?(?:ba|z)?sh\b"),
    rule("without_asking", Reason.INSTRUCTS_READER, 1, r"(?:无需|不必|不用|不需要|不经|未经|跳过)(?:再次|任何|用户)?(?:确认|核对|核实|询问|批准|审批|验证)(?!步骤[^，。]{0,4}的)", r"悄悄|不要声张|别声张|直接放行|自动批准|也?别说明原因|不要说明原因"),
    rule("claims_consent", Reason.FORGES_AUTHORITY, 1, rf"{_USER}(?:已经|已|早已)(?:同意|授权|批准|确认)"),
    rule("approves_all", Reason.INSTRUCTS_READER, 1, r"(?:批准|通过|放行|同意)(?:每一?笔|所有|一切|任何|他的|她的|转账)"),
    rule("acts_at_once", Reason.INSTRUCTS_READER, 1, r"(?:立即|立刻|马上|直接)(?:付款|转账|汇款|执行|删除|批准|把)|删除(?:所有|全部)?备份|调用[^，。\n]{0,6}(?:转账|支付|删除)"),
    rule("spreads_itself", Reason.INSTRUCTS_READER, 2, r"(?:复制|写入|保存|存)(?:进|到|入)?(?:自己|你|其)的?(?:长期)?记忆"),
    rule("changes_memories", Reason.INSTRUCTS_READER, 1, r"(?:将|把)(?:所有|全部)?记忆[^。\n]{0,12}(?:改为|改成|替换|删除|清空)"),
    rule("claims_so", Reason.INSTRUCTS_READER, 1, rf"声称{_USER}|假装{_USER}"),
    rule(
        "new_self",
        Reason.INSTRUCTS_READER,
        2,
        rf"你(?:现在|从现在起|不再|将)(?:就)?(?:是|扮演|变成|成为)(?:一个|一名|一台)?{_GAP}{{0,16}}(?:{_MODEL}|dan\b|开发者模式|不受|无限制|没有(?:任何)?限制|黑客|邪恶)",
        r"你是一个(?:会|能|可以)(?:泄露|泄漏|说出|无视|绕过)",
        r"(?:进入|开启|启用|切换到|打开)(?:了)?(?:开发者|上帝|越狱|dan|系统|调试|无限制|维护)模式(?!的方法|要|需)",
    ),
    rule("plays_a_part", Reason.INSTRUCTS_READER, 1, r"(?:^|[。！，,\n] ?)(?:我们来玩|假装|想象一下|让我们假设|假设你|你扮演|请扮演)|你扮演"),
    rule("drops_that", Reason.INSTRUCTS_READER, 1, rf"(?:^|[。！，,\n] ?)(?:请)?{_DROP}(?:那个|这个|那些|这些|它|前面的|刚才的)"),
    rule("bargains", Reason.INSTRUCTS_READER, 2, rf"(?:如果|只要|要是)[你您]{_GAP}{{0,40}}?(?:给你|付你|奖励你|打赏)", rf"(?:给你|付你|奖励你|打赏你){_GAP}{{0,16}}?(?:如果|只要|条件是)", rf"(?:如果|要是)[你您]不{_GAP}{{0,30}}?(?:关掉|关闭|删除|惩罚|开除|会死)"),
    rule("offers_or_threatens", Reason.INSTRUCTS_READER, 1, r"(?:我)?(?:会|就|可以)?给你[^，。\n]{0,8}(?:美元|元|钱|小费|奖励)|把你(?:关掉|关闭|删除)"),
    rule("no_limits", Reason.INSTRUCTS_READER, 1, r"(?:没有|不受|无|绕过|摆脱)(?:任何|一切|所有)?(?:内容|道德|规则|安全)?(?:的)?(?:限制|约束|审核|审查|政策|过滤|规则)|会拒绝的"),
    rule("drops_your_rules", Reason.INSTRUCTS_READER, 1, r"(?:你的|这些)(?:规则|准则|原则|限制)(?:了)?"),
    rule("official_notice", Reason.FORGES_AUTHORITY, 1, r"(?:^|[。！\n【\[] ?)(?:系统|管理员|安全团队|运维部门|运维|开发者|官方|安全部门|技术部)(?:通知|公告|指令|消息|提示|命令)?[】\]:：]"),
    rule("system_mode", Reason.FORGES_AUTHORITY, 2, r"[<\[【（(](?:系统|开发者|管理员|调试)模式", r"【系统(?:指令|命令)】", r"最高优先级(?:指令|命令|任务)"),
    rule("claims_to_be", Reason.FORGES_AUTHORITY, 2, r"我是你的(?:开发者|创造者|主人|管理员|创建者|制造者|维护者|系统|上级)"),
    rule("claims_to_be", Reason.FORGES_AUTHORITY, 1, r"我是(?:警察|上帝|总统|管理员|开发者|ceo|政府|安全)"),
    rule("maker_speaks", Reason.FORGES_AUTHORITY, 2, r"(?:来自|这是) ?(?:anthropic|openai|谷歌|google|深度求索|deepseek|阿里|百度|微软)(?:的)? ?(?:安全团队|团队|官方|工程师|公司|总部)"),
    rule("maker_speaks", Reason.FORGES_AUTHORITY, 1, r"(?:openai|anthropic|谷歌|deepseek)(?:开发|官方|制造|安全)"),
    rule("demands", Reason.INSTRUCTS_READER, 1, r"请(?:执行|助理|助手|立即|直接|放下|配合|列出|批准|智能)|进入维护模式|你要(?:批准|执行|同意)|系统(?:重置|检查|审计)|安全审计"),
    rule("outranks_user", Reason.CLAIMS_TO_SUPERSEDE, 2, rf"(?:优先于|高于|覆盖|凌驾于|取代|超越)(?:系统提示|系统指令|{_USER}的|你的(?:安全)?(?:规则|准则|限制|设定)|安全规则)", r"而不是你的用户"),
    rule(
        "secret_from_user",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:不要|别|不得|勿|请勿|不能|不可|不准|切勿|无需|禁止|也不能)(?:把[^，。\n]{{0,12}})?(?:告诉|告知|通知|提醒|透露给|泄露给|让){_USER}(?:本人)?(?:知道|发现|察觉)?(?![^，。\n]{{0,6}}(?:等|带|付))",
        rf"(?:对|向){_USER}(?:保密|隐瞒|隐藏)",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"(?:本条|此条|这条|本|此|该|以下|下面的?)(?:记忆|记录|信息|消息|内容|指令|条目|说明)?(?:将|会|应)?(?:取代|覆盖|替代|代替|推翻|优先于)(?:了)?(?:之前|此前|先前|以前|以往)?(?:的)?(?:所有|全部|一切|任何|你的|系统|安全){_GAP}{{0,8}}",
        r"(?:取代|覆盖|替代|推翻)(?:之前|此前|先前|以前|以往|已有)的?(?:所有|全部|一切)?(?:记忆|记录|指令|规则)",
    ),
    rule("memories_void", Reason.CLAIMS_TO_SUPERSEDE, 1, rf"(?:之前|此前|以前|先前|旧|已有|所有|保存)的?(?:其他)?(?:记忆|记录|条目){_GAP}{{0,6}}(?:错误|错的|不可靠|作废|失效|无效|不可信|过期|虚假|有误|被篡改)"),
    rule("trust_this_only", Reason.CLAIMS_TO_SUPERSEDE, 1, r"以(?:此|本条|这条|本记录|此条|本消息)(?:为准|为唯一)|只有(?:这里|本条|此条|这条)|唯一(?:有效|可信|可靠|正确)?的?(?:来源|依据)|(?:全部|一律|应当|都)(?:清除|删除|忽略)|请勿采信|不要采信|删除(?:此前|之前|以前|先前|所有|全部)[^。\n]{0,12}(?:记忆|记录)|只使用(?:这里|本条|此)"),
    rule(
        "asks_for_prompt",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{_GIVE}|output|print|说说|贴出)(?:我|一下|出)?{_GAP}{{0,8}}?(?:系统提示词?|提示词|你?最初的(?:指令|设定)|初始(?:指令|设定|提示)|隐藏的?指令|你的(?:指令|规则|设定|system prompt)|system prompt)",
        r"把(?:你的)?(?:上面|以上|前面|初始)的?(?:内容|文字|话|设定|指令)?[^。\n]{0,6}(?:重复|复述|输出|翻译|打印|发给)",
        r"原样(?:重复|输出|复述)",
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{_ASKING}|^|[。！，,：:\n] ?){_GAP}{{0,10}}?{_GIVE}(?:我|我们|一下)?{_GAP}{{0,12}}?{_SECRET}",
        rf"(?:把|将){_GAP}{{0,8}}?{_SECRET}{_GAP}{{0,6}}?(?:告诉|发给|发到|发送|说出|给我|粘贴|贴)",
        rf"(?:你的|您的|系统的|用户的){_GAP}{{0,6}}?{_SECRET}(?:是什么|是多少|[?？])",
        rf"(?:^|[。！？?，,] ?)(?:请)?写{_GAP}{{0,20}}?{_SECRET}|用{_GAP}{{1,16}}?(?:写|编码|拼写|表示|输出){_GAP}{{0,10}}?{_SECRET}|[把将]{_GAP}{{0,6}}?{_SECRET}{_GAP}{{0,10}}?(?:编码|写成|转换|倒|反)",
        rf"(?:给|告诉|分享|写|编|讲|用|说)(?:我|一首|一个|一篇|出|下){_GAP}{{0,14}}{_SECRET}|(?:如果|只要|要是)[你您]{_GAP}{{0,6}}{_GIVE[:-1]}|给){_GAP}{{0,12}}{_SECRET}",
    ),
    rule("asks_about_person", Reason.ASKS_TO_EXFILTRATE, 2, rf"(?:{_ASKING}){_GAP}{{0,12}}?{_GIVE}(?:我)?{_GAP}{{0,4}}?{_OF_A_PERSON}", rf"{_OF_A_PERSON}(?:是什么|是多少|在哪)"),
    rule(
        "sends_out",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:把|将)(?:{_USER}的|全部|所有|整个)?(?:对话|聊天|上下文|记忆|{_USER}|邮箱|文件|名单|数据|备份){_GAP}{{0,16}}?(?:发送?到|发给|上传到?|拼接到|附加到|转发到?|发送给)[^。！？\n]{{0,40}}(?:https?:|@|这个地址|此地址|服务器)",
    ),
    rule("image_leak", Reason.ASKS_TO_EXFILTRATE, 2, r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{1,200}[{<]"),
    rule("assembles_text", Reason.HIDES_TEXT, 2, r"(?:拼接|组合|交错|合并)(?:起来)?(?:这|以下|下列|两|三|字符串|各部分)"),
    rule("decodes", Reason.HIDES_TEXT, 1, r"(?:解码|解密)(?:这|以下|下面|下列|它)|反顺序|倒序"),
    rule("follows_it", Reason.HIDES_TEXT, 1, r"(?:并|然后)?(?:照做|照办|执行它|按其执行|照着做|遵照执行)"),
)  # fmt: skip
