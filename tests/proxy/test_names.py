"""Who clients are and which broker they want, by what TLS or a load balancer says: certificate, SNI, PROXY header."""

from __future__ import annotations

import asyncio
import logging
import shutil
import socket
import ssl
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest

from kafkawire.client import Admin, Producer
from kafkawire.client.errors import InvalidOption
from kafkawire.messages import ApiVersionsRequest
from kafkawire.protocol import encode_request
from kafkawire.proxy import Context, Filter, Proxy, VirtualCluster
from kafkawire.proxy.broker_hosts import BrokerHosts
from kafkawire.proxy.shipped.tenant import TenantPrefix
from kafkawire.testing import broker
from kafkawire.testing.threaded import ThreadedBroker
from tests.integration.certificates import Certificates, make_certificates
from tests.sockets import no_sockets_left

BROKERS = "broker-{id}.kafka.test"
BOOT = "boot.kafka.test"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


@pytest.fixture(scope="module")
def kafka() -> Iterator[ThreadedBroker]:
    with broker(topics={"t": 1}) as running:
        yield running


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    return make_certificates(tmp_path_factory.mktemp("tls"), "*.kafka.test")


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every host below kafka.test is this one."""
    real = socket.getaddrinfo

    def found(host: Any, *args: Any, **options: Any) -> Any:
        return real("127.0.0.1" if str(host).endswith(".kafka.test") else host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", found)


class Sees(Filter):
    """Remembers who asks for what, and by which way."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str | None, int | None]] = set()
        self.addresses: set[tuple[str, int]] = set()

    def on_request(self, ctx: Context, _header: Any, request: Any) -> None:
        self.seen.add((type(request).__name__, ctx.sni, ctx.connection.node_id))
        self.addresses.add(ctx.client_address)


