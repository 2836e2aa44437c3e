"""What is not valid is refused as a broker does it, and nothing else is."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Producer
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import ProduceRequest
from kafkawire.proxy.shipped.validate import Validate
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import write_batch
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import PRODUCE, accepts, asks, batch, behind, outcomes, run, written

SCHEMA = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer"}, "lines": {"items": {"required": ["price"]}}},
}


def faults(one: Validate, *values: bytes | None, key: bytes | None = b"k") -> list[tuple[int, str | None]]:
    """The records of a batch that are refused, and why."""
    with FilterTest(one) as test:
        response = test.request(asks({("t", 0): batch(*values, key=key)}), PRODUCE)
        if isinstance(response, ProduceRequest):
            return []
        part = outcomes(response)["t", 0]
        assert (part.error_code, part.base_offset) == (ErrorCode.INVALID_RECORD, -1)
        return [(error.batch_index, error.batch_index_error_message) for error in part.record_errors]


def test_json_schema(tmp_path: Path) -> None:
    pytest.importorskip("jsonschema")
    path = tmp_path / "order.json"
    path.write_text(json.dumps(SCHEMA))
    for one in (Validate("t", schema=SCHEMA), Validate("t", schema=str(path))):
        assert faults(one, b'{"id": 1}', None, b'\0\0\0\0\1{"id": 1, "lines": [{"price": 1}]}') == []
        found = faults(
            one, b'{"id": 1}', b'{"id": "SECRET"}', b"{}", b"SECRET", b'{"id": 1, "lines": [{}]}', b"[" * 99999
        )
        assert [number for number, _ in found] == [1, 2, 3, 4, 5]
        assert [text and text.partition(" ")[0] for _, text in found][:4] == ["$.id", "$", "the", "$.lines[0]"]
        assert "SECRET" not in str(found)


def test_a_schema_fetches_nothing_and_has_to_be_one() -> None:
    pytest.importorskip("jsonschema")
    with pytest.raises(ValueError, match="no JSON Schema"):
        Validate("t", schema={"type": "nothing"})
    with (
        FilterTest(Validate("t", schema={"$ref": "http://127.0.0.1:1/x"})) as test,
        pytest.raises(Exception, match="127"),
    ):
        test.request(asks({("t", 0): batch(b"{}")}), PRODUCE)


def test_ids_of_a_registry() -> None:
    one = Validate("t", ids="7; 8")
    assert faults(one, b"\0\0\0\0\7avro", b"\0\0\0\0\x08", None) == []
    assert [number for number, _ in faults(one, b"\0\0\0\0\7", b"\0\0\0\0\x09", b"\0\0\0\0", b"{}", b"")] == [
        1,
        2,
        3,
        4,
    ]


def test_a_registry_is_asked_once_for_each_id_and_not_flooded() -> None:
    asked: list[int] = []

    async def has_id(number: int) -> bool:
        asked.append(number)
        await asyncio.sleep(0)
        return number < 3

    one = Validate("t", has_id=has_id)
    assert faults(one, b"\0\0\0\0\1", b"\0\0\0\0\2", b"\0\0\0\0\1") == []
    assert faults(one, b"\0\0\0\0\2") == []
    assert asked == [1, 2]
    assert [number for number, _ in faults(one, *(b"\0\0\0" + n.to_bytes(2, "big") for n in range(1, 500)))][:2] == [
        2,
        3,
    ]
    assert asked == [1, 2, 3]


def test_keys_and_sizes() -> None:
    assert faults(Validate("t", key_required=True), b"v", key=b"") == []
    assert faults(Validate("t", key_required=True), b"v", None, key=None) == [
        (0, "it has no key"),
        (1, "it has no key"),
    ]
    assert faults(Validate("t", max_size=3), b"abc", None) == []
    assert faults(Validate("t", max_size=3), b"abc", b"abcd") == [(1, "its value has 4 bytes, more than 3")]


def test_other_partitions_and_topics_go_on() -> None:
    good, bad = batch(b"ok"), batch(b"too long")
    with FilterTest(Validate("t|v", max_size=3)) as test:
        request = asks({("t", 0): good, ("t", 1): bad, ("u", 0): bad, ("v", 0): bad})
        sent = test.request(request, PRODUCE)
        assert written(sent) == {("t", 0): good, ("u", 0): bad}
        told = outcomes(test.response(accepts(sent)))
        assert {where: part.error_code for where, part in told.items()} == {
            ("t", 0): 0,
            ("t", 1): ErrorCode.INVALID_RECORD,
            ("u", 0): 0,
            ("v", 0): ErrorCode.INVALID_RECORD,
        }
        assert "1 of 1 records" in (told["v", 0].error_message or "")
        sent = test.request(asks({("t", 0): good}), PRODUCE)  # nothing of it is left for the next request
        assert [*outcomes(test.response(accepts(sent)))] == [("t", 0)]


@pytest.mark.parametrize("version", range(14 - 1))
def test_every_version_says_it(version: int) -> None:
    old = write_batch([(0, 1, b"k", b"too long", ())], magic=0 if version < 2 else 1 if version < 3 else 2)
    with FilterTest(Validate("t", max_size=3)) as test:
        told = outcomes(test.request(asks({("t", 0): old}), version))
    assert told["t", 0].error_code == ErrorCode.INVALID_RECORD
    assert bool(told["t", 0].record_errors) == (version >= 8)


def test_acks_0_is_answered_by_a_closed_connection() -> None:
    with FilterTest(Validate("t", max_size=3)) as test:
        assert test.request(asks({("t", 0): batch(b"too long")}, acks=0), PRODUCE) is None
        assert test.closed


def test_damaged_batches_and_bombs() -> None:
    bomb = batch(*[bytes(1 << 20)] * 129, compression="zstd")
    with FilterTest(Validate("t", max_size=3)) as test:
        for data in (batch(b"1")[:-1] + b"?", bomb, b"\0" * 100):
            told = outcomes(test.request(asks({("t", 0): data}), PRODUCE))
            assert told["t", 0].error_code == ErrorCode.CORRUPT_MESSAGE


def test_many_faults_are_told_in_bounded_space() -> None:
    assert len(faults(Validate("t", max_size=0), *[b"x"] * 50_000)) == 100


def confluent_error(servers: str) -> tuple[str, str]:
    from confluent_kafka import Producer as Librdkafka

    told: list[Any] = []
    producer = Librdkafka({"bootstrap.servers": servers})
    producer.produce("t", b"too long", on_delivery=lambda error, message: told.append((error.name(), message.topic())))
    assert producer.flush(20) == 0
    return told[0]  # type: ignore[no-any-return]


def test_behind_sockets() -> None:
    pytest.importorskip("confluent_kafka")

    async def main() -> None:
        with broker(topics={"t": 1, "u": 1}) as kafka:
            async with behind(kafka.bootstrap_servers, Validate("t", max_size=3)) as proxy:
                async with Producer(proxy.bootstrap_servers) as producer:
                    producer.send("u", b"too long for t")
                    with pytest.raises(KafkaError, match="INVALID_RECORD"):
                        await producer.send("t", b"too long")
                    for _ in range(3):
                        await producer.send("t", b"ok")
                assert await asyncio.to_thread(confluent_error, proxy.bootstrap_servers) == ("INVALID_RECORD", "t")
            assert [record.value for record in kafka.records("t")] == [b"ok"] * 3
            assert len(kafka.records("u")) == 1

    run(main())
