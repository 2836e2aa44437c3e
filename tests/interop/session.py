"""What a scenario works with: one broker to ask, a record of what it answered, and names for the ids it came across."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.errors import FieldNotInVersion
from kafkawire.message import Request
from kafkawire.messages import ApiVersionsRequest, CreateTopicsRequest, ListOffsetsRequest, MetadataRequest
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.interop.brokers import SASL_PORT
from tests.interop.peer import CLOSED, TIMEOUT, Connection, Ticket
from tests.interop.plain import Names, Tree, plain

__all__ = ["Exchange", "Session", "Versions", "served_by"]

Versions = Mapping[int, range]
Make = Request | Callable[[int], Request | None]
_PATIENCE = 8.0  # seconds for something that a broker does behind its answer, such as making a log


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer, as a tree."""

    scenario: str
    step: str
    api: str
    version: int
    answer: Tree

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        return f"{self.scenario} / {self.step} / {self.api} v{self.version}"


def served_by(address: tuple[str, int]) -> Versions:
    """The versions of each API that a broker says it serves."""
    connection = Connection(*address)
    received = connection.receive(connection.send(ApiVersionsRequest(), 0))
    connection.close()
    assert received is not None, "the broker hangs up when it is asked what it serves"
    return {int(api.api_key): range(api.min_version, api.max_version + 1) for api in received[0].api_keys}


