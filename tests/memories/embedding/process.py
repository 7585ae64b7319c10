"""A process of its own that makes a vector when it is told to, in a space that may have no calibration yet."""

from __future__ import annotations

import json
import sys

import django

django.setup()

from memories.embedding import calibrations, embed_passages, geometry  # noqa: E402

sys.stdout.write("ready\n")
sys.stdout.flush()
sys.stdin.readline()
vector = embed_passages([sys.argv[1]])[0]
calibration = calibrations.known_calibration()
assert calibration is not None
found = {"vector": vector.tolist(), "calibration": geometry.document_of(calibration)}
sys.stdout.write(json.dumps(found) + "\n")
