"""Records of Kafka's own topics, decoded: offsets, groups, transactions, share state, metadata.

The key of a record says of which kind it is, by a number that stands before it; its value begins with a version. In
`__cluster_metadata` there are no keys: each value is a frame with the number of its kind and a version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from kafkawire.errors import KafkaWireError, UnsupportedVersion
from kafkawire.jsonform import to_json
from kafkawire.message import Message
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, ConsumerProtocolAssignment, ConsumerProtocolSubscription, GroupMetadataValue
from kafkawire.varint import read_uvarint

__all__ = ["INTERNAL", "decode_internal"]

INTERNAL: Mapping[str, Literal["group", "transaction", "share", "metadata"]] = {
    "__consumer_offsets": "group",
    "__transaction_state": "transaction",
    "__share_group_state": "share",
    "__cluster_metadata": "metadata",
}
"""Topic -> which records are in it."""

_METADATA_FRAME = 1


def decode_internal(
    topic: str, key: bytes | None, value: bytes | None, *, messages: MessageSet = PROTOCOL
) -> dict[str, Any]:
    """`type`, and as far as there are any `key`, `version` and `value`: values for JSON, with secrets hidden.

    Raises `DecodeError`, or `UnsupportedVersion` for what `messages` lack: a log may be newer than they are.
    """
    kind = INTERNAL[topic]
    return _metadata(value or b"", messages) if kind == "metadata" else _keyed(kind, key or b"", value, messages)


def _keyed(kind: str, raw: bytes, value: bytes | None, messages: MessageSet) -> dict[str, Any]:
    key, number = _after_number(raw)
    body, version = (b"", None) if value is None else _after_number(value)
    key_class = _class(messages, kind, "key", number, None)
    value_class = _class(messages, kind, "value", number, version)
    found = {
        "type": value_class.__name__.removesuffix("Value"),
        "key": _body(key_class, key, key_class.VERSIONS.start),
    }
    if version is None:
        return found | {"value": None}
    return found | {"version": version, "value": _body(value_class, body, version)}


def _metadata(data: bytes, messages: MessageSet) -> dict[str, Any]:
    frame, pos = read_uvarint(data, 0)
    if frame != _METADATA_FRAME:
        raise UnsupportedVersion(f"frame version {frame}")
    number, pos = read_uvarint(data, pos)
    version, pos = read_uvarint(data, pos)
    cls = _class(messages, "metadata", "record", number, version)
    return {"type": cls.__name__, "version": version, "value": _body(cls, data[pos:], version)}


def _after_number(data: bytes) -> tuple[bytes, int]:
    if len(data) < 2:
        raise UnsupportedVersion(f"{len(data)} bytes have no number in front")
    return data[2:], int.from_bytes(data[:2], "big", signed=True)


def _class(
    messages: MessageSet, kind: str, part: Literal["key", "value", "record"], number: int, version: int | None
) -> type[Message]:
    found = messages.record_class(kind, part, number, version)
    if found is None:
        raise UnsupportedVersion(f"no {part} of the topic has the number {number}")
    return found


def _body(cls: type[Message], data: bytes, version: int) -> Any:
    message = cls.decode(data, version)
    found = to_json(message, version, secrets=False)
    if isinstance(message, GroupMetadataValue) and message.protocol_type == "consumer":
        for member, shown in zip(message.members, found["members"], strict=True):
            _show(shown, "subscription", ConsumerProtocolSubscription, member.subscription)
            _show(shown, "assignment", ConsumerProtocolAssignment, member.assignment)
    return found


def _show(shown: dict[str, Any], name: str, cls: type[Message], data: bytes) -> None:
    """Put a message of the consumer protocol, which begins with its version, in the place of its bytes.

    Brokers take any bytes from a member: those of another dialect stay what they are, and so does nothing.
    """
    version = min(int.from_bytes(data[:2], "big", signed=True), cls.VERSIONS[-1])
    try:
        message, _ = cls.decode_prefix(data[2:], version)
    except KafkaWireError:
        return
    shown[name] = {"version": version, **to_json(message, version, secrets=False)}
