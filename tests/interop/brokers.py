"""Two brokers on this machine for the time of a run: Apache Kafka, started by a script, and ours as a command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kafkawire.messages import DescribeClusterRequest, DescribeLogDirsRequest
from tests import corpus
from tests.interop.peer import Connection
from tests.interop.plain import Names
from tests.ports import free_ports

__all__ = ["SASL_PORT", "Address", "apache_kafka", "kafkawire", "names_of", "parse_address"]

Address = tuple[str, int]
OPTIONS = {
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "2",
    "group.consumer.assignment.interval.ms": "0",
    "log.retention.ms": "-1",
    "log.retention.check.interval.ms": "3600000",
    "group.consumer.min.heartbeat.interval.ms": "1000",
    "group.min.session.timeout.ms": "1000",
    "transaction.state.log.num.partitions": "2",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "200",
}
"""Set for both."""
SASL_PORT = 2
"""Added to the port of a broker it is that of its listener with SASL, where alice may log in with alice-secret."""
_SECURITY = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS;User:alice",
    "allow.everyone.if.no.acl.found": "true",
    "delegation.token.secret.key": "reference-secret",
}
"""Set for ours; the script that starts Apache Kafka does the same."""


def parse_address(text: str) -> Address:
    """`host:port`."""
    host, _, port = text.rpartition(":")
    return host, int(port)


@contextmanager
def apache_kafka(version: str) -> Iterator[Address]:
    """A fresh Apache Kafka, by `start.sh DIR PORT VERSION`; KAFKAWIRE_KAFKA_TOOLS names the directory of the script."""
    tools = Path(os.environ.get("KAFKAWIRE_KAFKA_TOOLS") or corpus.SHARED / "tools" / "real-kafka")
    if not (tools / "start.sh").exists():
        sys.exit(
            f"no start.sh in {tools}: name a broker with --kafka HOST:PORT, or its directory in KAFKAWIRE_KAFKA_TOOLS"
        )
    port = free_ports(3)
    extra = "\n".join(f"{name}={value}" for name, value in OPTIONS.items())
    with tempfile.TemporaryDirectory(prefix="interop-kafka-") as directory:
        environment = {"HEAP": "512m", **os.environ, "EXTRA": extra}
        subprocess.run([tools / "start.sh", directory, str(port), version], env=environment, check=True, stdout=2)
        try:
            yield "127.0.0.1", port
        finally:
            subprocess.run([tools / "stop.sh", directory], check=True)


@contextmanager
def kafkawire() -> Iterator[Address]:
    """A fresh broker of ours."""
    known, port = _known(), free_ports(3)
    given = {**{name: value for name, value in OPTIONS.items() if name in known}, **_SECURITY}
    options = [part for pair in given.items() for part in ("--set", "=".join(pair))]
    with tempfile.TemporaryDirectory(prefix="interop-kafkawire-") as directory:
        users = Path(directory, "users")
        users.write_text("alice:alice-secret\n")
        listeners = f"PLAINTEXT://127.0.0.1:{port},SASL_PLAINTEXT://127.0.0.1:{port + SASL_PORT}"
        where = ["--listen", listeners, "--users", str(users), "--data-dir", f"{directory}/logs"]
        command = [sys.executable, "-m", "kafkawire", "broker", *where, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"listening on (\S+)", process.stdout.readline())
                assert found, "our broker did not start"
                yield parse_address(found[1])
            finally:
                process.terminate()


def _known() -> set[str]:
    import dataclasses

    from kafkawire.broker.config.broker import BrokerConfig
    from kafkawire.broker.config.options import option_name

    return {option_name(field.name) for field in dataclasses.fields(BrokerConfig)}


def names_of(address: Address) -> Names:
    """Names for what is different on every broker: its address, the id of its cluster, its directory."""
    names = Names()
    connection = Connection(*address)
    cluster, _ = connection.receive(connection.send(DescribeClusterRequest(), 0)) or (None, 0)
    logs, _ = connection.receive(connection.send(DescribeLogDirsRequest(topics=None), 1)) or (None, 0)
    connection.close()
    assert cluster is not None
    assert logs is not None
    names.text(cluster.cluster_id, "cluster id")
    names.number("port", address[1], "port")
    names.number("port", address[1] + SASL_PORT, "port with SASL")
    names.text(f"{address[0]}:{address[1]}", "address")
    names.text(logs.results[0].log_dir, "log directory")
    return names
