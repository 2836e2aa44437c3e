from __future__ import annotations

import asyncio

import pytest

from kafkawire.client.retry import Backoff, Deadline, call_until, is_retriable, within
from kafkawire.errors import KafkaError, LocalProtocolError, RemoteProtocolError
from kafkawire.transport.errors import ConnectionLost, RequestTimedOut


def test_pauses_double_up_to_the_maximum_and_begin_again_after_a_success() -> None:
    backoff = Backoff(0.1, 1.0, lambda: 0.5)
    assert [backoff.next_delay() for _ in range(6)] == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.0, 1.0])
    backoff.reset()
    assert backoff.next_delay() == pytest.approx(0.1)


@pytest.mark.parametrize(("chance", "expected"), [(0.0, 0.08), (0.999999, 0.12)])
def test_chance_moves_a_pause_by_a_fifth_either_way(chance: float, expected: float) -> None:
    assert Backoff(0.1, 1.0, lambda: chance).next_delay() == pytest.approx(expected, abs=1e-6)


def test_many_attempts_do_not_overflow() -> None:
    backoff = Backoff(0.1, 1.0, lambda: 0.5)
    assert [backoff.next_delay() for _ in range(5000)][-1] == pytest.approx(1.0)


def test_a_deadline_counts_down_on_the_given_clock() -> None:
    now = [5.0]
    deadline = Deadline(lambda: now[0], 2.0)
    assert (deadline.remaining, deadline.passed) == (2.0, False)
    now[0] = 7.0
    assert (deadline.remaining, deadline.passed) == (0.0, True)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ConnectionLost("x"), True),
        (RequestTimedOut("x"), True),
        (KafkaError(6), True),
        (KafkaError(29), False),
        (RemoteProtocolError("x"), True),
        (LocalProtocolError("x"), False),
        (ValueError("x"), False),
    ],
)
def test_what_may_be_tried_again(error: Exception, expected: bool) -> None:
    assert is_retriable(error) is expected


def test_nothing_waits_longer_than_the_call_that_it_is_done_for() -> None:
    now = 0.0
    assert within(30) == 30
    with call_until(Deadline(lambda: now, 10)):
        assert within(30) == 10
        assert within(5) == 5
        with call_until(Deadline(lambda: now, within(3))):
            assert within(30) == 3
        now = 20.0
        assert within(30) == 1  # an attempt that is made at the end has a chance
    assert within(30) == 30


def test_what_an_attempt_leaves_behind_is_not_bound_by_it() -> None:
    async def left_behind(begun: asyncio.Event) -> float:
        await begun.wait()
        return within(30)

    async def main() -> float:
        over = asyncio.Event()
        with call_until(Deadline(lambda: 0.0, 5)):
            task = asyncio.create_task(left_behind(over))
        over.set()
        return await task

    assert asyncio.run(main()) == 30
