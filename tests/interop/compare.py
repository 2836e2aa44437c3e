"""Two answers to one request, field by field. What differs is either covered by a rule or a mismatch.

A path names a field as the JSON form of Apache Kafka does: `topics[0].partitions[2].errorCode`. Where a rule says that
the order of a list does not matter, its elements are named by their key: `configs[retention.ms].value`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.interop.plain import Tree
from tests.interop.session import Exchange

__all__ = ["ABSENT", "EITHER", "EXTRA", "ORDER", "VALUE", "Comparison", "Mismatch", "Rule", "compare", "differences"]

VALUE, ABSENT, EXTRA, EITHER, ORDER = "value", "absent", "extra", "either", "order"
MISSING = "(not there)"


@dataclass(frozen=True, slots=True)
class Rule:
    """A difference that is right, and why.

    `api` is a name or several with `|`; `path` may have `*` for a part of a name or key, `?` for one letter.
    `kind` says what may be. VALUE: both have the field, with values of one type. ABSENT: only Apache Kafka has it.
    EXTRA: only we have it. EITHER: anything. ORDER: the elements of the list, told apart by the field `key` (or
    several, with commas), may come in another order.
    `step` limits the rule to steps ("scenario / step") that contain it.
    """

    api: str
    path: str
    kind: str
    why: str
    key: str = ""
    step: str = ""

    def covers(self, exchange: Exchange, path: str) -> bool:
        """Whether the rule speaks of that field."""
        return (
            exchange.api in self.api.split("|")
            and self.step in f"{exchange.scenario} / {exchange.step}"
            and _pattern(self.path).fullmatch(path) is not None
        )

    def allows(self, theirs: Any, ours: Any) -> bool:
        """Whether the two values may differ in this way."""
        if self.kind == VALUE:
            return MISSING not in (theirs, ours) and type(theirs) is type(ours)
        return (
            self.kind == EITHER
            or (self.kind == ABSENT and ours is MISSING)
            or (self.kind == EXTRA and theirs is MISSING)
        )


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference that no rule covers."""

    place: str
    path: str
    theirs: Any
    ours: Any


@dataclass(slots=True)
class Comparison:
    """What came out of it."""

    compared: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    used: Counter[Rule] = field(default_factory=Counter)


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.escape(path).replace(r"\*", r"[^\]]*").replace(r"\?", "."))


def compare(theirs: Sequence[Exchange], ours: Sequence[Exchange], rules: Sequence[Rule]) -> Comparison:
    """Compare what two brokers answered to the same requests."""
    result = Comparison()
    for their, our in _pairs(theirs, ours):
        place = (their or our).place  # type: ignore[union-attr]
        if their is None or our is None:
            result.mismatches.append(Mismatch(place, "", their and their.answer, our and our.answer))
            continue
        result.compared += 1
        if their.api == "scenario" or ("connection" in their.answer) != ("connection" in our.answer):
            # It broke off, or only one of them answered.
            result.mismatches.append(Mismatch(place, "", their.answer, our.answer))
            continue
        for path, one, other in _of_exchange(their, our, rules, result.used):
            rule = next((r for r in rules if r.kind != ORDER and r.covers(their, path) and r.allows(one, other)), None)
            if rule is None:
                result.mismatches.append(Mismatch(place, path, one, other))
            else:
                result.used[rule] += 1
    return result


def _pairs(theirs: Iterable[Exchange], ours: Iterable[Exchange]) -> Iterator[tuple[Exchange | None, Exchange | None]]:
    """By place; of several with the same one the first with the first."""
    left, right = _numbered(theirs), _numbered(ours)
    for key in {**left, **right}:
        yield left.get(key), right.get(key)


def _numbered(exchanges: Iterable[Exchange]) -> dict[tuple[str, int], Exchange]:
    seen: Counter[str] = Counter()
    found = {}
    for exchange in exchanges:
        found[exchange.place, seen[exchange.place]] = exchange
        seen[exchange.place] += 1
    return found


def _of_exchange(
    their: Exchange, our: Exchange, rules: Sequence[Rule], used: Counter[Rule]
) -> Iterator[tuple[str, Any, Any]]:
    loose = [rule for rule in rules if rule.kind == ORDER and their.api in rule.api.split("|")]

    def keyed(path: str, one: list[Any], other: list[Any]) -> tuple[Any, Any]:
        rule = next((rule for rule in loose if rule.covers(their, path)), None)
        if rule is None:
            return one, other
        used[rule] += one != other
        return _by_key(one, rule.key), _by_key(other, rule.key)

    yield from differences(their.answer, our.answer, keyed)


def _by_key(elements: list[Any], key: str) -> Any:
    """The elements as a dict; equal keys are numbered."""
    found: dict[str, Any] = {}
    seen: Counter[str] = Counter()
    for element in sorted(elements, key=repr):
        name = ",".join(str(element.get(part)) for part in key.split(",")) if key else str(element)
        seen[name] += 1
        found[f"[{name}]" if seen[name] == 1 else f"[{name}#{seen[name]}]"] = element
    return found


def differences(
    theirs: Tree, ours: Tree, keyed: Any = lambda _path, *lists: lists, path: str = ""
) -> Iterator[tuple[str, Any, Any]]:
    """Path, their value and our value of every leaf that is not the same. `keyed` may turn two lists into dicts."""
    if isinstance(theirs, list) and isinstance(ours, list):
        theirs, ours = keyed(path, theirs, ours)
        if isinstance(theirs, list):
            theirs = {f"[{n}]": value for n, value in enumerate(theirs)}
            ours = {f"[{n}]": value for n, value in enumerate(ours)}
    if not (isinstance(theirs, dict) and isinstance(ours, dict)):
        if theirs != ours or type(theirs) is not type(ours):
            yield path, theirs, ours
        return
    for name in {**theirs, **ours}:
        below = path + name if name.startswith("[") or not path else f"{path}.{name}"
        yield from differences(theirs.get(name, MISSING), ours.get(name, MISSING), keyed, below)
