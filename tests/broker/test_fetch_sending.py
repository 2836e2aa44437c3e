"""Records on their way from a file to a socket: whole, in order, or not at all."""

from __future__ import annotations

import asyncio
import os
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker
from kafkawire.broker.log import slice as log_slice
from kafkawire.broker.log.files import MemoryFiles, RealFiles
from kafkawire.broker.log.slice import SENDFILE_FROM, Slice
from kafkawire.broker.net import sending
from kafkawire.messages import ApiVersionsRequest, DescribeConfigsRequest, FetchResponse, ProduceResponse
from kafkawire.messages.describe_configs_request import DescribeConfigsResource
from kafkawire.messages.fetch_response import AbortedTransaction, FetchableTopicResponse, PartitionData
from kafkawire.packing import StoredBytes
from kafkawire.protocol.frames import encode_response, encode_response_pieces
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker

LARGE = 16 << 20
"""More than the buffers of a connection hold."""


@pytest.fixture(params=["files", "memory"])
def files(request: pytest.FixtureRequest) -> MemoryFiles | RealFiles:
    return MemoryFiles() if request.param == "memory" else RealFiles()


def run(
    body: Callable[[Broker, Wire], Awaitable[None]], tmp_path: Path, files: MemoryFiles | RealFiles | None = None
) -> None:
    """With a topic `t` of 64 KiB batches, 256 of them, each of another letter."""

    async def main() -> None:
        place = str(tmp_path / "logs")
        broker = new_broker(files or RealFiles(), log_dirs=place, log_retention_check_interval_ms=10**9)
        async with broker, asyncio.timeout(20):
            log = broker.node.controller.create("t", 1, {}, NOW_MS).logs[0]
            for number in range(LARGE >> 16):
                log.append(batch_of(bytes([number]) * (1 << 16)), NOW_MS)
            wire = await Wire.to(broker, limit=1 << 14)
            try:
                await body(broker, wire)
            finally:
                await Wire.close_all()

    asyncio.run(main())


def content(broker: Broker) -> bytes:
    log = broker.node.topics.log("t", 0)
    assert log is not None
    found = log.read(0, 1 << 30)
    assert found is not None
    return found.read()


def everything(offset: int = 0, size: int = 1 << 30) -> object:
    return fetch_request("t", offset, partition_max_bytes=size)


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.001)


def is_sending(broker: Broker) -> bool:
    return any(connection._writer.is_sending_files for connection in broker._connections)


def test_a_large_answer_arrives_as_it_is_in_the_file(tmp_path: Path, files: MemoryFiles | RealFiles) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        data = content(broker)
        for version in (4, 11, 12):
            response = await wire.ask(everything(), version)  # type: ignore[arg-type]
            assert response.responses[0].partitions[0].records == data
        assert not is_sending(broker)

    run(body, tmp_path, files)


