"""What becomes of the fields of a message that goes on in another version, whatever the message is.

A field that the other version lacks is dropped where that changes nothing that a client could rely on: its value is the
default, or the schema calls it ignorable, or it is in `LOST` with the reason. Of a response any such field is dropped,
as brokers do: what a client's version has no place for it does not miss. Any other request is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Message, Request, Response
from kafkawire.spec import FieldPath, FieldSpec, StructSpec, is_usual, paths_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LOST", "OLDER_CODES", "TopicPlace", "fit_request", "fit_response", "map_codes", "topic_places"]

_A_HINT = "it asks to be told more, and what is not told has a value that says so"
LOST: dict[tuple[ApiKey, str], str] = {
    (ApiKey.FETCH, "replica_id"): "it is in replica_state as well",
    (ApiKey.FETCH, "replica_state"): "it is in replica_id as well",
    (ApiKey.FETCH, "topics[].partitions[].last_fetched_epoch"): "a client finds out by OffsetForLeaderEpoch as well",
    (ApiKey.FETCH, "forgotten_topics_data[]"): "without a session there is nothing to forget",
    (ApiKey.LIST_OFFSETS, "topics[].partitions[].max_num_offsets"): "clients use the first offset alone",
    (ApiKey.METADATA, "include_cluster_authorized_operations"): _A_HINT,
    (ApiKey.METADATA, "include_topic_authorized_operations"): _A_HINT,
    (ApiKey.OFFSET_COMMIT, "topics[].partitions[].commit_timestamp"): "brokers keep their own time for long",
    (ApiKey.OFFSET_FETCH, "require_stable"): "Java's consumer goes without as well, where a broker is too old for it",
    (ApiKey.DESCRIBE_GROUPS, "include_authorized_operations"): _A_HINT,
    (ApiKey.DESCRIBE_CONFIGS, "include_synonyms"): _A_HINT,
    (ApiKey.DESCRIBE_CONFIGS, "include_documentation"): _A_HINT,
    (ApiKey.SHARE_FETCH, "max_records"): "it bounds what comes, and the broker has a bound of its own",
    (ApiKey.SHARE_FETCH, "batch_size"): "it bounds what comes, and the broker has a bound of its own",
    (ApiKey.SHARE_FETCH, "topics[].partitions[].partition_max_bytes"): "max_bytes bounds it",
    (ApiKey.STREAMS_GROUP_DESCRIBE, "include_topology_description"): _A_HINT,
}
"""Fields of requests that are left out where the broker's version lacks them -> why that is right."""

