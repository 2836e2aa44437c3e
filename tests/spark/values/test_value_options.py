from __future__ import annotations

import subprocess
import sys

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.options import SourceOptions, parse_options


def _parse(**options: str) -> SourceOptions:
    given = {"kafka.bootstrap.servers": "a:1", "subscribe": "t"}
    return parse_options(given | {name.replace("__", "."): text for name, text in options.items()})


def test_nothing_is_decoded_by_default() -> None:
    assert _parse().formats == ()
    assert _parse(valueFormat="raw", keyFormat="RAW").formats == ()


def test_the_subject_is_that_of_the_topic() -> None:
    (found,) = _parse(valueFormat="avro", schemaRegistry="http://registry:8081/").formats
    assert (found.subject, found.framed) == ("t-value", True)
    assert found.registry is not None
    assert found.registry.url == "http://registry:8081"
    (key,) = _parse(keyFormat="avro", schemaRegistry="http://r", keySubject="s").formats
    assert (key.column, key.subject) == ("key", "s")


def test_passwords_are_not_shown() -> None:
    options = _parse(
        valueFormat="avro", schemaRegistry="http://r", schemaRegistry__user="u", schemaRegistry__password="secret"
    )
    assert "secret" not in repr(options)
    assert "secret" in repr(options.formats[0].registry and options.formats[0].registry.password)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"valueFormat": "xml"}, "option 'valueFormat' must be raw, avro, json, protobuf or kafka-internal, not 'xml'"),
        ({"valueFormt": "avro"}, "the nearest valid one is 'valueFormat'"),
        ({"valueSchema": "id INT"}, "option 'valueSchema' has no meaning without valueFormat=avro or json"),
        ({"keyFormat": "json", "keySchema": "int", "valueSchema": "int"}, "option 'valueSchema' has no meaning"),
        ({"onMalformed": "null"}, "option 'onMalformed' has no meaning without valueFormat or keyFormat"),
        ({"valueFormat": "json"}, "valueFormat=json needs option 'valueSchema'"),
        (
            {"valueFormat": "json", "valueSchema": "a INT", "onMalformed": "skip"},
            "'onMalformed' must be fail, null or keep",
        ),
        ({"valueFormat": "json", "valueSchema": "a INT", "descriptorFile": "x"}, "option 'descriptorFile' has no mean"),
        ({"valueFormat": "avro"}, "valueFormat=avro needs option 'valueSchema' or option 'schemaRegistry'"),
        ({"valueFormat": "protobuf"}, "valueFormat=protobuf needs option 'descriptorFile'"),
        ({"valueFormat": "protobuf", "descriptorFile": "x"}, "needs option 'messageName', with and without a reg"),
        ({"valueFormat": "avro", "schemaRegistry": "registry:8081"}, "'schemaRegistry' must be a URL"),
        ({"valueFormat": "avro", "schemaRegistry": "http://[r"}, "'schemaRegistry' must be a URL"),
        ({"valueFormat": "avro", "schemaRegistry": "http://u:p@r"}, "give names and passwords as schemaRegistry.user"),
        ({"valueFormat": "avro", "schemaRegistry": "http://r", "valueFraming": "none"}, "a registry is of no use"),
        ({"valueFormat": "avro", "schemaRegistry": "http://r", "subscribe": "a,b"}, "option 'valueSubject' is needed"),
        ({"schemaRegistry.user": "u", "valueFormat": "json", "valueSchema": "a INT"}, "no meaning without schemaReg"),
        ({"valueFormat": "kafka-internal"}, "valueFormat=kafka-internal: t is none of __consumer_offsets"),
        ({"keyFormat": "kafka-internal", "subscribe": "__consumer_offsets"}, "decodes keys, too"),
    ],
)
def test_wrong_options_are_named(options: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidOption, match=message.replace("(", r"\(")) as caught:
        _parse(**options)
    assert "u:p" not in str(caught.value)


@pytest.mark.parametrize(("name", "package"), [("avro", "fastavro"), ("protobuf", "google")])
def test_a_missing_package_names_the_command(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("pyspark")

    from kafkawire.spark.values import decoding

    given = {
        "avro": {"valueSchema": '"int"'},
        "protobuf": {"descriptorFile": "x", "messageName": "M"},
    }[name]
    formats = _parse(valueFormat=name, **given).formats
    for module in [module for module in sys.modules if module.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(decoding, "find_spec", lambda _: None)
    with pytest.raises(InvalidOption, match=rf"valueFormat={name} needs .*pip install 'kafkawire\[{name}\]'"):
        decoding.with_schemas(formats)


def test_nothing_is_loaded_where_nothing_is_decoded() -> None:
    code = """
import sys
from kafkawire.spark.options import parse_options
parse_options({"kafka.bootstrap.servers": "a:1", "subscribe": "t"})
heavy = {"fastavro", "google.protobuf", "pyarrow", "urllib.request", "kafkawire.jsonform"}
print(sorted(heavy & sys.modules.keys()), [name for name in sys.modules if name.startswith("kafkawire.spark.values.")])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[] ['kafkawire.spark.values.options']\n"
