"""The transactions of one producer: where it stands, and what is said to the coordinators.

What a transaction holds becomes visible to readers with `read_committed` all at once, or not at all (KIP-98). The
coordinator of the transactional id gives the producer its id and epoch; whoever asks for them next fences us.

There are two ways, and the cluster's feature `transaction.version` says which. From level 2 on (KIP-890) partitions
join a transaction with the first batch they get, and each transaction ends with a new epoch, so that no stray batch
gets into the next. Before that each partition and each group is announced first, and the epoch stays, unless a batch
was lost: then a new one is asked for (KIP-360).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, cast

from kafkawire.api_key import ApiKey
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.coordinator import Coordinator
from kafkawire.client.errors import NoTransaction, ProducerFenced
from kafkawire.client.metadata import CoordinatorKind, GroupMetadata, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.identity import NOBODY, Identity
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import (
        AddOffsetsToTxnResponse,
        AddPartitionsToTxnResponse,
        EndTxnResponse,
        InitProducerIdResponse,
        TxnOffsetCommitRequest,
        TxnOffsetCommitResponse,
    )
    from kafkawire.messages.txn_offset_commit_request import TxnOffsetCommitRequestTopic

__all__ = ["Transactions"]

_FEATURE, _IMPLICIT = "transaction.version", 2
_LAST_END_OF_OLD, _LAST_OFFSETS_OF_OLD, _LAST_OFFSETS_WITH_NAMES = 4, 4, 5
_LAST_PRODUCE_OF_OLD = 11
_LAST_ADD_OF_CLIENTS = 3  # later versions are for brokers
_KNOWS_EPOCHS, _KNOWS_MEMBERS = 3, 3
_NO_EPOCH = -1
_FATAL = {
    ErrorCode.INVALID_PRODUCER_EPOCH,
    ErrorCode.INVALID_TXN_STATE,
    ErrorCode.PRODUCER_FENCED,
    ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
    ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
}
# Nothing was written for so long that we are forgotten.
_UNKNOWN = {ErrorCode.INVALID_PRODUCER_ID_MAPPING, ErrorCode.UNKNOWN_PRODUCER_ID}


class _Stage(Enum):
    IDLE = "no transaction is open"
    OPEN = "a transaction is open"
    FAILED = "the transaction has failed and can only be aborted"
    ENDING = "the transaction is being ended, the outcome is not known"
    LEFT = "the transaction has been left to be ended by somebody else"
    FENCED = "the producer is of no further use"


class Transactions:
    """State and requests. Everything raises `ProducerFenced` once there is no way on."""

    def __init__(self, cluster: Cluster, options: ProducerOptions, transactional_id: str) -> None:
        self.transactional_id = transactional_id
        self.identity = NOBODY
        self.error: KafkaWireError | None = None
        """Why nothing more may be written in this transaction."""
        self._cluster = cluster
        self._timeout_ms = options.transaction_timeout_ms
        self._coordinator = Coordinator(cluster, transactional_id, CoordinatorKind.TRANSACTION)
        self._stage = _Stage.IDLE
        self._is_implicit = False
        self._partitions: set[TopicPartition] = set()
        self._has_offsets = False
        self._has_hole = False
        self._commits: bool | None = None

    # --- where it stands ----------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether there is something to commit or abort."""
        return self._stage in (_Stage.OPEN, _Stage.FAILED)

    @property
    def last_produce_version(self) -> int | None:
        """The highest version of Produce that fits the way of these transactions; None: any."""
        return None if self._is_implicit else _LAST_PRODUCE_OF_OLD

    def begin(self) -> None:
        """Open a transaction; nobody is told before something is written. Raises `NoTransaction` if one is open."""
        self._expect(_Stage.IDLE)
        self._stage = _Stage.OPEN

    def check_open(self) -> None:
        """Raise unless something may be written now."""
        if self.error is not None:
            raise self.error
        self._expect(_Stage.OPEN)

    def fail(self, error: KafkaWireError, *, leaves_hole: bool = False) -> None:
        """A part of the transaction is lost, so all of it is. `leaves_hole`: a number in a sequence is lost as well."""
        if self.is_open:
            self._stage = _Stage.FAILED
            self.error = self.error or error
            self._has_hole = self._has_hole or leaves_hole

    def may_send(self, tp: TopicPartition) -> bool:
        """Whether a batch for the partition may go out; if so, the partition is part of the transaction from now on."""
        if self._is_implicit and self.error is None:
            self._partitions.add(tp)
        return self.error is None and tp in self._partitions

    def leave(self) -> Identity:
        """Let go of the open transaction. Raises what keeps it from being committed."""
        self.check_open()
        self._stage = _Stage.LEFT
        return self.identity

    # --- with the coordinators ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Become the one producer of this transactional id; what its predecessor left open is aborted."""
        await self._take_identity(NOBODY)

    async def enroll(self, partitions: Iterable[TopicPartition]) -> None:
        """One attempt to announce the partitions that are new. An error that will not pass fails the transaction."""
        new = set(partitions) - self._partitions
        if self._is_implicit or self.error is not None or not new:
            return
        try:
            await self._add_partitions(new)
        except KafkaError as exc:
            if exc.retriable:
                raise
            self.fail(self._as_raised(exc))
        else:
            self._partitions |= new

    async def add_offsets(
        self,
        offsets: Mapping[TopicPartition, int],
        group: GroupMetadata,
        metadata: str = "",
        epochs: Mapping[TopicPartition, int] | None = None,
    ) -> None:
        """Make the commit of offsets a part of the transaction: for each partition the next one to be read.

        `metadata` is a text that the broker keeps with each of them. `epochs`: under which leader the record before
        each was written, where that is known.
        """
        self.check_open()
        if not offsets:
            return
        coordinator = Coordinator(self._cluster, group.group_id, CoordinatorKind.GROUP)
        topics = _topics(offsets, epochs or {}, metadata)
        try:
            if not self._is_implicit:
                await self._cluster.retrying(lambda: self._add_group(group.group_id), "add a group to the transaction")
            self._has_offsets = True
            await self._cluster.retrying(
                lambda: self._commit_offsets(coordinator, topics, group),
                f"commit offsets of group {group.group_id!r}",
            )
        except KafkaWireError as exc:
            error = self._as_raised(exc)
            self.fail(error)
            raise error from exc

    async def end(self, *, commit: bool) -> None:
        """Commit or abort. Once asked for it can be asked for again, in the same way, if the outcome is not known."""
        if self._stage is _Stage.ENDING and commit is not self._commits:
            raise NoTransaction(f"{_Stage.ENDING.value}: it can only be {'committed' if self._commits else 'aborted'}")
        if self._stage is not _Stage.ENDING:
            if commit:
                self.check_open()
            self._expect(_Stage.OPEN, _Stage.FAILED)
        self._stage, self._commits = _Stage.ENDING, commit
        if self._is_unknown:
            await self._take_identity(NOBODY)
        elif self._partitions or self._has_offsets:
            await self._ask_to_end(commit)
            if self._has_hole and not self._is_implicit:
                await self._take_identity(self.identity)  # a new epoch, whose sequences begin anew
        self._stage, self.error, self._has_offsets, self._has_hole = _Stage.IDLE, None, False, False
        self._partitions.clear()

    # --- requests -----------------------------------------------------------------------------------------------

    @property
    def _is_unknown(self) -> bool:
        return isinstance(self.error, KafkaError) and self.error.code in _UNKNOWN

    async def _take_identity(self, present: Identity) -> None:
        try:
            await self._cluster.retrying(lambda: self._init_producer_id(present), "get a producer id")
        except KafkaError as exc:
            raise self._as_raised(exc) from exc

    async def _ask_to_end(self, commit: bool) -> None:
        try:
            await self._cluster.retrying(lambda: self._end(commit), "end the transaction")
        except KafkaError as exc:  # a response: other than with silence, the outcome is known
            error = self._as_raised(exc)
            if self._stage is _Stage.ENDING:
                self._stage = _Stage.OPEN
                self.fail(error)
            raise error from exc

    async def _init_producer_id(self, present: Identity) -> None:
        from kafkawire.messages import InitProducerIdRequest

        def build(version: int) -> Request:
            known = present if version >= _KNOWS_EPOCHS else NOBODY
            return InitProducerIdRequest(
                transactional_id=self.transactional_id,
                transaction_timeout_ms=self._timeout_ms,
                producer_id=known.producer_id,
                producer_epoch=known.epoch,
            )

        request = ByVersion(InitProducerIdRequest.API_KEY, build)
        response = cast("InitProducerIdResponse", await self._coordinator.ask(request))
        self._coordinator.check(response.error_code, "producer id")
        self.identity = Identity(response.producer_id, response.producer_epoch)
        features = (await self._coordinator.connection()).versions.features
        self._is_implicit = features.get(_FEATURE, 0) >= _IMPLICIT

    async def _add_partitions(self, partitions: Iterable[TopicPartition]) -> None:
        from kafkawire.messages import AddPartitionsToTxnRequest
        from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic

        topics: dict[str, AddPartitionsToTxnTopic] = {}
        for name, partition in sorted(partitions):
            topic = topics.setdefault(name, AddPartitionsToTxnTopic(name=name, partitions=[]))
            topic.partitions = [*topic.partitions, partition]
        request = AddPartitionsToTxnRequest(
            v3_and_below_transactional_id=self.transactional_id,
            v3_and_below_producer_id=self.identity.producer_id,
            v3_and_below_producer_epoch=self.identity.epoch,
            v3_and_below_topics=list(topics.values()),
        )
        response = await self._coordinator.ask(request, at_most=_LAST_ADD_OF_CLIENTS)
        for result in cast("AddPartitionsToTxnResponse", response).results_by_topic_v3_and_below:
            for part in result.results_by_partition:
                self._coordinator.check(part.partition_error_code, f"adding {result.name}-{part.partition_index} to")

    async def _add_group(self, group_id: str) -> None:
        from kafkawire.messages import AddOffsetsToTxnRequest

        request = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            group_id=group_id,
        )
        response = cast("AddOffsetsToTxnResponse", await self._coordinator.ask(request))
        self._coordinator.check(response.error_code, f"adding group {group_id!r} to")

    async def _end(self, commit: bool) -> None:
        from kafkawire.messages import EndTxnRequest

        request = EndTxnRequest(
            transactional_id=self.transactional_id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            committed=commit,
        )
        at_most = None if self._is_implicit else _LAST_END_OF_OLD
        response = cast("EndTxnResponse", await self._coordinator.ask(request, at_most=at_most))
        self._coordinator.check(response.error_code, "end")
        if self._is_implicit:
            self.identity = Identity(response.producer_id, response.producer_epoch)

    async def _commit_offsets(
        self, coordinator: Coordinator, topics: list[TxnOffsetCommitRequestTopic], group: GroupMetadata
    ) -> None:
        at_most = _LAST_OFFSETS_WITH_NAMES if self._is_implicit else _LAST_OFFSETS_OF_OLD
        request = ByVersion(ApiKey.TXN_OFFSET_COMMIT, lambda version: self._offset_request(version, topics, group))
        response = cast("TxnOffsetCommitResponse", await coordinator.ask(request, at_most=at_most))
        for topic in response.topics:
            for partition in topic.partitions:
                coordinator.check(partition.error_code, f"offset of {topic.name}-{partition.partition_index}")

    def _offset_request(
        self, version: int, topics: list[TxnOffsetCommitRequestTopic], group: GroupMetadata
    ) -> TxnOffsetCommitRequest:
        from kafkawire.messages import TxnOffsetCommitRequest

        request = TxnOffsetCommitRequest(
            transactional_id=self.transactional_id,
            group_id=group.group_id,
            producer_id=self.identity.producer_id,
            producer_epoch=self.identity.epoch,
            topics=topics,
        )
        if version >= _KNOWS_MEMBERS:
            _, request.generation_id_or_member_epoch, request.member_id, request.group_instance_id = group
        return request

    # --- errors -------------------------------------------------------------------------------------------------

    def _as_raised(self, error: KafkaWireError) -> KafkaWireError:
        """The error as the application gets it; some are the end of this producer."""
        if not isinstance(error, KafkaError) or error.code not in _FATAL:
            return error
        self._stage = _Stage.FENCED
        self.error = ProducerFenced(f"producer {self.transactional_id!r} can do nothing more: {error}")
        return self.error

    def _expect(self, *stages: _Stage) -> None:
        """Raise unless it stands where the caller needs it."""
        if self._stage is _Stage.FENCED and self.error is not None:
            raise self.error
        if self._stage not in stages:
            raise NoTransaction(self._stage.value)


def _topics(
    offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int], metadata: str
) -> list[TxnOffsetCommitRequestTopic]:
    from kafkawire.messages import txn_offset_commit_request as parts

    topics: dict[str, TxnOffsetCommitRequestTopic] = {}
    for (name, index), offset in sorted(offsets.items()):
        topic = topics.setdefault(name, parts.TxnOffsetCommitRequestTopic(name=name))
        epoch = epochs.get(TopicPartition(name, index), _NO_EPOCH)
        topic.partitions.append(
            parts.TxnOffsetCommitRequestPartition(
                partition_index=index,
                committed_offset=offset,
                committed_leader_epoch=epoch,
                committed_metadata=metadata,
            )
        )
    return list(topics.values())
