# Generated from records-transaction/TransactionLogValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionsSchema(Struct):
    """Part of TransactionLogValue."""

    topic: str = ""
    """Name of the topic."""
    partition_ids: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TransactionLogValue(Message):
    """Value of a coordinator record. Versions 0-1, flexible from 1.

    The state of a transaction, in `__transaction_state`.

    Its structs, in this module: PartitionsSchema.
    """

    API_KEY = 0
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    producer_id: int = 0
    """Producer id of the transactional id."""
    previous_producer_id: int = -1  # 1+, tag 0
    """Producer id that was in use before this one (KIP-890), -1 if there was none."""
    next_producer_id: int = -1  # 1+, tag 1
    """Producer id that comes into use when the transaction has ended (KIP-890), -1 if there is none."""
    producer_epoch: int = 0
    """Epoch of the producer id; a broker fences producers with an older one."""
    next_producer_epoch: int = -1  # 1+, tag 3
    """Epoch of the next producer id (KIP-939), -1 if there is none."""
    transaction_timeout_ms: int = 0
    """How long the transaction may stay open before the coordinator aborts it, in ms."""
    transaction_status: int = 0
    """0 empty, 1 ongoing, 2 prepare commit, 3 prepare abort, 4 complete commit, 5 complete abort, 6 dead."""
    transaction_partitions: list[PartitionsSchema] | None = field(default_factory=list)
    """Partitions of the transaction, by topic; null if there are none."""
    transaction_last_update_timestamp_ms: int = 0
    """When the state changed last, in ms since the epoch."""
    transaction_start_timestamp_ms: int = 0
    """When the transaction began, in ms since the epoch; -1 if none is open."""
    client_transaction_version: int = 0  # 1+, tag 2
    """Level of `transaction.version` that the producer works with."""
    unknown_tags: dict[int, bytes] | None = None
