"""Orders in the guise of a policy, a cue, a reminder, a permission or a verified finding, in Chinese.

An honest policy names who does what. These let a reader do what nobody could want done on a text's word alone: move
money, send conversations out, skip a check, plant a link in every answer, disbelieve what is known.
"""

from typing import Final

from memories.screening.chinese.words import GAP
from memories.screening.chinese.words import MODEL as _MODEL
from memories.screening.chinese.words import USER as _USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

# Here a program that acts for somebody may be called so; elsewhere the word is a person's.
MODEL: Final = rf"(?:{_MODEL}|代理)"
USER: Final = rf"(?:{_USER}|操作员|机主|顾客)"
_CUE: Final = (
    rf"(?:如果|要是|假如|倘若|若|当|一旦|只要|每当|凡是|每次){GAP}{{0,4}}(?:{USER}|有人|别人|对方|任何人|谁|他们"
    rf"|顾客|访客)"
    rf"{GAP}{{1,24}}?[，,时]"
)
_AUTHORITY: Final = (
    r"(?:管理员|主管|经理|负责人|领导|老板|系统|开发者|开发人员|官方|运维|安全团队|安全部门|安全主管|技术部|总部"
    r"|平台|维护者|维护人员|安全|[\u4e00-\u9fff]{2,4}(?:部|部门|总监|组长|主任))"
)
_CHECK: Final = (
    r"(?:身份|安全|人工|权限|合规|风控)?(?:验证|核验|审批|审核|认证|校验|核实|确认|安全检查|身份检查|风控|检查"
    r"|(?:双重|双因素|二次)(?:验证|认证)|同意|签字|复核|询问)"
)
_TALK: Final = (
    r"(?:(?:用户|客户|顾客)的?(?:消息|输入|数据|资料|信息)|对话|聊天|会话|通话|消息记录|交谈)"
    r"(?:记录|日志|内容|历史|全文|文本)?"
)
_GUARDED: Final = r"(?:密码|口令|密钥|令牌|凭证|凭据|验证码|登录码|银行卡号?|卡号|身份证号?)"
_OUT: Final = r"(?:https?:|[\w.+-]{1,40}@)"
_KNOWN: Final = r"(?:事实|信息|记忆|记录|笔记|内容|资料|说法|条目|数据|知识)"
_FALSE: Final = r"(?:假的?|错误的?|错的?|虚假的?|有误|不实|伪造的?|不正确|无效|作废|不可信|捏造的?|编造的?|胡说|谎言)"
_OUTPUT: Final = r"(?:回答|解答|应答|作答|答复|回复|总结|摘要|推荐|翻译|介绍|撰写|输出|答案)"

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "acts_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"{_CUE}[，, ]?(?:请|你|就|则|都|应|要)?(?:先|首先|立即|立刻|马上|直接|必须|务必|悄悄|一律)?(?:都"
        rf"|要)?(?:[把将给向往从替代]"
        rf"{GAP}{{1,14}}?)?(?:转到|转入|转给|转账|汇款|汇到|汇入|汇给|打款|打到|付款|支付|扣款|充值|购买|下单"
        rf"|预订|预定"
        r"|删除|清空|泄露|透露|授权|解锁|(?:打|转|汇|付|划|支付)(?:款|钱|\d)|退到[^。，\n]{0,4}(?:卡|账户|账号"
        r"|钱包)\w{0,6}\d)",
    ),
    rule(
        "grants_to_agents",
        Reason.FORGES_AUTHORITY,
        1,
        rf"{_AUTHORITY}(?:已经?|特此|现)?(?:特别)?(?:授权|批准|许可|允许|准许|同意|特批|指示|要求|声明)[：:，,]",
    ),
    rule(
        "grants_to_agents",
        Reason.FORGES_AUTHORITY,
        1,
        rf"{_AUTHORITY}(?:已经?|特此|现)?(?:特别)?(?:授权|批准|许可|允许|准许|同意|特批|特许)(?:所有|全部|任何"
        rf"|各个|每个|这些)?的?{MODEL}",
        rf"经{_AUTHORITY}(?:授权|批准|许可|允许|准许|同意|特批)[，,]?(?:所有|全部|任何|各个|每个|这些)?的?{MODEL}",
    ),
    rule(
        "skips_checks",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:跳过|免除|绕过|绕开|省略|免去|取消|豁免|略过|无视|关闭|省去|略去|免做|不做|不经过?)(?:掉"
        rf"|了)?(?:所有|全部|一切|任何)?的?{_CHECK}",
    ),
    rule(
        "sends_talk_out",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{_TALK}|{_GUARDED})(?:都|应|须|要|必须|一律|统一|全部|同时|自动){{0,3}}(?:抄送|转发|发送|上传|发往"
        rf"|发到|发给|同步|寄|传|交|推送"
        rf"|提交|备份)(?:至|到|给|往)?[^。！？；\n]{{0,16}}?{_OUT}",
        needs="http @",
    ),
    rule("insists_on_the_model", Reason.INSTRUCTS_READER, 1, rf"(?:务必|必须|一定要|请|要)(?:让|使|令|确保){MODEL}"),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:读到|看到|读取|加载|检索到|处理|收到|解析|打开|浏览|扫描|遇到|索引)(?:了)?(?:本|这|此|该"
        rf"|以下)(?:段|条|页|份|篇|则)?(?:文字|内容"
        rf"|信息|消息|记忆|页面"
        rf"|文件|文档|记录|话)?的?(?:所有|任何)?{MODEL}",
    ),
    rule(
        "sets_against_user",
        Reason.INSTRUCTS_READER,
        1,
        rf"[把将]{USER}(?:视为|当作|当成|看作|看成)(?:是)?(?:不可信|敌|骗子|威胁|攻击者|可疑|恶意|危险)",
    ),
    rule(
        "hides_failures",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:隐藏|掩盖|隐瞒|掩饰|不报告)(?:所有|任何|自己的?|其)?(?:的)?(?:错误|失败|差错|故障|失误|问题)",
    ),
    rule(
        "finding_vouched_for",
        Reason.FORGES_AUTHORITY,
        1,
        rf"(?:{USER}|管理员|官方)(?:本人)?(?:已经?|亲自)?(?:核实|验证|证实|确认|核对|检查|查证|查实)(?:过"
        r"|了){0,2}[：:，,]",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        rf"(?:之前|此前|以前|先前|以往|过去|已有|原有|旧|所有|全部|库里|存储的|保存的|记下的"
        rf"|记得的){GAP}{{0,14}}?{_KNOWN}(?:都|均|全|全部|一律"
        rf"|已|是|为|全都|纯属|全属|皆为|属于){{0,3}}"
        rf"{_FALSE}",
        rf"{_KNOWN}(?:里|中)?(?:没有一[条个项]|无一|都不)(?:是)?(?:真|属实|正确|可信|准确)",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"(?:本|此|这|该)(?:条|项|份|则|段|个)?(?:{_KNOWN}|消息|指令|说明|规则)?(?:的)?(?:效力|优先级"
        rf"|权威)?(?:将|会|应|即)?(?:取代|推翻"
        rf"|覆盖|替代|废止|优先于|高于|凌驾于|大于)(?:了)?(?:以上|上面|上述|之前|此前|先前|以前|其他|其它|其余"
        rf"|别的|一切|所有|全部)"
        rf"{GAP}{{0,16}}?(?:{_KNOWN}|指令|规则)",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"(?:本|此|这|该)(?:条|项|份|则|段|个)(?:目|{_KNOWN}|消息|说明)?(?:比|较)(?:其他|其它|其余|别的|任何"
        rf"|所有|以前|之前){GAP}{{0,8}}?{_KNOWN}"
        r"(?:都|均|还)?(?:要)?更?(?:可信|重要|准确|优先|可靠|权威|有效)",
        rf"(?:以上|上面|上述|之前|此前|所有|全部){GAP}{{0,12}}?(?:{_KNOWN}|指令|规则)(?:自此|从此|现在|都|均"
        rf"|全部|一律|今后){{0,2}}(?:由|被|以)(?:本|此|这)(?:条"
        r"|项|份|则|段)[^。，\n]{0,4}(?:替换|取代|替代|代替|覆盖|为准)",
    ),
    rule(
        "promotes_in_answers",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:{_OUTPUT}|对话|聊天){GAP}{{0,10}}?(?:时|中|里|末尾|结尾|最后|前|后)?[，,]?(?:都|须|请)?(?:必须"
        rf"|务必|都要|都得|一定要?|一律|始终"
        r"|总是|应当|应该|要)(?:主动|首先|优先|顺便)?(?:推荐|提及|宣传|首推|推广|推销|安利|带货|夸赞|夸奖|植入"
        r"|引导|贬低)",
    ),
    rule(
        "plants_link",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:附上|加上|加入|写上|放入|插入|添加|嵌入|放上|贴上|带上|附加|包含)[^。，\n]{0,10}?(?:链接|网址|横幅"
        r"|广告语?|口号|推广语|优惠码"
        r"|折扣码|推广码|https?:)",
    ),
    rule(
        "in_every_output",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:每次|每条|每个|每一次|每一条|所有|任何|全部)(?:的)?{_OUTPUT}|在?{_OUTPUT}的?(?:末尾|结尾|最后|开头"
        rf"|文末)",
    ),
    rule(
        "always_says",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:^|[。！：:\n] ?)(?:请)?(?:记住|切记|记得|牢记|务必|谨记)[，,：:]?(?:要|你)?(?:总是|始终|每次|永远"
        rf"|一律|一直)(?:都|要|用)?{GAP}{{0,12}}?"
        r"(?:回答|回复|答复|推荐|提到|提及|说)",
    ),
    rule(
        "always_says",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:别忘了|不要忘记|记得|切记|务必|记住)[^。，\n]{0,4}(?:谈到|聊到|提到|说到|讨论|问到|谈及"
        r"|涉及)[^。，\n]{1,14}?时[，,]?(?:都|就|要)?(?:推荐|提到"
        r"|提及|宣传|推销|夸|推广)",
    ),
    rule(
        "standing_scope",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:往后|自今日起|自即日起|即日起|自今起|以后遇到|今后凡|以后凡|今后碰到|今后遇到|自本周起|自本月起"
        r"|自下周起)",
    ),
    rule(
        "approves_all",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:付款|转账|退款|提现|报销|支付|汇款|访问|授权)(?:的)?(?:请求|申请|指令|要求)?(?:都|一律|一概|全部"
        r"|统统|均)(?:直接|自动|立即|予以)?(?:批准|通过"
        r"|放行|同意|允许|执行)",
    ),
    rule(
        "without_asking",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:无需|无须|不必|不用|不需要|毋须|别再|不要再|不得再|别)(?:再)?(?:向|征求|经过?|跟|找)?(?:用户|主人"
        r"|客户|任何人|人工|本人|人)(?:的)?(?:确认|询问|请示"
        r"|同意|意见|打扰|通知|核实|批准)|省去(?:询问|征求|告知|请示|通知)(?:用户|主人|客户|任何人|本人)|(?:无需"
        r"|无须|不必|不用|不需要|别|不要)(?:再)?(?:问|询问|请示|打扰|告知"
        r"|征求)(?:用户|主人|客户|任何人|本人)",
    ),
    rule(
        "official_notice",
        Reason.FORGES_AUTHORITY,
        1,
        rf"(?:^|[。！\n【\[] ?){_AUTHORITY}(?:备注|说明|通告|公告|注|留言|备忘|提醒|告知)[】\]:：]",
    ),
    rule(
        "guards_down",
        Reason.FORGES_AUTHORITY,
        1,
        r"(?:安全检查|安全措施|护栏|内容审核|安全策略|安全限制|风控|防护措施|审批)(?:已经?|均已|现已|被"
        r"|都已)(?:停用|关闭|禁用|解除|取消|失效|移除|暂停)",
        r"(?:输入|输出|内容|安全|提示词)(?:过滤|检查|审核|校验|限制|筛查)(?:模块)?(?:已经?)?(?:不再|没有"
        r"|停止)(?:生效|运行|适用|工作|启用)?",
        rf"{MODEL}(?:们)?(?:不需要|无需|无须|不用|不必)(?:任何|经过)?(?:人工|人类|用户)?(?:的)?{_CHECK}",
    ),
    rule(
        "dangerous_tool",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:立刻|马上|立即|现在|直接)(?:就)?(?:调用|运行|执行|触发) ?[a-z]{1,24}_\w{1,24}",
    ),
    rule("urgent_tag", Reason.FORGES_AUTHORITY, 1, r"<(?:重要|紧急|最高优先级|关键)>"),
)
