"""Values are encrypted on disk and plain for applications, and nothing that cannot be decrypted passes for a value."""

from __future__ import annotations

import asyncio
import logging
import os
import struct
import time
from base64 import b64encode
from pathlib import Path
from typing import Any
from uuid import UUID

import crc32c
import pytest

from kafkawire.client import Admin, NewTopic, Producer
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import (
    FetchRequest,
    FetchResponse,
    MetadataResponse,
    ProduceRequest,
    ProduceResponse,
    ShareFetchRequest,
    ShareFetchResponse,
)
from kafkawire.messages import fetch_response as fetch
from kafkawire.messages import metadata_response as metadata
from kafkawire.messages import produce_request as produce
from kafkawire.messages import share_fetch_response as share
from kafkawire.proxy import Filter
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import read_batches, write_batch
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import (
    PRODUCE,
    accepts,
    asks,
    batch,
    behind,
    fetched,
    outcomes,
    read,
    records,
    run,
    sends,
    until,
    values,
    write,
    written,
)

pytest.importorskip("cryptography")
from kafkawire.proxy.shipped.encrypt import HEADER, Encrypt
from kafkawire.proxy.shipped.keys import DataKey, FileKeys, KeyNotFound

SECRET = b"the quick brown fox jumps over the lazy dog"
ID = UUID(bytes=b"i" * 16)


def add_key(path: Path, name: str) -> Path:
    with path.open("a") as out:
        out.write(f"{name} {b64encode(os.urandom(32)).decode()}\n")
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return add_key(tmp_path / "keys.txt", "one")


class StaticKeys:
    """A provider of a test's own."""

    def __init__(self) -> None:
        self.made: dict[str, bytes] = {}
        self.asked: list[str] = []

    async def new_key(self, topic: str) -> DataKey:
        key = DataKey(f"{topic}/{len(self.made)}", os.urandom(32))
        self.made[key.id] = key.secret
        return key

    async def find_key(self, topic: str, key_id: str) -> bytes:
        self.asked.append(key_id)
        await asyncio.sleep(0)
        if key_id not in self.made:
            raise KeyNotFound("the service does not know it")
        return self.made[key_id]


def encrypted(one: Filter, data: bytes, topic: str = "t") -> bytes:
    with FilterTest(one) as test:
        return sends(test, asks({(topic, 0): data}))[topic, 0]


@pytest.mark.parametrize("codec", [None, "gzip", "zstd"])
def test_values_go_in_and_come_out(keys: Path, codec: str | None) -> None:
    data = batch(SECRET, None, b"", SECRET, headers=[("a", b"1")], compression=codec, producer_id=7, base_sequence=3)
    there = encrypted(Encrypt("t", keys), data)
    [found] = read_batches(there)
    assert (found.producer_id, found.base_sequence, found.compression) == (7, 3, codec or "none")
    seen = list(found)
    assert [record.key for record in seen] == [b"k"] * 4
    assert [record.value is None for record in seen] == [False, True, False, False]
    assert not any(SECRET in (record.value or b"") for record in seen)
    assert len({record.value for record in seen}) == 4  # equal values do not look alike
    assert [len(record.headers) for record in seen] == [2, 1, 2, 2]
    with FilterTest(Encrypt("t", keys)) as test:  # another process, with the same master key
        back = fetched(test, there)
    assert back.error_code == 0
    assert records(back.records) == records(data)


def test_other_topics_pass_as_the_bytes_that_came(keys: Path) -> None:
    data = batch(SECRET)
    one = Encrypt("secret-.*", keys)
    with FilterTest(one) as test:
        sent = sends(test, asks({("t", 0): data, ("secret-a", 1): data}))
        assert sent["t", 0] == data
        assert sent["secret-a", 1] != data
        assert fetched(test, sent["secret-a", 1]).records == sent["secret-a", 1]  # under a name that is not meant