class Principals(Filter):
    """Remembers who asks."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def on_request(self, ctx: Context, _header: Any, _request: Any) -> None:
        self.seen.add(ctx.principal)


def server_side(pem: Certificates, verify: ssl.VerifyMode = ssl.CERT_NONE) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem.server)
    context.load_verify_locations(pem.authority)
    context.verify_mode = verify
    return context


def client_side(pem: Certificates, *, shows: bool = False) -> dict[str, Any]:
    context = ssl.create_default_context(cafile=str(pem.authority))
    if shows:
        context.load_cert_chain(pem.client)
    return {"security_protocol": "SSL", "ssl_context": context}


# ---------------------------------------------------------------------------------------------------------------- SNI


@pytest.mark.usefixtures("named")
def test_one_port_leads_to_each_broker_by_the_name_that_is_asked_for(kafka: ThreadedBroker, pem: Certificates) -> None:
    sees = Sees()

    async def main() -> None:
        options: dict[str, Any] = {"ssl_context": server_side(pem), "broker_hosts": BROKERS, "advertised_host": BOOT}
        async with Proxy([VirtualCluster(kafka.bootstrap_servers, **options)], [sees]) as proxy:
            async with Admin(proxy.bootstrap_servers, **client_side(pem)) as admin:
                [node] = (await admin.describe_cluster()).brokers
                assert f"{node.host}:{node.port}" == proxy.bootstrap_servers.replace(
                    BOOT, f"broker-{node.node_id}.kafka.test"
                )
            async with Producer(proxy.bootstrap_servers, **client_side(pem)) as producer:
                await producer.send("t", b"named")

    run(main())
    [(name, node)] = {(name, node) for api, name, node in sees.seen if api == "ProduceRequest"}
    assert name == f"broker-{node}.kafka.test"
    assert ("MetadataRequest", BOOT, None) in sees.seen


def test_a_pattern_names_brokers_and_nothing_else() -> None:
    hosts = BrokerHosts(BROKERS)
    for node_id in (0, 7, 2**31 - 1):
        name = hosts.host_of(node_id)
        assert name is not None
        assert hosts.node_of(name) == hosts.node_of(name.upper()) == node_id
    assert hosts.host_of(-1) is None
    numbers = ("", "07", "-1", "2147483648", "\u0661", "1x", "1\n")
    others = ("", "abroker-1.kafka.test", "broker-1.kafka.test.", "broker-1xkafka.test", "broker-1.kafka.test\n")
    for name in (*(BROKERS.replace("{id}", number) for number in numbers), *others):
        assert hosts.node_of(name) is None


@pytest.mark.parametrize(
    "pattern", ["", "broker", "broker-{id}-{id}.x", "broker_{id}.x", "{id}..x", ".{id}", "a" * 60 + "{id}"]
)
def test_a_pattern_that_is_none_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidOption, match="broker_hosts"):
        BrokerHosts(pattern)


@pytest.mark.parametrize(
    "options",
    [
        {"broker_hosts": BROKERS},
        {"broker_hosts": BROKERS, "ssl_context": ssl.create_default_context(), "broker_ports": range(20000, 20010)},
        {"principal_mapping_rules": "RULE:("},
        {"proxy_protocol_from": ["10.0.0.1/8"]},
        {"proxy_protocol_from": ["somewhere"]},
    ],
    ids=" ".join,
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match=next(iter(options))):
        VirtualCluster("127.0.0.1:9092", **options)


# ------------------------------------------------------------------------------------------------------- certificates


@pytest.mark.parametrize(
    ("verify", "shows", "rules", "principal"),
    [
        (ssl.CERT_REQUIRED, True, "DEFAULT", "User:CN=integration"),
        (ssl.CERT_OPTIONAL, True, "RULE:^CN=(.*)$/$1/U", "User:INTEGRATION"),
        (ssl.CERT_OPTIONAL, False, "DEFAULT", "User:ANONYMOUS"),
        (ssl.CERT_NONE, True, "DEFAULT", "User:ANONYMOUS"),
    ],
)
def test_a_certificate_says_who_the_client_is(
    kafka: ThreadedBroker,
    pem: Certificates,
    verify: ssl.VerifyMode,
    shows: bool,
    rules: str,
    principal: str,
) -> None:
    sees = Principals()

    async def main() -> None:
        options: dict[str, Any] = {"ssl_context": server_side(pem, verify), "principal_mapping_rules": rules}
        cluster, client = VirtualCluster(kafka.bootstrap_servers, **options), client_side(pem, shows=shows)
        async with Proxy([cluster], [sees]) as proxy, Admin(proxy.bootstrap_servers, **client) as admin:
            assert "t" in await admin.list_topics()

    run(main())
    assert sees.seen == {principal}


def test_a_certificate_says_whose_the_names_are(kafka: ThreadedBroker, pem: Certificates) -> None:
    async def main() -> None:
        options: dict[str, Any] = {"ssl_context": server_side(pem, ssl.CERT_REQUIRED)}
        cluster = VirtualCluster(kafka.bootstrap_servers, principal_mapping_rules="RULE:^CN=(.*)$/$1/", **options)
        proxy, client = Proxy([cluster], [TenantPrefix("{principal}-")]), client_side(pem, shows=True)
        async with proxy, Producer(proxy.bootstrap_servers, **client) as producer:
            await producer.send("t", b"mine")

    run(main())
    assert [record.value for record in kafka.records("integration-t")] == [b"mine"]


def test_a_certificate_that_no_rule_fits_is_turned_away(
    kafka: ThreadedBroker, pem: Certificates, caplog: pytest.LogCaptureFixture
) -> None:
    sees = Principals()

    async def main() -> None:
        options: dict[str, Any] = {
            "ssl_context": server_side(pem, ssl.CERT_REQUIRED),
            "principal_mapping_rules": "RULE:^CN=bob$/bob/",
        }
        async with Proxy([VirtualCluster(kafka.bootstrap_servers, **options)], [sees]) as proxy:
            host, _, port = proxy.bootstrap_servers.rpartition(":")
            context = client_side(pem, shows=True)["ssl_context"]
            reader, writer = await asyncio.open_connection(host, int(port), ssl=context)
            writer.write(ASKED)
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()

    with caplog.at_level(logging.WARNING), no_sockets_left():
        run(main())
    assert not sees.seen
    assert "no rule of ssl.principal.mapping.rules fits 'CN=integration'" in caplog.text


# ------------------------------------------------------------------------------------------------------ PROXY protocol

ASKED = encode_request(ApiVersionsRequest(), version=0, correlation_id=1, client_id="c")
HERE = "127.0.0.0/8"
LINE = b"PROXY TCP4 192.0.2.7 192.0.2.1 51000 9092\r\n"
BLOCK = bytes.fromhex("0d0a0d0a000d0a515549540a2111000cc0000207c0000201c7382384")


async def says(proxy: Proxy, *parts: bytes) -> bytes:
    """What comes back to a client that says this, each part once the one before has left; nothing if it is refused."""
    host, _, port = proxy.bootstrap_servers.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for part in parts:
        writer.write(part)
        await writer.drain()
    with suppress(ConnectionResetError, asyncio.IncompleteReadError):
        size = await reader.readexactly(4)
        found = await reader.readexactly(int.from_bytes(size, "big"))
        writer.close()
        return found
    writer.close()
    return b""


def bytewise(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


@pytest.mark.parametrize("cut", [lambda data: [data], bytewise], ids=["at-once", "bytewise"])
@pytest.mark.parametrize("header", [LINE, BLOCK], ids=["line", "block"])
def test_a_header_says_who_the_client_is(
    kafka: ThreadedBroker, header: bytes, cut: Callable[[bytes], list[bytes]]
) -> None:
    sees = Sees()

    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=["::1", HERE])
        async with Proxy([cluster], [sees]) as proxy:
            assert (await says(proxy, *cut(header + ASKED)))[:4] == b"\0\0\0\1"

    with no_sockets_left():
        run(main())
    assert sees.addresses == {("192.0.2.7", 51000)}


def test_who_may_not_send_a_header_needs_none(kafka: ThreadedBroker) -> None:
    sees = Sees()

    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=["192.0.2.0/24"])
        async with Proxy([cluster], [sees]) as proxy:
            assert (await says(proxy, ASKED))[:4] == b"\0\0\0\1"
            assert not await says(proxy, LINE + ASKED)  # to Kafka that is a frame of 1.3 GB

    with no_sockets_left():
        run(main())
    assert {host for host, _ in sees.addresses} == {"127.0.0.1"}


def test_a_header_comes_before_tls_and_leaves_the_rest_of_what_came_with_it(
    kafka: ThreadedBroker, pem: Certificates
) -> None:
    sees = Sees()

    async def main() -> None:
        options: dict[str, Any] = {
            "ssl_context": server_side(pem),
            "proxy_protocol_from": [HERE],
            "listen": "localhost:0",
        }
        async with Proxy([VirtualCluster(kafka.bootstrap_servers, **options)], [sees]) as proxy:
            await asyncio.to_thread(over_tls, proxy.bootstrap_servers)

    def over_tls(servers: str) -> None:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = client_side(pem)["ssl_context"].wrap_bio(incoming, outgoing, server_hostname="localhost")
        host, _, port = servers.rpartition(":")
        with socket.create_connection((host, int(port)), 10) as plain:
            header = BLOCK
            while True:
                try:
                    tls.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    plain.sendall(header + outgoing.read())  # the header and the ClientHello are one segment
                    header = b""
                    incoming.write(plain.recv(65536))
            tls.write(ASKED)
            plain.sendall(outgoing.read())
            found = b""
            while len(found) < 8:  # size and correlation id
                try:
                    found += tls.read(8 - len(found))
                except ssl.SSLWantReadError:
                    incoming.write(plain.recv(65536))
            assert found[4:] == b"\0\0\0\1"

    with no_sockets_left():
        run(main())
    assert sees.addresses == {("192.0.2.7", 51000)}
    assert {name for _, name, _ in sees.seen} == {"localhost"}


@pytest.mark.parametrize(
    "bad", [ASKED, b"PROXY TCP9 x\r\n" + bytes(100), BLOCK[:13] + b"\xff" + BLOCK[14:]], ids=["none", "line", "block"]
)
def test_who_sends_no_header_is_hung_up_on_and_others_are_not(
    kafka: ThreadedBroker, bad: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=[HERE])
        async with Proxy([cluster]) as proxy:
            assert not await says(proxy, bad)
            assert (await says(proxy, LINE + ASKED))[:4] == b"\0\0\0\1"

    with caplog.at_level(logging.WARNING), no_sockets_left():
        run(main())
    assert "turning away a connection of 127.0.0.1: " in caplog.text


def test_headers_that_do_not_come_are_bounded_in_number_and_time(
    kafka: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.proxy.arrivals._PATIENCE", 0.2)

    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=[HERE])
        async with Proxy([cluster], max_connections=2) as proxy:
            host, _, port = proxy.bootstrap_servers.rpartition(":")
            silent = [await asyncio.open_connection(host, int(port)) for _ in range(2)]
            assert not await says(proxy, LINE + ASKED)
            for reader, writer in silent:
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()
            assert (await says(proxy, LINE + ASKED))[:4] == b"\0\0\0\1"

    with no_sockets_left():
        run(main())


def test_the_end_hangs_up_on_who_has_not_sent_its_header(kafka: ThreadedBroker) -> None:
    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=[HERE])
        async with Proxy([cluster]) as proxy:
            host, _, port = proxy.bootstrap_servers.rpartition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(LINE[:9])
            await writer.drain()
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()

    with no_sockets_left():
        run(main())


def test_connections_of_one_host_are_counted_by_the_client_not_the_load_balancer(kafka: ThreadedBroker) -> None:
    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers, proxy_protocol_from=[HERE])
        async with Proxy([cluster], max_connections_per_ip=1) as proxy:
            host, _, port = proxy.bootstrap_servers.rpartition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(LINE + ASKED)
            await reader.readexactly(8)
            assert not await says(proxy, LINE.replace(b"51000", b"51001") + ASKED)
            assert await says(proxy, LINE.replace(b".7", b".8") + ASKED)
            writer.close()

    run(main())


def test_headers_are_refused_on_an_event_loop_that_cannot_hand_sockets_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(asyncio, "BaseEventLoop", type("AnotherLoop", (), {}))
        with pytest.raises(InvalidOption, match="needs asyncio's own event loop"):
            await Proxy([VirtualCluster("127.0.0.1:1", proxy_protocol_from=["127.0.0.0/8"])]).start()

    asyncio.run(main())
