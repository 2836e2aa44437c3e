"""Whole frames: int32 size, header, body. With and without the size, both ways.

A message that is written says by its class which header goes before it, so messages of one's own need nothing more. For
one that is read, the set of `messages` says which class it is.
"""

from __future__ import annotations

import struct

from kafkawire.errors import InvalidLength, TrailingBytes, Truncated
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Buffer, Request, Response, as_bytes
from kafkawire.message_set import MessageSet, request_header_version, response_header_version
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.packing import StoredBytes

Piece = Buffer | StoredBytes
_SIZE = struct.Struct(">i")
_WORTH_A_PIECE = 1 << 20  # bytes that are not copied to stand behind the head of their frame
_REQUEST_HEAD = struct.Struct(">hh")
_RESPONSE_HEADS = struct.Struct(">ii"), struct.Struct(">iix")  # by version of the header: size, id, no tags


def encode_request(message: Request, *, version: int, correlation_id: int, client_id: str | None = None) -> bytes:
    """A request as a whole frame. Raises `EncodeError` or `UnsupportedVersion`."""
    header = RequestHeader(
        request_api_key=message.API_KEY,
        request_api_version=version,
        correlation_id=correlation_id,
        client_id=client_id,
    )
    return _frame(header.encode(request_header_version(type(message), version)), message.encode(version))


def encode_response(message: Response, *, version: int, correlation_id: int) -> bytes:
    """A response as a whole frame. Raises `EncodeError` or `UnsupportedVersion`."""
    header = ResponseHeader(correlation_id=correlation_id)
    return _frame(header.encode(response_header_version(type(message), version)), message.encode(version))


def encode_response_pieces(message: Response, *, version: int, correlation_id: int) -> list[Piece]:
    """A response as a whole frame, in pieces if it holds large bytes: these, also `StoredBytes`, are not copied."""
    head = _RESPONSE_HEADS[response_header_version(type(message), version)]
    pieces = message.encode_pieces(version)
    start = head.pack(head.size - _SIZE.size + sum(map(len, pieces)), correlation_id)
    return [start + pieces[0]] if len(pieces) == 1 and len(pieces[0]) < _WORTH_A_PIECE else [start, *pieces]


def _frame(head: bytes, body: bytes) -> bytes:
    return b"".join((_SIZE.pack(len(head) + len(body)), head, body))


def decode_request(
    frame: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS, zero_copy: bool = False
) -> tuple[RequestHeader, Request]:
    """Header and message of a whole request frame, size included. Raises `DecodeError` or `UnsupportedVersion`."""
    return decode_request_payload(_payload(frame, limits), messages=messages, limits=limits, zero_copy=zero_copy)


def decode_request_payload(
    payload: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS, zero_copy: bool = False
) -> tuple[RequestHeader, Request]:
    """Header and message of a request frame without its size. Raises as `decode_request` does."""
    data = as_bytes(payload)
    cls, version, header_version = _request_in(data, messages)
    header, start = RequestHeader.decode_prefix(data, header_version, limits=limits)
    message, stop = cls.decode_prefix(data, version, start, limits=limits, zero_copy=zero_copy)
    _refuse_rest(message, version, len(data) - stop)
    return header, message


def decode_request_header(
    payload: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS
) -> tuple[RequestHeader, int]:
    """The header of a request without its size, and where the body begins. Raises as `decode_request` does."""
    _, _, header_version = _request_in(payload, messages)
    return RequestHeader.decode_prefix(payload, header_version, limits=limits)


def _request_in(payload: Buffer, messages: MessageSet) -> tuple[type[Request], int, int]:
    """Class, version, and version of the header. Key and version come first in every header, and say which it is."""
    if len(payload) < _REQUEST_HEAD.size:
        raise Truncated(f"a request takes at least {_REQUEST_HEAD.size} bytes, here are {len(payload)}")
    api_key, version = _REQUEST_HEAD.unpack_from(payload)
    cls, header_version = messages.request(api_key, version)
    return cls, version, header_version


def decode_response(
    frame: Buffer,
    api_key: int,
    version: int,
    *,
    messages: MessageSet = PROTOCOL,
    limits: Limits = DEFAULT_LIMITS,
    zero_copy: bool = False,
) -> tuple[ResponseHeader, Response]:
    """Header and message of a whole response frame, size included. Raises `DecodeError` or `UnsupportedVersion`."""
    payload = _payload(frame, limits)
    return decode_response_payload(payload, api_key, version, messages=messages, limits=limits, zero_copy=zero_copy)


def decode_response_payload(
    payload: Buffer,
    api_key: int,
    version: int,
    *,
    messages: MessageSet = PROTOCOL,
    limits: Limits = DEFAULT_LIMITS,
    zero_copy: bool = False,
) -> tuple[ResponseHeader, Response]:
    """Header and message of a response frame without its size. Raises as `decode_response` does."""
    found = messages.response(api_key, version)
    return read_response(payload, found, version, limits=limits, zero_copy=zero_copy)


def read_response(
    payload: Buffer, found: tuple[type[Response], int], version: int, *, limits: Limits, zero_copy: bool
) -> tuple[ResponseHeader, Response]:
    """Header and message of a response without its size, whose class and header's version a set has `found`."""
    cls, header_version = found
    data = as_bytes(payload)
    header, start = ResponseHeader.decode_prefix(data, header_version, limits=limits)
    message, stop = cls.decode_prefix(data, version, start, limits=limits, zero_copy=zero_copy)
    _refuse_rest(message, version, len(data) - stop)
    return header, message


def _refuse_rest(message: Request | Response, version: int, rest: int) -> None:
    if rest:
        raise TrailingBytes(f"{type(message).__name__} v{version}: {rest} bytes of the frame left over")


def _payload(frame: Buffer, limits: Limits) -> memoryview:
    """A frame without its size, which must be what is there."""
    if len(frame) < _SIZE.size:
        raise Truncated(f"a frame begins with 4 bytes of size, here are {len(frame)}")
    (size,) = _SIZE.unpack_from(frame)
    if not 0 <= size <= limits.max_frame_size:
        raise InvalidLength(f"a frame of {size} bytes; 0 to {limits.max_frame_size} are allowed")
    if size != len(frame) - _SIZE.size:
        raise InvalidLength(f"the frame says {size} bytes, here are {len(frame) - _SIZE.size}")
    return memoryview(frame)[_SIZE.size :]
