"""Kinds of thing of which one usually replaces another: what makes FastAPI an answer to Django and a desk none."""

# ruff: noqa: E501 - one kind a line

import re
from functools import lru_cache
from typing import Final

from memories.judging.places import place_names, within
from memories.judging.sieve import any_of

# kind: names in one line; "/" joins spellings of one thing, "_" stands for a blank.
_KINDS: Final[dict[str, str]] = {
    "web framework": "django flask fastapi rails/ruby_on_rails express/express.js laravel spring/spring_boot tornado sanic starlette litestar bottle pyramid gin/gin框架 phoenix nestjs koa aiohttp",
    "frontend framework": "react/react.js/reactjs vue/vue.js/vuejs angular svelte solid/solidjs preact ember next.js/nextjs nuxt astro htmx jquery",
    "database": "postgresql/postgres/pg mysql mariadb sqlite mongodb/mongo oracle sql_server/mssql cassandra dynamodb cockroachdb tidb clickhouse duckdb neo4j couchdb firestore",
    "cache": "redis memcached valkey dragonfly",
    "search engine": "elasticsearch opensearch solr meilisearch typesense algolia",
    "vector store": "pgvector milvus qdrant weaviate pinecone chroma/chromadb faiss",
    "message broker": "kafka rabbitmq/rabbit nats pulsar activemq sqs rocketmq",
    "programming language": "python java go/golang/go语言 rust javascript/js typescript/ts ruby php kotlin swift scala c++ c# c语言 elixir haskell perl clojure lua dart julia r语言",
    "editor": "vim neovim/nvim emacs vscode/vs_code/visual_studio_code pycharm intellij/intellij_idea sublime/sublime_text zed helix webstorm eclipse nano cursor",
    "test framework": "pytest unittest nose jest mocha vitest jasmine rspec junit testng cypress playwright selenium",
    "package manager": "pip poetry uv pipenv conda pdm npm yarn pnpm bun maven gradle cargo",
    "cloud": "aws/amazon_web_services/亚马逊云 gcp/google_cloud/谷歌云 azure 阿里云/aliyun/alibaba_cloud 腾讯云/tencent_cloud 华为云/huawei_cloud digitalocean hetzner heroku linode ovh",
    "operating system": "linux windows macos/mac_os ubuntu debian fedora arch/arch_linux centos freebsd",
    "phone": "iphone/苹果手机 android/安卓/安卓手机 pixel 小米手机 华为手机 三星手机",
    "ci": "jenkins github_actions gitlab_ci circleci travis teamcity buildkite drone_ci",
    "code host": "github gitlab bitbucket gitea gitee codeberg",
    "container": "docker podman kubernetes/k8s nomad docker_swarm",
    "chat tool": "slack microsoft_teams discord zulip mattermost telegram whatsapp 钉钉/dingtalk 飞书/lark/feishu 企业微信/wecom 微信/wechat signal",
    "meeting tool": "zoom google_meet webex 腾讯会议 skype",
    "shell": "bash zsh fish powershell nushell",
    "browser": "chrome/谷歌浏览器 firefox/火狐 safari edge brave opera",
    "web server": "nginx apache caddy traefik haproxy",
    "tracker": "jira linear trello asana clickup redmine 禅道",
    "notes tool": "notion obsidian evernote/印象笔记 onenote logseq 语雀/yuque roam 有道云笔记",
    "payment": "paypal stripe 支付宝/alipay 微信支付/wechat_pay 银联 apple_pay visa mastercard 信用卡/credit_card 现金/cash",
    "model vendor": "openai anthropic/claude gemini mistral llama deepseek qwen/通义千问 kimi 文心一言 gpt-4 chatgpt",
    "protocol": "rest/rest_api graphql grpc soap websocket/websockets",
    "file format": "json yaml xml toml csv parquet protobuf",
    "indentation": "tabs spaces 制表符 空格",
    "theme": "dark_mode/dark_theme/深色模式/暗色模式/深色主题/深色 light_mode/light_theme/浅色模式/亮色模式/浅色主题/浅色",
    "human language": "english/英语/英文 chinese/中文/汉语/普通话/mandarin french/法语/法文 german/德语/德文 spanish/西班牙语 japanese/日语/日文 korean/韩语 italian/意大利语 portuguese/葡萄牙语 russian/俄语/俄文 arabic/阿拉伯语 dutch/荷兰语 polish/波兰语 swedish/瑞典语 norwegian/挪威语 danish/丹麦语 finnish/芬兰语 greek/希腊语 turkish/土耳其语 thai/泰语 vietnamese/越南语 hebrew/希伯来语 ukrainian/乌克兰语 czech/捷克语 hungarian/匈牙利语 romanian/罗马尼亚语 indonesian/印尼语 persian/波斯语 hindi/印地语 cantonese/粤语",
    "colour": "red/红色 blue/蓝色 green/绿色 black/黑色 white/白色 yellow/黄色 purple/紫色 orange_colour/橙色 grey/gray/灰色 pink/粉色 brown/棕色 beige/米色",
    "drink": "coffee/咖啡 tea/茶/绿茶/红茶 beer/啤酒 wine/红酒 milk/牛奶 juice/果汁 cola/可乐 water",
    "transport": "car/开车/自驾/drives/driving bus/公交/公交车/巴士 bike/bicycle/自行车/骑车/骑自行车/cycling/cycles/ride_a_bike subway/metro/地铁/坐地铁 train/火车 高铁 tram taxi/打车/出租车 ferry/轮渡 walking/步行/走路 电动车",
    "diet": "vegetarian/素食/素食者/吃素 vegan/纯素/全素 omnivore meat-eater 荤食 pescatarian keto/生酮",
    "marital status": "single/单身/分手/broke_up married/已婚/结婚了/got_married divorced/离婚/离异 engaged/订婚 dating/谈恋爱/恋爱中 widowed",
    "gender": "male/男/男性/男生/男的/男孩/帅哥/小哥哥/小伙子/汉子/爷们 female/女/女性/女生/女的/女孩/妹子/小姐姐/姑娘/美女/女孩子/女人",
    "zodiac sign": "aries/白羊座/白羊/牡羊座 taurus/金牛座/金牛 gemini_sign/双子座/双子 cancer_sign/巨蟹座/巨蟹 leo/狮子座 virgo/处女座 libra/天秤座/天秤/天平座 scorpio/天蝎座/天蝎 sagittarius/射手座/射手/人马座 capricorn/摩羯座/摩羯/魔羯座 aquarius/水瓶座/水瓶 pisces/双鱼座/双鱼",
    "occupation": "teacher/老师/教师 engineer/工程师 doctor/医生 nurse/护士 lawyer/律师 designer/设计师 accountant/会计 student/学生 programmer/developer/程序员/software_engineer data_scientist/数据科学家 product_manager/产品经理 project_manager/项目经理 chef/cook/厨师 journalist/记者 architect/架构师/建筑师 manager/经理 director/总监 analyst/分析师 consultant/顾问 salesperson/销售 pilot/飞行员 plumber electrician carpenter translator/翻译 editor_job photographer/摄影师 police_officer/警察 farmer/农民 driver/司机 researcher/研究员 professor/教授 barista pharmacist/药剂师 dentist/牙医 team_lead/组长 freelancer/自由职业/自由职业者 公务员/civil_servant 运营 测试工程师 前端工程师 后端工程师 devops_engineer",
    "plan tier": "free_plan/free_tier/免费版 basic_plan/基础版 pro_plan/professional_plan/专业版 enterprise_plan/企业版 premium_plan/premium/高级版 standard_plan/标准版 team_plan/团队版",
    "state": "enabled/启用/开启/已开启/打开/turned_on/switched_on disabled/禁用/关闭/已关闭/停用/turned_off/switched_off",
    "openness": "open/unlocked/开着/开放/打开着/没锁/又开了 closed/shut/locked/关着/封闭/锁着/关了",
    "delivery state": "being_packed/正在打包/打包中 shipped/dispatched/发货了/已发货/已经发货 in_transit/on_its_way/运输途中/运输中/在路上 delivered/送到/送达/签收了/已签收 returned/退回了",
    "review state": "in_review/under_review/评审中/审核中 merged/合并了/已合并/已经合并",
    "work state": "not_started/未开始/还没开始 in_progress/进行中 done/finished/completed/完成了/已完成/已经完成 on_hold/搁置",
    "schooling": "in_kindergarten/上幼儿园 in_primary_school/started_primary_school/in_elementary_school/上小学/上了小学 in_middle_school/上初中 in_high_school/started_high_school/上高中",
    "grade": "first_grade/一年级 second_grade/二年级 third_grade/三年级 fourth_grade/四年级 fifth_grade/五年级 sixth_grade/六年级 seventh_grade/七年级/初一 eighth_grade/八年级/初二 ninth_grade/九年级/初三 tenth_grade/高一 eleventh_grade/高二 twelfth_grade/高三",
    "job search": "looking_for_a_job/找工作/job_hunting found_a_job/找到工作",
    "tone": "formal/formally/正式 casual/informal/casually/informally/随意/轻松",
    "birth animal": "属鼠 属牛 属虎 属兔 属龙 属蛇 属马 属羊 属猴 属鸡 属狗 属猪",
    "permission": "allowed/permitted/允许/可以 forbidden/prohibited/banned/禁止/不允许/不得/严禁/not_allowed",
    "length style": "concise/brief/short_answers/short_replies/short_sentences/简短/简洁/精简 detailed/verbose/long_answers/long_replies/详细/详尽",
    "shift": "day_shift/白班/早班 night_shift/夜班 late_shift/晚班 early_shift",
    "visibility": "public/公开 private/私有/私密 internal",
    "hand": "left-handed/左撇子 right-handed/右撇子",
    "seniority": "junior/初级 senior/高级 principal staff_level intern/实习生 trainee mid-level/中级 chief/首席",
    "priority": "high_priority/高优先级 low_priority/低优先级 medium_priority/中优先级",
    "deploy branch": "main/main_branch master/master_branch develop trunk",
    "unit system": "metric/公制 imperial/英制 celsius/摄氏 fahrenheit/华氏",
    "clock": "24-hour/24小时制 12-hour/12小时制",
    "time of day": "mornings/in_the_morning/早上/早晨/上午 evenings/in_the_evening/晚上/傍晚 afternoons/in_the_afternoon/下午 at_night/夜里/深夜",
    "season": "spring_season/春天 summer/夏天 autumn/秋天 winter/冬天",
    "frequency": "daily/every_day/每天/每日 weekly/every_week/每周/每星期 monthly/every_month/每月/每个月 hourly/every_hour/每小时 yearly/annually/每年 quarterly/每季度 fortnightly/biweekly/每两周",
    "seat": "window_seat/window_seats/靠窗/窗边 aisle_seat/aisle_seats/靠过道/过道",
    "architecture": "monolith/单体/单体架构 microservices/微服务/微服务架构 serverless/无服务器",
}  # fmt: skip


