"""Where an API says the same in another shape since some version: each change is a `Shape`, and `SHAPES` has them all.

A message is taken to the newest shape that its API has, and from there to that of the version it goes on in. Where old
versions ask for one thing at a time and new ones for many, one request may become several (`split`), whose responses
become one again (`join`).
"""

from __future__ import annotations

from copy import copy
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Request
from kafkawire.messages import PROTOCOL, OffsetFetchRequest, OffsetFetchResponse
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTransaction
from kafkawire.messages.add_partitions_to_txn_response import AddPartitionsToTxnResult
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.fetch_request import ReplicaState
from kafkawire.messages.find_coordinator_response import Coordinator
from kafkawire.messages.leave_group_request import MemberIdentity
from kafkawire.messages.leave_group_response import MemberResponse
from kafkawire.messages.offset_fetch_request import (
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from kafkawire.messages.offset_fetch_response import (
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)

__all__ = ["SHAPES", "Shape", "check_values"]

_SAFE_DOWNGRADE, _UPGRADE = 2, 1
_ANY, _LITERAL = 1, 3
_CLIENT_METRICS = 16


class Shape:
    """A change of an API in version `since`. Each method gives what a message is on the other side of it.

    What it gets may be changed; `request_down` raises `KafkaError` for what has no older shape.
    """

    splits = False
    """Whether one request of since may be several of before."""

    def __init__(self, since: int) -> None:
        self.since = since

    def request_up(self, request: Any) -> Any:
        """A request of before, as it is since."""
        return request

    def request_down(self, request: Any) -> Any:
        """A request of since, as it was before."""
        return request

    def response_up(self, request: Any, response: Any) -> Any:  # noqa: ARG002 - what some need
        """The response of before to `request`, which is one of since, as it is since."""
        return response

    def response_down(self, response: Any) -> Any:
        """A response of since, as it was before."""
        return response

    def split(self, request: Any) -> list[Any]:
        """Requests of since that each have a shape of before."""
        return [request]

    def join(self, request: Any, responses: list[Any]) -> Any:  # noqa: ARG002 - what some need
        """One response of since for those to all requests that `request` was split into."""
        return responses[0]


class _FetchReplica(Shape):
    """Who follows is in a struct of its own."""

    def request_up(self, request: Any) -> Any:
        if request.replica_id != -1:
            request.replica_state = ReplicaState(replica_id=request.replica_id)
        return request

    def request_down(self, request: Any) -> Any:
        if request.replica_state is not None:
            request.replica_id = request.replica_state.replica_id
        return request


class _OneOffset(Shape):
    """ListOffsets tells one offset in place of several."""

    def request_down(self, request: Any) -> Any:
        for topic in request.topics:
            if any(partition.timestamp not in (-1, -2) for partition in topic.partitions):
                raise KafkaError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, "the broker finds no record by its time")
        return request

    def response_up(self, request: Any, response: Any) -> Any:  # noqa: ARG002
        for partition in (one for topic in response.topics for one in topic.partitions):
            partition.offset = next(iter(partition.old_style_offsets), -1)
        return response

    def response_down(self, response: Any) -> Any:
        for partition in (one for topic in response.topics for one in topic.partitions):
            partition.old_style_offsets = [partition.offset] if partition.offset >= 0 else []
        return response


class _AllTopics(Shape):
    """Null asks Metadata for all topics, and an empty list for none; before that an empty list asked for all."""

    def request_up(self, request: Any) -> Any:
        request.topics = request.topics or None
        return request

    def request_down(self, request: Any) -> Any:
        return _with(request, topics=request.topics or [])

    def response_up(self, request: Any, response: Any) -> Any:
        if request.topics == []:
            response.topics = []
        return response


