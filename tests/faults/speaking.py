"""How the broker behind is made to speak as one of several: who leads, who coordinates, and who does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire import ApiKey, messages
from kafkawire.message import Request, Response
from kafkawire.messages import (
    add_partitions_to_txn_response,
    list_offsets_response,
    metadata_response,
    offset_commit_response,
    offset_fetch_response,
    produce_response,
    txn_offset_commit_response,
)

if TYPE_CHECKING:
    from tests.faults.cluster import Cluster

__all__ = ["answer_for_another", "remove_foreign", "rewrite"]

NOT_LEADER, NOT_COORDINATOR = 6, 16
_GROUP_CALLS = {
    ApiKey.JOIN_GROUP,
    ApiKey.SYNC_GROUP,
    ApiKey.HEARTBEAT,
    ApiKey.LEAVE_GROUP,
    ApiKey.CONSUMER_GROUP_HEARTBEAT,
    ApiKey.OFFSET_COMMIT,
    ApiKey.OFFSET_FETCH,
    ApiKey.TXN_OFFSET_COMMIT,
}
_TRANSACTION_CALLS = {
    ApiKey.INIT_PRODUCER_ID,
    ApiKey.ADD_PARTITIONS_TO_TXN,
    ApiKey.ADD_OFFSETS_TO_TXN,
    ApiKey.END_TXN,
}

Foreign = list[tuple[Any, list[int]]]


def answer_for_another(cluster: Cluster, number: int, request: Any) -> Response | None:
    """NOT_COORDINATOR, if the request is one for another broker."""
    key = _coordinated(request)
    if key is None or cluster.coordinator(key) == number:
        return None
    return _not_coordinator(request)


def _coordinated(request: Any) -> str | None:
    """The group or transactional id whose coordinator has to be asked."""
    if request.API_KEY in _TRANSACTION_CALLS:
        return request.transactional_id or getattr(request, "v3_and_below_transactional_id", "") or None
    if request.API_KEY not in _GROUP_CALLS:
        return None
    if request.API_KEY == ApiKey.OFFSET_FETCH and request.groups:
        return str(request.groups[0].group_id)
    return str(request.group_id)


def _not_coordinator(request: Any) -> Response:
    if isinstance(request, messages.OffsetFetchRequest) and request.groups:
        group = offset_fetch_response.OffsetFetchResponseGroup(
            group_id=request.groups[0].group_id, error_code=NOT_COORDINATOR
        )
        return messages.OffsetFetchResponse(groups=[group])
    if isinstance(request, messages.OffsetCommitRequest):
        return messages.OffsetCommitResponse(topics=_each(request.topics, offset_commit_response, "OffsetCommit"))
    if isinstance(request, messages.TxnOffsetCommitRequest):
        topics = _each(request.topics, txn_offset_commit_response, "TxnOffsetCommit")
        return messages.TxnOffsetCommitResponse(topics=topics)
    if isinstance(request, messages.AddPartitionsToTxnRequest):
        return messages.AddPartitionsToTxnResponse(results_by_topic_v3_and_below=_each_partition(request))
    kind: Any = getattr(messages, type(request).__name__.replace("Request", "Response"))
    return kind(error_code=NOT_COORDINATOR)  # type: ignore[no-any-return]


def _each(topics: Any, module: Any, name: str) -> list[Any]:
    topic_class = getattr(module, f"{name}ResponseTopic")
    partition_class = getattr(module, f"{name}ResponsePartition")
    answers = []
    for topic in topics:
        parts = [
            partition_class(partition_index=part.partition_index, error_code=NOT_COORDINATOR)
            for part in topic.partitions
        ]
        answers.append(topic_class(name=topic.name, partitions=parts))
        if hasattr(topic, "topic_id"):
            answers[-1].topic_id = topic.topic_id
    return answers


def _each_partition(request: Any) -> list[Any]:
    module = add_partitions_to_txn_response
    return [
        module.AddPartitionsToTxnTopicResult(
            name=topic.name,
            results_by_partition=[
                module.AddPartitionsToTxnPartitionResult(partition_index=index, partition_error_code=NOT_COORDINATOR)
                for index in topic.partitions
            ],
        )
        for topic in request.v3_and_below_topics
    ]


def remove_foreign(cluster: Cluster, number: int, request: Request) -> Foreign:
    """Take batches out of a produce request that this broker must not append, and say which."""
    foreign: Foreign = []
    if isinstance(request, messages.ProduceRequest):
        for topic in request.topic_data:
            known = cluster.topic(topic.name, topic.topic_id)
            if known is None:
                continue
            theirs = [p.index for p in topic.partition_data if cluster.leader(known.name, p.index) != number]
            topic.partition_data = [p for p in topic.partition_data if p.index not in theirs]
            foreign.append((known, theirs))
    return foreign


def rewrite(cluster: Cluster, number: int, response: Response, foreign: Foreign) -> None:
    """Put the cluster's brokers in place of the one behind."""
    if isinstance(response, messages.MetadataResponse):
        _rewrite_metadata(cluster, response)
    elif isinstance(response, messages.FindCoordinatorResponse):
        _rewrite_coordinators(cluster, response)
    elif isinstance(response, messages.ProduceResponse):
        _add_foreign(cluster, response, foreign)
    elif isinstance(response, messages.FetchResponse):
        _refuse_fetched(cluster, number, response)
    elif isinstance(response, messages.ListOffsetsResponse | messages.OffsetForLeaderEpochResponse):
        _refuse_offsets(cluster, number, response)