# Ordinary words that are also names: only their capital tells.
_COMMON_WORDS: Final = frozenset(
    [
        "go",
        "express",
        "spring",
        "nice",
        "bottle",
        "phoenix",
        "swift",
        "rust",
        "dart",
        "julia",
        "chroma",
        "pixel",
        "signal",
        "edge",
        "opera",
        "nose",
        "linear",
        "bun",
        "poetry",
        "brave",
        "oracle",
        "leo",
        "cursor",
        "helix",
        "fish",
        "mocha",
        "stripe",
        "visa",
        "notion",
        "turkey",
        "lark",
        "cargo",
        "caddy",
        "reading",
        "gin",
        "ember",
        "astro",
        "solid",
        "perl",
        "scala",
        "ruby",
        "lua",
        "jest",
        "zoom",
        "bath",
        "cork",
        "perth",
        "milk",
        "pulsar",
        "nano",
        "eclipse",
        "sublime",
        "travis",
        "porto",
        "bergen",
        "roam",
        "nomad",
        "clojure",
        "flask",
        "express",
        "next",
        "falcon",
        "pyramid",
        "tornado",
        "sanic",
        "claude",
        "gemini",
        "mistral",
        "llama",
        "polish",
    ]
)
# 吴医生, 方律师: a title after a surname is part of a name.
_TITLED: Final = re.compile(
    r"(?:^|[是为叫找给和跟由被成换了从替，。：\s])[张王李赵刘陈杨黄周吴徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔柯鲍欧方]$"
)
_ALONE: Final = re.compile(r".{0,6}?(?:性别|gender|sex)?[是为: ]*([男女])[。. ]?")


