"""The console in English and Chinese: by what the browser asks for, by choice, and on every page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.console_team import Team
from tests.memories.console.test_queries import FORMS, LISTS, fill

CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}
_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


@pytest.mark.parametrize("name", [*LISTS, *FORMS])
def test_each_list_speaks_chinese(team: Team, name: str):
    fill(team, 1)
    answer = team.client("admin").get(reverse(f"admin:{name}"), headers=CHINESE)
    text = answer.content.decode()
    assert '<html lang="zh-hans"' in text
    main = text[text.index("</head>") :]
    said = _TAGS.sub(" ", main)
    assert len(re.findall(r"[\u4e00-\u9fff]", said)) > 30
    assert '<html lang="en"' in team.client("admin").get(reverse(f"admin:{name}")).content.decode()


def test_a_conflict_speaks_chinese_around_what_was_said(team: Team):
    conflict = team.waiting()
    page = reverse("admin:memories_conflict_change", args=[conflict.pk])
    text = team.client("reviewer").get(page, headers=CHINESE).content.decode()
    for said in ("保留 A", "两者都否定", "判断器的说法", "等待人工", "较早的一条是关键记忆"):
        assert said in text
    assert "The launch budget is 100k" in text, "what was said stays in its own language"


def test_a_choice_is_kept_and_leads_back_to_the_page(team: Team):
    client = team.client("reviewer")
    page = reverse("admin:memories_conflict_changelist")
    answer = client.post(reverse("set_language"), {"language": "zh-hans", "next": page})
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert '<html lang="zh-hans"' in client.get(page, headers={"Accept-Language": "en"}).content.decode()
    away = client.post(reverse("set_language"), {"language": "en", "next": "https://elsewhere.example/"})
    assert "elsewhere" not in away.headers["Location"]


@pytest.mark.django_db
def test_the_login_can_be_read_before_it_is_passed():
    text = Client().get(reverse("admin:login"), headers=CHINESE).content.decode()
    assert '<html lang="zh-hans"' in text
    assert 'value="en"' in text
    assert Client(enforce_csrf_checks=True).post(reverse("set_language"), {"language": "en"}).status_code == 403


@pytest.mark.django_db
def test_the_other_doors_speak_as_before():
    answer = Client().get("/api/v1/memories", headers=CHINESE)
    assert answer.json()["detail"].startswith("Send a token")