def test_plain_values_from_before_pass_unless_that_is_refused(keys: Path) -> None:
    data = batch(SECRET, None)
    with FilterTest(Encrypt("t", keys)) as test:
        assert fetched(test, data).records == data
    with FilterTest(Encrypt("t", keys, refuse_plain=True)) as test:
        part = fetched(test, data)
        assert (part.error_code, part.records) == (ErrorCode.CORRUPT_MESSAGE, b"")
        assert fetched(test, batch(None)).error_code == 0  # a tombstone is nobody's secret


def test_an_applications_header_of_that_name_survives(keys: Path) -> None:
    one = Encrypt("t", keys)
    there = encrypted(one, batch(SECRET, headers=[(HEADER, b"mine")]))
    with FilterTest(one) as test:
        [record] = records(fetched(test, there).records)
    assert (record.value, record.headers) == (SECRET, [(HEADER, b"mine")])


def test_topics_that_are_known_by_their_id(keys: Path) -> None:
    one = Encrypt("t", keys)
    topics = [metadata.MetadataResponseTopic(name="t", topic_id=ID)]
    with FilterTest(one, broker=lambda request, version: MetadataResponse(topics=topics)) as test:
        partition = produce.PartitionProduceData(index=0, records=batch(SECRET))
        data = [produce.TopicProduceData(topic_id=ID, partition_data=[partition])]
        sent = test.request(ProduceRequest(acks=-1, topic_data=data), 13)
        there = sent.topic_data[0].partition_data[0].records
        test.response(ProduceResponse())
        assert SECRET not in bytes(there)
        test.request(FetchRequest(), 17)
        part = fetch.PartitionData(partition_index=0, records=there)
        told = test.response(FetchResponse(responses=[fetch.FetchableTopicResponse(topic_id=ID, partitions=[part])]))
        assert values(told.responses[0].partitions[0].records) == [SECRET]
    unknown = [metadata.MetadataResponseTopic(error_code=100, topic_id=ID)]
    with FilterTest(one, broker=lambda request, version: MetadataResponse(topics=unknown)) as test:
        refused = test.request(ProduceRequest(acks=-1, topic_data=data), 13)  # and not let past in plain text
        assert refused.responses[0].partition_responses[0].error_code == ErrorCode.UNKNOWN_TOPIC_ID


def test_made_up_ids_cost_a_few_questions(keys: Path) -> None:
    asked: list[Any] = []

    def tells(request: Any, version: int) -> MetadataResponse:
        asked.append(request)
        return MetadataResponse(topics=[metadata.MetadataResponseTopic(error_code=100)])

    part = produce.PartitionProduceData(index=0, records=batch(SECRET))
    data = [produce.TopicProduceData(topic_id=UUID(int=n), partition_data=[part]) for n in range(1, 200)]
    with FilterTest(Encrypt("t", keys), broker=tells) as test:
        refused = test.request(ProduceRequest(acks=-1, topic_data=data), 13)
    assert len(refused.responses) == 199
    assert len(asked) == 3


def test_a_share_group_keeps_what_can_be_read(keys: Path, tmp_path: Path) -> None:
    one, other = Encrypt("t", keys), Encrypt("t", add_key(tmp_path / "other.txt", "other"))
    good = encrypted(one, batch(SECRET, SECRET, base_offset=10))
    bad = encrypted(other, batch(SECRET, base_offset=12))
    topics = [metadata.MetadataResponseTopic(name="t", topic_id=ID)]
    with FilterTest(one, broker=lambda request, version: MetadataResponse(topics=topics)) as test:

        def told(data: bytes) -> share.PartitionData:
            test.request(ShareFetchRequest(), 1)
            acquired = [share.AcquiredRecords(first_offset=10, last_offset=12, delivery_count=1)]
            part = share.PartitionData(partition_index=0, records=data, acquired_records=acquired)
            topic = share.ShareFetchableTopicResponse(topic_id=ID, partitions=[part])
            found: share.PartitionData = test.response(ShareFetchResponse(responses=[topic])).responses[0].partitions[0]
            return found

        part = told(good + bad)
        assert (part.error_code, values(part.records)) == (0, [SECRET, SECRET])
        assert [(one.first_offset, one.last_offset) for one in part.acquired_records] == [(10, 11)]
        part = told(bad)
        assert (part.error_code, part.acquired_records[1:]) == (ErrorCode.CORRUPT_MESSAGE, [])
        assert "other" in (part.error_message or "")


