"""Whether a Produce request wants an answer, by its first bytes: all that a session reads of one that passes."""

from __future__ import annotations

from struct import Struct

from kafkawire.errors import DecodeError
from kafkawire.limits import Limits
from kafkawire.message_set import MessageSet
from kafkawire.protocol.frames import acks_of, decode_request_header

__all__ = ["USUAL_HEAD", "wants_answer"]

USUAL_HEAD = 300
"""Bytes of a request in which its acks nearly always are."""
_CLIENT_ID_AT = 8  # behind key, version and correlation id
_INT16 = Struct(">h")
_FLEXIBLE = 9


def wants_answer(payload: bytes, version: int, messages: MessageSet, limits: Limits) -> bool | None:
    """Whether it does, by the first bytes behind its size; None if they do not say."""
    start = _body_at(payload, version, messages, limits)
    acks = None if start is None else acks_of(payload, start, version)
    return None if acks is None else acks != 0


def _body_at(payload: bytes, version: int, messages: MessageSet, limits: Limits) -> int | None:
    """Where the body begins; None if too little of the header is there."""
    if len(payload) < _CLIENT_ID_AT + _INT16.size:
        return None
    start: int = _CLIENT_ID_AT + _INT16.size + max(0, _INT16.unpack_from(payload, _CLIENT_ID_AT)[0])
    if version < _FLEXIBLE:
        return start
    if payload[start : start + 1] == b"\0":
        return start + 1
    try:
        return decode_request_header(payload, messages=messages, limits=limits, lenient=True)[1]
    except DecodeError:
        return None
