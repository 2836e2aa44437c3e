"""Brokers that begin honestly and then lie: one typed error in the time allowed, or a way around them. No hot loops."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client import Admin, Consumer, Producer, TopicPartition
from kafkawire.client.errors import DeliveryTimedOut, TimedOut
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.message import Response
from tests.client.admin_script import Script
from tests.client.scripted import Cluster, Session
from tests.client.virtual_time import run


def _frame(correlation_id: int, body: bytes) -> bytes:
    return struct.pack(">ii", 4 + len(body), correlation_id) + body


LIES: dict[str, Callable[[int], tuple[bytes, bool]]] = {
    "silence": lambda _: (b"", False),
    "hangs up": lambda _: (b"", True),
    "half an answer": lambda correlation_id: (struct.pack(">ii", 400, correlation_id) + b"\0" * 9, True),
    "another protocol": lambda _: (b"HTTP/1.1 400 Bad Request\r\n\r\n", False),
    "two gigabytes": lambda _: (struct.pack(">i", 2**31 - 1), False),
    "a negative size": lambda _: (struct.pack(">i", -1), False),
    "a wrong correlation id": lambda correlation_id: (_frame(correlation_id + 7, b"\0" * 20), False),
    "garbage": lambda correlation_id: (_frame(correlation_id, b"\xff" * 40), False),
    "nothing in it": lambda correlation_id: (_frame(correlation_id, b""), False),
}


class Turncoats(Cluster):
    """Answers one API with bytes that are no answer, as long as there are `lies` left."""

    def __init__(self, *args: Any, api: ApiKey, lie: str, lies: int, **kwargs: Any) -> None:
        self.api, self.lie, self.lies = api, LIES[lie], lies
        super().__init__(*args, **kwargs)

    def start(self, node: int) -> None:
        self.network.listen(f"b{node}", 9092, lambda: _Turncoat(self, node))


class _Turncoat(Session):
    async def _answer(self, payload: bytes) -> bytes | None:
        cluster: Any = self._cluster
        api, _, correlation_id = struct.unpack_from(">hhi", payload)
        if api != cluster.api or not cluster.lies:
            return await super()._answer(payload)
        cluster.lies -= 1
        data, hangs_up = cluster.lie(correlation_id)
        self._transport.write(data)
        if hangs_up:
            self._transport.close()
        if not data or hangs_up:
            await asyncio.Event().wait()  # silence from now on
        return None


async def produce(runtime: AioRuntime) -> None:
    async with Producer(
        "b1:9092,b2:9092", runtime=runtime, request_timeout_ms=2_000, delivery_timeout_ms=20_000, max_block_ms=20_000
    ) as producer:
        assert (await producer.send("t", b"x")).offset == 0


def member(runtime: AioRuntime, **options: Any) -> Consumer:
    given = {"topics": ["t"], "group_id": "g", "auto_offset_reset": "earliest", **options}
    return Consumer(
        "b1:9092,b2:9092", runtime=runtime, request_timeout_ms=2_000, default_api_timeout_ms=20_000, **given
    )


async def consume(runtime: AioRuntime) -> None:
    async with member(runtime, max_poll_interval_ms=10_000) as consumer:
        if not await consumer.fetch(timeout=60):
            raise TimedOut("nothing came")


async def stay(runtime: AioRuntime) -> None:
    """A member that reads, commits and sends heartbeats for a while, and is still one in the end."""
    async with member(runtime, enable_auto_commit=False) as consumer:
        assert await consumer.fetch(timeout=60)
        for _ in range(4):
            await consumer.commit()
            await consumer.fetch(timeout=10)
        assert consumer.assignment == [("t", 0)]


async def administer(runtime: AioRuntime) -> None:
    async with Admin(
        "b1:9092,b2:9092", runtime=runtime, request_timeout_ms=2_000, default_api_timeout_ms=20_000
    ) as admin:
        await admin.create_topics({"new": 1}, exist_ok=True)
        await admin.list_topics()


WORK: list[tuple[Callable[[AioRuntime], Awaitable[None]], ApiKey]] = [
    (produce, ApiKey.METADATA),
    (produce, ApiKey.INIT_PRODUCER_ID),
    (produce, ApiKey.PRODUCE),
    (consume, ApiKey.METADATA),
    (consume, ApiKey.FIND_COORDINATOR),
    (consume, ApiKey.JOIN_GROUP),
    (consume, ApiKey.SYNC_GROUP),
    (consume, ApiKey.OFFSET_FETCH),
    (consume, ApiKey.LIST_OFFSETS),
    (consume, ApiKey.FETCH),
    (stay, ApiKey.OFFSET_COMMIT),
    (administer, ApiKey.METADATA),
    (administer, ApiKey.CREATE_TOPICS),
]
each_kind_of_work = pytest.mark.parametrize(
    ("work", "api"), WORK, ids=lambda value: getattr(value, "name", getattr(value, "__name__", ""))
)


def cluster_with_a_record(lie: str, api: ApiKey, lies: int) -> Turncoats:
    cluster = Turncoats({"t": 1}, brokers=2, api=api, lie=lie, lies=0)

    async def fill() -> None:
        async with Producer("b1:9092", runtime=AioRuntime(cluster.network.dial), enable_idempotence=False) as producer:
            await producer.send("t", b"first")

    run(fill())
    for log in cluster.logs.values():
        log.grown = asyncio.Event()
    cluster.requests.clear()
    cluster.lies = lies
    return cluster


@each_kind_of_work
@pytest.mark.parametrize("lie", LIES)
def test_a_lie_now_and_then_only_costs_time(
    work: Callable[[AioRuntime], Awaitable[None]], api: ApiKey, lie: str
) -> None:
    lies = 1 if lie == "silence" else 2  # which takes longest
    if work is produce:
        cluster = Turncoats({"t": 1}, brokers=2, api=api, lie=lie, lies=lies)
    else:
        cluster = cluster_with_a_record(lie, api, lies)
    run(_in_time(work, cluster, 120))
    assert cluster.lies == 0


@each_kind_of_work
@pytest.mark.parametrize("lie", LIES)
def test_nothing_but_lies_are_one_error_in_time(
    work: Callable[[AioRuntime], Awaitable[None]], api: ApiKey, lie: str
) -> None:
    cluster = cluster_with_a_record(lie, api, 10**9)

    async def main() -> None:
        with pytest.raises(KafkaWireError):
            await _in_time(work, cluster, 180)

    run(main())
    assert len(cluster.requests) < 3_000  # nobody asks in a hot loop


@pytest.mark.parametrize("lie", LIES)
def test_a_member_outlives_heartbeats_that_go_wrong(lie: str) -> None:
    cluster = cluster_with_a_record(lie, ApiKey.HEARTBEAT, 3)
    run(_in_time(stay, cluster, 180))
    assert cluster.lies == 0


async def _in_time(work: Callable[[AioRuntime], Awaitable[None]], cluster: Cluster, seconds: float) -> None:
    began = asyncio.get_running_loop().time()
    try:
        await work(AioRuntime(cluster.network.dial))
    finally:
        assert asyncio.get_running_loop().time() - began < seconds


# --- answers that can be read, and lead nowhere ---------------------------------------------------------------------


LOOPS: dict[str, tuple[ApiKey, Callable[[Any], Response]]] = {
    "the coordinator is always somebody else": (
        ApiKey.JOIN_GROUP,
        lambda _: messages.JoinGroupResponse(error_code=16),
    ),
    "the coordinator is always loading": (ApiKey.JOIN_GROUP, lambda _: messages.JoinGroupResponse(error_code=14)),
    "a member id is always required": (
        ApiKey.JOIN_GROUP,
        lambda _: messages.JoinGroupResponse(error_code=79, member_id="another"),
    ),
    "the group always rebalances": (ApiKey.SYNC_GROUP, lambda _: messages.SyncGroupResponse(error_code=27)),
    "the member is never known": (ApiKey.SYNC_GROUP, lambda _: messages.SyncGroupResponse(error_code=25)),
    "offsets are always unstable": (
        ApiKey.OFFSET_FETCH,
        lambda _: messages.OffsetFetchResponse(
            groups=[messages.offset_fetch_response.OffsetFetchResponseGroup(group_id="g", error_code=88)]
        ),
    ),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_coordinator_that_leads_in_circles_is_one_error_in_time(loop: str) -> None:
    cluster = Script({"t": 1})
    cluster.on(*LOOPS[loop])

    async def main() -> None:
        with pytest.raises(KafkaWireError):
            await _in_time(consume, cluster, 180)

    run(main())
    assert len(cluster.requests) < 3_000


def test_a_group_does_not_wait_for_a_topic_that_is_not_for_us() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1, "secret": 1})
        cluster.metadata_faults["secret"] = [29] * 10
        async with Consumer(
            "b1:9092", runtime=AioRuntime(cluster.network.dial), topics=["t", "secret"], group_id="g"
        ) as consumer:
            for _ in range(2):
                with pytest.raises(KafkaError, match=r"TOPIC_AUTHORIZATION_FAILED.*'secret'"):
                    await consumer.fetch(timeout=5)

    run(main())


def test_a_broker_that_advertises_an_address_that_leads_nowhere_is_one_error_in_time() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.advertised = ("nowhere", 1)
        runtime = AioRuntime(cluster.network.dial)
        with pytest.raises(DeliveryTimedOut, match="t-0"):
            await _in_time(produce, cluster, 60)
        admin = Admin("b1:9092", runtime=runtime, default_api_timeout_ms=5_000)
        async with admin:
            with pytest.raises((TimedOut, KafkaError), match=r"nowhere:1|t"):
                await admin.list_offsets({TopicPartition("t", 0): -1})
        with pytest.raises(KafkaWireError, match=r"nowhere:1|nothing came"):
            await _in_time(consume, cluster, 180)

    run(main())
