"""Whole frames: int32 size, header, body. With and without the size, both ways.

A message that is written says by its class which header goes before it, so messages of one's own need nothing more. For
one that is read, the set of `messages` says which class it is.
"""

from __future__ import annotations

import struct
from typing import Any, overload

from kafkawire.errors import (
    DecodeError,
    InvalidLength,
    TrailingBytes,
    Truncated,
    UnsupportedVersion,
    ValueOutOfRange,
)
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Buffer, Request, Response, as_bytes
from kafkawire.message_set import MessageSet, request_header_version, response_header_version
from kafkawire.messages import PROTOCOL, RequestHeader, ResponseHeader
from kafkawire.packing import StoredBytes
from kafkawire.protocol.events import RequestFrame
from kafkawire.varint import read_uvarint

Piece = Buffer | StoredBytes
_SIZE = struct.Struct(">i")
_ROOM_FOR_HEADER = 40_000  # bytes: those of a client id of 32,767 bytes, and of some tags
_WORTH_A_PIECE = 1 << 20  # bytes that are not copied to stand behind the head of their frame
_INT16 = struct.Struct(">h")
_REQUEST_HEAD = struct.Struct(">hh")
_REQUEST_FIELDS = struct.Struct(">hhih")  # key, version, correlation id, length of the client id
_ENDS_OF_HEADS = {1: b"", 2: b"\0"}  # by version of the header: what stands behind the client id
_PRODUCE, _API_VERSIONS = 0, 18
_PRODUCE_IN_TRANSACTIONS, _FLEXIBLE_PRODUCE = 3, 9  # versions that brought a transactional id, and its compact form
_UNSUPPORTED_VERSION = _INT16.pack(35)
_RESPONSE_HEADS = struct.Struct(">ii"), struct.Struct(">iix")  # by version of the header: size, id, no tags


@overload
def encode_request(message: Request, *, header: RequestHeader) -> bytes: ...
@overload
def encode_request(message: Request, *, version: int, correlation_id: int, client_id: str | None = None) -> bytes: ...
def encode_request(
    message: Request,
    *,
    version: int | None = None,
    correlation_id: int | None = None,
    client_id: str | None = None,
    header: RequestHeader | None = None,
) -> bytes:
    """A request as a whole frame; a `header` says version and ids, and brings its unknown tags.

    Raises `EncodeError` or `UnsupportedVersion`.
    """
    version, head = _head_of(message, version, correlation_id, client_id, header)
    return _frame(head, message.encode(version))


@overload
def encode_request_pieces(message: Request, *, header: RequestHeader) -> list[Piece]: ...
@overload
def encode_request_pieces(
    message: Request, *, version: int, correlation_id: int, client_id: str | None = None
) -> list[Piece]: ...
def encode_request_pieces(
    message: Request,
    *,
    version: int | None = None,
    correlation_id: int | None = None,
    client_id: str | None = None,
    header: RequestHeader | None = None,
) -> list[Piece]:
    """A request as a whole frame, in pieces if it holds large bytes, which are not copied.

    Raises as `encode_request` does.
    """
    version, head = _head_of(message, version, correlation_id, client_id, header)
    pieces = message.encode_pieces(version)
    return _behind(_SIZE.pack(len(head) + sum(map(len, pieces))) + head, pieces)


def _head_of(
    message: Request,
    version: int | None,
    correlation_id: int | None,
    client_id: str | None,
    header: RequestHeader | None,
) -> tuple[int, bytes]:
    """The version of a request, and its header as bytes: of the one that was given, or a new one."""
    key = message.API_KEY
    if header is None:
        if version is None or correlation_id is None:
            raise TypeError("a request needs a header, or version and correlation_id")
        return version, _new_head(message, version, correlation_id, client_id)
    if header.request_api_key != key:
        says = f"{type(message).__name__} has the API key {key}, the header says {header.request_api_key}"
        raise ValueOutOfRange(says)
    version = header.request_api_version
    return version, header.encode(request_header_version(type(message), version))


def _new_head(message: Request, version: int, correlation_id: int, client_id: str | None) -> bytes:
    """What `RequestHeader.encode` gives without unknown tags, in half its time: every request of a client has one."""
    end = _ENDS_OF_HEADS.get(request_header_version(type(message), version))
    try:
        if end is not None:
            name = b"" if client_id is None else client_id.encode()
            size = -1 if client_id is None else len(name)
            return _REQUEST_FIELDS.pack(message.API_KEY, version, correlation_id, size) + name + end
    except (struct.error, UnicodeEncodeError, AttributeError):
        pass  # whatever is wrong, the header itself says it below
    header = RequestHeader(
        request_api_key=message.API_KEY,
        request_api_version=version,
        correlation_id=correlation_id,
        client_id=client_id,
    )
    return header.encode(request_header_version(type(message), version))


