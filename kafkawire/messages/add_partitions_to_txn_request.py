# Generated from rpc/AddPartitionsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AddPartitionsToTxnTopic(Struct):
    """Part of AddPartitionsToTxnRequest."""

    name: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnTransaction(Struct):
    """Part of AddPartitionsToTxnRequest, 4+."""

    transactional_id: str = ""  # 4+
    producer_id: int = 0  # 4+
    producer_epoch: int = 0  # 4+
    verify_only: bool = False  # 4+
    topics: list[AddPartitionsToTxnTopic] = field(default_factory=list)  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnRequest(Request):
    """Request of ADD_PARTITIONS_TO_TXN (24). Versions 0-5, flexible from 3.

    Its structs, in this module: AddPartitionsToTxnTransaction, AddPartitionsToTxnTopic.
    """

    API_KEY = 24
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    transactions: list[AddPartitionsToTxnTransaction] = field(default_factory=list)  # 4+
    v3_and_below_transactional_id: str = ""  # 0-3
    v3_and_below_producer_id: int = 0  # 0-3
    v3_and_below_producer_epoch: int = 0  # 0-3
    v3_and_below_topics: list[AddPartitionsToTxnTopic] = field(default_factory=list)  # 0-3
    unknown_tags: dict[int, bytes] | None = None
