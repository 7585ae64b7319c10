"""`kvpi` of `make bench`: does a statement contradict what is kept of a person, confirm it, or neither (Chinese).

The last 1,000 pairs of the slice; the judge was fitted on the first 3,000. Judged as the gate and the review would,
without a language model: each fact of a profile is a memory of its own, with the similarity and the vector that they
would have. Beside it: the judge without any vector, a profile kept as one memory, and what would be left if similarity
alone (CONFLICT_SIMILARITY) brought facts and statements together, as it does with what is no profile.
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
    from django.conf import settings

    cases = to_report() if cases is None else cases
    joined = [Case(("; ".join(case.facts),), case.statement, case.stands) for case in cases]
    vectors = _vectors([*cases, *joined])
    return {
        **measured(cases, vectors),
        "without vectors": measured(cases, {}),
        "profile as one memory": measured(joined, vectors),
        "only near facts": measured(cases, vectors, settings.HINDSIGHT.CONFLICT_SIMILARITY),
    }


def measured(cases: Sequence[Case], vectors: Vectors, least: float | None = None) -> dict[str, Any]:
    """Scores over cases, and how right the sure conflicts are; facts that are less near than `least` are not judged."""
    told = []
    for case in cases:
        near = {fact: _similarity(fact, case.statement, vectors) for fact in case.facts}
        looked = {fact: one for fact, one in near.items() if least is None or (one is not None and one >= least)}
        told.append(_told([_verdict(fact, case.statement, value, vectors) for fact, value in looked.items()]))
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


def _similarity(fact: str, statement: str, vectors: Vectors) -> float | None:
    if fact not in vectors or statement not in vectors:
        return None
    from memories.embedding.service import similarity

    languages = (language_of(fact), language_of(statement))
    cosine = float(vectors[fact] @ vectors[statement])
    return similarity(cosine, languages=languages, direction="passage")


def _verdict(fact: str, statement: str, near: float | None, vectors: Vectors) -> Verdict:
    return judge(Statement(fact), Statement(statement), near, vector=vectors.get(statement))


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
    for variant in ("without vectors", "profile as one memory", "only near facts"):
        yield Row(f"{name}, {variant}", _figure(found[variant]))
    yield Row("kvpi, accuracy of three", f"{found['accuracy']} of {found['pairs']}")
    for stands in STANDS:
        counts = [found["confusion"][f"{stands} > {one}"] for one in STANDS]
        yield Row(f"  {stands}: judged {', '.join(STANDS)}", ", ".join(map(str, counts)))


def _figure(found: dict[str, Any]) -> str:
    return "{f1} (precision {precision}, recall {recall})".format(**found["another"])
