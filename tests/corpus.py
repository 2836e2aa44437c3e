"""Where the reference data lies: golden vectors, captures and log directories made by Apache Kafka itself.

A checkout may stand beside a `shared/` directory with the whole of it; the environment variable `KAFKAWIRE_CORPUS`
names another place. Without either, the tests use the smaller copy in `tests/data`. Only this module knows where
they are.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("KAFKAWIRE_CORPUS") or ROOT.parent / "shared")
OWN = ROOT / "tests" / "data"


def path(*parts: str) -> Path:
    """The file or directory of that name in the full corpus, or in our own copy where the full one is absent."""
    full = SHARED.joinpath(*parts)
    return full if full.exists() else OWN.joinpath(*parts)


def has_full_corpus() -> bool:
    """Whether the full corpus stands beside this checkout."""
    return (SHARED / "vectors").is_dir()


def json_lines(file: Path) -> Iterator[dict[str, Any]]:
    """The objects of a gzip'd file of JSON lines."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