@pytest.mark.parametrize("threshold", [1, 100_000])
def test_answers_keep_their_order_whichever_way_each_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threshold: int
) -> None:
    monkeypatch.setattr(log_slice, "SENDFILE_FROM", threshold)

    async def body(broker: Broker, wire: Wire) -> None:
        sizes = [70_000, 1 << 20, 70_000, 8 << 20, 140_000, 70_000] * 4
        for number, size in enumerate(sizes):
            wire.send(everything(number, size), 11)  # type: ignore[arg-type]
            wire.send(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        for number, size in enumerate(sizes):
            received, response = await wire.receive()
            log = broker.node.topics.log("t", 0)
            assert log is not None
            expected = log.read(number, size)
            assert expected is not None
            assert (received, response.responses[0].partitions[0].records) == (2 * number, expected.read())
            assert (await wire.receive())[0] == 2 * number + 1

    run(body, tmp_path)


def test_nothing_is_handled_while_an_answer_is_on_its_way(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        data = content(broker)
        wire.send(everything(), 11)  # type: ignore[arg-type]
        for _ in range(5):
            wire.send(everything(), 11)  # type: ignore[arg-type]
        await until(lambda: is_sending(broker))
        (busy,) = broker._connections
        other = await Wire.to(broker)
        for _ in range(10):  # the broker has time for others
            await other.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        assert broker.node.traffic.requests[ApiKey.FETCH, 11] == 1
        assert busy.is_busy
        for _ in range(6):
            _, response = await wire.receive()
            assert response.responses[0].partitions[0].records == data

    run(body, tmp_path)


def test_what_was_promised_is_sent_even_if_its_topic_is_deleted_meanwhile(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        data = content(broker)
        wire.send(everything(), 11)  # type: ignore[arg-type]
        await until(lambda: is_sending(broker))
        topic = broker.node.topics.get("t")
        assert topic is not None
        deque(broker.node.controller.delete([topic], NOW_MS), maxlen=0)
        assert (await wire.receive())[1].responses[0].partitions[0].records == data

    run(body, tmp_path)


def test_a_file_that_is_cut_off_ends_the_connection_and_no_other(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        wire.send(everything(), 11)  # type: ignore[arg-type]
        await until(lambda: is_sending(broker))
        os.truncate(tmp_path / "logs" / "t-0" / "00000000000000000000.log", 1 << 20)
        (size,) = struct.unpack(">i", await wire.reader.readexactly(4))
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await wire.reader.readexactly(size)
        other = await Wire.to(broker)
        assert (
            await other.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        ).error_code == 0

    run(body, tmp_path)


def test_a_client_that_leaves_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        for _ in range(3):
            gone = await Wire.to(broker)
            before = len(os.listdir("/proc/self/fd"))
            gone.send(everything(), 11)  # type: ignore[arg-type]
            await until(lambda: is_sending(broker))
            gone.writer.transport.abort()
            await until(lambda: len(broker._connections) == 1)
            assert len(os.listdir("/proc/self/fd")) <= before
        assert (
            await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
        ).error_code == 0

    run(body, tmp_path)


def test_a_broker_that_stops_lets_an_answer_out_that_is_being_read(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        data = content(broker)
        wire.send(everything(), 11)  # type: ignore[arg-type]
        await until(lambda: is_sending(broker))
        (answer, _) = await asyncio.gather(wire.receive(), broker.close())
        assert answer[1].responses[0].partitions[0].records == data
        assert await wire.is_closed()

    run(body, tmp_path)


class Stored(StoredBytes):
    """So many bytes that are elsewhere."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data)


@pytest.mark.parametrize("version", FetchResponse.VERSIONS)
def test_an_answer_in_pieces_is_the_same_answer(version: int) -> None:
    def response(*records: Any) -> FetchResponse:
        aborted = [AbortedTransaction(producer_id=7, first_offset=1)] if version >= 4 else []
        parts = [
            PartitionData(partition_index=n, records=data, aborted_transactions=aborted)
            for n, data in enumerate(records)
        ]
        return FetchResponse(responses=[FetchableTopicResponse(topic="t" if version < 13 else "", partitions=parts)])

    texts = [b"", b"abc", b"x" * 300, None]
    pieces = encode_response_pieces(
        response(*(text if text is None else Stored(text) for text in texts)), version=version, correlation_id=5
    )
    whole = b"".join(piece.data if isinstance(piece, Stored) else bytes(piece) for piece in pieces)  # type: ignore[arg-type]
    assert whole == encode_response(response(*texts), version=version, correlation_id=5)
    assert [piece.data for piece in pieces if isinstance(piece, Stored)] == texts[:3]


def test_an_answer_without_large_bytes_is_one_piece() -> None:
    (piece,) = encode_response_pieces(ProduceResponse(), version=9, correlation_id=5)
    assert piece == encode_response(ProduceResponse(), version=9, correlation_id=5)


def test_large_bytes_are_not_copied() -> None:
    records = bytes(2 << 20)
    response = FetchResponse(
        responses=[FetchableTopicResponse(topic="t", partitions=[PartitionData(partition_index=0, records=records)])]
    )
    pieces = encode_response_pieces(response, version=4, correlation_id=5)
    assert any(piece is records for piece in pieces)
    parts = sending.arrange(pieces, sendfile=True)
    assert any(part is records for part in parts)
    assert b"".join(parts) == encode_response(response, version=4, correlation_id=5)  # type: ignore[arg-type]
    (whole,) = sending.arrange(pieces, sendfile=False)
    assert whole == encode_response(response, version=4, correlation_id=5)


def test_a_large_answer_that_is_not_of_files_goes_past_the_transport(tmp_path: Path) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        request = DescribeConfigsRequest(
            resources=[
                DescribeConfigsResource(resource_type=2, resource_name="t", configuration_keys=None)
                for _ in range(5000)
            ],
            include_synonyms=True,
            include_documentation=True,
        )
        number = wire.send(request, 4)
        await until(lambda: is_sending(broker))
        (connection,) = broker._connections
        assert connection._writer.transport.get_write_buffer_size() == 0
        answered, answer = await wire.receive()
        assert answered == number
        assert [(result.error_code, result.resource_name) for result in answer.results] == [(0, "t")] * 5000
        await wire.ask(ApiVersionsRequest(), 0)

    run(body, tmp_path)


def test_only_large_slices_of_real_files_are_left_for_sendfile(tmp_path: Path) -> None:
    real, memory = RealFiles().open(f"{tmp_path}/log"), MemoryFiles().open("log")
    for file in (real, memory):
        file.append([b"a" * SENDFILE_FROM + b"bc"])
    small, large = Slice(real, SENDFILE_FROM, 2), Slice(real, 0, SENDFILE_FROM)
    first, on_disk, last = sending.arrange([b"x", small, large, b"y", small, b"z"], sendfile=True)
    assert (first, last) == (b"xbc", b"ybcz")
    assert isinstance(on_disk, sending.OnDisk)
    assert sending.arrange([b"x", large, b"y"], sendfile=False) == [b"x" + b"a" * large.size + b"y"]
    assert sending.arrange([Slice(memory, 0, large.size)], sendfile=True) == [b"a" * large.size]
    with pytest.raises(OSError, match="1 of 2 bytes"):
        sending.arrange([Slice(real, SENDFILE_FROM + 1, 2)], sendfile=True)
