"""Whether what a producer writes is part of its transaction (KIP-890).

Before the first write to a partition the coordinator is asked. Producers of transaction version 2 add the partition
with that; older ones have added it before, and a write to any other partition is refused: it may come from a
transaction that ended long ago, and would stay undecided for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.coordinator import Transactions
from kafkawire.broker.transactions.state import TRANSACTION_V2, Producer, TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import ProduceRequest
from kafkawire.messages.produce_request import TopicProduceData
from kafkawire.records.header import (
    ATTRIBUTES_AT,
    HEADER_SIZE,
    MAGIC,
    MAGIC_AT,
    TRANSACTIONAL_BIT,
    BatchHeader,
    read_fields,
)

if TYPE_CHECKING:
    from kafkawire.broker.api.dispatch import Context
    from kafkawire.broker.log.files import Buffer
    from kafkawire.broker.log.partition import PartitionLog

__all__ = [
    "NOT_TRANSACTIONAL",
    "Adding",
    "Admitted",
    "Refused",
    "admit",
    "admit_writes",
    "refused_by_now",
    "transactional_header",
]

_BY_ID = 13
_NOT_ADDED = "Partition was not added to the transaction"


class Adding(Enum):
    """How a partition becomes part of a transaction, by what the client understands."""

    EXPLICIT_LEGACY = 0
    """By AddPartitionsToTxn, before the write; clients that do not know TRANSACTION_ABORTABLE."""
    EXPLICIT = 1
    """By AddPartitionsToTxn, before the write."""
    IMPLICIT = 2
    """By the write itself."""


class Refused(NamedTuple):
    """Why a write is refused, in words if Kafka has some."""

    code: ErrorCode
    message: str | None = None


_SEVERAL = Refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING, "Transactional records contained more than one producer ID")


class Admitted(NamedTuple):
    """What speaks against writes to single partitions, and the partitions to which this is the first write."""

    refused: Mapping[TopicPartition, Refused]
    first: Collection[TopicPartition] = ()

    def check_first(self, tp: TopicPartition, log: PartitionLog, header: BatchHeader) -> None:
        """With transaction version 2 a producer begins with the number 0 where it is new. Raises `KafkaError`."""
        if tp not in self.first:
            return
        if header.base_sequence and not log.producers.knows_batches(header.producer_id):
            raise KafkaError(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, f"the first sequence is {header.base_sequence}")


NOT_TRANSACTIONAL = Admitted({})


def admit(
    transactions: Transactions,
    name: str,
    producer: Producer,
    topic_partitions: frozenset[TopicPartition],
    adding: Adding,
) -> dict[TopicPartition, ErrorCode]:
    """Ask the coordinator; returns what speaks against writes to single partitions."""
    try:
        if adding is Adding.IMPLICIT:
            transactions.add_partitions(name, producer, topic_partitions, TRANSACTION_V2)
            return {}
        known = transactions.verify(name, producer, topic_partitions)
    except KafkaError as exc:
        is_fenced = exc.code == ErrorCode.PRODUCER_FENCED
        return dict.fromkeys(
            topic_partitions, ErrorCode.INVALID_PRODUCER_EPOCH if is_fenced else ErrorCode.of(exc.code)
        )
    missing = ErrorCode.INVALID_TXN_STATE if adding is Adding.EXPLICIT_LEGACY else ErrorCode.TRANSACTION_ABORTABLE
    return dict.fromkeys(topic_partitions - known, missing)


def transactional_header(records: Buffer | None) -> BatchHeader | None:
    """The header of a transactional batch; most are not, and cost no more than this look."""
    if records is None or len(records) < HEADER_SIZE or records[MAGIC_AT] != MAGIC:
        return None
    return read_fields(records) if records[ATTRIBUTES_AT] & TRANSACTIONAL_BIT else None


async def admit_writes(ctx: Context, request: ProduceRequest, adding: Adding) -> Admitted:
    """Ask for all transactional batches of a request. Raises `KafkaError` if none of its records may be written."""
    found = await _transactional(ctx, request)
    if not found:
        return NOT_TRANSACTIONAL
    name = request.transactional_id
    if name is None or not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        raise KafkaError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    producers = {(header.producer_id, header.producer_epoch) for _, header in found}
    topic_partitions = frozenset(tp for tp, _ in found)
    if len(producers) > 1:
        return Admitted(dict.fromkeys(topic_partitions, _SEVERAL))
    (producer,) = producers
    unknown = frozenset([tp async for tp in ctx.paced(topic_partitions) if _is_new(ctx, tp, producer)])
    if not unknown or (adding is not Adding.IMPLICIT and not ctx.node.config.transaction_partition_verification_enable):
        return NOT_TRANSACTIONAL
    errors = admit(ctx.transactions, name, producer, unknown, adding)
    first = unknown if adding is Adding.IMPLICIT else ()
    return Admitted({tp: _as_produced(error, adding) for tp, error in errors.items()}, first)


def refused_by_now(
    ctx: Context, request: ProduceRequest, adding: Adding, log: PartitionLog, tp: TopicPartition, header: BatchHeader
) -> Refused | None:
    """What has come to speak against a transactional write since it was admitted, as its transaction may have ended.

    With transaction version 2 the epoch ends with the transaction, which the log notices by itself.
    """
    if adding is Adding.IMPLICIT:
        return None
    producer = header.producer_id, header.producer_epoch
    if log.producers.is_open(*producer):
        return None
    if not ctx.node.config.transaction_partition_verification_enable:
        return None
    error = admit(ctx.transactions, request.transactional_id or "", producer, frozenset([tp]), adding).get(tp)
    return _as_produced(error, adding) if error else None


def _as_produced(error: ErrorCode, adding: Adding) -> Refused:
    """In terms that producers know: what passes by itself is an error that they try again after."""
    is_under_way = error is ErrorCode.CONCURRENT_TRANSACTIONS and adding is not Adding.IMPLICIT
    if is_under_way or error is ErrorCode.COORDINATOR_NOT_AVAILABLE:
        text = f"Unable to verify the partition has been added to the transaction. Underlying error: {error.name}"
        return Refused(ErrorCode.NOT_ENOUGH_REPLICAS, text)
    return Refused(error, _NOT_ADDED if error is ErrorCode.INVALID_TXN_STATE else None)


async def _transactional(ctx: Context, request: ProduceRequest) -> list[tuple[TopicPartition, BatchHeader]]:
    """All transactional batches."""
    found = []
    turn = ctx.turn
    for data in request.topic_data:
        for part in data.partition_data:
            if turn.is_over:  # as `ctx.paced`, which costs more than the look
                await turn.pause()
            header = transactional_header(part.records)
            if header is not None:
                found.append(((_name(ctx, data), part.index), header))
    return found


def _name(ctx: Context, data: TopicProduceData) -> str:
    topic = ctx.topics.by_id(data.topic_id) if ctx.version >= _BY_ID else None
    return topic.name if topic else data.name


def _is_new(ctx: Context, tp: TopicPartition, producer: Producer) -> bool:
    """Whether it is a partition to which the producer may write and has not written in this transaction."""
    log = ctx.log(*tp)
    if log is None or not ctx.allows(Operation.WRITE, ResourceType.TOPIC, tp[0]):
        return False
    return not log.producers.is_open(*producer)
