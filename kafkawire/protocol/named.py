"""Which topics, partitions and groups a message names, and taking some of them out and back in.

`split` takes a request apart into what is meant, by a fault say, and what is left, so that the rest can be carried
out; `merged` puts two responses together. Both find their way by the schemas, so they hold for every API and version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Literal, TypeVar
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.message import Message, Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.error_responses import PARTITION_NAMES, identities
from kafkawire.spec import FieldSpec, StructSpec

__all__ = ["KINDS", "READS", "Kind", "TopicName", "Wanted", "can_name", "is_kind", "merged", "split"]

Kind = Literal["group", "topic", "partition"]
KINDS: tuple[Kind, ...] = ("group", "topic", "partition")
"""What may be named, the outermost first."""
Wanted = Mapping[Kind, Callable[[Any], bool]]
"""For each kind that is meant, whether that one is."""
TopicName = Callable[[UUID], str | None]
"""The name of a topic that is known by its id."""

READS = frozenset(
    (ApiKey.FETCH, ApiKey.SHARE_FETCH, ApiKey.METADATA, ApiKey.OFFSET_FETCH, ApiKey.DESCRIBE_TOPIC_PARTITIONS)
)
"""APIs that may be about topics that the request does not name: those of its session, or all."""

M = TypeVar("M", bound=Message)
R = TypeVar("R", bound=Response)
_ENTITIES: dict[str | None, Kind] = {"groupId": "group", "topicName": "topic"}
_PARTITIONS = frozenset({*PARTITION_NAMES, "partitions", "partition_indexes"})
_OTHER_ARRAYS = frozenset({"assignments", "configs", "forgotten_topics_data", "members", "node_endpoints", "topology"})
"""What stands beside or below what is asked for, and would be taken for it."""


def is_kind(kind: Kind, api_key: int) -> Callable[[FieldSpec], bool]:
    """What says of a field of a response whether it holds that."""
    if api_key == ApiKey.FIND_COORDINATOR:
        return lambda field: field.attr == "key"
    return lambda field: _kind(field) == kind


def _kind(field: FieldSpec) -> Kind | None:
    element = field.type.removeprefix("[]")
    if field.attr in _PARTITIONS:
        return "partition" if element == "int32" else None
    return "topic" if field.attr == "topic_id" else _ENTITIES.get(field.entity_type)


def can_name(api_key: int, kind: Kind, messages: MessageSet = PROTOCOL) -> bool:
    """Whether requests of some version can name that, or mean it without a name.

    Those for coordinators have keys, which may be groups.
    """
    if api_key == ApiKey.FIND_COORDINATOR:
        return kind == "group"
    if api_key in READS and _has(messages.message_class(api_key, "response").spec().root, kind):
        return True
    return _has(messages.message_class(api_key, "request").spec().root, kind)


def _has(struct: StructSpec, kind: Kind) -> bool:
    arrays = [field.struct for field in struct.fields if field.struct and _is_way(field)]
    return any(_kind(field) == kind for field in struct.fields) or any(_has(below, kind) for below in arrays)


def _is_way(field: FieldSpec) -> bool:
    return field.is_array and field.attr not in _OTHER_ARRAYS


def split(message: M, version: int, wanted: Wanted, topic_name: TopicName) -> tuple[M | None, M | None]:
    """The part of a message that names what is wanted, and the rest of it; None for nothing. It stays as it is."""
    if isinstance(message, Request) and message.API_KEY == ApiKey.FIND_COORDINATOR:
        return _split_keys(message, version, wanted)
    return _Splitter(version, topic_name).split(message, message.spec().root, wanted)


def _split_keys(message: Any, version: int, wanted: Wanted) -> tuple[Any, Any]:
    """A request for coordinators, whose keys are groups if their type says so."""
    if message.key_type != 0 or [*wanted] != ["group"]:
        return None, message
    if version < 4:
        return (message, None) if wanted["group"](message.key) else (None, message)
    struck = [key for key in message.coordinator_keys if wanted["group"](key)]
    rest = [key for key in message.coordinator_keys if key not in struck]
    return _with(message, {"coordinator_keys": struck}), _with(message, {"coordinator_keys": rest})


class _Splitter:
    def __init__(self, version: int, topic_name: TopicName) -> None:
        self._version = version
        self._topic_name = topic_name

    def split(self, value: Any, struct: StructSpec, wanted: Wanted) -> tuple[Any, Any]:
        fields = [field for field in struct.fields if self._version in field.versions]
        for field in fields:
            kind = _kind(field)
            if kind is not None and kind in wanted and not field.is_array:
                same = [getattr(value, other.attr) for other in fields if _kind(other) == kind and not other.is_array]
                if not any(self._is_wanted(wanted[kind], found) for found in same):
                    return None, value
                wanted = {other: test for other, test in wanted.items() if other != kind}
        if not wanted:
            return value, None
        return self._split_arrays(value, [field for field in fields if _is_way(field)], wanted)

    def _split_arrays(self, value: Any, arrays: list[FieldSpec], wanted: Wanted) -> tuple[Any, Any]:
        struck: dict[str, list[Any]] = {}
        rest: dict[str, list[Any]] = {}
        for field in arrays:
            parts = [self._split_item(item, field, wanted) for item in getattr(value, field.attr) or ()]
            struck[field.attr] = [part for part, _ in parts if part is not None]
            rest[field.attr] = [part for _, part in parts if part is not None]
        if not any(struck.values()):
            return None, value
        return _with(value, struck), _with(value, rest)

    def _split_item(self, item: Any, field: FieldSpec, wanted: Wanted) -> tuple[Any, Any]:
        if field.struct is not None:
            return self.split(item, field.struct, wanted)
        kind = _kind(field)
        test = wanted.get(kind) if kind and len(wanted) == 1 else None
        return (item, None) if test and self._is_wanted(test, item) else (None, item)

    def _is_wanted(self, test: Callable[[Any], bool], value: Any) -> bool:
        if isinstance(value, UUID):
            value = self._topic_name(value) if value.int else None
        return value is not None and test(value)


def _with(value: Any, arrays: Mapping[str, list[Any]]) -> Any:
    """A copy with other arrays; None if nothing is left in them."""
    if not any(arrays.values()):
        return None
    made = copy(value)
    for attr, items in arrays.items():
        setattr(made, attr, items)
    return made


def merged(response: R, failed: R, version: int) -> R:
    """What both responses say; where both say something of one topic, partition or group, `failed` counts."""
    return _merged(response, failed, response.spec().root, version)  # type: ignore[no-any-return]


def _merged(value: Any, failed: Any, struct: StructSpec, version: int) -> Any:
    made = copy(value)
    for field in struct.fields:
        items = getattr(failed, field.attr) if field.is_array and field.struct and version in field.versions else None
        if items and field.struct:
            setattr(made, field.attr, _merged_items(getattr(value, field.attr) or (), items, field.struct, version))
    return made


def _merged_items(items: Any, failed: Any, struct: StructSpec, version: int) -> list[Any]:
    names = [field.attr for field in identities(struct, version)]
    if not names:
        return [*items, *failed]
    found = {_identity(item, names): item for item in items}
    for item in failed:
        key = _identity(item, names)
        has_more = any(getattr(item, f.attr) for f in struct.fields if f.is_array and f.struct)
        found[key] = _merged(found[key], item, struct, version) if has_more and key in found else item
    return [*found.values()]


def _identity(item: Any, names: list[str]) -> str:
    return repr([getattr(item, name) for name in names])
