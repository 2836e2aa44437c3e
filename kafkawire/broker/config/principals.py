"""What a client is called: `User:` and a name, which for TLS comes out of its certificate.

`ssl.principal.mapping.rules` may make something shorter of a distinguished name: the first rule whose pattern fits all
of it counts. `RULE:^CN=(.*?),.*$/$1/L,DEFAULT` makes `alice` of `CN=Alice,O=Example`; DEFAULT takes the name as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.broker.config.options import InvalidOption

__all__ = ["ANONYMOUS", "check_mapping_rules", "mapped_name", "principal"]

ANONYMOUS = "User:ANONYMOUS"
"""Whoever does not say who it is."""
_PART = r"(?:\\.|[^\\/])*"
_RULE = re.compile(
    rf"\s*(?:(?P<default>DEFAULT)|RULE:(?P<pattern>{_PART})/(?P<into>{_PART})/(?P<case>[LU]?))\s*(?:,|$)"
)
_GROUP = re.compile(r"\$(\d)")


class _Rule(NamedTuple):
    """A pattern and what comes in its place; no pattern takes everything as it is."""

    pattern: re.Pattern[str] | None
    into: str
    case: str


def principal(name: str) -> str:
    """The principal of a user."""
    return f"User:{name}"


def check_mapping_rules(text: str) -> None:
    """Refuse rules that make no sense. Raises `InvalidOption`."""
    list(_rules(text))


def mapped_name(rules: str, name: str) -> str | None:
    """What the rules make of a distinguished name; None if no rule fits."""
    for rule in _rules(rules):
        if rule.pattern is None:
            return name
        found = rule.pattern.fullmatch(name)
        if found:
            result = _GROUP.sub(lambda group, found=found: found[int(group[1])] or "", rule.into)  # type: ignore[misc]
            return {"L": result.lower(), "U": result.upper()}.get(rule.case, result)
    return None


def _rules(text: str) -> Iterator[_Rule]:
    pos = 0
    while pos < len(text) or not pos:
        found = _RULE.match(text, pos)
        if found is None:
            raise InvalidOption(f"ssl.principal.mapping.rules: {text[pos:]!r} is no rule")
        pos = found.end()
        if found["default"]:
            yield _Rule(None, "", "")
            continue
        try:
            rule = _Rule(re.compile(found["pattern"]), found["into"], found["case"])
        except re.error as exc:
            raise InvalidOption(f"ssl.principal.mapping.rules: {found['pattern']!r}: {exc}") from exc
        if any(int(group) > rule.pattern.groups for group in _GROUP.findall(rule.into) if rule.pattern):
            raise InvalidOption(f"ssl.principal.mapping.rules: {rule.into!r} asks for a group that is not there")
        yield rule
