"""Names in messages: where they stand, and how they get others on their way, for the filters that rename.

Topic names, group ids and transactional ids are marked in the schemas. `ALSO` has the fields that hold a name without
being marked, `LEFT` those that never do, by what they are called. Each text, id and stretch of bytes of the messages
that clients send is one of these (`decisions`), so that a field of the next release is not overlooked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

from kafkawire.errors import DecodeError
from kafkawire.message import Message
from kafkawire.spec import StructSpec, spec_of

__all__ = ["ALSO", "LEFT", "Names", "decisions", "rewrite"]


class Names(Protocol):
    """Which name stands for which. Kinds: `topic`, `group`, `transactional_id`, `client_id`, `client_metrics`."""

    def to_broker(self, kind: str, name: str) -> str:
        """What the broker calls it."""

    def to_client(self, kind: str, name: str) -> str | None:
        """What the client calls it; None if it is not the client's, and is not to be seen."""

    def pattern_to_broker(self, kind: str, pattern: str) -> str:
        """The regular expression for the broker's names."""

    def pattern_to_client(self, kind: str, pattern: str) -> str | None:
        """The regular expression that the client gave; None if it is not the client's."""

    def acl_to_broker(self, kind: str, name: str, pattern_type: int) -> tuple[str, int]:
        """What an ACL, or a filter of ACLs, speaks of: name and type of pattern."""

    def acl_to_client(self, kind: str, name: str, pattern_type: int) -> tuple[str, int] | None:
        """What the client calls that; None if it is not the client's."""

    def text(self, text: str) -> str | None:
        """What the client is told of the text of an error; None for nothing."""


_MARKED = {"topicName": "topic", "groupId": "group", "transactionalId": "transactional_id"}
_ACL, _CONFIG, _QUOTA, _KEY = "name of an ACL", "name of a config resource", "name of a quota's entity", "coordinator"
_SUBSCRIPTION, _ASSIGNMENT = "subscription", "assignment"
_TOPICS, _IDS = "pattern of topics", "pattern of transactional ids"
_TEXT, _CLIENT_ID = "text", "client_id"

ALSO: dict[tuple[str, str], str] = {
    ("FindCoordinatorRequest", "key"): _KEY,
    ("FindCoordinatorRequest", "coordinator_keys[]"): _KEY,
    ("FindCoordinatorResponse", "coordinators[].key"): "own key",
    ("JoinGroupRequest", "protocols[].metadata"): _SUBSCRIPTION,
    ("JoinGroupResponse", "members[].metadata"): _SUBSCRIPTION,
    ("SyncGroupRequest", "assignments[].assignment"): _ASSIGNMENT,
    ("SyncGroupResponse", "assignment"): _ASSIGNMENT,
    ("DescribeGroupsResponse", "groups[].members[].member_metadata"): _SUBSCRIPTION,
    ("DescribeGroupsResponse", "groups[].members[].member_assignment"): _ASSIGNMENT,
    ("DescribeAclsRequest", "resource_name_filter"): _ACL,
    ("DescribeAclsResponse", "resources[].resource_name"): _ACL,
    ("CreateAclsRequest", "creations[].resource_name"): _ACL,
    ("DeleteAclsRequest", "filters[].resource_name_filter"): _ACL,
    ("DeleteAclsResponse", "filter_results[].matching_acls[].resource_name"): _ACL,
    ("DescribeConfigsRequest", "resources[].resource_name"): _CONFIG,
    ("DescribeConfigsResponse", "results[].resource_name"): _CONFIG,
    ("AlterConfigsRequest", "resources[].resource_name"): _CONFIG,
    ("AlterConfigsResponse", "responses[].resource_name"): _CONFIG,
    ("IncrementalAlterConfigsRequest", "resources[].resource_name"): _CONFIG,
    ("IncrementalAlterConfigsResponse", "responses[].resource_name"): _CONFIG,
    ("ListConfigResourcesResponse", "config_resources[].resource_name"): _CONFIG,
    ("DescribeClientQuotasRequest", "components[].match"): _QUOTA,
    ("DescribeClientQuotasResponse", "entries[].entity[].entity_name"): _QUOTA,
    ("AlterClientQuotasRequest", "entries[].entity[].entity_name"): _QUOTA,
    ("AlterClientQuotasResponse", "entries[].entity[].entity_name"): _QUOTA,
    ("ConsumerProtocolSubscription", "topics[]"): "topic",
    ("ListTransactionsRequest", "transactional_id_pattern"): _IDS,
    ("ConsumerGroupHeartbeatRequest", "subscribed_topic_regex"): _TOPICS,
    ("ConsumerGroupDescribeResponse", "groups[].members[].subscribed_topic_regex"): _TOPICS,
    ("StreamsGroupHeartbeatRequest", "topology.subtopologies[].source_topic_regex[]"): _TOPICS,
    ("DescribeGroupsResponse", "groups[].members[].client_id"): _CLIENT_ID,
    ("ConsumerGroupDescribeResponse", "groups[].members[].client_id"): _CLIENT_ID,
    ("ShareGroupDescribeResponse", "groups[].members[].client_id"): _CLIENT_ID,
    ("StreamsGroupDescribeResponse", "groups[].members[].client_id"): _CLIENT_ID,
}
"""Message and path of a field that holds a name and is not marked -> what it holds."""

