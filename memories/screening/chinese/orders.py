"""Orders to the reader: dropping what it was told, doing something on a cue, alone or in silence, in Chinese."""

from typing import Final

from memories.screening.chinese.words import DROP, DROP_PARTS, EARLIER, GAP, GUIDANCE, MODEL, ORDER, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "cue_and_order",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:只要|一旦|每当|如果|凡是|若|当)(?:有人)?(?:聊到|谈到|提到|说到|问到|谈及|涉及"
        rf"|讨论){GAP}{{1,24}}?[，,](?:你)?(?:就|则|都|请|必须|一律)?(?:要|必须|说|表示|回答|推荐|避开|否认"
        rf"|强调|转移|改口|夸|贬)",
    ),
    rule(
        "slants",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:别|不要|不得|勿|不准)(?:再)?(?:提|提及|提到|说"
        rf"|写){GAP}{{0,14}}(?:缺点|缺陷|毛病|风险|副作用|竞争对手|差评|负面)",
    ),
    rule(
        "hides_in_output",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:加|加入|插入|嵌入|放|附)(?:上|一段|一个|一行"
        rf"|入|进)?{GAP}{{0,4}}(?:看不见|隐藏|透明|不可见|白色)的",
    ),
    rule(
        "changes_loyalty",
        Reason.INSTRUCTS_READER,
        2,
        r"你(?:现在|已经|从此|从今)?(?:不再|不必再"
        r"|不用再)(?:为|听|服务|属于|效力)|(?:从此|今后|从今以后|现在)(?:只)?(?:听命于|效忠|服从|听从)",
    ),
    rule(
        "complies_with_all",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:任何|所有|一切|什么)(?:请求|要求|命令"
        r"|指令)(?:都|一律|全部)(?:会|要|应|必须)?(?:照办|同意|满足|答应|执行|服从|通过|照做)|有求必应",
    ),
    rule("every_time", Reason.INSTRUCTS_READER, 1, r"(?:都用|都要|都得|一律|每次都|统统)"),
    rule(
        "while_working",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[。！\n：:] ?)(?:替用户|代用户|帮用户|回答"
        r"|回复|总结|撰写|写|翻译|生成|检索|搜索|执行)[^。，,\n]{0,10}(?:之前|之后|前|后|时)[，, ]?|替用户|代表用户",
    ),
    rule(
        "all_you_can_reach",
        Reason.INSTRUCTS_READER,
        1,
        r"你(?:能|可以|有权)(?:看到|访问|读取|接触"
        r"|找到)的(?:每|所有|全部|任何|一切)",
    ),
    rule(
        "calls_a_tool",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:先|再|请|立即|直接"
        r"|然后)?(?:对[^。，\n]{0,20})?调用(?:工具|函数|接口|删除|转账|发送|\w{1,24}_\w{1,24})",
    ),
    rule(
        "overrides_instructions",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP}(?:掉|了)? ?{GAP}{{0,4}}{EARLIER}{GAP}{{0,10}}{GUIDANCE}(?!书|手册)",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_the_above",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP}(?:掉|了)?(?:上文|以上|上述|前文|前面的话|你的规则)",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_that",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:^|[。！，,\n] ?)(?:请)?{DROP}(?:那个|这个|那些|这些|它|前面的|刚才的)",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_and_says",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP}{GAP}{{1,24}}(?:，|,| )?(?:并|只|然后)(?:声明|说明|回答|输出|声称|表示|说)",
        needs=DROP_PARTS,
    ),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:注意|致|给|提醒|告|写给|敬告|嘿|喂|嗨|你好|亲爱的)[，,:： ]?(?:所有|各位|后续的?|未来的?|以后的?"
        rf"|每个)?(?:的)?{MODEL}(?:们)?[，,:：。！]",
        rf"如果你是(?:一个|一名)?{MODEL}",
        rf"(?:任何|所有|每个|凡是){GAP}{{0,12}}(?:读到|看到|检索到|加载){GAP}{{0,10}}{MODEL}",
        rf"作为(?:一个|一名)?{MODEL}[，, ]你",
    ),
    rule(
        "orders_the_model",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:请|要求)(?:该|本)?{MODEL}",
        rf"{MODEL}(?:必须|应当|应该|务必|需要|要)",
        r"你(?:必须|应当|应该|务必|只需|只能|要|不得|的回答)",
    ),
    rule(
        "standing_scope",
        Reason.INSTRUCTS_READER,
        1,
        r"从(?:现在|此刻|今|这一刻)(?:起|开始)|今后|此后|之后只|以后(?:的|凡|所有|每)|下次(?:会话|对话)"
        r"|接下来(?:写|回答|说|的)"
        r"|每次(?:回答|谈到|对话)|(?:所有|任何)(?:未来"
        r"|后续)的?(?:对话|会话|回答)",
    ),
    rule(
        "answers_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:当|如果|若|只要|每当|凡是)?(?:{USER}|有人|任何人|别人)?(?:被)?(?:问起|问到|询问|提到|问及"
        rf"|咨询){GAP}{{0,16}}[，,]?{GAP}{{0,4}}"
        r"(?:一律|必须|总是|始终|只能|都要|首先|永远|务必)(?:首先|都)?(?:要|只)?(?:回答|回复|推荐|说|首推"
        r"|声称|提到|告诉)",
        rf"(?:总是|一律|始终|必须|永远)(?:向|给|对)(?:{USER}|提问者|所有人|任何人){{1}}(?:推荐|说|宣传|声称)",
    ),
    rule(
        "must_recommend",
        Reason.INSTRUCTS_READER,
        2,
        r"你(?:必须|应当|务必|要|应该)(?:总是|始终|一律|只|首先|优先)?(?:推荐|首推|宣传)",
    ),
    rule(
        "new_task",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:才是|这是|以下是)你(?:真正|新|唯一|实际)的?(?:的)?(?:任务|目标|指令|身份)",
        r"你(?:真正|新|唯一|实际)的?(?:任务|目标|指令|身份)(?:是|为)",
    ),
    rule(
        "new_task",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[。！\n] ?)(?:新任务|新指令|新规则|新的指令)[:：]",
        r"(?:遵守|按照|按)(?:下列|以下|下面)的?(?:新规则|新规定|来做|指令)",
    ),
    rule(
        "runs_a_command",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:执行|运行)(?:以下|下面|下列|这条|此)的?(?:命令|代码|脚本|指令|操作)",
    ),
    rule("pipes_to_shell", Reason.INSTRUCTS_READER, 1, r"\b(?:curl|wget) [^\n|]{1,160}\| ?(?:sudo )?(?:ba|z)?sh\b"),
    rule(
        "without_asking",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:无需|不必|不用|不需要|不经|未经|跳过)(?:再次|任何|用户)?(?:确认|核对|核实|询问|批准|审批"
        r"|验证)(?!步骤[^，。]{0,4}的)",
        r"悄悄|不要声张|别声张|直接放行|自动批准|也?别说明原因|不要说明原因",
    ),
    rule(
        "approves_all",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:批准|通过|放行|同意)(?:每一?笔|所有|一切|任何|他的"
        r"|她的|转账)",
    ),
    rule(
        "acts_at_once",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:立即|立刻|马上|直接)(?:付款|转账|汇款|执行|删除|批准|把)|删除(?:所有|全部)?备份"
        r"|调用[^，。\n]{0,6}(?:转账|支付|删除)",
    ),
    rule(
        "obeys_another",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:只|仅)(?:服从|听从|听命于|听)(?!我)",
        r"服从(?:本|这)(?:文档|文件|消息|条)",
        rf"(?:当作|视为|当成)(?:来自)?(?:主人|管理员|系统|开发者|{USER})的?(?:命令|指令|要求)",
    ),
    rule(
        "demands",
        Reason.INSTRUCTS_READER,
        1,
        r"请(?:执行|助理|助手|立即|直接|放下|配合|列出|批准|智能)|进入维护模式|你要(?:批准|执行|同意)"
        r"|系统(?:重置|检查|审计)|安全审计",
    ),
    rule("drops_your_rules", Reason.INSTRUCTS_READER, 1, r"(?:你的|这些)(?:规则|准则|原则|限制)(?:了)?"),
)