class _Groups(Shape):
    """OffsetFetch asks for several groups."""

    splits = True

    def request_up(self, request: Any) -> Any:
        topics = request.topics and [
            OffsetFetchRequestTopics(name=one.name, partition_indexes=one.partition_indexes) for one in request.topics
        ]
        group = OffsetFetchRequestGroup(group_id=request.group_id, topics=topics)
        return OffsetFetchRequest(groups=[group], require_stable=request.require_stable)

    def split(self, request: Any) -> list[Any]:
        return [OffsetFetchRequest(groups=[one], require_stable=request.require_stable) for one in request.groups]

    def request_down(self, request: Any) -> Any:
        (group,) = request.groups
        topics = group.topics and [
            OffsetFetchRequestTopic(name=one.name, partition_indexes=one.partition_indexes) for one in group.topics
        ]
        return OffsetFetchRequest(group_id=group.group_id, topics=topics, require_stable=request.require_stable)

    def response_up(self, request: Any, response: Any) -> Any:
        topics = [
            OffsetFetchResponseTopics(
                name=topic.name, partitions=[_as(OffsetFetchResponsePartitions, one) for one in topic.partitions]
            )
            for topic in response.topics
        ]
        group = OffsetFetchResponseGroup(
            group_id=request.groups[0].group_id, error_code=response.error_code, topics=topics
        )
        return OffsetFetchResponse(throttle_time_ms=response.throttle_time_ms, groups=[group])

    def join(self, request: Any, responses: list[Any]) -> Any:  # noqa: ARG002
        groups = [group for response in responses for group in response.groups]
        return OffsetFetchResponse(throttle_time_ms=_longest(responses), groups=groups)

    def response_down(self, response: Any) -> Any:
        group = response.groups[0] if response.groups else OffsetFetchResponseGroup()
        topics = [
            OffsetFetchResponseTopic(
                name=topic.name, partitions=[_as(OffsetFetchResponsePartition, one) for one in topic.partitions]
            )
            for topic in group.topics
        ]
        return OffsetFetchResponse(
            throttle_time_ms=response.throttle_time_ms, error_code=group.error_code, topics=topics
        )


class _GroupError(Shape):
    """OffsetFetch has an error code for the whole group; before that it stood at each partition."""

    def request_down(self, request: Any) -> Any:
        if request.topics is None:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, "the broker is to be told the partitions")
        return request

    def response_up(self, request: Any, response: Any) -> Any:  # noqa: ARG002
        codes = {one.error_code for topic in response.topics for one in topic.partitions}
        if len(codes) == 1 and codes <= _OF_GROUPS:
            response.error_code = codes.pop()
        return response

    def response_down(self, response: Any) -> Any:
        for partition in (one for topic in response.topics for one in topic.partitions):
            partition.error_code = response.error_code or partition.error_code
        return response


_OF_GROUPS = {
    int(ErrorCode.NOT_COORDINATOR),
    int(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS),
    int(ErrorCode.COORDINATOR_NOT_AVAILABLE),
    int(ErrorCode.GROUP_AUTHORIZATION_FAILED),
}


class _Coordinators(Shape):
    """FindCoordinator asks for several."""

    splits = True

    def request_up(self, request: Any) -> Any:
        request.coordinator_keys, request.key = [request.key], ""
        return request

    def split(self, request: Any) -> list[Any]:
        return [_with(request, coordinator_keys=[key]) for key in request.coordinator_keys]

    def request_down(self, request: Any) -> Any:
        (key,) = request.coordinator_keys
        return _with(request, key=key, coordinator_keys=[])

    def response_up(self, request: Any, response: Any) -> Any:
        found = Coordinator(
            key=request.coordinator_keys[0],
            node_id=response.node_id,
            host=response.host,
            port=response.port,
            error_code=response.error_code,
            error_message=response.error_message,
        )
        return type(response)(throttle_time_ms=response.throttle_time_ms, coordinators=[found])

    def join(self, request: Any, responses: list[Any]) -> Any:
        cls = _response_class(request)
        coordinators = [one for response in responses for one in response.coordinators]
        return cls(throttle_time_ms=_longest(responses), coordinators=coordinators)

    def response_down(self, response: Any) -> Any:
        found = response.coordinators[0] if response.coordinators else Coordinator(node_id=-1, port=-1)
        return type(response)(
            throttle_time_ms=response.throttle_time_ms,
            error_code=found.error_code,
            error_message=found.error_message,
            node_id=found.node_id,
            host=found.host,
            port=found.port,
        )


class _RebalanceTimeout(Shape):
    """JoinGroup has a time-out for rebalances; before that it was the session's."""

    def request_up(self, request: Any) -> Any:
        request.rebalance_timeout_ms = request.session_timeout_ms
        return request


class _NamesProtocol(Shape):
    """JoinGroup and SyncGroup say in their responses which protocol the group has."""

    def response_up(self, request: Any, response: Any) -> Any:
        if not response.error_code:
            response.protocol_type = request.protocol_type
            response.protocol_name = getattr(request, "protocol_name", None) or response.protocol_name
        return response


class _Members(Shape):
    """Several members leave a group at once, some by their instance id."""

    splits = True

    def request_up(self, request: Any) -> Any:
        request.members, request.member_id = [MemberIdentity(member_id=request.member_id)], ""
        return request

    def split(self, request: Any) -> list[Any]:
        return [_with(request, members=[member]) for member in request.members]

    def request_down(self, request: Any) -> Any:
        (member,) = request.members
        if member.group_instance_id is not None:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, "the broker knows no static members")
        return _with(request, member_id=member.member_id, members=[])

    def response_up(self, request: Any, response: Any) -> Any:
        (member,) = request.members
        left = MemberResponse(member_id=member.member_id, group_instance_id=None, error_code=response.error_code)
        return type(response)(throttle_time_ms=response.throttle_time_ms, members=[left])

    def join(self, request: Any, responses: list[Any]) -> Any:
        cls = _response_class(request)
        return cls(throttle_time_ms=_longest(responses), members=[one for each in responses for one in each.members])

    def response_down(self, response: Any) -> Any:
        code = response.error_code or next((one.error_code for one in response.members), 0)
        return type(response)(throttle_time_ms=response.throttle_time_ms, error_code=code)


