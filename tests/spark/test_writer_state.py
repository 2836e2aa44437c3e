"""What is remembered of a query survives being written down, however long the list."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")

from kafkawire.spark.sink.names import Names, OpenTransaction
from kafkawire.spark.sink.state import NO_BATCH, CorruptState, State, count_parts, state_of

NAMES = Names("kafkawire-spark", "0b7d5a3e-1f5a-4a3b-9e0c-6a0b2e6c7d11")
OFFSET_METADATA_MAX_BYTES = 4096  # Apache Kafka's default


@pytest.mark.parametrize("tasks", [0, 1, 100, 5_000])
def test_a_state_is_read_as_it_was_written(tasks: int) -> None:
    transactions = [OpenTransaction(NAMES.of_task(i, i % 3), 10**12 + i, 32_000) for i in range(tasks)]
    state = State("a", ("b", "c")).decided(7, tasks, transactions)
    texts = state.texts(NAMES)
    assert state_of(texts, NAMES) == state
    assert len(texts) == 1 + count_parts(texts[0])
    assert max(map(len, texts)) <= OFFSET_METADATA_MAX_BYTES


def test_owners_that_lost_the_query_are_remembered_for_a_while() -> None:
    state = State()
    for owner in "abcdefghijkl":
        state = state.owned_by(owner)
    assert (state.owner, state.former[:3], state.batch) == ("l", ("k", "j", "i"), NO_BATCH)
    assert len(state.former) == 8


ENDLESS = '{"parts":0,"owner":"","former":[],"batch":Infinity,"tasks":0,"transactions":0}'
WRONG = ["", "{}", "[1]", '{"parts": "x"}', '{"parts": 0}', '{"parts": 0, "owner": 1}', "[" * 4096, ENDLESS]


@pytest.mark.parametrize("text", WRONG)
def test_what_the_sink_has_not_written_is_no_state(text: str) -> None:
    with pytest.raises(CorruptState):
        state_of([text], NAMES)


@pytest.mark.parametrize("parts", [-1, 10**15])
def test_no_state_has_so_many_parts(parts: int) -> None:
    with pytest.raises(CorruptState):
        count_parts(f'{{"parts": {parts}}}')


def test_a_part_that_is_missing_is_noticed() -> None:
    state = State("a").decided(7, 2, [OpenTransaction(NAMES.of_task(i, 0), 1, 1) for i in range(500)])
    texts = state.texts(NAMES)
    with pytest.raises(CorruptState):
        state_of([texts[0], "", *texts[2:]], NAMES)


def test_names_of_one_query_are_not_those_of_another() -> None:
    names = Names("p", "a")
    assert names.is_of_task("p-a-0-0")
    assert names.is_of_task("p-a-12-3")
    for other in ("p-a-1-0-0", "p-a-driver", "p-a-1-driver", "p-ab-0-0", "x-p-a-0-0", "p-a-0", "p-a-0-0\n"):
        assert not names.is_of_task(other)
