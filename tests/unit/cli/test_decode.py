"""`kafkawire decode`, held against frames, messages and record sets that Apache Kafka wrote."""

from __future__ import annotations

import base64
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import corpus
from tests.unit.cli.conftest import Call

REQUESTS = list(corpus.json_lines(corpus.path("vectors", "frames", "requests.jsonl.gz")))
RESPONSES = list(corpus.json_lines(corpus.path("vectors", "frames", "responses.jsonl.gz")))
RECORDS = list(corpus.json_lines(corpus.path("vectors", "records.jsonl.gz")))

# From the vectors: an ApiVersions request, taken apart by hand below.
HEARTBEAT = "0000000c 00000007 00 00000000 001b 00"  # size, correlation id, no tags, throttle, error 27, no tags
PLAIN = "0000002000240002000000010007636f6e736f6c65000d00626f620068756e7465723200"  # SaslAuthenticate: bob, hunter2


def some(vectors: list[dict[str, Any]]) -> list[Any]:
    """One vector for each API, another version each time."""
    by_key: dict[int, list[dict[str, Any]]] = {}
    for vector in vectors:
        by_key.setdefault(vector["apiKey"], []).append(vector)
    chosen = [found[key % len(found)] for key, found in sorted(by_key.items())]
    return [pytest.param(vector, id=f"{vector['message']}-v{vector['version']}") for vector in chosen]


def record_set(case: str, magic: int, codec: str) -> dict[str, Any]:
    return next(v for v in RECORDS if (v["case"], v["magic"], v["codec"]) == (case, magic, codec))


# -------------------------------------------------------------------------------------------------------------- frames


@pytest.mark.parametrize("vector", some(REQUESTS))
def test_requests(call: Call, vector: dict[str, Any]) -> None:
    found = call("decode", "request", vector["hex"], "--secrets").json
    assert found["api"]["key"] == vector["apiKey"]
    assert found["api"]["version"] == vector["version"]
    assert found["headerVersion"] == vector["headerVersion"]
    assert (found["header"], found["body"]) == (vector["header"], vector["json"])


@pytest.mark.parametrize("vector", some(RESPONSES))
def test_responses(call: Call, vector: dict[str, Any]) -> None:
    which = ("--api", str(vector["apiKey"]), "--version", str(vector["version"]))
    found = call("decode", "response", *which, vector["hex"], "--secrets").json
    assert found["headerVersion"] == vector["headerVersion"]
    assert (found["header"], found["body"]) == (vector["header"], vector["json"])


def test_request_without_its_size(call: Call) -> None:
    vector = next(v for v in REQUESTS if v["message"] == "HeartbeatRequest")
    for words in ((vector["hex"][8:],), (vector["hex"][8:], "--bare"), (vector["hex"], "--sized")):
        assert call("decode", "request", *words).json["body"] == vector["json"]


def test_request_with_a_wrong_size(call: Call) -> None:
    vector = next(v for v in REQUESTS if v["message"] == "HeartbeatRequest")
    result = call("decode", "request", "00ff0000" + vector["hex"][8:])
    assert result.code == 1
    assert f"the frame says {0xFF0000} bytes, here are {len(vector['hex']) // 2 - 4}" in result.err
    assert "--annotate" in result.err


def test_error_codes_are_named(call: Call) -> None:
    result = call("decode", "response", "--api", "heartbeat", "--version", "4", *HEARTBEAT.split())
    assert result.json["body"] == {"throttleTimeMs": 0, "errorCode": 27}
    [error] = result.json["errors"]
    assert (error["path"], error["code"], error["name"]) == ("errorCode", 27, "REBALANCE_IN_PROGRESS")


def test_response_of_unknown_version(call: Call) -> None:
    result = call("decode", "response", "--api", "heartbeat", "--version", "5", "00")
    assert result.code == 2
    assert "HeartbeatResponse has no version 5; it has 0 to 4" in result.err


def test_an_api_versions_that_was_too_new_is_answered_in_version_0(call: Call) -> None:
    refusal = "00000010 00000001 0023 00000001 0012 0000 0003"
    shown = call("decode", "response", "--api", "ApiVersions", "--version", "99", refusal).json
    assert (shown["api"]["version"], shown["errors"][0]["name"]) == (0, "UNSUPPORTED_VERSION")
    assert shown["body"]["apiKeys"] == [{"apiKey": 18, "minVersion": 0, "maxVersion": 3}]


