"""Files made for Apache Kafka start this broker: what its releases ship, without the comments."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.listeners import pair_advertised, parse_listeners
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.loop.clock import SystemClock
from kafkawire.broker.metadata.security import SecurityState
from kafkawire.broker.security.credentials import Credentials
from kafkawire.broker.security.endpoints import make_endpoints
from kafkawire.cli import properties
from tests.broker.test_command import command, running

_THREADS = """
num.network.threads=3
num.io.threads=8
socket.send.buffer.bytes=102400
socket.receive.buffer.bytes=102400
socket.request.max.bytes=104857600
"""
_LOGS = """
num.partitions=1
num.recovery.threads.per.data.dir=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
log.retention.hours=168
log.segment.bytes=1073741824
log.retention.check.interval.ms=300000
"""
_ZOOKEEPER = f"""
broker.id=0
{_THREADS}
log.dirs=/tmp/kafka-logs
{_LOGS}
zookeeper.connect=localhost:2181
zookeeper.connection.timeout.ms=18000
group.initial.rebalance.delay.ms=0
"""
_MAP = (
    "listener.security.protocol.map="
    "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL"
)
_KRAFT = f"""
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@localhost:9093
listeners=PLAINTEXT://:9092,CONTROLLER://:9093
inter.broker.listener.name=PLAINTEXT
advertised.listeners=PLAINTEXT://localhost:9092
controller.listener.names=CONTROLLER
{_MAP}
{_THREADS}
log.dirs=/tmp/kraft-combined-logs
{_LOGS}
"""
_WITHOUT_VOTERS = f"""
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=localhost:9093
listeners=PLAINTEXT://:9092,CONTROLLER://:9093
inter.broker.listener.name=PLAINTEXT
advertised.listeners=PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093
controller.listener.names=CONTROLLER
{_MAP}
{_THREADS}
log.dirs=/tmp/kraft-combined-logs
{_LOGS}
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
"""
FILES = {"2.8 to 3.9": _ZOOKEEPER, "2.8 to 3.8, KRaft": _KRAFT, "3.9 and 4.x": _WITHOUT_VOTERS}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_a_file_of_kafka_is_understood(text: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        config = BrokerConfig.from_options(properties.parse(text.encode()))
    assert "CONTROLLER" not in config.listeners + config.advertised_listeners
    assert config.node_id == ("broker.id=0" not in text)
    assert config.group_initial_rebalance_delay_ms == (0 if "zookeeper" in text else 3000)
    (record,) = caplog.records  # one line for all of them
    assert record.getMessage().startswith("these options have no effect on one node: ")
    assert "num.network.threads, num.io.threads, " in record.getMessage()
    assert ("controller.listener.names" in record.getMessage()) == ("zookeeper" not in text)


def test_a_file_of_kafka_starts_a_broker(tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text(_WITHOUT_VOTERS)
    more = ("--config", str(tmp_path / "server.properties"), "--set", "advertised.listeners=PLAINTEXT://127.0.0.1:0")
    with running(tmp_path / "data", *more) as (process, _):
        process.terminate()
        _, err = process.communicate(timeout=20)
    (line,) = err.splitlines()
    assert "have no effect on one node: process.roles, controller.quorum.bootstrap.servers, " in line


def test_all_unknown_options_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text("num.io.treads=8\nnum.partitoins=3\nfrobnicate=yes\n")
    with command("--check-config", "--config", str(tmp_path / "server.properties")) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "unknown option 'num.io.treads'" in err
    assert "unknown option 'num.partitoins'; did you mean 'num.partitions'?" in err
    assert "unknown option 'frobnicate'" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"process.roles": "controller", "node.id": "3"}, "without the role of a broker"),
        ({"broker.id": "1", "node.id": "2"}, "they name the same number"),
        ({"create.topic.policy.class.name": "org.example.Policy"}, "unknown option"),  # it would matter
        ({"ssl.cipher.suites": "TLS_AES_256_GCM_SHA384"}, "unknown option"),
    ],
)
def test_what_would_have_an_effect_is_not_passed_over(options: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        BrokerConfig.from_options(options)


def test_older_names_count_where_the_newer_ones_are_not_given() -> None:
    assert BrokerConfig.from_options({"log.dir": "a"}).log_dirs == "a"
    assert BrokerConfig.from_options({"log.dir": "a", "log.dirs": "b"}).log_dirs == "b"


def test_a_listener_without_a_host_tells_the_name_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.broker.config.listeners.getfqdn", lambda: "here.example.com")
    listeners = parse_listeners("PLAINTEXT://:9092,SSL://127.0.0.1:9093", "PLAINTEXT:PLAINTEXT,SSL:SSL")
    assert [each.address for each in pair_advertised(listeners, ())] == ["here.example.com:9092", "127.0.0.1:9093"]
    config = BrokerConfig(listeners="PLAINTEXT://:9092")
    credentials = Credentials({}, lambda: SecurityState(config, b""), None, SystemClock())
    endpoints = make_endpoints(config, credentials, None)
    assert [each.advertised.address for each in endpoints] == ["here.example.com:9092"]
