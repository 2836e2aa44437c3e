"""`kafkawire capture`, on captures of real clients."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.cli import main
from tests.corpus import path

FILE = SASL = str(path("captures", "sasl-java.pcapng"))


def test_show_is_a_table_of_what_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", FILE, "api==DescribeCluster", "--columns", "api,version,topic,error"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["api", "v", "topic", "error"]
    assert lines
    assert all(line.startswith("DescribeCluster") for line in lines)


def test_show_limit_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", FILE, "api==ApiVersions and version>3", "--json", "--limit", "2"]) == 0
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert len(rows) == 2
    assert rows[0]["api"] == "ApiVersions"
    assert rows[0]["request"]["clientSoftwareName"] == "apache-kafka-java"


def test_one_exchange_is_a_dump_of_its_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", SASL, "--number", "3"]) == 0
    text = capsys.readouterr().out
    assert "api             SaslHandshake" in text
    assert '00 05 50 4c 41 49 4e  body.mechanism              string  "PLAIN"' in text
    assert "--- response" in text


def test_secrets_are_hidden_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["show", SASL, "--json"], ["follow", SASL, "2"], ["show", SASL, "-n", "4"]):
        main(["capture", *words])
        assert "alice-secret" not in capsys.readouterr().out
    main(["capture", "show", SASL, "api==SaslAuthenticate", "--json", "--secrets"])
    assert "AGFsaWNl" in capsys.readouterr().out  # base64 of \0alice


def test_stats_count_every_request_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "stats", FILE, "--json"]) == 0
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    apis = [row["api"] for row in rows if "api" in row]
    assert sum(row["requests"] for row in apis) == sum(row["client"]["requests"] for row in rows if "client" in row)
    assert all(row["p50_ms"] <= row["p99_ms"] <= row["max_ms"] for row in apis if row["max_ms"] is not None)
    assert main(["capture", "stats", FILE]) == 0
    assert "DescribeCluster" in capsys.readouterr().out


def test_follow_tells_one_connection(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "follow", SASL, "2"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("connection 2: 127.0.0.1:")
    assert '"mechanism": "PLAIN"' in text
    assert main(["capture", "follow", SASL, "999"]) == 1


def test_an_exchange_that_is_not_there_is_no_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", FILE, "--number", "9999"]) == 1
    assert capsys.readouterr().err == f"kafkawire: error: --number 9999: {FILE} has no exchange of that number\n"


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet", "arrow"])
def test_export(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if form in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    target = tmp_path / f"out.{form}"
    assert main(["capture", "export", FILE, str(target), "api==Metadata"]) == 0
    count = int(capsys.readouterr().err.split()[0])
    assert count > 1
    if form == "parquet":
        import pyarrow.parquet as pq

        table = pq.read_table(target)
        assert table.num_rows == count
        assert json.loads(table["request"][0].as_py())
        assert table.schema.field("time").type.tz == "UTC"
    elif form == "jsonl":
        assert len(target.read_text().splitlines()) == count
    assert target.stat().st_size


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", FILE, "apy==Fetch"], "there is no column 'apy'; did you mean api?"),
        (["show", FILE, "--columns", "apy"], "--columns: there is no column 'apy'"),
        (["export", FILE, "out.xls"], "its ending says no format"),
    ],
)
def test_wrong_calls_say_what_is_right(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", *words]) == 2
    assert says in capsys.readouterr().err


def test_files_that_are_none_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pcap"
    for data, says in ((b"no capture at all", "not a capture"), (b"", "the file is too short for a capture")):
        file.write_bytes(data)
        assert main(["capture", "show", str(file)]) == 1
        printed = capsys.readouterr()
        assert f"{file}: {says}" in printed.err
        assert printed.out == ""  # nor a heading
    assert main(["capture", "show", str(tmp_path / "gone")]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"kafkawire: error: {tmp_path / 'gone'}: No such file or directory\n")


@pytest.mark.parametrize("name", ["ipv6-kcat.pcap", "admin-java.pcapng"])
def test_a_capture_that_was_cut_is_said_to_be(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, cut = path("captures", name), tmp_path / name
    assert main(["capture", "stats", str(whole)]) == 0
    assert "is cut" not in capsys.readouterr().err
    cut.write_bytes(whole.read_bytes()[:20_000])
    assert main(["capture", "stats", str(cut)]) == 0
    assert "note: the capture is cut: it ends within a packet, at byte 20000" in capsys.readouterr().err
    cut.write_bytes(whole.read_bytes()[:-1])
    assert main(["capture", "show", str(cut)]) == 0
    assert "note: the capture is cut" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full is needed")
def test_a_full_disk_is_said_with_the_name_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("csv", "jsonl"):
        assert main(["capture", "export", FILE, "/dev/full", "--file-format", form]) == 1
        assert capsys.readouterr().err == "kafkawire: error: /dev/full: No space left on device\n"


def test_columns_say_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["capture", "export", FILE, "out.parquet"]) == 1
    assert "pip install 'kafkawire[arrow]'" in capsys.readouterr().err


def test_fields_that_may_differ_are_named_by_commas_or_again(capsys: pytest.CaptureFixture[str]) -> None:
    for ignored in (["--ignore", "a,b"], ["--ignore", "a", "--ignore", "b"]):
        assert main(["capture", "diff", FILE, FILE, *ignored]) == 0
        assert "0 differ" in capsys.readouterr().err


def test_a_port_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", FILE, "--port", "99999"]) == 2
    assert "invalid port from 1 to 65535 value: '99999'" in capsys.readouterr().err


def test_notes_come_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "show", str(path("captures", "snaplen128-confluent.pcap"))]) == 0
    assert "bytes are not in the capture" in capsys.readouterr().err


def test_live_without_tcpdump_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["capture", "lo", "--port", "9092"]) == 1
    assert "tcpdump records the packets, and it is not installed" in capsys.readouterr().err


def test_live_without_the_right_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in = tmp_path / "tcpdump"
    stand_in.write_text(
        '#!/bin/sh\necho "tcpdump: lo: You don\'t have permission to capture on that device" >&2\nexit 1\n'
    )
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert main(["capture", "lo"]) == 1
    assert "tcpdump may not record on lo" in capsys.readouterr().err


def test_ctrl_c_ends_the_recording_and_what_was_lost_is_told(tmp_path: Path) -> None:
    stand_in = tmp_path / "tcpdump"
    tells = "trap 'echo 11 packets captured >&2; echo 7 packets dropped by kernel >&2; exit 0' TERM"
    stand_in.write_text(f"#!/bin/sh\n{tells}\ncat {FILE}\nwhile :; do sleep 0.1; done\n")
    stand_in.chmod(0o755)
    command = [sys.executable, "-m", "kafkawire", "capture", "lo", "--port", "9092"]
    path = f"{tmp_path}:{os.environ['PATH']}"
    with subprocess.Popen(
        command, env=os.environ | {"PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the heading: it reads
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert "note: 7 packets were not recorded: they came quicker than they were taken\n" in said
    assert "Traceback" not in said


def test_live_shows_what_tcpdump_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in = tmp_path / "tcpdump"
    stand_in.write_text(f"#!/bin/sh\nexec cat {FILE}\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert main(["capture", "lo", "api==Metadata", "--port", "9092", "--limit", "1", "--columns", "api"]) == 0
    printed = capsys.readouterr()
    assert printed.out.split() == ["api", "Metadata"]
    assert printed.err.startswith("kafkawire: recording on lo port 9092; Ctrl-C ends it\n")
