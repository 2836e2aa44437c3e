"""The view of files that a broker has written: a segment as batches and records, with what its indexes say beside."""

from __future__ import annotations

import asyncio
import json
import threading
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from kafkawire.annotate.batch_json import codec_label, topic_record_line
from kafkawire.annotate.batches import batch_sections
from kafkawire.annotate.field_docs import BATCH_DOCS
from kafkawire.console.parameters import number
from kafkawire.console.pieces import section_json
from kafkawire.console.values import for_page
from kafkawire.console.view import Refused, Route, Told
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import find
from kafkawire.logfiles.index_report import IndexReport, look_at_indexes
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY, entries_of
from kafkawire.logfiles.reading import content
from kafkawire.logfiles.segment import Segment, beside
from kafkawire.logfiles.walking import Damage, walk
from kafkawire.records import Record, read_batches
from kafkawire.records.header import BatchHeader

__all__ = ["FilesView"]

_MOST_ROWS = 1000
_MOST_BATCHES = 1_250_000  # so many rows are as high as browsers can scroll
_MOST_RECORDS = 500  # of a batch at a time
_LARGEST = 64 * MIB  # bytes of a batch that is opened
_MOST_EMBEDDED = 64 * MIB  # characters of JSON in an exported page


class FilesView:
    """Segments, batch by batch."""

    name, title = "files", "Files"

    def __init__(self, paths: Sequence[str], topic: str | None = None) -> None:
        """Files or directories; `topic` says whose records they are, where no directory does. Raises `NoLogFile`."""
        partitions = [partition for directory in find(paths) for partition in directory.partitions]
        self._files = [_File(each, topic or part.topic) for part in partitions for each in part.segments]
        for file in self._files:
            file.start()

    def routes(self) -> Mapping[str, Route]:
        """What can be asked of it."""
        return {"files": self._list, "rows": self._rows, "batch": self._batch}

    def writing(self) -> Mapping[str, Route]:
        """Nothing changes."""
        return {}

    async def close(self) -> None:
        """Stop reading."""
        for file in self._files:
            await asyncio.to_thread(file.close)

    async def embed(self, told: Told, /) -> Any | None:
        """All batches of the segments with their records, as far as a page can hold them."""
        if not self._files:
            return None
        room = _MOST_EMBEDDED // len(self._files)
        return {"files": [await asyncio.to_thread(file.embedded, room, told) for file in self._files]}

    def _file(self, params: Mapping[str, Any]) -> _File:
        index = number(params, "file", 0)
        if not 0 <= index < len(self._files):
            raise Refused(f"there is no file {index}")
        return self._files[index]

    async def _list(self, _: Mapping[str, Any]) -> Any:
        return {"files": [file.as_json() for file in self._files]}

    async def _rows(self, params: Mapping[str, Any]) -> Any:
        file, start = self._file(params), max(0, number(params, "from", 0))
        stop = min(number(params, "to", 0), start + _MOST_ROWS)
        places = file.damaged if params.get("only") == "damaged" else range(len(file.found))
        rows = [file.row(at) for at in places[start:stop]]
        return {"found": len(places), "rows": rows} | file.as_json()

    async def _batch(self, params: Mapping[str, Any]) -> Any:
        file, at, skip = self._file(params), number(params, "batch"), max(0, number(params, "skip", 0))
        if not 0 <= at < len(file.found):
            raise Refused(f"there is no batch {at}")
        return await asyncio.to_thread(file.batch_json, at, skip)