@overload
def encode_response(message: Response, *, version: int, header: ResponseHeader) -> bytes: ...
@overload
def encode_response(message: Response, *, version: int, correlation_id: int) -> bytes: ...
def encode_response(
    message: Response, *, version: int, correlation_id: int | None = None, header: ResponseHeader | None = None
) -> bytes:
    """A response as a whole frame; a `header` brings its unknown tags. Raises `EncodeError` or `UnsupportedVersion`."""
    if header is None:
        if correlation_id is None:
            raise TypeError("a response needs a header, or correlation_id")
        header = ResponseHeader(correlation_id=correlation_id)
    return _frame(header.encode(response_header_version(type(message), version)), message.encode(version))


@overload
def encode_response_pieces(message: Response, *, version: int, header: ResponseHeader) -> list[Piece]: ...
@overload
def encode_response_pieces(message: Response, *, version: int, correlation_id: int) -> list[Piece]: ...
def encode_response_pieces(
    message: Response, *, version: int, correlation_id: int | None = None, header: ResponseHeader | None = None
) -> list[Piece]:
    """A response as a whole frame, in pieces if it holds large bytes: these, also `StoredBytes`, are not copied.

    A `header` brings its unknown tags. Raises as `encode_response` does.
    """
    header_version = response_header_version(type(message), version)
    pieces = message.encode_pieces(version)
    size = sum(map(len, pieces))
    if correlation_id is not None and header is None:  # each response of a broker; a header object costs 1 us more
        start = _RESPONSE_HEADS[header_version]
        return _behind(start.pack(start.size - _SIZE.size + size, correlation_id), pieces)
    if header is None:
        raise TypeError("a response needs a header, or correlation_id")
    head = header.encode(header_version)
    return _behind(_SIZE.pack(len(head) + size) + head, pieces)


def _behind(start: bytes, pieces: list[Any]) -> list[Piece]:
    return [start + pieces[0]] if len(pieces) == 1 and len(pieces[0]) < _WORTH_A_PIECE else [start, *pieces]


def _frame(head: bytes, body: bytes) -> bytes:
    return b"".join((_SIZE.pack(len(head) + len(body)), head, body))


def decode_request(
    frame: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS, zero_copy: bool = False
) -> tuple[RequestHeader, Request]:
    """Header and message of a whole request frame, size included. Raises `DecodeError` or `UnsupportedVersion`.

    With `zero_copy` records are views into the frame, and nothing else of it is copied, if it is `bytes`; what is not
    is copied once, as a whole.
    """
    return _read_request(_checked(frame, limits), _SIZE.size, messages, limits, zero_copy=zero_copy)


def decode_request_payload(
    payload: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS, zero_copy: bool = False
) -> tuple[RequestHeader, Request]:
    """Header and message of a request frame without its size. Raises as `decode_request` does."""
    return _read_request(as_bytes(payload), 0, messages, limits, zero_copy=zero_copy)


def _read_request(
    data: bytes, start: int, messages: MessageSet, limits: Limits, *, zero_copy: bool
) -> tuple[RequestHeader, Request]:
    cls, version, header_version = _request_in(data, start, messages)
    header, start = RequestHeader.decode_prefix(data, header_version, start, limits=limits)
    message, stop = cls.decode_prefix(data, version, start, limits=limits, zero_copy=zero_copy)
    _refuse_rest(message, version, len(data) - stop)
    return header, message


def decode_request_header(
    payload: Buffer, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS, lenient: bool = False
) -> tuple[RequestHeader, int]:
    """The header of a request without its size, and where the body begins. Raises as `decode_request` does.

    With `lenient` also that of an API or version that `messages` lack, for whoever passes requests on: key, version and
    ids are at one place in all headers; whether tags follow, and so where the body begins, is the best guess.
    """
    if type(payload) is bytes or len(payload) <= _ROOM_FOR_HEADER:
        return _read_header(payload, messages, limits, lenient=lenient)
    try:  # of a large view only what the header may take is copied
        return _read_header(bytes(payload[:_ROOM_FOR_HEADER]), messages, limits, lenient=lenient)
    except DecodeError:
        return _read_header(payload, messages, limits, lenient=lenient)


def _read_header(payload: Buffer, messages: MessageSet, limits: Limits, *, lenient: bool) -> tuple[RequestHeader, int]:
    try:
        _, _, header_version = _request_in(payload, 0, messages)
    except UnsupportedVersion:
        if not lenient:
            raise
        return _guess_header(payload, messages, limits)
    return RequestHeader.decode_prefix(payload, header_version, limits=limits)


def _guess_header(payload: Buffer, messages: MessageSet, limits: Limits) -> tuple[RequestHeader, int]:
    """The header of a request that is not known: with tags where the API has them, or is not known itself."""
    api_key, version = _REQUEST_HEAD.unpack_from(payload)
    header_version = 2
    if api_key in messages:
        newest = messages.message_class(api_key, "request")
        header_version = 2 if newest.FLEXIBLE_VERSIONS and version >= newest.FLEXIBLE_VERSIONS.start else 1
    try:
        return RequestHeader.decode_prefix(payload, header_version, limits=limits)
    except DecodeError:
        if header_version == 1:
            raise
        return RequestHeader.decode_prefix(payload, 1, limits=limits)


