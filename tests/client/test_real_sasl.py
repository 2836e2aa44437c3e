"""SASL against a broker that runs elsewhere, with one user for all mechanisms.

Set `KAFKAWIRE_TEST_SASL_BROKER` to the HOST:PORT of its SASL_PLAINTEXT listener, and `KAFKAWIRE_TEST_SASL_USER` to
NAME:PASSWORD.
"""

from __future__ import annotations

import asyncio
import base64
import os
import uuid
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.blocking import BlockingReader
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed

ADDRESS = os.environ.get("KAFKAWIRE_TEST_SASL_BROKER", "")
USERNAME, _, PASSWORD = os.environ.get("KAFKAWIRE_TEST_SASL_USER", "").partition(":")

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not (ADDRESS and USERNAME), reason="KAFKAWIRE_TEST_SASL_BROKER and _USER are not set"),
]
each_mechanism = pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])


def credentials(mechanism: str, password: str = PASSWORD) -> dict[str, Any]:
    options = {"sasl_mechanism": mechanism, "sasl_username": USERNAME, "sasl_password": password}
    return options | {"security_protocol": "SASL_PLAINTEXT"}


@each_mechanism
def test_all_clients_are_let_in(mechanism: str) -> None:
    options = credentials(mechanism)
    topic = f"kafkawire-{uuid.uuid4().hex[:12]}"

    async def main() -> None:
        async with Admin(ADDRESS, **options) as admin:
            await admin.create_topics({topic: 1})
        async with Producer(ADDRESS, **options) as producer:
            for i in range(100):
                producer.send(topic, b"%d" % i)
        async with Consumer(
            ADDRESS, topics=[topic], group_id=topic, auto_offset_reset="earliest", **options
        ) as consumer:
            got: list[bytes | None] = []
            while len(got) < 100:
                got += [record.value for chunk in await consumer.fetch(timeout=30) for record in chunk]
        assert got == [b"%d" % i for i in range(100)]

    asyncio.run(asyncio.wait_for(main(), 60))
    with BlockingReader(ADDRESS, **options) as reader:
        (tp,) = reader.partitions(topic)
        assert sum(len(list(piece.records())) for piece in reader.fetch(tp, 0, 100)) == 100


@each_mechanism
def test_a_wrong_password_is_told_at_once(mechanism: str) -> None:
    options = credentials(mechanism, PASSWORD + "x")

    async def main() -> None:
        await Admin(ADDRESS, **options).start()

    with pytest.raises(AuthenticationFailed, match=mechanism):
        asyncio.run(asyncio.wait_for(main(), 10))
    with pytest.raises(AuthenticationFailed, match=mechanism):
        BlockingReader(ADDRESS, **options).__enter__()


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_a_delegation_token_lets_in_until_it_expires(mechanism: str) -> None:
    async def main() -> None:
        async with Admin(ADDRESS, **credentials("SCRAM-SHA-512")) as admin:
            token = await admin.create_delegation_token(max_lifetime_ms=600_000)
            secret = base64.b64encode(token.hmac).decode()
            options: dict[str, Any] = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": mechanism}
            options |= {"sasl_username": token.token_id, "sasl_password": secret}
            async with asyncio.timeout(20):
                while not await lets_in(options | {"sasl_delegation_token": True}):
                    await asyncio.sleep(0.2)  # brokers learn of a token a moment after the controller does
            assert not await lets_in(options)  # without saying that it is one
            with BlockingReader(ADDRESS, **options, sasl_delegation_token=True) as reader:
                reader.topics()
            await admin.expire_delegation_token(token.hmac)
            async with asyncio.timeout(20):
                while await lets_in(options | {"sasl_delegation_token": True}):
                    await asyncio.sleep(0.2)

    asyncio.run(asyncio.wait_for(main(), 60))


async def lets_in(options: dict[str, Any]) -> bool:
    admin = Admin(ADDRESS, **options)
    try:
        await admin.start()
    except AuthenticationFailed:
        return False
    await admin.close()
    return True
