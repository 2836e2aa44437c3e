"""Moving replicas between brokers, and electing leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import each_partition, read_partitions, topics_of, topics_with
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import CONTROLLER, to_controller
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode

if TYPE_CHECKING:
    from kafkawire.messages import AlterPartitionReassignmentsRequest, ElectLeadersRequest

__all__ = ["PartitionReassignment", "ReassignmentsAdmin"]

_ELECTIONS = {"preferred": 0, "unclean": 1}


@dataclass(frozen=True, slots=True)
class PartitionReassignment:
    """A move that is under way; `replicas` are the old and the new ones together."""

    replicas: tuple[int, ...]
    adding_replicas: tuple[int, ...]
    removing_replicas: tuple[int, ...]


class ReassignmentsAdmin(AdminBase):
    """Calls about where replicas are, and which of them leads."""

    async def alter_partition_reassignments(
        self,
        reassignments: Mapping[TopicPartition, Sequence[int] | None],
        *,
        allow_replication_factor_change: bool = True,
    ) -> None:
        """Begin to move partitions to other brokers, or end a move that is under way with None (KIP-455)."""
        targets = {TopicPartition(*tp): replicas for tp, replicas in reassignments.items()}

        def build(items: list[TopicPartition]) -> AlterPartitionReassignmentsRequest:
            wanted = {tp: targets[tp] for tp in items}
            return _move_request(wanted, self._timeout_ms, allow_replication_factor_change)

        since = 0 if allow_replication_factor_change else 1
        await self._each(targets, "partition", to_controller, build, read_partitions("responses"), at_least=since)

    async def list_partition_reassignments(
        self, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, PartitionReassignment]:
        """The moves that are under way, of all partitions or some."""
        from kafkawire.messages import ListPartitionReassignmentsRequest
        from kafkawire.messages.list_partition_reassignments_request import ListPartitionReassignmentsTopics as Topics

        topics = topics_of(partitions, lambda name, indexes: Topics(name=name, partition_indexes=indexes))
        request = ListPartitionReassignmentsRequest(timeout_ms=self._timeout_ms, topics=topics)
        response = await self._call(request, "list reassignments", node=CONTROLLER)
        return {
            tp: PartitionReassignment(tuple(p.replicas), tuple(p.adding_replicas), tuple(p.removing_replicas))
            for tp, p in each_partition(response.topics)
        }

    async def elect_leaders(
        self,
        election_type: Literal["preferred", "unclean"],
        partitions: Iterable[TopicPartition] | None = None,
    ) -> list[TopicPartition]:
        """Have leaders elected, for some partitions or wherever it may help. Returns those that have a new leader.

        A partition that needs no election is left out. "unclean" may lose records.
        """
        if partitions is None:
            return await self._elect_all(election_type)
        elected = await self._each(
            [TopicPartition(*tp) for tp in partitions],
            "partition",
            to_controller,
            lambda items: _elect_request(election_type, items, self._timeout_ms),
            _read_election,
            at_least=_ELECTIONS[election_type],
        )
        return [tp for tp, is_new in elected.items() if is_new]

    async def _elect_all(self, election_type: str) -> list[TopicPartition]:
        request = _elect_request(election_type, None, self._timeout_ms)
        at_least = _ELECTIONS[election_type]
        response = await self._call(request, "elect leaders", node=CONTROLLER, at_least=at_least)
        results = [(t.topic, p.partition_id) for t in response.replica_election_results for p in t.partition_result]
        outcome: Outcome[TopicPartition, bool] = Outcome([TopicPartition(*r) for r in results], str)
        _read_election(outcome, response)
        outcome.end()
        return [tp for tp, is_new in outcome.finish().items() if is_new]


def _read_election(outcome: Outcome[TopicPartition, bool], response: Any) -> None:
    for topic in response.replica_election_results:
        for p in topic.partition_result:
            is_new = p.error_code != ErrorCode.ELECTION_NOT_NEEDED
            code = p.error_code if is_new else 0
            outcome.put(TopicPartition(topic.topic, p.partition_id), is_new, code, p.error_message)


def _elect_request(election_type: str, partitions: list[TopicPartition] | None, timeout_ms: int) -> ByVersion:
    from kafkawire.messages import ElectLeadersRequest
    from kafkawire.messages.elect_leaders_request import TopicPartitions

    topics = topics_of(partitions, lambda name, indexes: TopicPartitions(topic=name, partitions=indexes))

    def build(version: int) -> ElectLeadersRequest:  # version 0 knows the preferred leader only
        return ElectLeadersRequest(
            election_type=_ELECTIONS[election_type] if version else 0, topic_partitions=topics, timeout_ms=timeout_ms
        )

    return ByVersion(ElectLeadersRequest.API_KEY, build)


def _move_request(
    targets: Mapping[TopicPartition, Sequence[int] | None], timeout_ms: int, allow_change: bool
) -> AlterPartitionReassignmentsRequest:
    from kafkawire.messages import AlterPartitionReassignmentsRequest
    from kafkawire.messages.alter_partition_reassignments_request import ReassignablePartition, ReassignableTopic

    topics = topics_with(
        targets,
        lambda name, partitions: ReassignableTopic(name=name, partitions=partitions),
        lambda index, replicas: ReassignablePartition(partition_index=index, replicas=replicas),
    )
    return AlterPartitionReassignmentsRequest(
        timeout_ms=timeout_ms, allow_replication_factor_change=allow_change, topics=topics
    )
