"""Decides what goes wrong with a request. Nothing here knows of sockets, brokers or proxies.

A host asks `Faults.strike` about each request, and does what the `Strike` says:

1. wait `strike.delay` seconds; close the connection if `strike.hangs_up`;
2. carry out `strike.request`, if there is one: the request, or what is left of it;
3. give the response, or None, to `strike.respond`, and do what the `Reply` says: wait, close the connection if it
   `is_lost`, else send `reply.response`, with its frame passed through `reply.bytes` if it `changes_bytes`, and close
   the connection behind it if it `hangs_up`; let nothing else of the connection through for `reply.throttle` seconds.

Before that it asks `Faults.refuses` about each connection. Rules may come and go in other threads meanwhile.

What is drawn by lot comes from the seed, and for each rule in a row of its own: other rules do not change it.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import TracebackType
from typing import Any, Self, Unpack
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.error_responses import error_instead, error_response, has_error_places
from kafkawire.protocol.frames import expects_response
from kafkawire.protocol.named import KINDS, READS, Kind, TopicName, Wanted, is_kind, merged, split
from kafkawire.protocol.versions import api_name
from kafkawire.testing.faults.reading import read_rules, rules_of
from kafkawire.testing.faults.rule import FaultRule, Name, RuleFields

__all__ = ["Call", "Fault", "Faults", "Reply", "Strike"]

_LOG = logging.getLogger("kafkawire.faults")
_TOPICS = frozenset({"topic", "partition"})
_SIZE = 4  # bytes of a frame that say how many follow
_MAX_INT32 = 2**31 - 1


def _unknown(_: UUID) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Call:
    """A request, and what is known of it. `node` is who is asked; `topic_name` finds topics that are named by id."""

    api_key: int
    version: int
    request: Request
    client_id: str | None = None
    node: str = ""
    topic_name: TopicName = _unknown


class Fault:
    """A rule that is in force, until `remove` or the end of a `with` block."""

    def __init__(
        self, faults: Faults, number: int, rule: FaultRule, seed: str, since: float, changed: threading.Condition
    ) -> None:
        self.number = number
        """Which of the rules of its `Faults` it is, counted from 0; no other gets it later."""
        self.rule = rule
        self.count = 0
        """How often it has struck."""
        self.wanted: Wanted = {kind: partial(_fits, getattr(rule, kind)) for kind in _kinds(rule)}
        """What it is about within a request; of those that name nothing of the kind it strikes none."""
        self._faults, self._since, self._changed = faults, since, changed
        self._random = Random(seed)  # noqa: S311 - nothing here is secret
        self._to_skip = rule.skip

    def remove(self) -> None:
        """Let it strike no more."""
        self._faults.remove(self)

    def wait(self, count: int = 1, timeout: float = 10.0) -> None:
        """Wait until it has struck that often. Raises `TimeoutError` after so many seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: self.count >= count, timeout):
                raise TimeoutError(f"struck {self.count} times in {timeout:g} seconds, not {count}: {self.rule}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    def __repr__(self) -> str:
        return f"<Fault {self.rule}; count={self.count}>"

    def is_open(self, now: float) -> bool:
        """Whether it may strike at that time."""
        rule, seconds = self.rule, now - self._since
        is_late = rule.until is not None and seconds >= rule.until
        return seconds >= rule.after and not is_late and (rule.times is None or self.count < rule.times)

    def concerns(self, call: Call) -> bool:
        """Whether a request can be one that it is about, as far as is known without looking into it."""
        rule = self.rule
        if call.version not in rule.version_range or not _fits(rule.client_id, call.client_id):
            return False
        if rule.api_keys is not None:
            return call.api_key in rule.api_keys and _fits(rule.node, call.node)
        finds = call.api_key == ApiKey.FIND_COORDINATOR and bool(self.wanted)  # it is not asked by who is asked for
        return not finds and _fits(rule.node, call.node)

    def strikes(self, whom: str) -> bool:
        """Draw whether it strikes what it is about, and count it if so."""
        if self._to_skip:
            self._to_skip -= 1
            return False
        rule = self.rule
        if rule.probability < 1 and self._random.random() >= rule.probability:
            return False
        self.count += 1
        self._changed.notify_all()
        _LOG.info("%s: %s (%d of %s)", whom, rule, self.count, rule.times or "any number")
        return True

    def damage(self) -> Random:
        """Draws what becomes of the bytes of one response."""
        return Random(self._random.random())  # noqa: S311


def _kinds(rule: FaultRule) -> list[Kind]:
    return [kind for kind in KINDS if getattr(rule, kind) is not None]


def _fits(wanted: Name | int | None, value: Any) -> bool:
    if wanted is None or isinstance(wanted, str | int):
        return wanted is None or bool(value == wanted)
    return value is not None and wanted.fullmatch(value) is not None


@dataclass(slots=True)
class Reply:
    """What becomes of a response."""

    response: Response | None
    """What is sent; None for nothing."""
    delay: float = 0.0
    """Seconds to wait before anything is."""
    throttle: float = 0.0
    """Seconds in which nothing else of the connection is handled."""
    is_lost: bool = False
    """Whether the connection ends, and nothing is sent."""
    cut: int | None = None
    damages: list[tuple[int, Random]] = field(default_factory=list)

    @property
    def changes_bytes(self) -> bool:
        """Whether the frame has to go through `bytes`."""
        return self.hangs_up or bool(self.damages)

    @property
    def hangs_up(self) -> bool:
        """Whether the connection ends behind what is sent."""
        return self.cut is not None

    def bytes(self, frame: bytes) -> bytes:
        """What is sent of a frame, size included; never all of one that is cut."""
        changed = bytearray(frame)
        for count, random in self.damages:
            where = range(_SIZE, len(changed))
            for position in random.sample(where, min(count, len(where))):
                changed[position] ^= random.randint(1, 255)
        return bytes(changed if self.cut is None else changed[: min(self.cut, len(changed) - 1)])

    def add(self, fault: Fault) -> None:
        """Let a fault that has struck have its way with the bytes and the connection."""
        rule = fault.rule
        self.throttle = max(self.throttle, rule.throttle)
        self.is_lost = self.is_lost or rule.drop == "after"
        self.cut = rule.cut if self.cut is None else self.cut
        if rule.corrupt:
            self.damages.append((rule.corrupt, fault.damage()))


class Strike:
    """What goes wrong with one request."""

    def __init__(self, call: Call, lock: threading.Condition, now: Callable[[], float], messages: MessageSet) -> None:
        self.delay = 0.0
        """Seconds to wait before anything else."""
        self.hangs_up = False
        """Whether the connection is to be closed then."""
        self.request: Request | None = call.request
        """What is to be carried out."""
        self._call, self._lock, self._now, self._messages = call, lock, now, messages
        self._struck: list[Fault] = []
        self._failed: list[Response | None] = []
        self._is_refused = False  # as a whole
        self._readers: list[Fault] = []  # those that look at what was read, as the request may not name it

    @property
    def is_needed(self) -> bool:
        """Whether anything is different from what would be without it."""
        return bool(self._struck or self._readers)

    @property
    def is_decided(self) -> bool:
        """Whether other faults come too late."""
        return self.hangs_up or self.request is None

    def consider(self, fault: Fault) -> None:
        """Let a fault have its way with the request, if it strikes it."""
        rule, call = fault.rule, self._call
        if rule.apart:
            self.hangs_up = _are_apart(fault, call.client_id, call.node)
        elif call.api_key in READS and _TOPICS & fault.wanted.keys() and rule.drop != "before":
            self._readers.append(fault)
        elif not rule.refuse and (not rule.error_code or self._can_say(rule)):
            struck, rest = self._split(fault, self.request)
            if struck is not None and fault.strikes(self._whom):
                self._strike(fault, struck, rest)

    def _strike(self, fault: Fault, struck: Request, rest: Request | None) -> None:
        rule = fault.rule
        self._struck.append(fault)
        self.delay += rule.delay
        self.hangs_up = rule.drop == "before"
        if rule.error_code:
            at = self._place(fault)
            self._is_refused = at is None
            self._failed.append(self._error(struck if at else self._call.request, rule.error_code, at))
            if not rule.carried_out:
                self.request = rest if at else None

    def respond(self, response: Response | None) -> Reply:
        """What becomes of the response to what was carried out, which is left as it is."""
        call = self._call
        for failed in self._failed:
            replaces = response is None or failed is None or self._is_refused
            response = failed if replaces else merged(response, failed, self._version)  # type: ignore[type-var]
        reply = Reply(response, is_lost=response is None and expects_response(call.request))
        with self._lock:
            for fault in self._struck:
                reply.add(fault)
            for fault in self._readers:
                self._read(fault, reply)
        if reply.throttle and hasattr(reply.response, "throttle_time_ms"):
            reply.response = copy(reply.response)
            reply.response.throttle_time_ms = min(round(reply.throttle * 1000), _MAX_INT32)  # type: ignore[union-attr]
        return reply

    def _read(self, fault: Fault, reply: Reply) -> None:
        """Let a fault have its way with what was read, if that is about what the fault is about."""
        rule, response = fault.rule, reply.response
        if response is None or not fault.is_open(self._now()):
            return
        asked, _ = self._split(fault, self._call.request)
        told, _ = self._split(fault, response)
        if (asked is None and told is None) or not fault.strikes(self._whom):
            return
        reply.delay += rule.delay
        reply.add(fault)
        if rule.error_code:
            at = self._place(fault)
            parts = (
                self._error(asked, rule.error_code, at) if asked else None,
                error_instead(told, self._version, rule.error_code, at=at) if told else None,
            )
            for failed in filter(None, parts):
                response = merged(response, failed, self._version)
            reply.response = response

    @property
    def _whom(self) -> str:
        call = self._call
        return f"{api_name(call.api_key, self._messages)} v{call.version} of client {call.client_id!r}"

    @property
    def _version(self) -> int:
        """The version of the response: 0 for one of ApiVersions that is not known (KIP-511)."""
        call = self._call
        is_strange = call.api_key == ApiKey.API_VERSIONS and call.version not in type(call.request).VERSIONS
        return 0 if is_strange else call.version

    def _split(self, fault: Fault, message: Any) -> tuple[Any, Any]:
        if not fault.wanted:
            return message, None
        return split(message, self._version, fault.wanted, self._call.topic_name)

    def _place(self, fault: Fault) -> Callable[[Any], bool] | None:
        """Where the code stands: with what the fault is about; None where that has no place for one."""
        innermost = [*fault.wanted][-1:]
        at = is_kind(innermost[0], self._call.api_key) if innermost else None
        return at if at and has_error_places(self._response_class, self._version, at=at) else None

    def _can_say(self, rule: FaultRule) -> bool:
        """Whether a response has a place for the error; only rules that name no API come to those that have none."""
        is_known = self._version in type(self._call.request).VERSIONS
        return rule.api_keys is not None or (is_known and has_error_places(self._response_class, self._version))

    @property
    def _response_class(self) -> type[Response]:
        return self._messages.response_to(type(self._call.request), self._version)[0]

    def _error(self, request: Request, code: int, at: Callable[[Any], bool] | None) -> Response | None:
        if self._version not in type(request).VERSIONS:
            return None  # a token of SASL without a header
        return error_response(request, self._version, code, messages=self._messages, at=at)


def _are_apart(fault: Fault, one: str | None, other: str | None) -> bool:
    is_meant = one != other and {one, other} <= {*fault.rule.apart}
    return is_meant and fault.strikes(f"{one!r} to {other!r}")


class Faults:
    """The rules in force. `clock` gives seconds; `messages` are those of the requests."""

    def __init__(
        self,
        rules: Iterable[FaultRule] = (),
        *,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
        messages: MessageSet = PROTOCOL,
    ) -> None:
        self._seed, self._clock, self._messages = seed, clock, messages
        self._changed = threading.Condition(threading.RLock())
        self._faults: list[Fault] = []
        self._added = 0
        for rule in rules:
            self.add(rule)

    @classmethod
    def read(cls, source: str | os.PathLike[str] | Mapping[str, Any] | Sequence[Any], **options: Any) -> Faults:
        """The rules of a file (`.json`, `.yaml`), or of what would stand there: `{"seed": 7, "rules": [...]}`.

        `options` are those of the class. Raises `InvalidFault` with all that is wrong, each with its place, or
        `OSError`.
        """
        rules, seed = read_rules(source) if isinstance(source, str | os.PathLike) else rules_of(source)
        return cls(rules, **{"seed": seed, **options})

    def fail(self, api: str | int | Sequence[str | int] | None = None, **rule: Unpack[RuleFields]) -> Fault:
        """Let something go wrong from now on: `FaultRule(api, ...)` in force. Raises `InvalidFault`."""
        return self.add(FaultRule(api, **rule))

    def add(self, rule: FaultRule) -> Fault:
        """Put a rule in force, behind the others."""
        with self._changed:
            number = self._added
            fault = Fault(self, number, rule, f"{self._seed}/{number}", self._clock(), self._changed)
            self._added += 1
            self._faults = [*self._faults, fault]
        return fault

    def remove(self, fault: Fault) -> None:
        """Let a fault strike no more, if it is still there."""
        with self._changed:
            self._faults = [other for other in self._faults if other is not fault]

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        with self._changed:
            self._faults = []

    def __iter__(self) -> Iterator[Fault]:
        return iter(self._faults)

    @property
    def api_keys(self) -> frozenset[int] | None:
        """The APIs that rules are about; None for all. Requests of no other have to be read."""
        keys: frozenset[int] = frozenset()
        for fault in self._faults:
            if fault.rule.refuse:
                continue
            if fault.rule.api_keys is None:
                return None
            keys |= fault.rule.api_keys
        return keys

    def strike(self, call: Call) -> Strike | None:
        """What goes wrong with a request; None for nothing.

        The rules are asked in the order in which they were added; one that answers for the whole request, or ends the
        connection before it is carried out, is the last.
        """
        if not self._faults:
            return None
        with self._changed:
            now = self._clock()
            strike = Strike(call, self._changed, self._clock, self._messages)
            for fault in self._faults:
                if fault.is_open(now) and fault.concerns(call) and not strike.is_decided:
                    strike.consider(fault)
        return strike if strike.is_needed or strike.hangs_up else None

    def refuses(self, node: str = "") -> bool:
        """Whether a connection to that broker is to be ended at once."""
        with self._changed:
            now = self._clock()
            meant = [f for f in self._faults if f.rule.refuse and f.is_open(now) and _fits(f.rule.node, node)]
            return any(fault.strikes(f"connection to {node!r}") for fault in meant)

    def are_apart(self, one: str, other: str) -> bool:
        """Whether two brokers, or a client and a broker, do not reach each other now."""
        with self._changed:
            now = self._clock()
            return any(_are_apart(f, one, other) for f in self._faults if f.rule.apart and f.is_open(now))
