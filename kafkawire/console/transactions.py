"""Producers that partitions remember, and transactions: which are open, and which hang."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.client.metadata import TopicPartition
from kafkawire.console.parameters import text
from kafkawire.console.rows import Rows, first_rows, known, partly
from kafkawire.console.view import Params
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

__all__ = ["producers", "transactions"]

_OPEN = frozenset({"Ongoing", "PrepareCommit", "PrepareAbort", "PrepareEpochFence"})
_MOST_DESCRIBED = 1_000
_MOST_NAMED = 100  # partitions of a transaction


async def producers(admin: Admin, params: Params) -> Any:
    """What the partitions of a topic remember of producers, those first whose transaction hangs."""
    name = text(params, "topic")
    topic = (await admin.describe_topics([name]))[name]
    tps = [TopicPartition(name, p.partition) for p in topic.partitions][:_MOST_DESCRIBED]
    found, notes = await partly(admin.describe_producers(tps), "partition")
    ongoing = await _ongoing(admin, notes)
    rows: Rows = [
        {
            "partition": tp.partition,
            "producer": one.producer_id,
            "epoch": one.producer_epoch,
            "sequence": known(one.last_sequence),
            "written": known(one.last_timestamp),
            "began": known(one.current_txn_start_offset),
            "hangs": one.current_txn_start_offset >= 0 and ongoing is not None and one.producer_id not in ongoing,
        }
        for tp, producers in found.items()
        for one in producers
    ]
    rows.sort(key=lambda row: (not row["hangs"], row["began"] is None, row["partition"], row["producer"]))
    return first_rows(rows, params, "producer", "partition") | {"notes": notes}


async def _ongoing(admin: Admin, notes: list[str]) -> set[int] | None:
    """The producers that have a transaction open, as coordinators know them; None if they do not say."""
    try:
        return {one.producer_id for one in await admin.list_transactions() if one.state in _OPEN}
    except KafkaWireError as exc:
        notes.append(f"whether transactions hang is not known: {exc}")
        return None


async def transactions(admin: Admin, params: Params, now_ms: int) -> Any:
    """All transactions but dead ones, those that hang first. `now_ms` is milliseconds since the epoch."""
    listed = await admin.list_transactions()
    listed.sort(key=lambda one: (one.state not in _OPEN, one.transactional_id))
    described, notes = await partly(
        admin.describe_transactions([one.transactional_id for one in listed[:_MOST_DESCRIBED]]), "transaction"
    )
    rows = [_transaction(one, described.get(one.transactional_id), now_ms) for one in listed if one.state != "Dead"]
    rows.sort(key=lambda row: (not row["hangs"], row["open"] is None))
    return first_rows(rows, params, "id", "state", "producer") | {"notes": notes}


def _transaction(listed: Any, found: Any, now_ms: int) -> dict[str, Any]:
    row = {
        "id": listed.transactional_id,
        "producer": listed.producer_id,
        "state": listed.state,
        "coordinator": listed.coordinator,
    }
    is_open = found is not None and found.state in _OPEN and found.start_time_ms >= 0
    since = max(0, now_ms - found.start_time_ms) if is_open else None
    return row | {
        "timeout": None if found is None else found.timeout_ms,
        "open": since,
        "partitions": [] if found is None else [str(tp) for tp in found.partitions[:_MOST_NAMED]],
        "hangs": since is not None and since > found.timeout_ms,
    }
