"""What a client believes of a cluster: topics that go, leaders that change, brokers that lie or are gone for good."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.client.cluster import Cluster as Client
from kafkawire.client.coordinator import Coordinator
from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.metadata import CoordinatorKind
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaError, RemoteProtocolError
from kafkawire.message import Response
from kafkawire.messages import find_coordinator_response
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from tests.client.scripted import Cluster
from tests.client.virtual_time import run


def client(runtime: AioRuntime, servers: str = "b1:9092", **options: Any) -> Client:
    return Client(servers, ClientOptions(**options), runtime)


def move(cluster: Cluster) -> Cluster:
    """The cluster of b1 dies, another one begins at b2, under the bootstrap list's second address."""
    cluster.stop(1)
    other = Cluster({"t": 3})
    other.network = cluster.network
    other.stop = cluster.stop  # type: ignore[method-assign]
    other.nodes = [2]
    for log in other.logs.values():
        log.leader = 2
    other.start(2)
    return other


def test_brokers_that_are_gone_for_good_are_replaced_by_the_bootstrap_list() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(AioRuntime(cluster.network.dial), "b1:9092,b2:9092")
        await one.start()
        move(cluster)
        await one.retrying(one.refresh, "refresh", refresh=False)
        assert list(one.metadata.nodes) == [2]
        one.close()

    run(main())


def test_without_recovery_known_brokers_are_all_there_is() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(
            AioRuntime(cluster.network.dial),
            "b1:9092,b2:9092",
            metadata_recovery_strategy="none",
            default_api_timeout_ms=2_000,
        )
        await one.start()
        move(cluster)
        with pytest.raises(BrokersUnavailable, match="b1:9092") as caught:
            await one.retrying(one.refresh, "refresh", refresh=False)
        assert "b2" not in str(caught.value)
        one.close()

    run(main())


class _Scripted(Cluster):
    """Metadata answers come from a list first."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.said: list[messages.MetadataResponse] = []

    def _metadata(self, node: int, version: int, request: Any) -> Response:
        return self.said.pop(0) if self.said else super()._metadata(node, version, request)


@pytest.mark.parametrize(("strategy", "is_kept"), [("rebootstrap", False), ("none", True)])
def test_a_broker_can_send_us_back_to_the_bootstrap_list(strategy: str, is_kept: bool) -> None:
    async def main() -> None:
        cluster = _Scripted({"t": 1})
        one = client(AioRuntime(cluster.network.dial), metadata_recovery_strategy=strategy)
        one.topics.add("t")
        await one.start()
        connection = await one.connection(1)
        cluster.said = [messages.MetadataResponse(error_code=129)]
        with pytest.raises(KafkaError, match="REBOOTSTRAP_REQUIRED"):
            await one.refresh()
        assert (not connection.closed, bool(one.metadata.nodes), "t" in one.metadata.topics) == (is_kept,) * 3
        await one.refresh()
        assert list(one.metadata.nodes) == [1]
        one.close()

    run(main())


def test_brokers_that_give_no_metadata_for_long_are_forgotten() -> None:
    async def main() -> None:
        cluster = _Scripted({"t": 1})
        one = client(AioRuntime(cluster.network.dial), metadata_recovery_rebootstrap_trigger_ms=10_000)
        await one.start()
        cluster.said = [messages.MetadataResponse(error_code=7) for _ in range(100)]
        for _ in range(10):
            with pytest.raises(KafkaError):
                await one.refresh()
            await asyncio.sleep(1)
        assert one.metadata.nodes
        with pytest.raises(KafkaError):
            await one.refresh()
        assert not one.metadata.nodes
        one.close()

    run(main())


# --- metadata -------------------------------------------------------------------------------------------------------


def described(*leaders: int, epoch: int = 0, error: int = 0, ids: tuple[int, ...] = ()) -> messages.MetadataResponse:
    parts = [
        MetadataResponsePartition(partition_index=index, leader_id=leader, leader_epoch=epoch)
        for index, leader in zip(ids or range(len(leaders)), leaders, strict=True)
    ]
    brokers = [MetadataResponseBroker(node_id=1, host="b1", port=9092)]
    topic = MetadataResponseTopic(name="t", error_code=error, partitions=parts)
    return messages.MetadataResponse(brokers=brokers, topics=[topic])


@pytest.mark.parametrize("how", ["targeted", "complete"])
def test_a_deleted_topic_is_not_in_the_metadata_any_more(how: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1, "u": 1})
        one = client(AioRuntime(cluster.network.dial))
        one.topics |= {"t", "u"}
        await one.start()
        topic_id = one.metadata.topic_id("t")
        del cluster.ids["t"]
        await (one.refresh() if how == "targeted" else one.all_topics())
        assert list(one.metadata.topics) == ["u"]
        assert topic_id not in one.metadata.names
        one.close()

    run(main())


def test_a_broker_that_lags_behind_does_not_bring_an_old_leader_back() -> None:
    async def main() -> None:
        cluster = _Scripted({})
        one = client(AioRuntime(cluster.network.dial))
        await one.start()
        leaders = []
        for leader, epoch in ((1, 5), (7, 4), (3, 5), (-1, -1)):
            cluster.said = [described(leader, epoch=epoch)]
            await one.refresh()
            leaders.append(one.metadata.topics["t"].partitions[0].leader)
        assert leaders == [1, 1, 3, -1]
        one.close()

    run(main())


LIES = {
    "a negative broker": messages.MetadataResponse(brokers=[MetadataResponseBroker(node_id=-1, host="b1", port=1)]),
    "a broker twice": messages.MetadataResponse(brokers=[MetadataResponseBroker(node_id=1, host="b1", port=1)] * 2),
    "a negative partition": described(1, ids=(-1,)),
    "a partition twice": described(1, 1, ids=(0, 0)),
}


@pytest.mark.parametrize("lie", LIES)
def test_metadata_that_cannot_be_are_asked_for_elsewhere(lie: str) -> None:
    async def main() -> None:
        liar, honest = _Scripted({}), Cluster({"t": 1}, brokers=2)
        liar.said = [LIES[lie]] * 100
        honest.network.listeners["liar", 1] = liar.network.listeners["b1", 9092]
        one = client(AioRuntime(honest.network.dial), "liar:1,b2:9092")
        await one.start()
        assert sorted(one.metadata.nodes) == [1, 2]
        one.close()
        alone = client(AioRuntime(honest.network.dial), "liar:1", default_api_timeout_ms=3_000)
        with pytest.raises(TimedOut, match=r"liar:1: the metadata have a") as caught:
            await alone.start()
        # By chance the last attempt comes so soon behind the one before that the liar is not called again.
        assert isinstance(caught.value.__cause__, RemoteProtocolError | BrokersUnavailable)
        alone.close()

    run(main())


def test_a_coordinator_with_an_impossible_number_is_not_believed() -> None:
    class Lying(Cluster):
        def _find_coordinator(self, node: int, version: int, request: Any) -> Response:
            found = [find_coordinator_response.Coordinator(key="g", node_id=-1, host="b1", port=9092)]
            return messages.FindCoordinatorResponse(coordinators=found)

    async def main() -> None:
        one = client(AioRuntime(Lying({}).network.dial))
        await one.start()
        with pytest.raises(KafkaError, match="COORDINATOR_NOT_AVAILABLE"):
            await Coordinator(one, "g", CoordinatorKind.GROUP).connection()
        assert list(one.metadata.nodes) == [1]
        one.close()

    run(main())
