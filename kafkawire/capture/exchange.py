"""What a capture gives: a request with its response. Decoded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, cached_property
from struct import unpack_from
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kafkawire.capture.frames import Frame
from kafkawire.capture.pairs import Asked, Pair
from kafkawire.capture.retries import Sent
from kafkawire.capture.tcp import Connection
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError
from kafkawire.message import Message, Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import RequestHeader, ResponseHeader
from kafkawire.protocol.frames import decode_request_header, expects_response, is_refusal
from kafkawire.spec import FieldPath, StructSpec, paths_of, spec_of

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, RecordBatch
    from kafkawire.spec import Meaning

__all__ = [
    "TOKEN",
    "Exchange",
    "FoundBatch",
    "api_name_in",
    "errors_in",
    "read_request",
    "read_response",
    "response_version",
]

TOKEN = "SaslToken"  # noqa: S105 - a name for what has none
"""What stands for the name of an API where a bare SASL token was sent."""

TopicIds = dict[Any, str]
_NOTHING = None, None


class FoundBatch(NamedTuple):
    """A record batch in a request or response; or, where the bytes are none, why not."""

    part: str
    """`request` or `response`."""
    topic: str | None
    partition: int | None
    batch: RecordBatch | LegacyBatch | None
    error: str | None = None


class Exchange:
    """A request and its response, of which one may be missing. Times are those of the packets with the last bytes."""

    def __init__(self, number: int, pair: Pair, messages: MessageSet, topic_ids: TopicIds) -> None:
        self.number = number
        """In the order in which exchanges were complete, from 1."""
        self.connection: Connection = pair.connection
        self.asked: Asked | None = pair.asked
        self.answer: Frame | None = pair.answer
        self._messages, self._topic_ids = messages, topic_ids
        self._request: tuple[Request | None, str | None] | None = None
        self._response: tuple[Response | None, str | None] | None = None

    def __repr__(self) -> str:
        return f"<Exchange {self.number}: {self.api} v{self.version}, connection {self.connection.number}>"

    def fresh(self) -> Exchange:
        """The exchange, with nothing decoded: for those who keep many."""
        return Exchange(self.number, Pair(self.connection, self.asked, self.answer), self._messages, self._topic_ids)

    # --------------------------------------------------------------------------------------------------- what it is

    @property
    def client(self) -> str:
        """Address and port."""
        return str(self.connection.client)

    @property
    def server(self) -> str:
        """Address and port."""
        return str(self.connection.server)

    @property
    def header(self) -> RequestHeader | None:
        """Of the request, if that is there and its API known."""
        return None if self.asked is None else self.asked.header

    @property
    def is_token(self) -> bool:
        """Whether it is a bare SASL token, as after SaslHandshake 0."""
        return self.asked is not None and self.asked.is_token

    @property
    def api_key(self) -> int | None:
        """The number of the API, also of one that is not known."""
        return None if self.asked is None else self.asked.key

    @property
    def version(self) -> int | None:
        """The version of the API in which was asked."""
        return None if self.asked is None else self.asked.version

    @property
    def api(self) -> str | None:
        """The name of the API, such as `Fetch`; None if its request is not there, or its number not known."""
        if self.is_token:
            return TOKEN
        key = self.api_key
        return None if key is None else api_name_in(self._messages, key)

    @property
    def correlation_id(self) -> int | None:
        """Of the request, or of a response that has none."""
        if self.asked is not None:
            return self.asked.correlation_id
        data = b"" if self.answer is None else self.answer.data
        return int(unpack_from(">i", data)[0]) if len(data) >= 4 else None

    @property
    def client_id(self) -> str | None:
        """What the client calls itself."""
        return None if self.header is None else self.header.client_id

    # --------------------------------------------------------------------------------------------- times and sizes

    @property
    def request_time_ns(self) -> int | None:
        """When the request was there, in ns since 1970."""
        return None if self.asked is None else self.asked.frame.time

    @property
    def response_time_ns(self) -> int | None:
        """When the response was there, in ns since 1970."""
        return None if self.answer is None else self.answer.time

    @property
    def time_ns(self) -> int:
        """When the request was there, or, without one, the response; ns since 1970."""
        times = (self.request_time_ns, self.response_time_ns)
        return next((time for time in times if time is not None), 0)

    @property
    def time(self) -> datetime:
        """`time_ns` in UTC, to the microsecond."""
        seconds, rest = divmod(self.time_ns, 1_000_000_000)
        try:
            return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest // 1000)
        except (OverflowError, ValueError, OSError):  # a damaged file says what it likes
            return datetime.max.replace(tzinfo=UTC)

    @property
    def latency_ms(self) -> float | None:
        """From the last byte of the request to that of the response."""
        if self.asked is None or self.answer is None:
            return None
        return (self.answer.time - self.asked.frame.time) / 1_000_000

    @property
    def request_size(self) -> int | None:
        """Bytes that the frame says it has, with the 4 of the size."""
        return None if self.asked is None else self.asked.frame.size + 4

    @property
    def response_size(self) -> int | None:
        """Bytes that the frame says it has, with the 4 of the size."""
        return None if self.answer is None else self.answer.size + 4

    # -------------------------------------------------------------------------------------------------- what it says

    def _read_request(self) -> tuple[Request | None, str | None]:
        if self._request is None:
            asked = self.asked
            if asked is None or asked.is_token:
                self._request = _NOTHING
            else:
                self._request = _decoded(asked.frame, read_request, asked, self._messages)
        return self._request

    def _read_response(self) -> tuple[Response | None, str | None]:
        if self._response is None:
            asked = self.asked
            if asked is None:
                self._response = None, "its request is not in the capture"
            elif self.answer is None or not asked.body_at:
                self._response = _NOTHING
            else:
                self._response = _decoded(self.answer, read_response, asked, self._messages)
        return self._response

    @property
    def request(self) -> Request | None:
        """The request; None if it is not there, or `request_error` says why it cannot be read."""
        return self._read_request()[0]

    @property
    def response(self) -> Response | None:
        """The response; None if it is not there, or `response_error` says why it cannot be read."""
        return self._read_response()[0]

    @property
    def request_error(self) -> str | None:
        """What is wrong with the request, with the field and the offset where that is known."""
        return self._read_request()[1]

    @property
    def response_error(self) -> str | None:
        """What is wrong with the response, with the field and the offset where that is known."""
        return None if self.answer is None else self._read_response()[1]

    @property
    def error(self) -> str | None:
        """What could not be read."""
        parts = (("request", self.request_error), ("response", self.response_error))
        return "; ".join(f"{part}: {text}" for part, text in parts if text) or None

    @property
    def response_version(self) -> int | None:
        """The version of the response: 0 where a broker refuses that of an ApiVersions request (KIP-511)."""
        if self.answer is None or self.asked is None or not self.asked.body_at:
            return None
        return response_version(self.answer.data, self.asked)

    @cached_property
    def error_codes(self) -> list[str]:
        """The names of the errors in the response, each once."""
        return [] if self.response is None else errors_in(self.response)

    @cached_property
    def topics(self) -> list[str]:
        """The topics in request and response. Ids count by the name that the capture has told so far."""
        found: dict[str, None] = {}
        for message in (self.request, self.response):
            if message is not None:
                for path in _paths(type(message), "topicName"):
                    found.update(dict.fromkeys(name for name in _values(path, message) if name))
                for path in _paths(type(message), "topic_id"):
                    known = (self._topic_ids.get(value) for value in _values(path, message))
                    found.update(dict.fromkeys(name for name in known if name))
        return list(found)

    @cached_property
    def groups(self) -> list[str]:
        """The groups that the request names."""
        request = self.request
        if request is None:
            return []
        return list(dict.fromkeys(v for path in _paths(type(request), "groupId") for v in _values(path, request) if v))

    @property
    def retry_of(self) -> tuple[int, int | None] | None:
        """Connection and correlation id of an earlier request that said the same, if that got no response or failed."""
        earlier = None if self.asked is None else self.asked.earlier
        if earlier is None or not self._has_failed(earlier):
            return None
        return earlier.connection, earlier.correlation_id

    def _has_failed(self, earlier: Sent) -> bool:
        if earlier.answer is None:
            return not earlier.is_large and self.request is not None and expects_response(self.request)
        assert self.asked is not None
        try:
            response = read_response(earlier.answer, self.asked, self._messages)[0]
        except KafkaWireError:
            return False
        codes = (code for path in _paths(type(response), "error_code") for code in _values(path, response))
        return any(code and ErrorCode.of(code).retriable for code in codes)

    def record_batches(self, *, check_crc: bool = True) -> Iterator[FoundBatch]:
        """The record batches in request and response. What is no batch is given as an error, and ends its partition."""
        for part, message in (("request", self.request), ("response", self.response)):
            if message is None:
                continue
            for path in paths_of(type(message), "records"):
                for topic, partition, data in _records(path, message, self._topic_ids):
                    yield from _batches(part, topic, partition, data, check_crc)


# --------------------------------------------------------------------------------------------------------- one frame


def read_request(data: bytes, asked: Asked, messages: MessageSet) -> tuple[Request, int]:
    """The request in a frame without its size, and where it ends. Bytes after it are no obstacle, as for brokers."""
    if asked.body_at:
        assert asked.key is not None
        assert asked.version is not None
        return messages.request(asked.key, asked.version)[0].decode_prefix(data, asked.version, asked.body_at)
    header, start = decode_request_header(data, messages=messages)  # says what is wrong with it
    version = header.request_api_version
    return messages.request(header.request_api_key, version)[0].decode_prefix(data, version, start)


def read_response(data: bytes, asked: Asked, messages: MessageSet) -> tuple[Response, int]:
    """The response in a frame without its size, and where it ends."""
    assert asked.key is not None
    version = response_version(data, asked)
    cls, header_version = messages.response(asked.key, version)
    if header_version == 0 and len(data) >= 4:
        start = 4
    elif data[4:5] == b"\0":
        start = 5
    else:
        _, start = ResponseHeader.decode_prefix(data, header_version)
    return cls.decode_prefix(data, version, start)


def errors_in(response: Response) -> list[str]:
    """The names of the errors in a response, each once."""
    codes = {code for path in _paths(type(response), "error_code") for code in _values(path, response) if code}
    return [ErrorCode.of(code).name for code in sorted(codes)]


def response_version(data: bytes, asked: Asked) -> int:
    """The version of a response: 0 where a broker refuses that of an ApiVersions request (KIP-511)."""
    assert asked.key is not None
    assert asked.version is not None
    return 0 if is_refusal(data, asked.key) else asked.version


def _decoded(
    frame: Frame, read: Callable[[bytes, Asked, MessageSet], tuple[Any, int]], asked: Asked, messages: MessageSet
) -> tuple[Any, str | None]:
    """The message and what is wrong."""
    size, data = frame.size, frame.data
    if len(data) != size:
        return None, f"{len(data)} of {size} bytes are in the capture" if data else f"the frame says {size} bytes"
    try:
        message, end = read(data, asked, messages)
    except KafkaWireError as exc:
        return None, str(exc)
    return message, None if end == size else f"{size - end} bytes are left over behind it"


@cache
def api_name_in(messages: MessageSet, key: int) -> str | None:
    """The name of an API, such as `Fetch`; None if the set has none of that number."""
    if key not in messages:
        return None
    return messages.message_class(key, "request").__name__.removesuffix("Request")


# ------------------------------------------------------------------------------------------------- fields by meaning


_PATHS: dict[tuple[type[Message], str], list[FieldPath]] = {}


def _paths(cls: type[Message], what: str) -> list[FieldPath]:
    """The fields that hold `topicName` or `groupId`, or whose names end with `topic_id` or `error_code`."""
    found = _PATHS.get((cls, what))
    if found is None:
        is_meaning = what in ("topicName", "groupId")
        root, versions = spec_of(cls).root, spec_of(cls).versions
        found = paths_of(cls, cast("Meaning", what)) if is_meaning else list(_ending(root, (), versions, what))
        _PATHS[cls, what] = found
    return found


def _ending(struct: StructSpec, above: tuple[Any, ...], versions: range, ending: str) -> Iterator[FieldPath]:
    for field in struct.fields:
        if field.attr.endswith(ending):
            yield FieldPath((*above, field), versions)
        if field.struct is not None:
            yield from _ending(field.struct, (*above, field), versions, ending)


def _values(path: FieldPath, message: Message) -> Iterator[Any]:
    """What stands at the path; arrays one by one."""
    for holder in path.holders(message):
        value = getattr(holder, path.field.attr)
        if path.field.is_array:
            yield from value or ()
        else:
            yield value


def _records(path: FieldPath, message: Message, topic_ids: TopicIds) -> Iterator[tuple[str | None, int | None, bytes]]:
    """Records with the topic and the partition that stand above them."""
    places: list[tuple[Any, str | None, int | None]] = [(message, None, None)]
    for step in path.fields[:-1]:
        below: list[tuple[Any, str | None, int | None]] = []
        for holder, topic, _ in places:
            items = getattr(holder, step.attr)
            under = items or () if step.is_array else () if items is None else (items,)
            below += [(item, _topic_of(item, topic_ids) or topic, _partition_of(item)) for item in under]
        places = below
    for holder, topic, partition in places:
        data = getattr(holder, path.field.attr)
        if data:
            yield topic, partition, data


def _topic_of(item: Any, topic_ids: TopicIds) -> str | None:
    name = getattr(item, "topic", None) or getattr(item, "name", None)
    return name if name and isinstance(name, str) else topic_ids.get(getattr(item, "topic_id", None))


def _partition_of(item: Any) -> int | None:
    found = getattr(item, "partition_index", getattr(item, "index", None))
    return found if isinstance(found, int) else None


def _batches(part: str, topic: str | None, partition: int | None, data: bytes, check_crc: bool) -> Iterator[FoundBatch]:
    from kafkawire.records import read_batches

    try:
        for batch in read_batches(data, check_crc=check_crc):
            yield FoundBatch(part, topic, partition, batch)
    except KafkaWireError as exc:
        yield FoundBatch(part, topic, partition, None, str(exc))