class Session:
    """One broker under one scenario after another.

    `versions` are those that are to be asked; `served` are all that both brokers serve, for what must be made ready.
    """

    def __init__(self, address: tuple[str, int], versions: Versions, served: Versions, names: Names) -> None:
        self._address, self._versions, self._served = address, versions, served
        self._connections: dict[str, Connection] = {}
        self.exchanges: list[Exchange] = []
        self.names = names
        self.scenario = ""

    def versions(self, api_key: int) -> range:
        """The versions of an API that are to be asked."""
        return self._versions.get(int(api_key), range(0))

    def newest(self, api_key: int) -> int:
        """The newest version that both brokers serve."""
        return self._served[int(api_key)][-1]

    def ask(self, step: str, request: Request, version: int | None = None, on: str = "main") -> Any:
        """Ask, and record the answer; None if the broker hung up."""
        version = self.newest(request.API_KEY) if version is None else version
        return self.receive(step, self.send(request, version, on), on)

    def ask_all(self, step: str, make: Make) -> Any:
        """Ask in every version that can express the request; `make` may leave one out with None. The last answer."""
        answer = None
        sample = make if isinstance(make, Request) else make(99)
        assert sample is not None
        for version in self.versions(sample.API_KEY):
            request = make if isinstance(make, Request) else make(version)
            if request is not None:
                with suppress(FieldNotInVersion):
                    answer = self.ask(step, request, version)
        return answer

    def send(self, request: Request, version: int, on: str = "main") -> Ticket:
        """Send, without waiting for the answer."""
        return self._connection(on).send(request, version)

    def receive(self, step: str, ticket: Ticket, on: str = "main") -> Any:
        """Record the answer to what was sent."""
        message, tree = self._answer(ticket, on)
        self._record(step, ticket, tree)
        return message

    def until(
        self,
        step: str,
        request: Request,
        ready: Callable[[Any], object],
        version: int | None = None,
        on: str = "main",
    ) -> Any:
        """Ask until the answer is `ready`, and record that one, or the last one after a while."""
        version = self.newest(request.API_KEY) if version is None else version
        ticket, message, tree = self._wait_for(request, version, ready, on)
        if step:
            self._record(step, ticket, tree)
        return message

    def quietly(self, request: Request, version: int | None = None, on: str = "main") -> Any:
        """Ask and record nothing."""
        version = self.newest(request.API_KEY) if version is None else version
        return self._answer(self.send(request, version, on), on)[0]

    def ask_bytes(self, step: str, frame: bytes, api_key: int, version: int) -> Any:
        """Send a whole frame with the correlation id -1, and record the answer."""
        self._connection("main").send_bytes(frame)
        return self.receive(step, (-1, int(api_key), version))

    def raw(self, step: str, frame: bytes, wait: float = 2.0) -> None:
        """Send any bytes on a connection of their own, and record whether the broker hangs up."""
        connection = Connection(*self._address)
        connection.send_bytes(frame)
        closed = connection.is_closed(wait)
        connection.close()
        self.exchanges.append(Exchange(self.scenario, step, "bytes", 0, CLOSED if closed else {"connection": "open"}))

    def create_topic(self, name: str, partitions: int = 1, **configs: object) -> Any:
        """Make a topic, without a record, and wait until it can be used. Returns its id."""
        options = [CreatableTopicConfig(name=key.replace("_", "."), value=str(value)) for key, value in configs.items()]
        topic = CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, configs=options)
        answer = self.quietly(CreateTopicsRequest(topics=[topic], timeout_ms=30_000), 7).topics[0]
        assert answer.error_code in (0, 36), f"topic {name}: {answer}"
        return self.await_topic(name, partitions)

    def await_topic(self, name: str, partitions: int = 1) -> Any:
        """Wait until every partition of a topic has a leader; its id is known by the topic's name from then on."""
        request = MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=False)
        answer = self.until("", request, lambda found: _is_ready(found.topics[0], partitions), 12)
        offsets = [
            ListOffsetsTopic(
                name=name,
                partitions=[
                    ListOffsetsPartition(partition_index=number, current_leader_epoch=-1, timestamp=-1)
                    for number in range(partitions)
                ],
            )
        ]
        self.until(
            "", ListOffsetsRequest(replica_id=-1, isolation_level=0, topics=offsets), _leads_all
        )  # the leader may not know of it yet
        topic_id = answer.topics[0].topic_id
        self.carry(answer.to_json(12)["topics"][0]["topicId"], f"id of {name}")
        return topic_id

    def carry(self, value: str, name: str) -> None:
        """Let a text of this broker be known by a name."""
        self.names.text(value, name)

    def hang_up(self, on: str = "main") -> None:
        """Close a connection."""
        if on in self._connections:
            self._connections.pop(on).close()

    def close(self) -> None:
        """Close all connections."""
        for name in list(self._connections):
            self.hang_up(name)

    def note(self, step: str, api_key: int, version: int, tree: Tree) -> None:
        """Record what a scenario has made of an answer, where not all of it can be compared."""
        self.exchanges.append(Exchange(self.scenario, step, ApiKey(api_key).name, version, tree))

    def ask_token(self, step: str, token: bytes, on: str) -> bytes | None:
        """Send a SASL token in a frame of its own, and record whether another one comes back, and its size."""
        found = self._connection(on).exchange_bare(token)
        self.exchanges.append(
            Exchange(self.scenario, step, "bytes", 0, CLOSED if found is None else {"has token": bool(found)})
        )
        return found

    def _connection(self, name: str) -> Connection:
        if name not in self._connections:
            host, port = self._address
            self._connections[name] = Connection(host, port + SASL_PORT if name.startswith("sasl") else port)
        return self._connections[name]

    def _answer(self, ticket: Ticket, on: str) -> tuple[Any, Tree]:
        try:
            received = self._connection(on).receive(ticket)
        except TimeoutError:
            self.hang_up(on)
            return None, TIMEOUT
        if received is None:
            self.hang_up(on)
            return None, CLOSED
        message, version = received
        return message, plain(message, version)

    def _wait_for(
        self, request: Request, version: int, ready: Callable[[Any], object], on: str
    ) -> tuple[Ticket, Any, Tree]:
        deadline = time.monotonic() + _PATIENCE
        while True:
            ticket = self.send(request, version, on)
            message, tree = self._answer(ticket, on)
            if message is None or ready(message) or time.monotonic() > deadline:
                return ticket, message, tree
            time.sleep(0.02)

    def _record(self, step: str, ticket: Ticket, tree: Tree) -> None:
        _, api_key, version = ticket
        if api_key in (ApiKey.CREATE_TOPICS, ApiKey.METADATA):
            self._learn_ids(tree)
        self.exchanges.append(Exchange(self.scenario, step, ApiKey(api_key).name, version, tree))

    def _learn_ids(self, tree: Tree) -> None:
        """Let the ids of topics be known by the topics' names."""
        for topic in tree.get("topics", ()):
            if not topic["errorCode"] and "topicId" in topic:
                self.carry(topic["topicId"], f"id of {topic['name']}")


def _leads_all(answer: Any) -> bool:
    return not any(part.error_code for topic in answer.topics for part in topic.partitions)


def _is_ready(topic: Any, partitions: int) -> bool:
    return (
        not topic.error_code and len(topic.partitions) >= partitions and all(p.leader_id >= 0 for p in topic.partitions)
    )
