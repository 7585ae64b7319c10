"""Pairs made by rule: one frame, two designators, two values. Both sides can be true, so no pair is a conflict."""

import itertools
from collections.abc import Iterator

# {d} names the thing, {v} is what is told of it.
_DESIGNATORS_EN: dict[str, list[str]] = {
    "number": ["Depot 1", "Depot 2", "Locker 14", "Locker 15", "Room 301", "Gate 22", "Pump 7", "Line 4"],
    "letter": ["Building A", "Building B", "Team C", "Team D", "Hall E", "Wing F"],
    "code": ["Server a1", "Server a2", "Node web-03", "Node web-04", "JIRA-210", "Order #4312", "Order #4313"],
    "ordinal": ["The first depot", "The second depot", "The third depot", "The 4th depot", "The 5th depot"],
    "project": ["Project Ash", "Project Elm", "The Orchid team", "The Tulip team", "The Falcon service"],
    "person": ["Alice's shop", "Bruno's shop", "Dr. Chen's shop", "Marta's shop"],
    "environment": ["The staging cluster", "The production cluster", "The test cluster", "The preview cluster"],
    "region": ["The Berlin office", "The Paris office", "The EU site", "The US site", "The north site"],
    "time": ["The Monday slot", "The Tuesday slot", "The Q2 slot", "The Q3 slot", "The 2023 slot", "The 2024 slot"],
    "version": ["The v2 client", "The v3 client", "Version 1.4", "Version 2.0"],
    "role": ["The admin console", "The guest console", "The landlord's line", "The plumber's line"],
}
_FRAMES_EN: list[tuple[str, str, str]] = [
    ("{d} opens at {v}", "seven", "8am"),
    ("{d} has {v}", "40 seats", "60 seats"),
    ("{d} costs {v}", "100 dollars", "450 dollars"),
    ("{d} listens on port {v}", "8080", "9090"),
    ("{d} is {v}", "open", "closed"),
    ("{d} is run by {v}", "Dana", "Miguel"),
    ("{d} is now at {v}", "21 degrees", "18 degrees"),
    ("{d} uses {v}", "MySQL", "PostgreSQL"),
    ("{d} was moved to {v}", "May 3", "June 9"),
    ("The budget of {d} is {v}", "300k", "120k"),
    ("The owner of {d} is {v}", "Priya", "Tomas"),
    ("The timeout for {d} is now {v}", "10 seconds", "30 seconds"),
]
_DESIGNATORS_ZH: dict[str, list[str]] = {
    "number": ["一号仓库", "二号仓库", "3号仓库", "15号仓库", "301会议室", "402会议室", "12路公交", "17路公交"],
    "letter": ["A栋", "B栋", "甲组", "乙组", "C区", "D区"],
    "code": ["a1服务器", "a2服务器", "web-03", "web-04", "订单4312", "订单4313"],
    "ordinal": ["第1期", "第2期", "第一分店", "第二分店"],
    "project": ["猎鹰项目", "苍鹭项目", "白桦项目", "枫树项目"],
    "person": ["张三的店", "李四的店", "小宁的店", "王医生的店"],
    "environment": ["测试环境", "生产环境", "预发环境", "开发环境"],
    "region": ["上海办公室", "武汉办公室", "华东机房", "华北机房"],
    "time": ["周一的场次", "周二的场次", "Q2的场次", "Q3的场次", "2023年的场次", "2024年的场次"],
    "version": ["v2客户端", "v3客户端", "1.4版", "2.0版"],
    "role": ["管理员账户", "访客账户", "房东那边", "水管工那边"],
}
_FRAMES_ZH: list[tuple[str, str, str]] = [
    ("{d}{v}开门", "七点", "八点"),
    ("{d}有{v}", "40户", "60户"),
    ("{d}每月{v}", "100元", "450元"),
    ("{d}监听{v}端口", "8080", "9090"),
    ("{d}{v}", "已开启", "已关闭"),
    ("{d}由{v}负责", "王强", "赵敏"),
    ("{d}现在是{v}", "21度", "18度"),
    ("{d}用 {v}", "MySQL", "PostgreSQL"),
    ("{d}改到{v}了", "5月3日", "6月9日"),
    ("{d}的预算是{v}", "300万", "120万"),
    ("{d}的负责人是{v}", "小蒲", "小唐"),
    ("{d}的超时现在是{v}", "10秒", "30秒"),
]


