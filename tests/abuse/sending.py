"""What an attacker does with sockets: many connections at once, each with bytes to send and answers to count."""

from __future__ import annotations

import selectors
import socket
import struct
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from typing import Protocol

Address = tuple[str, int]
LONGEST = 8.0
"""Seconds that an attacker waits for answers before it hangs up."""
_SIZE = struct.Struct(">i")


@dataclass(frozen=True)
class Outcome:
    """What came of an attack, as the attacker saw it."""

    connections: int = 0
    sent: int = 0
    """Bytes."""
    answers: int = 0
    """Whole frames."""
    received: int = 0
    """Bytes."""
    hung_up: int = 0
    """Connections that the broker closed, or did not take."""

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(*map(sum, zip(astuple(self), astuple(other), strict=True)))


class Attacking(Protocol):
    """An attack that is ready to go."""

    @property
    def under_way(self) -> int:
        """Bytes of requests that are with the broker at once, at most."""

    def __call__(self) -> Outcome:
        """Attack, and hang up in the end."""


@dataclass(frozen=True)
class Exchange:
    """One connection for each payload, all at once, until all is answered, closed or the time is over."""

    address: Address
    payloads: Sequence[bytes]
    answers: int = 1
    """On each connection."""
    reads: bool = True
    """If not, the connections stay open to the end of the time."""
    leaves: bool = False
    """Hang up as soon as all is sent."""
    piece: int = 1 << 18
    """Bytes that are sent or read at a time."""
    pause: float = 0
    """Seconds between turns in which each connection sends and reads a piece."""
    seconds: float = LONGEST

    @property
    def under_way(self) -> int:
        return sum(map(len, self.payloads))

    def __call__(self) -> Outcome:
        until = time.perf_counter() + self.seconds
        talks = [Talk(self, payload) for payload in self.payloads]
        with selectors.DefaultSelector() as selector:
            for talk in talks:
                talk.begin(selector)
            while selector.get_map() and time.perf_counter() < until:
                for key, events in selector.select(0.1):
                    key.data.go_on(selector, events)
                time.sleep(self.pause)  # how slow the attacker is
        if not self.reads and not self.leaves:
            time.sleep(max(0.0, until - time.perf_counter()))  # the attack is to hold connections open for so long
        return sum((talk.end() for talk in talks), Outcome())


@dataclass(frozen=True)
class Again:
    """An exchange over and over, on new connections, for some seconds."""

    exchange: Exchange
    seconds: float = 3.0

    @property
    def under_way(self) -> int:
        return self.exchange.under_way

    def __call__(self) -> Outcome:
        until = time.perf_counter() + self.seconds
        outcome = Outcome()
        while (left := until - time.perf_counter()) > 0:
            outcome += replace(self.exchange, seconds=min(left, self.exchange.seconds))()
        return outcome


class Talk:
    """One connection of an exchange."""

    def __init__(self, exchange: Exchange, payload: bytes) -> None:
        self._exchange = exchange
        self._left = memoryview(payload)
        self._sent = 0
        self._frames = FrameCounter()
        self._hung_up = False
        self._socket = socket.socket()
        self._socket.setblocking(False)

    def begin(self, selector: selectors.BaseSelector) -> None:
        """Connect. A broker that is busy lets its clients wait, so that is not waited for."""
        with suppress(BlockingIOError):
            self._socket.connect(self._exchange.address)
        selector.register(self._socket, selectors.EVENT_WRITE, self)

    def go_on(self, selector: selectors.BaseSelector, events: int) -> None:
        """Send a piece, read a piece."""
        try:
            if events & selectors.EVENT_WRITE:
                self._send(selector)
            if events & selectors.EVENT_READ:
                self._read()
        except OSError:
            self._hung_up = True
        if self._hung_up or self._is_done():
            selector.unregister(self._socket)

    def end(self) -> Outcome:
        """Hang up, at once and for good: no port is kept back by what was left unread."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()
        return Outcome(1, self._sent, self._frames.count, self._frames.size, int(self._hung_up))

    def _send(self, selector: selectors.BaseSelector) -> None:
        sent = self._socket.send(self._left[: self._exchange.piece])
        self._sent += sent
        self._left = self._left[sent:]
        if self._exchange.reads:
            more = selectors.EVENT_WRITE if self._left else 0
            selector.modify(self._socket, selectors.EVENT_READ | more, self)

    def _read(self) -> None:
        data = self._socket.recv(self._exchange.piece)
        self._frames.take(data)
        self._hung_up = not data

    def _is_done(self) -> bool:
        wants = self._exchange.reads and not self._exchange.leaves
        return not self._left and not (wants and self._frames.count < self._exchange.answers)


class FrameCounter:
    """Counts frames, and keeps none of their bytes."""

    def __init__(self) -> None:
        self.count = 0
        self.size = 0
        self._head = b""
        self._missing = 0

    def take(self, data: bytes) -> None:
        """The next bytes of the stream."""
        self.size += len(data)
        at = 0
        while at < len(data):
            at = self._body(data, at) if self._missing else self._size(data, at)

    def _body(self, data: bytes, at: int) -> int:
        taken = min(self._missing, len(data) - at)
        self._missing -= taken
        self.count += not self._missing
        return at + taken

    def _size(self, data: bytes, at: int) -> int:
        end = at + _SIZE.size - len(self._head)
        self._head += data[at:end]
        if len(self._head) == _SIZE.size:
            (self._missing,) = _SIZE.unpack(self._head)
            self._head = b""
        return min(end, len(data))
