"""What markers say, and `.txnindex` files after a crash: what these lack is taken from the log, what is too much goes.

What is in them stays: in a compacted log records of an aborted transaction may be gone, and with them its beginning.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kafkawire.broker.log.files import Buffer
from kafkawire.broker.log.producers import ProducerStates
from kafkawire.broker.log.segment import Segment
from kafkawire.errors import CorruptBatch, KafkaWireError
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.records import ControlRecordType, EndTxnMarker, decode_control_record, read_batches
from kafkawire.records.header import BatchHeader

__all__ = ["ended", "marker_of", "mend_aborted"]

_LOG = logging.getLogger("kafkawire.broker")


def marker_of(header: BatchHeader, batch: Buffer) -> EndTxnMarker | None:
    """What a batch says about the transaction of its producer; None if it ends none, or nobody knows what it says."""
    if not header.is_control or header.producer_id < 0:
        return None
    try:
        found = [decode_control_record(record) for one in read_batches(batch) for record in one]
    except KafkaWireError:
        return None  # its checksum is right: it is a marker of a kind that is yet to come
    return next((marker for marker in found if isinstance(marker, EndTxnMarker)), None)


def ended(producers: ProducerStates, header: BatchHeader, marker: EndTxnMarker | None) -> AbortedTransaction | None:
    """Take note of a batch that is in the log; returns the transaction that it aborts, if it does."""
    begun = producers.update(header, marker)
    if begun is None or marker is None or marker.type is not ControlRecordType.ABORT:
        return None
    undecided = producers.first_undecided_offset()
    stable = header.last_offset + 1 if undecided is None else undecided
    return AbortedTransaction(header.producer_id, begun, header.last_offset, stable)


def mend_aborted(segments: Sequence[Segment], end: int, aborted: Sequence[AbortedTransaction]) -> None:
    """Write those indexes anew that lack some of `aborted`, are damaged, or go beyond `end`, that of the log."""
    ends = [*(segment.base_offset for segment in segments[1:]), end]
    for segment, stop in zip(segments, ends, strict=True):
        known = _known(segment)
        found = {one.last_offset: one for one in aborted if segment.base_offset <= one.last_offset < stop}
        found |= {one.last_offset: one for one in known or () if one.last_offset < stop}
        right = [found[offset] for offset in sorted(found)]
        if right != known:
            _LOG.info("segment %d: the index of aborted transactions is made anew", segment.base_offset)
            segment.aborted.write(right)


def _known(segment: Segment) -> list[AbortedTransaction] | None:
    try:
        return segment.aborted.read()
    except CorruptBatch:
        return None
