"""Two tenants of one broker, with the same names for everything."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.proxy.shipped.tenant import TenantPrefix
from kafkawire.testing import broker

TENANTS = ("blue", "red")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def behind(target: str) -> Proxy:
    return Proxy([VirtualCluster(target, name=name, filters=[TenantPrefix("{cluster}-")]) for name in TENANTS])


async def live(servers: str, who: str, **options: Any) -> None:
    """Make a topic, write to it in a transaction, and read it as a group."""
    async with Admin(servers) as admin:
        await admin.create_topics({"orders": 2})
    async with Producer(servers, transactional_id="tx", client_id="app") as producer, producer.transaction():
        for n in range(20):
            producer.send("orders", key=b"%d" % n, value=who.encode())
    given = {"group_id": "readers", "auto_offset_reset": "earliest", "isolation_level": "read_committed", **options}
    async with Consumer(servers, topics=["orders"], **given) as consumer:
        seen = 0
        async for record in consumer:
            assert (record.topic, record.value) == ("orders", who.encode())
            seen += 1
            if seen == 20:
                break
        await consumer.commit()


def test_two_tenants_with_the_same_names_do_not_meet() -> None:
    async def main() -> None:
        with broker() as kafka:
            async with behind(kafka.bootstrap_servers) as proxy:
                for name in TENANTS:
                    await live(proxy.addresses[name], name)
                    async with Admin(proxy.addresses[name]) as admin:
                        assert [*await admin.list_topics()] == ["orders"]
                        assert [group.group_id for group in await admin.list_groups()] == ["readers"]
                        assert [one.transactional_id for one in await admin.list_transactions()] == ["tx"]
            async with Admin(kafka.bootstrap_servers) as admin:
                assert {*await admin.list_topics()} >= {"blue-orders", "red-orders"}
            assert {record.value for record in kafka.records("red-orders")} >= {b"red"}
            assert b"blue" not in {record.value for record in kafka.records("red-orders")}

    run(main())


def test_groups_of_the_newer_protocol() -> None:
    async def main() -> None:
        with broker() as kafka:
            async with behind(kafka.bootstrap_servers) as proxy:
                for name in TENANTS:
                    await live(proxy.addresses[name], name, group_protocol="consumer")

    run(main())
