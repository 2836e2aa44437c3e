"""Brokers with every kind of listener, for the time of a run: Apache Kafka in some version, or ours as a command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests import corpus
from tests.integration.certificates import Certificates
from tests.ports import free_ports

__all__ = ["OURS", "environment_of", "start"]

OURS = "kafkawire"
_HOST = "127.0.0.1"
_PLAIN, _CONTROLLER, _SASL, _TLS, _BOTH = range(5)  # offsets from the first port
USER = "alice:alice-secret"
_LOGIN = "org.apache.kafka.common.security"


def start(which: str, certificates: Certificates) -> AbstractContextManager[int]:
    """A fresh broker; yields the first of its ports."""
    return _ours(certificates) if which == OURS else _apache_kafka(which, certificates)


def environment_of(port: int, certificates: Certificates) -> dict[str, str]:
    """Where the tests find it."""
    return {
        "KAFKAWIRE_TEST_BROKER": f"{_HOST}:{port + _PLAIN}",
        "KAFKAWIRE_TEST_SASL_BROKER": f"{_HOST}:{port + _SASL}",
        "KAFKAWIRE_TEST_SASL_USER": USER,
        "KAFKAWIRE_TEST_TLS_BROKER": f"{_HOST}:{port + _TLS}",
        "KAFKAWIRE_TEST_SASL_TLS_BROKER": f"{_HOST}:{port + _BOTH}",
        "KAFKAWIRE_TEST_TLS_FILES": str(certificates.authority.parent),
    }


def _listeners(port: int, *, controller: bool) -> str:
    names = {"PLAINTEXT": _PLAIN, "SASL_PLAINTEXT": _SASL, "SSL": _TLS, "SASL_SSL": _BOTH}
    if controller:
        names["CONTROLLER"] = _CONTROLLER
    return ",".join(f"{name}://{_HOST}:{port + offset}" for name, offset in names.items())


def _tls(certificates: Certificates) -> dict[str, str]:
    return {
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(certificates.server),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(certificates.authority),
        "ssl.client.auth": "requested",
    }


_SMALL = {
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "2",
    "transaction.state.log.num.partitions": "2",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "200",
    "group.consumer.min.heartbeat.interval.ms": "500",
    "group.consumer.heartbeat.interval.ms": "500",
}
"""Set for all, so that tests wait for little."""


@contextmanager
def _apache_kafka(version: str, certificates: Certificates) -> Iterator[int]:
    tools = Path(os.environ.get("KAFKAWIRE_KAFKA_TOOLS") or corpus.SHARED / "tools" / "real-kafka")
    if not (tools / "start.sh").exists():
        sys.exit(f"no start.sh in {tools}: name the directory that has it in KAFKAWIRE_KAFKA_TOOLS")
    port = free_ports(5)
    protocols = ["PLAINTEXT", "SASL_PLAINTEXT", "SSL", "SASL_SSL"]
    options = {
        "listeners": _listeners(port, controller=True),
        "advertised.listeners": _listeners(port, controller=False),
        "listener.security.protocol.map": ",".join(["CONTROLLER:PLAINTEXT", *(f"{name}:{name}" for name in protocols)]),
        "listener.name.sasl_ssl.plain.sasl.jaas.config": _login("plain.PlainLoginModule", user=USER),
        "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config": _login("scram.ScramLoginModule"),
        "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config": _login("scram.ScramLoginModule"),
        **_tls(certificates),
        **_SMALL,
    }
    extra = "\n".join(f"{name}={value}" for name, value in options.items())
    with tempfile.TemporaryDirectory(prefix="integration-kafka-") as directory:
        environment = {"HEAP": "512m", **os.environ, "EXTRA": extra}
        try:
            subprocess.run([tools / "start.sh", directory, str(port), version], env=environment, check=True, stdout=2)
            yield port
        finally:  # a start that was interrupted has something to stop as well
            if Path(directory, "pid").exists():
                subprocess.run([tools / "stop.sh", directory], check=True)


def _login(module: str, user: str = "") -> str:
    name, _, password = user.partition(":")
    known = f' user_{name}="{password}"' if user else ""
    return f"{_LOGIN}.{module} required{known};"


@contextmanager
def _ours(certificates: Certificates) -> Iterator[int]:
    port = free_ports(5)
    name = USER.partition(":")[0]
    mechanisms = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
    options = {
        "listeners": _listeners(port, controller=False),
        "sasl.enabled.mechanisms": ",".join(mechanisms),
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": f"User:ANONYMOUS;User:{name};User:CN=integration",
        "allow.everyone.if.no.acl.found": "true",
        "delegation.token.secret.key": "integration",
        **_tls(certificates),
        **_SMALL,
    }
    with tempfile.TemporaryDirectory(prefix="integration-kafkawire-") as directory:
        users = Path(directory, "users")
        users.write_text(f"{USER}\n")
        where = ["--data-dir", f"{directory}/logs", "--users", str(users)]
        command = [sys.executable, "-m", "kafkawire", "broker", *where]
        command += [part for option in options.items() for part in ("--set", "=".join(option))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                assert re.search(r"listening on (\S+)", process.stdout.readline()), "our broker did not start"
                yield port
            finally:
                process.terminate()
