"""From numbers to message classes, and from classes to bare functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeVar

from kafkawire import messages
from kafkawire.errors import UnsupportedVersion
from kafkawire.message import Buffer, Message, Request, Response, unsupported
from kafkawire.messages import _registry

M = TypeVar("M", bound=Message)
_TABLES = {"request": _registry.REQUESTS, "response": _registry.RESPONSES}


def message_class(api_key: int, kind: Literal["request", "response"]) -> type[Request | Response]:
    """The class of a request or response, by API key (a number or an `ApiKey`).

    Raises `UnsupportedVersion` for a key that no release had.
    """
    name = _TABLES[kind].get(api_key)
    if name is None:
        raise UnsupportedVersion(f"no API has the key {api_key}")
    return getattr(messages, name)  # type: ignore[no-any-return]


def record_class(topic: str, part: Literal["key", "value", "record"], number: int) -> type[Message] | None:
    """The class of what lies in Kafka's own topics, or `None` for a number that no release had.

    `topic` is `group` (`__consumer_offsets`), `transaction`, `share`, `metadata` or `storage`; `number` is the type
    that stands before a key, or the API key in the frame of a metadata record.
    """
    name = _registry.RECORDS.get((topic, part, number))
    return None if name is None else getattr(messages, name)


def decoder(cls: type[M], version: int) -> Callable[[Buffer], M]:
    """`cls.decode` of one version as a function of the bytes alone, with its codec loaded."""
    if version not in cls._decoders:
        raise unsupported(cls, version)
    return partial(cls.decode, version=version)


def encoder(cls: type[M], version: int) -> Callable[[M], bytes]:
    """`cls.encode` of one version as a function of the message alone, with its codec loaded."""
    if version not in cls._encoders:
        raise unsupported(cls, version)

    def encode(message: Any) -> bytes:
        return message.encode(version)  # type: ignore[no-any-return]

    return encode
