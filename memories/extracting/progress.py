"""Clauses of a run that matter only while it runs: where it stands, and what one call gave back.

Each pattern must match a whole clause: "found 12 rows" is passing, "found 12 rows that break the rule" is not.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

_N: Final = r"\d[\d,.]*"
_TOOK: Final = (
    rf"(?: ?(?:in|after|took|within|\(|:|-) ?~?{_N} ?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|us|µs)\)?)"
)
_UNIT: Final = r"(?:step|stage|phase|part|task|subtask|chunk|batch|page|epoch|iteration|round|item|file|attempt|package|job|shard|block)"
_ROWS: Final = r"(?:rows?|results?|records?|items?|files?|lines?|entries|entry|matches|match|hits?|documents?|docs?|pages?|bytes|kb|mb|gb|objects?|elements?|messages?|products?|tokens?|chunks?|rows? affected|orders|events|candidates?|occurrences|references|links|issues|commits|urls?|characters|columns|keys|tuples)"
_JOB: Final = r"(?:(?:the|this|my|your|that) )?(?:\w{2,15} )?(?:request|call|api call|response|query|search|command|script|job|build|tests?|test suite|process|task|operation|action|upload|download|import|export|sync|migration|install|installation|compile|compilation|run|execution|pipeline|workflow|file|files|changes|folder|directory|message|email|data|record|scan|backup|deploy|deployment|connection|transfer|step|cell|lookup)"
_WORK: Final = r"(?:downloading|uploading|loading|processing|installing|compiling|building|fetching|connecting|reconnecting|retrying|waiting|pending|polling|starting|restarting|running|executing|searching|checking|scanning|analy[sz]ing|parsing|initiali[sz]ing|syncing|reading|writing|opening|querying|calling|looking|trying|verifying|testing|inspecting|iterating|indexing|crawling|collecting|gathering|generating|preparing|exploring|investigating|reviewing|debugging|validating|extracting|rendering|copying|saving|sending|computing|calculating|evaluating|comparing|navigating|clicking|typing|scrolling|resuming|continuing|cloning|pulling|pushing|booting|warming up|cleaning up)"
# What one says of a run with an object after it; "building" or "testing" something may go on for a year.
_AT_WORK: Final = r"(?:downloading|uploading|loading|processing|installing|fetching|connecting to|reconnecting|retrying|waiting for|polling|restarting|executing|searching|checking|scanning|parsing|initiali[sz]ing|reading|opening|querying|looking (?:at|for|into|through|up)|trying to|verifying|inspecting|iterating|reviewing|debugging|validating|extracting|copying|computing|calculating|navigating|clicking|scrolling|cloning)"
_DO: Final = r"(?:open|read|check|run|call|search|look|try|retry|query|fetch|inspect|test|verify|list|grep|load|scan|visit|click|navigate|send|write|edit|create|examine|explore|continue|start|execute|compare|review|parse|extract|download|see|find|get|proceed|move on|wait)"

_RUN_EN: Final = [
    rf"(?:now )?(?:(?:at|on|in) )?{_UNIT} ?#?{_N}(?: ?(?:of|/|out of) ?{_N})?(?: (?:is|was|has|has been))?(?: (?:now|just|already|still|successfully))*(?: (?:done|complete|completed|finished|in progress|started|starting|running|ok|passed|succeeded|processed|pending|queued|skipped|ready))?(?: successfully)?{_TOOK}?",
    rf"(?:done with|finished|completed|completing|starting|started|moving on to|moving to|going to|continuing with|proceeding to|proceeding with|on to|executing|running|processing|now on|working on) (?:the )?{_UNIT} ?#?{_N}(?: ?(?:of|/) ?{_N})?",
    rf"{_WORK} (?:(?:the|file|item|part|chunk|page|batch|record|row)s? )?#?{_N} ?(?:of|/|out of) ?(?:the )?(?:about )?{_N}(?: (?:\w{{2,15}} )?{_ROWS})?(?: (?:so far|now))?",
    rf"(?:about )?{_N} ?(?:of|/|out of) ?(?:the )?{_N} (?:\w{{2,15}} )?{_ROWS}(?: (?:are|were|have been|now|already))*(?: (?:done|left|to go|remaining|uploaded|downloaded|processed|loaded|copied|indexed|scanned|checked|imported|exported|sent|parsed|completed|finished|synced|migrated|converted|installed|verified))(?: (?:so far|now|already))?",
    rf"{_N} ?%(?: (?:done|complete|completed|finished|downloaded|uploaded|processed|remaining))?",
    rf"(?:(?:the )?(?:upload|download|progress|import|export|sync|build|install|installation|indexing|training|backup|job|transfer|deploy|deployment)(?: progress| is| now|:)* ?(?:at )?:? ?{_N} ?%(?: (?:done|complete|completed|finished))?)",
    rf"(?:i am|i'm|the agent is|agent is) (?:(?:currently|still|now|just|busy) )*{_AT_WORK}\b.{{0,80}}",
    rf"(?:(?:currently|still|now|again) )+(?:{_AT_WORK}\b.{{0,80}}|{_WORK})",
    rf"(?:{_WORK}|thinking)(?: .{{0,80}})?(?:\.\.\.|\.\.)",
    r"(?:waiting|pending) (?:for|on) (?:(?:the|a|user|user's|human|your|my|server|api|more) )*(?:input|reply|response|confirmation|approval|answer|results?|permission|instructions|feedback|completion|data|user|server|job|it|page|command)(?: to (?:finish|complete|load|respond|start))?",
    rf"{_WORK}(?: (?:again|now|\w+ (?:{_N}|{_N} ?(?:of|/) ?{_N})|{_UNIT} {_N}(?: ?(?:of|/) ?{_N})?))*",
    rf"(?:will )?(?:retrying|retry|trying again|try again|reconnecting|polling again)(?: again)?(?: in {_N} ?(?:s|secs?|seconds?|ms|minutes?|min))?(?: ?\(?(?:attempt|try) {_N}(?: ?(?:of|/) ?{_N})?\)?)?",
    rf"\(?(?:attempt|try|retry) #?{_N}(?: ?(?:of|/) ?{_N})?\)?(?: (?:failed|succeeded))?",
    rf"(?:{_JOB} (?:is |are )?(?:still |currently |now )*(?:running|in progress|queued|pending|processing|ongoing|under way|underway|executing|starting|being processed|not ready yet)|(?:still |currently )?in progress|pending|queued)",
    rf"(?:next|now|then)?,? ?(?:i will|i'll|i need to|i am going to|i'm going to|i should|let me|let's) (?:now |next |first |also |just |then )?{_DO}\b.{{0,80}}",
    r"(?:next|next step|next action|todo) ?: .{1,80}",
    r"(?:starting|started|beginning|resuming|stopping|stopped|aborted|cancelled|paused)(?: (?:now|again|the (?:task|job|run|process|search|scan)))*",
    rf"(?:\w+ )?eta:? ~?{_N} ?(?:s|secs?|seconds?|m|min|minutes?|h|hours?)",
]  # fmt: skip
_ONCE_EN: Final = [
    rf"(?:http )?(?:get|post|put|patch|delete|head|options) \S{{1,200}} ?(?:->|=>|:|returned|responded|responded with|gave|answered|got|failed with|came back with)? ?(?:(?:http|status|code|status code) )?{_N}(?: [a-z ]{{2,20}})?{_TOOK}?",
    rf"(?:http/[\d.]+ )?(?:status(?: code)?:? |http )?[1-5]\d\d(?: (?:ok|created|accepted|no content|found|not found|forbidden|unauthorized|bad request|conflict|internal server error|bad gateway|service unavailable|too many requests))?{_TOOK}?",
    rf"(?:(?:got|received) )?(?:a |the )?(?:response|reply|answer)(?: received| returned)?(?: with)?(?: (?:status|code))?(?: ?:? ?[1-5]\d\d(?: ok)?)?{_TOOK}?",
    rf"~?{_N} ?(?:ms|milliseconds?|secs?|seconds?|s)",
    rf"(?:exit(?:ed)?|return|status)(?: with)?(?: (?:code|status))?:? ?{_N}",
    rf"{_JOB} (?:(?:has|have) )?(?:just )?(?:been )?(?:returned|finished|completed|complete|succeeded|exited|ended|done|responded|executed|ran|passed|failed|timed out|written|saved|sent|created|deleted|updated|uploaded|downloaded|copied|loaded|opened|closed|established|took)(?: successfully| ok| cleanly)?(?:,? with (?:no errors|success|errors))?(?: ?(?:with )?(?:an? )?(?:exit code|code|status|status code|http)? ?{_N}(?: {_ROWS})?)?{_TOOK}?",
    rf"{_JOB} (?:returned|gave|found|matched|yielded) (?:no|zero|an empty|empty|nothing|{_N})(?: (?:\w+ )?(?:{_ROWS}|list|set|response|body))?{_TOOK}?",
    rf"(?:i |we )?(?:successfully )?(?:found|returned|got|fetched|retrieved|read|wrote|processed|inserted|updated|deleted|matched|loaded|scanned|listed|received|sent|copied|indexed|imported|exported|downloaded|uploaded|parsed|showing|displaying|collected|extracted)(?: about| only| exactly| a total of)? (?:{_N}|no|zero|nothing|several|some)(?: ?(?:of|/|out of) ?{_N})?(?: (?:\w{{2,15}} )?{_ROWS})?(?: (?:in total|total|found|so far))?(?: (?:in|from|for|matching|into|to) (?:the )?[\w./'\"*-]{{1,40}}(?: (?:table|database|index|file|folder|directory|query|search|page|api))?)?{_TOOK}?",
    rf"(?:all )?(?:{_N} )?(?:unit |integration )?(?:tests?|checks?|specs?|assertions?) (?:have |are |now |still )*(?:pass|passing|passed|failed|ran|skipped|succeeded|green)(?:,? (?:and )?{_N} (?:failed|skipped|errors?))*{_TOOK}?",
    rf"{_N} (?:passed|failed|skipped|errors?|warnings?)(?:,? (?:and )?{_N} (?:passed|failed|skipped|errors?|warnings?))*{_TOOK}?",
    rf"(?:total:? )?(?:{_N}|no|zero) (?:\w{{2,15}} )?{_ROWS}(?: (?:were |was |have been )?(?:changed|modified|added|removed|created|skipped|failed|listed|sent|received|scanned|indexed|found|returned|affected|matched|updated|inserted|deleted|processed|fetched|read|written|copied|in set|total|selected|loaded|imported))?{_TOOK}?",
    rf"(?:took|elapsed|duration|finished|completed|done|latency|time)(?: time)?:?{_TOOK}?(?: ?{_N} ?(?:ms|s|secs?|seconds?|min|minutes?))?",
    r"(?:success|succeeded|successful|ok|done|completed|finished|failed|error|timeout|timed out|no output|no errors|empty response|empty result|null|none|true|false|\[\]|\{\}|not found|nothing found|no (?:(?:matching|such|more|new|open) )?(?:matches|match|results?|output|data|changes|files?|rows?|records?|pages?|entries|items?|documents?|messages?|hits?)(?: (?:were )?(?:found|returned|left|available))?)(?: successfully)?",
    # A size is what a machine has; a share, or what is used of it, is a reading.
    rf"(?:cpu|memory|ram|gpu|load|disk|heap|network)(?: usage| load| utili[sz]ation)?(?: is| was)?(?: currently| now| at)*:? ?{_N} ?(?:%|percent)(?: (?:used|right now|now|at the moment))*",
    rf"(?:(?:cpu|memory|ram|gpu|disk|heap|network) (?:usage|load|utili[sz]ation)|load average|queue depth)(?: is| was)?(?: currently| now| at)*:? ?{_N} ?(?:mb|gb|mib|gib)?(?: (?:right now|now|at the moment))?",
    r"(?:the )?(?:page|screenshot|tab|window|element|button|form|cell|dialog|menu) (?:was |is |has )?(?:loaded|taken|opened|clicked|closed|submitted|found|saved|captured|scrolled)",
    r"(?:current(?: local)? time|the time|time now|it) is (?:now )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?: utc)?",
]  # fmt: skip

_N_ZH: Final = r"(?:\d[\d,.]*|[零一二两三四五六七八九十百千几]+|若干|多)"
_ROWS_ZH: Final = r"(?:条|行|个|项|份|页|篇|张|次)(?:数据|记录|结果|文件|匹配项?|内容|订单|消息|文档|商品|日志|匹配结果|匹配记录|搜索结果|返回结果)?|(?:字节|KB|MB|GB|kb|mb|gb)"
_TOOK_ZH: Final = rf"(?:(?:共|总)?(?:耗时|用时|花费|花了|历时):?约?{_N_ZH} ?(?:毫秒|秒钟?|分钟?|ms|s|小时))"
_JOB_ZH: Final = r"(?:请求|接口|查询|搜索|检索|命令|脚本|任务|构建|编译|测试|单元测试|全部测试|所有测试|上传|下载|导入|导出|同步|迁移|安装|部署|执行|操作|文件|数据|消息|邮件|页面|扫描|备份|连接|调用|api|工具|流程|传输|写入|读取|保存|运行|程序)"
_WORK_ZH: Final = r"(?:下载|上传|加载|处理|安装|编译|构建|获取|抓取|连接|重连|重试|等待|等候|轮询|启动|重启|运行|执行|搜索|检索|检查|扫描|分析|解析|初始化|同步|读取|写入|打开|查询|调用|查看|查找|尝试|验证|核对|测试|索引|收集|生成|准备|排查|调试|校验|提取|渲染|复制|保存|发送|计算|导入|导出|浏览|翻页|请求|备份|清理)"
_RUN_ZH: Final = [
    rf"(?:现在|已经?|刚刚|当前|目前)*(?:第|步骤|阶段|任务|批次)?{_N_ZH}(?:/{_N_ZH})?(?:步|阶段|批|页|轮|个(?:包|文件|任务|步骤|批次)|次尝试)?(?:/{_N_ZH})?(?:,?共{_N_ZH}(?:步|个|批|页|次))?(?:已经?|刚刚)*(?:完成|结束|完毕|做完|开始|进行中|处理中|执行中|成功|通过|跳过)(?:了)?",
    rf"(?:现在|正在|开始|继续|准备|即将|接着|然后)*(?:进入|执行|处理|做|进行|开始|继续|下载|上传|加载)(?:到)?第{_N_ZH}(?:步|阶段|批|页|轮|个(?:包|文件|任务|步骤)?)",
    rf"(?:进入|执行|处理|进行|开始|继续|接着做)(?:步骤|阶段|任务|批次|第)?{_N_ZH}(?:步|阶段|批|页|轮)?",
    rf"(?:现在|目前|当前|已经?|刚刚?)*(?:{_WORK_ZH}|复制|迁移|转换|安装|完成)(?:到|了|好)?{_N_ZH} ?/ ?{_N_ZH} ?(?:{_ROWS_ZH})?",
    rf"(?:现在|目前|当前)?(?:已经?|刚刚?)(?:{_WORK_ZH}|迁移|转换|完成)了?(?:其中)?(?:的)?{_N_ZH} ?(?:{_ROWS_ZH})",
    rf"(?:还剩|剩余|剩下|还有)(?:下)?{_N_ZH} ?(?:{_ROWS_ZH})(?:没有?|未|待)?(?:{_WORK_ZH})?",
    rf"(?:一?共|总共|总计|合计)(?:有)?{_N_ZH}(?:{_ROWS_ZH}|步|批|轮|秒)",
    rf"(?:我|系统|程序|智能体|助手)?(?:现在|目前|当前|还|仍|仍然|依然)*(?:正在|正)(?:尝试|继续|重新|努力|后台)?{_WORK_ZH}.{{0,40}}",
    rf"(?:我)?(?:仍在|还在){_WORK_ZH}.{{0,40}}",
    r"我(?:现在|目前|还)*在(?:看|查看|检查|查|读|找|搜索|分析|处理|等待?)(?:第)?.{0,20}",
    r"(?:我)?(?:先|来|再|去)+(?:看|查|读|找|试|检查|查看|搜索|确认|核对)(?:一下|一看|一遍|下|看).{0,20}",
    r"(?:等待|等候|等)(?:用户|对方|服务器|人工|系统|接口|您|你)?的?(?:输入|回复|响应|确认|审批|反馈|结果|指令|完成|加载|返回)",
    rf"{_WORK_ZH}.{{0,30}}(?:\.\.\.|\.\.)",
    rf"(?:您的|你的|该|当前)?{_JOB_ZH}?(?:仍|还|正在|正)*(?:{_WORK_ZH}|进行|排队|部署|训练)中(?:\.\.\.|\.\.)?(?:,?请稍候)?",
    rf"(?:{_WORK_ZH}|部署|任务|当前|整体|总体)?(?:进度|已完成|完成度|已处理|已下载|已上传)(?:为|是|到|达到?|:)*{_N_ZH} ?(?:%|/{_N_ZH})",
    rf"(?:等待)?{_N_ZH} ?(?:秒|分钟?|毫秒|s|ms)(?:钟)?[之以]?后(?:再次?|重新)?(?:重试|再试|继续|重连)(?:\(?第{_N_ZH}次(?:,?共{_N_ZH}次)?\)?)?",
    rf"\(?第{_N_ZH}次(?:重试|尝试)?(?:,?共{_N_ZH}次)?\)?(?:失败|成功)?",
    r"(?:接下来|下一步|现在|然后)[,:]?(?:我|我们)?(?:将|会|要|需要|准备|打算|先|来|再)+(?:打开|读取|查看|检查|运行|调用|搜索|查询|获取|测试|验证|列出|加载|扫描|点击|发送|编写|编辑|创建|继续|执行|核对|对比|解析|提取|下载|处理|修改|尝试).{0,40}",
    r"(?:请)?(?:稍候|稍等|等待中|排队中|待处理|待执行|进行中|处理中|加载中|暂停中|已暂停|已取消|已中止|已开始|已启动)",
]  # fmt: skip
_ONCE_ZH: Final = [
    r"(?:收到|得到)?(?:响应|回复|返回|状态码?):? ?[1-5]\d\d(?: ok)?",
    rf"约?{_N_ZH} ?(?:毫秒|秒钟?|ms)",
    rf"(?:一?共|总共)?(?:修改|改动|新增|变更|创建|移动|复制)了?{_N_ZH}{_ROWS_ZH}",
    rf"{_N_ZH}(?:个|项|条)?(?:测试|用例)?(?:通过|失败|跳过|成功)",
    rf"(?:get|post|put|patch|delete|head) \S{{1,200}}? ?(?:请求)?(?:返回|响应|得到)?了?(?:状态码)?:? ?{_N_ZH}(?: ok)?(?:,?{_TOOK_ZH})?",
    r"(?:接口|请求|响应|http)?(?:返回|响应)?(?:的)?(?:状态码?|状态)(?:为|是|:)? ?[1-5]\d\d",
    rf"(?:{_JOB_ZH}){{0,2}}(?:已经?|一共|总共|共|只|仅)*(?:返回|找到|查到|搜到|查出|检索到|获取到?|读取到?|写入|插入|更新|删除|匹配到?|加载|导入|导出|处理|扫描|收到|发送|命中|得到|查询到|抓取到?|列出)了?(?:大约|约|一共|共|总共)?(?:{_N_ZH}) ?(?:{_ROWS_ZH})?(?:,?{_TOOK_ZH})?",
    rf"(?:一?共|总共|总计)?(?:找到|查到|搜到|返回|获取|检索到|有)?了?{_N_ZH}(?:{_ROWS_ZH})(?:被?(?:更新|删除|插入|处理|返回|找到))?",
    rf"(?:{_JOB_ZH}){{1,3}}(?:已经?|均|都|全部|被)*(?:执行|运行)?(?:完毕|完成|成功|结束|失败|通过|超时|返回|已保存|已写入|已发送|保存|写入|发送|退出)(?:了|成功|完毕|完成)?(?:,?(?:退出码|状态码|返回码)(?:为|是|:)? ?\d+)?(?:,?{_TOOK_ZH})?",
    r"(?:退出码|返回码|状态码|退出代码)(?:为|是|:)? ?\d+",
    rf"(?:(?:全部|所有|共)?{_N_ZH}? ?(?:个|项|条)?(?:单元|集成)?(?:测试|用例|检查)(?:用例)?(?:全部|均|都|已)?(?:通过|失败|跳过))",
    rf"{_TOOK_ZH}",
    r"(?:未找到|没有找到|没找到|查无|无|没有)(?:任何)?(?:匹配|相关|符合条件|对应)?的?(?:文件|页面|订单|条目|用户|结果|数据|记录|匹配项?|匹配结果|相关结果|输出|错误|内容)|(?:成功|完成|失败|超时|已完成|执行成功|操作成功|完毕|出错|报错|空|结果为空|返回为空|无输出)",
    rf"(?:当前|现在|目前)?(?:cpu|内存|显存|磁盘|负载|系统负载|带宽)(?:使用率|占用率?|利用率|使用|平均负载)?(?:当前|目前|现在)?(?:为|是|:|达到?)? ?{_N_ZH} ?%",
    rf"(?:当前|现在|目前)(?:cpu|内存|显存|磁盘|负载|系统负载|队列|带宽)(?:使用|占用|长度|平均负载)?(?:为|是|:|达到?)? ?{_N_ZH} ?(?:mb|gb)?",
    r"(?:当前|现在)(?:系统)?时间(?:为|是|:)? ?\d{1,2}[:点]\d{0,2}分?(?::\d\d)?",
    r"(?:页面|截图|窗口|按钮|表单|标签页|元素|对话框)(?:已经?|被)*(?:加载|截取|打开|点击|关闭|提交|找到|保存)(?:完成|成功|完毕|了)*",
]  # fmt: skip

_RUN: Final = re.compile("(?:" + "|".join([*_RUN_EN, *_RUN_ZH]) + ")")
_ONCE: Final = re.compile("(?:" + "|".join([*_ONCE_EN, *_ONCE_ZH]) + ")")


# What makes an activity a standing one: "processing 3,000 events a day", "now running on Kubernetes".
_STANDING: Final = re.compile(
    r"\b(?:every|each|per|daily|weekly|monthly|always|usually|since|because|whenever|by default|from now on|no longer|instead|an? (?:day|week|month|year|hour)|on|with|via|using|version|by|under|in (?:all|production))\b|\bv?\d+\.\d+|每|总是|通常|一直|自从|因为|默认|不再|改[用为成]|版"
)

# Where nobody said who speaks, this may be somebody's life: "I'm looking for a flat", 正在准备高考.
_OF_A_LIFE: Final = re.compile(r"\b(?:i|i'm|i've|my|we|we're|our|preparing|trying|looking for)\b|我|咱|准备|尝试|努力")


def may_be_a_life(clause: str) -> bool:
    """Whether a folded clause of a run could as well be a person's, told of themselves."""
    return bool(_OF_A_LIFE.search(clause))


def is_progress(clause: str) -> bool:
    """Whether a folded clause only says where a run stands or what it does next."""
    return bool(_RUN.fullmatch(clause)) and not _STANDING.search(clause)


def is_one_off(clause: str) -> bool:
    """Whether a folded clause only says what one call gave back."""
    return bool(_ONCE.fullmatch(clause))
