"""A recorded run, asked again of a broker that has never seen it."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kafkawire.testing
from kafkawire import capture
from kafkawire.capture import Recorder
from kafkawire.cli import capture_replay, main
from kafkawire.client.blocking import Admin, Consumer, Producer
from kafkawire.limits import MIB
from kafkawire.messages import ApiVersionsRequest, ApiVersionsResponse, MetadataRequest, MetadataResponse
from kafkawire.protocol.frames import encode_request, encode_response
from tests.corpus import path


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Topics made and deleted, a transaction, and a group."""
    file = tmp_path_factory.mktemp("replay") / "wire.pcapng"
    recorder = Recorder(file)
    with kafkawire.testing.broker() as broker:
        server = broker.bootstrap_servers
        with Admin(server, recorder=recorder) as admin:
            admin.create_topics({"t": 2})
        with Producer(server, transactional_id="x", recorder=recorder) as producer:
            for number in range(3):
                with producer.transaction():
                    producer.send("t", b"%d" % number, key=b"k")
        options = {"group_id": "g", "auto_offset_reset": "earliest", "isolation_level": "read_committed"}
        with Consumer(server, topics=["t"], recorder=recorder, **options) as consumer:  # type: ignore[arg-type]
            values: list[bytes | None] = []
            while len(values) < 3:
                values += [record.value for chunk in consumer.fetch() for record in chunk]
            consumer.commit()
    recorder.close()
    return file


@pytest.fixture
def server() -> Iterator[str]:
    with kafkawire.testing.broker(topics={"before": 3}) as broker:
        # ids are others than when it was recorded
        with Producer(broker.bootstrap_servers, transactional_id="y") as producer, producer.transaction():
            producer.send("before", b"x")
        yield broker.bootstrap_servers


@pytest.mark.parametrize("pace", ["asap", "recorded"])
def test_a_broker_that_is_the_same_says_the_same(
    recorded: Path, server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], pace: str
) -> None:
    new = tmp_path / "new.pcapng"
    words = ["capture", "replay", str(recorded), "--bootstrap-server", server, "--pace", pace, "--output", str(new)]
    assert main(words) == 0, capsys.readouterr()
    said = capsys.readouterr()
    assert ", 0 differ" in said.err
    with Consumer(server, topics=["t"], auto_offset_reset="earliest") as consumer:
        values: list[bytes | None] = []
        while len(values) < 3:
            values += [record.value for chunk in consumer.fetch() for record in chunk]
    assert values == [b"0", b"1", b"2"]
    assert {each.api for each in capture.read(recorded)} <= {each.api for each in capture.read(new)}
    assert (
        main(["capture", "diff", str(recorded), str(new), "api in (Produce, EndTxn, JoinGroup, InitProducerId)"]) == 0
    )
    assert " 0 differ; 0 only in " in capsys.readouterr().err


