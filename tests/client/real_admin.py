"""An administrative client for a broker that runs elsewhere.

`KAFKAWIRE_TEST_BROKER` is the HOST:PORT of a broker whose authorizer lets us do anything: Apache Kafka, or kafkawire's
own. `KAFKAWIRE_TEST_SASL_BROKER` and `KAFKAWIRE_TEST_SASL_USER` (NAME:PASSWORD) add delegation tokens.
"""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import pytest

from kafkawire import ApiKey
from kafkawire.client import Admin
from kafkawire.errors import KafkaError

ADDRESS = os.environ.get("KAFKAWIRE_TEST_BROKER", "")
SASL_ADDRESS = os.environ.get("KAFKAWIRE_TEST_SASL_BROKER", "")
USERNAME, _, PASSWORD = os.environ.get("KAFKAWIRE_TEST_SASL_USER", "").partition(":")

T = TypeVar("T")


def run(work: Callable[[Admin], Coroutine[Any, Any, None]], *needs: ApiKey, sasl: bool = False) -> None:
    """Do it with a client, in at most a minute; skip where the broker lacks an API."""
    options: dict[str, Any] = {"sasl_mechanism": "SCRAM-SHA-256", "security_protocol": "SASL_PLAINTEXT"}
    options |= {"sasl_username": USERNAME, "sasl_password": PASSWORD}

    async def limited() -> None:
        async with asyncio.timeout(60), Admin(SASL_ADDRESS if sasl else ADDRESS, **(options if sasl else {})) as admin:
            (broker, *_) = (await admin.describe_cluster()).brokers
            served = (await admin.api_versions([broker.node_id]))[broker.node_id]
            lacking = [api.name for api in needs if api not in served]
            if lacking:
                pytest.skip(f"the broker does not serve {', '.join(lacking)}")
            await work(admin)

    asyncio.run(limited())


async def eventually(ask: Callable[[], Awaitable[T]], expected: Callable[[T], object]) -> T:
    """Ask until the answer is as expected: what a controller has decided reaches brokers a moment later."""
    while True:
        try:
            found = await ask()
            if expected(found):
                return found
        except KafkaError as exc:
            if exc.name not in ("DELEGATION_TOKEN_NOT_FOUND", "UNKNOWN_TOPIC_OR_PARTITION", "RESOURCE_NOT_FOUND"):
                raise
        await asyncio.sleep(0.05)


def new_name() -> str:
    return f"kafkawire-{uuid.uuid4().hex[:12]}"


async def new_topic(admin: Admin, partitions: int = 1) -> str:
    name = new_name()
    await admin.create_topics({name: partitions})
    await eventually(lambda: admin.describe_topics([name]), bool)
    return name
