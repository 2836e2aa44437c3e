"""Keys and values with schemas on the command line: JSON goes in and comes out, Confluent's wire format between."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kafkawire.cli import main
from kafkawire.client.blocking import Consumer
from kafkawire.testing.threaded import ThreadedBroker
from tests.unit.serde.conftest import fake
from tests.unit.serde.registry import FakeRegistry

__all__ = ["fake"]

Cli = Callable[..., tuple[int, str, str]]

FLIGHT = {
    "type": "record",
    "name": "Flight",
    "fields": [
        {"name": "origin", "type": "string"},
        {"name": "seats", "type": ["null", "int"], "default": None},
        {"name": "raw", "type": ["null", "bytes"], "default": None},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}, "default": 0},
    ],
}
VALUE = {"origin": "Malmö", "seats": 3, "raw": {"base64": "/w=="}, "at": 5}


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, fake: FakeRegistry, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs a command with a line of input, against a broker and a registry."""

    def run(line: str, text: str = "", registry: bool = True) -> tuple[int, str, str]:
        words = line.split()
        if words[0] == "produce":
            (tmp_path / "lines").write_text(text)
            words += [str(tmp_path / "lines"), "-q"]
        capsys.readouterr()
        code = main([*words, "-b", kafka_broker.bootstrap_servers, *(["--registry", fake.url] if registry else [])])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_avro_there_and_back(cli: Cli, fake: FakeRegistry, kafka_broker: ThreadedBroker) -> None:
    number = fake.add("flights-value", json.dumps(FLIGHT))
    text = json.dumps(VALUE) + '\n{"origin": "LIS"}\n'
    assert cli("produce flights --value avro", text) == (0, "", "")
    with Consumer(kafka_broker.bootstrap_servers, topics=["flights"], auto_offset_reset="earliest") as consumer:
        (chunk,) = consumer.fetch(timeout=5)
    assert chunk.records[1].value == b"\0\0\0\0" + bytes([number]) + b"\x06LIS\0\0\0"
    code, out, err = cli("consume flights --value avro -e")
    assert (code, err) == (0, "")
    other = {"origin": "LIS", "seats": None, "raw": None, "at": 0}
    assert [json.loads(line) for line in out.splitlines()] == [VALUE, other]
    assert "Malmö" in out
    out = cli("consume flights --value avro -e --json")[1]
    assert [json.loads(line)["value"] for line in out.splitlines()] == [VALUE, other]
    fake.add("copy-value", json.dumps(FLIGHT))
    assert cli("produce copy --value avro --json", out)[0] == 0
    assert cli("consume copy --value avro -e -f %s;")[1] == cli("consume flights --value avro -e -f %s;")[1]


def test_keys_have_schemas_of_their_own(cli: Cli, fake: FakeRegistry) -> None:
    fake.add("flights-key", '"string"')
    fake.add("flights-value", json.dumps({"type": "object", "required": ["seats"]}), "JSON")
    assert cli("produce flights -K | --key avro --value json-schema", '"AA"|{"seats": 3}\n') == (0, "", "")
    assert cli("consume flights -e --key avro --value json-schema -f %k=%s;")[1] == '"AA"={"seats": 3};'
    line = json.loads(cli("consume flights -e --key avro --value json-schema --json")[1])
    assert (line["key"], line["value"]) == ("AA", {"seats": 3})


def test_protobuf_by_the_schema_alone(cli: Cli, fake: FakeRegistry) -> None:
    import base64

    from google.protobuf import descriptor_pb2

    file = descriptor_pb2.FileDescriptorProto(package="air", syntax="proto3")
    for name in ("Seat", "Flight"):
        file.message_type.add(name=name).field.add(name="first_row", number=1, type=5, label=1)
    fake.add("flights-value", base64.b64encode(file.SerializeToString()).decode(), "PROTOBUF")
    assert cli("produce flights --value protobuf --message air.Flight", '{"first_row": 7}\n') == (0, "", "")
    assert cli("produce flights --value protobuf", '{"first_row": 8}\n') == (0, "", "")
    assert cli("consume flights --value protobuf -e")[1] == '{"first_row": 7}\n{"first_row": 8}\n'
    code, _, err = cli("produce flights --value protobuf --message air.Fight", "{}\n")
    assert (code, "has no message 'air.Fight'" in err) == (1, True)


def test_a_tombstone_has_no_schema(cli: Cli, fake: FakeRegistry) -> None:
    fake.add("flights-value", json.dumps(FLIGHT))
    assert cli("produce flights --value avro -K : -Z", "AA:\n")[0] == 0
    assert json.loads(cli("consume flights --value avro -e --json")[1])["value"] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"origin": 5}', "does not fit 'flights-value'"),
        ('{"orgin": "LIS"}', "does not fit 'flights-value'"),
        ("LIS", "is not JSON"),
    ],
)
def test_what_does_not_fit_the_schema_is_told(cli: Cli, fake: FakeRegistry, text: str, said: str) -> None:
    fake.add("flights-value", json.dumps(FLIGHT))
    code, out, err = cli("produce flights --value avro", text + "\n")
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_a_record_that_is_something_else_is_named_after_those_before_it(cli: Cli, fake: FakeRegistry) -> None:
    fake.add("flights-value", json.dumps(FLIGHT))
    cli("produce flights --value avro", '{"origin": "LIS"}\n')
    cli("produce flights", "text\n", registry=True)
    code, out, err = cli("consume flights --value avro -e -f %s;")
    assert (code, json.loads(out.rstrip(";"))["origin"]) == (1, "LIS")
    assert "flights-0, offset 1: no Confluent header" in err
    assert "-o 2 begins behind it" in err


def test_the_registry_may_be_in_the_environment(cli: Cli, fake: FakeRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.add("flights-value", '"string"')
    assert cli("produce flights --value avro", '"a"\n', registry=False)[0] == 2
    monkeypatch.setenv("KAFKAWIRE_SCHEMA_REGISTRY_URL", fake.url)
    monkeypatch.setenv("KAFKAWIRE_SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO", "alice:hush")
    assert cli("produce flights --value avro", '"a"\n', registry=False) == (0, "", "")
    assert cli("consume flights --value avro -e", registry=False)[1] == '"a"\n'


def test_no_subject_is_told(cli: Cli) -> None:
    code, _, err = cli("produce flights --value avro", "1\n")
    assert code == 1
    assert "subject 'flights-value': not found (HTTP 404)" in err
