"""Captures, as the page asks for them."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

from kafkawire.capture import CaptureWriter, read
from kafkawire.console.traffic import Traffic
from kafkawire.console.wire import WireView
from kafkawire.messages import PROTOCOL
from tests.console.support import EVIL, SASL, answered, asked, asking, complete, evil_capture, run, wire
from tests.corpus import ROOT

FILE = SASL


FRAME = "0000002100120003000000010007636f6e736f6c65000a6b61666b617769726504302e3100"


def test_rows_are_those_of_the_capture() -> None:
    async def test() -> None:
        expected = list(read(FILE))
        async with asking(wire(FILE)) as ask:
            found = await complete(ask, "wire/rows", **{"from": 0, "to": 1000})
            assert [row[0] for row in found["rows"]] == [each.number for each in expected]
            assert [row[3] for row in found["rows"]] == [each.api for each in expected]
            some = await complete(ask, "wire/rows", **{"from": 2, "to": 5})
            assert some["rows"] == found["rows"][2:5]
            assert (await ask("wire/captures"))[1]["captures"][0]["name"] == str(FILE)

    run(test)


def test_the_first_view_does_not_load_every_message_that_there_is() -> None:
    script = """
import asyncio, sys
from tests.console.support import SASL, asking, wire
async def test():
    async with asking(wire(SASL)) as ask:
        while not (await ask("wire/captures"))[1]["captures"][0]["done"]:
            await asyncio.sleep(0.01)
        known = {*sys.modules}
        assert len((await ask("wire/rows", to=100))[1]["rows"]) > 10
        print(sum(name.startswith("kafkawire.messages.") for name in {*sys.modules} - known))
        print(sum(name.startswith("kafkawire.messages.") for name in sys.modules))
        print(len((await ask("wire/apis"))[1]), sum(name.startswith("kafkawire.messages.") for name in sys.modules))
asyncio.run(test())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    while_asked, at_first, apis, at_last = map(int, done.stdout.split())
    assert while_asked == 0  # the first ones were loaded as the capture was read
    assert apis == len(PROTOCOL)
    assert at_last > apis > 2 * at_first


def test_a_filter_chooses_and_a_wrong_one_says_what_is_wrong() -> None:
    async def test() -> None:
        async with asking(wire(FILE)) as ask:
            found = await complete(ask, "wire/rows", filter="api==ApiVersions", **{"from": 0, "to": 1000})
            assert {row[3] for row in found["rows"]} == {"ApiVersions"}
            _, answer = await ask("wire/rows", filter="apy==Fetch", to=1)
            assert "there is no column 'apy'; did you mean api?" in answer["refused"]

    run(test)


def test_a_message_has_every_byte_beside_what_it_is() -> None:
    async def test() -> None:
        async with asking(wire(FILE)) as ask:
            await complete(ask, "wire/rows")
            _, found = await ask("wire/message", number=1)
            request, response = found["sections"]
            assert (request["title"], response["title"], request["error"]) == ("request", "response", None)
            for section in (request, response):
                data = base64.b64decode(section["bytes"])
                assert len(data) == section["size"]
                ends = [piece[:2] for piece in section["pieces"]]
                assert ends[0][0] == 0
                assert ends[-1][1] == len(data)
                assert all(before[1] == after[0] for before, after in pairwise(ends))
            assert request["docs"]["body.client_software_name"]
            assert found["facts"]["api"] == "ApiVersions"
            assert (await ask("wire/message", number=100_000))[1]["refused"]
            assert (await ask("wire/message", number="x"))[1]["refused"]
            assert (await ask("wire/message", number=1, capture=1))[1]["refused"]

    run(test)


def test_passwords_are_neither_in_values_nor_in_bytes() -> None:
    async def test() -> None:
        requests: list[Any] = [each.request for each in read(FILE) if each.api == "SaslAuthenticate"]
        tokens = [bytes(request.auth_bytes) for request in requests]
        assert any(tokens)
        for show in (False, True):
            async with asking(wire(FILE, show_secrets=show)) as ask:
                rows = (await complete(ask, "wire/rows", filter="api==SaslAuthenticate", to=50))["rows"]
                told = b""
                for row in rows:
                    for section in (await ask("wire/message", number=row[0]))[1]["sections"]:
                        told += base64.b64decode(section["bytes"])
                        assert show or section["hidden"] or section["title"] == "response"
                assert [token in told for token in tokens] == [show] * len(tokens)

    run(test)


