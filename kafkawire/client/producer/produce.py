"""One Produce request to one broker, and its answer by partition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import AioConnection
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.transactions import Transactions
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.message import Response
    from kafkawire.messages import ProduceRequest, ProduceResponse
    from kafkawire.messages.produce_response import PartitionProduceResponse

__all__ = ["Answers", "ProduceCall"]

_ACKS = {"all": -1, -1: -1, 0: 0, 1: 1}
_RECORD_BATCHES = 3  # the first version for the present record format
_ZSTD = 7
_LAST_VERSION_WITH_NAMES = 12

Batches = Mapping[TopicPartition, bytes]
"""Finished record batches by partition."""

Answers = Mapping[TopicPartition, "PartitionProduceResponse"] | KafkaWireError | None
"""What became of a request: an answer for each partition, or what went wrong, or None where none is asked for."""


class ProduceCall:
    """Writes batches to the brokers that lead their partitions, as the options say."""

    def __init__(self, cluster: Cluster, options: ProducerOptions, transactions: Transactions | None) -> None:
        self._cluster = cluster
        self._options = options
        self._transactions = transactions
        self._acks = _ACKS[options.acks]
        self._timeout = options.request_timeout_ms / 1000

    def ready_connection(self, leader: int) -> AioConnection | None:
        """Where a request can be posted without waiting for anything, if there is such a connection."""
        connection = self._cluster.opened(leader)
        return connection if isinstance(connection, AioConnection) and connection.is_ready else None

    async def make_ready(self, leader: int) -> AioConnection:
        """Wait until there is one; raises what keeps us from that."""
        connection = await self._cluster.connection(leader)
        assert isinstance(connection, AioConnection)
        await connection.until_ready(self._timeout)
        return connection

    def post(self, connection: AioConnection, batches: Batches, answered: Callable[[Answers], None]) -> None:
        """One attempt; raises if nothing was sent. With acks=0 `answered` is called at once."""
        request = self._request(batches)
        version = connection.versions.choose(type(request), *self._bounds(request))
        if self._acks:
            connection.post(request, version, self._timeout, lambda answer: answered(self._answers(answer)))
        else:
            connection.post_unanswered(request, version)
            answered(None)

    def _answers(self, response: Response | KafkaWireError) -> Answers:
        """The answer for each partition; what it says of leaders is taken over."""
        if isinstance(response, KafkaWireError):
            return response
        produced = cast("ProduceResponse", response)
        metadata = self._cluster.metadata
        answers: dict[TopicPartition, PartitionProduceResponse] = {}
        for topic in produced.responses:
            name = topic.name or metadata.names.get(topic.topic_id, "")
            for answer in topic.partition_responses:
                tp = TopicPartition(name, answer.index)
                answers[tp] = answer
                if answer.error_code:
                    metadata.hint(tp, answer.current_leader, produced.node_endpoints)
        return answers

    def _bounds(self, request: ProduceRequest) -> tuple[int | None, int]:
        """The highest and the lowest version that can say it: newer ones name topics by id, and join transactions."""
        at_most = None if self._transactions is None else self._transactions.last_produce_version
        if any(topic.topic_id == NO_TOPIC_ID for topic in request.topic_data):
            at_most = _LAST_VERSION_WITH_NAMES if at_most is None else min(at_most, _LAST_VERSION_WITH_NAMES)
        return at_most, _ZSTD if self._options.compression_type == "zstd" else _RECORD_BATCHES

    def _request(self, batches: Batches) -> ProduceRequest:
        from kafkawire.messages.produce_request import PartitionProduceData, ProduceRequest, TopicProduceData

        topics: dict[str, TopicProduceData] = {}
        for (name, index), data in batches.items():
            if name not in topics:
                topics[name] = TopicProduceData(name=name, topic_id=self._cluster.metadata.topic_id(name))
            topics[name].partition_data.append(PartitionProduceData(index=index, records=data))
        return ProduceRequest(
            transactional_id=self._options.transactional_id,
            acks=self._acks,
            timeout_ms=self._options.request_timeout_ms,
            topic_data=list(topics.values()),
        )
