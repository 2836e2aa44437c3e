"""What `read_committed` shows: which transactions were aborted, and where the first undecided one begins.

Both are in the log itself. Only heads are read for that, and markers; the transaction indexes help where a marker
cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.logfiles.segment import Segment, marker_type
from kafkawire.logfiles.transactions import Transactions
from kafkawire.records import RecordBatch
from kafkawire.spark.log.files import open_segment
from kafkawire.spark.log.indexes import aborted_transactions

__all__ = ["read_transactions"]


def read_transactions(segments: Sequence[Segment]) -> Transactions:
    """Go through all segments of a partition."""
    found = Transactions()
    indexed = [entry for segment in segments for entry in aborted_transactions(segment)]
    indexed.sort(key=lambda entry: entry[2], reverse=True)  # the one with the first marker is the last
    for segment in segments:
        with open_segment(segment) as file:
            for position, head in file.heads(0, segment.size):
                if not isinstance(head, RecordBatch) or not (head.is_control or head.is_transactional):
                    continue
                marker = marker_type(file.batch_at(position)) if head.is_control else None
                # What is before this batch; and what this is itself, where it does not say so.
                over = head.last_offset if head.is_control and marker is None else head.base_offset - 1
                while indexed and indexed[-1][2] <= over:
                    found.abort(indexed.pop())
                found.see(head, marker)
    for entry in indexed:
        found.abort(entry)
    found.aborted = list(dict.fromkeys(found.aborted))
    return found
