from __future__ import annotations

import argparse

import pytest

from kafkawire.cli import consume, main, produce
from kafkawire.cli.client_options import client_options, escaped
from kafkawire.cli.errors import UsageError
from kafkawire.cli.record_format import compile_format, from_json, printable, to_json
from kafkawire.client.options import ConsumerOptions
from kafkawire.records import Record

RECORD = Record(7, 1700, b"k1", b"v\xff", [("h", b"1"), ("n", None)])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"%t %p %o %k %s\n", b"flights 3 7 k1 v\xff\n"),
        ("%T/%K/%S", b"1700/2/2"),
        ("%h", b"h=1,n=NULL"),
        ("100%% %s", b"100% v\xff"),
        (r"\x41\t\\n", b"A\t\\n"),
    ],
)
def test_formats_have_kcats_letters(text: str, expected: bytes) -> None:
    assert compile_format(text)("flights", 3, RECORD) == expected


def test_null_has_size_minus_one_and_prints_as_nothing() -> None:
    assert compile_format("[%k|%K|%s|%S]")("t", 0, Record(0, 0, None, None)) == b"[|-1||-1]"


@pytest.mark.parametrize("text", ["%q", "%", r"\xZZ", r"\x4"])
def test_a_format_that_means_nothing_is_an_error(text: str) -> None:
    with pytest.raises(UsageError):
        compile_format(text)


def test_json_lines_come_back_as_they_went() -> None:
    fields = from_json(to_json("flights", 3, RECORD))
    assert fields == {"key": b"k1", "value": b"v\xff", "headers": [("h", b"1"), ("n", None)]}


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"value": {"base64": "?"}}', b'{"headers": [1]}'])
def test_a_line_that_is_no_record_is_an_error(line: bytes) -> None:
    with pytest.raises(UsageError, match="is no record in JSON"):
        from_json(line)


def test_a_value_that_is_json_itself_is_written_as_json() -> None:
    assert from_json(b'{"value": {"a": 1}}')["value"] == b'{"a": 1}'


def test_a_terminal_is_spared_escape_sequences() -> None:
    assert printable("ünï\x1b[2J\x07\r\n\t".encode()) == "ünï\\x1b[2J\\x07\\x0d\n\t"
    assert printable(b"\xff") == "\\xff"


def test_options_get_the_type_that_they_have() -> None:
    options = client_options(["fetch.min.bytes=5", "enable_auto_commit=false"], ConsumerOptions, {"group_id": "g"})
    assert options["fetch_min_bytes"] == 5
    assert options["enable_auto_commit"] is False
    with pytest.raises(UsageError, match="did you mean 'fetch_min_bytes'"):
        client_options(["fetch_min=5"], ConsumerOptions, {})
    with pytest.raises(UsageError, match="want NAME=VALUE"):
        client_options(["fetch_min_bytes"], ConsumerOptions, {})


@pytest.mark.parametrize(("text", "expected"), [(r"\t", b"\t"), ("\\", b"\\"), (r"\q", rb"\q"), ("ü", "ü".encode())])
def test_escapes(text: str, expected: bytes) -> None:
    assert escaped(text) == expected


@pytest.mark.parametrize("command", [consume, produce], ids=["consume", "produce"])
def test_help_has_an_example(command: object, capsys: pytest.CaptureFixture[str]) -> None:
    name = command.__name__.rpartition(".")[2]  # type: ignore[attr-defined]
    assert main([name, "--help"]) == 0
    assert f"kafkawire {name} " in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["consume", "t", "-o", "middle", "-b", "127.0.0.1:1"],
        ["consume", "t", "-f", "%q"],
        ["consume", "t", "--set", "nonsense=1"],
        ["consume", "t", "--json", "-f", "%s"],
        ["produce", "t", "--acks", "2"],
    ],
)
def test_a_wrong_call_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err


def test_records_of_lines_split_at_the_first_delimiter() -> None:
    assert produce._record(b"a:b:c", False, b":") == {"key": b"a", "value": b"b:c"}
    assert produce._record(b"abc", False, b":") == {"key": None, "value": b"abc"}


def test_where_to_begin() -> None:
    for text, expected in [("beginning", None), ("end", None), ("0", 0), ("-5", -5)]:
        assert consume._where(argparse.Namespace(offset=text)) == expected
