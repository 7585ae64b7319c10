"""The one rule by which two spellings of a name are one name; pure.

Subjects, entities, participants, tags and labels are stored as they were written, and compared by it: on write, in
every filter, and when somebody is to be forgotten.
"""

from __future__ import annotations

from memories.judging.language import folded


def name_key(name: str) -> str:
    """One spelling of a name: NFKC, lower case, straight apostrophes, single spaces. "Maria", " maria" and full-width
    letters meet, "O’Connor" and "O'Connor", and an accent whether it is one character with its letter or two."""
    return " ".join(folded(name).split())


def label_key(label: str) -> str:
    """One spelling of an entity, a participant, a tag or a label of a source: that of a name, and "ß" is "ss" too."""
    return name_key(label).casefold()