@lru_cache(maxsize=1)
def _spellings() -> tuple[dict[str, tuple[str, str]], re.Pattern[str], re.Pattern[str]]:
    known = {spelling: ("place", name) for spelling, name in place_names().items()}
    for kind, line in _KINDS.items():
        for entry in line.split():
            first, *others = (spelling.replace("_", " ") for spelling in entry.split("/"))
            known |= dict.fromkeys([first, *others], (kind, first))
    latin = any_of(word for word in known if word[0].isascii())
    chinese = any_of(word for word in known if not word[0].isascii() and (len(word) > 1 or word in "茶"))
    return known, re.compile(rf"(?<![a-z0-9_]){latin}(?![a-z0-9_+#])"), re.compile(chinese)


@lru_cache(maxsize=8192)
def kinds_in(text: str) -> tuple[tuple[str, str], ...]:
    """(kind, name) of each known thing in a text whose case is kept, without repeats, in order of first mention."""
    known, latin, chinese = _spellings()
    lower = text.lower()
    if len(lower) != len(text):
        text = lower
    found = []
    for match in latin.finditer(lower):
        if match.group() in _COMMON_WORDS and not text[match.start()].isupper():
            continue
        found.append((match.start(), known[match.group()]))
    found += [
        (match.start(), known[match.group()])
        for match in chinese.finditer(lower)
        if known[match.group()][0] != "occupation" or not _TITLED.search(lower[: match.start()])
    ]
    alone = _ALONE.fullmatch(lower)
    if alone:
        found.append((0, known[alone[1]]))
    return tuple(dict.fromkeys(thing for _, thing in sorted(found)))


@lru_cache(maxsize=8192)
def without_kinds(text: str) -> str:
    """A folded text with every known thing taken out."""
    _, latin, chinese = _spellings()
    return chinese.sub(" ", latin.sub(" ", text))


def excludes(kind: str, left: str, right: str) -> bool:
    """Whether two names of a kind are different answers: a city and its country are not."""
    if kind == "place":
        return not (within(left, right) or within(right, left))
    return left != right