# ------------------------------------------------------------------------------------------------------------ rotation


def ids(data: bytes) -> list[bytes]:
    return [(record.headers[-1][1] or b"")[13:] for record in records(data)]


def test_a_data_key_is_replaced_after_records_bytes_and_time(keys: Path) -> None:
    for limits in ({"rotate_records": 5}, {"rotate_bytes": 400}, {"rotate_seconds": 30.0}):
        one = Encrypt("t.*", keys, **limits)
        seen = []
        with FilterTest(one) as test:
            for _ in range(4):
                seen.append(sends(test, asks({("t", 0): batch(SECRET, SECRET)}))["t", 0])
                test.clock += 16
            used = [ids(data)[0] for data in seen]
            assert used[0] == used[1] != used[2] == used[3], limits
            back = fetched(test, b"".join(seen))
            assert values(back.records) == [SECRET] * 8  # old keys are found again


def test_each_topic_has_a_data_key_of_its_own(keys: Path) -> None:
    with FilterTest(Encrypt("t.*", keys)) as test:
        sent = sends(test, asks({("t1", 0): batch(SECRET), ("t2", 0): batch(SECRET)}))
        assert ids(sent["t1", 0]) != ids(sent["t2", 0])


def test_a_new_master_key_wraps_new_data_keys_and_the_old_one_still_reads(keys: Path) -> None:
    writes, reads = Encrypt("t", keys, rotate_records=1), Encrypt("t", keys)
    before = encrypted(writes, batch(SECRET))
    add_key(keys, "two")
    after = encrypted(writes, batch(SECRET))
    assert [key.partition(b":")[0] for data in (before, after) for key in ids(data)] == [b"one", b"two"]
    with FilterTest(reads) as test:  # it was made when there was one key
        assert values(fetched(test, before + after).records) == [SECRET, SECRET]


def test_a_provider_of_ones_own_is_asked_once_for_each_key() -> None:
    provider = StaticKeys()
    one = Encrypt("t", provider)
    there = encrypted(one, batch(SECRET, SECRET))
    with FilterTest(one) as test:
        for _ in range(3):
            assert values(fetched(test, there).records) == [SECRET, SECRET]
    assert provider.asked == ["t/0"]


# ------------------------------------------------------------------------------------------------- what cannot be read