def request_frame(payload: bytes, *, messages: MessageSet = PROTOCOL, limits: Limits = DEFAULT_LIMITS) -> RequestFrame:
    """A request without its size, as it is passed on: the header is read leniently, the body only for `acks`.

    Raises `DecodeError` for a header that cannot be one.
    """
    header, start = decode_request_header(payload, messages=messages, limits=limits, lenient=True)
    api_key, version = header.request_api_key, header.request_api_version
    is_answered = api_key != _PRODUCE or acks_of(payload, start, version) != 0
    return RequestFrame(header.correlation_id, api_key, version, header.client_id, is_answered, payload)


def acks_of(payload: bytes, pos: int, version: int) -> int | None:
    """What a Produce request says behind its transactional id; None where the bytes are too few to say it."""
    try:
        if version >= _FLEXIBLE_PRODUCE:
            size, pos = read_uvarint(payload, pos)
            pos += max(size - 1, 0)
        elif version >= _PRODUCE_IN_TRANSACTIONS:
            pos += _INT16.size + max(_INT16.unpack_from(payload, pos)[0], 0)
        acks: int = _INT16.unpack_from(payload, pos)[0]
    except (DecodeError, IndexError, struct.error):
        return None
    return acks


def frame_pieces(payload: bytes) -> list[Piece]:
    """A frame of that payload, which is not copied if it is large."""
    return _behind(_SIZE.pack(len(payload)), [payload])


def _request_in(data: Buffer, start: int, messages: MessageSet) -> tuple[type[Request], int, int]:
    """Class, version, and version of the header. Key and version come first in every header, and say which it is."""
    if len(data) - start < _REQUEST_HEAD.size:
        raise Truncated(f"a request takes at least {_REQUEST_HEAD.size} bytes, here are {len(data) - start}")
    api_key, version = _REQUEST_HEAD.unpack_from(data, start)
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
    """Header and message of a whole response frame, size included. Raises `DecodeError` or `UnsupportedVersion`.

    The response to an ApiVersions request that was too new for the broker is in version 0 (KIP-511), and read as such.
    """
    data = _checked(frame, limits)
    return _read_response(data, _SIZE.size, api_key, version, messages, limits, zero_copy=zero_copy)


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
    data = as_bytes(payload)
    return _read_response(data, 0, api_key, version, messages, limits, zero_copy=zero_copy)


def _read_response(
    data: bytes, start: int, api_key: int, version: int, messages: MessageSet, limits: Limits, *, zero_copy: bool
) -> tuple[ResponseHeader, Response]:
    if is_refusal(data, api_key, start):
        version = 0
    found = messages.response(api_key, version)
    return read_response(data, found, version, start, limits=limits, zero_copy=zero_copy)


def is_refusal(payload: Buffer, api_key: int, start: int = 0) -> bool:
    """Whether a response without its size says that the broker lacks the version of ApiVersions that it was asked in.

    Such a response is in version 0, whatever was asked (KIP-511). The error code comes first in all versions, behind a
    header that has no tags in any.
    """
    return api_key == _API_VERSIONS and bytes(payload[start + 4 : start + 6]) == _UNSUPPORTED_VERSION


def expects_response(request: Request) -> bool:
    """Whether a broker answers a request: all but a Produce request with acks=0."""
    return request.API_KEY != _PRODUCE or getattr(request, "acks", None) != 0


def read_response(
    payload: Buffer,
    found: tuple[type[Response], int],
    version: int,
    start: int = 0,
    *,
    limits: Limits,
    zero_copy: bool,
) -> tuple[ResponseHeader, Response]:
    """Header and message of a response without its size, whose class and header's version a set has `found`."""
    cls, header_version = found
    data = as_bytes(payload)
    header, start = ResponseHeader.decode_prefix(data, header_version, start, limits=limits)
    message, stop = cls.decode_prefix(data, version, start, limits=limits, zero_copy=zero_copy)
    _refuse_rest(message, version, len(data) - stop)
    return header, message


def _refuse_rest(message: Request | Response, version: int, rest: int) -> None:
    if rest:
        raise TrailingBytes(f"{type(message).__name__} v{version}: {rest} bytes of the frame left over")


def _checked(frame: Buffer, limits: Limits) -> bytes:
    """A frame whose size is what is there."""
    if len(frame) < _SIZE.size:
        raise Truncated(f"a frame begins with 4 bytes of size, here are {len(frame)}")
    (size,) = _SIZE.unpack_from(frame)
    if not 0 <= size <= limits.max_frame_size:
        raise InvalidLength(f"a frame of {size} bytes; 0 to {limits.max_frame_size} are allowed")
    if size != len(frame) - _SIZE.size:
        raise InvalidLength(f"the frame says {size} bytes, here are {len(frame) - _SIZE.size}")
    return as_bytes(frame)
