"""The quick way of `send` and the general one: whichever a record takes, the same is written and charged."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.partitioner import partition_for_key
from kafkawire.client.producer import RecordMetadata
from kafkawire.errors import ValueOutOfRange
from kafkawire.records import BatchBuilder, read_batches
from tests.client.scripted import Cluster
from tests.client.test_producer import producer
from tests.client.virtual_time import run

KEYS = [None, b"", b"key"]
VALUES = [None, b"", b"value"]
HEADERS: list[Any] = [[], [("h", b"1")], (("name", b""), ("name", None)), [("größe", bytes(9_000))]]


def quick(blob: bytes | None) -> Any:
    return blob


def general(blob: bytes | None) -> Any:
    return None if blob is None else bytearray(blob)


@pytest.mark.parametrize("form", [quick, general])
def test_both_ways_write_the_same_records_in_the_order_they_were_sent(form: Any) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            sent = [*itertools.product(KEYS, VALUES, HEADERS)] * 3
            deliveries = [
                p.send("t", form(value), key=form(key), headers=headers if form is quick else iter(headers))
                for key, value, headers in sent
            ]
            results = [await delivery for delivery in deliveries]
            assert [result.offset for result in results] == list(range(len(sent)))
            assert p.buffered == 0
        records = [
            record for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data) for record in batch
        ]
        assert [(record.key, record.value, list(record.headers)) for record in records] == [
            (key, value, list(headers)) for key, value, headers in sent
        ]
        assert [RecordMetadata("t", 0, record.offset, record.timestamp) for record in records] == results

    run(main())


def test_what_is_no_header_is_refused_by_both_ways_and_nothing_is_written() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            await p.send("t", b"first")
            p.send("t", b"second")  # opens the batch that the quick way appends to
            bad: list[Any] = [[("h", "text")], [(b"h", b"x")], [("h",)], [5], [("h", b"x", b"y")]]
            for headers in bad:
                with pytest.raises(InvalidOption, match="headers"):
                    p.send("t", b"value", headers=headers)
            await p.flush()
        assert sum(len(list(batch)) for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data)) == 2

    run(main())


def test_both_ways_charge_the_same() -> None:
    async def main() -> None:
        charged: list[int] = []
        for form in (quick, general):
            async with producer(Cluster({"t": 1}), linger_ms=60_000) as p:
                await p._cluster.topic("t")
                for key, value, headers in itertools.product(KEYS, VALUES, HEADERS):
                    p.send("t", form(value), key=form(key), headers=headers if form is quick else iter(headers))
                charged.append(p.buffered)
        assert charged[0] == charged[1] > 0

    run(main())


def test_a_partitioner_of_ones_own_is_asked_for_every_record() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 3})
        turns = itertools.count()
        async with producer(cluster, partitioner=lambda topic, key, count: next(turns) % count) as p:
            for _ in range(30):
                p.send("t", b"v")
        assert [log.end for log in cluster.logs.values()] == [10, 10, 10]

    run(main())


def test_keys_choose_among_open_batches() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 3})
        keys = [b"%d" % (i % 7) for i in range(70)]
        async with producer(cluster) as p:
            results = [await delivery for delivery in [p.send("t", b"v", key=key) for key in keys]]
        assert [result.partition for result in results] == [partition_for_key(key, 3) for key in keys]

    run(main())


@pytest.mark.parametrize("bad", ["text", 5, [b"v"]])
def test_what_is_no_bytes_is_refused_at_once_wherever_it_would_go(bad: Any) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with producer(cluster) as p:
            for arguments in ({"value": bad}, {"value": b"v", "key": bad}):
                with pytest.raises(ValueOutOfRange, match="must be bytes or None"):
                    p.send("t", **arguments)
            await p.send("t", b"first")
            p.send("t", b"opens a batch")
            for arguments in ({"value": bad}, {"value": b"v", "key": bad}):
                with pytest.raises(ValueOutOfRange, match="must be bytes or None"):
                    p.send("t", **arguments)
        assert cluster.logs["t", 0].values() == [b"first", b"opens a batch"]

    run(main())


def test_columns_that_were_appended_to_build_what_append_builds() -> None:
    one, other = BatchBuilder(), BatchBuilder()
    for number, (key, value) in enumerate(itertools.product(KEYS, VALUES)):
        assert one.append(1_000 + number, key, value) == number
        other.timestamps.append(1_000 + number)
        other.keys.append(key)
        other.values.append(value)
    assert len(one) == len(other) == 9
    assert one.build() == other.build()
