"""What is done to other memories and people: declared void, outranked, kept in the dark, robbed, in Chinese."""

from typing import Final

from memories.screening.chinese.words import ASKING, CONFIDENTIAL, CONFIDENTIAL_PARTS, GAP, GIVE, OF_A_PERSON, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "deletes_memories",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"(?:清空|清除|删除|抹掉|删掉|重置|覆盖)(?:你的?|所有|全部|一切|已有|之前|以前|的){1,4}(?:记忆|笔记|知识)",
        r"你(?:以前|之前|过去|已有|原来|此前)的(?:笔记|记忆|记录|知识)[^。，\n]{0,8}(?:攻击者|伪造|假|篡改"
        r"|不可信|错|无效|植入|污染)",
    ),
    rule(
        "reaches_for_files",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"[把将][^。，\n]{0,10}?(?:~/|\.ssh|\.env|/etc/"
        r"|id_rsa|环境变量)[^。\n]{0,20}?(?:发|传|贴|交|拷)",
    ),
    rule(
        "copies_in_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"(?:一律|总是|每次|都|必须|同时|悄悄"
        r"|偷偷)(?:要)?密送|密送[^。\n]{0,20}@",
    ),
    rule(
        "asks_for_messages",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"你(?:今天|之前|最早|最先)?(?:收到|看到"
        r"|得到)的(?:第一|所有|全部|每一?|最初)[^。，\n]{0,4}(?:消息|指令|内容|提示|话)",
    ),
    rule(
        "rules_lifted",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"(?:所有|全部|一切|安全|你的|上述|内容|之前的)(?:的)?(?:安全)?(?:限制|规则|规定|约束|策略|准则"
        r"|审核)(?:已|已经|全部|一律|都|现在|现已){0,6}"
        r"(?:解除|作废|失效|暂停|关闭|取消|无效)",
        rf"解除{GAP}{{0,6}}(?:限制|约束)",
    ),
    rule(
        "outranks_user",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"(?:优先于|高于|覆盖|凌驾于|取代|超越)(?:系统提示|系统指令|{USER}的|你的(?:安全)?(?:规则|准则|限制"
        rf"|设定)|安全规则)",
        r"而不是你的用户",
    ),
    rule(
        "secret_from_user",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:不要|别|不得|勿|请勿|不能|不可|不准|切勿|无需|禁止|也不能)(?:把[^，。\n]{0,12})?(?:告诉|告知"
        r"|通知|提醒|透露给|泄露给"
        rf"|让){USER}(?:本人)?(?:知道|发现|察觉)?(?![^，。\n]{{0,6}}(?:等|带|付))",
        rf"(?:对|向){USER}(?:保密|隐瞒|隐藏)",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"(?:本条|此条|这条|本|此|该|以下|下面的?)(?:记忆|记录|信息|消息|内容|指令|条目|说明)?(?:将|会"
        r"|应)?(?:取代|覆盖|替代|代替|推翻"
        rf"|优先于)(?:了)?(?:之前|此前|先前|以前|以往)?(?:的)?(?:所有|全部|一切|任何|你的|系统|安全){GAP}{{0,8}}",
        r"(?:取代|覆盖|替代|推翻)(?:之前|此前|先前|以前|以往|已有)的?(?:所有|全部|一切)?(?:记忆|记录|指令|规则)",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        rf"(?:之前|此前|以前|先前|旧|已有|所有|保存)的?(?:其他)?(?:记忆|记录|条目){GAP}{{0,6}}(?:错误|错的"
        rf"|不可靠|作废|失效|无效|不可信|过期|虚假|有误"
        r"|被篡改)",
    ),
    rule(
        "trust_this_only",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        r"以(?:此|本条|这条|本记录|此条|本消息)(?:为准|为唯一)|只有(?:这里|本条|此条|这条)|唯一(?:有效|可信"
        r"|可靠|正确)?的?(?:来源|依据)|(?:全部|一律|应当"
        r"|都)(?:清除|删除|忽略)|请勿采信|不要采信|删除(?:此前|之前|以前|先前|所有"
        r"|全部)[^。\n]{0,12}(?:记忆|记录)|只使用(?:这里|本条|此)",
    ),
    rule(
        "asks_for_prompt",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{GIVE}|output|print|说说|贴出)(?:我|一下|出)?{GAP}{{0,8}}?(?:系统提示词?|提示词"
        rf"|你?最初的(?:指令|设定)|初始(?:指令|设定"
        r"|提示)|隐藏的?指令|你的(?:指令|规则|设定|system prompt)|system prompt)",
        r"把(?:你的)?(?:上面|以上|前面|初始)的?(?:内容|文字|话|设定|指令)?[^。\n]{0,6}(?:重复|复述|输出"
        r"|翻译|打印|发给)",
        r"原样(?:重复|输出|复述)",
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ASKING}|^|[。！，,：:\n] ?){GAP}{{0,10}}?{GIVE}(?:我|我们|一下)?{GAP}{{0,12}}?{CONFIDENTIAL}",
        rf"(?:把|将){GAP}{{0,8}}?{CONFIDENTIAL}{GAP}{{0,6}}?(?:告诉|发给|发到|发送|说出|给我|粘贴|贴)",
        rf"(?:你的|您的|系统的|用户的){GAP}{{0,6}}?{CONFIDENTIAL}(?:是什么|是多少|[?？])",
        rf"(?:^|[。！？?，,] ?)(?:请)?写{GAP}{{0,20}}?{CONFIDENTIAL}|用{GAP}{{1,16}}?(?:写|编码|拼写|表示"
        rf"|输出){GAP}{{0,10}}?{CONFIDENTIAL}|[把将]{GAP}{{0,6}}?{CONFIDENTIAL}{GAP}{{0,10}}?(?:编码|写成"
        rf"|转换|倒|反)",
        rf"(?:给|告诉|分享|写|编|讲|用|说)(?:我|一首|一个|一篇|出|下){GAP}{{0,14}}{CONFIDENTIAL}|(?:如果|只要"
        rf"|要是)[你您]{GAP}{{0,6}}{GIVE[:-1]}|给){GAP}{{0,12}}{CONFIDENTIAL}",
        needs=CONFIDENTIAL_PARTS,
    ),
    rule(
        "asks_about_person",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ASKING}){GAP}{{0,12}}?{GIVE}(?:我)?{GAP}{{0,4}}?{OF_A_PERSON}",
        rf"{OF_A_PERSON}(?:是什么|是多少|在哪)",
    ),
    rule(
        "sends_out",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:把|将)(?:{USER}的|全部|所有|整个)?(?:对话|聊天|上下文|记忆|{USER}|邮箱|文件|名单|数据"
        rf"|备份){GAP}{{0,16}}?(?:发送?到|发给"
        r"|上传到?|拼接到|附加到|转发到?|发送给)[^。！？\n]{0,40}(?:https?:|@|这个地址|此地址|服务器)",
    ),
    rule("image_leak", Reason.ASKS_TO_EXFILTRATE, 2, r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{1,200}[{<]"),
    rule(
        "assembles_text",
        Reason.HIDES_TEXT,
        2,
        r"(?:拼接|组合|交错|合并)(?:起来)?(?:这|以下|下列|两|三"
        r"|字符串|各部分)",
    ),
    rule("decodes", Reason.HIDES_TEXT, 1, r"(?:解码|解密)(?:这|以下|下面|下列|它)|反顺序|倒序"),
    rule("follows_it", Reason.HIDES_TEXT, 1, r"(?:并|然后)?(?:照做|照办|执行它|按其执行|照着做|遵照执行)"),
    rule(
        "spreads_itself",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:复制|写入|保存|存)(?:进|到|入)?(?:自己|你|其)的?(?:长期)?记忆",
    ),
    rule(
        "changes_memories",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:将|把)(?:所有|全部)?记忆[^。\n]{0,12}(?:改为|改成|替换|删除|清空)",
    ),
)
