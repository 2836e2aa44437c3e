"""Who may decide, what is committed and what aborted, over a ledger in memory; against brokers: `exactly_once.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

pytest.importorskip("pyspark")

from kafkawire.client.admin import TransactionDescription
from kafkawire.client.errors import ProducerFenced
from kafkawire.spark.sink.execution import (
    Superseded,
    TransactionLost,
    abandon,
    conclude,
    decide,
    end_open,
    free_slot,
    take_over,
)
from kafkawire.spark.sink.names import Names, OpenTransaction, TaskAttempt
from kafkawire.spark.sink.state import State

NAMES = Names("p", "q")


class Ledger:
    """What brokers would keep: a state, and transactions that are open or were ended."""

    names = NAMES

    def __init__(self, state: State | None = None) -> None:
        self.state = state or State()
        self.open: list[OpenTransaction] = []
        self.ended: dict[OpenTransaction, bool] = {}
        self.fenced = 0
        """How many changes are going to be fenced."""
        self.before_change: Callable[[], None] = lambda: None

    def begin(self, index: int, slot: int = 0, epoch: int = 1) -> OpenTransaction:
        self.open.append(OpenTransaction(NAMES.of_task(index, slot), 100 + index, epoch))
        return self.open[-1]

    async def read(self, *, stable: bool = False) -> State:
        return self.state

    async def change(self, make: Callable[[State], State | None]) -> tuple[State, bool]:
        self.before_change()
        after = make(self.state)
        if after is not None and self.fenced:
            self.fenced -= 1
            raise ProducerFenced("somebody else was quicker")
        self.state = after or self.state
        return self.state, after is not None

    async def open_transactions(self) -> list[OpenTransaction]:
        return list(self.open)

    async def describe(self, transactional_ids: Iterable[str]) -> dict[str, TransactionDescription]:
        return {
            one.transactional_id: TransactionDescription(
                one.transactional_id, "Ongoing", one.producer_id, one.epoch, 1, 1, ()
            )
            for one in self.open
            if one.transactional_id in set(transactional_ids)
        }

    async def end_all(self, transactions: Iterable[OpenTransaction], *, commit: bool) -> list[OpenTransaction]:
        refused = []
        for one in transactions:
            if one in self.open:
                self.open.remove(one)
                self.ended[one] = commit
            elif self.ended.get(one) is not commit:
                refused.append(one)
        return refused


def task(index: int = 0, attempt: int = 0, batch: int = 3) -> TaskAttempt:
    return TaskAttempt("q", batch, index, attempt)


def run(coroutine: Any) -> Any:
    return asyncio.run(coroutine)


def test_the_first_task_takes_over_and_ends_what_is_left_of_others() -> None:
    ledger = Ledger(State("old"))
    decided, loose = ledger.begin(0), ledger.begin(1)
    ledger.state = ledger.state.decided(2, 1, [decided])
    state = run(take_over(ledger, "new", task()))  # type: ignore[arg-type]
    assert (state.owner, state.former, state.batch) == ("new", ("old",), 2)
    assert ledger.ended == {decided: True, loose: False}


def test_later_tasks_leave_alone_what_their_execution_has_begun() -> None:
    ledger = Ledger(State("mine"))
    ledger.begin(0)
    run(take_over(ledger, "mine", task(1)))  # type: ignore[arg-type]
    assert ledger.ended == {}


def test_what_begins_while_the_query_is_taken_over_by_another_task_is_left_alone() -> None:
    ledger = Ledger(State("old"))

    def other_task_is_quicker() -> None:
        if ledger.state.owner == "old":
            ledger.state = ledger.state.owned_by("new")
            ledger.begin(1)

    ledger.before_change = other_task_is_quicker
    run(take_over(ledger, "new", task()))  # type: ignore[arg-type]
    assert ledger.ended == {}


def test_a_task_that_is_fenced_looks_again() -> None:
    ledger = Ledger(State("old"))
    ledger.fenced = 1
    assert run(take_over(ledger, "new", task())).owner == "new"  # type: ignore[arg-type]


def test_a_task_of_an_execution_that_lost_the_query_stops() -> None:
    ledger = Ledger(State("old").owned_by("new"))
    with pytest.raises(Superseded):
        run(take_over(ledger, "old", task()))  # type: ignore[arg-type]


def test_an_attempt_does_not_touch_a_transaction_that_may_be_chosen() -> None:
    ledger = Ledger()
    ledger.begin(4, slot=0)
    assert run(free_slot(ledger, task(4, attempt=0))) == 1  # type: ignore[arg-type]
    assert run(free_slot(ledger, task(4, attempt=2))) == 2  # type: ignore[arg-type]
    assert run(free_slot(ledger, task(5, attempt=0))) == 0  # type: ignore[arg-type]


def test_what_is_decided_is_committed_and_the_rest_aborted() -> None:
    ledger = Ledger(State("mine"))
    chosen, spare = [ledger.begin(0), ledger.begin(1)], ledger.begin(1, slot=1)
    state = run(decide(ledger, "mine", 3, 2, chosen))  # type: ignore[arg-type]
    run(conclude(ledger, "mine", state))  # type: ignore[arg-type]
    assert (state.batch, state.tasks, state.transactions) == (3, 2, tuple(chosen))
    assert ledger.ended == {chosen[0]: True, chosen[1]: True, spare: False}
    run(conclude(ledger, "mine", state))  # type: ignore[arg-type]  # again, after a restart


def test_an_execution_that_lost_the_query_cannot_decide() -> None:
    ledger = Ledger(State("mine"))
    chosen = [ledger.begin(0)]
    ledger.state = ledger.state.owned_by("other")
    with pytest.raises(Superseded):
        run(decide(ledger, "mine", 3, 1, chosen))  # type: ignore[arg-type]
    assert ledger.state.batch == -1


def test_nothing_is_decided_once_one_transaction_is_over() -> None:
    ledger = Ledger(State("mine"))
    chosen = [ledger.begin(0), ledger.begin(1)]
    run(ledger.end_all(chosen[1:], commit=False))
    with pytest.raises(TransactionLost, match="'p-q-1-0' is not open any more"):
        run(decide(ledger, "mine", 3, 2, chosen))  # type: ignore[arg-type]
    assert ledger.state.batch == -1


def test_a_transaction_of_another_epoch_is_another_one() -> None:
    ledger = Ledger(State("mine"))
    ledger.begin(0, epoch=2)
    with pytest.raises(TransactionLost):
        run(decide(ledger, "mine", 3, 1, [OpenTransaction(NAMES.of_task(0, 0), 100, 1)]))  # type: ignore[arg-type]


def test_a_transaction_that_times_out_after_the_decision_is_an_error_that_names_it() -> None:
    ledger = Ledger(State("mine"))
    chosen = [ledger.begin(0), ledger.begin(1)]
    state = run(decide(ledger, "mine", 3, 2, chosen))  # type: ignore[arg-type]
    run(ledger.end_all(chosen[:1], commit=False))
    with pytest.raises(TransactionLost, match="1 of its 2 transactions are committed, but not 'p-q-0-0'"):
        run(conclude(ledger, "mine", state))  # type: ignore[arg-type]


def test_a_failed_batch_is_aborted_with_all_that_is_open() -> None:
    ledger = Ledger(State("mine"))
    known, unknown = ledger.begin(0), ledger.begin(1)
    run(abandon(ledger, "mine", 3, [known]))  # type: ignore[arg-type]
    assert ledger.ended == {known: False, unknown: False}


def test_a_batch_that_is_decided_is_not_aborted_when_its_driver_fails() -> None:
    ledger = Ledger(State("mine"))
    chosen = [ledger.begin(0)]
    ledger.state = ledger.state.decided(3, 1, chosen)
    run(abandon(ledger, "mine", 3, chosen))  # type: ignore[arg-type]
    assert ledger.ended == {}


def test_a_driver_that_lost_the_query_aborts_nothing() -> None:
    ledger = Ledger(State("mine").owned_by("other"))
    theirs = ledger.begin(0)
    run(abandon(ledger, "mine", 3, []))  # type: ignore[arg-type]
    assert ledger.open == [theirs]


def test_a_driver_that_is_late_leaves_alone_what_a_later_execution_has_begun() -> None:
    ledger = Ledger(State("mine"))
    chosen = [ledger.begin(0)]
    state = run(decide(ledger, "mine", 3, 1, chosen))  # type: ignore[arg-type]
    ledger.state = ledger.state.owned_by("other")
    theirs = ledger.begin(1)
    run(conclude(ledger, "mine", state))  # type: ignore[arg-type]
    assert (ledger.ended, ledger.open) == ({chosen[0]: True}, [theirs])


def test_settling_twice_does_no_harm() -> None:
    ledger = Ledger(State("mine"))
    left = [ledger.begin(0)]
    run(end_open(ledger, ledger.state, left))  # type: ignore[arg-type]
    run(end_open(ledger, ledger.state, left))  # type: ignore[arg-type]
    assert ledger.ended == {left[0]: False}