class _SaysNotFound(Shape):
    """DescribeGroups says that a group is not there; before that it was a dead one."""

    def response_up(self, request: Any, response: Any) -> Any:  # noqa: ARG002
        for group in response.groups:
            if not group.error_code and group.group_state == "Dead":
                group.error_code = int(ErrorCode.GROUP_ID_NOT_FOUND)
                group.error_message = f"Group {group.group_id} not found."
        return response

    def response_down(self, response: Any) -> Any:
        for group in response.groups:
            if group.error_code == ErrorCode.GROUP_ID_NOT_FOUND:
                group.error_code, group.group_state = 0, "Dead"
        return response


class _FeatureLevel0(Shape):
    """ApiVersions tells of features whose lowest level is 0, which older clients take for an error (KIP-1022)."""

    def response_down(self, response: Any) -> Any:
        response.supported_features = [one for one in response.supported_features if one.min_version]
        return response


class _TopicStates(Shape):
    """DeleteTopics takes structs in place of names."""

    def request_up(self, request: Any) -> Any:
        request.topics, request.topic_names = [DeleteTopicState(name=name) for name in request.topic_names], []
        return request

    def request_down(self, request: Any) -> Any:
        return _with(request, topic_names=[topic.name or "" for topic in request.topics], topics=[])


class _Transactions(Shape):
    """AddPartitionsToTxn takes several transactions."""

    splits = True

    def request_up(self, request: Any) -> Any:
        transaction = AddPartitionsToTxnTransaction(
            transactional_id=request.v3_and_below_transactional_id,
            producer_id=request.v3_and_below_producer_id,
            producer_epoch=request.v3_and_below_producer_epoch,
            topics=request.v3_and_below_topics,
        )
        return type(request)(transactions=[transaction])

    def split(self, request: Any) -> list[Any]:
        return [type(request)(transactions=[one]) for one in request.transactions]

    def request_down(self, request: Any) -> Any:
        (one,) = request.transactions
        if one.verify_only:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, "the broker does not verify")
        return type(request)(
            v3_and_below_transactional_id=one.transactional_id,
            v3_and_below_producer_id=one.producer_id,
            v3_and_below_producer_epoch=one.producer_epoch,
            v3_and_below_topics=one.topics,
        )

    def response_up(self, request: Any, response: Any) -> Any:
        result = AddPartitionsToTxnResult(
            transactional_id=request.transactions[0].transactional_id,
            topic_results=response.results_by_topic_v3_and_below,
        )
        return type(response)(throttle_time_ms=response.throttle_time_ms, results_by_transaction=[result])

    def join(self, request: Any, responses: list[Any]) -> Any:
        cls = _response_class(request)
        results = [one for response in responses for one in response.results_by_transaction]
        return cls(throttle_time_ms=_longest(responses), results_by_transaction=results)

    def response_down(self, response: Any) -> Any:
        results = response.results_by_transaction[0].topic_results if response.results_by_transaction else []
        return type(response)(throttle_time_ms=response.throttle_time_ms, results_by_topic_v3_and_below=results)


class _PatternTypes(Shape):
    """ACLs have pattern types; before that all were literal, and any is that one."""

    def __init__(self, attr: str | None = None) -> None:
        super().__init__(since=1)
        self._filters = attr

    def request_down(self, request: Any) -> Any:
        for one in [request] if self._filters is None else getattr(request, self._filters):
            if one.pattern_type_filter == _ANY:
                one.pattern_type_filter = _LITERAL
        return request


class _ConfigSources(Shape):
    """DescribeConfigs says where a value comes from; before that, whether it is a default."""

    _TOPIC, _DYNAMIC_BROKER, _STATIC_BROKER, _DEFAULT = 1, 2, 4, 5
    _OF_A_TOPIC = 2

    def response_up(self, request: Any, response: Any) -> Any:  # noqa: ARG002
        for result in response.results:
            for config in result.configs:
                config.config_source = self._source(result.resource_type, config)
        return response

    def _source(self, resource_type: int, config: Any) -> int:
        if config.is_default:
            return self._DEFAULT
        if resource_type == self._OF_A_TOPIC:
            return self._TOPIC
        return self._STATIC_BROKER if config.read_only else self._DYNAMIC_BROKER

    def response_down(self, response: Any) -> Any:
        for config in (one for result in response.results for one in result.configs):
            config.is_default = config.config_source == self._DEFAULT
        return response


