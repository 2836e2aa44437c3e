"""`kafkawire produce` and `consume` as people use them, against our own broker."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kafkawire.cli import main
from kafkawire.cli.lines import lines_of
from kafkawire.client.blocking import Consumer, Producer
from kafkawire.testing.threaded import ThreadedBroker

Cli = Callable[..., str]


@pytest.fixture
def cli(kafka_broker: ThreadedBroker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command with text as its input; returns what it prints, and wants it to end well."""

    def run(*words: str, text: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        capsys.readouterr()
        assert main([*words, "-b", kafka_broker.bootstrap_servers]) == 0
        return capsys.readouterr().out

    return run


def test_lines_become_records_and_records_lines(cli: Cli) -> None:
    cli("produce", "t", "-K", ":", "-H", "src=x", "-z", "zstd", "-q", text="AA:one\nUA:two\nplain\n")
    out = cli("consume", "t", "-e", "-f", r"%t %p %o %k=%s (%K/%S) %h\n")
    assert out == "t 0 0 AA=one (2/3) src=x\nt 0 1 UA=two (2/3) src=x\nt 0 2 =plain (-1/5) src=x\n"


def test_json_goes_round_with_tombstones_headers_and_any_bytes(cli: Cli, kafka_broker: ThreadedBroker) -> None:
    cli("produce", "t", "-K", ":", "-Z", "-q", text="a:1\na:\n")
    with Producer(kafka_broker.bootstrap_servers) as producer:
        producer.send("t", b"\xff\n", key=b"", headers=[("h", None), ("h", b"\xfe")])
    first = cli("consume", "t", "-e", "--json")
    cli("produce", "copy", "--json", "-q", text=first)
    second = cli("consume", "copy", "-e", "-J")
    parts = ("key", "value", "headers")
    sent, came = ([{p: json.loads(line)[p] for p in parts} for line in out.splitlines()] for out in (first, second))
    assert sent == came
    assert [line["value"] for line in came] == ["1", None, {"base64": "/wo="}]


def test_bytes_in_hex_and_base64(cli: Cli) -> None:
    cli("produce", "t", "--as", "hex", "-k", "ff", "-q", text="00ff10\n")
    cli("produce", "t", "--as", "base64", "-q", text="AAE=\n")
    assert cli("consume", "t", "-e", "--as", "hex", "-f", r"%k %s\n") == "ff 00ff10\n 0001\n"
    assert cli("consume", "t", "-e", "--as", "base64") == "AP8Q\nAAE=\n"


def test_where_to_begin_and_where_to_stop(cli: Cli, kafka_broker: ThreadedBroker) -> None:
    with Producer(kafka_broker.bootstrap_servers) as producer:
        for number in range(10):
            producer.send("t", b"%d" % number, partition=0, timestamp_ms=1_000 * number)
            producer.flush()  # a batch each, so that times differ between batches
    assert cli("consume", "t", "-e", "-o", "-2") == "8\n9\n"
    assert cli("consume", "t", "-e", "-o", "7") == "7\n8\n9\n"
    assert cli("consume", "t", "-e", "-o", "99") == ""
    assert cli("consume", "t", "-e", "-o", "-99") == "".join(f"{number}\n" for number in range(10))
    assert cli("consume", "t", "-e", "-c", "2") == "0\n1\n"
    assert cli("consume", "t", "-o", "s@3000", "-o", "e@6000") == "3\n4\n5\n"
    assert cli("consume", "t", "-e", "-o", "s@8500") == "9\n"
    assert cli("consume", "t", "-e", "-o", "s@99999") == ""
    assert cli("consume", "t", "-o", "e@1970-01-01T00:00:01.500+00:00") == "0\n1\n"
    assert cli("consume", "t", "-e", "-o", "end") == ""


def test_a_group_goes_on_where_it_was(cli: Cli) -> None:
    cli("produce", "t", "-q", text="1\n2\n3\n")
    assert cli("consume", "t", "-G", "g", "-c", "2", "-e") == "1\n2\n"
    assert cli("consume", "t", "-G", "g", "-e") == "3\n"


@pytest.mark.parametrize("more", [[], ["-g", "g"]])
def test_a_mistyped_topic_is_an_error_and_makes_no_topic(
    cli: Cli, kafka_broker: ThreadedBroker, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cli("produce", "flights", "-q", text="1\n")
    where = ["-b", kafka_broker.bootstrap_servers, "-X", "default.api.timeout.ms=200"]
    assert main(["consume", "flihgts", "-e", *where, *more]) == 1
    assert "topic 'flihgts'; `kafkawire topics list`" in capsys.readouterr().err
    assert "flihgts" not in cli("topics", "list")


def test_the_end_is_before_an_open_transaction_for_who_reads_what_is_committed(
    cli: Cli, kafka_broker: ThreadedBroker
) -> None:
    cli("produce", "t", "-q", text="1\n")
    with Producer(kafka_broker.bootstrap_servers, transactional_id="x") as producer, producer.transaction():
        producer.send("t", b"2")
        producer.flush()
        assert cli("consume", "t", "-e", "-X", "isolation.level=read_committed") == "1\n"


def test_commits_are_printed_as_what_they_are(cli: Cli) -> None:
    cli("produce", "t", "-q", text="1\n")
    cli("consume", "t", "-G", "g", "-e")
    lines = [json.loads(line) for line in cli("consume", "__consumer_offsets", "-e").splitlines()]
    (commit,) = [line for line in lines if line["type"] == "OffsetCommit"]
    assert commit["key"] == {"group": "g", "topic": "t", "partition": 0}
    assert commit["value"]["offset"] == 1
    raw = cli("consume", "__consumer_offsets", "-e", "--schema", "none", "--as", "hex", "-c", "1")
    assert bytes.fromhex(raw)


def test_transactions_are_listed_described_and_ended(cli: Cli, kafka_broker: ThreadedBroker) -> None:
    with Producer(kafka_broker.bootstrap_servers, transactional_id="etl-1") as producer:
        with producer.transaction():
            producer.send("t", b"1")
        (listed,) = json.loads(cli("transactions", "list", "--json"))
        assert listed["transactionalId"] == "etl-1"
        (told,) = json.loads(cli("transactions", "describe", "etl-1", "--json"))
        assert (told["producerId"], told["partitions"]) == (listed["producerId"], [])
        with contextlib.suppress(_Stop), producer.transaction():
            producer.send("t", b"2").result()
            end_from_outside(cli, kafka_broker.bootstrap_servers)
            raise _Stop
    assert cli("consume", "t", "-e", "-X", "isolation.level=read_committed") == "1\n"


class _Stop(Exception):
    """Ends a transaction before it is committed."""


def end_from_outside(cli: Cli, address: str) -> None:
    (writer,) = json.loads(cli("transactions", "producers", "t:0", "--json"))
    began = str(writer["transactionOffset"])
    assert "would abort" in cli("transactions", "abort", "t:0", "--offset", began, "--dry-run")
    assert main(["transactions", "abort", "t:0", "--offset", "77", "-b", address]) == 1
    assert "aborted" in cli("transactions", "abort", "t:0", "--offset", began)
    (writer,) = json.loads(cli("transactions", "producers", "t:0", "--json"))
    assert writer["transactionOffset"] is None


def test_whoever_has_seen_enough_is_no_error(kafka_broker: ThreadedBroker) -> None:
    with Producer(kafka_broker.bootstrap_servers) as producer:
        for _ in range(20_000):
            producer.send("t", b"x" * 100)
    words = ["consume", "t", "-e", "-b", kafka_broker.bootstrap_servers]
    command = [sys.executable, "-m", "kafkawire", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"x" * 100 + b"\n"
        process.stdout.close()
        assert process.wait(30) == 141
        assert process.stderr.read() == b""


def test_a_log_of_what_the_client_does_is_there_for_the_asking(kafka_broker: ThreadedBroker) -> None:
    words = ["topics", "list", "-v", "-b", kafka_broker.bootstrap_servers]
    done = subprocess.run([sys.executable, "-m", "kafkawire", *words], capture_output=True, text=True, check=True)
    assert "kafkawire.client.network" in done.stderr


def test_lines_are_sent_while_more_are_waited_for(kafka_broker: ThreadedBroker) -> None:
    words = ["produce", "t", "-q", "-b", kafka_broker.bootstrap_servers]
    command = [sys.executable, "-m", "kafkawire", *words]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE) as process,
        Consumer(kafka_broker.bootstrap_servers, topics=["t"], auto_offset_reset="earliest") as consumer,
    ):
        assert process.stdin is not None
        for line in (b"first", b"second"):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert [[record.value for record in chunk] for chunk in consumer.fetch(timeout=20)] == [[line]]
        process.send_signal(signal.SIGINT)  # while it waits for a third
        assert process.wait(20) == 130


@pytest.mark.parametrize("text", [b"", b"\n", b"a", b"a\n", b"a\nb", b"\n\na\r\n", b"x" * 600_000 + b"\ny"])
def test_lines_are_split_as_everywhere(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(text)

    async def read() -> list[bytes]:
        return [line async for lines in lines_of(str(file)) for line in lines]

    assert asyncio.run(read()) == [line.removesuffix(b"\n") for line in io.BytesIO(text)]
