"""`kvpi` of `make bench`: does a statement contradict what is kept of a person, confirm it, or neither (Chinese).

The last 1,000 pairs of the slice; the judge was fitted on the first 3,000. Judged as the gate and the review would,
without a language model: each fact of a profile is a memory of its own, with the similarity and the vector that they
would have. Beside it: the judge without any vector, and a profile kept as one memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.quality.kvpi_set import STANDS, Case, Stands, to_report
from benchmarks.quality.profile_judging import scores, share
from benchmarks.table import Row
from memories.judging import Statement, Verdict, judge, language_of
from memories.judging.statements import EXCLUDING

TARGET: Final = 0.75
PRECISE: Final = 0.90

Vectors = dict[str, npt.NDArray[np.float32]]


def figures(cases: Sequence[Case] | None = None) -> dict[str, Any]:
    """Every figure; needs a migrated database; FileNotFoundError where the data is not there."""
    cases = to_report() if cases is None else cases
    joined = [Case(("; ".join(case.facts),), case.statement, case.stands) for case in cases]
    vectors = _vectors([*cases, *joined])
    return {
        **measured(cases, vectors),
        "without vectors": measured(cases, {}),
        "profile as one memory": measured(joined, vectors),
    }


def measured(cases: Sequence[Case], vectors: Vectors) -> dict[str, Any]:
    """Scores over cases, and how right the sure conflicts are."""
    told = [_told([_verdict(fact, case.statement, vectors) for fact in case.facts]) for case in cases]
    found = scores((case.stands, stands) for case, (stands, _) in zip(cases, told, strict=True))
    acting = [case.stands == "another" for case, (_, sure) in zip(cases, told, strict=True) if sure]
    there = sum(case.stands == "another" for case in cases)
    return found | {
        "sure": len(acting),
        "sure precision": share(sum(acting), len(acting)),
        "sure recall": share(sum(acting), there),
    }


def _vectors(cases: Sequence[Case]) -> Vectors:
    from memories.embedding.service import embed_passages

    texts = sorted({text for case in cases for text in (*case.facts, case.statement)})
    return dict(zip(texts, embed_passages(texts), strict=True))


def _verdict(fact: str, statement: str, vectors: Vectors) -> Verdict:
    from memories.embedding.service import similarity

    older, newer = vectors.get(fact), vectors.get(statement)
    near = None
    if older is not None and newer is not None:
        languages = (language_of(fact), language_of(statement))
        near = similarity(float(older @ newer), languages=languages, direction="passage")
    return judge(Statement(fact), Statement(statement), near, vector=newer)


def _told(verdicts: Sequence[Verdict]) -> tuple[Stands, bool]:
    """(what a statement is to a person, whether the judge would act on it alone)."""
    against = [verdict for verdict in verdicts if verdict.label in EXCLUDING]
    if against:
        return "another", any(verdict.sure for verdict in against)
    return ("own" if any(verdict.label == "same" for verdict in verdicts) else "neither"), False


def rows(found: dict[str, Any]) -> Iterator[Row]:
    name = "kvpi, contradicted"
    other = found["another"]
    yield Row(f"{name}, F1", _figure(found), f"{TARGET}", other["f1"] >= TARGET)
    precise = found["sure"] == 0 or found["sure precision"] >= PRECISE
    figure = f"precision {found['sure precision']} of {found['sure']}, recall {found['sure recall']}"
    yield Row(f"{name}, where the judge acts alone", figure, f"precision {PRECISE}", precise)
    for variant in ("without vectors", "profile as one memory"):
        yield Row(f"{name}, {variant}", _figure(found[variant]))
    yield Row("kvpi, accuracy of three", f"{found['accuracy']} of {found['pairs']}")
    for stands in STANDS:
        counts = [found["confusion"][f"{stands} > {one}"] for one in STANDS]
        yield Row(f"  {stands}: judged {', '.join(STANDS)}", ", ".join(map(str, counts)))


def _figure(found: dict[str, Any]) -> str:
    return "{f1} (precision {precision}, recall {recall})".format(**found["another"])
