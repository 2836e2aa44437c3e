r"""Topics under other names: what clients call `orders`, the broker calls `orders-v2`.

```python
Proxy([VirtualCluster("broker:9092")], [RenameTopics("orders:orders-v2;payments:billing.payments")])
Proxy([VirtualCluster("broker:9092")], [RenameTopics(pattern="(.+)", replacement=r"eu.\1",
                                                     back_pattern=r"eu\.(.+)", back_replacement=r"\1")])
```

With a list of pairs names stay one to one: what only the broker is meant to say, clients say for what is left over. So
with `orders:orders-v2` a topic that the broker calls `orders` is there for clients, as `orders-v2`.

With patterns the whole name has to match; others stay. A request with a name that would not come back as it went is
answered with an error (`NotReversible` is in the log), and a topic whose name would not is left out of responses, as
nobody could ask for it.

Names are found in all messages by `naming.py`. Regular expressions that brokers match (KIP-848) are for their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kafkawire.errors import KafkaWireError
from kafkawire.message import Request, Response
from kafkawire.messages import RequestHeader, ResponseHeader
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import Filter, Result
from kafkawire.proxy.shipped.naming import rewrite

__all__ = ["NotReversible", "RenameTopics"]

_LITERAL = 3


class NotReversible(KafkaWireError):
    """A name that would come back as another one."""


class RenameTopics(Filter):
    """Gives topics other names, by pairs (a mapping, or text) or by patterns of `re`, one for each way."""

    strict = True

    def __init__(
        self,
        topics: Mapping[str, str] | str = "",
        *,
        pattern: str = "",
        replacement: str = "",
        back_pattern: str = "",
        back_replacement: str = "",
    ) -> None:
        if bool(topics) == bool(pattern) or bool(pattern) != bool(back_pattern):
            raise ValueError("want topics, or pattern and back_pattern")
        self._there = _one_to_one(_pairs(topics) if isinstance(topics, str) else dict(topics))
        self._back = {new: old for old, new in self._there.items()}
        self._patterns = [(re.compile(pattern), replacement), (re.compile(back_pattern), back_replacement)]
        self._has_patterns = bool(pattern)

    def on_request(self, ctx: Context, header: RequestHeader, request: Request | None) -> Result:  # noqa: ARG002
        """Say the broker's names."""
        if request is None:
            return None
        rewrite(request, header.request_api_version, self, is_request=True)
        return request

    def on_response(self, ctx: Context, header: ResponseHeader, response: Response | None) -> Result:  # noqa: ARG002
        """Say the clients' names."""
        if response is not None:
            rewrite(response, ctx.version, self, is_request=False)
        return response

    # ----------------------------------------------------------------------------------------------------------- names

    def to_broker(self, kind: str, name: str) -> str:
        """What the broker calls a topic. Raises `NotReversible`."""
        found = self._named(0, kind, name)
        if self._named(1, kind, found) != name:
            raise NotReversible(f"{name!r} becomes {found!r}, and that another one")
        return found

    def to_client(self, kind: str, name: str) -> str | None:
        """What clients call it; None for a topic that none could ask for."""
        found = self._named(1, kind, name)
        return found if self._named(0, kind, found) == name else None

    def _named(self, way: int, kind: str, name: str) -> str:
        if kind != "topic":
            return name
        if not self._has_patterns:
            return (self._back if way else self._there).get(name, name)
        pattern, replacement = self._patterns[way]
        match = pattern.fullmatch(name)
        return name if match is None else match.expand(replacement)

    def pattern_to_broker(self, kind: str, pattern: str) -> str:  # noqa: ARG002 - what all of them get
        """As it is."""
        return pattern

    def pattern_to_client(self, kind: str, pattern: str) -> str | None:  # noqa: ARG002
        """As it is."""
        return pattern

    def acl_to_broker(self, kind: str, name: str, pattern_type: int) -> tuple[str, int]:
        """The name of a topic; the beginning of names stays."""
        return (self.to_broker(kind, name) if _is_name(name, pattern_type) else name), pattern_type

    def acl_to_client(self, kind: str, name: str, pattern_type: int) -> tuple[str, int] | None:
        """The name of a topic."""
        found = self.to_client(kind, name) if _is_name(name, pattern_type) else name
        return None if found is None else (found, pattern_type)

    def text(self, text: str) -> str | None:
        """The broker's words."""
        return text


def _is_name(name: str, pattern_type: int) -> bool:
    return pattern_type == _LITERAL and name != "*"


def _pairs(text: str) -> dict[str, str]:
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    wrong = [old for old, colon, new in pairs if not (old and colon and new)]
    if wrong:
        raise ValueError(f"topics: {wrong[0]!r} is not OLD:NEW")
    return {old.strip(): new.strip() for old, _, new in pairs}


def _one_to_one(topics: dict[str, str]) -> dict[str, str]:
    """With what is left over at the end of each chain of names in place of what is missing at its beginning."""
    targets = {*topics.values()}
    if len(targets) != len(topics):
        raise ValueError("topics: two of them would have one name")
    closed = dict(topics)
    for start in topics.keys() - targets:
        end = start
        while end in topics:
            end = topics[end]
        closed[end] = start
    return closed
