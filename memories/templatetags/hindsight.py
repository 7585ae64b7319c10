"""What the console's templates need to show a memory: words, percentages, times, marks. All of it escapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from memories import differences
from memories.console import words

register = template.Library()


# An isolate that a memory opens and never closes would take the end of our own: these must not reach the page.
_TURNS = {
    0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO", 0x2066: "LRI", 0x2067: "RLI",
    0x2068: "FSI", 0x2069: "PDI",
}  # fmt: skip
_NAMED = ("state", "kind", "tier")  # fields whose values the console has words for
_SEEN = {code: f"⟨{name}⟩" for code, name in _TURNS.items()}


@register.filter
def plain(text: object) -> str:
    """What a memory says, with the marks that turn the direction of text around shown instead of obeyed."""
    return str(text).translate(_SEEN)


@register.filter
def label(word: object) -> str:
    """A word of SPEC 1 as the console calls it."""
    return words.label(str(word))


@register.filter
def pill(word: object) -> SafeString:
    """A state or type as a small coloured label."""
    return format_html('<span class="hs-pill hs-{}">{}</span>', words.tone(str(word)), words.label(str(word)))


@register.filter
def percent(fraction: float | None) -> str:
    return "–" if fraction is None else f"{round(100 * fraction)} %"


@register.filter
def who(actor: object, names: Mapping[str, str]) -> str:
    """The name of an actor among those that the view looked up."""
    return names.get(str(actor), str(actor))


@register.filter
def moment(value: datetime | None) -> SafeString:
    """A time to the minute, with the whole of it in the title."""
    if value is None:
        return SafeString("–")
    return _time(value, f"{timezone.localtime(value):%Y-%m-%d %H:%M}")


def _time(value: datetime, said: str) -> SafeString:
    title = timezone.localtime(value).isoformat(" ", "seconds")
    return format_html('<time datetime="{}" title="{}">{}</time>', value.isoformat(), title, said)


@register.filter
def ago(value: datetime | None) -> SafeString:
    """How long ago, in the largest unit."""
    if value is None:
        return SafeString("–")
    recent = timezone.now() - value < timedelta(minutes=1)
    said = _("just now") if recent else _("%(age)s ago") % {"age": timesince(value, depth=1)}
    return _time(value, said)


@register.filter
def shortened(text: str, length: int = 120) -> SafeString:
    """The beginning of a memory's text, kept apart from the direction of the text around it."""
    text = plain(text)
    shown = text if len(text) <= length else text[: length - 1].rstrip() + "…"
    return format_html('<span class="hs-text" dir="auto">{}</span>', shown)


@register.filter
def shown(value: Any) -> str:
    """A field of a version for people: nothing as a dash, lists with commas, times without microseconds."""
    if value is None or value == "" or value == []:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return plain(", ".join(str(item) for item in value))
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
    if isinstance(value, float):
        return f"{value:.2f}"
    return plain(value)


@register.filter
def rewritten(change: Sequence[Any], field: str = "") -> SafeString:
    """From what to what: texts word by word, anything else as a whole; with words for who hears the page."""
    before, after = change
    if field in _NAMED:
        before, after = words.label(before), words.label(after)
    elif isinstance(before, str) and isinstance(after, str) and before and after:
        parts = differences.rewritten(plain(before), plain(after))
        return format_html_join("", "{}", ((_mark(part.text, part.change),) for part in parts))
    return format_html("{} → {}", _mark(shown(before), "del"), _mark(shown(after), "ins"))


def _mark(text: str, change: str) -> SafeString:
    if not change:
        return format_html("{}", text)
    heard = _("taken out:") if change == "del" else _("put in:")
    return format_html('<{0} dir="auto"><span class="hs-heard"> {1} </span>{2}</{0}>', SafeString(change), heard, text)


@register.filter
def decided(action: str) -> str:
    """The action of a decision: `person_keep_a`, `policy_temporal`."""
    by, _line, what = action.partition("_")
    if by == "person":
        return words.label(what)
    if by == "policy":
        return _("settled by rule: %(type)s") % {"type": words.label(what)}
    return words.label(action)