def test_a_difference_is_named(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pcapng"
    recorder = Recorder(file)
    talk = recorder.open(("10.0.0.1", 40_000), ("10.0.0.2", 9092))
    talk.request(encode_request(ApiVersionsRequest(), version=0, correlation_id=1, client_id="c"))
    talk.response(encode_response(ApiVersionsResponse(error_code=35), version=0, correlation_id=1))
    for number in (2, 3):
        talk.request(encode_request(MetadataRequest(topics=[]), version=9, correlation_id=number, client_id="c"))
        answer = MetadataResponse(controller_id=-1, cluster_id="x")
        talk.response(encode_response(answer, version=9, correlation_id=number))
    talk.end()
    recorder.close()
    words = ["capture", "replay", str(file), "--bootstrap-server", server, "--only", "api==Metadata"]
    assert main([*words, "--json"]) == 1
    said = capsys.readouterr()
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert {(row["number"], row["path"]) for row in rows} >= {(2, "controllerId"), (3, "controllerId")}
    assert said.err.startswith("2 requests sent, 0 not; 2 responses compared, 2 differ")
    assert main([*words, "--summary"]) == 1
    line = next(line for line in capsys.readouterr().out.splitlines() if "controllerId" in line)
    assert line.split()[:4] == ["Metadata", "controllerId", "2", "#2"]
    assert main([*words, "--ignore", "controllerId,brokers,clusterAuthorizedOperations"]) == 0


def test_what_another_broker_wrote_down_is_named_field_by_field(
    server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = path("captures", "errors-raw.pcap")
    assert main(["capture", "replay", str(file), "--bootstrap-server", server, "--summary", "--json"]) == 1
    said = capsys.readouterr()
    expected = {"ApiVersions", "Metadata", "JoinGroup"}  # a broker of tests takes shorter sessions
    assert {json.loads(line)["api"] for line in said.out.splitlines()} <= expected
    assert "note: not sent, 2: login: there is one of its own" in said.err


def test_a_topic_that_is_being_made_is_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where metadata spread later, records of a run were refused, and all that followed differed."""
    file = tmp_path / "made.pcapng"
    recorder = Recorder(file)
    with (
        kafkawire.testing.broker(topics={"t": 1}) as broker,
        Producer(broker.bootstrap_servers, recorder=recorder) as producer,
    ):
        producer.send("t", b"x")
        producer.flush()
    recorder.close()
    with kafkawire.testing.broker(topics={"t": 1}) as other:
        faults = [
            other.fail("Produce", topic="t", times=2, error="UNKNOWN_TOPIC_OR_PARTITION"),
            other.fail("Metadata", topic="t", times=2, error="UNKNOWN_TOPIC_OR_PARTITION"),
        ]
        words = ["capture", "replay", str(file), "-b", other.bootstrap_servers]
        assert main(words) == 0, capsys.readouterr()
        assert [fault.count for fault in faults] == [2, 2]
        assert ", 0 differ" in capsys.readouterr().err
        other.fail("Produce", topic="t", times=1, error="NOT_ENOUGH_REPLICAS")  # any other error is a difference
        assert main(words) == 1


def test_a_large_response_is_written_down_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, new = tmp_path / "large.pcapng", tmp_path / "new.pcapng"
    recorder = Recorder(file, max_queued=100 * MIB)
    with kafkawire.testing.broker(topics={"t": 1}) as broker:
        server = broker.bootstrap_servers
        with Producer(server, recorder=recorder) as producer:
            for _ in range(40):
                producer.send("t", bytes(900_000))
        limits: dict[str, Any] = dict.fromkeys(("fetch_max_bytes", "max_partition_fetch_bytes"), 50 * MIB)
        with Consumer(server, topics=["t"], auto_offset_reset="earliest", recorder=recorder, **limits) as consumer:
            count = 0
            while count < 40:
                count += sum(len(list(chunk)) for chunk in consumer.fetch())
    recorder.close()
    with kafkawire.testing.broker(topics={"t": 1}) as other:
        assert main(["capture", "replay", str(file), "-b", other.bootstrap_servers, "-o", str(new)]) == 0
    assert "not in the recording" not in capsys.readouterr().err
    written = capture.read(new)
    assert max(each.response_size or 0 for each in written) > 16 * MIB
    assert written.notes == []


def test_a_broker_that_goes_away_half_way_takes_nothing_with_it(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with kafkawire.testing.broker() as broker:
        broker.fail("ApiVersions", skip=6, drop="before")  # and so nobody can connect again
        assert main(["capture", "replay", str(recorded), "-b", broker.bootstrap_servers, "--summary"]) == 1
    said = capsys.readouterr()
    assert "the broker closed the connection" in said.out
    counts, error = said.err.splitlines()[-2:]
    assert re.match(r"\d+ requests sent, ", counts)
    assert error.startswith("kafkawire: error: ")


def test_no_broker_is_said(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "replay", str(recorded), "--bootstrap-server", "127.0.0.1:1"]) == 1
    assert "127.0.0.1:1" in capsys.readouterr().err


def test_a_broker_that_says_nothing_is_waited_for_with_a_word(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "10ms")
    monkeypatch.setattr(capture_replay, "_CONNECT_S", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        assert main(["capture", "replay", str(recorded), "-b", address]) == 1
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"kafkawire: waiting for {address}: no answer yet")
    assert last.startswith(f"kafkawire: error: {address}: ")
