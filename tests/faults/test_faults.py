"""A few rounds of `python -m tests.faults`, which goes through hundreds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from tests.faults.delivery import deliver
from tests.faults.exactly_once import transact
from tests.faults.over_tcp import deliver_by_rules, transact_by_rules
from tests.faults.rounds import play


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    logging.disable(logging.ERROR)  # what goes wrong here is meant to
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("seed", range(1000, 1006))
def test_nothing_acknowledged_is_lost_twice_or_out_of_order(seed: int) -> None:
    happened = play(deliver, seed)
    assert happened["acknowledged"] > 500
    assert happened["joined"] > 1


@pytest.mark.parametrize("seed", range(1000, 1006))
def test_each_input_has_one_output_and_transactions_are_whole(seed: int) -> None:
    happened = play(transact, seed)
    assert happened["transactions committed"] > 10


def test_nothing_is_lost_or_twice_through_the_shipped_proxy_and_its_rules() -> None:
    happened = asyncio.run(deliver_by_rules(1000))
    assert happened["acknowledged"] > 100
    assert happened["lost answer"] + happened["cut"] + happened["half an answer"] > 0


@pytest.mark.slow
def test_transactions_are_whole_through_the_shipped_proxy_and_its_rules() -> None:
    happened = asyncio.run(transact_by_rules(1000))
    assert happened["transactions committed"] > 10
