"""What means ill to the proxy: pipelines without end, filters and brokers that hang, names in TLS, pages, files."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import ssl
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli.proxy_config import read_config
from kafkawire.cli.usage import UsageError
from kafkawire.proxy import Context, Filter
from kafkawire.proxy.broker_hosts import BrokerHosts
from kafkawire.testing import broker
from kafkawire.testing.fault_admin import FaultAdmin
from kafkawire.testing.faults import Faults
from tests.integration.certificates import make_certificates
from tests.proxy.test_server import Upstream, answer, behind, connected, frame, heartbeat, run, skip_metadata


async def _takes_and_says_nothing(up: Upstream, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    up.received.append(await skip_metadata(reader))
    while True:
        up.received.append(await frame(reader))


def test_a_hundred_thousand_requests_for_a_silent_broker_are_not_all_taken() -> None:
    """No more are open than the limit says, and the rest stays with the client."""
    up = Upstream(_takes_and_says_nothing)

    async def main() -> None:
        async with up as target, behind(target, drain_timeout=0.1) as proxy:
            _, writer = await connected(proxy)
            writer.write(b"".join(map(heartbeat, range(100_000))))
            before = -1
            while before != len(up.received):  # until nobody takes any more
                before = len(up.received)
                await asyncio.sleep(0.3)
            assert 0 < before <= proxy.limits.max_in_flight
            assert proxy.in_flight_by_cluster() == {"default": before}
            writer.transport.abort()

    run(main())


class _Returns(Filter):
    """Gives back, or raises, what a test wants."""

    def __init__(self, found: Any) -> None:
        self._found = found

    def on_heartbeat_request(self, ctx: Context, header: Any, request: Any) -> Any:
        if isinstance(self._found, BaseException):
            raise self._found
        return self._found


@pytest.mark.parametrize(
    "found",
    [0, "", b"bytes", [], object(), {"a": 1}, RecursionError("deep"), MemoryError(), StopIteration(), KeyError(1)],
    ids=lambda found: type(found).__name__,
)
def test_a_filter_that_returns_nonsense_or_raises_costs_one_answer_and_no_more(found: Any) -> None:
    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise AssertionError(f"the broker was asked {await skip_metadata(reader)!r}")

    async def main() -> None:
        async with Upstream(script) as target, behind(target, _Returns(found), drain_timeout=0.1) as proxy:
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1) + heartbeat(2))
            for number in (1, 2):
                data = await frame(reader)
                assert struct.unpack_from(">i", data, 4) == (number,)
                assert struct.unpack_from(">h", data, 13) == (-1,)  # UNKNOWN_SERVER_ERROR
            writer.close()

    run(main())


def test_a_filter_that_never_answers_holds_up_its_own_client_alone_and_not_the_end() -> None:
    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await skip_metadata(reader)
        writer.write(answer(struct.unpack_from(">i", data, 8)[0]))
        await reader.read()

    class Hangs(Filter):
        async def on_heartbeat_request(self, ctx: Context, header: Any, request: Any) -> None:
            if ctx.correlation_id == 1:
                await asyncio.Event().wait()

    async def main() -> None:
        async with Upstream(script) as target, behind(target, Hangs(), drain_timeout=0.1) as proxy:
            (stuck, to_stuck), (reader, writer) = await connected(proxy), await connected(proxy)
            to_stuck.write(heartbeat(1))
            writer.write(heartbeat(2))
            assert await frame(reader) == answer(2)
            writer.close()
        assert await stuck.read() == b""  # the proxy has ended
        to_stuck.close()

    run(main())


def test_a_request_that_the_broker_never_answers_does_not_keep_the_proxy_from_ending() -> None:
    up = Upstream(_takes_and_says_nothing)

    async def main() -> None:
        async with up as target:
            proxy = behind(target, drain_timeout=0.2)
            await proxy.start()
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            while not up.received:
                await asyncio.sleep(0.01)
            await asyncio.wait_for(proxy.close(), 5)
            assert await reader.read() == b""
            writer.close()

    run(main())


@pytest.mark.parametrize(
    "name", ["", ".", "b-.x", "b--1.x", "b-01.x", "b-99999999999.x", "b-1.x.", "b-１.x", "b-1\0.x"]
)
def test_a_name_within_tls_that_is_none_stands_for_no_broker(name: str) -> None:
    assert BrokerHosts("b-{id}.x").node_of(name) is None


def test_ten_thousand_names_that_are_none_are_not_kept() -> None:
    hosts = BrokerHosts("b-{id}.x")
    before = dict(vars(hosts))
    assert {hosts.node_of(f"b-{number}y.x") for number in range(10_000)} == {None}
    assert vars(hosts) == before


# ------------------------------------------------------------------------------------------------------- the admin port


def _asked(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
        return connection.getresponse().status
    finally:
        connection.close()


_RULE = json.dumps({"api": "Produce", "error": "NOT_ENOUGH_REPLICAS"}).encode()


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("POST", {"Content_Type": "text/plain", "Origin": "http://evil.example"}, 403),
        ("POST", {"Content_Type": "text/plain"}, 415),  # what a form can send
        ("POST", {"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ("POST", {"Content_Type": "application/json", "Host": "evil.example"}, 403),  # a name that now leads here
        ("POST", {"Content_Type": "application/json", "Host": "127.0.0.1.evil.example:80"}, 403),
        ("POST", {"Content_Type": "application/json", "Host": ""}, 403),
        ("POST", {"Content_Type": "application/json", "Origin": "http://evil.example"}, 403),
        ("DELETE", {"Origin": "http://evil.example"}, 403),
        ("DELETE", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("DELETE", {"Host": "evil.example"}, 403),
        ("GET", {"Host": "evil.example"}, 403),
        ("OPTIONS", {"Origin": "http://evil.example", "Access_Control_Request_Method": "DELETE"}, 501),
    ],
    ids=str,
)
def test_a_web_page_changes_no_faults(method: str, headers: dict[str, str], status: int) -> None:
    faults = Faults()
    faults.fail("Fetch", drop="before")
    admin = FaultAdmin(faults)
    try:
        assert _asked(admin.port, method, "/faults", _RULE if method == "POST" else None, **headers) == status
        assert [fault.rule.api for fault in faults] == ["Fetch"]
    finally:
        admin.close()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[" * 100_000, 400),
        (b'{"api": "NoSuch", "error": 1}', 400),
        (b'{"api": "Produce", "explode": true}', 400),
        (b"[1, null, {}]", 400),
        (b'"text"', 400),
        (b"{" + b" " * (256 * 1024) + b"}", 413),
        (b'{"api": "Produce", "delay": NaN}', 400),
        (b'{"api": "Produce", "delay": 1e400}', 400),
        (b'{"topic": {"regex": "("}, "error": 1}', 400),
        (b"\xff\xfe", 400),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_body_that_is_no_rule_is_refused(body: bytes, status: int) -> None:
    faults = Faults()
    admin = FaultAdmin(faults)
    try:
        assert _asked(admin.port, "POST", "/faults", body, Content_Type="application/json") == status
        assert not list(faults)
    finally:
        admin.close()


# ---------------------------------------------------------------------------------------------------- configurations

_CLUSTER = (
    '[[cluster]]\nupstream = "127.0.0.1:9092"\nlisten = "127.0.0.1:0"\n[[cluster.filter]]\nuse = "broken_filters:F"\n'
)


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("a = " + "[" * 100_000, ""),
        ("\0", ""),
        (_CLUSTER, "class F("),
        (_CLUSTER, "raise ValueError('at import')"),
        (_CLUSTER, "1 / 0"),
        (_CLUSTER, "raise SystemExit(3)"),
        (_CLUSTER, "from kafkawire.proxy import Filter\nclass F(Filter):\n    def __init__(self): raise KeyError('x')"),
    ],
    ids=lambda text: text[-30:],
)
def test_a_configuration_that_is_none_is_one_error_of_its_kind(
    text: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "proxy.toml").write_text(text)
    (tmp_path / "broken_filters.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_filters", raising=False)
    with pytest.raises(UsageError, match=r"proxy\.toml"):
        read_config(str(tmp_path / "proxy.toml"))


# --------------------------------------------------------------------------------------------- certificates of brokers


@pytest.mark.parametrize("wrong", ["nobody signed it", "another name"])
def test_a_broker_with_a_wrong_certificate_is_not_spoken_to(
    wrong: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    pem = make_certificates(tmp_path)
    trusted = str(pem.authority) if wrong == "another name" else None
    context = ssl.create_default_context(cafile=trusted)
    options = {"security_protocol": "SSL", "upstream_ssl_context": context}
    listeners = {"listeners": "SSL://127.0.0.1:0", "ssl.keystore.type": "PEM", "ssl.keystore.location": str(pem.server)}

    async def main(target: str) -> None:
        port = target.rpartition(":")[2]
        host = "127.1" if wrong == "another name" else "127.0.0.1"  # to TLS a name, and not the one of an address
        async with behind(f"{host}:{port}", options=options, drain_timeout=0.1) as proxy:
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1))
            with suppress(ConnectionResetError):
                assert await reader.read() == b""
            assert proxy.unreached == {"default": 1}
            writer.close()

    with broker(options=listeners) as kafka:
        run(main(kafka.bootstrap_servers))
    assert "certificate verify failed" in caplog.text
