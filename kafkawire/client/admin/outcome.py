"""What becomes of each of several things that a call asks for.

One call may be about partitions on three brokers, of which one fails, one is slow and one has moved. An `Outcome` keeps
what is known so far: an item has a result, has failed for good, or is open and takes part in the next attempt. At the
end a call returns all results, or raises:

* `AdminError`, if one thing was asked for;
* `SomeFailed`, if there were several: with the error of each that failed and the result of each that did not.

Both are `KafkaError`s. What concerns no single item (no broker can be reached, none offers the API) is raised as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.retry import is_retriable
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["AdminError", "Outcome", "SomeFailed", "may_pass"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_PASSING = frozenset(
    {
        ErrorCode.LEADER_NOT_AVAILABLE,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.NOT_CONTROLLER,
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.FENCED_LEADER_EPOCH,
        ErrorCode.UNKNOWN_LEADER_EPOCH,
        ErrorCode.OFFSET_NOT_AVAILABLE,
        ErrorCode.UNSTABLE_OFFSET_COMMIT,
        ErrorCode.THROTTLING_QUOTA_EXCEEDED,
    }
)
_UNANSWERED = "the broker's answer does not say what became of it"
_SHOWN = 5


def may_pass(code: int) -> bool:
    """Whether a call tries again by itself: something has moved, or is not ready yet.

    Fewer codes than `KafkaError.retriable` has: to delete a topic that does not exist fails at once.
    """
    return code in _PASSING


class AdminError(KafkaError):
    """One thing that was asked for failed: `item` is what it was, `message` what the broker says, if anything."""

    def __init__(self, code: int, message: str | None, item: object, label: str) -> None:
        super().__init__(code, f"{label}: {message}" if message else label)
        self.item = item
        self.message = message


class SomeFailed(KafkaError):
    """Of several things that were asked for some failed, perhaps all; `code` is that of the first.

    `errors` has an error for each that failed, `results` what the call would have returned for the others.
    """

    def __init__(self, errors: Mapping[Any, AdminError], results: Mapping[Any, Any]) -> None:
        first, *others = errors.values()
        more = [str(error) for error in others[: _SHOWN - 1]]
        left = len(errors) - _SHOWN
        text = "; ".join([str(first).partition(": ")[2], *more, *([f"and {left} more"] if left > 0 else [])])
        super().__init__(first.code, f"{text} ({len(errors)} of {len(errors) + len(results)} failed)")
        self.errors = dict(errors)
        self.results = dict(results)


class Outcome(Generic[K, V]):
    """The items of one call. `label` turns an item into what error messages call it: `topic 't'`."""

    def __init__(self, items: Iterable[K], label: Callable[[K], str]) -> None:
        self.results: dict[K, V] = {}
        self.errors: dict[K, AdminError] = {}
        self.about: list[K] = []
        """The items that the response at hand is about, in the order of the request."""
        self._open: dict[K, KafkaWireError | None] = dict.fromkeys(items)
        self._asked = tuple(self._open)
        self._label = label

    @property
    def open(self) -> list[K]:
        """The items that have neither a result nor an error that is final."""
        return list(self._open)

    def put(self, item: K, value: V, code: int = 0, message: str | None = None) -> None:
        """A broker's word on an item. What was not asked for, or is decided already, is left alone."""
        if code:
            self.fail(item, code, message)
        elif item in self._open:
            del self._open[item]
            self.results[item] = value

    def fail(self, item: K, code: int, message: str | None = None) -> None:
        """An error: final, unless it may pass; then the item stays open."""
        if item not in self._open:
            return
        error = AdminError(code, message, item, self._label(item))
        if may_pass(code):
            self._open[item] = error
        else:
            del self._open[item]
            self.errors[item] = error

    def fail_all(self, code: int, message: str | None = None) -> None:
        """An error for all items that the response at hand is about."""
        for item in self.about:
            self.fail(item, code, message)

    def stall(self, items: Iterable[K], error: KafkaWireError) -> None:
        """The bytes for some items did not get through."""
        self._open |= {item: error for item in items if item in self._open}

    def begin(self) -> None:
        """Forget what the last attempt said about the items that are still open."""
        self._open = dict.fromkeys(self._open)

    def end(self) -> None:
        """The end of an attempt. Raises what keeps an item open, so that another one is made.

        Items that no response says anything about have failed.
        """
        for item in [item for item, error in self._open.items() if error is None]:
            self.fail(item, ErrorCode.UNKNOWN_SERVER_ERROR, _UNANSWERED)
        for error in self._open.values():
            if error is not None:
                raise error

    def give_up(self, reason: KafkaWireError) -> None:
        """No more attempts: what is open has failed. Raises `reason` if it concerns all items."""
        is_news = bool(self.results or self.errors) or any(isinstance(e, KafkaError) for e in self._open.values())
        if not is_news or not (is_retriable(reason) or isinstance(reason, KafkaError | TimedOut | BrokersUnavailable)):
            raise reason
        for item, last in self._open.items():
            if isinstance(last, AdminError):
                self.errors[item] = last
            else:
                text = str(last or reason)
                self.errors[item] = AdminError(ErrorCode.REQUEST_TIMED_OUT, text, item, self._label(item))
        self._open.clear()

    def finish(self) -> dict[K, V]:
        """The results in the order in which they were asked for. Raises `AdminError` or `SomeFailed`."""
        if self.errors:
            errors = {item: self.errors[item] for item in self._asked if item in self.errors}
            if len(self._asked) == 1:
                raise next(iter(errors.values()))
            raise SomeFailed(errors, self.results)
        return {item: self.results[item] for item in self._asked}