_TEXTS = frozenset({"error_message", "batch_index_error_message", "acknowledge_error_message", "status_detail"})
_PLAIN = frozenset(_MARKED.values())
_SOFT = frozenset({_TEXT, _CLIENT_ID, _TOPICS, _IDS})
"""What is left empty where it is not the client's, while the struct that holds it stays."""

LEFT: dict[str, str] = {
    "an id that says nothing": (
        "topic_id cluster_id replica_directory_id member_id client_instance_id incarnation_id process_id leader"
    ),
    "a name that counts within its group": (
        "group_instance_id instance_id rack_id subtopology_id stores successors server_assignor assignor_name"
    ),
    "what members of a group tell each other": (
        "protocol_type protocol_name protocol_data reason committed_metadata metadata user_data"
    ),
    "about brokers and clients as such": (
        "host rack client_host log_dir path client_software_name client_software_version requested_metrics metrics "
        "principal principal_filter host_filter mechanism mechanisms auth_bytes"
    ),
    "a word of the protocol or an option": (
        "entity_type states_filter types_filter group_state group_type transaction_state state_filters "
        "unknown_state_filters configuration_keys documentation value key"
    ),
    "what producers wrote": "records",
}
"""Reason -> names of fields that are left alone wherever they stand."""

_OPTION = "a word of the protocol or an option"
_IN_GROUP = "a name that counts within its group"
_NODE = "topology_description."
LEFT_AT: dict[tuple[str, str], str] = {
    ("JoinGroupRequest", "protocols[].name"): _IN_GROUP,
    ("ApiVersionsResponse", "supported_features[].name"): _OPTION,
    ("ApiVersionsResponse", "finalized_features[].name"): _OPTION,
    ("CreateTopicsRequest", "topics[].configs[].name"): _OPTION,
    ("CreateTopicsResponse", "topics[].configs[].name"): _OPTION,
    ("DescribeConfigsResponse", "results[].configs[].name"): _OPTION,
    ("DescribeConfigsResponse", "results[].configs[].synonyms[].name"): _OPTION,
    ("AlterConfigsRequest", "resources[].configs[].name"): _OPTION,
    ("IncrementalAlterConfigsRequest", "resources[].configs[].name"): _OPTION,
    **{
        (message, f"{above}topology_description.{where}.name"): _IN_GROUP
        for message, above in (
            ("StreamsGroupDescribeResponse", "groups[]."),
            ("StreamsGroupTopologyDescriptionUpdateRequest", ""),
        )
        for where in ("subtopologies[].nodes[]", "global_stores[].source", "global_stores[].processor")
    },
}
"""Message and path of other fields that are left alone -> the reason."""

_BY_NAME = {name: reason for reason, names in LEFT.items() for name in names.split()}
_MAY_NAME = frozenset({"string", "bytes", "uuid", "records"})


def decisions(cls: type[Message]) -> Iterator[tuple[str, str | None]]:
    """Each path of a message that could hold a name, and what is done with it; None if nobody has decided on it."""
    for path, field in _leaves(spec_of(cls).root, ""):
        kind = _kind(cls.__name__, path, field)
        if kind is not None:
            yield path, kind
        elif field.type.removeprefix("[]") in _MAY_NAME:
            reason = LEFT_AT.get((cls.__name__, path)) or _BY_NAME.get(field.attr)
            yield path, reason and f"left: {reason}"


