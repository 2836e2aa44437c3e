from __future__ import annotations

import pytest

from kafkawire.client.retry import Backoff, Deadline, is_retriable
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