class _File:
    """One segment, as far as a thread has read it."""

    def __init__(self, segment: Segment, topic: str) -> None:
        self.segment, self._topic = segment, topic
        self.found: list[tuple[int, BatchHeader | Damage]] = []
        self.damaged: list[int] = []
        self._error: str | None = None
        self._indexes: tuple[IndexReport, IndexReport] | None = None
        self._is_done = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"reads {segment.path}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            with LocalFile(self.segment.path) as file:
                for position, found in walk(file):
                    if len(self.found) == _MOST_BATCHES:
                        self._error = f"only the first {_MOST_BATCHES} batches are here: the segment has more"
                        break
                    if isinstance(found, Damage):
                        self.damaged.append(len(self.found))
                    self.found.append((position, found if isinstance(found, Damage) else BatchHeader(*found)))
                    if self._stop.is_set():
                        return
            self._indexes = look_at_indexes(self.segment)
        except KafkaWireError as exc:
            self._error = str(exc)
        except OSError as exc:
            self._error = f"{exc.filename or self.segment.path}: {exc.strerror}"
        self._is_done = True

    # ------------------------------------------------------------------------------------------------------ the indexes

    @cached_property
    def _offset_entries(self) -> list[tuple[int, int]]:
        """Position and offset, by position."""
        entries = entries_of(OFFSET_ENTRY, self._small(".index"))
        return sorted((position, self.segment.base_offset + offset) for offset, position in entries)

    @cached_property
    def _time_entries(self) -> list[tuple[int, int]]:
        """Offset and timestamp, by offset."""
        entries = entries_of(TIME_ENTRY, self._small(".timeindex"))
        return sorted((self.segment.base_offset + offset, timestamp) for timestamp, offset in entries)

    def _small(self, suffix: str) -> bytes:
        try:
            return content(beside(self.segment, suffix))
        except (KafkaWireError, OSError):  # not there, or no index: the report of the indexes says so
            return b""

    # ------------------------------------------------------------------------------------------------------- the page

    def as_json(self) -> dict[str, Any]:
        """The file and how far it has been read."""
        return {
            "path": self.segment.path,
            "topic": self._topic,
            "size": self.segment.size,
            "baseOffset": self.segment.base_offset,
            "batches": len(self.found) - len(self.damaged),
            "damaged": len(self.damaged),
            "done": self._is_done,
            "error": self._error,
            "indexes": [_report(each) for each in self._indexes or ()],
        }

    def row(self, at: int) -> list[Any]:
        """Number, position, end, the header or None, what is wrong, and the entries of both indexes that lead here."""
        position, found = self.found[at]
        if isinstance(found, Damage):
            return [at, position, found.end, None, found.cause, self._leading(position, found.end), []]
        end = position + found.size
        return [
            at,
            position,
            end,
            [
                *(found.base_offset, found.last_offset, found.record_count, codec_label(found.codec), found.magic),
                *(for_page(found.producer_id), found.producer_epoch, found.base_sequence, found.partition_leader_epoch),
                *(found.is_transactional, found.is_control, found.max_timestamp, f"{found.crc:08x}"),
            ],
            None,
            self._leading(position, end),
            self._timed(found),
        ]

    def _leading(self, position: int, end: int) -> list[list[int]]:
        """The entries of the offset index that lead to these bytes: offset and position."""
        entries = self._offset_entries
        return [
            [offset, at] for at, offset in entries[bisect_left(entries, (position,)) : bisect_left(entries, (end,))]
        ]

    def _timed(self, header: BatchHeader) -> list[list[int]]:
        """The entries of the time index with an offset of the batch: timestamp and offset."""
        entries = self._time_entries
        start, stop = bisect_left(entries, (header.base_offset,)), bisect_left(entries, (header.last_offset + 1,))
        return [[timestamp, offset] for offset, timestamp in entries[start:stop]]

    def batch_json(self, at: int, skip: int) -> dict[str, Any]:
        """A batch as the pieces of its bytes, and as records from the number `skip` on."""
        position, found = self.found[at]
        if isinstance(found, Damage) and not found.is_batch:
            return {"row": self.row(at), "sections": [], "records": [], "count": 0, "error": found.cause}
        size = (found.end if isinstance(found, Damage) else position + found.size) - position
        if size > _LARGEST:
            raise Refused(f"a batch of {size} bytes is too large to be opened")
        with LocalFile(self.segment.path) as file:
            data = file.read(position, size)
        cause = found.cause if isinstance(found, Damage) else None
        opened = {"row": self.row(at), "sections": [section_json(each, BATCH_DOCS) for each in batch_sections(data)]}
        try:
            batch = next(read_batches(data, check_crc=cause is None))
            records = batch.records()
        except KafkaWireError as exc:
            return opened | {"records": [], "count": 0, "error": cause or str(exc)}
        except StopIteration:
            return opened | {"records": [], "count": 0, "error": "the file is shorter now, and ends before the batch"}
        some = records[skip : skip + _MOST_RECORDS]
        lines = [_record(topic_record_line(each, batch, self._topic), each) for each in some]
        return opened | {"records": lines, "count": len(records), "error": cause}

    def embedded(self, room: int, told: Told) -> dict[str, Any]:
        """What an exported page has of it."""
        self._thread.join()
        if self._error is not None:
            raise Refused(self._error)
        rows, batches = [], []
        for at in range(len(self.found)):
            told(self.segment.path, at, len(self.found))
            batch = self.batch_json(at, 0)
            room -= len(json.dumps(batch))
            if room < 0:
                break
            rows.append(batch["row"])
            batches.append(batch)
        return self.as_json() | {"rows": rows, "opened": batches}


def _report(report: IndexReport) -> dict[str, Any]:
    return {
        "path": report.path,
        "there": report.is_there,
        "size": report.size,
        "entries": report.entries,
        "longest": report.longest,
        "wrong": [[position, text, astray] for position, text, astray in report.wrong[:100]],
        "count": len(report.wrong),
    }


def _record(line: dict[str, Any], record: Record) -> dict[str, Any]:
    """A record with where and when it is, cut to what a page shows."""
    return {"offset": record.offset, "timestamp": record.timestamp} | {
        name: for_page(value) for name, value in line.items()
    }
