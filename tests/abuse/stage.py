"""What an attack finds on a broker, and how it gets ready: topics, coordinators, questions."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kafkawire.error_code import ErrorCode
from kafkawire.message import Request
from kafkawire.messages import CreateTopicsRequest, FindCoordinatorRequest, InitProducerIdRequest, MetadataRequest
from kafkawire.messages.create_topics_request import CreatableTopic, CreatableTopicConfig
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.protocol.frames import encode_request
from tests.abuse.sending import Address
from tests.interop.peer import Connection

HONEST = "honest"
"""The topic that the honest client asks for."""
_AT_ONCE = 1000  # topics in a request: what Apache Kafka's controller takes in one batch is bounded
_REST, _QUICK, _QUICK_ANSWERS = 30.0, 0.1, 5


def frame(request: Request, version: int) -> bytes:
    """A request as a whole frame."""
    return encode_request(request, version=version, correlation_id=1, client_id="abuse")


def fill(one: bytes, size: int) -> bytes:
    """As many times the same as fit into so many bytes."""
    return one * (size // len(one))


@dataclass(frozen=True)
class Stage:
    """A broker with its listeners."""

    plain: Address
    sasl: Address
    tls: Address

    def ask(self, request: Request, version: int) -> Any:
        """One answer, on a connection of its own."""
        connection = Connection(*self.plain, timeout=60)
        answer = connection.receive(connection.send(request, version))
        connection.close()
        assert answer is not None, f"the broker hung up on {type(request).__name__}"
        return answer[0]

    def create(self, *names: str, partitions: int = 1, **configs: str) -> UUID:
        """Create topics, unless they are there; the id of the last."""
        settings = [CreatableTopicConfig(name=name.replace("_", "."), value=value) for name, value in configs.items()]
        topics = [
            CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, configs=settings)
            for name in names
        ]
        for start in range(0, len(topics), _AT_ONCE):
            answer = self.ask(CreateTopicsRequest(topics=topics[start : start + _AT_ONCE]), 7)
            codes = {topic.error_code for topic in answer.topics}
            assert codes <= {ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS}, codes
        return self.topic_id(names[-1])

    def topic_id(self, name: str) -> UUID:
        """Wait until every partition of a topic has a leader."""
        request = MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=False)
        for _ in _attempts():
            (topic,) = self.ask(request, 12).topics
            if not topic.error_code and not any(partition.error_code for partition in topic.partitions):
                found: UUID = topic.topic_id
                return found
        raise TimeoutError(f"topic {name} has no leaders")

    def is_at_rest(self) -> bool:
        """Wait until the broker is done with what it was sent before; False if it does not come to an end."""
        until = time.perf_counter() + _REST
        quick = 0
        while quick < _QUICK_ANSWERS and time.perf_counter() < until:
            began = time.perf_counter()
            try:
                self.ask(MetadataRequest(topics=[]), 12)
            except (OSError, AssertionError):
                return False
            quick = quick + 1 if time.perf_counter() - began < _QUICK else 0
        return quick == _QUICK_ANSWERS

    def await_coordinator(self, key: str, key_type: int = 0) -> None:
        """Wait until a group, or transactional id, has its coordinator."""
        for _ in _attempts():
            answer = self.ask(FindCoordinatorRequest(key_type=key_type, coordinator_keys=[key]), 4)
            if not answer.coordinators[0].error_code:
                return
        raise TimeoutError(f"{key} has no coordinator")

    def producer(self, transactional_id: str) -> tuple[int, int]:
        """The id and epoch of a transactional producer, when its coordinator is ready to say them."""
        self.await_coordinator(transactional_id, key_type=1)
        for _ in _attempts():
            answer = self.ask(
                InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=60_000), 4
            )
            if not answer.error_code:
                return answer.producer_id, answer.producer_epoch
        raise TimeoutError(f"{transactional_id} gets no producer id")


def _attempts() -> Iterable[int]:
    for number in range(600):
        yield number
        time.sleep(0.1)
