"""Two captures of the same requests: which responses differ, and in which fields.

Requests are the same if client id, API, version and every byte of the body are; of several that are, the first goes
with the first. So it is the way to compare what two brokers, or two versions of one, say to the same clients.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kafkawire.capture.exchange import Exchange
from kafkawire.jsonform import to_json

__all__ = ["Comparison", "Difference", "differences"]

_VOLATILE = frozenset(("throttleTimeMs",))
_MOST = 100  # differences of one response


@dataclass(slots=True)
class Difference:
    """A field of a response that two captures have differently. None is for what is not there."""

    first: Exchange
    second: Exchange
    path: str
    was: Any
    now: Any


@dataclass(slots=True)
class Comparison:
    """What was compared, beside what differed."""

    compared: int = 0
    only_first: int = 0
    """Requests that the second capture does not have."""
    only_second: int = 0
    differing: set[int] = field(default_factory=set)
    """Numbers of exchanges of the first capture."""


def differences(
    first: Iterable[Exchange], second: Iterable[Exchange], found: Comparison, *, ignored: Collection[str] = ()
) -> Iterator[Difference]:
    """The differences, in the order of the first capture. `found` is filled; the second capture is held in memory.

    `ignored` are names of fields as in the JSON form, beside throttle times.
    """
    waiting: dict[object, deque[Exchange]] = {}
    for exchange in second:
        if exchange.asked is not None:
            waiting.setdefault(_key(exchange), deque()).append(exchange)
    skipped = _VOLATILE | frozenset(ignored)
    for exchange in first:
        others = waiting.get(_key(exchange)) if exchange.asked is not None else None
        if not others:
            found.only_first += exchange.asked is not None
            continue
        found.compared += 1
        other = others.popleft()
        for count, (path, was, now) in enumerate(_differing(_said(exchange), _said(other), "", skipped)):
            found.differing.add(exchange.number)
            if count == _MOST:
                break
            yield Difference(exchange, other, path or "response", was, now)
    found.only_second = sum(map(len, waiting.values()))


def _key(exchange: Exchange) -> object:
    asked = exchange.asked
    assert asked is not None
    body = asked.frame.data if asked.is_token or not asked.body_at else asked.frame.data[asked.body_at :]
    return exchange.api_key, exchange.version, exchange.client_id, len(body), hash(body)


def _said(exchange: Exchange) -> Any:
    """The response as JSON; as text what could not be read."""
    response = exchange.response
    if response is None:
        return exchange.response_error
    return to_json(response, exchange.response_version or 0, secrets=False)


def _differing(was: Any, now: Any, path: str, skipped: frozenset[str]) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(was, dict) and isinstance(now, dict):
        for name in dict.fromkeys((*was, *now)):
            if name not in skipped:
                yield from _differing(was.get(name), now.get(name), f"{path}.{name}".lstrip("."), skipped)
    elif isinstance(was, list) and isinstance(now, list):
        for index in range(max(len(was), len(now))):
            one, other = (items[index] if index < len(items) else None for items in (was, now))
            yield from _differing(one, other, f"{path}[{index}]", skipped)
    elif was != now:
        yield path, was, now
