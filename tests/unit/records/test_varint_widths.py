"""No reader takes a varint that is longer than Apache Kafka allows, wherever it stands and whoever reads."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.errors import InvalidVarint
from kafkawire.records import RecordBatch, write_batch
from kafkawire.records import columns as module
from tests.fuzz.test_records_fuzz import batch_of

WIDEST = {"timestamp": 10, "offset": 5, "key": 5, "value": 5, "headers": 5}


def record(**wide: int) -> bytes:
    """A record without contents; the fields that are named have a zero of so many bytes."""
    fields = (b"\x80" * (wide.get(name, 1) - 1) + b"\0" for name in WIDEST)
    rest = b"\0" + b"".join(fields)
    return bytes((2 * len(rest),)) + rest


@pytest.mark.parametrize("numpy", [True, False])
@pytest.mark.parametrize(("field", "most"), WIDEST.items())
@pytest.mark.parametrize("count", [1, 60])
def test_a_varint_of_the_last_record(
    field: str, most: int, count: int, numpy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not numpy:
        monkeypatch.setattr(module, "import_numpy", lambda: None)
    before = record() * (count - 1)
    widest = RecordBatch(batch_of(0, before + record(**{field: most}), count))
    assert widest.columns().value_lengths[count - 1] == 0
    assert len(widest.records()) == count
    wider: Any = RecordBatch(batch_of(0, before + record(**{field: most + 1}), count))
    for read in (wider.columns, wider.records):
        with pytest.raises(InvalidVarint):
            read()


def test_a_batch_without_records_has_no_time() -> None:
    batch = RecordBatch(write_batch([], last_offset=4))
    assert (batch.record_count, batch.max_timestamp, batch.last_offset) == (0, -1, 4)
