"""Mutated vectors: every decoder gives a message or an error of the family, in bounded memory and time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import corpus
from tests.fuzz.mutations import run

LONG = 1_000_000


def test_mutated_vectors_are_read_or_refused() -> None:
    verdicts = run(20_000, seed=1, every=10)
    assert sum(verdicts.values()) == 20_000
    assert verdicts["ok"] > 1_000  # the mutations are not all of the kind that is noticed at once
    assert {"Truncated", "InvalidLength", "InvalidText", "InvalidTag", "TrailingBytes", "UnexpectedNull"} <= set(
        verdicts
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12, 13, 14])
def test_a_million_mutated_vectors_in_three_gibibytes(seed: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz.mutations", str(LONG // 4), str(seed)]
    done = subprocess.run(command, cwd=corpus.ROOT, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith(f"{LONG // 4} ")
