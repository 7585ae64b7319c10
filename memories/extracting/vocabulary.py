"""Words that look like names and are none, words that tell a name, and names that are written like words."""

# ruff: noqa: E501 - a list of words is read best in long lines, without quotes

from typing import Final

from memories.judging.verbs import PREPOSITIONS, SOFT_VERBS, VERBS

# Kinds of the judge (memories.judging.kinds) whose members are names of products, tools and places.
NAMED_KINDS: Final = frozenset(
    [
        "place", "web framework", "frontend framework", "database", "cache", "search engine", "vector store",
        "message broker", "programming language", "editor", "test framework", "package manager", "cloud",
        "operating system", "phone", "ci", "code host", "container", "chat tool", "meeting tool", "shell", "browser",
        "web server", "tracker", "notes tool", "payment", "model vendor", "protocol",
    ]
)  # fmt: skip
NOT_NAMES: Final = frozenset(
    ["credit card", "cash", "信用卡", "现金", "rest", "rest api", "websocket", "websockets", "world"]
)

WEEKDAYS_AND_MONTHS: Final = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
    mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september october november
    december jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
PRONOUNS: Final = frozenset(
    """
    i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself yourself himself
    herself itself ourselves themselves this that these those who whom whose which what i'm i've i'd i'll you're we're they're
    he's she's it's that's there's let's don't can't won't isn't aren't doesn't didn't wasn't haven't hasn't what's who's
    here's we've we'll you've you'll they've they'll it'll he'll she'll where's how's couldn't wouldn't shouldn't weren't
    """.split()
)
# Ordinary words that stand first in a sentence, besides verbs and prepositions; the list is the writer's own.
ORDINARY: Final = (
    frozenset(
        """
    a an the and or but nor so if when while because since although though unless until once then thus hence therefore however
    yes no not ok okay please thanks thank hello hi hey dear sorry well also too just even only still again maybe perhaps
    some any all each every both either neither few many much more most several other another such same own first second third
    last next new old good bad best better worse great small big large high low long short early late today tomorrow yesterday
    tonight morning afternoon evening night week month year day daily weekly monthly now here there where why how who
    everything something nothing anything everyone someone nobody anyone everybody somebody user users customer customers
    client clients team order orders ticket tickets issue issues invoice invoices task tasks project projects lesson note notes
    reason decision decided error errors warning result results step steps budget price plan address phone email name server
    database service account request requests response api app application system file files folder table tables column code
    test tests build builds deploy deploys deployment release version data report reports meeting meetings lunch dinner breakfast
    coffee payment payments refund refunds delivery shipment parcel product products item items password login access security
    backup backups cache queue job jobs log logs memory search query page pages site website link button message messages
    question questions answer answers favourite favorite preferred default current previous main total overall usually
    normally often sometimes rarely always never currently recently previously actually basically finally firstly secondly
    additionally furthermore moreover besides instead otherwise meanwhile afterwards later soon already correction update
    remember use using used make making made get getting got take taking took give giving gave put set let tell ask call send
    contact email message ping visit see look check find show open close start stop run keep try add remove delete create
    update change move switch book order buy sell pay cancel confirm schedule reply respond answer write read review merge
    push pull install restart return returns follow avoid prefer ensure include exclude wait help talk speak invite join meet
    according based due given during about above across after against along among around as at before behind below beneath
    beside between beyond by despite down except for from in inside into like near of off on onto out outside over past per
    through throughout till to toward towards under up upon via with within without than whether both starting ending
    tests unit integration feature bug fix fixed closed opened failed passed success failure done goal goals rule rules policy
    office home work school house flat apartment room kitchen garden car train bus flight hotel trip travel holiday weekend
    mother father mom mum dad sister brother son daughter wife husband friend friends colleague boss manager doctor dentist
    teacher nurse engineer developer designer owner partner neighbour neighbor child children kids family cat dog pet baby
    working living moving speaking writing reading going coming being having doing saying thinking planning waiting looking
    one two three four five six seven eight nine ten half whole part section chapter figure option level line number size
    met asked told emailed phoned invited hired visited married interviewed discussed agreed attended saw heard left
    oh sis bro ugh black white red blue green yellow gold silver art music science history math maths market zero store shop birthday
    english spanish french german chinese japanese italian portuguese dutch russian korean arabic
    """.split()
    )
    | VERBS
    | SOFT_VERBS
    | PREPOSITIONS
    | PRONOUNS
)
# Acronyms that name a class of things.
ACRONYMS: Final = frozenset(
    """
    API APIS URL URLS URI ID IDS PDF CSV JSON XML HTML CSS HTTP HTTPS REST SQL FAQ ASAP FYI TODO OK CEO CTO CFO COO HR IT PR PRS QA UI UX
    AM PM UTC GMT CET EST PST USD EUR GBP CNY RMB JPY CHF CPU GPU RAM SSD USB TV PC AI ML LLM NLP OCR VPN DNS TCP UDP IP SSH SSL TLS FTP TTL
    GET POST PUT PATCH DELETE HEAD OPTIONS SELECT INSERT UPDATE WHERE NOT AND OR NULL NONE TRUE FALSE II III IV VI VII
    KB MB GB TB KG KM CM MM MS VAT ETA DIY RSVP PS NB BTW IMO LOL A I KPI OKR SLA B2B B2C CRM ERP SDK CLI IDE GUI CI CD YAML PNG JPG SVG DB OS
    IMPORTANT NEVER ALWAYS WARNING ERROR INFO DEBUG README LICENSE ATM BRB GPS MRI ADHD PTSD UK US EU UN DM CC SMS WIFI LESSON
    """.split()
)
# Words in Latin letters that Chinese uses as ordinary ones.
LATIN_IN_CHINESE: Final = frozenset(
    """
    app api bug demo email e-mail ppt pdf wifi vip id url ok vs url token tokens json csv xml html http https get post put patch delete
    kg km cm mm ml ms gb mb kb tb app offer hr ktv diy logo pk ip vpn sql ai llm cpu gpu web pc excel word boss leader mail key value
    code review commit push pull merge branch user users order orders table row rows id ids true false null none am pm utc
    hi hello yes no now and or the a an of in on to for with is are was i my me we our you it at by as be do not so if
    test tests debug log logs build deploy release version step todo ddl deadline case title name page size query cookie session
    off online offline happy tony nice cool bye sorry please thanks thank thought action observation input final answer read_config
    """.split()
)
# Given names common enough to be known where a sentence begins with one.
GIVEN_NAMES: Final = frozenset(
    """
    aaron adam adrian aisha alan albert alex alexander alice alicia amanda amelia amir amy ana anders andrea andrew angela anita ann anna
    anne anthony antonio ariel arthur astrid barbara ben benjamin bernard beth bill bo bob boris brian bruno camille carl carla carlos
    carmen carol caroline catherine cecilia charles charlotte chloe chris christian christina christopher claire clara claudia colin
    daniel david deborah dennis diana diego dmitri dominic donna dorothy edward elena elias elizabeth ella ellen emil emily emma eric
    erik erin esther ethan eva evelyn felix fatima fernando fiona florian francesca francis frank frederick gabriel george gina giulia
    greg greta hannah hans harry hassan heather helen helena henry hugo ian ibrahim ines ingrid irene iris isaac isabel ivan jack jacob
    jakob james jamie jan jane janet jason javier jean jeff jennifer jenny jeremy jessica jim joan joao joe johan johannes john jonas
    jonathan jordan jorge jose joseph joshua juan judith julian julie june justin karen karin karl kate katherine kathleen keith kelly
    ken kevin khalid kim klaus kristin kurt lars laura lea lena leon leonard liam lily linda lisa liz lorenzo louis louise lucas lucia
    lucy luis lukas luke magnus manuel marc marco margaret maria marie marina mario marion mark marta martha martin mary mateo matt
    matteo matthew max megan mehmet melissa mia michael michelle miguel mike mohamed mohammed monica nadia nancy naomi natalie natasha
    nathan nicholas nicola nicole nina noah nora olaf oliver olivia omar oscar otto pablo pamela patricia patrick paul paula pedro peter
    petra philip philippe pierre priya rachel rafael rahul raj ralph raymond rebecca renate richard rita robert roberto robin roger
    roland roman rosa rosie ruth ryan samantha samuel sandra sanjay sara sarah scott sean sebastian sergei sharon simon sofia sonia
    sophia sophie stefan stella stephen steve steven sue susan sven sylvia tanya teresa thomas tim tobias tom tomas tony tracy ulrich
    ursula valentina vanessa vera veronica victor victoria vincent viktor walter wendy werner william xavier yasmin yuki yusuf yvonne zoe
    """.split()
)  # fmt: skip
BRANDS_ZH: Final = tuple(
    sorted(
        """
    微信 企业微信 支付宝 淘宝 天猫 京东 拼多多 抖音 快手 美团 饿了么 滴滴 百度 腾讯 阿里巴巴 阿里云 腾讯云 华为云 华为 小米 比亚迪 字节跳动 网易 新浪 微博 小红书 知乎
    哔哩哔哩 飞书 钉钉 顺丰 中通 圆通 携程 去哪儿 高德地图 百度地图 银联 招商银行 工商银行 建设银行 中国银行 农业银行 平安银行 中国移动 中国联通 中国电信 联想 海尔 格力
    美的 蔚来 理想汽车 小鹏 特斯拉 吉利 大疆 宁德时代 富士康 中兴 谷歌 微软 苹果公司 亚马逊 语雀 禅道 通义千问 文心一言 印象笔记 有道云笔记 腾讯会议 星巴克 瑞幸 麦当劳 肯德基
    """.split(),
        key=len,
        reverse=True,
    )
)
SURNAMES: Final = (
    "欧阳|司马|上官|诸葛|夏侯|皇甫|尉迟|公孙|慕容|令狐|"
    "[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦马苗凤方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于傅卞齐康伍余顾孟黄穆萧尹姚邵汪祁毛禹狄米贝明臧戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵季贾路娄江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房解应宗丁邓洪包左石崔吉龚程邢裴陆荣翁甄曲段焦侯宁仇祖武符刘景詹龙叶黎白赖卓蔺池乔闻党翟谭申冉雍桑尚温庄晏柴阎连习艾向古易廖耿匡文寇欧]"
)
