"""Serializers and deserializers: what they are given, what comes of it, and what happens when one raises."""

from __future__ import annotations

import json
import threading
from itertools import islice
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.client import Consumer, ConsumerRecord, Producer, ShareConsumer, blocking
from kafkawire.client.consumer import PartitionRecords
from kafkawire.client.errors import DeserializationFailed, InvalidOption, SerializationFailed
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaWireError, ValueOutOfRange
from kafkawire.records import Record, read_batches, write_batch
from tests.client.scripted import Cluster
from tests.client.scripted_fetch import FetchCluster
from tests.client.share_script import ShareCluster
from tests.client.virtual_time import run

T0 = TP("t", 0)
RELEASE, ACCEPT = 2, 1


def to_json(value: object) -> bytes:
    return json.dumps(value).encode()


def producer(cluster: Cluster, **options: Any) -> Producer[Any, Any]:
    return Producer("b1:9092", runtime=AioRuntime(cluster.network.dial), **options)


def share_consumer(cluster: ShareCluster, **options: Any) -> ShareConsumer[Any, Any]:
    return cluster.consumer(value_deserializer=json.loads, **options)


def consumer(cluster: Cluster, **options: Any) -> Consumer[Any, Any]:
    given: dict[str, Any] = {"auto_offset_reset": "earliest", "topics": ["t"], "value_deserializer": json.loads}
    return Consumer("b1:9092", runtime=AioRuntime(cluster.network.dial), **given | options)


def records(cluster: Cluster) -> list[Record]:
    return [record for _, _, data in cluster.logs["t", 0].batches for batch in read_batches(data) for record in batch]


def fill(cluster: Cluster, *batches: list[bytes | None]) -> None:
    log = cluster.logs["t", 0]
    for values in batches:
        log.append(write_batch([(n, n, b"k", value, [("h", b"x")]) for n, value in enumerate(values)]))


def values(chunks: list[PartitionRecords[Any, Any]]) -> list[Any]:
    return [record.value for chunk in chunks for record in chunk]


class TestProducer:
    def test_keys_and_values_are_written_as_the_serializers_say(self) -> None:
        async def main() -> None:
            cluster = Cluster({"t": 1})
            async with producer(cluster, key_serializer=str.encode, value_serializer=to_json) as p:
                for number in range(3):  # the first is parked, the others find an open batch
                    await p.send("t", {"n": number}, key=f"k{number}", headers=[("h", b"raw")])
            assert [(r.key, r.value) for r in records(cluster)] == [(b"k%d" % n, b'{"n": %d}' % n) for n in range(3)]
            assert list(records(cluster)[0].headers) == [("h", b"raw")]

        run(main())

    def test_the_partition_follows_the_bytes_of_the_key(self) -> None:
        async def main() -> None:
            cluster = Cluster({"t": 50})
            async with producer(cluster, key_serializer=str.encode) as p, producer(cluster) as plain:
                for key in ("a", "b", "ä"):
                    assert (await p.send("t", b"v", key=key)).partition == (
                        await plain.send("t", b"v", key=key.encode())
                    ).partition

        run(main())

    def test_none_is_not_given_to_a_serializer_and_may_be_what_it_says(self) -> None:
        async def main() -> None:
            cluster = Cluster({"t": 1})
            given: list[object] = []
            async with producer(cluster, key_serializer=given.append, value_serializer=given.append) as p:
                await p.send("t", None, key="k")
                await p.send("t")
                await p.send("t", 0, key="")
            assert given == ["k", "", 0]  # `append` returns None; the key goes first, as in Java
            assert [(r.key, r.value) for r in records(cluster)] == [(None, None)] * 3

        run(main())

    def test_other_buffers_are_bytes_too(self) -> None:
        async def main() -> None:
            cluster = Cluster({"t": 1})
            async with producer(cluster, key_serializer=bytearray, value_serializer=memoryview) as p:
                await p.send("t", b"value", key=b"key")
            assert [(r.key, r.value) for r in records(cluster)] == [(b"key", b"value")]

        run(main())

    @pytest.mark.parametrize("is_open", [False, True])
    @pytest.mark.parametrize("field", ["key", "value"])
    def test_what_cannot_be_serialized_is_not_appended_and_others_are(self, field: str, is_open: bool) -> None:
        async def main() -> None:
            cluster = Cluster({"t": 1})
            async with producer(cluster, linger_ms=100, **{f"{field}_serializer": to_json}) as p:
                good: dict[str, Any] = {"key": b"k"} | {field: "good"}
                bad: dict[str, Any] = {"value": b"v", "key": b"k"} | {field: {1, 2}}
                last: dict[str, Any] = {"value": b"v", "key": b"k"} | {field: "last"}
                if is_open:
                    p.send("t", good.pop("value", b"v"), **good)
                before = p.buffered
                with pytest.raises(SerializationFailed, match=f"t: the {field} of a record .*TypeError: Obj") as failed:
                    p.send("t", **bad)
                assert (failed.value.topic, failed.value.field) == ("t", field)
                assert isinstance(failed.value.__cause__, TypeError)
                assert p.buffered == before
                await p.send("t", **last)
                await p.flush()  # the refused record is no failed delivery: its error was raised
            assert [getattr(r, field) for r in records(cluster)] == [b'"good"'] * is_open + [b'"last"']

        run(main())

    def test_a_serializer_that_makes_no_bytes_is_named(self) -> None:
        async def main() -> None:
            async with producer(Cluster({"t": 1}), value_serializer=json.dumps) as p:
                with pytest.raises(SerializationFailed, match=r"the value .*: a key or value must be bytes") as failed:
                    p.send("t", {"a": 1})
                assert isinstance(failed.value.__cause__, ValueOutOfRange)

        run(main())

    def test_with_one_serializer_the_other_field_is_bytes(self) -> None:
        async def main() -> None:
            async with producer(Cluster({"t": 1}), value_serializer=to_json) as p:
                with pytest.raises(ValueOutOfRange, match="not str"):
                    p.send("t", {"a": 1}, key="text")

        run(main())


