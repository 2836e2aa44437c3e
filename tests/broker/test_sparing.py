"""Log lines that clients can cause: one of a kind a second, and how many were left out."""

from __future__ import annotations

import logging

import pytest

from kafkawire.broker import sparing
from kafkawire.broker.sparing import Sparing


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(sparing, "monotonic", lambda: now[0])
    return now


def test_of_a_kind_one_line_a_second_is_written_and_then_how_many_were_left_out(
    clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    log = Sparing("kafkawire.test.sparing")
    for number in range(1000):
        log.warning("no room for %d", number)
    log.warning("something else: %s", "x")
    assert caplog.messages == ["no room for 0", "something else: x"]
    clock[0] += 1
    log.warning("no room for %d", 1000)
    assert caplog.messages[2:] == ["no room for 999 (the last of 999 more like it)", "no room for 1000"]


def test_what_was_left_out_is_said_though_no_more_comes(
    clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    log = Sparing("kafkawire.test.sparing")
    for number in range(3):
        log.error("bad %d", number)
    sparing.say_left_out()
    assert caplog.messages == ["bad 0"]
    clock[0] += 1
    sparing.say_left_out()
    sparing.say_left_out()
    assert caplog.messages == ["bad 0", "bad 2 (the last of 2 more like it)"]
    assert caplog.records[1].levelno == logging.ERROR


def test_who_debugs_sees_everything(clock: list[float], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    log = Sparing("kafkawire.test.sparing")
    for number in range(3):
        log.debug("seen %d", number)
    assert len(caplog.messages) == 3


def test_a_line_says_where_it_was_written(caplog: pytest.LogCaptureFixture) -> None:
    Sparing("kafkawire.test.sparing").warning("here")
    assert caplog.records[0].filename == "test_sparing.py"
