# Generated from records-transaction/TransactionLogValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionsSchema(Struct):
    """Part of TransactionLogValue."""

    topic: str = ""
    partition_ids: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TransactionLogValue(Message):
    """Value of a coordinator record. Versions 0-1, flexible from 1.

    Its structs, in this module: PartitionsSchema.
    """

    API_KEY = 0
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    producer_id: int = 0
    previous_producer_id: int = -1  # 1+, tag 0
    next_producer_id: int = -1  # 1+, tag 1
    producer_epoch: int = 0
    next_producer_epoch: int = -1  # 1+, tag 3
    transaction_timeout_ms: int = 0
    transaction_status: int = 0
    transaction_partitions: list[PartitionsSchema] | None = field(default_factory=list)
    transaction_last_update_timestamp_ms: int = 0
    transaction_start_timestamp_ms: int = 0
    client_transaction_version: int = 0  # 1+, tag 2
    unknown_tags: dict[int, bytes] | None = None