class TestConsumer:
    def test_fetch_hands_out_what_the_deserializers_make(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            fill(cluster, [b"1", b"[2]"], [b'{"a": 3}'])
            async with consumer(cluster, key_deserializer=bytes.decode) as c:
                (chunk,) = await c.fetch(timeout=5)
                assert [(r.key, r.value, list(r.headers)) for r in chunk] == [
                    ("k", value, [("h", b"x")]) for value in (1, [2], {"a": 3})
                ]
                assert "value={'a': 3}" in repr(chunk.records[2])
                assert c.positions() == {T0: 3}

        run(main())

    def test_async_for_does_too(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            fill(cluster, [b"1", b"2"])
            async with consumer(cluster) as c:
                async for record in c:
                    assert record == ConsumerRecord("t", 0, 0, 0, b"k", 1, [("h", b"x")], leader_epoch=0)
                    break
                assert values(await c.fetch(timeout=5)) == [2]

        run(main())

    def test_tombstones_are_none_and_empty_values_are_not(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            fill(cluster, [None, b""])
            async with consumer(cluster, value_deserializer=bytes.decode) as c:
                assert values(await c.fetch(timeout=5)) == [None, ""]

        run(main())

    def test_columns_stay_bytes_also_of_a_batch_that_was_begun_as_objects(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            fill(cluster, [b"1", b"2", b"3"], [b"4"])
            async with consumer(cluster) as c:
                assert values(await c.fetch(max_records=1, timeout=5)) == [1]
                columns = await c.fetch_columns(timeout=5)
                assert [value for some in columns for value in some.values()] == [b"2", b"3", b"4"]

        run(main())

    @pytest.mark.parametrize("field", ["key", "value"])
    def test_records_before_a_broken_one_come_first_and_the_error_until_somebody_seeks(self, field: str) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 2})
            fill(cluster, [b"0", b"1"], [b"2"])
            log = cluster.logs["t", 0]
            broken = {"key": b"5", "value": b"5"} | {field: b"}{"}
            log.append(write_batch([(0, 9, broken["key"], broken["value"], [("h", b"x")]), (1, 9, b"6", b"6", [])]))
            keys: Any = {"key_deserializer": lambda data: data if data == b"k" else json.loads(data)}
            async with consumer(cluster, **keys) as c:
                assert values(await c.fetch(timeout=5)) == [0, 1, 2]
                for _ in range(2):
                    with pytest.raises(DeserializationFailed, match=f"t-0 offset 3: the {field} .*JSONDecod") as failed:
                        await c.fetch(timeout=5)
                    assert c.positions()[T0] == 3
                error = failed.value
                assert (error.tp, error.offset, error.field) == (T0, 3, field)
                assert isinstance(error.__cause__, json.JSONDecodeError)
                record = error.record
                assert (record.key, record.value, record.timestamp) == (broken["key"], broken["value"], 9)
                assert list(record.headers) == [("h", b"x")]
                assert c.health().last_error is error
                c.seek(error.tp, error.offset + 1)
                assert values(await c.fetch(timeout=5)) == [6]

        run(main())

    @pytest.mark.parametrize("at", range(5))
    @pytest.mark.parametrize("limit", [1, 2, 100])
    def test_wherever_it_is_in_a_batch_nothing_before_it_is_lost_or_handed_out_twice(self, at: int, limit: int) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            texts: list[bytes | None] = [b"%d" % n for n in range(5)]
            texts[at] = b"?"
            fill(cluster, texts[:3], texts[3:])
            got: list[Any] = []
            called: list[bytes] = []

            def read(data: bytes) -> int:
                called.append(data)
                return int(data)

            async with consumer(cluster, value_deserializer=read) as c:
                while len(got) < at:
                    got += values(await c.fetch(max_records=limit, timeout=5))
                with pytest.raises(DeserializationFailed):
                    await c.fetch(max_records=limit, timeout=5)
                c.seek(T0, at + 1)
                while len(got) < 4:
                    got += values(await c.fetch(max_records=limit, timeout=5))
            assert got == [n for n in range(5) if n != at]
            assert [text for text in called if text != b"?"] == [text for text in texts if text != b"?"]

        run(main())

    def test_async_for_stays_at_it_and_the_record_before_counts_as_read(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 1})
            fill(cluster, [b"0", b"}{", b"2"])
            got: list[Any] = []

            async def read(c: Consumer[Any, Any]) -> None:
                async for record in c:
                    got.append(record.value)  # noqa: PERF401 - the loop raises

            async with consumer(cluster, group_id="g") as c:
                for _ in range(2):
                    with pytest.raises(DeserializationFailed) as failed:
                        await read(c)
                    assert c.health().last_error is failed.value
                    assert c.positions() == {T0: 1}
            cluster.group.offsets.clear()

            async def stop_at_the_error() -> None:
                async with consumer(cluster, group_id="g") as c:
                    await read(c)

            got.clear()
            with pytest.raises(DeserializationFailed):
                await stop_at_the_error()
            assert got == [0]
            assert cluster.group.offsets == {("t", 0): 1}
            async with consumer(cluster, group_id="g") as c:
                with pytest.raises(DeserializationFailed):
                    await c.fetch(timeout=50)
                c.seek(T0, 2)
                async for record in c:
                    assert record.value == 2
                    break

        run(main())

    def test_other_partitions_can_be_read_on(self) -> None:
        async def main() -> None:
            cluster = FetchCluster({"t": 2})
            fill(cluster, [b"}{"])
            log = cluster.logs["t", 1]
            for _ in range(3):
                log.append(write_batch([(0, 0, None, b"1", [])]))
            got: list[Any] = []
            async with consumer(cluster) as c:
                while len(got) < 3:
                    try:
                        got += values(await c.fetch(max_records=1, timeout=5))
                    except DeserializationFailed as exc:
                        c.pause([exc.tp])
                assert c.positions() == {T0: 0, TP("t", 1): 3}

        run(main())


class TestShareConsumer:
    def test_records_are_deserialized_once(self) -> None:
        async def main() -> None:
            cluster = ShareCluster()
            cluster.put([b"1", b"2"])
            async with share_consumer(cluster, share_acknowledgement_mode="explicit") as c:
                first, second = await c.fetch()
                assert [first.value, second.value] == [1, 2]
                c.acknowledge(first, "renew")
                c.acknowledge(second)
                (again,) = await c.fetch()  # a renewed one is handed out as it was
                assert again.value == 1
                c.acknowledge(again)
                await c.commit()

        run(main())

    def test_a_record_that_cannot_be_deserialized_is_released_and_told_of_once(self) -> None:
        async def main() -> None:
            cluster = ShareCluster()
            cluster.put([b"0", b"}{", b"2"])
            async with share_consumer(cluster) as c:
                assert [record.value for record in await c.fetch()] == [0, 2]
                with pytest.raises(DeserializationFailed, match="t-0 offset 1: the value") as failed:
                    await c.fetch()
                assert failed.value.record.value == b"}{"
                await c.commit()
                assert cluster.state().done == {0: ACCEPT, 2: ACCEPT}
            assert cluster.state().available == {1}  # another member is given it
            assert cluster.state().counts[1] >= 1

        run(main())


class TestBlocking:
    def test_there_and_back(self) -> None:
        with kafkawire.testing.broker(topics={"t": 1}) as broker:
            threads: list[threading.Thread] = []

            def write(value: object) -> bytes:
                threads.append(threading.current_thread())
                return to_json(value)

            with blocking.Producer(broker.bootstrap_servers, key_serializer=str.encode, value_serializer=write) as p:
                for number in range(3):
                    p.send("t", [number], key=f"k{number}")
                with pytest.raises(SerializationFailed, match="TypeError") as failed:
                    p.send("t", {1, 2}, key="k")
                assert failed.value.field == "value"
                p.flush(10)
                p.send("t", None, key="gone")
            assert set(threads) == {threading.current_thread()}
            options: Any = {"auto_offset_reset": "earliest", "topics": ["t"]}
            with blocking.Consumer(
                broker.bootstrap_servers, key_deserializer=bytes.decode, value_deserializer=json.loads, **options
            ) as c:
                got = [(record.key, record.value) for record in islice(c, 4)]
            assert got == [("k0", [0]), ("k1", [1]), ("k2", [2]), ("gone", None)]

    def test_a_loop_stays_at_a_broken_record_until_somebody_seeks(self) -> None:
        with kafkawire.testing.broker(topics={"t": 1}) as broker:
            with blocking.Producer(broker.bootstrap_servers) as p:
                for value in (b"0", b"1", b"}{", b"3"):
                    p.send("t", value)
            options: Any = {"auto_offset_reset": "earliest", "topics": ["t"]}
            with blocking.Consumer(broker.bootstrap_servers, value_deserializer=json.loads, **options) as c:
                got: list[Any] = []
                while len(got) < 3:
                    try:
                        for record in c:
                            got.append(record.value)
                            if record.value == 3:
                                break
                    except DeserializationFailed as exc:
                        assert c.positions() == {T0: 2}
                        c.seek(exc.tp, exc.offset + 1)
                assert got == [0, 1, 3]


CLIENTS: list[tuple[type, str, dict[str, Any]]] = [
    (Producer, "serializer", {}),
    (blocking.Producer, "serializer", {}),
    (Consumer, "deserializer", {}),
    (blocking.Consumer, "deserializer", {}),
    (ShareConsumer, "deserializer", {"group_id": "g", "topics": ["t"]}),
    (blocking.ShareConsumer, "deserializer", {"group_id": "g", "topics": ["t"]}),
]


async def coroutine_function(data: bytes) -> bytes:
    return data


@pytest.mark.parametrize("field", ["key", "value"])
@pytest.mark.parametrize(("client", "kind", "needed"), CLIENTS)
def test_what_is_no_plain_callable_is_refused(client: type, kind: str, needed: dict[str, Any], field: str) -> None:
    name = f"{field}_{kind}"
    for wrong, said in [
        ("org.apache.kafka.common.serialization.StringSerializer", "names of Java classes"),
        (5, "callable, not 5"),
        (coroutine_function, "plain function"),
    ]:
        with pytest.raises(InvalidOption, match=rf"{name} must be .*{said}"):
            client("a:1", **{name: wrong}, **needed)


@pytest.mark.parametrize(("client", "kind", "needed"), CLIENTS)
def test_a_name_that_is_nearly_right_is_corrected(client: type, kind: str, needed: dict[str, Any]) -> None:
    for wrong in (f"key.{kind}", f"key_{kind}s"):
        with pytest.raises(InvalidOption, match=f"did you mean 'key_{kind}'"):
            client("a:1", **{wrong: str}, **needed)


def test_the_errors_are_of_the_family() -> None:
    assert issubclass(SerializationFailed, KafkaWireError)
    assert issubclass(DeserializationFailed, KafkaWireError)
