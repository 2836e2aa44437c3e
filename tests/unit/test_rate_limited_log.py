"""Log lines that clients can cause: one of a kind a second, and how many were left out."""

from __future__ import annotations

import logging

import pytest

from kafkawire import rate_limited_log
from kafkawire.rate_limited_log import RateLimitedLogger


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_of_a_kind_one_line_a_second_is_written_and_then_how_many_were_left_out(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    log = RateLimitedLogger("kafkawire.test.rate_limited_log", clock)
    for number in range(1000):
        log.warning("no room for %d", number)
    log.warning("something else: %s", "x")
    assert caplog.messages == ["no room for 0", "something else: x"]
    clock.now += 1
    log.warning("no room for %d", 1000)
    assert caplog.messages[2:] == ["no room for 999 (the last of 999 more like it)", "no room for 1000"]


def test_what_was_left_out_is_said_though_no_more_comes(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    log = RateLimitedLogger("kafkawire.test.rate_limited_log", clock)
    for number in range(3):
        log.error("bad %d", number)
    rate_limited_log.say_left_out()
    assert caplog.messages == ["bad 0"]
    clock.now += 1
    rate_limited_log.say_left_out()
    rate_limited_log.say_left_out()
    assert caplog.messages == ["bad 0", "bad 2 (the last of 2 more like it)"]
    assert caplog.records[1].levelno == logging.ERROR


def test_who_debugs_sees_everything(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    log = RateLimitedLogger("kafkawire.test.rate_limited_log", clock)
    for number in range(3):
        log.debug("seen %d", number)
    assert len(caplog.messages) == 3


def test_a_line_says_where_it_was_written(caplog: pytest.LogCaptureFixture) -> None:
    RateLimitedLogger("kafkawire.test.rate_limited_log").warning("here")
    assert caplog.records[0].filename == "test_rate_limited_log.py"
