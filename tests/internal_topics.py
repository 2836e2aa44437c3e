"""Requests that name a topic in every way that there is: of each API and version, from the facts of the schemas.

A new API that takes a topic's name or id needs no line here, unless it says nothing about topics before other fields
have likely values.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from codegen.model import FieldSpec, MessageSpec, StructSpec
from codegen.schema import load_directory
from kafkawire import messages
from kafkawire.message import Request
from tests.interop.requests import batch

__all__ = [
    "INTERNAL_TOPICS",
    "METADATA_ID",
    "METADATA_TOPIC",
    "doubtful_fields",
    "is_of_a_group",
    "requests",
    "topic_fields",
]

METADATA_TOPIC = "__cluster_metadata"
METADATA_ID = UUID(int=1)
"""The id that Apache Kafka keeps for the metadata log."""
INTERNAL_TOPICS = (METADATA_TOPIC, "__consumer_offsets", "__transaction_state", "__share_group_state")
_SCHEMAS = Path(__file__).parent.parent / "schemas"
_RESOURCES = {"ResourceName": ("ResourceType", 2), "ResourceNameFilter": ("ResourceTypeFilter", 2)}
"""Fields that hold the name of a topic where another one says that they do."""
_MEMBER = "AAAAAAAAAAAAAAAAAAAAAQ"
_EMPTY = {"string": "", "bytes": "", "records": "", "bool": False}
_PATTERNS = {"SubscribedTopicRegex"}
_LIKELY: dict[str, Any] = {
    "AllowAutoTopicCreation": True,
    "Acks": 1,
    "BatchMaxBytes": 1 << 20,
    "BatchSize": 10,
    "CommittedLeaderEpoch": -1,
    "Configs": [{"name": "retention.ms", "value": "1000", "configOperation": 0}],
    "ConfigurationKeys": None,
    "Count": 60,
    "CurrentLeaderEpoch": -1,
    "Cursor": None,
    "GenerationIdOrMemberEpoch": -1,
    "ConsumerGroupHeartbeatRequest.GroupId": "of-internal-heartbeats",
    "ConsumerGroupHeartbeatRequest.MemberEpoch": 0,
    "ConsumerGroupHeartbeatRequest.MemberId": _MEMBER,
    "ConsumerGroupHeartbeatRequest.ServerAssignor": None,
    "ConsumerGroupHeartbeatRequest.SubscribedTopicRegex": None,
    "ConsumerGroupHeartbeatRequest.TopicPartitions": [],
    "GroupId": "of-internal",
    "GroupInstanceId": None,
    "Host": "*",
    "HostFilter": "*",
    "InstanceId": None,
    "LeaderEpoch": 0,
    "MaxBytes": 1 << 20,
    "MaxRecords": 10,
    "MaxWaitMs": 0,
    "MemberEpoch": -1,
    "MemberId": "",
    "MinBytes": 0,
    "NumPartitions": 1,
    "Operation": 3,
    "PartitionMaxBytes": 1 << 20,
    "PatternTypeFilter": 3,
    "PermissionType": 3,
    "Principal": "User:nobody",
    "PrincipalFilter": "User:nobody",
    "ProducerEpoch": -1,
    "ProducerId": -1,
    "RebalanceTimeoutMs": 5000,
    "Records": base64.b64encode(batch(b"v")).decode(),
    "ReplicaId": -1,
    "Replicas": [1],
    "ResourcePatternType": 3,
    "ReplicationFactor": 1,
    "ResponsePartitionLimit": 10,
    "SessionEpoch": 0,
    "ShareSessionEpoch": 0,
    **{
        f"{name}Request.{field}": value
        for name in ("ShareGroupHeartbeat", "ShareFetch", "ShareAcknowledge")
        for field, value in {"GroupId": "of-internal-share", "MemberId": _MEMBER, "RackId": None}.items()
    },
    "ShareFetchRequest.AcknowledgementBatches": [],
    "ShareFetchRequest.ForgottenTopicsData": [],
    "ShareGroupHeartbeatRequest.MemberEpoch": 0,
    "RackId": None,
    "TimeoutMs": 5000,
    "Timestamp": -1,
    "TransactionalId": None,
    "ValidateOnly": True,
}
"""Values of fields, so that a request is not refused before anybody looks at its topics."""


@cache
def _specs() -> dict[int, MessageSpec]:
    specs = load_directory(_SCHEMAS).values()
    return {spec.api_key: spec for spec in specs if spec.kind == "request" and spec.api_key is not None}


def topic_fields(api_key: int) -> set[str]:
    """The paths of all fields of a request that hold a topic's name or id."""
    return {path for path, field in _walk(_specs()[api_key].root) if _is_topic(field)}


