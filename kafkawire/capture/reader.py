"""`read`: a capture as exchanges."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from kafkawire.capture.exchange import Exchange
from kafkawire.capture.facts import learn
from kafkawire.capture.packets import Source, read_packets
from kafkawire.capture.pairs import Conversation, Pair
from kafkawire.capture.retries import Retries
from kafkawire.capture.tcp import CaptureLimits, Connection, Listener, Streams
from kafkawire.capture.tls import decrypted
from kafkawire.errors import DecodeError
from kafkawire.limits import MIB
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL

if TYPE_CHECKING:
    from kafkawire.capture.exchange import TopicIds

__all__ = ["Capture", "read", "read_pairs"]

_TLS = "a key-log file and tshark are needed to look into it"
_BETWEEN_LOOKS = 32 * MIB  # bytes of packets after which what all connections hold is counted


def read(
    path: str | os.PathLike[str] | Source,
    messages: MessageSet = PROTOCOL,
    *,
    ports: Iterable[int] = (),
    limits: CaptureLimits | None = None,
    key_log: str | os.PathLike[str] | None = None,
) -> Capture:
    """The requests and responses in a capture, as they are complete: a file's path, or an open file of bytes.

    pcap and pcapng, also gzip'd. `ports` are those of servers: there everything is taken for Kafka's, however broken.
    With `key_log`, a file of TLS keys, the connections with TLS to these ports are read, and no others; `tshark`
    decrypts them, from a file that `path` names.

    Damage and gaps raise nothing: `notes` says what was skipped. Raises `DecodeError` for a file that is no capture,
    `OSError` for one that cannot be read, `CannotDecrypt` for TLS that cannot be looked into.
    """
    return Capture(path, messages, frozenset(ports), limits or CaptureLimits(), key_log)


class Capture:
    """The exchanges of a capture. An iterator: a file is read once, as it goes."""

    def __init__(
        self,
        path: str | os.PathLike[str] | Source,
        messages: MessageSet,
        ports: frozenset[int],
        limits: CaptureLimits,
        key_log: str | os.PathLike[str] | None = None,
    ) -> None:
        self.notes: list[str] = []
        """What was skipped, and why; it grows as the file is read."""
        self.connections: list[Connection] = []
        """Those on which something was found, as far as read; of more than `max_connections`, the first."""
        self.is_at_end = False
        self._name = f"{os.fspath(path)}: " if isinstance(path, str | os.PathLike) else ""
        self._limits = limits
        self._topic_ids: TopicIds = {}
        self._seen: set[int] = set()
        self._exchanges = self._read(_opened(path, key_log, ports), messages, ports)

    def __iter__(self) -> Iterator[Exchange]:
        return self._exchanges

    def __next__(self) -> Exchange:
        return next(self._exchanges)

    def note(self, text: str) -> None:
        """Add a note, unless there are too many."""
        if len(self.notes) < self._limits.max_notes:
            self.notes.append(text)
        elif len(self.notes) == self._limits.max_notes:
            self.notes.append("and more, which are not kept")

    def _read(
        self, opened: AbstractContextManager[Source], messages: MessageSet, ports: frozenset[int]
    ) -> Iterator[Exchange]:
        number = 0
        with opened as file:
            for pair in self._named(read_pairs(file, ports, messages, self._limits, self.note, on_damage=self.note)):
                number += 1
                exchange = Exchange(number, pair, messages, self._topic_ids)
                self._look_at(exchange)
                yield exchange
        self.is_at_end = True

    def _named(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """The pairs. What is no capture is raised with the name of the file."""
        try:
            yield from pairs
        except DecodeError as exc:
            raise DecodeError(f"{self._name}{exc}") from exc

    def _look_at(self, exchange: Exchange) -> None:
        connection = exchange.connection
        if connection.number not in self._seen and len(self._seen) < self._limits.max_connections:
            self._seen.add(connection.number)
            self.connections.append(connection)
        learn(exchange, self._topic_ids)


def _opened(
    path: str | os.PathLike[str] | Source, key_log: str | os.PathLike[str] | None, ports: Iterable[int]
) -> AbstractContextManager[Source]:
    if not isinstance(path, str | os.PathLike):
        if key_log is not None:
            raise ValueError("with a key log the capture has to be the name of a file")
        return nullcontext(path)
    return _opening(path) if key_log is None else decrypted(path, key_log, ports)


@contextmanager
def _opening(path: str | os.PathLike[str]) -> Iterator[Source]:
    with open(path, "rb") as file:
        yield file


def read_pairs(
    file: Source,
    ports: frozenset[int],
    messages: MessageSet,
    limits: CaptureLimits,
    note: Callable[[str], None],
    on_damage: Callable[[str], None] | None = None,
) -> Iterator[Pair]:
    """The pairs in an open capture. Damage raises `DecodeError` unless `on_damage` takes note of it."""
    found: list[Pair] = []
    reading = _Reading(found.append, ports, messages, limits, note)
    streams = Streams(reading.listen, limits, note)
    until_look = _BETWEEN_LOOKS
    damage = {} if on_damage is None else {"on_damage": on_damage}
    for packet in read_packets(file, on_cut=note, **damage):
        streams.add(packet)
        if found:
            yield from found
            found.clear()
        until_look -= len(packet.data)
        if until_look < 0:
            until_look = _BETWEEN_LOOKS
            reading.relieve(streams.held)
    streams.end()
    yield from found


class _Reading:
    """The conversations that go on."""

    def __init__(
        self,
        give: Callable[[Pair], None],
        ports: frozenset[int],
        messages: MessageSet,
        limits: CaptureLimits,
        note: Callable[[str], None],
    ) -> None:
        self._give, self._ports, self._messages, self._limits, self._note = give, ports, messages, limits, note
        self._going_on: dict[int, Conversation] = {}
        self._retries = Retries()

    def listen(self, connection: Connection) -> Listener:
        """The conversation on a new connection."""
        made = Conversation(connection, self._give, self._closed, self._ports, self._messages, self._retries)
        self._going_on[connection.number] = made
        return made

    def _closed(self, ended: Conversation) -> None:
        connection = ended.connection
        self._going_on.pop(connection.number, None)
        if ended.requests.is_tls:
            self._note(f"connection {connection.number}, {connection.client} to {connection.server}, is TLS: {_TLS}")
        if not ended.requests.is_sure:
            return
        for side, size in zip((connection.client, connection.server), ended.skipped, strict=True):
            if size:
                self._note(
                    f"connection {connection.number}: {size} bytes from {side} belong to no frame that was found"
                )
        if ended.lost:
            self._note(f"connection {connection.number}: {ended.lost} bytes are not in the capture")

    def relieve(self, held: int) -> None:
        """Give up connections, the largest first, until what waits fits into the limit."""
        going_on = sorted(self._going_on.values(), key=lambda each: each.held, reverse=True)
        held += sum(each.held for each in going_on)
        for conversation in going_on:
            if held <= self._limits.max_held_together:
                return
            held -= conversation.held
            conversation.give_up()
            self._note(f"connection {conversation.connection.number}: given up, too many bytes waited for others")
