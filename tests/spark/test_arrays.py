"""Arrow arrays made of numpy's memory: the values are those that went in, and pandas stays where it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

import numpy as np
import pyarrow as pa

from kafkawire.spark.arrays import bits, gather, numbers, repeated

_USES_ALL = """
import sys
import numpy as np, pyarrow as pa
from kafkawire.spark.arrays import bits, gather, numbers, repeated
data = pa.py_buffer(b"abcdef")
gather(data, np.array([0, 0]), np.array([1, -1])), bits(np.array([True])), repeated("t", 2)
pa.RecordBatch.from_arrays([numbers(np.arange(2), pa.timestamp("us", tz="UTC"))], ["at"]).filter(bits(np.ones(2, bool)))
sys.exit("pandas" in sys.modules)
"""


def test_numbers_and_bits_are_what_went_in() -> None:
    array = numbers(np.array([1, 2, 3], np.int32), pa.int32(), null=np.array([False, True, False]))
    array.validate(full=True)
    assert array.to_pylist() == [1, None, 3]
    strided = numbers(np.arange(10)[::3], pa.int64())
    assert strided.to_pylist() == [0, 3, 6, 9]
    flags = [index % 3 == 0 for index in range(19)]
    assert bits(np.array(flags)).to_pylist() == flags


@pytest.mark.parametrize("text", ["flights", "", "fl\u00fcge"])
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_a_string_is_repeated(text: str, count: int) -> None:
    array = repeated(text, count)
    array.validate(full=True)
    assert array.to_pylist() == [text] * count


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 2000])
@pytest.mark.parametrize("nulls", [False, True])
def test_small_and_large_slices_are_gathered_alike(size: int, nulls: bool) -> None:
    data = bytes(range(256)) * 400
    starts = np.arange(40) * 2100 + 7
    lengths = np.full(40, size)
    if nulls:
        lengths[::7] = -1
    array = gather(pa.py_buffer(data), starts, lengths)
    array.validate(full=True)
    expected = [None if n < 0 else data[a : a + n] for a, n in zip(starts.tolist(), lengths.tolist(), strict=True)]
    assert array.to_pylist() == expected


def test_none_at_all_are_gathered() -> None:
    assert gather(pa.py_buffer(b""), np.empty(0, np.int64), np.empty(0, np.int64)).to_pylist() == []


def test_pandas_is_not_imported() -> None:
    assert subprocess.run([sys.executable, "-c", _USES_ALL], check=False).returncode == 0
