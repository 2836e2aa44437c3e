"""A broker behind the proxy, real sockets, and our own clients before it."""

from __future__ import annotations

import asyncio
import logging
import shutil
import socket
import ssl
import struct
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.errors import KafkaWireError
from kafkawire.messages import HeartbeatRequest, HeartbeatResponse, MetadataRequest, MetadataResponse
from kafkawire.messages import metadata_response as metadata
from kafkawire.protocol import decode_response, encode_request, encode_response
from kafkawire.protocol.sasl.server_plain import ServerPlain
from kafkawire.proxy import Context, Filter, Proxy, VirtualCluster
from kafkawire.testing import broker
from kafkawire.testing.threaded import ThreadedBroker
from tests.integration.certificates import Certificates, make_certificates
from tests.sockets import no_sockets_left


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


@pytest.fixture(scope="module")
def kafka() -> Iterator[ThreadedBroker]:
    with broker(topics={"t": 3, "u": 1}) as running:
        yield running


def behind(target: str, *filters: Filter, options: dict[str, Any] | None = None, **more: Any) -> Proxy:
    return Proxy([VirtualCluster(target, **(options or {}))], filters, **{"drain_timeout": 5, **more})


class Sees(Filter):
    """Remembers which APIs pass, and who asks."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.principals: set[str] = set()
        self.names: set[str | None] = set()

    def on_request(self, ctx: Context, header: Any, request: Any) -> None:
        self.seen.add(type(request).__name__)
        self.principals.add(ctx.principal)
        self.names.add(ctx.sni)


async def round_trip(servers: str, topic: str, **options: Any) -> None:
    """Make a topic, write to it, and read it as a group."""
    async with Admin(servers, **options) as admin:
        await admin.create_topics({topic: 2})
    async with Producer(servers, compression_type="zstd", **options) as producer:
        for n in range(100):
            producer.send(topic, key=b"%d" % n, value=b"v" * 1000)
        await producer.flush()
    given = {"topics": [topic], "group_id": topic, "auto_offset_reset": "earliest", **options}
    async with Consumer(servers, **given) as consumer:
        seen = 0
        async for record in consumer:
            assert record.value == b"v" * 1000
            seen += 1
            if seen == 100:
                break
        await consumer.commit()


@pytest.mark.parametrize("filters", [[], [Sees()]], ids=["bare", "all-seen"])
def test_produce_consume_group_and_admin_pass(kafka: ThreadedBroker, filters: list[Sees]) -> None:
    topic = f"passed-{len(filters)}"

    async def main() -> None:
        async with behind(kafka.bootstrap_servers, *filters) as proxy:
            async with Admin(proxy.bootstrap_servers) as admin:
                [node] = (await admin.describe_cluster()).brokers
                assert f"{node.host}:{node.port}" not in (kafka.bootstrap_servers, proxy.bootstrap_servers)
            await round_trip(proxy.bootstrap_servers, topic)

    run(main())
    assert len(kafka.records(topic)) == 100
    for one in filters:
        assert {"ProduceRequest", "FetchRequest", "JoinGroupRequest", "OffsetCommitRequest"} <= one.seen


def test_two_virtual_clusters_in_one_process(kafka: ThreadedBroker) -> None:
    async def main() -> None:
        with broker(topics={"only-here": 1}) as other:
            clusters = [
                VirtualCluster(kafka.bootstrap_servers, name="a"),
                VirtualCluster(other.bootstrap_servers, name="b"),
            ]
            async with Proxy(clusters) as proxy:
                async with Admin(proxy.addresses["b"]) as admin:
                    assert [*await admin.list_topics()] == ["only-here"]
                async with Admin(proxy.addresses["a"]) as admin:
                    assert "t" in await admin.list_topics()

    run(main())


@pytest.mark.parametrize("filters", [[], [Sees()]], ids=["bare", "all-seen"])
def test_a_broker_that_is_restarted_loses_nothing_and_has_nothing_twice(filters: list[Filter]) -> None:
    async def main(kafka: ThreadedBroker) -> None:
        async with behind(kafka.bootstrap_servers, *filters) as proxy, Producer(proxy.bootstrap_servers) as producer:
            for part in range(3):
                for n in range(50):
                    producer.send("t", b"%d" % (50 * part + n))
                    await producer.drain()
                if part < 2:
                    await asyncio.to_thread(kafka.restart)
            await producer.flush()

    with broker(topics={"t": 1}) as kafka:
        run(main(kafka))
        assert [record.value for record in kafka.records("t")] == [b"%d" % n for n in range(150)]


# ------------------------------------------------------------------------------------------------------------- security


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    return make_certificates(tmp_path_factory.mktemp("tls"))


def server_side(pem: Certificates) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem.server)
    return context


def trusting(path: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(path))


def test_tls_of_either_side_ends_at_the_proxy(pem: Certificates) -> None:
    sees = Sees()
    listeners = {"listeners": "SSL://127.0.0.1:0", "ssl.keystore.type": "PEM", "ssl.keystore.location": str(pem.server)}

    async def main(target: str) -> None:
        upstream = {"security_protocol": "SSL", "upstream_ssl_context": trusting(pem.authority)}
        options = {"ssl_context": server_side(pem), "listen": "localhost:0", **upstream}
        async with behind(target, sees, options=options) as proxy:
            client = {"security_protocol": "SSL", "ssl_context": trusting(pem.authority)}
            await round_trip(proxy.bootstrap_servers, "secure", **client)

    with broker(options=listeners) as kafka:
        run(main(kafka.bootstrap_servers))
        assert len(kafka.records("secure")) == 100
    assert sees.names == {"localhost"}


SASL = {"listeners": "SASL_PLAINTEXT://127.0.0.1:0", "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256"}
ALICE = {"security_protocol": "SASL_PLAINTEXT", "sasl_username": "alice", "sasl_password": "alice-secret"}


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_the_tokens_of_clients_pass(mechanism: str) -> None:
    async def main(target: str) -> None:
        async with behind(target, Sees()) as proxy:
            await round_trip(proxy.bootstrap_servers, "tokens", **ALICE, sasl_mechanism=mechanism)
            wrong = {**ALICE, "sasl_password": "wrong", "sasl_mechanism": mechanism}
            with pytest.raises(KafkaWireError, match=r"(?i)authentication|invalid credentials"):
                await round_trip(proxy.bootstrap_servers, "none", **wrong)

    with broker(options=SASL, users={"alice": "alice-secret"}) as kafka:
        run(main(kafka.bootstrap_servers))


def test_clients_log_in_at_the_proxy_and_the_proxy_at_the_broker() -> None:
    sees = Sees()
    passwords = {"bob": "bob-secret"}
    mechanisms = {"PLAIN": partial(ServerPlain, lambda name, password: passwords.get(name) == password)}

    async def main(target: str) -> None:
        options = {**ALICE, "sasl_mechanism": "SCRAM-SHA-256", "sasl_mechanisms": mechanisms}
        async with behind(target, sees, options=options) as proxy:
            bob = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "PLAIN", "sasl_username": "bob"}
            await round_trip(proxy.bootstrap_servers, "mapped", **bob, sasl_password="bob-secret")
            with pytest.raises(KafkaWireError, match=r"(?i)invalid"):
                await round_trip(proxy.bootstrap_servers, "none", **bob, sasl_password="wrong")
            with pytest.raises(KafkaWireError):
                await round_trip(proxy.bootstrap_servers, "none", default_api_timeout_ms=500)

    with broker(options=SASL, users={"alice": "alice-secret"}) as kafka:
        run(main(kafka.bootstrap_servers))
        assert len(kafka.records("mapped")) == 100
    assert "User:bob" in sees.principals


def test_a_client_that_logs_in_where_the_proxy_does_is_refused() -> None:
    async def main(target: str) -> None:
        async with behind(target, options={**ALICE, "sasl_mechanism": "PLAIN"}) as proxy:
            await round_trip(proxy.bootstrap_servers, "without")
            with pytest.raises(KafkaWireError, match=r"ILLEGAL_SASL_STATE|SASL|mechanism"):
                await round_trip(proxy.bootstrap_servers, "none", **ALICE, sasl_mechanism="PLAIN")

    with broker(options=SASL, users={"alice": "alice-secret"}) as kafka:
        run(main(kafka.bootstrap_servers))


# --------------------------------------------------------------------------------------------------------- broken peers


class Upstream:
    """A broker that says what a test wants."""

    def __init__(self, script: Any) -> None:
        self._script = script
        self.received: list[bytes] = []
        self.ends = 0

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._script(self, reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            self.ends += 1
        finally:
            writer.close()


async def frame(reader: asyncio.StreamReader) -> bytes:
    size = await reader.readexactly(4)
    return size + await reader.readexactly(*struct.unpack(">i", size))


def heartbeat(correlation_id: int) -> bytes:
    return encode_request(HeartbeatRequest(group_id="g"), version=4, correlation_id=correlation_id, client_id="c")


def answer(correlation_id: int) -> bytes:
    return encode_response(HeartbeatResponse(), version=4, correlation_id=correlation_id)


async def connected(proxy: Proxy) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = proxy.bootstrap_servers.rpartition(":")
    return await asyncio.open_connection(host, int(port))


async def is_turned_away(proxy: Proxy) -> bool:
    """Whether a new client is refused, or hung up on if it was just in time to connect."""
    try:
        reader, writer = await connected(proxy)
    except OSError:
        return True
    with closing(writer), suppress(ConnectionResetError):
        return await reader.read() == b""
    return True


async def skip_metadata(reader: asyncio.StreamReader) -> bytes:
    """The proxy asks at its start where brokers are; that is another connection, which is hung up on."""
    data = await frame(reader)
    if data[4:6] == b"\0\x12":
        raise OSError
    return data


@pytest.mark.parametrize("bad", [b"\xff\xff\xff\xff", b"\0\0\0\x05hello", answer(8)], ids=["size", "id", "another"])
def test_a_broker_that_breaks_the_protocol_ends_that_connection_and_no_other(bad: bytes) -> None:
    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await skip_metadata(reader)
        writer.write(bad if data == heartbeat(7) else answer(1))
        await reader.readexactly(1)

    async def main() -> None:
        async with Upstream(script) as target, behind(target) as proxy:
            (reader, writer), (other, to_other) = await connected(proxy), await connected(proxy)
            writer.write(heartbeat(7))
            assert await reader.read() == b""
            to_other.write(heartbeat(1))
            assert await frame(other) == answer(1)
            for one in (writer, to_other):
                one.close()

    run(main())


@pytest.mark.parametrize("bad", [b"\xff\xff\xff\xff", b"\0\0\0\x05hello"], ids=["size", "short"])
def test_a_client_that_breaks_the_protocol_is_hung_up_on_and_the_broker_too(bad: bytes) -> None:
    ended = asyncio.Event()

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await skip_metadata(reader) == heartbeat(1)
        writer.write(answer(1))
        assert await reader.read() == b""
        ended.set()

    async def main() -> None:
        async with Upstream(script) as target, behind(target) as proxy:
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            assert await frame(reader) == answer(1)
            writer.write(bad)
            assert await reader.read() == b""
            await ended.wait()
            writer.close()

    run(main())


@pytest.mark.parametrize("cut", [3, 11, 20])
def test_a_stream_that_ends_within_a_frame_ends_the_other_after_what_came(cut: int) -> None:
    got = asyncio.Queue[bytes]()

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await skip_metadata(reader)
        if data == heartbeat(1):
            writer.write(answer(1)[:-1])
            return
        got.put_nowait(data + await reader.read())

    async def main() -> None:
        async with Upstream(script) as target, behind(target) as proxy:
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            assert await reader.read() == answer(1)[:-1]
            writer.close()
            _, writer = await connected(proxy)
            writer.write(heartbeat(2) + heartbeat(3)[:cut])
            writer.close()
            data = await got.get()
            assert data == heartbeat(2) + (heartbeat(3)[:cut] if cut > 16 else b"")

    run(main())


def test_a_client_without_a_broker_is_hung_up_on(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with behind("127.0.0.1:1") as proxy:
            reader, writer = await connected(proxy)
            assert await reader.read() == b""
            writer.close()

    run(main())
    assert "no way to 127.0.0.1:1" in caplog.text


# ----------------------------------------------------------------------------------------------------- limits, and ends


def test_connections_are_limited(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await skip_metadata(reader)
            writer.write(answer(1))

    async def main() -> None:
        async with Upstream(script) as target:
            of_all: dict[str, Any] = {"max_connections": 1}
            for limits in (of_all, {"max_connections_per_ip": 1}):
                async with behind(target, **limits) as proxy:
                    reader, writer = await connected(proxy)
                    writer.write(heartbeat(1))
                    assert await frame(reader) == answer(1)
                    other, to_other = await connected(proxy)
                    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                        await other.readexactly(1)
                    writer.write(heartbeat(1))
                    assert await frame(reader) == answer(1)
                    for one in (writer, to_other):
                        one.close()

    run(main())
    assert "turning away a client at 127.0.0.1" in caplog.text


def test_a_silent_client_and_a_silent_broker_are_hung_up_on() -> None:
    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await skip_metadata(reader)
        await reader.readexactly(1)

    async def main() -> None:
        async with Upstream(script) as target:
            async with behind(target, idle_timeout=0.01, request_timeout=60) as proxy:
                idle, to_idle = await connected(proxy)
                asked, to_asked = await connected(proxy)
                to_asked.write(heartbeat(1))
                assert await idle.read() == b""
                assert not asked.at_eof()
                to_idle.close()
                to_asked.close()
            async with behind(target, idle_timeout=60, request_timeout=0.01) as proxy:
                asked, to_asked = await connected(proxy)
                to_asked.write(heartbeat(1))
                assert await asked.read() == b""
                to_asked.close()

    run(main())


def test_the_end_waits_for_open_requests_and_takes_no_new_ones() -> None:
    go_on = asyncio.Event()
    got = asyncio.Event()
    rest: Future[bytes] = Future()

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await skip_metadata(reader)
        got.set()
        await go_on.wait()
        writer.write(answer(1))
        rest.set_result(await reader.read())

    async def main() -> None:
        async with Upstream(script) as target:
            proxy = behind(target)
            await proxy.start()
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            await got.wait()
            end = asyncio.create_task(proxy.close())
            await asyncio.sleep(0)
            writer.write(heartbeat(2))
            assert await is_turned_away(proxy)
            go_on.set()
            assert await reader.read() == answer(1)
            await end
            writer.close()
            assert await asyncio.wrap_future(rest) == b""

    run(main())


def test_the_port_of_a_broker_follows_it_when_it_moves() -> None:
    """What came to its port before the proxy knew where it is was led to a bootstrap server, and has to come again."""

    async def told(port: int, up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            data = await skip_metadata(reader)
            up.received.append(data)
            if data[4:6] == b"\0\3":
                brokers = [metadata.MetadataResponseBroker(node_id=1, host="127.0.0.1", port=port)]
                writer.write(encode_response(MetadataResponse(brokers=brokers), version=9, correlation_id=5))
            else:
                writer.write(answer(1))

    async def main() -> None:
        broker_1 = Upstream(partial(told, 0))
        async with broker_1 as there:
            bootstrap = Upstream(partial(told, int(there.rpartition(":")[2])))
            free = asyncio.Queue[int]()
            server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
            free.put_nowait(server.sockets[0].getsockname()[1])
            server.close()
            ports = range(first := await free.get(), first + 1)
            async with bootstrap as target, behind(target, options={"broker_ports": ports, "first_broker": 1}) as proxy:
                early, to_early = await asyncio.open_connection("127.0.0.1", first)
                to_early.write(heartbeat(1))
                assert await frame(early) == answer(1)
                assert bootstrap.received == [heartbeat(1)]
                reader, writer = await connected(proxy)
                writer.write(encode_request(MetadataRequest(), version=9, correlation_id=5))
                _, response = decode_response(await frame(reader), 3, 9)
                assert isinstance(response, MetadataResponse)
                assert response.brokers[0].port == first
                assert await early.read() == b""
                late, to_late = await asyncio.open_connection("127.0.0.1", first)
                to_late.write(heartbeat(1))
                assert await frame(late) == answer(1)
                assert broker_1.received == [heartbeat(1)]
                for one in (to_early, writer, to_late):
                    one.close()

    run(main())


def test_a_slow_client_of_a_fast_broker_is_not_read_ahead_for() -> None:
    sent = 0

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await skip_metadata(reader)
        writer.write(struct.pack(">ii", 2**30, 1))
        while True:
            writer.write(bytes(1 << 16))
            await writer.drain()
            sent += 1 << 16

    async def main() -> None:
        async with Upstream(script) as target, behind(target) as proxy:
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            await reader.readexactly(1 << 20)
            before = -1
            while before != sent:  # until nobody takes any more
                before = sent
                await asyncio.sleep(0.1)
            assert sent < 64 << 20
            await reader.readexactly(100 << 20)
            writer.close()

    run(main())


def test_the_end_leaves_no_socket_to_a_broker_that_does_not_read() -> None:
    held = asyncio.Event()

    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await skip_metadata(reader)
        await held.wait()

    async def main() -> None:
        async with Upstream(script) as target:
            async with behind(target, drain_timeout=0.1) as proxy:
                _, writer = await connected(proxy)
                writer.write(heartbeat(1) + struct.pack(">i", 90 << 20) + bytes(80 << 20))
                with pytest.raises(TimeoutError):  # until nobody takes any more
                    await asyncio.wait_for(writer.drain(), 0.5)
                writer.transport.abort()
            held.set()

    with no_sockets_left():
        run(main())


@pytest.mark.parametrize("turns", range(5))
def test_a_client_that_comes_while_the_proxy_ends_leaves_no_socket_open(kafka: ThreadedBroker, turns: int) -> None:
    async def main() -> None:
        async with behind(kafka.bootstrap_servers) as proxy:
            host, _, port = proxy.bootstrap_servers.rpartition(":")
            late = socket.create_connection((host, int(port)))
            for _ in range(turns):
                await asyncio.sleep(0)
        late.settimeout(5)
        with suppress(ConnectionResetError):  # which is what a client gets that came too late to be accepted
            assert late.recv(1) == b""
        late.close()

    with no_sockets_left():
        run(main())


def test_filters_are_told_once_when_the_proxy_has_ended(kafka: ThreadedBroker) -> None:
    class Told(Filter):
        times = 0

        async def stop(self) -> None:
            self.times += 1

    async def main() -> None:
        shared, own = Told(), Told()
        clusters = [VirtualCluster(kafka.bootstrap_servers, name=name, filters=[own, shared]) for name in "ab"]
        async with Proxy(clusters, [shared]):
            assert (shared.times, own.times) == (0, 0)
        assert (shared.times, own.times) == (1, 1)

    run(main())
