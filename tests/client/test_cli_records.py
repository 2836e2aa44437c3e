from __future__ import annotations

import argparse
import json
from pathlib import Path
from uuid import UUID

import pytest

from kafkawire import messages
from kafkawire.cli import consume, main, produce
from kafkawire.cli.client_options import add_client_arguments, client_options, connection_of, escaped
from kafkawire.cli.internal_records import to_internal_json
from kafkawire.cli.progress import Progress
from kafkawire.cli.record_format import compile_format, from_json, printable, spelled, to_json
from kafkawire.cli.span import Span
from kafkawire.cli.usage import UsageError
from kafkawire.client.options import ClientOptions, ConsumerOptions
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
    many = client_options(["partition.assignment.strategy=sticky, range"], ConsumerOptions, {})
    assert many["partition_assignment_strategy"] == ("sticky", "range")
    named = client_options(["group.id=7", "client.rack=1", "group.instance.id=null"], ConsumerOptions, {})
    assert [named[name] for name in ("group_id", "client_rack", "group_instance_id")] == ["7", "1", None]
    assert options["enable_auto_commit"] is False
    with pytest.raises(UsageError, match=r"did you mean 'fetch\.min\.bytes'"):
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
        ["consume", "t", "-c", "0"],
        ["consume", "t", "--set", "nonsense=1"],
        ["consume", "t", "--json", "-f", "%s"],
        ["produce", "t", "--acks", "2"],
    ],
)
def test_a_wrong_call_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err


def lines(**given: object) -> produce._Reader:
    defaults = {"json": False, "key_delimiter": None, "key_text": None, "spelling": "text", "null": False}
    defaults |= {"key_kind": None, "value_kind": None}
    return produce._Reader(argparse.Namespace(**defaults | given))


def test_records_of_lines_split_at_the_first_delimiter() -> None:
    reader = lines(key_delimiter=":", key_text="k")
    assert reader.record(b"a:b:c") == (b"a", b"b:c", ())
    assert reader.record(b"abc") == (b"k", b"abc", ())
    assert reader.record(b":") == (b"", b"", ())


def test_nothing_can_be_null() -> None:
    reader = lines(key_delimiter=":", null=True)
    assert reader.record(b"a:") == (b"a", None, ())
    assert reader.record(b":b") == (None, b"b", ())
    assert reader.record(b"") == (None, None, ())


def test_bytes_can_be_spelled_in_hex_and_base64() -> None:
    assert lines(spelling="hex", key_delimiter=":").record(b"00ff:10") == (b"\0\xff", b"\x10", ())
    assert lines(spelling="base64").record(b"AP8=") == (None, b"\0\xff", ())
    for spelling, line in (("hex", b"0"), ("hex", b"zz"), ("hex", "ü".encode()), ("base64", b"A")):
        with pytest.raises(UsageError, match=f"is not {spelling}"):
            lines(spelling=spelling).record(line)
    show = spelled("hex", compile_format("%k=%s %S"))
    assert show("t", 0, RECORD) == b"6b31=76ff 4"
    assert spelled("base64", compile_format("%s"))("t", 0, Record(0, 0, None, None)) == b""


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], Span()),
        (["end"], Span("end")),
        (["0"], Span(offset=0)),
        (["-5"], Span(offset=-5)),
        (["s@1700000000000", "e@1970-01-01T00:00:01+00:00"], Span(since=1_700_000_000_000, until=1_000)),
    ],
)
def test_where_to_begin_and_to_stop(texts: list[str], expected: Span) -> None:
    assert Span.parse(texts) == expected
    assert Span.parse(texts).is_plain == (not texts or texts == ["end"])


@pytest.mark.parametrize("text", ["middle", "1.5", "s@noon", "e@", "@5"])
def test_where_that_is_nowhere(text: str) -> None:
    with pytest.raises(UsageError, match="want "):
        Span.parse([text])


def record(key: bytes | None, value: bytes | None) -> Record:
    return Record(9, 1700, key, value)


def test_records_of_kafkas_own_topics_are_typed() -> None:
    key = b"\0\1" + messages.OffsetCommitKey(group="g", topic="t", partition=3).encode(0)
    value = b"\0\3" + messages.OffsetCommitValue(offset=7, leader_epoch=2, commit_timestamp=5).encode(3)
    line = json.loads(to_internal_json("__consumer_offsets", 4, record(key, value)))
    assert line == {
        "topic": "__consumer_offsets",
        "partition": 4,
        "offset": 9,
        "timestamp": 1700,
        "type": "OffsetCommit",
        "key": {"group": "g", "topic": "t", "partition": 3},
        "version": 3,
        "value": {"offset": 7, "leaderEpoch": 2, "metadata": "", "commitTimestamp": 5},
    }
    deleted = json.loads(to_internal_json("__consumer_offsets", 4, record(key, None)))
    assert (deleted["type"], deleted["value"]) == ("OffsetCommit", None)


def test_metadata_records_say_what_they_are_in_their_frame() -> None:
    topic = messages.TopicRecord(name="t", topic_id=UUID(int=1))
    line = json.loads(to_internal_json("__cluster_metadata", 0, record(None, b"\1\2\0" + topic.encode(0))))
    assert (line["type"], line["version"], line["value"]["name"]) == ("TopicRecord", 0, "t")


