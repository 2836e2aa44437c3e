"""Topics and their partitions: create, list, describe, delete, add partitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from uuid import UUID

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.describing import TopicDescription, described, next_page
from kafkawire.client.admin.nesting import read_results
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import anywhere, to_controller
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import TopicInfo
from kafkawire.error_code import ErrorCode
from kafkawire.errors import UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.message import Request
    from kafkawire.messages import CreatePartitionsRequest, CreateTopicsRequest

__all__ = ["CreatedTopic", "NewPartitions", "NewTopic", "TopicsAdmin"]

_DEFAULTS_FROM_BROKER = 4
_TOPICS_AS_STRUCTS = 6
_BY_ID = 12
_WITH_OPERATIONS = 8


@dataclass(frozen=True, slots=True)
class NewTopic:
    """A topic to be created; -1 leaves the number to the broker (KIP-464).

    `assignments`: partition -> brokers, the preferred leader first, in place of both numbers.
    """

    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, str | None] = field(default_factory=dict)
    assignments: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewPartitions:
    """How many partitions a topic shall have in all; `assignments` are the brokers of each that is added."""

    total: int
    assignments: Sequence[Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class CreatedTopic:
    """What a new topic is like; -1, and no configs, where the broker does not say."""

    name: str
    topic_id: UUID
    partitions: int
    replication_factor: int
    configs: Mapping[str, str | None]


class TopicsAdmin(AdminBase):
    """Calls about topics."""

    async def create_topics(
        self, topics: Mapping[str, int | NewTopic], *, exist_ok: bool = False, validate_only: bool = False
    ) -> dict[str, CreatedTopic]:
        """Create topics: name -> number of partitions, or a `NewTopic`.

        `exist_ok`: a topic that is there already is fine, and left out of what is returned.
        """
        new = {name: value if isinstance(value, NewTopic) else NewTopic(value) for name, value in topics.items()}
        unset = any(not t.assignments and (t.partitions < 0 or t.replication_factor < 0) for t in new.values())

        def read(outcome: Outcome[str, CreatedTopic | None], response: Any) -> None:
            for topic in response.topics:
                there = exist_ok and topic.error_code == ErrorCode.TOPIC_ALREADY_EXISTS
                code = 0 if there else topic.error_code
                outcome.put(topic.name, None if there else _created(topic), code, topic.error_message)

        created = await self._each(
            new,
            "topic",
            to_controller,
            lambda names: _create_request({name: new[name] for name in names}, self._timeout_ms, validate_only),
            read,
            at_least=_DEFAULTS_FROM_BROKER if unset else int(validate_only),
        )
        return {name: topic for name, topic in created.items() if topic is not None}

    async def delete_topics(self, topics: Iterable[str | UUID]) -> None:
        """Delete topics, by name or by id."""
        from kafkawire.messages import DeleteTopicsRequest
        from kafkawire.messages.delete_topics_request import DeleteTopicState

        topics = list(topics)

        def build(items: list[str | UUID]) -> ByVersion:
            names = [item for item in items if isinstance(item, str)]
            states = [DeleteTopicState(name=i) if isinstance(i, str) else DeleteTopicState(topic_id=i) for i in items]

            def request(version: int) -> Request:
                if version >= _TOPICS_AS_STRUCTS:
                    return DeleteTopicsRequest(topics=states, timeout_ms=self._timeout_ms)
                return DeleteTopicsRequest(topic_names=names, timeout_ms=self._timeout_ms)

            return ByVersion(DeleteTopicsRequest.API_KEY, request)

        def read(outcome: Outcome[str | UUID, None], response: Any) -> None:
            for topic in response.responses:
                for item in (topic.name, topic.topic_id):  # a result may hold both, whichever was asked for
                    outcome.put(item, None, topic.error_code, topic.error_message)

        at_least = _TOPICS_AS_STRUCTS if any(isinstance(topic, UUID) for topic in topics) else 0
        await self._each(topics, _named, to_controller, build, read, at_least=at_least)

    async def list_topics(self) -> dict[str, TopicInfo]:
        """All topics that this client may see, internal ones included."""
        response = await self._cluster.retrying(lambda: self._cluster.learn(None), "list the topics", refresh=False)
        names = [topic.name for topic in response.topics if topic.name is not None]
        return {name: self._cluster.metadata.topics[name] for name in sorted(names)}

    async def describe_topics(
        self, topics: Iterable[str | UUID], *, page_size: int = 2_000
    ) -> dict[str | UUID, TopicDescription]:
        """Partitions, replicas and allowed operations of topics, by name or by id, whichever was given.

        `page_size`: partitions in one answer, where the broker knows of pages (Kafka 3.8); it sets a limit as well.
        """
        topics = list(topics)
        names = [topic for topic in topics if isinstance(topic, str)]
        ids = [topic for topic in topics if isinstance(topic, UUID)]
        found: dict[str | UUID, TopicDescription] = {}
        if names:
            try:
                found |= await self._describe_in_pages(names, page_size)
            except UnsupportedVersion:
                found |= await self._describe_at_once(names)
        if ids:
            found |= await self._describe_at_once(ids)
        return {topic: found[topic] for topic in topics}

    async def create_partitions(
        self, topics: Mapping[str, int | NewPartitions], *, validate_only: bool = False
    ) -> None:
        """Give topics more partitions: name -> how many there shall be in all, or `NewPartitions`."""
        new = {name: v if isinstance(v, NewPartitions) else NewPartitions(v) for name, v in topics.items()}

        await self._each(
            new,
            "topic",
            to_controller,
            lambda names: _partitions_request({name: new[name] for name in names}, self._timeout_ms, validate_only),
            read_results("results", attrgetter("name")),
        )

    async def _describe_in_pages(self, names: list[str], page_size: int) -> dict[Any, TopicDescription]:
        """DescribeTopicPartitions answers with some thousand partitions at a time (KIP-966)."""
        outcome: Outcome[str, TopicDescription] = Outcome(names, _named)
        pages: list[Any] = []
        request = next_page(names, pages, page_size)
        while request is not None:
            pages.append(await self._call(request, f"describe {len(names)} topics"))
            request = next_page(names, pages, page_size)
        for code, topic in described(pages):
            outcome.put(topic.name, topic, code)
        outcome.end()
        return outcome.finish()

    async def _describe_at_once(self, topics: list[Any]) -> dict[Any, TopicDescription]:
        from kafkawire.messages import MetadataRequest
        from kafkawire.messages.metadata_request import MetadataRequestTopic as Wanted

        by_id = isinstance(topics[0], UUID)

        def build(items: list[Any]) -> ByVersion:
            wanted = [Wanted(topic_id=item, name=None) if by_id else Wanted(name=item) for item in items]
            return ByVersion(
                MetadataRequest.API_KEY,
                lambda version: MetadataRequest(
                    topics=wanted,
                    allow_auto_topic_creation=False,
                    include_topic_authorized_operations=version >= _WITH_OPERATIONS,
                ),
            )

        def read(outcome: Outcome[Any, TopicDescription], response: Any) -> None:
            for code, topic in described([response]):
                outcome.put(topic.topic_id if by_id else topic.name, topic, code)

        return await self._each(topics, _named, anywhere, build, read, at_least=_BY_ID if by_id else 4)


def _named(topic: object) -> str:
    return f"topic id {topic}" if isinstance(topic, UUID) else f"topic {topic!r}"


def _created(topic: Any) -> CreatedTopic:
    configs = {config.name: config.value for config in topic.configs or ()}
    return CreatedTopic(topic.name, topic.topic_id, topic.num_partitions, topic.replication_factor, configs)


def _create_request(topics: Mapping[str, NewTopic], timeout_ms: int, validate_only: bool) -> CreateTopicsRequest:
    from kafkawire.messages import CreateTopicsRequest
    from kafkawire.messages import create_topics_request as m

    return CreateTopicsRequest(
        topics=[
            m.CreatableTopic(
                name=name,
                num_partitions=-1 if topic.assignments else topic.partitions,
                replication_factor=-1 if topic.assignments else topic.replication_factor,
                assignments=[
                    m.CreatableReplicaAssignment(partition_index=index, broker_ids=brokers)
                    for index, brokers in topic.assignments.items()
                ],
                configs=[m.CreatableTopicConfig(name=key, value=value) for key, value in topic.configs.items()],
            )
            for name, topic in topics.items()
        ],
        timeout_ms=timeout_ms,
        validate_only=validate_only,
    )


def _partitions_request(
    topics: Mapping[str, NewPartitions], timeout_ms: int, validate_only: bool
) -> CreatePartitionsRequest:
    from kafkawire.messages import CreatePartitionsRequest
    from kafkawire.messages import create_partitions_request as m

    def brokers(new: NewPartitions) -> list[m.CreatePartitionsAssignment] | None:
        if new.assignments is None:
            return None
        return [m.CreatePartitionsAssignment(broker_ids=ids) for ids in new.assignments]

    return CreatePartitionsRequest(
        topics=[
            m.CreatePartitionsTopic(name=name, count=new.total, assignments=brokers(new))
            for name, new in topics.items()
        ],
        timeout_ms=timeout_ms,
        validate_only=validate_only,
    )
