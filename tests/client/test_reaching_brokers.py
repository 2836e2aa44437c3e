"""Finding a way to brokers: names with several addresses, waits that grow, old brokers that are gone for good."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.addresses import Endpoint, canonical_names, is_literal, lookup
from kafkawire.client.blocking_runtime import BlockingConnection, BlockingRuntime
from kafkawire.client.blocking_runtime import run as run_blocking
from kafkawire.client.cluster import Cluster as Client
from kafkawire.client.connection import Authentication, Connection
from kafkawire.client.errors import BrokersUnavailable, TimedOut
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.security import PLAINTEXT, Security
from kafkawire.message import Response
from kafkawire.messages import MetadataRequest
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
)
from kafkawire.protocol.versions import ApiVersions
from kafkawire.transport.errors import ConnectFailed, RequestTimedOut
from kafkawire.transport.traffic import Recorder, Traffic
from tests.client.scripted import LOSE_REQUEST, SILENCE, Cluster
from tests.client.test_metadata import _Scripted
from tests.client.virtual_time import run


class Resolving(AioRuntime):
    """A runtime with its own idea of DNS; `tried` are the addresses that were connected to, with the time allowed."""

    def __init__(self, cluster: Cluster, names: dict[str, list[str]], canonical: dict[str, list[str]] | None = None):
        super().__init__(self._dial_ip)
        self.tried: list[tuple[str, float]] = []
        self._network = cluster.network
        self._names = names
        self._canonical = canonical or {}
        self._ip: str | None = None

    async def resolve(self, host: str, port: int, timeout: float, *, canonical: bool = False) -> list[str]:
        found = (self._canonical if canonical else self._names).get(host)
        if found is None:
            raise ConnectFailed(f"{host}:{port}: there is no such name")
        return found

    async def connect(
        self,
        host: str,
        port: int,
        client_id: str,
        timeout: float,
        security: Security = PLAINTEXT,
        ip: str | None = None,
        recorder: Recorder | None = None,
    ) -> Connection:
        self._ip = ip
        self.tried.append((ip or "", timeout))
        return await super().connect(host, port, client_id, timeout, security, ip, recorder)

    async def _dial_ip(self, factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        if self._ip == "10.0.0.9":  # a black hole
            await asyncio.Event().wait()
        await self._network.dial(factory, self._ip or host, port)


def client(runtime: AioRuntime, servers: str = "b1:9092", **options: Any) -> Client:
    return Client(servers, ClientOptions(**options), runtime)


def test_each_address_of_a_name_is_tried_and_the_one_that_works_comes_first_from_then_on() -> None:
    async def main() -> None:
        runtime = Resolving(Cluster({"t": 1}), {"b1": ["10.0.0.1", "10.0.0.9", "b1"]})
        one = client(runtime, socket_connection_setup_timeout_ms=2_000)
        await one.start()
        assert asyncio.get_running_loop().time() == pytest.approx(1002)
        await one.connection(1, "group")
        assert [ip for ip, _ in runtime.tried] == ["10.0.0.1", "10.0.0.9", "b1", "b1"]
        one.close()

    run(main())


def test_what_went_wrong_at_each_address_is_told() -> None:
    async def main() -> None:
        runtime = Resolving(Cluster({}), {"b1": ["10.0.0.1", "10.0.0.9"]})
        with pytest.raises(BrokersUnavailable, match=r"b1:9092: nobody listens.*; b1:9092: no connection after"):
            await client(runtime, default_api_timeout_ms=3_000, socket_connection_setup_timeout_ms=1_000).start()
        with pytest.raises(BrokersUnavailable, match="x:1: there is no such name"):
            await client(runtime, "x:1", default_api_timeout_ms=1_000).start()

    run(main())


def test_canonical_names_take_the_place_of_bootstrap_names() -> None:
    async def main() -> list[str]:
        runtime = Resolving(Cluster({"t": 1}), {"b1": ["b1"]}, canonical={"kafka": ["b0", "b1"]})
        one = client(runtime, "kafka:9092,gone:1", client_dns_lookup="resolve_canonical_bootstrap_servers_only")
        await one.start()
        one.close()
        return [ip for ip, _ in runtime.tried]

    assert run(main()) == ["b1"]


def test_a_connection_may_take_longer_with_each_failure_up_to_a_limit() -> None:
    async def main() -> list[float]:
        runtime = Resolving(Cluster({}), {"b1": ["10.0.0.9"]})
        with pytest.raises(BrokersUnavailable):
            await client(
                runtime,
                default_api_timeout_ms=30_000,
                socket_connection_setup_timeout_ms=1_000,
                socket_connection_setup_timeout_max_ms=5_000,
            ).start()
        return [timeout for _, timeout in runtime.tried]

    waits = run(main())
    assert waits[:5] == [1, 2, 4, 5, 5]
    assert max(waits) == 5


def test_an_address_that_failed_is_left_alone_for_a_while_that_doubles() -> None:
    now = 0.0
    options = ClientOptions(reconnect_backoff_ms=50, reconnect_backoff_max_ms=150)
    endpoint = Endpoint(options, lambda: now, lambda: 0.5)
    rests = []
    for _ in range(4):
        endpoint.failed("refused")
        began = now
        while endpoint.rests:
            now += 0.001
        rests.append(round(now - began, 2))
    assert rests == [0.05, 0.1, 0.15, 0.15]
    endpoint.succeeded("b1")
    assert endpoint.problem == ""
    endpoint.failed("refused")
    now += 0.051
    assert not endpoint.rests


def test_nobody_connects_to_an_address_that_rests_and_others_come_first() -> None:
    async def main() -> list[str]:
        runtime = Resolving(Cluster({}), {"x": ["x"], "y": ["y"]})
        one = client(runtime, "x:1,y:1", reconnect_backoff_ms=10_000, reconnect_backoff_max_ms=10_000)
        for _ in range(3):
            with pytest.raises(BrokersUnavailable, match=r"x:1: nobody listens.*y:1: nobody listens"):
                await one.any_connection()
        return [ip for ip, _ in runtime.tried]

    assert run(main()) == ["x", "y"]


def test_addresses_as_the_system_knows_them() -> None:
    assert all(map(is_literal, ["127.0.0.1", "::1"]))
    assert not any(map(is_literal, ["localhost", "b.example", "\0", "\udcff"]))
    assert "127.0.0.1" in lookup("localhost", 9092) + lookup("127.0.0.1", 9092)
    assert canonical_names("127.0.0.1", 1)
    runtime = BlockingRuntime()
    assert run_blocking(runtime.resolve("127.0.0.1", 1, 5)) == ["127.0.0.1"]
    for bad in ("no-such-name.invalid", "\udcff", "a" * 300):
        with pytest.raises(ConnectFailed, match=":1: "):
            run_blocking(runtime.resolve(bad, 1, 5))


def test_a_name_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr("kafkawire.client.runtime.lookup", lambda host, port: [str(answered.wait(20))])

    async def main() -> None:
        with pytest.raises(ConnectFailed, match=r"kafka.example:9092: no address after 0\.05 s"):
            await AioRuntime().resolve("kafka.example", 9092, 0.05)
        answered.set()  # so that the thread can end

    asyncio.run(main())


def test_a_real_name_is_connected_to_by_both_runtimes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:  # accepts, and says nothing
        port = server.getsockname()[1]
        options = {"default_api_timeout_ms": 200, "socket_connection_setup_timeout_ms": 100}
        with pytest.raises(BrokersUnavailable, match=rf"localhost:{port}: no connection|no answer"):
            asyncio.run(client(AioRuntime(), f"localhost:{port}", **options).start())


# --- time ---------------------------------------------------------------------------------------------------------


def test_a_call_waits_no_longer_for_a_silent_broker_than_it_may_take() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(AioRuntime(cluster.network.dial), default_api_timeout_ms=5_000)
        await one.start()
        connection = await one.connection(1)
        cluster.faults[ApiKey.METADATA] = [SILENCE]
        with pytest.raises(TimedOut, match=r"within 5 s: b1:9092 \(node 1\): no answer to METADATA"):
            await one.retrying(lambda: one.learn(()), "ask", refresh=False)
        assert asyncio.get_running_loop().time() <= 1006
        assert not connection.closed  # it may be slow, and others may still wait for their answers
        one.close()

    run(main())


class _Throttling(Cluster):
    throttle_ms = 0

    async def answer(self, node: int, version: int, request: object) -> Response:
        response: Any = await super().answer(node, version, request)
        response.throttle_time_ms = self.throttle_ms
        return response  # type: ignore[no-any-return]


def test_a_throttled_client_keeps_quiet_for_as_long_as_it_is_told() -> None:
    async def main() -> None:
        cluster = _Throttling({"t": 1})
        one = client(AioRuntime(cluster.network.dial))
        await one.start()
        cluster.throttle_ms = 3_000
        await one.request(1, MetadataRequest(topics=[]))
        cluster.throttle_ms = 0
        await one.request(1, MetadataRequest(topics=[]))
        assert asyncio.get_running_loop().time() == pytest.approx(1003)
        one.close()

    run(main())


def test_an_endless_throttle_is_no_endless_wait() -> None:
    async def main() -> None:
        cluster = _Throttling({"t": 1}, brokers=2)
        one = client(AioRuntime(cluster.network.dial), request_timeout_ms=1_000)
        await one.start()
        cluster.throttle_ms = 2**31 - 1
        await one.request(1, MetadataRequest(topics=[]))
        with pytest.raises(RequestTimedOut, match="throttled for another 2147484 s"):
            await one.request(1, MetadataRequest(topics=[]))
        assert asyncio.get_running_loop().time() == 1000
        cluster.throttle_ms = 0
        await one.retrying(one.refresh, "refresh", refresh=False)  # whoever is not throttled is asked instead
        assert [node for node, *_ in cluster.seen(ApiKey.METADATA)] == [1, 1, 2]
        one.close()

    run(main())


def test_old_metadata_are_renewed_while_requests_go_on() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(AioRuntime(cluster.network.dial), metadata_max_age_ms=60_000)
        await one.start()
        asked = []
        for _ in range(4):
            await asyncio.sleep(25)
            await one.request(1, messages.HeartbeatRequest())
            await asyncio.sleep(0.1)
            asked.append(len(cluster.seen(ApiKey.METADATA)))
        assert asked == [1, 1, 2, 2]
        one.close()

    run(main())


def test_a_renewal_that_fails_disturbs_nobody_and_is_tried_again_later() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        one = client(AioRuntime(cluster.network.dial), metadata_max_age_ms=1_000, retry_backoff_max_ms=5_000)
        await one.start()
        await asyncio.sleep(2)
        cluster.faults[ApiKey.METADATA] = [LOSE_REQUEST, 7]
        for _ in range(5):
            await one.retrying(lambda: one.request(1, messages.HeartbeatRequest()), "beat", refresh=False)
            await asyncio.sleep(0.1)
        assert len(cluster.seen(ApiKey.METADATA)) == 2
        one.close()

    run(main())


def test_a_broker_that_invents_addresses_does_not_fill_our_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.client.pool._MOST_ENDPOINTS", 5)

    async def main() -> None:
        cluster = _Scripted({})
        one = client(AioRuntime(cluster.network.dial), default_api_timeout_ms=1_000)
        await one.start()
        for port in range(1, 40):
            nodes = [MetadataResponseBroker(node_id=1, host="nowhere", port=port)]
            cluster.said = [messages.MetadataResponse(brokers=nodes)]
            await one.retrying(one.refresh, "refresh", refresh=False)
            with pytest.raises(ConnectFailed):
                await one.connection(1)
        assert len(one._pool._endpoints) <= 5
        assert not one._pool._gates
        one.close()

    run(main())


def test_connections_that_nobody_uses_are_closed_when_metadata_are_renewed() -> None:
    async def main() -> None:
        one = client(AioRuntime(Cluster({"t": 1}).network.dial), connections_max_idle_ms=60_000)
        await one.start()
        idle = await one.connection(1, "group")
        await asyncio.sleep(50)
        await one.refresh()
        assert not idle.closed
        await asyncio.sleep(20)
        await one.refresh()
        assert idle.closed
        assert dict(one.counted())["connection_count"] == 1
        one.close()

    run(main())


def test_a_blocking_client_does_not_sleep_for_weeks_either() -> None:
    class Stream:
        peer, versions, closed, traffic = "b1:9092", ApiVersions({}), False, Traffic()

        def request(self, request: object, version: int, timeout: float) -> Response:
            return messages.MetadataResponse(throttle_time_ms=2**31 - 1)

    async def mechanism() -> None:
        return None

    session = Authentication(mechanism, 0, lambda: 0.0, lambda: 0.5)
    connection = BlockingConnection(Stream(), session)  # type: ignore[arg-type]
    run_blocking(connection.request(MetadataRequest(), 4, 30))
    with pytest.raises(RequestTimedOut, match="b1:9092: throttled"):
        run_blocking(connection.request(MetadataRequest(), 4, 30))
    with pytest.raises(RequestTimedOut, match="b1:9092: throttled"):
        run_blocking(connection.send_unanswered(MetadataRequest(), 4, 30))