# {s} says when, where or for whom it holds.
_SCOPED: list[tuple[str, list[str], list[str]]] = [
    ("The pool opens at {v} on {s}", ["Mondays", "Sundays", "weekdays"], ["6am", "9am"]),
    ("The timeout is {v} in {s}", ["staging", "production", "development"], ["10 seconds", "30 seconds"]),
    ("Debug logging is {v} in {s}", ["staging", "production", "development"], ["on", "off", "enabled", "disabled"]),
    ("The discount is {v} for {s}", ["new customers", "members", "students"], ["10%", "15%"]),
    ("The rate is {v} in {s}", ["summer", "winter", "Germany", "France"], ["20 cents", "30 cents"]),
    ("If {s}, the job runs at {v}", ["the flag is set", "the queue is full", "nobody objects"], ["3am", "noon"]),
    ("When {s} the limit is {v}", ["the disk is full", "a backup runs"], ["20 MB", "50 MB"]),
    ("I ran {v} {s}", ["yesterday", "today", "last week"], ["5 km", "8 km"]),
    ("The backup took {v} on {s}", ["Monday", "Tuesday", "May 3", "May 4"], ["20 minutes", "35 minutes"]),
    ("In {s} the team had {v}", ["2022", "2023", "March", "April"], ["5 people", "9 people"]),
    ("For {s} the price is {v}", ["adults", "children", "groups"], ["12 euros", "6 euros"]),
    ("如果{s}，任务{v}运行", ["设置了标志", "队列满了", "没人反对"], ["三点", "八点"]),
    ("{s}的时候限额是{v}", ["磁盘满", "备份运行"], ["20MB", "50MB"]),
    ("我{s}跑了{v}", ["昨天", "今天", "上周"], ["5公里", "8公里"]),
    ("{s}的折扣是{v}", ["新客户", "会员", "学生"], ["10%", "15%"]),
    ("{s}泳池{v}开放", ["周一", "周日", "工作日"], ["六点", "九点"]),
    ("{s}的电价是{v}", ["冬季", "夏季", "德国", "法国"], ["2元", "3元"]),
    ("{s}团队有{v}", ["2022年", "2023年", "三月", "四月"], ["5个人", "9个人"]),
    ("在{s}，超时是{v}", ["测试环境", "生产环境"], ["10秒", "30秒"]),
]
_LISTING: list[tuple[str, list[str]]] = [
    (frame, things)
    for frames, things in (
        (("The team uses {v}", "The app supports {v}", "The developer knows {v}"), ["Python", "Go", "Rust"]),
        (("The office uses {v}", "The bot integrates {v}", "We use {v}"), ["Slack", "Zoom", "Discord"]),
        (("The shop accepts {v}", "The site offers {v}"), ["PayPal", "Visa", "Stripe"]),
        (("The firm has offices in {v}", "The shop delivers to {v}"), ["Berlin", "Munich", "Hamburg"]),
        (("The app supports {v}", "The clerk speaks {v}"), ["German", "Polish", "French"]),
        (("团队用 {v}", "应用支持 {v}", "小金懂 {v}"), ["Python", "Go", "Rust"]),
        (("商店支持{v}", "网站接受{v}"), ["支付宝", "微信支付", "信用卡"]),
        (("公司在{v}有办公室", "商店配送到{v}"), ["上海", "武汉", "成都"]),
        (("应用支持{v}", "店员会说{v}"), ["德语", "法语", "日语"]),
    )
    for frame in frames
]


def _lowered(designator: str, frame: str) -> str:
    starts = frame.startswith("{d}")
    return designator if starts or not designator.startswith("The ") else "the " + designator[4:]


def template_pairs() -> Iterator[tuple[str, str, str]]:
    """(kind, older, newer): every two designators of a kind in every frame, with equal and with other values."""
    for language, designators, frames in (
        ("en", _DESIGNATORS_EN, _FRAMES_EN),
        ("zh", _DESIGNATORS_ZH, _FRAMES_ZH),
    ):
        for kind, names in designators.items():
            for (left, right), (frame, first, second) in itertools.product(itertools.permutations(names, 2), frames):
                older = frame.format(d=_lowered(left, frame), v=first)
                for value in (first, second):
                    yield f"{language} {kind}", older, frame.format(d=_lowered(right, frame), v=value)
    for frame, scopes, values in _SCOPED:
        for (left, right), (first, second) in itertools.product(
            itertools.permutations(scopes, 2), itertools.permutations(values, 2)
        ):
            yield "scope", frame.format(s=left, v=first), frame.format(s=right, v=second)
    for frame, things in _LISTING:
        for left, right in itertools.permutations(things, 2):
            yield "listing", frame.format(v=left), frame.format(v=right)


def control_pairs() -> Iterator[tuple[str, str, str]]:
    """(language, older, newer): the same designator with another value, which is a conflict."""
    for language, designators, frames in (
        ("en", _DESIGNATORS_EN, _FRAMES_EN),
        ("zh", _DESIGNATORS_ZH, _FRAMES_ZH),
    ):
        for name, (frame, first, second) in itertools.product(itertools.chain(*designators.values()), frames):
            if " uses " not in frame and "用 " not in frame:
                named = _lowered(name, frame)
                yield language, frame.format(d=named, v=first), frame.format(d=named, v=second)