def test_secrets_are_hidden(call: Call) -> None:
    secret = base64.b64encode(b"\0bob\0hunter2").decode()
    for words in ((PLAIN,), (PLAIN, "--annotate"), (PLAIN, "--annotate", "--json"), (PLAIN[:-6], "--annotate")):
        result = call("decode", "request", *words)
        assert "hidden" in result.out
        for text in ("hunter", secret, "68756e746572", "6e 74 65", "62 6f 62"):
            assert text not in result.out + result.err
    assert call("decode", "request", PLAIN, "--secrets").json["body"]["authBytes"] == secret
    assert "6e 74 65" in call("decode", "request", PLAIN, "--secrets", "--annotate").out


# ------------------------------------------------------------------------------------------------------------ messages


def test_message_with_unknown_tags(call: Call) -> None:
    file = corpus.path("vectors", "rpc", "MetadataResponse.jsonl.gz")
    vector = next(v for v in corpus.json_lines(file) if v.get("unknownTags"))
    found = call("decode", "message", "MetadataResponse", "--version", str(vector["version"]), vector["hex"]).json
    assert found["body"] == vector["json"]
    tags = {(tag["path"], tag["tag"]): tag["hex"] for tag in found["unknownTags"]}
    assert tags == {(_dotted(tag["path"]), tag["tag"]): tag["hex"] for tag in vector["unknownTags"]}


def _dotted(path: list[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def test_name_may_stand_before_options_and_data_after(call: Call) -> None:
    one = call("decode", "message", "LeaderChangeMessage", "0000000000010000", "--version", "0")
    other = call("decode", "message", "LeaderChangeMessage", "--version", "0", "0000000000010000")
    assert one.out == other.out


def test_records_inside_a_message(call: Call) -> None:
    batch = record_set("one", 2, "none")["hex"]
    size = f"{len(batch) // 2:08x}"
    body = f"ffff 00000000 00000001 0001 74 00000001 00000000 {size} {batch}"  # Produce 0: acks, timeout, topic t
    found = call("decode", "message", "ProduceRequest", "--version", "0", body, "--records").json
    [inside] = found["records"]
    assert inside["path"] == "topicData[0].partitionData[0].records"
    assert [line["record"]["key"] for line in inside["lines"] if "record" in line] == ["key"]


# ------------------------------------------------------------------------------------------------------------- records


def as_blob(name: str, raw: str | None) -> dict[str, Any]:
    """How a line shows bytes when asked for base64."""
    if raw is None:
        return {name: None}
    return {f"{name}Base64": base64.b64encode(bytes.fromhex(raw)).decode()}


def as_record(record: dict[str, Any]) -> dict[str, Any]:
    headers = [{"name": name} | as_blob("value", value) for name, value in record.get("headers", [])]
    line = {"offset": record["offset"], "timestamp": record["timestamp"], "headers": headers}
    return line | as_blob("key", record["key"]) | as_blob("value", record["value"])


@pytest.mark.parametrize(
    "vector",
    [v for v in RECORDS if "batches" in v and not any("error" in b for b in v["batches"]) and len(v["hex"]) < 20_000],
    ids=lambda v: f"{v['case']}-{v['magic']}-{v['codec']}",
)
def test_record_sets(call: Call, vector: dict[str, Any]) -> None:
    result = call("decode", "records", "--hex", vector["hex"], "--base64-values")
    assert result.code == 0
    records = [{k: v for k, v in line["record"].items() if k != "control"} for line in result.lines if "record" in line]
    assert records == [as_record(record) for batch in vector["batches"] for record in batch["records"]]
    batches = [line["batch"] for line in result.lines if "batch" in line]
    for found, expected in zip(batches, vector["batches"], strict=True):
        names = found.keys() & expected.keys() - {"records"}
        assert {name: found[name] for name in names} == {name: expected[name] for name in names}
    partial = [line["partial"]["bytes"] for line in result.lines if "partial" in line]
    assert partial == ([vector["leftOver"]] if vector.get("leftOver") else [])


def test_text_is_shown_as_text(call: Call) -> None:
    result = call("decode", "records", record_set("one", 2, "gzip")["hex"])
    [record] = [line["record"] for line in result.lines if "record" in line]
    assert (record["key"], record["value"]) == ("key", "value")


def test_headers_only(call: Call) -> None:
    vector = record_set("two-sets", 2, "none")
    result = call("decode", "records", vector["hex"], "--headers-only")
    assert [list(line) for line in result.lines] == [["batch"]] * len(vector["batches"])


def test_bad_checksum_is_told_and_the_next_batch_follows(call: Call) -> None:
    bad, good = record_set("bad-crc", 2, "none")["hex"], record_set("one", 2, "none")["hex"]
    result = call("decode", "records", bad + good)
    assert result.code == 1
    assert "cannot be read" in result.err
    kinds = [next(iter(line)) for line in result.lines]
    assert kinds[:2] == ["batch", "error"]
    assert kinds[-2:] == ["batch", "record"]
    assert "CRC-32C" in result.lines[1]["error"]["message"]
    assert result.lines[0]["batch"]["isValid"] is False


def test_bad_checksum_can_be_overlooked(call: Call) -> None:
    result = call("decode", "records", record_set("bad-crc", 2, "none")["hex"], "--no-crc")
    assert result.code == 0
    assert any("record" in line for line in result.lines)


def test_what_is_no_batch(call: Call) -> None:
    result = call("decode", "records", "00" * 17)
    assert result.code == 1
    assert result.lines == [{"error": {"position": 0, "message": result.lines[0]["error"]["message"]}}]
    assert "size" in result.lines[0]["error"]["message"]


# --------------------------------------------------------------------------------------------- where bytes come from


HEADER = "00000002"  # ResponseHeader 0: a correlation id


def correlation(call: Call, *words: str) -> int:
    found = call("decode", "message", "ResponseHeader", "--version", "0", *words).json["body"]["correlationId"]
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize(
    "words",
    [
        ["00000002"],
        ["00 00:00\n02"],
        ["0x00000002"],
        ["0x00", "0x00", "0x00", "0x02"],
        ["--base64", "AAAAAg=="],
        ["--base64", "AAAA", "Ag=="],
    ],
    ids=str,
)
def test_bytes_on_the_command_line(call: Call, words: list[str]) -> None:
    assert correlation(call, *words) == 2


def test_bytes_in_files(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("raw").write_bytes(b"\0\0\0\2")
    Path("text").write_text("00 00 00 02\n")
    Path("base").write_text("AAAAAg==\n")
    Path("cafe").write_bytes(b"\0\0\0\2")
    assert correlation(call, "raw") == correlation(call, "--file", "raw") == 2
    assert correlation(call, "--file", "text", "--hex") == 2
    assert correlation(call, "--file", "base", "--base64") == 2
    assert correlation(call, "cafe") == 2  # there is such a file
    assert call("decode", "message", "ResponseHeader", "--version", "0", "--hex", "cafe").code == 1  # 2 bytes


def test_bytes_from_stdin(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for word in (["-"], ["--file", "-"]):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\0\0\0\2")))
        assert correlation(call, *word) == 2


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], "no bytes given"),
        (["0g"], "'g' is not a hex digit"),
        (["000"], "an odd number of hex digits"),
        (["no/such.bin"], "no file 'no/such.bin'"),
        (["--base64", "A"], "not base64"),
        (["00", "--file", "x"], "not both"),
        (["--hex", "--base64", "00"], "not allowed with"),
    ],
    ids=str,
)
def test_wrong_bytes(call: Call, words: list[str], text: str) -> None:
    result = call("decode", "message", "ResponseHeader", "--version", "0", *words)
    assert result.code == 2
    assert text in result.err
    assert not result.out


