"""One Produce request to one broker, and its answer by partition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kafkawire.client.cluster import Cluster
from kafkawire.client.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.transactions import Transactions

if TYPE_CHECKING:
    from kafkawire.messages import ProduceRequest, ProduceResponse
    from kafkawire.messages.produce_response import PartitionProduceResponse

__all__ = ["ProduceCall"]

_ACKS = {"all": -1, -1: -1, 0: 0, 1: 1}
_RECORD_BATCHES = 3  # the first version for the present record format
_ZSTD = 7
_LAST_VERSION_WITH_NAMES = 12


class ProduceCall:
    """Writes batches to the brokers that lead their partitions, as the options say."""

    def __init__(self, cluster: Cluster, options: ProducerOptions, transactions: Transactions | None) -> None:
        self._cluster = cluster
        self._options = options
        self._transactions = transactions
        self._acks = _ACKS[options.acks]

    async def send(
        self, leader: int, batches: Mapping[TopicPartition, bytes]
    ) -> dict[TopicPartition, PartitionProduceResponse] | None:
        """One attempt; returns the answers, or None where none is asked for (acks=0)."""
        request = self._request(batches)
        at_most = self._at_most([topic.topic_id != NO_TOPIC_ID for topic in request.topic_data])
        at_least = _ZSTD if self._options.compression_type == "zstd" else _RECORD_BATCHES
        if self._acks == 0:
            connection = await self._cluster.connection(leader)
            version = connection.versions.choose(request.API_KEY, at_most, at_least)
            await connection.send_unanswered(request, version)
            return None
        asked = await self._cluster.request(leader, request, at_least=at_least, at_most=at_most)
        response = cast("ProduceResponse", asked)
        metadata = self._cluster.metadata
        answers = {
            TopicPartition(topic.name or metadata.names.get(topic.topic_id, ""), answer.index): answer
            for topic in response.responses
            for answer in topic.partition_responses
        }
        for tp, answer in answers.items():
            if answer.error_code:
                metadata.hint(tp, answer.current_leader, response.node_endpoints)
        return answers

    def _at_most(self, has_id: list[bool]) -> int | None:
        """The highest version that can say it: newer ones name topics by id, and join transactions by writing."""
        bounds = [None if all(has_id) else _LAST_VERSION_WITH_NAMES]
        if self._transactions is not None:
            bounds.append(self._transactions.last_produce_version)
        return min((bound for bound in bounds if bound is not None), default=None)

    def _request(self, batches: Mapping[TopicPartition, bytes]) -> ProduceRequest:
        from kafkawire.messages import ProduceRequest
        from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData

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