_FENCED = (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH)
_ABORTABLE = (ErrorCode.TRANSACTION_ABORTABLE, ErrorCode.INVALID_TXN_STATE)
_STORAGE = (ErrorCode.KAFKA_STORAGE_ERROR, ErrorCode.NOT_LEADER_OR_FOLLOWER)
_NO_ID = (ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
_OTHER_ID = (ErrorCode.INCONSISTENT_TOPIC_ID, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
_STALE = (ErrorCode.STALE_MEMBER_EPOCH, ErrorCode.ILLEGAL_GENERATION)
_NO_GROUP = (ErrorCode.GROUP_ID_NOT_FOUND, ErrorCode.ILLEGAL_GENERATION)
OLDER_CODES: dict[ApiKey, list[tuple[int, tuple[ErrorCode, ErrorCode]]]] = {
    ApiKey.PRODUCE: [(4, _STORAGE), (12, _ABORTABLE), (13, _NO_ID), (13, _OTHER_ID)],
    ApiKey.FETCH: [(6, _STORAGE), (13, _NO_ID), (13, _OTHER_ID)],
    ApiKey.LIST_OFFSETS: [(5, (ErrorCode.OFFSET_NOT_AVAILABLE, ErrorCode.LEADER_NOT_AVAILABLE))],
    ApiKey.METADATA: [(6, (ErrorCode.LISTENER_NOT_FOUND, ErrorCode.LEADER_NOT_AVAILABLE)), (10, _NO_ID)],
    ApiKey.OFFSET_COMMIT: [(9, _STALE), (9, _NO_GROUP), (10, _NO_ID)],
    ApiKey.OFFSET_FETCH: [(9, _STALE), (10, _NO_ID)],
    ApiKey.DELETE_TOPICS: [(3, (ErrorCode.TOPIC_DELETION_DISABLED, ErrorCode.INVALID_REQUEST)), (6, _NO_ID)],
    ApiKey.INIT_PRODUCER_ID: [(4, _FENCED), (6, _ABORTABLE)],
    ApiKey.ADD_PARTITIONS_TO_TXN: [(2, _FENCED), (5, _ABORTABLE)],
    ApiKey.ADD_OFFSETS_TO_TXN: [(2, _FENCED), (4, _ABORTABLE)],
    ApiKey.END_TXN: [(2, _FENCED), (5, _ABORTABLE)],
    ApiKey.TXN_OFFSET_COMMIT: [(5, _ABORTABLE), (6, _STALE), (6, _NO_GROUP), (6, _NO_ID)],
}
"""API -> the version since which a client knows a code, and what a broker tells one that does not in its place."""


class TopicPlace(NamedTuple):
    """Where a message has topics that go by a name in some versions and by an id in others."""

    topics: FieldPath
    name: FieldSpec
    topic_id: FieldSpec


_PLACES: dict[type[Message], list[TopicPlace]] = {}


def topic_places(cls: type[Message]) -> list[TopicPlace]:
    """The lists of topics that have both a name and an id, though perhaps in no version both."""
    if cls not in _PLACES:
        _PLACES[cls] = list(_find_places(cls))
    return _PLACES[cls]


def _find_places(cls: type[Message]) -> Iterator[TopicPlace]:
    for path in paths_of(cls, "topicName"):
        *above, name = path.fields
        beside = above[-1].struct.fields if above and above[-1].struct else []
        for field in beside:
            if field.attr == "topic_id":
                yield TopicPlace(FieldPath(tuple(above), path.versions), name, field)


def fit_request(request: Request, version: int, *, was: int) -> None:
    """Make a request one of that version; it came in the version `was`. Raises `KafkaError` for what cannot be said."""
    api = ApiKey(request.API_KEY) if request.API_KEY in ApiKey._value2member_map_ else None
    _fit(request, version, was, lambda path, field: field.ignorable or (api, str(path)) in LOST)


def fit_response(response: Response, version: int, *, was: int) -> None:
    """Make a response one of that version; it came in the version `was`."""
    _fit(response, version, was, lambda _path, _field: True)


def _fit(message: Message, version: int, was: int, may_drop: Callable[[FieldPath, FieldSpec], bool]) -> None:
    if was in type(message).FLEXIBLE_VERSIONS:
        _forget_unknown_tags(message, type(message).spec().root)
    for path in _unlike(type(message), version):
        field = path.field
        for holder in path.holders(message):
            value = getattr(holder, field.attr)
            if version in field.versions:
                if value is None:
                    setattr(holder, field.attr, _nothing(field))
            elif not (value is None or is_usual(field, value)):
                if not may_drop(path, field):
                    raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, f"version {version} has no {path}")
                setattr(holder, field.attr, _usual(field))
            elif value is None:
                setattr(holder, field.attr, _usual(field))


_UNLIKE: dict[tuple[type[Message], int], list[FieldPath]] = {}


def _unlike(cls: type[Message], version: int) -> list[FieldPath]:
    """The fields that the version lacks, and those that may be null in another version but not in this one."""
    if (cls, version) not in _UNLIKE:
        _UNLIKE[cls, version] = list(_find_unlike(cls.spec().root, (), version))
    return _UNLIKE[cls, version]


def _find_unlike(struct: StructSpec, above: tuple[FieldSpec, ...], version: int) -> Iterator[FieldPath]:
    for field in struct.fields:
        if version not in field.versions or (field.nullable and version not in field.nullable):
            yield FieldPath((*above, field), field.versions)
        if version in field.versions and field.struct is not None:
            yield from _find_unlike(field.struct, (*above, field), version)


def _usual(field: FieldSpec) -> Any:
    """The default of a field, for one message alone."""
    if field.default is None:
        return None
    return _nothing(field) if field.is_array or field.struct is not None else field.default


def _nothing(field: FieldSpec) -> Any:
    """What stands where nothing may not be null."""
    if field.is_array:
        return []
    if field.struct is not None:
        return field.struct.cls()
    return "" if field.type == "string" else b""


def _forget_unknown_tags(holder: Any, struct: StructSpec) -> None:
    """Drop what nobody here knows: in another version the same tag may be a field that is known."""
    if holder.unknown_tags is not None:
        holder.unknown_tags = None
    for field in struct.fields:
        value = getattr(holder, field.attr) if field.struct is not None else None
        if value is not None:
            assert field.struct is not None
            for item in value if field.is_array else (value,):
                _forget_unknown_tags(item, field.struct)


def map_codes(response: Response, version: int) -> set[int]:
    """Replace the codes that clients of that version do not know; returns those that were replaced."""
    api = ApiKey(response.API_KEY) if response.API_KEY in ApiKey._value2member_map_ else None
    older = {int(code): int(known) for since, (code, known) in OLDER_CODES.get(api, ()) if version < since}  # type: ignore[arg-type]
    replaced = set()
    for path in _code_paths(type(response)) if older else ():
        for holder in path.holders(response):
            code = getattr(holder, path.field.attr)
            if code in older:
                replaced.add(code)
                setattr(holder, path.field.attr, older[code])
    return replaced


_CODES: dict[type[Message], list[FieldPath]] = {}


def _code_paths(cls: type[Message]) -> list[FieldPath]:
    if cls not in _CODES:
        _CODES[cls] = list(_find_codes(cls.spec().root, ()))
    return _CODES[cls]


def _find_codes(struct: StructSpec, above: tuple[FieldSpec, ...]) -> Iterator[FieldPath]:
    for field in struct.fields:
        if field.attr in ("error_code", "partition_error_code"):
            yield FieldPath((*above, field), field.versions)
        if field.struct is not None:
            yield from _find_codes(field.struct, (*above, field))