@pytest.mark.parametrize(
    ("topic", "key", "value"),
    [
        ("__consumer_offsets", b"\0\1\0", b""),
        ("__consumer_offsets", b"", b"x"),
        ("__consumer_offsets", b"\x7f\xff", b"x"),
        ("__transaction_state", b"\0\0\0\1a", b"\0\x63"),
        ("__share_group_state", None, None),
        ("__cluster_metadata", None, b""),
        ("__cluster_metadata", None, b"\1\x7f\0"),
        ("__cluster_metadata", None, b"\2\2\0"),
    ],
)
def test_what_is_no_such_record_is_shown_with_the_reason(topic: str, key: bytes | None, value: bytes | None) -> None:
    line = json.loads(to_internal_json(topic, 0, record(key, value)))
    assert line["error"]
    assert line["key"] == (None if key is None else key.hex())
    assert line["value"] == (None if value is None else value.hex())


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_client_arguments(parser)
    return parser.parse_args(words)


def test_a_properties_file_serves_all_commands_and_x_goes_over_it(tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    file.write_text("bootstrap.servers=k1:1,k2:2\nrequest.timeout.ms=5\nacks=1\nfetch.min.bytes=7\n# no\n")
    args = arguments("--command-config", str(file), "-X", "request.timeout.ms=6", "-X", "client_id=me")
    brokers, options = connection_of(args, ClientOptions, {})
    assert brokers == "k1:1,k2:2"
    assert options == {"default_api_timeout_ms": 10_000, "request_timeout_ms": 6, "client_id": "me"}
    brokers, options = connection_of(arguments("-b", "b:1", "--command-config", str(file)), ConsumerOptions, {})
    assert (brokers, options["fetch_min_bytes"]) == ("b:1", 7)
    assert connection_of(arguments(), ClientOptions, {})[0] == "127.0.0.1:9092"


def test_what_is_wrong_with_a_file_is_told_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "client.properties"
    file.write_text("request.timeout=5\n")
    with pytest.raises(UsageError, match=r"did you mean 'request\.timeout\.ms'"):
        connection_of(arguments("--command-config", str(file)), ClientOptions, {})
    file.write_bytes(b"\xff=1")
    with pytest.raises(UsageError, match="not a properties file"):
        connection_of(arguments("--command-config", str(file)), ClientOptions, {})
    with pytest.raises(FileNotFoundError):
        connection_of(arguments("--command-config", str(file) + "x"), ClientOptions, {})


def test_security_by_the_names_that_other_clients_have() -> None:
    jaas = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="alice" password="12345";'
    ours: dict[str, object] = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "SCRAM-SHA-256"}
    ours |= {"sasl_username": "alice", "sasl_password": "12345", "default_api_timeout_ms": 10_000}
    protocol = ["security.protocol=SASL_PLAINTEXT"]
    for pairs in (
        ["sasl.mechanism=SCRAM-SHA-256", f"sasl.jaas.config={jaas}"],
        ["sasl.mechanisms=SCRAM-SHA-256", "sasl.username=alice", "sasl.password=12345"],
    ):
        assert client_options(protocol + pairs, ClientOptions, {}) == ours


def test_a_wrong_option_is_told_without_the_secret() -> None:
    for pairs in (["sasl.password=hush-hush"], ["sasl.jaas.config=hush-hush"], ["sasl.password hush-hush"]):
        with pytest.raises(UsageError) as caught:
            client_options(["security.protocol=SASL_SSL", "sasl.mechanism=PLAIN", *pairs], ClientOptions, {})
        assert "hush-hush" not in str(caught.value)
    with pytest.raises(UsageError, match=r"'sasl.jaas.config' must be"):
        client_options(["security.protocol=SASL_SSL", "sasl.mechanism=PLAIN", "sasl.jaas.config=x"], ClientOptions, {})


def test_an_authority_of_ones_own_makes_a_tls_context(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"ssl\.truststore\.location: .*no\.pem: No such file"):
        client_options(["security.protocol=SSL", f"ssl.ca.location={tmp_path / 'no.pem'}"], ClientOptions, {})
    found = client_options(["security.protocol=SSL", "ssl.endpoint.identification.algorithm="], ClientOptions, {})
    assert not found["ssl_context"].check_hostname
    with pytest.raises(UsageError, match=r"ssl\.key\.location: .*no\.pem: No such file"):
        client_options(["security.protocol=SSL", f"ssl.key.location={tmp_path / 'no.pem'}"], ClientOptions, {})


def test_who_forgets_to_say_where_the_brokers_are_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["topics", "list", "-b", "127.0.0.1:1", "-X", "default.api.timeout.ms=50"]) == 1
    assert "-b HOST:PORT" in capsys.readouterr().err


def test_one_is_no_plural() -> None:
    progress = Progress(False)
    progress.add(1, 1)
    assert progress.line().startswith("1 record, 1 byte in ")


def test_a_line_of_progress() -> None:
    progress = Progress(False)
    progress.add(50, 1_000)
    assert progress.line().startswith("50 records, 1000 bytes in 0.0 s, ")
    assert progress.line(left=50).startswith("[##########          ]  50% 50 records")
    assert progress.line(left=0).startswith("[####################] 100% ")
