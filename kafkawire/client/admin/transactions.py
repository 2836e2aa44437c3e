"""Transactions as an administrator sees them (KIP-664): list, describe, abort those that hang, fence producers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import each_partition, read_results
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import coordinator, leader
from kafkawire.client.fitting import check
from kafkawire.client.metadata import CoordinatorKind, TopicPartition

if TYPE_CHECKING:
    from kafkawire.messages import (
        DescribeTransactionsRequest,
        InitProducerIdRequest,
        WriteTxnMarkersRequest,
    )

__all__ = ["ListedTransaction", "ProducerIdentity", "TransactionDescription", "TransactionsAdmin"]

_DURATION, _PATTERN = 1, 2
_UNSAID = -1

TransactionState = Literal[
    "CompleteAbort",
    "CompleteCommit",
    "Dead",
    "Empty",
    "Ongoing",
    "PrepareAbort",
    "PrepareCommit",
    "PrepareEpochFence",
]


@dataclass(frozen=True, slots=True)
class ListedTransaction:
    """A transactional id in a list; `state` is "Ongoing", "Empty", "CompleteCommit" and so on."""

    transactional_id: str
    producer_id: int
    state: str
    coordinator: int


@dataclass(frozen=True, slots=True)
class TransactionDescription:
    """A transactional id and its transaction; `start_time_ms` is -1 outside of one."""

    transactional_id: str
    state: str
    producer_id: int
    producer_epoch: int
    timeout_ms: int
    start_time_ms: int
    partitions: tuple[TopicPartition, ...]


@dataclass(frozen=True, slots=True)
class ProducerIdentity:
    """The id and epoch that fenced a producer: whoever has an older epoch is refused."""

    producer_id: int
    producer_epoch: int


class TransactionsAdmin(AdminBase):
    """Calls about transactions."""

    async def list_transactions(
        self,
        *,
        states: Iterable[str] = (),
        producer_ids: Iterable[int] = (),
        longer_than_ms: int | None = None,
        pattern: str | None = None,
    ) -> list[ListedTransaction]:
        """The transactions of all coordinators, or some: in these states, of these producers, that run for longer.

        `pattern`: a regular expression (RE2) that transactional ids have to match.
        """
        from kafkawire.messages import ListTransactionsRequest

        check("states", states, Iterable[TransactionState])
        needed = _PATTERN if pattern is not None else _DURATION if longer_than_ms is not None else 0
        duration = _UNSAID if longer_than_ms is None else longer_than_ms
        request = ListTransactionsRequest(
            state_filters=[*states],
            producer_id_filters=[*producer_ids],
            duration_filter=duration,
            transactional_id_pattern=pattern,
        )

        def listed(node: int, response: Any) -> list[ListedTransaction]:
            states = response.transaction_states
            return [ListedTransaction(t.transactional_id, t.producer_id, t.transaction_state, node) for t in states]

        found = await self._each_broker(None, request, listed, at_least=needed)
        return sorted((one for some in found.values() for one in some), key=lambda one: one.transactional_id)

    async def describe_transactions(self, transactional_ids: Iterable[str]) -> dict[str, TransactionDescription]:
        """State, producer and partitions of transactions."""
        from kafkawire.messages import DescribeTransactionsRequest

        def build(ids: list[str]) -> DescribeTransactionsRequest:
            return DescribeTransactionsRequest(transactional_ids=ids)

        read = read_results("transaction_states", attrgetter("transactional_id"), _described)
        return await self._each(
            transactional_ids, "transactional id", coordinator(CoordinatorKind.TRANSACTION), build, read
        )

    async def abort_transaction(
        self, partition: TopicPartition, producer_id: int, producer_epoch: int, *, coordinator_epoch: int = 0
    ) -> None:
        """End a transaction that hangs on a partition: nobody else will, and readers wait for its end.

        The numbers are those of `describe_producers`. Must not be done to a transaction that is still alive.
        """
        from kafkawire.messages import WriteTxnMarkersRequest
        from kafkawire.messages.write_txn_markers_request import WritableTxnMarker, WritableTxnMarkerTopic

        def build(items: list[TopicPartition]) -> WriteTxnMarkersRequest:
            topics = [WritableTxnMarkerTopic(name=topic, partition_indexes=[index]) for topic, index in items]
            return WriteTxnMarkersRequest(
                markers=[
                    WritableTxnMarker(
                        producer_id=producer_id,
                        producer_epoch=producer_epoch,
                        transaction_result=False,
                        topics=topics,
                        coordinator_epoch=coordinator_epoch,
                    )
                ]
            )

        def read(outcome: Outcome[TopicPartition, None], response: Any) -> None:
            for marker in response.markers:
                for tp, p in each_partition(marker.topics):
                    outcome.put(tp, None, p.error_code)

        await self._each([TopicPartition(*partition)], "partition", leader(self._cluster), build, read)

    async def force_terminate_transaction(self, transactional_id: str) -> None:
        """Abort whatever a transactional id has open, prepared or not, and shut out who uses it (KIP-939)."""
        await self.fence_producers([transactional_id])

    async def fence_producers(self, transactional_ids: Iterable[str]) -> dict[str, ProducerIdentity]:
        """Shut out the producers that use transactional ids now; their open transactions are aborted."""
        from kafkawire.messages import InitProducerIdRequest

        def build(ids: list[str]) -> InitProducerIdRequest:
            return InitProducerIdRequest(transactional_id=ids[0], transaction_timeout_ms=self._timeout_ms)

        def read(outcome: Outcome[str, ProducerIdentity], response: Any) -> None:
            identity = ProducerIdentity(response.producer_id, response.producer_epoch)
            outcome.put(outcome.about[0], identity)

        route = coordinator(CoordinatorKind.TRANSACTION, one_key_each=True)
        return await self._each(transactional_ids, "transactional id", route, build, read)


def _described(state: Any) -> TransactionDescription:
    return TransactionDescription(
        state.transactional_id,
        state.transaction_state,
        state.producer_id,
        state.producer_epoch,
        state.transaction_timeout_ms,
        state.transaction_start_time_ms,
        tuple(TopicPartition(topic.topic, index) for topic in state.topics for index in topic.partitions),
    )