def is_of_a_group(api_key: int) -> bool:
    """Whether a group's coordinator answers the request, which there may be none of."""
    return any(field.entity_type == "groupId" for _, field in _walk(_specs()[api_key].root))


def doubtful_fields(api_key: int) -> set[str]:
    """The paths of fields that speak of topics and hold neither, as far as the schema says."""
    fields = [each for each in _walk(_specs()[api_key].root) if "opic" in each[1].name and not _is_topic(each[1])]
    return {path for path, field in fields if field.element_type in ("string", "uuid")} - _PATTERNS


def requests(
    api_key: int, version: int, name: str, topic_id: UUID, values: Mapping[str, Any] | None = None
) -> Iterator[Request]:
    """Requests of one version that name the topic: by name, by id, or one of each where the version has both.

    `values` of fields, as JSON, go before those that are likely.
    """
    spec = _specs()[api_key]
    fields = {field.name for _, field in _walk(spec.root) if _is_topic(field) and version in field.versions}
    if not fields:
        return
    cls: type[Request] = getattr(messages, spec.name)
    for place in ((name, UUID(int=0)), (None, topic_id)):
        if fields - {"TopicId"} if place[0] else "TopicId" in fields:
            tree = _Maker(spec.name, version, place[0], place[1], {**_LIKELY, **(values or {})}).struct(spec.root)
            yield cls.from_json(tree, version)


def _walk(struct: StructSpec, path: str = "") -> Iterator[tuple[str, FieldSpec]]:
    for field in struct.fields:
        yield path + field.name, field
        if field.struct is not None:
            yield from _walk(field.struct, f"{path}{field.name}.")


def _is_topic(field: FieldSpec) -> bool:
    is_id = field.type == "uuid" and field.name == "TopicId"
    return field.entity_type == "topicName" or is_id or field.name in _RESOURCES


class _Maker:
    """Fills a request, as JSON; every array gets one element."""

    def __init__(self, message: str, version: int, name: str | None, topic_id: UUID, values: Mapping[str, Any]) -> None:
        self._version, self._name, self._topic_id = version, name, topic_id
        own = {key.removeprefix(f"{message}."): value for key, value in values.items() if key.startswith(f"{message}.")}
        self._values = {**values, **own}

    def struct(self, struct: StructSpec) -> dict[str, Any]:
        fields = (field for field in struct.fields if self._version in field.versions)
        tree = {_json_name(field.name): self._value(field) for field in fields}
        for name, (kind, value) in _RESOURCES.items():
            if _json_name(name) in tree:
                tree[_json_name(kind)] = value
        return tree

    def _value(self, field: FieldSpec) -> Any:
        if _is_topic(field):
            value = self._topic(field)
        elif field.name in self._values:
            return self._given(field)
        elif field.name == "Assignments":
            return []
        else:
            value = self._made_up(field)
        return [value] if field.is_array else value

    def _topic(self, field: FieldSpec) -> Any:
        if field.type == "uuid":
            return _uuid_text(self._topic_id)
        is_null = not field.is_array and self._version in field.nullable_versions
        return self._name if self._name is not None or is_null else ""

    def _given(self, field: FieldSpec) -> Any:
        value = self._values[field.name]
        if value is None and self._version not in field.nullable_versions:
            return [] if field.is_array else ""
        if field.struct is not None and value is not None:
            known = {_json_name(each.name) for each in field.struct.fields if self._version in each.versions}
            return [{key: part for key, part in entry.items() if key in known} for entry in value]
        return value

    def _made_up(self, field: FieldSpec) -> Any:
        if field.struct is not None:
            return self.struct(field.struct)
        kind = field.element_type
        return _uuid_text(UUID(int=0)) if kind == "uuid" else _EMPTY.get(kind, 0)


def _uuid_text(value: UUID) -> str:
    return base64.urlsafe_b64encode(value.bytes).decode().rstrip("=")


def _json_name(name: str) -> str:
    return name[0].lower() + name[1:]
