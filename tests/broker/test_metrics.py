"""Metrics, asked for over HTTP as Prometheus does."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.core import Metric

from kafkawire.broker import Broker
from kafkawire.broker.server.metrics import BrokerCollector, MetricsServer
from kafkawire.cli.properties import parse
from kafkawire.errors import DecodeError
from kafkawire.messages import ApiVersionsRequest, ConsumerGroupHeartbeatRequest, OffsetCommitRequest
from kafkawire.messages.offset_commit_request import OffsetCommitRequestPartition, OffsetCommitRequestTopic
from tests.broker.test_command import command, fails, running
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, fetch_request, produce
from tests.ports import free_ports


def ask(port: int) -> dict[str, float]:
    """Every value, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"^([^#\s]\S*(?: \S+=\S+)*) (\S+)$", text, re.MULTILINE)}


def test_metrics_have_the_names_that_dashboards_for_kafka_know() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"before"])
        server = MetricsServer(broker.node, "127.0.0.1", 0)
        try:
            await produce(wire, "t", [b"a", b"b"])
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
            await wire.ask(fetch_request("t", 0), 11)
            broker.node.controller.create("wide", 3, {}, NOW_MS)
            found = await asyncio.to_thread(ask, server.port)
        finally:
            await asyncio.to_thread(server.close)
        assert found['kafka_server_brokertopicmetrics_messagesin_total{topic="t"}'] == 2
        assert found['kafka_network_requestmetrics_requests_total{request="Produce",version="9"}'] == 2
        assert found['kafka_network_requestmetrics_requests_total{request="ApiVersions",version="3"}'] == 1
        assert found['kafka_server_socket_server_metrics_connection_count{listener="PLAINTEXT"}'] == 1
        assert found['kafka_server_socket_server_metrics_incoming_byte_total{listener="PLAINTEXT"}'] > 100
        assert found['kafka_server_socket_server_metrics_outgoing_byte_total{listener="PLAINTEXT"}'] > 100
        assert found["kafka_server_replicamanager_partitioncount"] == 4
        assert found["kafka_controller_kafkacontroller_activecontrollercount"] == 1
        assert found["kafka_controller_kafkacontroller_globaltopiccount"] == 2
        assert found["kafka_controller_kafkacontroller_offlinepartitionscount"] == 0
        assert found['kafka_log_log_logendoffset{partition="0",topic="t"}'] == 3
        assert found['kafka_log_log_size{partition="2",topic="wide"}'] == 0
        assert found['kafka_log_log_numlogsegments{partition="2",topic="wide"}'] == 1
        assert found["process_resident_memory_bytes"] > 1e6
        # Sums have no label, as Kafka's have none, and what was written is what is read.
        size = found['kafka_log_log_size{partition="0",topic="t"}']
        for name, value in (("messagesin", 2), ("bytesin", size), ("bytesout", size)):
            assert found[f'kafka_server_brokertopicmetrics_{name}_total{{topic="t"}}'] == value
            assert found[f"kafka_server_brokertopicmetrics_{name}_total"] == value
            assert found[f'kafka_server_brokertopicmetrics_{name}_total{{topic="wide"}}'] == 0
        times = "kafka_network_requestmetrics_totaltimems"
        median, worst = (found[f'{times}{{quantile="{q}",request="Produce"}}'] for q in ("0.5", "0.999"))
        assert 0 < median <= worst < 10_000

    run(body)


def test_alerts_for_a_cluster_are_quiet_about_one_node() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await produce(wire, "t", [b"x"])
        found = {sample.name: sample.value for metric in await collected(broker) for sample in metric.samples}
        quiet = "underreplicatedpartitions", "underminisrpartitioncount", "isrshrinks_total", "reassigningpartitions"
        assert [found[f"kafka_server_replicamanager_{name}"] for name in quiet] == [0, 0, 0, 0]
        assert found["kafka_controller_controllerstats_uncleanleaderelections_total"] == 0
        assert found["kafka_controller_kafkacontroller_fencedbrokercount"] == 0
        assert found["kafka_server_kafkaserver_brokerstate"] == 3
        # One replica cannot be two: that is a true alarm.
        broker.node.controller.create("strict", 2, {"min.insync.replicas": "2"}, NOW_MS)
        found = {sample.name: sample.value for metric in await collected(broker) for sample in metric.samples}
        assert found["kafka_server_replicamanager_underminisrpartitioncount"] == 2

    run(body)


