"""Every text of the console that can be translated, read from the sources; no gettext has to be installed.

python -m tests.house.translations          lists what the Chinese catalogue lacks
python -m tests.house.translations --write  adds the missing texts, untranslated, and drops those that are gone
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import polib

ROOT: Final = Path(__file__).resolve().parent.parent.parent
CATALOGUE: Final = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
_APPS: Final = ("hindsight_site", "memories", "review", "sessions", "mcp_gateway")
_ONE: Final = frozenset(["_", "_now", "gettext", "gettext_lazy", "gettext_noop"])
_MANY: Final = frozenset(["ngettext", "ngettext_lazy"])


class Text(NamedTuple):
    """A text, its plural where it has one, and where it stands."""

    text: str
    plural: str
    place: str


def texts() -> list[Text]:
    """Each once, in the order of their places."""
    found: dict[tuple[str, str], Text] = {}
    for one in (*_of_python(), *_of_templates()):
        found.setdefault((one.text, one.plural), one)
    return list(found.values())


def _of_python() -> Iterator[Text]:
    for app in _APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            yield from _calls(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def _of_templates() -> Iterator[Text]:
    from django.utils.translation.template import templatize

    for path in sorted((ROOT / "templates").rglob("*.html")):
        place = str(path.relative_to(ROOT))
        # What is left are calls among X's that keep the lines.
        for call in re.finditer(r"\bn?gettext\((?:u?'(?:\\.|[^'\\])*'|u?\"(?:\\.|[^\"\\])*\"|[^()'\"]|\([^()]*\))*\)",
                                templatize(path.read_text(encoding="utf-8"))):  # fmt: skip
            yield from _calls(_readable(call.group()), place)


def _readable(call: str) -> str:
    """A call whose texts stand in one literal each; a line end within is one of the text."""
    return call.replace("\n", "\\n")


def _calls(source: str, place: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        said = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if node.func.id in _ONE and len(said) == 1:
            yield Text(said[0], "", place)
        elif node.func.id in _MANY and len(said) == 2:
            yield Text(said[0], said[1], place)


def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def missing(kept: polib.POFile) -> list[Text]:
    """Texts that the catalogue does not have, or has no translation of."""
    done = {(entry.msgid, entry.msgid_plural) for entry in kept if entry.translated() and not entry.obsolete}
    return [one for one in texts() if (one.text, one.plural) not in done]


def compiled() -> Path:
    return CATALOGUE.with_suffix(".mo")


def main() -> None:
    kept = catalogue()
    if "--write" in sys.argv:
        known = {(entry.msgid, entry.msgid_plural): entry for entry in kept}
        wanted = texts()
        for one in wanted:
            if (one.text, one.plural) not in known:
                plural = {0: ""} if one.plural else {}
                kept.append(polib.POEntry(msgid=one.text, msgid_plural=one.plural, msgstr_plural=plural))
        gone = set(known) - {(one.text, one.plural) for one in wanted}
        for key in gone:
            kept.remove(known[key])
        kept.sort(key=lambda entry: entry.msgid)
        kept.save(str(CATALOGUE))
        kept.save_as_mofile(str(compiled()))
    for one in missing(kept):
        sys.stdout.write(f"{one.place}: {one.text!r}\n")


if __name__ == "__main__":
    main()
