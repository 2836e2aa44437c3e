# Generated from rpc/WriteTxnMarkersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class WritableTxnMarkerTopic(Struct):
    """Part of WriteTxnMarkersRequest."""

    name: str = ""
    partition_indexes: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WritableTxnMarker(Struct):
    """Part of WriteTxnMarkersRequest."""

    producer_id: int = 0
    producer_epoch: int = 0
    transaction_result: bool = False
    topics: list[WritableTxnMarkerTopic] = field(default_factory=list)
    coordinator_epoch: int = 0
    transaction_version: int = 0  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class WriteTxnMarkersRequest(Request):
    """Request of WRITE_TXN_MARKERS (27). Versions 0-2, flexible from 1.

    Its structs, in this module: WritableTxnMarker, WritableTxnMarkerTopic.
    """

    API_KEY = 27
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(1, 3)
    LATEST_STABLE_VERSION = 2

    markers: list[WritableTxnMarker] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
