"""Lists of what a cluster has: bounded, filtered, and with a word on what is missing."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import Any

from kafkawire.console.parameters import between, text
from kafkawire.console.view import Params
from kafkawire.errors import KafkaError

__all__ = ["MOST_ROWS", "Rows", "first_rows", "known", "partly"]

MOST_ROWS = 1_000

Rows = list[dict[str, Any]]


def first_rows(rows: Rows, params: Params, *columns: str, notes: Sequence[str] = ()) -> dict[str, Any]:
    """The first rows that have the words of the filter in one of the columns, and how many there are."""
    words = text(params, "filter", "").lower().split()
    fitting = [row for row in rows if _has_all(" ".join(str(row[column]) for column in columns).lower(), words)]
    limit = between(params, "limit", 200, MOST_ROWS)
    return {"rows": fitting[:limit], "fitting": len(fitting), "total": len(rows), "notes": list(notes)}


def _has_all(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def known(value: int) -> int | None:
    """The numbers of brokers are -1 where there is none."""
    return None if value < 0 else value


async def partly(call: Awaitable[Mapping[Any, Any]], noun: str) -> tuple[Mapping[Any, Any], list[str]]:
    """The results of a call about several things, and a word on those that failed. Raises if all have."""
    try:
        return await call, []
    except KafkaError as exc:
        results: Mapping[Any, Any] = getattr(exc, "results", {})
        if not results:
            raise
        return results, [f"{len(getattr(exc, 'errors', ()))} of a {noun} failed: {exc}"]