def _refuse_offsets(
    cluster: Cluster, number: int, response: messages.ListOffsetsResponse | messages.OffsetForLeaderEpochResponse
) -> None:
    for topic in response.topics:
        name = topic.name if isinstance(topic, list_offsets_response.ListOffsetsTopicResponse) else topic.topic
        for part in topic.partitions:
            index = getattr(part, "partition_index", None)
            if cluster.leader(name, part.partition if index is None else index) != number:  # type: ignore[union-attr]
                part.error_code = NOT_LEADER


def _rewrite_metadata(cluster: Cluster, response: messages.MetadataResponse) -> None:
    from tests.faults.cluster import address

    response.brokers = [
        metadata_response.MetadataResponseBroker(node_id=node, host=host, port=port)
        for node, host, port in map(address, sorted(cluster.alive))
    ]
    response.controller_id = cluster.alive[0]
    for topic in response.topics:
        for part in topic.partitions:
            part.leader_id = cluster.leader(topic.name or "", part.partition_index)
            part.replica_nodes = part.isr_nodes = sorted(cluster.alive)


def _rewrite_coordinators(cluster: Cluster, response: messages.FindCoordinatorResponse) -> None:
    from tests.faults.cluster import address

    for found in response.coordinators:
        if not found.error_code:
            found.node_id, found.host, found.port = address(cluster.coordinator(found.key))


def _add_foreign(cluster: Cluster, response: messages.ProduceResponse, foreign: Foreign) -> None:
    from tests.faults.cluster import address

    for topic, partitions in foreign:
        for answer in response.responses:
            if topic.name == answer.name or topic.topic_id == answer.topic_id:
                answer.partition_responses += [_foreign(cluster, topic.name, index) for index in partitions]
    if any(partitions for _, partitions in foreign) and cluster.random.random() < 0.5:
        response.node_endpoints = [
            produce_response.NodeEndpoint(node_id=node, host=host, port=port)
            for node, host, port in map(address, cluster.alive)
        ]


def _foreign(cluster: Cluster, name: str, index: int) -> produce_response.PartitionProduceResponse:
    leader = produce_response.LeaderIdAndEpoch(
        leader_id=cluster.leader(name, index), leader_epoch=cluster.epoch(name, index)
    )
    return produce_response.PartitionProduceResponse(
        index=index, error_code=NOT_LEADER, base_offset=-1, current_leader=leader
    )


def _refuse_fetched(cluster: Cluster, number: int, response: messages.FetchResponse) -> None:
    for topic in response.responses:
        known = cluster.topic(topic.topic, topic.topic_id)
        for part in topic.partitions:
            if known is not None and cluster.leader(known.name, part.partition_index) != number:
                part.error_code, part.records, part.high_watermark = NOT_LEADER, b"", -1
                part.aborted_transactions = []
