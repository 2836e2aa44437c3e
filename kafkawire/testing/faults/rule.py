"""What goes wrong, for whom and how often: one rule of the language of faults, and how it is read and checked.

A rule is a `FaultRule`, or a mapping of its fields as JSON and YAML have it, with names as `"orders"`, or as
`{"regex": "ord.*"}`. Whatever is wrong with the rules of a file is said at once, each with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypedDict

from kafkawire.errors import KafkaWireError
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.error_responses import has_error_places
from kafkawire.protocol.named import KINDS, can_name, is_kind
from kafkawire.testing.faults.values import (
    NEWEST,
    api_keys,
    api_name,
    check_boolean,
    check_drop,
    check_name,
    check_names,
    check_probability,
    check_seconds,
    error_code,
    integer,
    nearest,
    versions,
)

__all__ = ["FaultRule", "InvalidFault", "Name", "RuleFields"]

Name = str | re.Pattern[str]
"""A name, or a pattern that has to fit the whole of one."""

_MAX_INT32 = 2**31 - 1
_OF_CONNECTIONS = frozenset({"refuse", "apart"})
_ACTIONS = frozenset({"error", "delay", "throttle", "drop", "cut", "corrupt"}) | _OF_CONNECTIONS
_OF_REQUESTS = frozenset({"api", "versions", "topic", "partition", "group"})


class InvalidFault(KafkaWireError):
    """Rules that cannot be. `problems` has them all, each with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problems))


class RuleFields(TypedDict, total=False):
    """The fields of a `FaultRule` behind the API, for functions that take them as keywords."""

    versions: str | int | range | None
    topic: Name | None
    partition: int | None
    group: Name | None
    client_id: Name | None
    node: Name | None
    times: int | None
    skip: int
    probability: float
    after: float
    until: float | None
    error: str | int | None
    carried_out: bool
    delay: float
    throttle: float
    drop: Literal["before", "after"] | None
    cut: int | None
    corrupt: int
    refuse: bool
    apart: Sequence[str]


@dataclass(frozen=True, slots=True)
class FaultRule:
    """One thing that goes wrong. Raises `InvalidFault` for one that makes no sense.

    The fields from `api` to `node` say which requests it is about (all, where nothing is said), those from `times` to
    `until` how often and when, the others what happens. Seconds are counted from the moment when the rule is added.
    """

    api: str | int | Sequence[str | int] | None = None
    """Names or keys of APIs: `"Produce"`, `["JoinGroup", "SyncGroup"]`, `0`."""
    versions: str | int | range | None = None
    """Versions of the API: `"9"`, `"3-8"`, `"9+"`."""
    topic: Name | None = None
    """Requests that name the topic. An error is told for the topic; the rest of the request is carried out."""
    partition: int | None = None
    """Requests that name such a partition. An error is told for it; the rest of the request is carried out."""
    group: Name | None = None
    client_id: Name | None = None
    node: Name | None = None
    """The broker that is asked, where there are several: what the host of the rules calls it."""

    times: int | None = None
    """How often it happens; None for always."""
    skip: int = 0
    """How many requests that it is about are let through first."""
    probability: float = 1.0
    after: float = 0.0
    until: float | None = None

    error: str | int | None = None
    """The code that is answered, by name or number. The request, or the part that is refused, is not carried out."""
    carried_out: bool = False
    """With `error`: the request is carried out, and said to have failed nevertheless."""
    delay: float = 0.0
    """Seconds that the request waits before it is carried out."""
    throttle: float = 0.0
    """Seconds of throttling: the response tells them, and nothing else of the connection is handled for so long."""
    drop: Literal["before", "after"] | None = None
    """The connection ends before the request is carried out, or afterwards, without a response."""
    cut: int | None = None
    """How many bytes of the response are sent (-1: all but the last), size included; then the connection ends."""
    corrupt: int = 0
    """How many bytes of the response are changed; never those of its size."""
    refuse: bool = False
    """Connections are ended as soon as they are there."""
    apart: Sequence[str] = ()
    """Names of brokers and clients (by client id) that do not reach each other."""

    api_keys: frozenset[int] | None = field(init=False, repr=False, compare=False)
    version_range: range = field(init=False, repr=False, compare=False)
    error_code: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = _Checked({name: getattr(self, name) for name in _DEFAULTS})
        if found.problems:
            raise InvalidFault(found.problems)
        for name in ("api_keys", "version_range", "error_code"):
            object.__setattr__(self, name, getattr(found, name))

    @classmethod
    def from_mapping(cls, rule: Mapping[str, Any]) -> FaultRule:
        """The rule that JSON or YAML describes. Raises `InvalidFault` with all that is wrong."""
        unknown = [name for name in rule if name not in _DEFAULTS]
        problems = [f"{name}: no rule has this{nearest(str(name), _DEFAULTS)}" for name in unknown]
        values = {name: _plain(value) for name, value in rule.items() if name in _DEFAULTS}
        problems = _Checked(_DEFAULTS | values, problems).problems
        if problems:
            raise InvalidFault(problems)
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        """What `from_mapping` takes: the fields that say something, fit for JSON."""
        values = {name: getattr(self, name) for name, default in _DEFAULTS.items()}
        return {name: _as_json(value) for name, value in values.items() if value != _DEFAULTS[name]}

    def __str__(self) -> str:
        """As one would write it: `api='Produce', error='NOT_COORDINATOR'`."""
        return ", ".join(f"{name}={value!r}" for name, value in self.to_mapping().items())


