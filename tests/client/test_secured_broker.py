"""Our clients and our broker over TLS and SASL: every way in, and that wrong passwords and strangers stay out."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.blocking import BlockingReader
from kafkawire.errors import KafkaError
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

STANDARD = "org.apache.kafka.metadata.authorizer.StandardAuthorizer"
LISTENERS = "SSL://localhost:0,SASL_PLAINTEXT://localhost:0,SASL_SSL://localhost:0"
MECHANISMS = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"]
WAYS = [
    ("SSL", None),
    *((protocol, mechanism) for protocol in ("SASL_PLAINTEXT", "SASL_SSL") for mechanism in MECHANISMS),
]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate for localhost that signs itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "both.pem"]
    subprocess.run(command, cwd=path, check=True, capture_output=True)
    (path / "both.pem").write_text((path / "both.pem").read_text() + (path / "key.pem").read_text())
    return path / "both.pem"


@pytest.fixture(scope="module")
def broker(certificate: Path) -> Iterator[kafkawire.testing.ThreadedBroker]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    options = {
        "listeners": LISTENERS,
        "authorizer.class.name": STANDARD,
        "super.users": "User:alice;User:ANONYMOUS",
        "connection.failed.authentication.delay.ms": "0",
    }
    users = {"alice": "alice-secret", "bob": "bob-secret"}
    with kafkawire.testing.broker({"t": 1}, options=options, users=users, ssl_context=context) as running:
        yield running


def way(protocol: str, mechanism: str | None, certificate: Path, user: str = "alice", **more: Any) -> dict[str, Any]:
    options: dict[str, Any] = {"security_protocol": protocol, **more}
    if protocol.endswith("SSL"):
        options["ssl_context"] = ssl.create_default_context(cafile=str(certificate))
    if mechanism:
        options |= {"sasl_mechanism": mechanism, "sasl_username": user}
        options.setdefault("sasl_password", f"{user}-secret")
    return options


@pytest.mark.parametrize(("protocol", "mechanism"), WAYS)
def test_every_way_in(
    broker: kafkawire.testing.ThreadedBroker, certificate: Path, protocol: str, mechanism: str | None
) -> None:
    address, topic = broker.addresses[protocol], f"{protocol}-{mechanism}"
    options = way(protocol, mechanism, certificate)

    async def main() -> list[bytes | None]:
        async with Admin(address, **options) as admin:
            await admin.create_topics({topic: 1})
        async with Producer(address, **options) as producer:
            await producer.send(topic, b"x")
        reading: dict[str, Any] = {"group_id": topic, "auto_offset_reset": "earliest"}
        async with Consumer(address, topics=[topic], **reading, **options) as consumer:
            return [record.value for chunk in await consumer.fetch(timeout=10) for record in chunk]

    assert asyncio.run(asyncio.wait_for(main(), 20)) == [b"x"]
    with BlockingReader(address, **options) as reader:
        assert [str(partition) for partition in reader.partitions(topic)]


@pytest.mark.parametrize(("protocol", "mechanism"), WAYS[1:])
def test_a_wrong_password_is_told_at_once(
    broker: kafkawire.testing.ThreadedBroker, certificate: Path, protocol: str, mechanism: str
) -> None:
    async def main(options: dict[str, Any]) -> None:
        await Admin(broker.addresses[protocol], **options).start()

    for user in ("alice", "nobody"):
        options = way(protocol, mechanism, certificate, user, sasl_password="guess")
        with pytest.raises(AuthenticationFailed, match=mechanism):
            asyncio.run(asyncio.wait_for(main(options), 10))


def test_who_is_in_may_do_no_more_than_the_rules_allow(
    broker: kafkawire.testing.ThreadedBroker, certificate: Path
) -> None:
    async def main() -> None:
        options = way("SASL_PLAINTEXT", "SCRAM-SHA-256", certificate, "bob")
        async with Admin(broker.addresses["SASL_PLAINTEXT"], **options) as admin:
            assert await admin.list_topics() == {}
            with pytest.raises(KafkaError, match="AUTHORIZATION_FAILED"):
                await admin.create_topics({"of-bob": 1})

    asyncio.run(asyncio.wait_for(main(), 10))
