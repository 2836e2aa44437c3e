"""What a consumer knows of one partition it reads: three positions, and the batches between them.

    processed <= position <= fetch_offset

`processed` is what the application is done with (automatic commits write it), `position` the next record to hand out
(a commit by hand writes it), `fetch_offset` the next one to ask the broker for. Batches fetched but not handed out wait
in between and are decoded one at a time, when their turn comes.
"""

from __future__ import annotations

from collections import deque

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaWireError
from kafkawire.records import Record

__all__ = ["UNKNOWN", "PartitionState"]

UNKNOWN = -1


class PartitionState:
    """One assigned partition. A new assignment makes new states, so what was under way for an old one falls flat."""

    __slots__ = (
        "_batch",
        "_waiting",
        "buffered_bytes",
        "error",
        "failures",
        "fetch_offset",
        "high_watermark",
        "index",
        "max_bytes",
        "out_of_range",
        "paused",
        "position",
        "processed",
        "records",
        "tp",
    )

    def __init__(self, tp: TopicPartition, max_bytes: int) -> None:
        self.tp = tp
        self.processed = self.position = self.fetch_offset = UNKNOWN
        self.high_watermark = UNKNOWN
        self.max_bytes = max_bytes
        self.paused = False
        self.out_of_range = False
        self.error: KafkaWireError | None = None
        self.failures = 0
        """How often in a row the broker could not read what it has."""
        self.buffered_bytes = 0
        self.records: list[Record] = []
        """Records of the batch that is being handed out; `index` is the next of them."""
        self.index = 0
        self._batch: FetchedBatch | None = None
        self._waiting: deque[FetchedBatch] = deque()

    def seek(self, offset: int) -> None:
        """Go on at `offset`; what was fetched for another position is dropped."""
        self.processed = self.position = self.fetch_offset = offset
        self.out_of_range = False
        self.error = None
        self.failures = 0
        self.buffered_bytes = self.index = 0
        self.records = []
        self._batch = None
        self._waiting.clear()

    def put(self, batches: list[FetchedBatch]) -> None:
        """Keep what was fetched; the next fetch goes on behind it."""
        for batch in batches:
            self._waiting.append(batch)
            self.buffered_bytes += batch.size
            self.fetch_offset = batch.last_offset + 1

    def load(self) -> bool:
        """See to it that `records[index]` is there to be handed out; False if nothing is.

        Raises what is wrong with the next batch, and does so again until somebody seeks past it: to skip it silently
        would be to lose records.
        """
        while self.index >= len(self.records):
            self._close_batch()
            if not self._waiting:
                if self.error is not None:
                    raise self.error
                return False
            self._open_batch(self._waiting[0])
        return True

    def _load_behind(self, out: list[Record]) -> bool:
        """As `load`; but what has been taken must reach the application first, and the error can wait its turn."""
        try:
            return self.load()
        except KafkaWireError:
            if not out:
                raise
            return False

    def _open_batch(self, batch: FetchedBatch) -> None:
        records = batch.records()
        if records and records[0].offset < self.position:  # a fetch starts with the batch that holds its offset
            records = [record for record in records if record.offset >= self.position]
        self._waiting.popleft()
        self.records, self.index, self._batch = records, 0, batch

    def _close_batch(self) -> None:
        """Step behind the batch. Its last offset may lie beyond its last record: markers, or compaction."""
        if self._batch is not None:
            self.position = max(self.position, self._batch.last_offset + 1)
            self.buffered_bytes -= self._batch.size
            self._batch = None
            self.records, self.index = [], 0

    def take(self, limit: int) -> list[Record]:
        """Hand out up to `limit` records, whole batches as they are. Raises as `load`, if there are none before."""
        out: list[Record] = []
        while len(out) < limit and self._load_behind(out):
            chunk = self.records[self.index : self.index + limit - len(out)]
            self.index += len(chunk)
            self.position = chunk[-1].offset + 1
            if out:
                out += chunk
            else:
                out = chunk
        if self.index >= len(self.records):
            self._close_batch()
        return out
