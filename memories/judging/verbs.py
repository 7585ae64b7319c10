"""Verbs that end the part of a clause that says what it is about."""

# ruff: noqa: E501 - a list of words is read best in long lines, without quotes

import re
from typing import Final

VERBS: Final = frozenset(
    """
    is are was were am be been has have had does do did can cannot may must should will would shall could might isn't aren't
    equals opens closes holds costs listens runs uses starts ends begins finishes leaves arrives departs lands serves seats meets
    draws weighs means requires returns sees works lives reports stores supports covers sells needs gets gives keeps lasts
    contains includes owns speaks plays likes loves hates prefers enjoys wants goes ships expires stops accepts allows handles
    manages leads hosts points sends receives writes reads pays earns measures sits stands belongs reports employs grows
    produces prints scans faces feeds shows displays follows carries fits takes says thinks believes claims claimed moved
    changed switched migrated replaced joined failed succeeded passed took found went ran flew spent ended started called
    named became got grew rose fell won lost sold bought opened closed cancelled finished crashed restarted retired drives
    rides drinks eats studies teaches answers responds pays plans intends knows wears sleeps commutes charges idles beats
    raised lowered increased reduced cut bumped extended renamed upgraded downgraded postponed rescheduled dropped now
    no never currently still usually always mostly mainly only also
    """.split()
)
# The same word is a noun as often; a verb after a pronoun or a plural.
SOFT_VERBS: Final = frozenset(
    """
    sleep travel train wear cook shop swim walk run go use cost take start end open close need live work like love hate prefer enjoy want know own support report hold
    listen meet ship serve drink eat play speak study drive ride pay keep return store sell leave arrive read write think
    believe plan sit seat weigh last draw require cover contain ate went
    """.split()
)
PREPOSITIONS: Final = frozenset(
    "at on in to from by with for up over about into under until within after before through".split()
)

# A verb of one character must not be the half of a noun: 应用, 缓存, 功能, 荷花.
VERBS_ZH: Final = re.compile(
    r"(?<=.)(?:是|为(?!了)|有(?![限关效])|正?在(?!线)|等于|位于|监听|运行|需要?|要(?![求是])|(?<![功性智节])能(?![力源])|可以|会(?![议员计])|更?喜欢|最爱|爱(?!人)|讨厌|偏好|住(?![址院宿])|叫|姓|想|打算|计划|"
    r"不(?![锈动])|没|未|禁止|允许|已经?|现在|目前|如今|由|(?<!修)改(?![造进])|换(?!届)|搬(?!运|家公)|升级|升[到任为职至]|晋升|担任|改由|从?不再|很(?=[^，]{1,3}$)|降到|涨到?|推迟|延长|延期|延到|提前|挪|调整|调到|更名|更换|变|定在|定为|设为|放[着在](?!假)|(?<![缓内库])存(?![储款放])|售价|卖(?![家场])|"
    r"[重长高宽](?=[\d一二三四五六七八九十])|返回|支持|覆盖|负责(?!人)|失败|成功|通过|到期|发车|起飞|出发|到达|抵达|开[门会放始]|关门|封闭|营业|打烊|发货|结束|[开关锁停亮灭空坏][着了]|停(?=[\d在])|满(?=了)|"
    r"租给|留给|收(?![入据件])|花[了费]|跑(?=[了\d])|飞[了到往]|买|吃|喝|坐(?!标)|开车|骑|打(?![印烊包])|弹|学(?![费校院生习期])|懂|出生|毕业|结婚|离婚|订婚|分手|谈恋爱|工作|上班|任职|就职|跳槽|入职|加入|养|抽(?!屉)|发现|处理|使用|采用|(?<![应信费实作适])用(?![户品途量法])|迁移|迁到|迁至|部署在|托管|对|每(?!日价)|共|约|至少|最多|达到|超过|属于|归|向|被|从|把|给|去(?!年)|就读|来自|出诊|检修|漏水|损坏|保存|装着|摆着|坐落|隶属|供应|生产(?![环库])|播放|展出|削减|说(?!明)|认为|声称|觉得|签收|常驻|延|在线)"
)
