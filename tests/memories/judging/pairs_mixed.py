"""Pairs across two languages, in the columns of pairs_en; written for this project."""

PAIRS_MIXED: list[tuple[str, str, str, str]] = [
    ("same", "", "The user lives in Beijing", "用户住在北京"),
    ("same", "", "预算是10万元", "The budget is 100,000 yuan"),
    ("same", "", "The user prefers dark mode", "用户偏好深色模式"),
    ("changed", "same", "I use Django for the backend", "我后端换成 FastAPI 了"),
    ("changed", "same", "我住在上海", "I have moved to Singapore"),
    ("changed", "", "The budget is 100k", "预算调整为20万"),
    ("changed", "", "团队用 Slack 沟通", "The team switched from Slack to Lark"),
    ("changed", "same", "My phone number is 13800001111", "我的电话换成13922223333了"),
    ("contradicts", "differ", "The gateway port is 8080", "网关的端口是9090"),
    ("contradicts", "inference", "User likes Python", "我不喜欢 Python"),
    ("contradicts", "differ", "会议在周二", "The meeting is on Thursday"),
    ("similar", "same", "I like coffee", "我喜欢茶"),
    ("similar", "same", "我的地址改成了人民路8号", "My phone number changed to 13812345678"),
    ("similar", "same", "I work at Huawei in Shenzhen", "我在深圳还养了一只猫"),
    ("unrelated", "", "The warehouse closes at 6pm", "小敏会拉大提琴"),
    ("unrelated", "same", "我在用 Django 写网站", "I bought a standing desk"),
    ("changed", "", "服务部署在 AWS", "The service has moved from AWS to Azure"),
    ("contradicts", "differ", "Two-factor login is enabled", "双因素登录已关闭"),
    ("similar", "same", "I live in Berlin", "我姐姐住在慕尼黑"),
    ("similar", "same", "我会说英语", "I also speak French"),
]
