"""Where nobody declared the channel: a run's words are read like an agent's, a life's like a person's."""

import pytest

from memories.extracting import UNDECLARED, durability_of
from tests.memories.extracting.tables import judged

RUN = ("tool_result", "agent_inference", UNDECLARED)


@pytest.mark.parametrize(
    "text",
    [
        "正在处理第3步", "Uploading 3 of 9 files", "已上传3个文件，共9个", "3 of 9 files uploaded", "Step 3 of 9 done",
        "正在上传第3个文件，共9个", "已下载2/5个文件", "还剩3个文件", "Indexed 300 of 1000 documents", "Found 12 rows",
    ],
)  # fmt: skip
def test_where_a_run_stands_passes_unless_a_user_says_it(text: str) -> None:
    assert {judged(channel, "", text).layer for channel in RUN} == {"short"}
    assert {judged(channel, "s", text).layer for channel in RUN} == {"working"}
    assert judged("user_statement", "", text).layer == "long"


@pytest.mark.parametrize(
    "text",
    [
        "Deployed build 77 to staging", "把77号构建部署到了预发环境", "Released version 4 to production",
        "Merged branch fix-12 into main", "We deployed 3 services to production", "Ana owns 3 of 9 files",
        "Processing 3,000 events a day", "Migrated 3 of 9 services to Kubernetes", "我们已迁移3个服务到K8s",
        "已经完成了3个项目", "我们还有3个孩子", "已测试3个月", "Uploading 3 of 9 files every night",
    ],
)  # fmt: skip
def test_an_event_or_a_habit_lasts(text: str) -> None:
    assert {judged(channel, "", text).layer for channel in (*RUN, "user_statement")} == {"long"}


@pytest.mark.parametrize(
    "text",
    [
        "I'm looking for a flat in Berlin", "正在准备高考", "我在找工作", "I'm reviewing the contract with Ana",
        "现在改用FastAPI", "from today on we use uv", "Switched to uv, 3 of 9 repos done", "We're building a house",
    ],
)  # fmt: skip
def test_a_life_and_a_change_last(text: str) -> None:
    assert judged(UNDECLARED, "", text).layer == "long"


def test_an_outcome_is_one_where_nobody_said_who_speaks() -> None:
    said = {"channel": UNDECLARED, "decision": False, "directive": False, "in_session": True}
    assert durability_of("Deploy succeeded", success=True, **said).why == "outcome"  # type: ignore[arg-type]


MONOLOGUES = (
    "Let me think step by step. First I should. Hmm.",
    "用户想要退款，所以我需要先查订单，然后再看政策。接下来我应该调用 get_order。",
    "Okay, the user wants me to book a flight. I need to check the calendar first.",
    "Hmm, let me think. Maybe I should check the order first.",
    "嗯，让我想想。首先我需要查询订单。",
    "The user wants a refund, so I need to look up the order. Next I should read the policy.",
)


@pytest.mark.parametrize("text", MONOLOGUES)
@pytest.mark.parametrize("channel", [*RUN, "user_statement", "import"])
def test_a_monologue_is_refused_whoever_is_said_to_speak(text: str, channel: str) -> None:
    assert judged(channel, "", text).why == "raw_reasoning"
    assert judged("config_file", "", text).layer == "long"


@pytest.mark.parametrize(
    "text",
    [
        "First I need to buy milk, then I'll call mom", "let me think about it", "让我想想", "Hmm. Wait.",
        "The customer is allergic to nuts, so I should never suggest peanuts", "The user wants invoices by e-mail",
        "用户想要纸质发票", "客户想要蓝色的，所以我们订了蓝色的", "So the user prefers tabs",
        "首先我要去买菜，然后再看电影",
        "I should check my blood pressure every morning", "我需要先和这位客户确认地址再发货",
        "The plan: first the client signs, then we ship", "We work step by step", "我需要每天早上先查血糖",
    ],
)  # fmt: skip
@pytest.mark.parametrize("channel", [UNDECLARED, "user_statement"])
def test_what_people_plan_and_want_is_none(text: str, channel: str) -> None:
    assert judged(channel, "", text).layer != "refuse"