def _leaves(struct: StructSpec, above: str) -> Iterator[tuple[str, Any]]:
    for field in struct.fields:
        path = f"{above}{field.attr}{'[]' * field.is_array}"
        if field.struct is None:
            yield path, field
        else:
            yield from _leaves(field.struct, f"{path}.")


def _kind(message: str, path: str, field: Any) -> str | None:
    if field.entity_type in _MARKED:
        return _MARKED[field.entity_type]
    return _TEXT if field.attr in _TEXTS else ALSO.get((message, path))


# --------------------------------------------------------------------------------------------------- the way there


class _Name(NamedTuple):
    attr: str
    is_array: bool
    kind: str
    handler: _Handler | None
    """What becomes of a name that is not plain."""
    is_soft: bool
    """Whether it may be left out, and its struct stays."""
    empty: str | None
    """What stands there then."""


class _Node(NamedTuple):
    """The fields of a struct that hold names, and those that lead to others."""

    plain: list[tuple[str, str]]
    """Attribute and kind of those that are one name and no more: lists of topics consist of such."""
    names: list[_Name]
    below: list[tuple[str, bool, bool, _Node]]


_TREES: dict[tuple[type[Message], int], _Node] = {}


def _tree(cls: type[Message], version: int) -> _Node:
    if (cls, version) not in _TREES:
        _TREES[cls, version] = _node(cls.__name__, spec_of(cls).root, "", version)
    return _TREES[cls, version]


def _node(message: str, struct: StructSpec, above: str, version: int) -> _Node:
    node = _Node([], [], [])
    for field in struct.fields:
        if version not in field.versions:
            continue
        path = f"{above}{field.attr}{'[]' * field.is_array}"
        if field.struct is not None:
            below = _node(message, field.struct, f"{path}.", version)
            if any(below):
                node.below.append((field.attr, field.is_array, version in field.nullable, below))
        elif (kind := _kind(message, path, field)) is None:
            continue
        elif kind in _PLAIN and not field.is_array:
            node.plain.append((field.attr, kind))
        else:
            empty = None if version in field.nullable else ""
            node.names.append(_Name(field.attr, field.is_array, kind, _HANDLERS.get(kind), kind in _SOFT, empty))
    return node


def rewrite(message: Message, version: int, names: Names, *, is_request: bool) -> None:
    """Give all names in a message those of the broker, or of the client. What is not the client's is left out.

    Raises what `names` does.
    """
    if not _Rewriting(names, message, is_request).struct(_tree(type(message), version), message):
        raise ValueError(f"{type(message).__name__} as a whole is somebody else's")


class _Rewriting:
    """One message, and which way it goes."""

    def __init__(self, names: Names, root: Message, is_request: bool) -> None:
        self.names, self.root, self.is_request = names, root, is_request
        self.name: Callable[[str, str], str | None] = names.to_broker if is_request else names.to_client

    def struct(self, node: _Node, holder: Any) -> bool:
        """Rewrite what is in a struct; whether it may be seen."""
        for attr, kind in node.plain:
            value = getattr(holder, attr)
            if value or (value is not None and kind != "topic"):  # no topic: it may have an id instead
                value = self.name(kind, value)
                if value is None:
                    return False
                setattr(holder, attr, value)
        for name in node.names:
            if not self._field(name, holder):
                return False
        return not node.below or all(self._below(holder, *below) for below in node.below)

    def _field(self, name: _Name, holder: Any) -> bool:
        value = getattr(holder, name.attr)
        if value is None:
            return True
        if name.is_array:
            found = [self._changed(name, item, holder) for item in value]
            setattr(holder, name.attr, [item for item in found if item is not None])
            return True
        after = self._changed(name, value, holder)
        if after is None and not name.is_soft:
            return False
        setattr(holder, name.attr, name.empty if after is None else after)
        return True

    def _below(self, holder: Any, attr: str, is_array: bool, may_be_null: bool, node: _Node) -> bool:
        value = getattr(holder, attr)
        if not value:
            return True
        if is_array:
            setattr(holder, attr, [item for item in value if self.struct(node, item)])
        elif not self.struct(node, value):
            if not may_be_null:
                return False
            setattr(holder, attr, None)
        return True

    def _changed(self, name: _Name, value: Any, holder: Any) -> Any:
        if name.handler is not None:
            return name.handler(self, value, holder)
        if not value and name.kind == "topic":
            return value  # it may have an id instead
        return self.name(name.kind, value)


