"""Batches of many shapes: what the quick ways take, what they must not take, and the places between."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

MS = 1_700_000_000_000


def _times(count: int) -> dict[str, list[int]]:
    return {
        "same": [MS] * count,
        "slow": [MS + i // 4 for i in range(count)],
        "quick": [MS + 40 * i for i in range(count)],
        "far": [MS + 100_000 * i for i in range(count)],
        "back": [MS - i for i in range(count)],
        "once-back": [MS - (i == count - 3) for i in range(count)],
        "jump": [MS + (70 if i % 9 == 4 else 0) for i in range(count)],
        "none": [-1] * count,
    }


def _offsets(count: int) -> dict[str, list[int]]:
    return {
        "zero": list(range(count)),
        "high": list(range(1 << 40, (1 << 40) + count)),
        "gaps": [i + i // 7 for i in range(count)],
        "wide": [i * 100 for i in range(count)],
        "hole": [i + (10_000 if i > count // 2 else 0) for i in range(count)],
    }


_CONTENTS: dict[str, Any] = {
    "small": lambda i: (b"key%04d" % i, b"value-%04d" % i),
    "no-key": lambda i: (None, b"v" * 100),
    "no-value": lambda i: (b"k%05d" % i, None),
    "neither": lambda i: (None, None),
    "empty": lambda i: (b"", b""),
    "63-64": lambda i: (b"k" * 63, b"v" * 64),
    "8191": lambda i: (b"k", b"v" * 8191),
    "8192": lambda i: (b"k" * 70, b"v" * 8192),
    "sizes-vary": lambda i: (b"k" * (i % 3), b"v" * (i * 7 % 150)),
    "one-differs": lambda i: (b"key", b"v" * (30 + (i == 37))),
    "some-null": lambda i: (None if i % 5 == 3 else b"key", None if i % 7 == 5 else b"value"),
}

_HEADERS: dict[str, Any] = {
    "none": lambda i: [],
    "one": lambda i: [("trace", b"%08d" % i)],
    "two": lambda i: [("trace", b"%08d" % i), ("source", b"x")],
    "null": lambda i: [("trace", None), ("trace", b"")],
    "names-vary": lambda i: [("ab"[i % 2], b"x")],
    "counts-vary": lambda i: [("a", b"x")] * (i % 3),
    "sizes-vary": lambda i: [("a", b"x" * (i % 70))],
    "nulls-vary": lambda i: [("a", None if i % 11 == 7 else b"x")],
    "not-ascii": lambda i: [("ключ", b"x"), ("🔑" * 20, b"y" * 70)],
    "seventy": lambda i: [(f"n{n}", b"x") for n in range(70)],
}


def shapes() -> dict[str, list[Any]]:
    """Every content with plain positions, and every position with plain contents."""
    found: dict[str, list[Any]] = {}

    def add(name: str, count: int, time: str, offset: str, content: str, headers: str) -> None:
        times, offsets = _times(count)[time], _offsets(count)[offset]
        make, make_headers = _CONTENTS[content], _HEADERS[headers]
        found[name] = [(offsets[i], times[i], *make(i), make_headers(i)) for i in range(count)]

    for content in _CONTENTS:
        for headers in _HEADERS:
            add(f"{content}/{headers}", 60 if content.startswith("81") else 150, "slow", "zero", content, headers)
    for time in _times(1):
        for offset in _offsets(1):
            for count in (1, 7, 8, 9, 63, 64, 65, 66, 300):
                add(f"{count}/{time}/{offset}", count, time, offset, "small", "none")
    add("8300/quick", 8300, "quick", "zero", "small", "none")
    add("8300/no-key", 8300, "slow", "gaps", "no-key", "one")
    return found


_blobs = st.none() | st.binary(max_size=80)
_records = st.tuples(
    st.integers(0, 300),
    st.integers(-(1 << 40), 1 << 45),
    _blobs,
    _blobs,
    st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"]), max_size=9), _blobs), max_size=3),
)


def _in_order(records: list[Any]) -> list[Any]:
    offset = 1000
    ordered = []
    for step, *rest in records:
        ordered.append((offset, *rest))
        offset += 1 + step
    return ordered


batches = st.lists(_records, min_size=1, max_size=40).map(_in_order)
"""Batches of anything, for Hypothesis."""
