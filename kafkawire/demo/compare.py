"""Is each record that comes out the flight that went in?

Records of one key keep their order, whatever the partition and the batch. So the n-th record with a carrier's key has
to be that carrier's n-th flight, byte for byte, and offsets have to follow each other without a gap.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from kafkawire.demo.errors import RecordDiffers
from kafkawire.demo.flights import FlightRecord
from kafkawire.records import Record

__all__ = ["Comparison"]


class Comparison:
    """Takes records in the order of their partitions, and says so at the first that is not what was sent."""

    def __init__(self, topic: str, flights: Iterable[FlightRecord]) -> None:
        self.topic = topic
        self.compared = 0
        self.payload_bytes = 0
        self._expected: dict[bytes, list[FlightRecord]] = {}
        for flight in flights:
            self._expected.setdefault(flight.key, []).append(flight)
        self._seen = dict.fromkeys(self._expected, 0)
        self._next_offsets: dict[int, int] = {}

    def check(self, partition: int, records: Iterable[Record]) -> None:
        """Compare the next records of a partition. Raises `RecordDiffers`, naming partition, offset and field."""
        expected_offset = self._next_offsets.get(partition, 0)
        for record in records:
            if record.offset != expected_offset:
                raise self._differs(partition, expected_offset, f"missing: the next record has offset {record.offset}")
            flight = self._counterpart(partition, record)
            if record.value != flight.value or record.timestamp != flight.timestamp or record.headers:
                raise self._differs(partition, record.offset, _difference(record, flight))
            self.compared += 1
            self.payload_bytes += len(flight.key) + len(flight.value)
            expected_offset += 1
        self._next_offsets[partition] = expected_offset

    def finish(self) -> None:
        """All records are read: raise `RecordDiffers` if a flight has not come back."""
        for key, flights in self._expected.items():
            seen = self._seen[key]
            if seen < len(flights):
                raise RecordDiffers(
                    f"topic {self.topic!r}: {len(flights) - seen} of {len(flights)} flights of carrier {key.decode()} "
                    f"are missing, the first is row {flights[seen].row} of the source"
                )

    def _counterpart(self, partition: int, record: Record) -> FlightRecord:
        """The flight that comes next for the record's key."""
        key = record.key
        if key is None or key not in self._expected:
            raise self._differs(partition, record.offset, f"the source has no carrier {key!r}")
        seen = self._seen[key]
        if seen == len(self._expected[key]):
            raise self._differs(partition, record.offset, f"the source has only {seen} flights of {key.decode()}")
        self._seen[key] = seen + 1
        return self._expected[key][seen]

    def _differs(self, partition: int, offset: int, what: str) -> RecordDiffers:
        return RecordDiffers(f"{self.topic}-{partition}, offset {offset}: {what}")


def _difference(record: Record, flight: FlightRecord) -> str:
    """The first thing that is not the same, in words."""
    where = f"differs from row {flight.row} of the source"
    if record.timestamp != flight.timestamp:
        return f"{where}: timestamp is {record.timestamp}, not {flight.timestamp}"
    if record.headers:
        return f"{where}: there are headers {record.headers!r}"
    try:
        found = json.loads(record.value or b"null")
    except ValueError:
        found = None
    if not isinstance(found, dict):
        return f"{where}: value is {record.value!r}"
    for name, wanted in json.loads(flight.value).items():
        if name not in found or found[name] != wanted:
            return f"{where}: {name} is {found.get(name)!r}, not {wanted!r}"
    return f"{where}: value is {record.value!r}"
