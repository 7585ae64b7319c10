"""No path leads from a model's answer to a delete: by what may be imported and called, and by what a review leaves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import memories
import review

ROOT = Path(memories.__file__).parent
REVIEW = Path(review.__file__).parent
# What acts on verdicts, and what each of these may call of what changes units.
ACTING = {
    REVIEW / "waiting.py",
    REVIEW / "running.py",
    *(REVIEW / "judges").glob("*.py"),
    *(REVIEW / "llm").glob("*.py"),
    ROOT / "contradictions.py",
    ROOT / "policies.py",
    ROOT / "settling.py",
    ROOT / "arbitration.py",
    ROOT / "gate" / "merging.py",
}
DELETING = {"memories.lifecycle", "memories.forgetting", "memories.undoing_origins"}
# A merge that is taken back, and edges of a decision that is: neither is a unit.
_DELETES = ("delete", "_raw_delete")
ROWS_THAT_GO = {("settling.py", "edges"), ("settling.py", "evidence")}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def root_of(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else "?"


@pytest.mark.parametrize("path", sorted(ACTING), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_that_acts_on_a_verdict_can_delete_a_unit(path: Path):
    assert not [name for name in imports(path) if any(name == one or name.startswith(f"{one}.") for one in DELETING)]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        deletes = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _DELETES
        if deletes:
            assert (path.name, root_of(node)) in ROWS_THAT_GO, ast.unparse(node)


def test_the_word_of_a_state_that_is_gone_is_said_by_an_undo_alone():
    """State.DELETED: only what a decision itself had made (a merge's text) goes to the trash when it is taken back."""
    for path in ACTING:
        said = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr == "DELETED"
        ]
        assert len(said) == (path.name == "settling.py"), path
