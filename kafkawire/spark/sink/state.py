"""What is remembered of a query: which execution owns it, and which batch has been decided to be committed.

It is kept as text: the metadata of a committed offset. A broker takes 4096 characters there, so a long list of
transactions goes on in further groups; all are written in one transaction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kafkawire.errors import KafkaWireError
from kafkawire.spark.sink.names import Names, OpenTransaction

__all__ = ["NO_BATCH", "CorruptState", "State", "count_parts", "state_of"]

NO_BATCH = -1
_PART = 3_500  # characters; `offset.metadata.max.bytes` is 4096 by default
_MOST_PARTS = 10_000  # each lists a hundred transactions and more
_REMEMBERED = 8
_ENTRY = re.compile(r"(\d+)\.(\d+):(\d+):(\d+)", re.ASCII)


class CorruptState(KafkaWireError, ValueError):
    """The state that is kept at the brokers is not what the sink has written."""


@dataclass(frozen=True, slots=True)
class State:
    """An execution is one run of one batch: it begins with the batch's first task and ends with the driver's word."""

    owner: str = ""
    """The execution that may decide."""
    former: tuple[str, ...] = ()
    """Those that lost the query to a later one, the latest first."""
    batch: int = NO_BATCH
    """The last batch that was decided: its transactions are committed, or have to be."""
    tasks: int = 0
    """How many tasks wrote it."""
    transactions: tuple[OpenTransaction, ...] = ()
    """Those that make it up."""

    def owned_by(self, execution: str) -> State:
        """The state once an execution has taken the query over."""
        former = (self.owner, *self.former)[:_REMEMBERED] if self.owner else ()
        return replace(self, owner=execution, former=former)

    def decided(self, batch: int, tasks: int, transactions: Sequence[OpenTransaction]) -> State:
        """The state once it is certain that a batch will be committed."""
        return replace(self, batch=batch, tasks=tasks, transactions=tuple(transactions))

    def texts(self, names: Names) -> list[str]:
        """The state in writing, in parts; the first says how many there are."""
        listed = ",".join(_entry(transaction, names) for transaction in self.transactions)
        parts = [listed[at : at + _PART] for at in range(0, len(listed), _PART)]
        head = {
            "owner": self.owner,
            "former": self.former,
            "batch": self.batch,
            "tasks": self.tasks,
            "transactions": len(self.transactions),
            "parts": len(parts),
        }
        return [json.dumps(head, separators=(",", ":")), *parts]


def _entry(transaction: OpenTransaction, names: Names) -> str:
    index, slot = transaction.transactional_id.removeprefix(names.of_task(0, 0)[: -len("0-0")]).split("-")
    return f"{index}.{slot}:{transaction.producer_id}:{transaction.epoch}"


def count_parts(head: str) -> int:
    """How many parts follow the first."""
    return int(_head(head)["parts"])


def state_of(texts: Sequence[str], names: Names) -> State:
    """The state out of its parts. Raises `CorruptState`."""
    head, listed = _head(texts[0]), "".join(texts[1:])
    entries = listed.split(",") if listed else []
    try:
        if len(entries) != head["transactions"]:
            raise ValueError(f"{len(entries)} transactions are listed, not {head['transactions']}")
        return State(
            str(head["owner"]),
            tuple(map(str, head["former"])),
            int(head["batch"]),
            int(head["tasks"]),
            tuple(_transaction(entry, names) for entry in entries),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as exc:
        raise CorruptState(f"the state of {names.group()!r} cannot be read: {exc!r}") from exc


def _transaction(entry: str, names: Names) -> OpenTransaction:
    found = _ENTRY.fullmatch(entry)
    if found is None:
        raise ValueError(f"{entry!r} is no transaction")
    index, slot, producer_id, epoch = map(int, found.groups())
    return OpenTransaction(names.of_task(index, slot), producer_id, epoch)


def _head(text: str) -> dict[str, Any]:
    try:
        head = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise CorruptState(f"the state kept for a query cannot be read: {exc}") from exc
    if not isinstance(head, dict) or not isinstance(head.get("parts"), int) or not 0 <= head["parts"] <= _MOST_PARTS:
        raise CorruptState(f"the state kept for a query cannot be read: {text!r}")
    return head
