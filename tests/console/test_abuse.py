"""What the console does with what nobody in good faith would send, write or record."""

from __future__ import annotations

import asyncio
import io
import json
import os
import threading
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from kafkawire.console import Console
from kafkawire.console import wire as wire_module
from kafkawire.console.cluster import ClusterView
from kafkawire.console.values import for_page
from kafkawire.messages import (
    DescribeClientQuotasResponse,
)
from kafkawire.messages import (
    describe_client_quotas_response as quotas,
)
from kafkawire.protocol.frames import encode_response
from tests.console.support import asking, complete, evil_capture, files, names_capture, run, segment, wire

SITE = ("cross-site", "same-site")


async def raw(console: Console, head: str) -> bytes:
    """The first line of what is answered to these lines."""
    host, port = console.url.split("/")[2].rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(head.encode("latin-1") + b"\r\n\r\n")
    line = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return line


@pytest.mark.parametrize("host", ["[", "[::1", "[x]", "a b", "\xff", "127.0.0.1/x", "127.0.0.1@evil.example", "::1"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    async def test() -> None:
        async with Console([wire()]) as console:
            head = f"GET /?token={console.token} HTTP/1.1\r\nHost: {host}\r\nConnection: close"
            assert (await raw(console, head)).split()[1] in (b"403", b"400")

    run(test)


@pytest.mark.parametrize("site", SITE)
def test_a_page_on_another_port_cannot_ask_with_the_cookie_that_it_gets_sent(site: str) -> None:
    async def test() -> None:
        async with Console([wire()]) as console, aiohttp.ClientSession() as session:
            base = console.url.partition("?")[0]
            headers = {"Authorization": f"Bearer {console.token}", "Sec-Fetch-Site": site}
            assert (await session.get(f"{base}api/wire/captures", headers=headers)).status == 403
            assert (await session.get(console.url, headers={"Sec-Fetch-Site": site})).status == 200

    run(test)


def test_what_is_sent_is_a_value_or_a_line_that_says_why_not(tmp_path: Path) -> None:
    async def test() -> None:
        capture = evil_capture(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.pcapng")))
        async with Console([wire(capture), files(segment(tmp_path))]) as console, aiohttp.ClientSession() as session:
            base, headers = console.url.partition("?")[0], {"Authorization": f"Bearer {console.token}"}

            async def post(route: str, data: str) -> Any:
                found = await session.post(f"{base}api/{route}", data=io.BytesIO(data.encode()), headers=headers)
                assert found.status == 200, (route, data[:40])
                text = await found.text()
                assert len(text) < 20_000
                return json.loads(text)

            name = (await post("wire/captures", "{}"))["captures"][0]["name"]
            assert os.fsencode(name) == os.fsencode(capture)
            for body in ('{"to": 1e999}', '{"to": -1.5}', '{"to": NaN}', '{"to": "%s"}' % ("9" * 5000), '{"to": [[]]}'):
                assert "is to be a whole number" in (await post("wire/rows", body))["refused"]
            for body in ("[" * 100_000, '{"a":' * 100_000, "\x00", "{", '{"a": 1} 2'):
                assert "the request is no JSON" in (await post("wire/rows", body))["refused"]
            for text in ("\\ud800", "number==1 and " * 1000, "(" * 10_000, "not " * 2500, "'" + "x" * 9000):
                assert "filter: " in (await post("wire/rows", f'{{"filter": "{text}"}}'))["refused"]
            for route in ("files/rows", "wire/rows"):
                assert (await post(route, json.dumps({"from": 10**40, "to": 10**50})))["rows"] == []
            for body in ('{"file": 99}', '{"file": "../../etc/passwd"}', '{"file": -1}'):
                assert "refused" in await post("files/rows", body)
            assert "refused" in await post("wire/message", '{"number": "%s"}' % ("x" * 5_000_000))

    run(test)


def test_while_much_is_decoded_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, answered = threading.Event(), threading.Event()

    def slow(text: str) -> bytes:
        begun.set()
        assert answered.wait(10), "the others wait for it"
        return bytes.fromhex(text)

    monkeypatch.setattr(wire_module, "from_hex", slow)

    async def test() -> None:
        async with asking(wire()) as ask:
            decoding = asyncio.ensure_future(ask("wire/decode", {"text": "00", "kind": "records"}))
            await asyncio.to_thread(begun.wait)
            assert (await ask("wire/captures"))[0] == 200
            answered.set()
            assert (await decoding)[0] == 200

    run(test)


def test_a_regular_expression_that_goes_astray_does_not_take_the_console_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire_module, "_PATTERN_SECONDS", 0.3)

    async def test() -> None:
        async with asking(wire(names_capture(tmp_path, ["good", "a" * 40 + "!", "good"]))) as ask:
            await complete(ask, "wire/rows")
            found: dict[str, Any] = {}
            while "refused" not in found:
                _, found = await ask("wire/rows", filter='topic~"(a+)+$"', to=10)
            assert "gave up: the regular expression took more than 0.3 s" in found["refused"]
            found = await complete(ask, "wire/rows", filter='topic~"go+d$" and topic!~"b"', to=10)
            assert [row[0] for row in found["rows"]] == [1, 3]

    run(test)


def test_long_names_are_cut(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(wire(names_capture(tmp_path, ["\u202e" + "n" * 32_000] * 3))) as ask:
            for route in ("wire/rows", "wire/overview"):
                found = await complete(ask, route, to=10)
                assert found["found"] == 4
                assert len(json.dumps(found)) < 20_000
            for number in range(1, 5):
                _, found = await ask("wire/message", number=number)
                assert len(json.dumps(found)) < 300_000
                assert found["facts"]["number"] == number

    run(test)


def test_numbers_that_json_has_not_are_texts() -> None:
    entry = quotas.EntryData(values=[quotas.ValueData(key="rate", value=value) for value in (float("nan"), 1e999)])
    frame = encode_response(DescribeClientQuotasResponse(entries=[entry]), version=1, correlation_id=1)

    async def test() -> None:
        async with asking(wire()) as ask:
            body = {"text": frame.hex(), "kind": "response", "api": 48, "version": 1}
            _, found = await ask("wire/decode", body)
            values = [piece[4] for piece in found["sections"][0]["pieces"] if piece[2].endswith(".value")]
            assert values == ["nan", "inf"]

    run(test)
    assert for_page({"a": [float("-inf"), 2**60, True, None, "x" * 9]}, 4) == {
        "a": ["-inf", str(2**60), True, None, "xxxx…"]
    }


def test_who_asks_while_the_console_connects_waits_for_that_attempt() -> None:
    connections = 0

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await reader.read()
        writer.close()
        await writer.wait_closed()

    async def test() -> None:
        async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with asking(ClusterView(f"127.0.0.1:{port}", {"default_api_timeout_ms": 300})) as ask:
                await ask("cluster/topics")
                one = connections
                answers = await asyncio.gather(*(ask("cluster/topics") for _ in range(20)))
                assert all("refused" in found for _, found in answers)
                assert connections <= 2 * one + 1

    run(test)
