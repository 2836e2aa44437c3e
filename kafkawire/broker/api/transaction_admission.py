"""Whether what a producer writes is part of its transaction (KIP-890).

Before the first write to a partition the coordinator is asked. Producers of today let the partition join with that;
older ones have named it before, and a write to any other partition is refused: it may come from a transaction that
ended long ago, and would stay undecided for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.coordinator import Transactions
from kafkawire.broker.transactions.state import TODAY, Partition, Producer
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
    "Admitted",
    "Refused",
    "Way",
    "admit",
    "admit_writes",
    "refused_by_now",
    "transactional_header",
]

_BY_ID = 13
_NOT_ADDED = "Partition was not added to the transaction"


class Way(Enum):
    """How a partition becomes part of a transaction, by what the client understands."""

    NAMED_OF_OLD = 0
    NAMED = 1
    """Partitions are named before, by clients that know TRANSACTION_ABORTABLE."""
    JOINING = 2


class Refused(NamedTuple):
    """Why a write is refused, in words if Kafka has some."""

    code: ErrorCode
    message: str | None = None


_SEVERAL = Refused(ErrorCode.INVALID_PRODUCER_ID_MAPPING, "Transactional records contained more than one producer ID")


class Admitted(NamedTuple):
    """What speaks against writes to single partitions, and the partitions to which this is the first write."""

    refused: Mapping[Partition, Refused]
    first: Collection[Partition] = ()

    def check_first(self, place: Partition, log: PartitionLog, header: BatchHeader) -> None:
        """A producer of today begins with the number 0 where nothing is known of it. Raises `KafkaError`."""
        if place not in self.first:
            return
        if header.base_sequence and not log.producers.knows_batches(header.producer_id):
            raise KafkaError(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, f"the first sequence is {header.base_sequence}")


NOT_TRANSACTIONAL = Admitted({})


def admit(
    transactions: Transactions, name: str, producer: Producer, places: frozenset[Partition], way: Way
) -> dict[Partition, ErrorCode]:
    """Ask the coordinator; returns what speaks against writes to single partitions."""
    try:
        if way is Way.JOINING:
            transactions.add_partitions(name, producer, places, TODAY)
            return {}
        known = transactions.verify(name, producer, places)
    except KafkaError as exc:
        is_fenced = exc.code == ErrorCode.PRODUCER_FENCED
        return dict.fromkeys(places, ErrorCode.INVALID_PRODUCER_EPOCH if is_fenced else ErrorCode.of(exc.code))
    missing = ErrorCode.INVALID_TXN_STATE if way is Way.NAMED_OF_OLD else ErrorCode.TRANSACTION_ABORTABLE
    return dict.fromkeys(places - known, missing)


def transactional_header(records: Buffer | None) -> BatchHeader | None:
    """The head of a transactional batch; most are not, and cost no more than this look."""
    if records is None or len(records) < HEADER_SIZE or records[MAGIC_AT] != MAGIC:
        return None
    return read_fields(records) if records[ATTRIBUTES_AT] & TRANSACTIONAL_BIT else None


async def admit_writes(ctx: Context, request: ProduceRequest, way: Way) -> Admitted:
    """Ask for all transactional batches of a request. Raises `KafkaError` if none of its records may be written."""
    found = await _transactional(ctx, request)
    if not found:
        return NOT_TRANSACTIONAL
    name = request.transactional_id
    if name is None or not ctx.allows(Operation.WRITE, ResourceType.TRANSACTIONAL_ID, name):
        raise KafkaError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    producers = {(header.producer_id, header.producer_epoch) for _, header in found}
    places = frozenset(place for place, _ in found)
    if len(producers) > 1:
        return Admitted(dict.fromkeys(places, _SEVERAL))
    (producer,) = producers
    unknown = frozenset([place async for place in ctx.paced(places) if _is_new(ctx, place, producer)])
    if not unknown or (way is not Way.JOINING and not ctx.node.config.transaction_partition_verification_enable):
        return NOT_TRANSACTIONAL
    errors = admit(ctx.transactions, name, producer, unknown, way)
    first = unknown if way is Way.JOINING else ()
    return Admitted({place: _as_produced(error, way) for place, error in errors.items()}, first)


def refused_by_now(
    ctx: Context, request: ProduceRequest, way: Way, log: PartitionLog, place: Partition, header: BatchHeader
) -> Refused | None:
    """What has come to speak against a transactional write since it was admitted, as its transaction may have ended.

    In the way of today the epoch ends with the transaction, which the log notices by itself.
    """
    if way is Way.JOINING:
        return None
    producer = header.producer_id, header.producer_epoch
    if log.producers.is_open(*producer):
        return None
    if not ctx.node.config.transaction_partition_verification_enable:
        return None
    error = admit(ctx.transactions, request.transactional_id or "", producer, frozenset([place]), way).get(place)
    return _as_produced(error, way) if error else None


def _as_produced(error: ErrorCode, way: Way) -> Refused:
    """In terms that producers know: what passes by itself is an error that they try again after."""
    is_under_way = error is ErrorCode.CONCURRENT_TRANSACTIONS and way is not Way.JOINING
    if is_under_way or error is ErrorCode.COORDINATOR_NOT_AVAILABLE:
        text = f"Unable to verify the partition has been added to the transaction. Underlying error: {error.name}"
        return Refused(ErrorCode.NOT_ENOUGH_REPLICAS, text)
    return Refused(error, _NOT_ADDED if error is ErrorCode.INVALID_TXN_STATE else None)


async def _transactional(ctx: Context, request: ProduceRequest) -> list[tuple[Partition, BatchHeader]]:
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


def _is_new(ctx: Context, place: Partition, producer: Producer) -> bool:
    """Whether it is a partition to which the producer may write and has not written in this transaction."""
    log = ctx.log(*place)
    if log is None or not ctx.allows(Operation.WRITE, ResourceType.TOPIC, place[0]):
        return False
    return not log.producers.is_open(*producer)
