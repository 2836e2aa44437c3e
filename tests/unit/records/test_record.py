from __future__ import annotations

import pytest

from kafkawire.records import Record, TimestampType


def test_arguments_and_defaults() -> None:
    record = Record(7, 8, b"k", b"v", [("h", None)])
    assert (record.offset, record.timestamp, record.key, record.value, record.headers) == (
        7,
        8,
        b"k",
        b"v",
        [("h", None)],
    )
    empty = Record()
    assert (empty.offset, empty.timestamp, empty.key, empty.value, empty.headers) == (0, -1, None, None, ())


def test_mutable_but_without_a_dictionary() -> None:
    record = Record()
    record.value = b"new"
    assert record.value == b"new"
    with pytest.raises(AttributeError):
        record.other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        hash(record)


def test_equality_compares_every_field_and_any_kind_of_header_sequence() -> None:
    def make() -> Record:
        return Record(1, 2, b"k", b"v", [("h", b"x")])

    assert make() == make()
    assert Record(1, 2, b"k", b"v", (("h", b"x"),)) == make()
    assert Record(headers=[]) == Record(headers=())
    for name, other in (("offset", 9), ("timestamp", 9), ("key", None), ("value", b""), ("headers", ())):
        changed = make()
        setattr(changed, name, other)
        assert changed != make()
    assert make() != (1, 2, b"k", b"v", [("h", b"x")])


def test_repr_shortens_long_contents() -> None:
    text = repr(Record(1, 2, b"k" * 32, b"v" * 100, [("h", b"w" * 33), ("n", None)]))
    assert text == (
        f"Record(offset=1, timestamp=2, key={b'k' * 32!r}, value={b'v' * 32!r}...(100 B), "
        f"headers=[('h', {b'w' * 32!r}...(33 B)), ('n', None)])"
    )


def test_labels_of_timestamp_types_are_those_of_kafkas_tools() -> None:
    assert [TimestampType(n).label for n in (-1, 0, 1)] == ["NoTimestampType", "CreateTime", "LogAppendTime"]