_DEFAULTS: dict[str, Any] = {item.name: item.default for item in fields(FaultRule) if item.init}


class _Checked:
    """The fields of a rule, looked at one by one, then together."""

    def __init__(self, values: Mapping[str, Any], problems: Iterable[str] = ()) -> None:
        self.problems = [*problems]
        self._values = values
        self.api_keys: frozenset[int] | None = self._read("api", api_keys)
        self.version_range: range = self._read("versions", versions) or range(-1, NEWEST + 1)
        self.error_code: int = self._read("error", error_code) or 0
        for name, check in _CHECKS.items():
            self._read(name, check)
        if not self.problems:
            self.problems += self._contradictions()
        if not self.problems:
            for key in self.api_keys or ():
                self.problems += _not_of_api(key, values, self.version_range)

    def _read(self, name: str, check: Callable[[Any], Any]) -> Any:
        value = self._values[name]
        if value is None and _DEFAULTS[name] is None:
            return None
        try:
            return check(value)
        except ValueError as exc:
            self.problems.append(f"{name}: {exc}")
            return None

    def _given(self, names: Iterable[str]) -> list[str]:
        return sorted(name for name in names if self._values[name] != _DEFAULTS[name])

    def _contradictions(self) -> list[str]:
        actions, problems = self._given(_ACTIONS), []
        if not actions:
            return [f"error: nothing is said of what happens: give one of {', '.join(sorted(_ACTIONS))}"]
        ends = self._given(["drop", "cut"])
        if len(ends) > 1 or (self._values["drop"] == "before" and {*actions} - {"drop", "delay"}):
            problems.append("drop: what has no response cannot say anything else of one")
        if self._values["drop"] == "after" and self._given(["error", "throttle", "corrupt"]):
            problems.append("drop: a response that is lost tells no error or throttling, and has no bytes")
        if self._values["carried_out"] and self._values["error"] is None:
            problems.append("carried_out: goes with error alone; everything else is carried out")
        of_connections = self._given(_OF_CONNECTIONS)
        if of_connections and len(actions) > 1:
            problems.append(f"{of_connections[0]}: nothing else can happen to a connection that is not there")
        if of_connections and (given := self._given(_OF_REQUESTS)):
            problems.append(f"{given[0]}: {of_connections[0]} is about connections, not about requests")
        if "refuse" in of_connections and self._given(["client_id"]):
            problems.append("client_id: nobody knows it of a connection that is refused")
        if (until := self._values["until"]) is not None and until <= self._values["after"]:
            problems.append("until: comes before after")
        return problems


def _not_of_api(key: int, values: Mapping[str, Any], versions: range) -> list[str]:
    """What such an API has not, of that which a rule names."""
    if key not in PROTOCOL:
        return []  # a message of the user's own
    request, response = PROTOCOL.message_class(key, "request"), PROTOCOL.message_class(key, "response")
    api = api_name(key)
    named = [kind for kind in KINDS if values[kind] is not None]
    problems = [f"{kind}: {api} names no {kind}" for kind in named if not can_name(key, kind)]
    has = request.VERSIONS
    if versions.start >= has.stop or versions.stop <= has.start:
        problems.append(f"versions: {api} has versions {has.start} to {has.stop - 1}")
    if values["error"] is not None and not problems:
        at = is_kind("partition", key) if "partition" in named else None
        if not any(has_error_places(response, version, at=at) for version in has if version in versions):
            problems.append(f"error: {api} has no place for the error" + " of a partition" * (at is not None))
    return problems


def _plain(value: Any) -> Any:
    """A value of a mapping: `{"regex": ...}` is a pattern."""
    if isinstance(value, Mapping) and [*value] == ["regex"] and isinstance(value["regex"], str):
        try:
            return re.compile(value["regex"])
        except re.error:
            return value  # `_name` says what is wrong
    return value


def _as_json(value: Any) -> Any:
    if isinstance(value, re.Pattern):
        return {"regex": value.pattern}
    if isinstance(value, range):
        return f"{value.start}-{value.stop - 1}"
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


_CHECKS: dict[str, Callable[[Any], None]] = {
    **dict.fromkeys(("topic", "group", "client_id", "node"), check_name),
    **dict.fromkeys(("after", "until", "delay", "throttle"), check_seconds),
    **dict.fromkeys(("carried_out", "refuse"), check_boolean),
    **dict.fromkeys(("partition", "skip", "corrupt"), integer(0)),
    "times": integer(1),
    "cut": integer(-_MAX_INT32),
    "probability": check_probability,
    "drop": check_drop,
    "apart": check_names,
}
