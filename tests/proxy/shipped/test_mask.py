"""Masked fields reach nobody who should not see them, however they are hidden, and the rest stays."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Consumer, Producer
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.proxy.shipped.mask import Mask
from kafkawire.proxy.testing import FilterTest
from kafkawire.records import read_batches
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import (
    PRODUCE,
    accepts,
    asks,
    batch,
    behind,
    fetched,
    outcomes,
    records,
    run,
    sends,
    values,
    written,
)

ORDER = {"id": 1, "card": {"number": "4111", "name": "A"}, "lines": [{"price": 2, "note": "x"}, {"price": 3.5}]}


def masked(one: Mask, value: object) -> Any:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    with FilterTest(one) as test:
        [record] = records(fetched(test, batch(raw)).records)
    return json.loads(record.value or b"")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("card.number", {**ORDER, "card": {"number": "***", "name": "A"}}),
        ("card", {**ORDER, "card": "***"}),
        ("card.*", {**ORDER, "card": {"number": "***", "name": "***"}}),
        ("lines.price", {**ORDER, "lines": [{"price": "***", "note": "x"}, {"price": "***"}]}),
        ("lines", {**ORDER, "lines": "***"}),
        (["*.name", "nothing.here"], {**ORDER, "card": {"number": "4111", "name": "***"}}),
        ("id; card.number", {**ORDER, "id": "***", "card": {"number": "***", "name": "A"}}),
    ],
)
def test_ways_to_fields(fields: Any, expected: object) -> None:
    assert masked(Mask("t", fields), ORDER) == expected
    assert masked(Mask("t", fields), [[ORDER]]) == [[expected]]


def test_how_fields_are_masked(tmp_path: Path) -> None:
    assert masked(Mask("t", "card.number", replacement=""), ORDER)["card"] == {"number": "", "name": "A"}
    assert masked(Mask("t", "card.number", how="drop"), ORDER)["card"] == {"name": "A"}
    secret = tmp_path / "secret"
    secret.write_bytes(b"pepper\n")
    found = masked(Mask("t", "card.number;id", how="hash", secret_file=secret), ORDER)
    assert found["card"]["number"] == hmac.new(b"pepper", b"4111", hashlib.sha256).hexdigest()
    assert found["id"] == hmac.new(b"pepper", b"1", hashlib.sha256).hexdigest()


@pytest.mark.parametrize("options", [{"how": "hash"}, {"how": "x"}, {"on": "x"}, {"fields": ""}, {"fields": "a..b"}])
def test_options_that_mean_nothing(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"secret|one of|names"):
        Mask("t", **{"fields": "a", **options})


def test_what_is_there_twice_or_in_another_encoding_does_not_get_past() -> None:
    one = Mask("t", "user.email")
    assert masked(one, b'{"user":{"email":"x@y"},"user":1}') == {"user": 1}
    assert b"x@y" not in json.dumps(masked(one, b'{"user":{"email":"x@y","email":"z"}}')).encode()
    assert masked(one, json.dumps({"user": {"email": "x@y"}}).encode("utf-16")) == {"user": {"email": "***"}}
    assert masked(one, b'{"user":{"email":"\\ud800"},"o":"\\ud800"}') == {"user": {"email": "***"}, "o": "\ud800"}


def test_what_stays() -> None:
    frame = b"\0\0\0\0\7"
    data = batch(frame + b'{"a": 1}', None, headers=[("h", b"1")], compression="gzip", base_offset=5, producer_id=3)
    with FilterTest(Mask("t", "a")) as test:
        part = fetched(test, data)
        assert fetched(test, data, topic="u").records == data
    [found] = read_batches(bytes(part.records or b""))
    seen = list(found)
    assert [record.value for record in seen] == [frame + b'{"a":"***"}', None]
    assert [(record.offset, record.key, record.headers) for record in seen] == [
        (5, b"k", [("h", b"1")]),
        (6, b"k", [("h", b"1")]),
    ]
    assert (found.producer_id, found.compression) == (3, "gzip")


BAD = [
    b"no JSON",
    b"",
    b"\xff\xfe\xfd",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"9" * 10_000,
    b"\0\0\0\0\1",
    b"\0",
    b"[" + b"[]," * (3 << 20),
]


@pytest.mark.parametrize("value", BAD, ids=lambda value: repr(value[:8]))
def test_a_value_that_is_no_json_is_refused_on_either_side(value: bytes) -> None:
    good, bad = batch(b"{}"), batch(b"{}", value, base_offset=1)
    with FilterTest(Mask("t", "a")) as test:
        assert values(fetched(test, good + bad).records) == [b"{}"]
        part = fetched(test, bad)
        assert (part.error_code, part.records) == (ErrorCode.CORRUPT_MESSAGE, b"")
    with FilterTest(Mask("t", "a", on="produce")) as test:
        sent = test.request(asks({("t", 0): bad, ("t", 1): good}), PRODUCE)
        assert [*written(sent)] == [("t", 1)]
        told = outcomes(test.response(accepts(sent)))
    assert (told["t", 0].error_code, told["t", 1].error_code) == (ErrorCode.INVALID_RECORD, 0)
    assert [one.batch_index for one in told["t", 0].record_errors] == [1]
    with FilterTest(Mask("t", "a", passes_other=True)) as test:
        assert values(fetched(test, bad).records) == [b"{}", value]


def test_nesting_that_python_can_read_is_never_a_failure() -> None:
    one = Mask("t", "a", passes_other=True)
    for depth in range(100, 3000, 100):
        with FilterTest(one) as test:
            assert fetched(test, batch(b'{"a":1,"b":' + b"[" * depth + b"]" * depth + b"}")).error_code == 0


def test_only_one_side_is_masked() -> None:
    data = batch(b'{"a":1}')
    with FilterTest(Mask("t", "a", on="produce")) as test:
        assert fetched(test, data).records == data
        assert values(sends(test, asks({("t", 0): data}))["t", 0]) == [b'{"a":"***"}']
    with FilterTest(Mask("t", "a")) as test:
        assert sends(test, asks({("t", 0): data}))["t", 0] == data


def test_behind_sockets() -> None:
    async def main() -> None:
        with broker(topics={"t": 1, "u": 1}) as kafka:
            masks = [Mask("t", "card.number"), Mask("t", "mail", how="drop", on="produce")]
            async with behind(kafka.bootstrap_servers, *masks) as proxy:
                async with Producer(proxy.bootstrap_servers) as producer:
                    producer.send("t", b'{"card": {"number": 1}, "mail": "x"}')
                    producer.send("u", b"anything")
                    await producer.flush()
                    with pytest.raises(KafkaError, match="INVALID_RECORD"):
                        await producer.send("t", b"no JSON")
                async with Consumer(proxy.bootstrap_servers, topics=["t"], auto_offset_reset="earliest") as consumer:
                    async for record in consumer:
                        assert record.value == b'{"card":{"number":"***"}}'
                        break
            assert [record.value for record in kafka.records("t")] == [b'{"card":{"number":1}}']

    run(main())