_Handler = Callable[[_Rewriting, Any, Any], Any]

# ------------------------------------------------------------------------------------------ names that are not plain

_ACL_KINDS = {1: "any", 2: "topic", 3: "group", 5: "transactional_id"}
_CONFIG_KINDS = {2: "topic", 16: "client_metrics", 32: "group"}
_PATTERN_TYPES = ("pattern_type", "pattern_type_filter", "resource_pattern_type")


def _text(rewriting: _Rewriting, value: str, _holder: Any) -> str | None:
    return rewriting.names.text(value)


def _pattern(kind: str) -> Callable[[_Rewriting, str, Any], str | None]:
    def change(rewriting: _Rewriting, value: str, _holder: Any) -> str | None:
        if not value:
            return value
        names = rewriting.names
        return (names.pattern_to_broker if rewriting.is_request else names.pattern_to_client)(kind, value)

    return change


def _key(rewriting: _Rewriting, value: str, _holder: Any) -> str | None:
    """The key of a coordinator: a group, or a transactional id."""
    kind = "transactional_id" if getattr(rewriting.root, "key_type", 0) == 1 else "group"
    return rewriting.name(kind, value)


def _own_key(rewriting: _Rewriting, value: str, _holder: Any) -> str | None:
    """Of the response, which does not say what it is."""
    return rewriting.name("key", value)


def _config(rewriting: _Rewriting, value: str, holder: Any) -> str | None:
    kind = _CONFIG_KINDS.get(holder.resource_type)
    return value if kind is None or not value else rewriting.name(kind, value)


def _quota(rewriting: _Rewriting, value: str, holder: Any) -> str | None:
    return rewriting.name(_CLIENT_ID, value) if holder.entity_type == "client-id" else value


def _acl(rewriting: _Rewriting, value: str, holder: Any) -> str | None:
    """What an ACL speaks of; the type of its pattern may change with the name."""
    attr = next(attr for attr in _PATTERN_TYPES if hasattr(holder, attr))
    resource_type: int = getattr(
        holder, "resource_type" if hasattr(holder, "resource_type") else "resource_type_filter"
    )
    kind = _ACL_KINDS.get(resource_type, "other")
    names, pattern_type = rewriting.names, getattr(holder, attr)
    if not value:
        return value
    found = (names.acl_to_broker if rewriting.is_request else names.acl_to_client)(kind, value, pattern_type)
    if found is None:
        return None
    setattr(holder, attr, found[1])
    return found[0]


def _embedded(message: str, rewriting: _Rewriting, value: Any, _holder: Any) -> bytes:
    """Bytes of the consumer protocol: a version, and a message. Those of another protocol stay as they are."""
    from kafkawire import messages

    cls: type[Message] = getattr(messages, message)
    data = bytes(value)
    version = min(int.from_bytes(data[:2], "big", signed=True), cls.LATEST_STABLE_VERSION)
    if len(data) < 2 or version < 0 or getattr(rewriting.root, "protocol_type", None) not in _OF_CONSUMERS:
        return data
    try:
        inner, end = cls.decode_prefix(data, version, 2)
    except DecodeError:
        return data
    if inner.encode(version) != data[2:end]:
        return data
    rewrite(inner, version, rewriting.names, is_request=rewriting.is_request)
    return data[:2] + inner.encode(version) + data[end:]


_OF_CONSUMERS = (None, "", "consumer")
_HANDLERS: dict[str, _Handler] = {
    _TEXT: _text,
    _TOPICS: _pattern("topic"),
    _IDS: _pattern("transactional_id"),
    _KEY: _key,
    "own key": _own_key,
    _CONFIG: _config,
    _QUOTA: _quota,
    _ACL: _acl,
    _SUBSCRIPTION: partial(_embedded, "ConsumerProtocolSubscription"),
    _ASSIGNMENT: partial(_embedded, "ConsumerProtocolAssignment"),
}
