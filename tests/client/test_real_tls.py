"""TLS, with and without SASL, against a broker that runs elsewhere.

Set `KAFKAWIRE_TEST_TLS_BROKER` and `KAFKAWIRE_TEST_SASL_TLS_BROKER` to the HOST:PORT of its SSL and SASL_SSL listeners,
`KAFKAWIRE_TEST_TLS_FILES` to a directory with `authority.pem` and `client.pem` (a key and its certificate), and
`KAFKAWIRE_TEST_SASL_USER` to NAME:PASSWORD. `python -m tests.integration` does all that.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import uuid
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.blocking import BlockingReader
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.errors import Untrusted

TLS = os.environ.get("KAFKAWIRE_TEST_TLS_BROKER", "")
BOTH = os.environ.get("KAFKAWIRE_TEST_SASL_TLS_BROKER", "")
FILES = Path(os.environ.get("KAFKAWIRE_TEST_TLS_FILES", ""))
USERNAME, _, PASSWORD = os.environ.get("KAFKAWIRE_TEST_SASL_USER", "").partition(":")

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not (TLS and BOTH and USERNAME), reason="KAFKAWIRE_TEST_TLS_BROKER and its kin are not set"),
]


def context(*, with_certificate: bool = False) -> ssl.SSLContext:
    made = ssl.create_default_context(cafile=FILES / "authority.pem")
    if with_certificate:
        made.load_cert_chain(FILES / "client.pem")
    return made


def there_and_back(address: str, options: dict[str, Any]) -> None:
    """Make a topic, write to it, read it in a group and in ranges."""
    topic = f"kafkawire-{uuid.uuid4().hex[:12]}"
    values = [b"%d" % i * 100 for i in range(500)]

    async def main() -> None:
        async with Admin(address, **options) as admin:
            await admin.create_topics({topic: 1})
        async with Producer(address, compression_type="lz4", **options) as producer:
            for value in values:
                producer.send(topic, value)
        group: dict[str, Any] = {"group_id": topic, "auto_offset_reset": "earliest"}
        async with Consumer(address, topics=[topic], **group, **options) as consumer:
            got: list[bytes | None] = []
            while len(got) < len(values):
                got += [record.value for chunk in await consumer.fetch(timeout=30) for record in chunk]
        assert got == values

    asyncio.run(asyncio.wait_for(main(), 60))
    with BlockingReader(address, **options) as reader:
        (tp,) = reader.partitions(topic)
        assert [r.value for piece in reader.fetch(tp, 0, len(values)) for r in piece.records()] == values


@pytest.mark.parametrize("with_certificate", [False, True])
def test_records_go_there_and_back(with_certificate: bool) -> None:
    there_and_back(TLS, {"security_protocol": "SSL", "ssl_context": context(with_certificate=with_certificate)})


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_users_log_in_over_tls(mechanism: str) -> None:
    options: dict[str, Any] = {"security_protocol": "SASL_SSL", "ssl_context": context(), "sasl_mechanism": mechanism}
    there_and_back(BOTH, options | {"sasl_username": USERNAME, "sasl_password": PASSWORD})


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_a_wrong_password_is_told_at_once(mechanism: str) -> None:
    options: dict[str, Any] = {"security_protocol": "SASL_SSL", "ssl_context": context(), "sasl_mechanism": mechanism}
    admin = Admin(BOTH, **options, sasl_username=USERNAME, sasl_password=PASSWORD + "x")
    with pytest.raises(AuthenticationFailed):
        asyncio.run(asyncio.wait_for(admin.start(), 20))


def test_an_authority_that_nobody_knows_is_not_trusted() -> None:
    admin = Admin(TLS, security_protocol="SSL", ssl_context=ssl.create_default_context())
    with pytest.raises(Untrusted):
        asyncio.run(asyncio.wait_for(admin.start(), 20))