def test_groups_are_counted_by_protocol_and_state() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        offsets = [OffsetCommitRequestPartition(partition_index=0, committed_offset=1)]
        commit = OffsetCommitRequest(group_id="g", topics=[OffsetCommitRequestTopic(name="t", partitions=offsets)])
        await wire.ask(commit, 7)
        beat = ConsumerGroupHeartbeatRequest(
            group_id="new", member_id="m", rebalance_timeout_ms=1000, subscribed_topic_names=["t"], topic_partitions=[]
        )
        joined = await wire.ask(beat, 1)
        assert joined.error_code == 0
        found = {
            (sample.name, *sample.labels.values()): sample.value
            for metric in await collected(broker)
            for sample in metric.samples
        }
        manager, metrics = "kafka_coordinator_group_groupmetadatamanager", "kafka_server_group_coordinator_metrics"
        assert found[f"{manager}_numgroups",] == found[f"{manager}_numgroupsempty",] == 1
        assert found[f"{manager}_numgroupsstable",] == 0
        assert found[f"{manager}_numoffsets",] == 1
        assert found[f"{metrics}_group_count", "classic"] == found[f"{metrics}_group_count", "consumer"] == 1
        states = ("assigning", "reconciling", "stable", "empty", "dead")
        assert sum(found[f"{metrics}_consumer_group_count", state] for state in states) == 1
        assert found[f"{metrics}_consumer_group_count", "empty"] == 0

    run(body)


async def collected(broker: Broker) -> list[Metric]:
    return list(await asyncio.to_thread(BrokerCollector(broker.node).collect))


def test_the_command_serves_metrics_until_it_is_stopped(tmp_path: Path) -> None:
    port = free_ports()
    with running(tmp_path / "data", "--metrics-port", str(port)) as (process, _):
        assert ask(port)["kafka_server_replicamanager_partitioncount"] == 0
        process.terminate()
        assert process.wait(10) == 0


def test_metrics_are_where_the_broker_listens_whatever_clients_are_told(tmp_path: Path) -> None:
    port = free_ports()
    told = "advertised.listeners=PLAINTEXT://kafka.invalid:9092"
    where = ("--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data"))
    with command(*where, "--set", told, "--metrics-port", str(port)) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kafkawire broker listening on kafka.invalid:9092\n"
        assert ask(port)["kafka_server_replicamanager_partitioncount"] == 0
        process.terminate()


def test_the_configuration_can_be_checked_without_a_broker(tmp_path: Path) -> None:
    file = tmp_path / "server.properties"
    file.write_text("# mine\nnode.id = 7\nlog.retention.ms: 5000\nlog.dirs=\\\n  " + str(tmp_path / "data") + "\n")
    process = command("--config", str(file), "--check-config", "--set", "num.partitions=3")
    assert process.communicate(timeout=20) == ("the configuration is valid\n", "")
    assert process.returncode == 0
    assert not (tmp_path / "data").exists()
    file.write_text("log.retention.mss=5\n")
    code, err = fails("--config", str(file), "--check-config")
    assert (code, "did you mean 'log.retention.ms'" in err) == (2, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--log", "connections"], "want AREA=LEVEL"),
        (["--log", "connections=LOUD"], "one of DEBUG, INFO"),
    ],
)
def test_a_wrong_log_level_is_said_in_one_line(args: list[str], said: str) -> None:
    code, err = fails(*args)
    assert (code, said in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1\nb = 2 \nc: 3\nd 4\n", {"a": "1", "b": "2", "c": "3", "d": "4"}),
        ("# no=1\n! no=2\n\n  a=1", {"a": "1"}),
        ("a=1,\\\n   2\r\nb=3", {"a": "1,2", "b": "3"}),
        ("listeners=PLAINTEXT://h:1", {"listeners": "PLAINTEXT://h:1"}),
        (r"a=x\=y\u0041\tz", {"a": "x=yA\tz"}),
        (r"a\=b=c\\" + "\nd=e", {"a=b": "c\\", "d": "e"}),
        ("empty=\nalone", {"empty": "", "alone": ""}),
    ],
)
def test_properties_files_are_read_as_java_reads_them(text: str, expected: dict[str, str]) -> None:
    assert parse(text.encode()) == expected


def test_a_properties_file_that_is_not_text_is_refused() -> None:
    with pytest.raises(DecodeError, match="not a properties file"):
        parse(b"\xff\xfe")
