"""Changes to the cluster: so far, topics are created, listed and deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack, cast

from kafkawire.client.arguments import ClientArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.metadata import TopicInfo
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.messages import CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsResponse
    from kafkawire.messages.create_topics_response import CreatableTopicResult
    from kafkawire.messages.delete_topics_response import DeletableTopicResult

__all__ = ["Admin", "NewTopic"]

_DEFAULTS_FROM_BROKER = 4
_TOPICS_AS_STRUCTS = 6
_NOT_CONTROLLER = 41


@dataclass(frozen=True, slots=True)
class NewTopic:
    """A topic to be created; -1 leaves the number to the broker (KIP-464)."""

    partitions: int = -1
    replication_factor: int = -1
    configs: Mapping[str, str | None] = field(default_factory=dict)


class Admin:
    """An administrative client: `async with Admin("127.0.0.1:9092") as admin`. Options: `ClientOptions`."""

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        runtime: Runtime | None = None,
        **options: Unpack[ClientArguments],
    ) -> None:
        self._cluster = Cluster(bootstrap_servers, make_options(ClientOptions, options), runtime or AioRuntime())

    async def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`."""
        await self._cluster.start()

    async def close(self) -> None:
        """Close all connections."""
        self._cluster.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def create_topics(self, topics: Mapping[str, int | NewTopic], *, exist_ok: bool = False) -> None:
        """Create topics: name -> number of partitions, or a `NewTopic`.

        Raises `KafkaError` for the first topic that could not be created; the others are created all the same.
        `exist_ok`: a topic that is there already is fine.
        """
        timeout_ms = self._cluster.options.request_timeout_ms
        request = _create_request({name: _new_topic(value) for name, value in topics.items()}, timeout_ms)
        unset = any(t.num_partitions < 0 or t.replication_factor < 0 for t in request.topics)
        response = await self._ask(request, _DEFAULTS_FROM_BROKER if unset else 0)
        accepted = {0, 36} if exist_ok else {0}  # 36: TOPIC_ALREADY_EXISTS
        for topic in cast("CreateTopicsResponse", response).topics:
            if topic.error_code not in accepted:
                raise KafkaError(topic.error_code, f"topic {topic.name!r}: {topic.error_message or 'not created'}")

    async def delete_topics(self, names: Iterable[str]) -> None:
        """Delete topics. Raises `KafkaError` for the first that could not be; the others are deleted all the same."""
        from kafkawire.messages import DeleteTopicsRequest
        from kafkawire.messages.delete_topics_request import DeleteTopicState

        names = list(names)
        timeout_ms = self._cluster.options.request_timeout_ms

        def build(version: int) -> Request:
            if version >= _TOPICS_AS_STRUCTS:
                return DeleteTopicsRequest(topics=[DeleteTopicState(name=n) for n in names], timeout_ms=timeout_ms)
            return DeleteTopicsRequest(topic_names=names, timeout_ms=timeout_ms)

        request = ByVersion(DeleteTopicsRequest.API_KEY, build)
        response = cast("DeleteTopicsResponse", await self._ask(request, 0))
        for topic in response.responses:
            if topic.error_code:
                raise KafkaError(topic.error_code, f"topic {topic.name!r}")

    async def list_topics(self) -> dict[str, TopicInfo]:
        """All topics that this client may see, internal ones included."""
        return await self._cluster.all_topics()

    async def _ask(self, request: Request | ByVersion, at_least: int) -> Response:
        """Ask the controller, and the new one where it has moved."""

        async def attempt() -> Response:
            response = await self._cluster.request_controller(request, at_least=at_least)
            _raise_not_controller(response)
            return response

        return await self._cluster.retrying(attempt, "reach the controller")


def _raise_not_controller(response: Response) -> None:
    results: list[CreatableTopicResult | DeletableTopicResult] = getattr(response, "topics", None) or getattr(
        response, "responses", []
    )
    for result in results:
        if result.error_code == _NOT_CONTROLLER:
            raise KafkaError(_NOT_CONTROLLER, "the controller has moved")


def _new_topic(value: int | NewTopic) -> NewTopic:
    return value if isinstance(value, NewTopic) else NewTopic(partitions=value)


def _create_request(topics: Mapping[str, NewTopic], timeout_ms: int) -> CreateTopicsRequest:
    from kafkawire.messages import CreateTopicsRequest
    from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig

    return CreateTopicsRequest(
        topics=[
            CreatableTopic(
                name=name,
                num_partitions=topic.partitions,
                replication_factor=topic.replication_factor,
                configs=[CreatableTopicConfig(name=key, value=value) for key, value in topic.configs.items()],
            )
            for name, topic in topics.items()
        ],
        timeout_ms=timeout_ms,
    )
