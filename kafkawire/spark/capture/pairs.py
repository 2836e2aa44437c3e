"""Frames to pairs of request and response.

A broker answers the requests of a connection in their order, and an answer has the correlation id of its request. Some
requests are never answered (produce with acks=0), and either side of a pair may be missing in the capture. After a
SaslHandshake of version 0, tokens go back and forth in frames without headers.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from struct import unpack_from

from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, RequestHeader
from kafkawire.spark.capture.frames import Frame, frames, is_answer_to, is_request, request_header, requests_of
from kafkawire.spark.capture.tcp import Connection, Side

__all__ = ["Asked", "Pair", "pairs"]

_SASL_HANDSHAKE = 17


@dataclass(slots=True)
class Asked:
    """A request. Without a header it is a SASL token, or nothing that we know."""

    frame: Frame
    header: RequestHeader | None
    is_token: bool = False

    @property
    def correlation_id(self) -> int | None:
        """As far as it has one: it stands at the same place in all headers, also in those that we do not know."""
        data = self.frame.data
        return None if self.is_token or len(data) < 8 else int(unpack_from(">i", data, 4)[0])


@dataclass(slots=True)
class Pair:
    """A request and its response, of which one may be missing."""

    connection: int
    client: Side
    server: Side
    asked: Asked | None
    answer: Frame | None


def pairs(
    connection: Connection, ports: frozenset[int] = frozenset(), messages: MessageSet = PROTOCOL
) -> Iterator[Pair]:
    """The pairs of a connection in the order of their requests; none if nothing on it is one of `messages`.

    On `ports` of a server everything is taken for Kafka's.
    """
    client, server = _roles(connection, ports, messages)
    asked = _asked(client, messages)
    if not any(each.header for each in asked) and server.address[1] not in ports:
        return
    ids = [each.correlation_id for each in asked if each.correlation_id is not None]
    for request, answer in _matched(asked, list(frames(server, is_answer_to(ids)))):
        yield Pair(connection.number, client, server, request, answer)


def _roles(connection: Connection, ports: frozenset[int], messages: MessageSet) -> tuple[Side, Side]:
    """Client and server: by who opened the connection, by the port, or by who sends requests."""
    a, b = connection.a, connection.b
    if connection.is_opener_known or b.address[1] in ports:
        return a, b
    if a.address[1] in ports or len(_requests(b, messages)) > len(_requests(a, messages)):
        return b, a
    return a, b


def _requests(side: Side, messages: MessageSet) -> list[Frame]:
    return [frame for frame in frames(side, requests_of(side, messages)) if is_request(frame.data, messages)]


def _asked(client: Side, messages: MessageSet) -> list[Asked]:
    asked: list[Asked] = []
    with_tokens = False
    for frame in frames(client, requests_of(client, messages)):
        header = request_header(frame.data, messages)
        asked.append(Asked(frame, header, is_token=header is None and with_tokens))
        if header is not None:
            with_tokens = header.request_api_key == _SASL_HANDSHAKE and header.request_api_version == 0
    return asked


def _matched(asked: list[Asked], answers: Iterable[Frame]) -> Iterator[tuple[Asked | None, Frame | None]]:
    """Requests with their answers; answers whose requests are missing stand where they came."""
    waiting = deque(asked)
    count = Counter(request.correlation_id for request in asked)
    for answer in answers:
        number = unpack_from(">i", answer.data)[0] if len(answer.data) >= 4 else None
        if waiting and waiting[0].is_token and waiting[0].frame.time <= answer.time:
            yield waiting.popleft(), answer
            continue
        if number is None or not count[number]:
            yield None, answer
            continue
        while waiting:
            request = waiting.popleft()
            count[request.correlation_id] -= 1
            if request.correlation_id == number:
                yield request, answer
                break
            yield request, None
    yield from ((request, None) for request in waiting)
