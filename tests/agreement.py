"""Two readers, one verdict: the codec that is fast and the tracer that knows where it is."""

from __future__ import annotations

import re
from typing import Any

from kafkawire import DecodeError, EncodeError, explain_decode
from kafkawire.explain_decode import Token
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Message

HIGHEST_TAG = 0x7FFF_FFFE
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_NO_VALUES = ("present", "number of tagged fields", "tag", "size of the tagged field")


def assert_agreement(cls: type[Message], data: bytes, version: int, limits: Limits = DEFAULT_LIMITS) -> Message | None:
    """Both readers accept the bytes and see the same, or both refuse them alike. Returns the message, if it is one."""
    label = f"{cls.__name__} v{version} {data.hex()}"
    tokens, theirs = trace(cls, data, version, limits)
    try:
        message = cls.decode(data, version, limits=limits)
    except DecodeError as exc:
        assert theirs is not None, f"only the codec refuses: {exc}: {label}"
        assert type(exc) is type(theirs), label
        assert str(exc) == str(theirs), label
        assert re.match(rf"{cls.__name__} v{version}( \.\S+)?: .+ at offset \d+$", str(exc)), f"{exc}: {label}"
        return None
    assert theirs is None, f"only the tracer refuses: {theirs}: {label}"
    assert_same_values(message, tokens, data)
    assert_written_again(message, version, label)
    return message


def trace(cls: type[Message], data: bytes, version: int, limits: Limits) -> tuple[list[Token], DecodeError | None]:
    try:
        return explain_decode.trace(cls, data, version, limits=limits), None
    except DecodeError as exc:
        return [], exc


def assert_same_values(message: Message, tokens: list[Token], data: bytes) -> None:
    """The tokens cover the bytes without a gap, and the message holds their values where their paths lead."""
    pos = 0
    for token in tokens:
        assert token.start == pos, token
        pos = token.stop
        if token.type in _NO_VALUES:
            continue
        value = follow(message, token.path)
        if token.type.endswith("array count"):
            assert (value is None and token.value is None) or len(value) == token.value, token
        elif token.value != token.value:
            assert value != value, token
        else:
            assert value == token.value, token
            assert type(value) is type(token.value), token
    assert pos == len(data)


def follow(message: Any, path: str) -> Any:
    """The value that a path such as `.topics[3].name` leads to."""
    for name, index in _STEP.findall(path):
        message = getattr(message, name) if name else message[int(index)]
    return message


def assert_written_again(message: Message, version: int, label: str) -> None:
    """What was read can be written, once and for all.

    It may come out shorter than it was: needlessly long varints and tagged fields that hold their default are not kept.
    """
    try:
        again = message.encode(version)
    except EncodeError as exc:
        assert "2147483646" in str(exc), label  # such a tag can be read, but Kafka does not write it either
        return
    assert type(message).decode(again, version).encode(version) == again, label
