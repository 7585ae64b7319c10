"""The bare SQL for the nearest vectors of a namespace: what a search is measured beside."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.table import timed

K: Final = 50


class Bare:
    """The bare statement for the nearest vectors of a namespace, on a connection of its own."""

    def __init__(self, db: Any, space: int, size: int) -> None:
        from memories.embedding.spaces import active_space_id

        self._db = db
        of = f"FROM memories_vector WHERE current AND space_id = {active_space_id()} AND namespace_id = {space}"
        self._near = f"SELECT unit_id {of} ORDER BY (embedding::halfvec({size})) <#> %s::halfvec({size}) LIMIT {K}"
        self._exact = f"SELECT unit_id {of} ORDER BY embedding <#> %s::halfvec LIMIT {K}"

    def _run(self, literal: str, ef: int) -> list[Any]:
        self._db.execute(f"SET hnsw.ef_search = {ef}")
        return list(self._db.execute(self._near, [literal]).fetchall())

    def timed(self, literal: str, ef: int) -> float:
        """Seconds for the statement alone, without that which sets ef_search."""
        self._db.execute(f"SET hnsw.ef_search = {ef}")
        return timed(lambda: self._db.execute(self._near, [literal]).fetchall())

    def uses_the_index(self, literal: str) -> bool:
        return any("hnsw" in line for (line,) in self._db.execute("EXPLAIN " + self._near, [literal]))

    def found(self, literals: list[str], ef: int, nearest: int) -> float:
        """How many of so many that are nearest it finds, on average."""
        hits = []
        for literal in literals:
            true = self._db.execute(self._exact, [literal]).fetchall()[:nearest]
            hits.append(len(set(self._run(literal, ef)) & set(true)))
        return round(sum(hits) / len(hits), 1)


def literal_of(vector: Any) -> str:
    """A vector as the database reads it."""
    return "[" + ",".join(f"{number:.5g}" for number in vector) + "]"
