"""What lies in a topic, markers and aborted records included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kafkawire.messages import FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.protocol.client import ClientConnection
from kafkawire.records import ControlRecordType, RecordBatch, read_batches, read_control_record
from kafkawire.transport.blocking import BlockingStream, connect

__all__ = ["count_aborted"]

_TIMEOUT = 30.0
_MOST = 8 * 1024 * 1024
_LAST_WITH_NAMES = 12


def count_aborted(address: str, topic: str, partitions: int) -> int:
    """How many transactions with records in a topic were aborted."""
    host, _, port = address.rpartition(":")
    stream = connect(host, int(port), ClientConnection(), timeout=_TIMEOUT)
    try:
        return len({one for index in range(partitions) for one in _aborted(_batches(stream, topic, index))})
    finally:
        stream.close()


def _aborted(batches: Iterator[RecordBatch]) -> Iterator[tuple[int, int]]:
    """Producer id and epoch of each, which no two transactions of a task share: it becomes the producer for each."""
    begun: dict[int, int] = {}
    for batch in batches:
        if not batch.is_control:
            begun[batch.producer_id] = batch.producer_epoch
            continue
        kind = read_control_record(batch.records()[0]).type
        epoch = begun.pop(batch.producer_id, None)
        if kind is ControlRecordType.ABORT and epoch is not None:
            yield batch.producer_id, epoch


def _batches(stream: BlockingStream, topic: str, index: int) -> Iterator[RecordBatch]:
    offset = 0
    while True:
        part = FetchPartition(partition=index, fetch_offset=offset, partition_max_bytes=_MOST)
        request = FetchRequest(max_bytes=_MOST, topics=[FetchTopic(topic=topic, partitions=[part])])
        response = cast("FetchResponse", stream.request(request, _LAST_WITH_NAMES, _TIMEOUT))
        found = list(read_batches(response.responses[0].partitions[0].records or b""))
        if not found:
            return
        for batch in found:
            assert isinstance(batch, RecordBatch)
            yield batch
            offset = batch.next_offset
