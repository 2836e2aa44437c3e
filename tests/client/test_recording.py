"""Broker, proxy and clients write down the same conversation."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kafkawire import capture
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.capture import Recorder
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.blocking import Admin as BlockingAdmin
from kafkawire.proxy import Proxy, VirtualCluster, load_filter

USERS = {"alice": "very secret"}
LOGIN = {
    "security_protocol": "SASL_PLAINTEXT",
    "sasl_mechanism": "PLAIN",
    "sasl_username": "alice",
    "sasl_password": "very secret",
}


async def _talk(server: str, recorder: Recorder | None, login: dict[str, str]) -> None:
    options: Any = {"recorder": recorder, **login}
    async with Producer(server, **options) as producer:
        producer.send("t", b"value", key=b"key")
        await producer.flush()
    async with Consumer(server, topics=["t"], auto_offset_reset="earliest", **options) as consumer:
        assert [record.value for chunk in await consumer.fetch() for record in chunk] == [b"value"]
    async with Admin(server, **options) as admin:
        await admin.list_topics()


async def _record(tmp_path: Path, *, sasl: bool) -> None:
    listeners = "SASL_PLAINTEXT://127.0.0.1:0" if sasl else "127.0.0.1:0"
    config = BrokerConfig(listeners=listeners, log_dirs="data", sasl_enabled_mechanisms="PLAIN")
    async with AsyncExitStack() as stack:
        there, here = (stack.enter_context(_Closing(tmp_path / f"{name}.pcapng")) for name in ("broker", "client"))
        users = USERS if sasl else None
        broker = await stack.enter_async_context(Broker(config, files=MemoryFiles(), users=users, recorder=there))
        between = load_filter(f"kafkawire.proxy.shipped.capture:Capture:path={tmp_path / 'proxy.pcapng'}")
        cluster = VirtualCluster(broker.bootstrap_servers, listen="127.0.0.1:0")
        proxy = await stack.enter_async_context(Proxy([cluster], [between]))
        await _talk(proxy.bootstrap_servers, here, LOGIN if sasl else {})


class _Closing:
    def __init__(self, path: Path) -> None:
        self._recorder = Recorder(path)

    def __enter__(self) -> Recorder:
        return self._recorder

    def __exit__(self, *_: object) -> None:
        self._recorder.close()


@pytest.mark.parametrize("sasl", [False, True])
def test_all_three_write_down_the_same(tmp_path: Path, sasl: bool) -> None:
    asyncio.run(_record(tmp_path, sasl=sasl))
    found = {}
    for name in ("broker", "proxy", "client"):
        file = tmp_path / f"{name}.pcapng"
        captured = capture.read(file)
        exchanges = list(captured)
        assert captured.notes == []
        assert not [each.error for each in exchanges if each.error]
        assert b"very secret" not in file.read_bytes()
        if sasl:
            assert "User:alice" in {each.connection.principal for each in exchanges}
        found[name] = Counter((each.client_id, each.api, each.version, each.request_size) for each in exchanges)
    assert found["proxy"] == found["client"]
    assert found["client"] <= found["broker"]  # which the proxy has asked something of its own
    apis = {api for _, api, _, _ in found["client"]}
    assert {"ApiVersions", "Metadata", "Produce", "Fetch"} <= apis
    assert ("SaslAuthenticate" in apis) == sasl


def test_a_blocking_client_writes_down_what_it_says(tmp_path: Path) -> None:
    import kafkawire.testing

    with (
        kafkawire.testing.broker(topics={"t": 1}) as broker,
        _Closing(tmp_path / "a.pcapng") as recorder,
        BlockingAdmin(broker.bootstrap_servers, recorder=recorder) as admin,
    ):
        admin.list_topics()
    found = list(capture.read(tmp_path / "a.pcapng"))
    assert [each.api for each in found][:1] == ["ApiVersions"]
    assert "Metadata" in [each.api for each in found]
    assert not [each.error for each in found if each.error]