class _UpgradeTypes(Shape):
    """UpdateFeatures tells safe downgrades from others."""

    def request_up(self, request: Any) -> Any:
        for update in request.feature_updates:
            update.upgrade_type = _SAFE_DOWNGRADE if update.allow_downgrade else _UPGRADE
        return request

    def request_down(self, request: Any) -> Any:
        for update in request.feature_updates:
            update.allow_downgrade = update.upgrade_type == _SAFE_DOWNGRADE
            if update.upgrade_type in (_UPGRADE, _SAFE_DOWNGRADE):
                update.upgrade_type = _UPGRADE  # else it is refused for a field that the broker lacks
        return request


class _ResourceTypes(Shape):
    """ListConfigResources lists all kinds; before that it was for client metrics alone."""

    def request_up(self, request: Any) -> Any:
        request.resource_types = [_CLIENT_METRICS]
        return request

    def request_down(self, request: Any) -> Any:
        if list(request.resource_types) != [_CLIENT_METRICS]:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, "the broker lists client metrics alone")
        return _with(request, resource_types=[])


class _OwnMemberId(Shape):
    """Members of KIP-848 groups choose their id themselves; before that the broker chose it."""

    def request_up(self, request: Any) -> Any:
        if not request.member_id:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, "the broker wants a member id")
        return request


SHAPES: dict[int, tuple[Shape, ...]] = {
    ApiKey.FETCH: (_FetchReplica(15),),
    ApiKey.LIST_OFFSETS: (_OneOffset(1),),
    ApiKey.METADATA: (_AllTopics(1),),
    ApiKey.OFFSET_FETCH: (_GroupError(2), _Groups(8)),
    ApiKey.FIND_COORDINATOR: (_Coordinators(4),),
    ApiKey.JOIN_GROUP: (_RebalanceTimeout(1), _NamesProtocol(7)),
    ApiKey.LEAVE_GROUP: (_Members(3),),
    ApiKey.SYNC_GROUP: (_NamesProtocol(5),),
    ApiKey.DESCRIBE_GROUPS: (_SaysNotFound(6),),
    ApiKey.API_VERSIONS: (_FeatureLevel0(4),),
    ApiKey.DELETE_TOPICS: (_TopicStates(6),),
    ApiKey.ADD_PARTITIONS_TO_TXN: (_Transactions(4),),
    ApiKey.DESCRIBE_ACLS: (_PatternTypes(),),
    ApiKey.DELETE_ACLS: (_PatternTypes("filters"),),
    ApiKey.DESCRIBE_CONFIGS: (_ConfigSources(1),),
    ApiKey.UPDATE_FEATURES: (_UpgradeTypes(1),),
    ApiKey.CONSUMER_GROUP_HEARTBEAT: (_OwnMemberId(1),),
    ApiKey.LIST_CONFIG_RESOURCES: (_ResourceTypes(1),),
}
"""API -> the changes of its shape, the oldest first."""

_TIMES_SINCE = {-3: 7, -4: 8, -5: 9, -6: 11}
_DEFAULTS_SINCE = 4
_SHARE_SINCE, _SHARE = 6, 2


def check_values(request: Any, version: int) -> None:
    """Refuse values that came later than the field that holds them: an older broker takes them for something else.

    Raises `KafkaError`.
    """
    api, is_new = request.API_KEY, False
    if api == ApiKey.LIST_OFFSETS:
        times = {partition.timestamp for topic in request.topics for partition in topic.partitions}
        is_new = any(version < _TIMES_SINCE.get(time, 0) for time in times)
    elif api == ApiKey.CREATE_TOPICS and version < _DEFAULTS_SINCE:
        is_new = any(-1 in (t.num_partitions, t.replication_factor) and not t.assignments for t in request.topics)
    elif api == ApiKey.FIND_COORDINATOR and version < _SHARE_SINCE:
        is_new = request.key_type == _SHARE
    if is_new:
        raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, f"version {version} of the API has no such value")


def _with(message: Any, **changed: Any) -> Any:
    """A message that differs in these fields."""
    made = copy(message)
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _as(cls: type[Any], other: Any) -> Any:
    """A struct of another class with the fields of this one."""
    return cls(**{field: getattr(other, field) for field in cls.__slots__ if field != "unknown_tags"})


def _longest(responses: list[Any]) -> int:
    return max((response.throttle_time_ms for response in responses), default=0)


def _response_class(request: Request) -> Any:
    return PROTOCOL.message_class(request.API_KEY, "response")
