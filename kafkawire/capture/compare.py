"""Two captures of the same requests: which responses differ, and in which fields.

Requests are the same if client id, API, version and the body are, but for ids that a cluster gives out
(`volatile.KINDS`); of several that are, the first goes with the first. So it is the way to compare what two brokers, or
two versions of one, say to the same clients.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kafkawire.capture.exchange import Exchange
from kafkawire.capture.translate import Translator
from kafkawire.jsonform import to_json

__all__ = ["Comparison", "Difference", "differences"]

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
    first: Iterable[Exchange],
    second: Iterable[Exchange],
    found: Comparison,
    *,
    ignored: Collection[str] = (),
    is_strict: bool = False,
) -> Iterator[Difference]:
    """The differences, in the order of the first capture. `found` is filled; the second capture is held in memory.

    `ignored` are names of fields as in the JSON form, beside those that have to differ (`volatile.VOLATILE`) unless it
    `is_strict`.
    """
    translator = Translator(ignored=frozenset(ignored), is_strict=is_strict)
    waiting: dict[object, deque[Exchange]] = {}
    for exchange in second:
        if exchange.asked is not None:
            waiting.setdefault(_key(exchange, translator), deque()).append(exchange)
    for exchange in first:
        others = waiting.get(_key(exchange, translator)) if exchange.asked is not None else None
        if not others:
            found.only_first += exchange.asked is not None
            continue
        found.compared += 1
        other = others.popleft()
        asked, connection = _asked(exchange), exchange.connection.number
        differing = translator.differences(asked or {}, _said(exchange), _said(other), connection)
        for count, each in enumerate(differing):
            found.differing.add(exchange.number)
            if count < _MOST:
                yield Difference(exchange, other, each.path, each.was, each.now)
    found.only_second = sum(map(len, waiting.values()))


def _key(exchange: Exchange, translator: Translator) -> object:
    asked = exchange.asked
    assert asked is not None
    said = _asked(exchange)
    body = hash(asked.frame.data if said is None else translator.identity(said))
    return exchange.api_key, exchange.version, exchange.client_id, body


def _asked(exchange: Exchange) -> Any:
    """The request as JSON, if it can be read."""
    return None if exchange.request is None else to_json(exchange.request, exchange.version or 0)


def _said(exchange: Exchange) -> Any:
    """The response as JSON; as text what could not be read."""
    response = exchange.response
    if response is None:
        return exchange.response_error
    return to_json(response, exchange.response_version or 0, secrets=False)
