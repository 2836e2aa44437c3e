"""Which requests say again what an earlier one said."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

__all__ = ["POLLS", "Retries", "Sent"]

POLLS = frozenset((1, 12, 63, 68, 76, 78, 88))
"""APIs whose requests say the same again and again (Fetch, heartbeats): a repetition is no retry."""

_MOST = 4096  # requests that are remembered
_COMPARED = 1 << 16  # bytes of a request
_LARGEST = 4096  # bytes of a response that is remembered


@dataclass(slots=True)
class Sent:
    """A request that was sent, and what it got."""

    connection: int
    correlation_id: int | None
    answer: bytes | None = None
    is_large: bool = False
    """Whether there was a response, too large to be kept."""

    def answered(self, data: bytes) -> None:
        """It got this response."""
        self.is_large = len(data) > _LARGEST
        self.answer = None if self.is_large else data


class Retries:
    """Remembers the latest requests, by who sent them and what they said."""

    def __init__(self) -> None:
        self._sent: OrderedDict[tuple[object, ...], Sent] = OrderedDict()  # a dict is slow to lose its first key

    def seen(self, sent: Sent, host: bytes, data: bytes) -> Sent | None:
        """A request was sent by a host; the latest one that said the same, with another correlation id or not."""
        key = (host, data[:4], len(data), hash(data[8:_COMPARED]))
        earlier = self._sent.pop(key, None)
        self._sent[key] = sent
        if len(self._sent) > _MOST:
            self._sent.popitem(last=False)
        return earlier
