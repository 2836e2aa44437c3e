"""Every API in every pair of versions: what both versions carry comes through, and nothing is refused without need."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any
from uuid import UUID, uuid5

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.errors import KafkaError
from kafkawire.message import Message
from kafkawire.messages import PROTOCOL, FetchRequest, ListOffsetsRequest
from kafkawire.proxy.shipped.transcode_crossing import Crossing
from kafkawire.proxy.shipped.transcode_fields import LOST, TopicPlace, topic_places
from kafkawire.proxy.shipped.transcode_shapes import SHAPES
from kafkawire.records import write_batch
from kafkawire.spec import FieldSpec, StructSpec, is_usual, paths_of
from tests import reference
from tests.property.strategies import Maker
from tests.reference import schemas

PAIRS = {key: PROTOCOL.versions(key) for key in PROTOCOL if len(PROTOCOL.versions(key)) > 1}
NAMED = UUID(int=7)
RESHAPED = {
    ApiKey.OFFSET_FETCH: 8,
    ApiKey.FIND_COORDINATOR: 4,
    ApiKey.LEAVE_GROUP: 3,
    ApiKey.ADD_PARTITIONS_TO_TXN: 4,
    ApiKey.DELETE_TOPICS: 6,
}
"""APIs whose messages have other fields since a version; tests of their own look at what becomes of these."""


class Exchange:
    """What a crossing wants to know of the proxy: topics, each of which has a name and an id."""

    def __init__(self, api_key: int, version: int) -> None:
        self.api_key, self.version, self.connection = api_key, version, self
        self.state: dict[Any, Any] = {}

    async def topic_name(self, topic_id: UUID) -> str | None:
        return f"topic-{topic_id.hex}"

    async def topic_id(self, name: str) -> UUID | None:
        return UUID(name.removeprefix("topic-")) if name.startswith("topic-") else uuid5(NAMED, name)


def cross(api_key: int, client: int, broker: int) -> Crossing:
    return Crossing(Exchange(api_key, client), PROTOCOL, broker)  # type: ignore[arg-type]


def made(api_key: int, kind: Any, version: int, seed: str) -> Any:
    """A random message of that version."""
    cls = PROTOCOL.message_class(api_key, kind)
    schema = schemas()[cls.__name__]
    tree = Maker(schema, version, Random(seed), elements=12).tree()
    message = reference.build(schema.root, cls, tree)
    message = cls.decode(message.encode(version), version)
    tidy(message)
    return message


def tidy(message: Any) -> None:
    """Records that are some, topics that have names, times that every version knows, no session."""
    for path in paths_of(type(message), "records"):
        for holder in path.holders(message):
            setattr(holder, path.field.attr, write_batch([(0, 1, b"k", b"v", ())]))
    for place in topic_places(type(message)):
        if not goes_by_id(message, place):
            name_all(message, place)
    if isinstance(message, ListOffsetsRequest):
        for partition in (one for topic in message.topics for one in topic.partitions):
            partition.timestamp = -1
    if isinstance(message, FetchRequest):
        message.session_id = 0


def name_all(message: Any, place: TopicPlace) -> None:
    for holder in place.topics.holders(message):
        for topic in getattr(holder, place.topics.field.attr) or ():
            setattr(topic, place.name.attr, getattr(topic, place.name.attr) or "named")


def goes_by_id(message: Any, place: TopicPlace) -> bool:
    """Whether topics have no names in some version: where they have both, none is empty."""
    versions = PROTOCOL.versions(message.API_KEY)
    return any(v in place.topic_id.versions and v not in place.name.versions for v in versions)


def common(struct: StructSpec, holder: Any, versions: tuple[int, int]) -> Any:
    """What both versions carry, to be compared."""
    found = {}
    for field in struct.fields:
        value = getattr(holder, field.attr)
        if all(version in field.versions for version in versions) and not any(word in field.attr for word in ELSEWHERE):
            found[field.attr] = _common_value(field, value, versions)
    return found


def _common_value(field: FieldSpec, value: Any, versions: tuple[int, int]) -> Any:
    if value is None and not all(version in field.nullable for version in versions):
        value = () if field.is_array else "" if field.type == "string" else b"" if field.struct is None else None
    if field.type == "float64":
        return repr(value)
    if field.struct is None or value is None:
        return list(value) if field.is_array and value is not None else bytes(value) if field.type in BYTES else value
    if field.is_array:
        return [common(field.struct, item, versions) for item in value]
    return common(field.struct, value, versions)


BYTES = ("bytes", "records")
ELSEWHERE = ("error_code", "records", "session_epoch", "forgotten_topics", "last_stable_offset")


def strip(struct: StructSpec, holder: Any, version: int) -> None:
    """Set what a version does not carry to its default, as the other side would never have set it."""
    for field in struct.fields:
        value = getattr(holder, field.attr)
        if version not in field.versions:
            fresh = [] if field.is_array else field.struct.cls() if field.struct and field.default else field.default
            setattr(holder, field.attr, None if field.default is None else fresh)
        elif field.struct is not None and value is not None:
            for item in value if field.is_array else (value,):
                strip(field.struct, item, version)


def again(message: Message, version: int) -> Any:
    return type(message).decode(message.encode(version), version)


@pytest.mark.parametrize("api_key", PAIRS, ids=PROTOCOL.api_name)
def test_requests_there_and_back(api_key: int) -> None:
    async def check(client: int, broker: int) -> None:
        request = made(api_key, "request", client, f"{api_key} {client} {broker}")
        before = again(request, client)
        try:
            parts = await cross(api_key, client, broker).to_broker(request)
        except KafkaError as exc:
            assert exc.code in (35, 43, 76), exc
            return
        for part in parts:
            there = again(part, broker)
            if len(parts) == 1 and not reshaped(api_key, client, broker):
                expected = common(type(request).spec().root, before, (client, broker))
                assert common(type(request).spec().root, there, (client, broker)) == expected
            [back] = await cross(api_key, broker, client).to_broker(there)
            final = again(back, client)
            if len(parts) == 1 and not reshaped(api_key, client, broker):
                assert common(type(request).spec().root, final, (client, broker)) == expected

    for client in PAIRS[api_key]:
        for broker in PAIRS[api_key]:
            if broker != client:
                asyncio.run(check(client, broker))


def reshaped(api_key: int, client: int, broker: int) -> bool:
    since = RESHAPED.get(ApiKey(api_key), 0)
    return (client < since) != (broker < since)


def plain(request: Any) -> None:
    """Take out what has no older form, though the field may have one."""
    for attr, value in {"key_type": 0, "resource_types": [16]}.items():
        if hasattr(request, attr):
            setattr(request, attr, value)
    if request.API_KEY == ApiKey.CONSUMER_GROUP_HEARTBEAT:
        request.member_id = "m"
    if request.API_KEY == ApiKey.OFFSET_FETCH:
        for group in (request, *request.groups):
            group.topics = group.topics or []
    for member in getattr(request, "members", ()):
        member.group_instance_id = None
    for transaction in getattr(request, "transactions", ()):
        transaction.verify_only = False


@pytest.mark.parametrize("api_key", PAIRS, ids=PROTOCOL.api_name)
def test_what_the_other_version_can_say_is_never_refused(api_key: int) -> None:
    async def check(client: int, broker: int) -> None:
        request = made(api_key, "request", client, f"common {api_key} {client} {broker}")
        if not reshaped(api_key, client, broker):
            strip(type(request).spec().root, request, broker)
        tidy(request)
        plain(request)
        await cross(api_key, client, broker).to_broker(request)

    for client in PAIRS[api_key]:
        for broker in PAIRS[api_key]:
            if broker != client:
                asyncio.run(check(client, broker))


@pytest.mark.parametrize("api_key", PAIRS, ids=PROTOCOL.api_name)
def test_responses(api_key: int) -> None:
    async def check(client: int, broker: int) -> None:
        request = made(api_key, "request", client, f"asks {api_key} {client} {broker}")
        strip(type(request).spec().root, request, broker)
        crossing = cross(api_key, client, broker)
        try:
            parts = await crossing.to_broker(request)
        except KafkaError:
            return
        responses = [
            made(api_key, "response", broker, f"told {api_key} {client} {broker} {n}") for n in range(len(parts))
        ]
        before = [again(one, broker) for one in responses]
        told = again(await crossing.to_client(responses), client)
        if len(parts) == 1 and not reshaped(api_key, client, broker):
            root = type(told).spec().root
            assert common(root, told, (client, broker)) == common(root, before[0], (client, broker))

    for client in PAIRS[api_key]:
        for broker in PAIRS[api_key]:
            if broker != client:
                asyncio.run(check(client, broker))


def test_every_loss_is_of_a_field_that_some_version_lacks() -> None:
    for (api, path), reason in LOST.items():
        assert reason
        struct, field = PROTOCOL.message_class(api, "request").spec().root, None
        for step in path.split("."):
            field = next(one for one in struct.fields if one.attr == step.removesuffix("[]"))
            struct = field.struct or struct
        assert field is not None
        assert not field.ignorable
        assert any(version not in field.versions for version in PROTOCOL.versions(api)), path
        assert is_usual(field, field.default)


def test_every_shape_lies_between_two_versions() -> None:
    for api, shapes in SHAPES.items():
        versions = PROTOCOL.versions(api)
        assert all(versions[0] < shape.since <= versions[-1] for shape in shapes)
        assert [shape.since for shape in shapes] == sorted(shape.since for shape in shapes)