def test_file_of_bytes_that_should_be_text(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "raw"
    file.write_bytes(b"\xff\xfe")
    result = call("decode", "records", "--file", str(file), "--hex")
    assert result.code == 2
    assert "holds bytes, not text" in result.err


def test_missing_file_is_named(call: Call) -> None:
    result = call("decode", "records", "--file", "no-such-file")
    assert (result.code, result.err) == (1, "kafkawire: error: no-such-file: No such file or directory\n")


def test_output_cannot_command_the_terminal(call: Call) -> None:
    escape = "\x1b]0;x\x07\x9b31m".encode().hex()
    frame = f"00000000 {len(escape) // 2:04x} {escape}"  # InitProducerId has a transactional id; here a client id
    result = call("decode", "message", "RequestHeader", "--version", "1", f"0016 0000 {frame}")
    assert json.loads(result.out)["body"]["clientId"] == "\x1b]0;x\x07\x9b31m"
    dump = call("decode", "message", "RequestHeader", "--version", "1", f"0016 0000 {frame}", "--annotate")
    for text in (result.out, dump.out):
        assert not any(char in text for char in "\x1b\x07\x9b")


@pytest.mark.parametrize("text", ["68656c6c6f", "00" * 11 + "20" + "00" * 5])
def test_bytes_that_hold_no_whole_batch_are_1(call: Call, text: str) -> None:
    result = call("decode", "records", text)
    size = len(text) // 2
    assert (result.code, result.lines) == (1, [{"partial": {"position": 0, "bytes": size}}])
    assert result.err == f"kafkawire: error: there is no whole batch in these {size} bytes\n"


def test_nothing_is_no_batch_that_is_damaged(call: Call, tmp_path: Path) -> None:
    """As a segment is that has just been begun."""
    (tmp_path / "new.log").touch()
    assert call("decode", "records", str(tmp_path / "new.log")).code == 0
