"""Where reading begins, and going elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.offset_reset import OffsetReset, parse_offset_reset
from kafkawire.client.options import ConsumerOptions, make_options
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.test_group import member
from tests.client.virtual_time import run

T0, T1 = TP("t", 0), TP("t", 1)


def two() -> FetchCluster:
    cluster = FetchCluster({"t": 2})
    for index in range(2):
        fill(cluster, "t", index, 20)
        cluster.logs["t", index].start = 5
    cluster.times = {1_000: 8, 2_000: 16}
    return cluster


def test_seek_to_the_beginning_and_to_the_end() -> None:
    async def main() -> None:
        async with consumer(two(), topics=["t"]) as c:
            await c.seek_to_end()
            assert c.positions() == {T0: 20, T1: 20}
            await c.seek_to_beginning([T1])
            assert c.positions() == {T0: 20, T1: 5}
            assert await read(c, 15) == {T1: list(range(5, 20))}
            assert await c.beginning_offsets([("t", 0)]) == {T0: 5}
            assert await c.end_offsets([T0, T1]) == {T0: 20, T1: 20}

    run(main())


@pytest.mark.parametrize(
    ("when", "expected"),
    [(999, 8), (1_000, 8), (1_001, 16), (2_001, 20), (datetime.fromtimestamp(1.5, UTC), 16)],
)
def test_seek_to_a_time(when: Any, expected: int) -> None:
    async def main() -> None:
        async with consumer(two(), topics=["t"]) as c:
            await c.seek_to_time(when)
            assert c.positions() == {T0: expected, T1: expected}
            await c.seek_to_beginning()
            await c.seek_to_time(when, [("t", 1)])
            assert c.positions() == {T0: 5, T1: expected}

    run(main())


def test_seeks_that_make_no_sense() -> None:
    async def main() -> None:
        async with consumer(two(), topics=["t"]) as c:
            with pytest.raises(InvalidOption, match="no time zone"):
                await c.seek_to_time(datetime(2026, 1, 1))
            with pytest.raises(InvalidOption, match="milliseconds since the epoch, not -1"):
                await c.seek_to_time(-1)
            with pytest.raises(InvalidOption, match="there is no offset -1"):
                c.seek(T0, -1)
            with pytest.raises(InvalidOption, match="t-7 is not assigned"):
                await c.seek_to_end([("t", 7)])

    run(main())


def test_a_listener_may_seek_before_anything_is_read() -> None:
    async def main() -> None:
        cluster = two()
        consumers: list[Any] = []

        async def assigned(partitions: list[TP]) -> None:
            await consumers[0].seek_to_time(1_001, partitions)

        async with member(cluster, on_assigned=assigned) as c:
            consumers.append(c)
            assert await read(c, 8) == {T0: list(range(16, 20)), T1: list(range(16, 20))}

    run(main())


@pytest.mark.parametrize(
    ("text", "ago_ms"),
    [
        ("PT1H", 3_600_000),
        ("P1D", 86_400_000),
        ("P4000D", 4000 * 86_400_000),
        ("P2DT3H4M5.006S", 2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_006),
        ("PT0S", 0),
        ("pt1m", 60_000),
        ("PT0,5S", 500),
        ("PT1H-30M", 1_800_000),
        ("-PT-6H", 6 * 3_600_000),
    ],
)
def test_a_duration_is_read_as_java_reads_it(text: str, ago_ms: int) -> None:
    assert parse_offset_reset(f"by_duration:{text}") == OffsetReset(ago_ms=ago_ms)
    assert parse_offset_reset(f"by_duration:{text}").resolve(lambda: 1e9) == 10**12 - ago_ms


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("smallest", "must be 'earliest', 'latest', 'none' or 'by_duration:' and a duration such as by_duration:PT1H"),
        ("Earliest", "must be 'earliest'"),
        ("by_duration", "must be 'earliest'"),
        ("by_duration:", "needs a duration in ISO 8601"),
        ("by_duration:P", "needs a duration in ISO 8601"),
        ("by_duration:PT", "needs a duration in ISO 8601"),
        ("by_duration:P1DT", "needs a duration in ISO 8601"),
        ("by_duration:P1Y", "needs a duration in ISO 8601"),
        ("by_duration:1h", "needs a duration in ISO 8601"),
        ("by_duration:PT١H", "needs a duration in ISO 8601"),
        ("by_duration:-PT1H", "not negative"),
        (None, "of type str"),
    ],
)
def test_another_reset_is_an_error_that_says_what_there_is(value: object, expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected) as caught:
        make_options(ConsumerOptions, {"auto_offset_reset": value})
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(("now", "expected"), [(3601.0, 8), (3601.5, 16), (9999.0, 20)])
def test_by_duration_begins_with_the_first_record_that_is_young_enough(
    now: float, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.client.consumer.positions.wall_clock", lambda: now)

    async def main() -> None:
        cluster = two()
        async with consumer(cluster, topics=["t"], auto_offset_reset="by_duration:PT1H") as c:
            await c.fetch(timeout=1)
            await c.seek_to_time(0)  # any further call works
            asked: Any = cluster.seen(ApiKey.LIST_OFFSETS)[0][3]
            assert asked.topics[0].partitions[0].timestamp == int((now - 3600) * 1000)
            first = cluster.seen(ApiKey.FETCH)[0][3]
            assert first.topics[0].partitions[0].fetch_offset == expected  # type: ignore[attr-defined]

    run(main())
