"""The two ends of an execution, apart from writing: how tasks begin, and how the driver decides.

An execution is one run of one batch; it has a name that the driver made up. Whatever happens, and whoever dies, these
hold, and everything else follows:

* Only the execution that owns the query can decide. A later one takes ownership before it touches anything.
* What is decided is committed, by whoever comes next, if need be. What is not decided is aborted.
* A batch that is decided is not written again.

`docs/design/spark-sink.md` goes through all the moments at which a process may die.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence

from kafkawire.client.errors import ProducerFenced
from kafkawire.errors import KafkaWireError
from kafkawire.spark.sink.ledger import Ledger
from kafkawire.spark.sink.names import OpenTransaction, TaskAttempt
from kafkawire.spark.sink.state import State

__all__ = [
    "Superseded",
    "TransactionLost",
    "abandon",
    "conclude",
    "decide",
    "end_open",
    "free_slot",
    "sweep",
    "take_over",
]

log = logging.getLogger("kafkawire.spark")

_ONGOING = "Ongoing"
_PATIENCE = 2.0  # seconds that the other tasks leave it to the first one to take the query over
_BETWEEN_LOOKS = 0.05


class Superseded(KafkaWireError):
    """Another execution has taken the query over: this one must not write any more."""


class TransactionLost(KafkaWireError):
    """A transaction was ended by somebody else, its timeout for example, before the driver could commit it."""


# -------------------------------------------------------------------------------------------------------------- tasks


async def take_over(ledger: Ledger, execution: str, task: TaskAttempt) -> State:
    """See to it that the execution owns the query, and that nothing is left of earlier ones. Returns the state.

    All tasks of an execution call this; the first to come does it. Raises `Superseded`.
    """
    looks = 0
    while True:
        state = await ledger.read()
        if state.owner == execution:
            return state
        _ensure_not_former(state, execution)
        if task.index == 0 or looks * _BETWEEN_LOOKS >= _PATIENCE:  # tasks begin at once: the first one goes ahead
            try:
                return await _claim(ledger, execution)
            except ProducerFenced:
                log.debug("somebody else was about to take over query %s, too", ledger.names.query)
        looks += 1
        await asyncio.sleep(_BETWEEN_LOOKS * (0.5 + random.random()))  # noqa: S311 - spreads tasks in time


async def _claim(ledger: Ledger, execution: str) -> State:
    """Take the query over, then end what was open before.

    What is listed before the state is read is of earlier executions, unless the state says that this one has begun.
    """
    open_before = await ledger.open_transactions()

    def make(state: State) -> State | None:
        _ensure_not_former(state, execution)
        return None if state.owner == execution else state.owned_by(execution)

    state, is_new = await ledger.change(make)
    if is_new:
        await end_open(ledger, state, open_before)
    return state


def _ensure_not_former(state: State, execution: str) -> None:
    if execution in state.former:
        raise Superseded("a later execution has taken the query over: is it running twice?")


async def end_open(ledger: Ledger, state: State, transactions: Sequence[OpenTransaction]) -> None:
    """End open transactions as the state says: commit those that are decided, abort the others."""
    decided = [one for one in transactions if one in state.transactions]
    others = [one for one in transactions if one not in state.transactions]
    await ledger.end_all(decided, commit=True)
    await ledger.end_all(others, commit=False)


async def free_slot(ledger: Ledger, task: TaskAttempt) -> int:
    """The first slot, from the attempt's own number on, in which no transaction is open.

    One that is open may be that of another attempt at this task, which the driver may be about to choose.
    """
    slot = task.attempt
    while True:
        transactional_id = ledger.names.of_task(task.index, slot)
        described = (await ledger.describe([transactional_id])).get(transactional_id)
        if described is None or described.state != _ONGOING:
            return slot
        slot += 1


# ------------------------------------------------------------------------------------------------------------- driver


async def decide(
    ledger: Ledger, execution: str, batch: int, tasks: int, transactions: Sequence[OpenTransaction]
) -> State:
    """Make it certain that these transactions are going to be committed.

    Raises `TransactionLost` if one of them is not open any more, `Superseded` or `ProducerFenced` for a driver that
    is not the last one: then they are not. After `TimedOut` nobody knows; the next change to the state will.
    """
    await _ensure_open(ledger, transactions)

    def make(state: State) -> State | None:
        if state.owner != execution:
            raise Superseded("a later execution has taken the query over: is it running twice?")
        return None if state.batch == batch else state.decided(batch, tasks, transactions)

    return (await ledger.change(make))[0]


async def _ensure_open(ledger: Ledger, transactions: Sequence[OpenTransaction]) -> None:
    described = await ledger.describe([one.transactional_id for one in transactions])
    for one in transactions:
        now = described.get(one.transactional_id)
        found = None if now is None else (now.state, now.producer_id, now.producer_epoch)
        if found != (_ONGOING, one.producer_id, one.epoch):
            raise TransactionLost(
                f"transaction {one.transactional_id!r} is not open any more ({'unknown' if now is None else now.state})"
                ": the batch took longer than kafka.transaction.timeout.ms allows, or somebody ended it. Nothing of "
                "the batch is committed; it can be written again"
            )


async def conclude(ledger: Ledger, execution: str, state: State) -> None:
    """Commit what is decided, whether or not some of it is already; then abort what else is open.

    Raises `TransactionLost`.
    """
    lost = await ledger.end_all(state.transactions, commit=True)
    if lost:
        names = ", ".join(repr(one.transactional_id) for one in lost)
        raise TransactionLost(
            f"batch {state.batch} was decided, and {len(state.transactions) - len(lost)} of its "
            f"{len(state.transactions)} transactions are committed, but not {names}: the broker ended them, after "
            "kafka.transaction.timeout.ms, before a driver came back. Their records are in the topic, as aborted ones"
        )
    await sweep(ledger, execution)


async def sweep(ledger: Ledger, execution: str) -> None:
    """End what is open, unless a later execution owns the query: then some of it may be its own."""
    open_before = await ledger.open_transactions()
    state = await ledger.read(stable=True)
    if state.owner == execution:
        await end_open(ledger, state, open_before)


async def abandon(ledger: Ledger, execution: str, batch: int, transactions: Sequence[OpenTransaction]) -> None:
    """Abort a batch, unless it is decided, which a failed driver may not know, or the query is not ours any more."""
    open_before = await ledger.open_transactions()
    state, _ = await ledger.change(lambda _: None)
    if state.owner == execution and state.batch != batch:
        await end_open(ledger, state, list(dict.fromkeys([*transactions, *open_before])))