def test_batches_are_opened_with_the_message(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(wire(evil_capture(tmp_path / "evil.pcapng"))) as ask:
            rows = (await complete(ask, "wire/rows", to=10))["rows"]
            assert rows[0][9] == [EVIL]
            _, found = await ask("wire/message", number=1)
            batch = found["sections"][1]
            assert batch["title"] == "batch[0] in topic_data[0].partition_data[0]"
            keys = [piece for piece in batch["pieces"] if piece[2] == "batch[0].records[0].key"]
            assert EVIL[:20] in keys[0][5]
            assert batch["docs"]["base_offset"]

    run(test)


def test_an_overview_counts_what_fits(tmp_path: Path) -> None:
    async def test() -> None:
        async with asking(wire(evil_capture(tmp_path / "evil.pcapng"))) as ask:
            found = await complete(ask, "wire/overview", filter="number>2")
            (api,) = found["apis"]
            assert (api["api"], api["requests"], api["max_ms"]) == ("Produce", 4, 250.0)
            assert found["latency"] == [[500, 4]]
            assert sum(count for _, count in found["requestSize"]) == 4
            assert [(row["connection"], row["requests"]) for row in found["connections"]] == [(1, 4)]

    run(test)


def test_a_timeline_has_the_requests_of_one_connection() -> None:
    async def test() -> None:
        async with asking(wire(FILE)) as ask:
            await complete(ask, "wire/rows")
            _, rows = await ask("wire/timeline", number=1)
            connection = next(read(FILE)).connection.number
            assert {row[2] for row in rows} == {connection}
            assert [row[0] for row in rows] == [e.number for e in read(FILE) if e.connection.number == connection]

    run(test)


def test_pasted_bytes_are_read() -> None:
    async def test() -> None:
        async with asking(wire()) as ask:
            for text in (FRAME, FRAME[8:], " ".join(f"0x{FRAME[at : at + 2]}," for at in range(0, len(FRAME), 2))):
                _, found = await ask("wire/decode", {"text": text, "kind": "request"})
                paths = [piece[2] for piece in found["sections"][0]["pieces"]]
                assert "body.client_software_name" in paths
            body = {"text": "0000000c 00000007 00 00000000 001b 00", "kind": "response", "api": 12, "version": 4}
            _, found = await ask("wire/decode", body)
            assert "(REBALANCE_IN_PROGRESS)" in [piece[5] for piece in found["sections"][0]["pieces"]]

    run(test)


def test_pasted_bytes_that_are_none_are_refused() -> None:
    async def test() -> None:
        async with asking(wire()) as ask:
            wrong: list[tuple[dict[str, Any], str]] = [
                ({"text": "xyz", "kind": "request"}, "'x' is not a hex digit"),
                ({"text": "", "kind": "request"}, "there are no bytes"),
                ({"text": "00", "kind": "else"}, "kind is request, response or records, not 'else'"),
                ({"text": "00", "kind": "response", "api": 12, "version": 99}, "HeartbeatResponse"),
            ]
            for body, error in wrong:
                assert error in (await ask("wire/decode", body))[1]["refused"]
            for text in ("00", "0000", "00120003", "ffffffff" * 9):
                assert (await ask("wire/decode", {"text": text, "kind": "request"}))[1]["sections"][0]["error"]
            assert (await ask("wire/decode", {"text": "00" * 80, "kind": "records"}))[0] == 200

    run(test)


def test_a_file_that_is_no_capture_is_said(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "no.pcap").write_bytes(b"nothing of the kind, at all")
        async with asking(wire(tmp_path / "no.pcap")) as ask:
            assert "capture" in (await complete(ask, "wire/rows"))["error"]

    run(test)


def test_a_capture_that_grows_is_read_as_it_grows(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "live.pcapng"
        with CaptureWriter(path) as writer:
            view = WireView([Traffic(str(path), PROTOCOL, live=True)], PROTOCOL)
            async with asking(view) as ask:
                for number in range(3):
                    if not number:
                        writer.open(1, ("10.0.0.1", 40000), ("10.0.0.2", 9092), 1.0)
                    writer.write(1, "request", 2.0, asked(number))
                    writer.write(1, "response", 3.0, answered(number))
                    writer.flush()
                    found: dict[str, Any] = {"found": 0}
                    while found["found"] <= number:
                        _, found = await ask("wire/rows", to=10)
                    assert (found["live"], found["done"]) == (True, False)

    run(test)


def test_what_is_embedded_is_json_and_leaves_out_what_the_filter_does(tmp_path: Path) -> None:
    async def test() -> None:
        file, told = evil_capture(tmp_path / "evil.pcapng"), list[tuple[str, int, int]]()
        view = wire(file, chosen="number<=2")
        found = json.loads(json.dumps(await view.embed(lambda *words: told.append(words))))
        await view.close()
        assert told == [(str(file), 0, 2)]
        (capture,) = found["captures"]
        assert [row[0] for row in capture["rows"]] == [1, 2]
        (packed,) = capture["packed"]
        message = json.loads(zlib.decompress(base64.b64decode(packed)))[0]
        assert message["sections"][0]["title"] == "request"
        assert capture["overview"]["counted"] == 2

    run(test)
