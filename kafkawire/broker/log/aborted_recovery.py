"""`.txnindex` files after a crash: what they lack is taken from the log itself, what lies behind its end is dropped.

What is in them stays: in a compacted log records of an aborted transaction may be gone, and with them its beginning.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kafkawire.broker.log.aborted import AbortedTransaction
from kafkawire.broker.log.segment import Segment
from kafkawire.errors import CorruptBatch, KafkaWireError

__all__ = ["is_abort", "mend_aborted"]

_LOG = logging.getLogger("kafkawire.broker")
_ABORT = 0


def is_abort(batch: bytes) -> bool:
    """Whether a control batch aborts the transaction that it ends."""
    from kafkawire.records import read_batches, read_control_record

    try:
        return any(read_control_record(record).type_number == _ABORT for one in read_batches(batch) for record in one)
    except KafkaWireError:
        return False  # recovery has looked at the checksum: it is a marker that nobody knows


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
            segment.write_aborted(right)


def _known(segment: Segment) -> list[AbortedTransaction] | None:
    try:
        return segment.aborted()
    except CorruptBatch:
        return None
