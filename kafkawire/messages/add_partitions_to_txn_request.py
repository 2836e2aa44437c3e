# Generated from rpc/AddPartitionsToTxnRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AddPartitionsToTxnTopic(Struct):
    """Part of AddPartitionsToTxnRequest.

    A topic, and those of its partitions that are to be in the transaction.
    """

    name: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnTransaction(Struct):
    """Part of AddPartitionsToTxnRequest, 4+."""

    transactional_id: str = ""  # 4+
    """`transactional.id` of the producer."""
    producer_id: int = 0  # 4+
    """Number of the producer, from InitProducerId."""
    producer_epoch: int = 0  # 4+
    """Epoch of the producer id; a broker fences producers with an older one."""
    verify_only: bool = False  # 4+
    """Only check that the partitions are part of the transaction, and add none (KIP-890)."""
    topics: list[AddPartitionsToTxnTopic] = field(default_factory=list)  # 4+
    """Partitions to add or to check, by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AddPartitionsToTxnRequest(Request):
    """Request of ADD_PARTITIONS_TO_TXN (24). Versions 0-5, flexible from 3.

    Makes partitions part of a transaction. Clients send versions 0-3, brokers 4+ for several producers at once.

    Its structs, in this module: AddPartitionsToTxnTransaction, AddPartitionsToTxnTopic.
    """

    API_KEY = 24
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    transactions: list[AddPartitionsToTxnTransaction] = field(default_factory=list)  # 4+
    """Transactions to add to or to check (KIP-890), from a broker."""
    v3_and_below_transactional_id: str = ""  # 0-3
    """`transactional.id` of the producer; versions 4+ have `transactions`."""
    v3_and_below_producer_id: int = 0  # 0-3
    """Number of the producer, from InitProducerId; versions 4+ have `transactions`."""
    v3_and_below_producer_epoch: int = 0  # 0-3
    """Epoch of the producer id, fenced if it is old; versions 4+ have `transactions`."""
    v3_and_below_topics: list[AddPartitionsToTxnTopic] = field(default_factory=list)  # 0-3
    """Partitions to add, by topic; versions 4+ have `transactions`."""
    unknown_tags: dict[int, bytes] | None = None
