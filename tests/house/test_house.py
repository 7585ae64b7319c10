"""Rules of the house that no other tool checks."""

from __future__ import annotations

import re
import subprocess
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LONG, TOO_LONG = 250, 400
# A registry's or an index's host has no place here: where packages come from is the machine's affair.
REGISTRIES = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(org|com)|--(extra-)?index-url[ =]|--find-links[ =]")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(work|root|home/[a-z]+)/")
NAMES = re.compile(r"(^|_)(utils?|helpers?|common|manager|misc)(_|\.|$)")
SECRETS = re.compile(r"hs_[A-Za-z0-9_-]{43}|-----BEGIN [A-Z ]*PRIVATE KEY-----|gAAAAA[A-Za-z0-9_-]{60,}")


# Where there is no git (an archive, another user's clone): everything but what git would ignore.
IGNORED = re.compile(r"^(\.(?!ci$|gitignore$|dockerignore$).*|var|build|__pycache__)$")


def tracked(*suffixes: str) -> list[Path]:
    """Files of the repository, also those not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [
            path for path in ROOT.rglob("*") if not any(IGNORED.match(part) for part in path.relative_to(ROOT).parts)
        ]
    return [path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)]


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def python_files() -> list[Path]:
    """All but migrations, which Django writes."""
    return [path for path in tracked(".py") if "migrations" not in path.parts]


def lines_matching(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    this = Path(__file__).resolve()
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        if path != this
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if pattern.search(line)
    ]


@pytest.mark.filterwarnings("default")
def test_files_are_small():
    sizes = {path.relative_to(ROOT): len(text_of(path).splitlines()) for path in python_files()}
    for path, lines in sorted(sizes.items()):
        if LONG < lines <= TOO_LONG:
            warnings.warn(f"{path} has {lines} lines; most should have fewer than {LONG}", stacklevel=1)
    assert {str(path): lines for path, lines in sizes.items() if lines > TOO_LONG} == {}


def test_nothing_is_skipped_in_silence():
    """Only the fixture that looks for a browser may skip, and it says so in one line."""
    skips = re.compile(r"pytest\.(skip|importorskip)\(|mark\.(skip|skipif|xfail)\b|unittest\.skip")
    found = lines_matching(skips, [path for path in tracked(".py") if (ROOT / "tests") in path.parents])
    assert [place for place in found if not place.startswith("tests/browser/conftest.py:")] == []


def test_no_registry_is_named():
    assert lines_matching(REGISTRIES, tracked()) == []


def test_lock_files_are_hashed():
    for lock in ROOT.glob("requirements*.lock"):
        text = text_of(lock)
        pinned = re.findall(r"^[A-Za-z0-9][\w.\[\]-]*==", text, flags=re.M)
        assert pinned
        assert len(pinned) == len(
            re.findall(r"^[A-Za-z0-9][\w.\[\]-]*==[^\n]*\\\n    --hash=sha256:", text, flags=re.M)
        )


def test_no_path_of_one_machine():
    assert lines_matching(MACHINE_PATHS, tracked()) == []


def test_no_vague_names():
    vague = [str(path.relative_to(ROOT)) for path in tracked(".py") if NAMES.search(path.name)]
    assert vague == []


def test_no_secret_is_committed():
    assert lines_matching(SECRETS, tracked()) == []


def test_every_module_says_what_it_is():
    silent = []
    for path in python_files():
        if (ROOT / "tests") in path.parents:  # a test's names say what it is
            continue
        text = text_of(path).removeprefix("#!/usr/bin/env python\n").lstrip()
        if text and not text.startswith('"""'):
            silent.append(str(path.relative_to(ROOT)))
    assert silent == []


def test_every_dependency_has_its_reason():
    wanted = re.findall(r'^    "([A-Za-z0-9-]+)', text_of(ROOT / "pyproject.toml").split("[tool.ruff]")[0], flags=re.M)
    reasons = text_of(ROOT / "docs" / "decisions" / "0001-dependencies.md")
    assert [name for name in wanted if f"`{name}`" not in reasons] == []


def test_every_setting_is_documented_with_its_default():
    from hindsight_site.environment import Environment

    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) ?\| \S.* \|$", text_of(ROOT / "docs" / "running.md"), flags=re.M))
    wanted = {}
    for name, field in Environment.model_fields.items():
        value = ",".join(field.default) if isinstance(field.default, tuple) else str(field.default)
        wanted[name] = f"`{value}`" if value else ""
    assert {name: rows.get(name, "missing").strip() for name in wanted} == wanted
