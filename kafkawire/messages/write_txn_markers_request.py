# Generated from rpc/WriteTxnMarkersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class WritableTxnMarkerTopic(Struct):
    """Part of WriteTxnMarkersRequest."""

    name: str = ""
    """Name of the topic."""
    partition_indexes: Sequence[int] = ()
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WritableTxnMarker(Struct):
    """Part of WriteTxnMarkersRequest."""

    producer_id: int = 0
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    transaction_result: bool = False
    """True for a commit marker, false for an abort marker."""
    topics: list[WritableTxnMarkerTopic] = field(default_factory=list)
    coordinator_epoch: int = 0
    """Epoch of the coordinator; markers of an older one get TRANSACTION_COORDINATOR_FENCED."""
    transaction_version: int = 0  # 2+
    """Level of `transaction.version` that the transaction ran with, 0 if it is not said (KIP-1228)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteTxnMarkersRequest(Request):
    """Request of WRITE_TXN_MARKERS (27). Versions 0-2, flexible from 1.

    A transaction coordinator has partitions write how transactions ended (KIP-98).

    Its structs, in this module: WritableTxnMarker, WritableTxnMarkerTopic.
    """

    API_KEY = 27
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(1, 3)
    LATEST_STABLE_VERSION = 2

    markers: list[WritableTxnMarker] = field(default_factory=list)
    """Transactions that have ended, each with its partitions."""
    unknown_tags: dict[int, bytes] | None = None
