"""Makes the smaller copy of the vectors from the full corpus: `python -m tests.data.make_subset CORPUS/vectors`.

Kept whole: headers, frames, and what becomes of damaged bytes and of fields outside their version. Of each version of
each message the cases below are kept.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

OWN = Path(__file__).resolve().parent / "vectors"
CASES = ("full", "nulls", "extreme", "unknown-tags", "unknown-tags-full")
RECORD_SETS = "records.jsonl.gz"  # `test_records.py` has a copy of its own
_LARGE = 4_000  # bytes in hex of an `extreme` that is left out, unless it is the message's newest version


def main(source: Path) -> None:
    """Write every file of the copy, in the layout of the source."""
    for old in OWN.rglob("*.jsonl.gz"):
        if old.name != RECORD_SETS:
            old.unlink()
    for file in sorted(source.rglob("*.jsonl.gz")):
        if file.name == RECORD_SETS:
            continue
        place = file.relative_to(source)
        lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
        newest = max(line["version"] for line in lines)
        kept = [line for line in lines if is_whole(place) or is_kept(line, newest)]
        write(OWN / place, kept)


def is_whole(place: Path) -> bool:
    """Whether every line of the file is kept."""
    return place.parts[0] in ("frames", "headers", "strictness", "streams", "damaged.jsonl.gz")


def is_kept(line: dict[str, Any], newest: int) -> bool:
    """Whether the copy has that line."""
    if line["case"] == "extreme":
        return line["version"] == newest or len(line["hex"]) < _LARGE
    return line["case"] in CASES


def write(file: Path, lines: list[dict[str, Any]]) -> None:
    """One object a line, packed so that the same lines give the same bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
