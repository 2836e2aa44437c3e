"""The broker as people start it: as a command, and from synchronous code."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kafkawire.testing
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.options import InvalidOption
from kafkawire.errors import KafkaError
from tests.broker.test_recovery import node_on
from tests.broker.wire import Wire, fetch_request, produce

MAIN = "import sys; from kafkawire.cli import main; sys.exit(main())"
ROOT = Path(__file__).resolve().parents[2]


def command(*args: str, program: str = MAIN) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    argv = [sys.executable, "-c", program, "broker", *args]
    return subprocess.Popen(argv, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def running(data_dir: Path, *args: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A broker as a process, and the port that it says it listens on."""
    with command("--listen", "127.0.0.1:0", "--data-dir", str(data_dir), *args) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("kafkawire broker listening on 127.0.0.1:"), process.communicate()
        try:
            yield process, int(line.rpartition(":")[2])
        finally:
            process.kill()


def exchange(port: int, *, writes: int) -> tuple[list[int], int]:
    """Produce one batch after the other; the offsets they got, and the high watermark."""

    async def main() -> tuple[list[int], int]:
        from kafkawire.messages import MetadataRequest
        from kafkawire.messages.metadata_request import MetadataRequestTopic

        wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
        await wire.ask(MetadataRequest(topics=[MetadataRequestTopic(name="t")]), 9)
        offsets = [(await produce(wire, "t", [b"%d" % n], acks=-1)).base_offset for n in range(writes)]
        fetched = await wire.ask(fetch_request("t", 0), 11)
        await wire.close()
        return offsets, fetched.responses[0].partitions[0].high_watermark

    return asyncio.run(main())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path / "data") as (process, port):
        assert exchange(port, writes=3) == ([0, 1, 2], 3)
        process.send_signal(number)
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert (tmp_path / "data" / ".kafka_cleanshutdown").exists()
    assert exchange_after(tmp_path / "data") == 3


HANGING = f"""
import threading
from kafkawire.broker.server.broker import Broker

async def close(self):
    print("closing", flush=True)
    threading.Event().wait()

Broker.close = close
{MAIN}
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once_whatever_it_is_doing(tmp_path: Path, number: signal.Signals) -> None:
    with command("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"), program=HANGING) as process:
        assert process.stdout is not None
        assert "listening" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "closing\n"
        process.send_signal(number)
        assert process.wait(10) == -number
        assert not (tmp_path / "data" / ".kafka_cleanshutdown").exists()


def test_scripts_get_the_line_as_json(tmp_path: Path) -> None:
    with command("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"), "--json") as process:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        assert (said["event"], said["pid"], said["node_id"]) == ("listening", process.pid, 1)
        assert exchange(int(said["bootstrap_servers"].rpartition(":")[2]), writes=1) == ([0], 1)
        process.terminate()
        assert process.communicate(timeout=10) == ("", "")
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (["--set", "num.partition=3"], 2, "did you mean 'num.partitions'"),
        (["--set", "num.partition=3", "--check-config"], 2, "did you mean 'num.partitions'"),
        (["--config", "/does/not/exist"], 1, "/does/not/exist: No such file"),
        (["--check-config"], 0, ""),
    ],
)
def test_scripts_get_errors_as_json_too(args: list[str], code: int, error: str) -> None:
    process = command("--json", *args)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err, out.count("\n")) == (code, "", 1)
    said = json.loads(out)
    assert said["event"] == ("error" if code else "valid")
    assert error in said.get("error", "")


def exchange_after(data_dir: Path) -> int:
    with running(data_dir) as (_, port):
        return exchange(port, writes=0)[1]


def test_nothing_flushed_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    acknowledged = 0
    for _ in range(3):
        with running(tmp_path / "data", "--set", "log.flush.interval.messages=1") as (process, port):
            offsets, _high_watermark = exchange(port, writes=20)
            assert offsets == list(range(acknowledged, acknowledged + 20))
            acknowledged += 20
            process.send_signal(signal.SIGKILL)
            process.wait(10)
    assert not (tmp_path / "data" / ".kafka_cleanshutdown").exists()
    assert exchange_after(tmp_path / "data") == acknowledged


def fails(*args: str) -> tuple[int, str]:
    process = command(*args)
    out, err = process.communicate(timeout=20)
    assert out == ""
    assert err.count("\n") == 1, err
    return process.returncode, err


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, err = fails("--listen", f"127.0.0.1:{port}", "--data-dir", str(tmp_path / "data"))
    assert code == 1
    assert f"127.0.0.1:{port} is in use" in err
    assert not (tmp_path / "data").exists()


def test_a_metrics_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        where = ("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"))
        code, err = fails(*where, "--metrics-port", str(port))
    assert code == 1
    assert f"127.0.0.1:{port} is in use by another program" in err


def test_a_file_in_the_place_of_the_directory_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    code, err = fails("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"))
    assert (code, err) == (1, f"kafkawire: error: {tmp_path / 'data'}: Not a directory\n")


def test_a_directory_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with running(tmp_path / "data"):
        code, err = fails("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"))
    assert code == 1
    assert f"{tmp_path / 'data'} is in use by another broker" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--set", "num.partition=3"], "did you mean 'num.partitions'"),
        (["--set", "num.partitions"], "want NAME=VALUE"),
        (["--set", "num.partitions=0"], "must be at least 1"),
        (["--listen", "nowhere"], "not host:port"),
        (["--config", "/does/not/exist"], "/does/not/exist"),
    ],
)
def test_wrong_options_are_said_in_one_line(args: list[str], said: str) -> None:
    code, err = fails(*args)
    assert code in (1, 2)
    assert said in err


def test_a_directory_of_another_node_is_left_alone(tmp_path: Path) -> None:
    from kafkawire.broker.log.files import RealFiles

    node_on(RealFiles(), str(tmp_path)).close()
    with pytest.raises(InvalidOption, match="belongs to node 1"):
        node_on(RealFiles(), str(tmp_path), **{"node.id": "2"})
    node_on(RealFiles(), str(tmp_path)).close()


def test_options_may_be_numbers() -> None:
    config = BrokerConfig.from_options({"num.partitions": 2, "auto.create.topics.enable": False})
    assert (config.num_partitions, config.auto_create_topics_enable) == (2, False)
    with kafkawire.testing.broker(options={"num.partitions": 2}) as b:
        b.create_topic("t")


def test_synchronous_code_gets_a_broker_with_topics() -> None:
    with kafkawire.testing.broker(topics={"t": 3}) as b:
        port = int(b.bootstrap_servers.rpartition(":")[2])
        assert exchange(port, writes=2) == ([0, 1], 2)
        with pytest.raises(KafkaError, match="already exists"):
            b.create_topic("t")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port))


def test_a_broker_in_a_directory_is_found_again(tmp_path: Path) -> None:
    for expected in (1, 2):
        with kafkawire.testing.broker(data_dir=str(tmp_path)) as b:
            assert exchange(int(b.bootstrap_servers.rpartition(":")[2]), writes=1)[1] == expected


def test_what_keeps_it_from_starting_is_raised_where_it_was_started() -> None:
    with (
        pytest.raises(InvalidOption, match="Never for configuration"),
        kafkawire.testing.broker(options={"log.message.timestamp.type": "Never"}),
    ):
        pass
    with (
        kafkawire.testing.broker() as b,
        pytest.raises(OSError, match="in use"),
        kafkawire.testing.broker(options={"listeners": b.bootstrap_servers}),
    ):
        pass