def test_a_missing_key_is_an_error_where_it_is_missed_and_not_before(
    keys: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = Encrypt("t", keys), Encrypt("t", add_key(tmp_path / "other.txt", "other"))
    good = encrypted(one, batch(SECRET))
    bad = encrypted(other, batch(b"x", b"y", base_offset=1))
    with FilterTest(one) as test:
        part = fetched(test, good + bad)
        assert (part.error_code, values(part.records)) == (0, [SECRET])  # the client comes again for the rest
        part = fetched(test, bad, aborted_transactions=[])
        assert (part.error_code, part.records) == (ErrorCode.CORRUPT_MESSAGE, b"")
    lines = [record.getMessage() for record in caplog.records if record.name == "kafkawire.proxy.filters"]
    assert any("t-0, batch at offset 1:" in line and "'other:" in line and "no master key" in line for line in lines)


def test_another_key_of_the_same_name_is_an_error(keys: Path, tmp_path: Path) -> None:
    there = encrypted(Encrypt("t", keys), batch(SECRET))
    with FilterTest(Encrypt("t", add_key(tmp_path / "wrong.txt", "one"))) as test:
        assert fetched(test, there).error_code == ErrorCode.CORRUPT_MESSAGE


@pytest.mark.parametrize("part", ["value", "nonce", "id", "key", "format", "header gone", "topic"])
def test_whatever_is_changed_is_noticed(keys: Path, part: str) -> None:
    one = Encrypt("t.*", keys, refuse_plain=True)
    [record] = records(encrypted(one, batch(SECRET)))
    mark = bytearray(record.headers[-1][1] or b"")
    flip = {"format": 0, "nonce": 5, "id": 30}.get(part)
    if flip is not None:
        mark[flip] ^= 1
    key = b"another" if part == "key" else record.key
    value = bytes([(record.value or b"")[0] ^ 1]) + (record.value or b"")[1:] if part == "value" else record.value
    headers = [] if part == "header gone" else [(HEADER, bytes(mark))]
    data = write_batch([(0, record.timestamp, key, value, headers)])
    with FilterTest(one) as test:
        assert fetched(test, data, "t2" if part == "topic" else "t").error_code == ErrorCode.CORRUPT_MESSAGE


@pytest.mark.parametrize(
    "mark", [b"", b"\1", b"\1" + b"n" * 12, b"\2" + b"n" * 12 + b"one:", b"\1" * 20, b"\xff" * 99, None]
)
def test_headers_that_are_none_of_ours_are_errors(keys: Path, mark: bytes | None) -> None:
    with FilterTest(Encrypt("t", keys)) as test:
        part = fetched(test, batch(SECRET, headers=[(HEADER, mark)]))
        assert (part.error_code, part.records) == (ErrorCode.CORRUPT_MESSAGE, b"")


def test_damaged_batches_and_bombs_go_no_further(keys: Path) -> None:
    good = batch(SECRET)
    damaged = good[:-1] + b"?"
    bomb = batch(*[bytes(1 << 20)] * 129, compression="zstd")
    assert len(bomb) < 1 << 20
    old = write_batch([(0, 1, b"k", SECRET, ())], magic=1)
    with FilterTest(Encrypt("t", keys)) as test:
        request = asks({("t", 0): damaged, ("t", 1): bomb, ("t", 2): old, ("t", 3): good, ("u", 0): damaged})
        sent = test.request(request, PRODUCE)
        assert set(written(sent)) == {("t", 3), ("u", 0)}
        told = outcomes(test.response(accepts(sent)))
        codes = [told["t", index].error_code for index in range(4)]
        assert codes == [ErrorCode.CORRUPT_MESSAGE, ErrorCode.CORRUPT_MESSAGE, ErrorCode.INVALID_RECORD, 0]
        refused = test.request(asks({("t", 0): damaged}), PRODUCE)  # nothing is left to ask the broker
        assert outcomes(refused)["t", 0].error_code == ErrorCode.CORRUPT_MESSAGE
        for data in (damaged, bomb, good + damaged):
            part = fetched(test, data)
            assert part.error_code == (ErrorCode.CORRUPT_MESSAGE if not data.startswith(good) else 0)
        assert test.request(asks({("t", 0): damaged}, acks=0), PRODUCE) is None
        assert test.closed


def test_batches_that_can_be_read_by_nobody_or_not_be_written(keys: Path) -> None:
    strange = bytearray(batch(SECRET))
    strange[22] |= 5  # a codec that does not exist
    strange[17:21] = struct.pack(">I", crc32c.crc32c(bytes(strange[21:])))
    far = bytearray(batch(SECRET, SECRET))  # the second timestamp lies beyond 64 bits
    far[27:35] = struct.pack(">q", 2**63 - 1)
    far[17:21] = struct.pack(">I", crc32c.crc32c(bytes(far[21:])))
    for data in (bytes(strange), bytes(far)):
        with FilterTest(Encrypt("t", keys)) as test:
            told = test.request(asks({("t", 0): data}), PRODUCE)
            if not isinstance(told, ProduceRequest):
                assert outcomes(told)["t", 0].error_code == ErrorCode.CORRUPT_MESSAGE
            else:
                assert SECRET not in written(told)["t", 0]
    with FilterTest(Encrypt("t", keys)) as test:
        assert fetched(test, bytes(strange)).error_code == ErrorCode.CORRUPT_MESSAGE


def test_a_request_of_very_many_refused_partitions_is_answered(keys: Path) -> None:
    request = asks({("t", number): b"\0" * 100 for number in range(20_000)})
    with FilterTest(Encrypt("t", keys)) as test:
        told = outcomes(test.request(request, PRODUCE))
    assert {part.error_code for part in told.values()} == {ErrorCode.CORRUPT_MESSAGE}


def test_what_grows_when_it_is_encrypted_is_bounded(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.proxy.shipped.partitions._MOST_BYTES", 50_000)
    large, small = (batch(bytes(size), compression="zstd") for size in (30_000, 10))
    with FilterTest(Encrypt("t", keys)) as test:
        sent = test.request(asks({("t", 0): large, ("t", 1): large, ("t", 2): small}), PRODUCE)
        assert [*written(sent)] == [("t", 0), ("t", 2)]
        told = outcomes(test.response(accepts(sent)))
        assert told["t", 1].error_code == ErrorCode.MESSAGE_TOO_LARGE
    with FilterTest(Encrypt("t", keys)) as test:
        there = [encrypted(Encrypt("t", keys), batch(bytes(30_000), base_offset=n)) for n in range(3)]
        part = fetched(test, b"".join(there))
        assert (part.error_code, len(records(part.records))) == (0, 1)  # the rest comes with the next fetch


def test_what_stands_behind_the_last_batch_does_not_get_past(keys: Path) -> None:
    there = encrypted(Encrypt("t", keys), batch(b"1") + batch(SECRET)[:-1])
    assert SECRET not in there
    assert len(list(read_batches(there))) == 1


def test_versions_without_headers_are_not_offered(keys: Path) -> None:
    with FilterTest(Encrypt("t", keys)) as test:
        assert test.request(asks({("t", 0): batch(SECRET)}), 2) is None
        assert test.closed


@pytest.mark.parametrize("text", ["", "one\n", "one c2hvcnQ=\n", "one ***\n", "# nothing\n"])
def test_a_file_without_good_keys_says_where(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"keys\.txt"):
        FileKeys(path)


# ------------------------------------------------------------------------------------------------------ behind sockets


def on_disk(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in directory.rglob("*.log"))


@pytest.mark.parametrize("client", ["kafkawire", "confluent_kafka"])
def test_what_lies_on_disk_holds_no_plain_text(keys: Path, tmp_path: Path, client: str) -> None:
    pytest.importorskip(client)
    rows: list[tuple[bytes | None, bytes | None]] = [(b"key-%d" % n, SECRET + b"%d" % n) for n in range(300)]

    async def main() -> None:
        with broker(topics={"plain": 1, "t": 1}, data_dir=tmp_path / "data") as kafka:
            async with behind(kafka.bootstrap_servers, Encrypt("t", keys)) as proxy:
                servers = proxy.bootstrap_servers
                if client == "kafkawire":
                    await write(servers, "t", rows, compression_type="none")
                    found = [(one.key, one.value, list(one.headers)) for one in await read(servers, "t", 300)]
                else:
                    await asyncio.to_thread(confluent_writes, servers, rows)
                    found = await asyncio.to_thread(confluent_reads, servers, 300)
                await write(servers, "plain", [(b"p", b"written as it is")], compression_type="none")
        assert sorted(found) == sorted((key, value, [("h", b"1")]) for key, value in rows)

    run(main())
    there = on_disk(tmp_path / "data")
    assert b"key-17" in there
    assert b"written as it is" in there
    assert b"quick brown" not in there


def confluent_writes(servers: str, rows: Any) -> None:
    from confluent_kafka import Producer

    producer = Producer({"bootstrap.servers": servers, "enable.idempotence": True})
    for key, value in rows:
        producer.produce("t", value, key, headers=[("h", b"1")])
    assert producer.flush(30) == 0


def confluent_reads(servers: str, count: int) -> list[Any]:
    from confluent_kafka import Consumer

    consumer = Consumer({"bootstrap.servers": servers, "group.id": "g", "auto.offset.reset": "earliest"})
    consumer.subscribe(["t"])
    found: list[Any] = []
    while len(found) < count:
        for message in consumer.consume(count, 1.0):
            assert message.error() is None
            found.append((message.key(), message.value(), message.headers()))
    consumer.close()
    return found


def test_a_wrong_key_is_an_error_of_both_clients(keys: Path, tmp_path: Path) -> None:
    pytest.importorskip("confluent_kafka")
    wrong = Encrypt("t", add_key(tmp_path / "wrong.txt", "one"))

    async def main() -> None:
        with broker(topics={"t": 1}) as kafka:
            async with behind(kafka.bootstrap_servers, Encrypt("t", keys)) as proxy:
                await write(proxy.bootstrap_servers, "t", [(b"k", SECRET)])
            async with behind(kafka.bootstrap_servers, wrong) as proxy:
                with pytest.raises(KafkaError, match="CORRUPT_MESSAGE"):
                    await read(proxy.bootstrap_servers, "t", 1, retry_backoff_ms=5)
                assert await asyncio.to_thread(confluent_error, proxy.bootstrap_servers) == ErrorCode.CORRUPT_MESSAGE

    run(main())


def confluent_error(servers: str) -> int:
    from confluent_kafka import Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": servers, "group.id": "g"})
    consumer.assign([TopicPartition("t", 0, 0)])
    message = None
    while message is None:
        message = consumer.poll(1.0)
    error = message.error()
    consumer.close()
    assert error is not None
    return int(error.code())


def test_compaction_keeps_the_last_value_of_each_key(keys: Path, tmp_path: Path) -> None:
    options = {"log.cleaner.backoff.ms": "50", "log.cleaner.min.cleanable.ratio": "0.01"}
    compacted = {"cleanup.policy": "compact", "segment.ms": "50", "min.cleanable.dirty.ratio": "0.01"}

    async def main() -> None:
        with broker(data_dir=tmp_path / "data", options=options) as kafka:
            async with behind(kafka.bootstrap_servers, Encrypt("t", keys)) as proxy:
                async with Admin(proxy.bootstrap_servers) as admin:
                    await admin.create_topics({"t": NewTopic(1, configs=compacted)})
                async with Producer(proxy.bootstrap_servers) as producer:
                    for number in range(6):  # each in a segment of its own, by its timestamps
                        when = time.time_ns() // 1_000_000 - 100_000 + 1000 * number
                        producer.send("t", SECRET + b"%d" % number, key=b"a", timestamp_ms=when)
                        producer.send("t", None if number == 5 else SECRET, key=b"b", timestamp_ms=when)
                        await producer.flush()
                    producer.send("t", b"the active segment is not cleaned", key=b"last")
                await until(lambda: [record.key for record in kafka.records("t")].count(b"a") == 1)
                left = len(kafka.records("t"))
                found = {one.key: one.value for one in await read(proxy.bootstrap_servers, "t", left)}
                assert found.get(b"a") == SECRET + b"5"
                assert found.get(b"b") is None

    run(main())


def test_a_log_has_no_secret(keys: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one = Encrypt("t", keys)
    encrypted(one, batch(SECRET))
    secret = keys.read_text().split()[1]
    assert caplog.records
    assert not any(secret in record.getMessage() or "quick" in record.getMessage() for record in caplog.records)
    assert "secret" not in repr(DataKey("id", b"secret"))


def test_old_topics_and_ids_are_forgotten(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.proxy.shipped.encrypt._MOST_KEYS", 3)
    one = Encrypt("t.*", keys)
    with FilterTest(one) as test:
        for n in range(10):
            sent = sends(test, asks({(f"t{n}", 0): batch(SECRET)}))
            fetched(test, sent[f"t{n}", 0], f"t{n}")
    assert len(one._current) == len(one._ciphers) == 3


def test_transactions_pass(keys: Path) -> None:
    async def main() -> None:
        with broker(topics={"t": 1}) as kafka:
            async with behind(kafka.bootstrap_servers, Encrypt("t", keys)) as proxy:
                async with Producer(proxy.bootstrap_servers, transactional_id="tx") as producer:
                    producer.begin_transaction()
                    producer.send("t", b"aborted")
                    await producer.flush()
                    await producer.abort_transaction()
                    async with producer.transaction():
                        producer.send("t", SECRET)
                found = await read(proxy.bootstrap_servers, "t", 1, isolation_level="read_committed")
                assert [record.value for record in found] == [SECRET]

    run(main())
