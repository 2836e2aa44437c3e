"""Brokers for synchronous code: what a test suite does with them."""

from __future__ import annotations

import asyncio
import socket
import struct
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

import kafkawire.testing
from kafkawire.broker import BrokerHooks, Context, InvalidOption, MemoryFiles
from kafkawire.broker.api.handlers.metadata import metadata
from kafkawire.broker.node.node import Node
from kafkawire.broker.server.broker import Broker
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.message import Response
from kafkawire.messages import ApiVersionsRequest, MetadataRequest
from kafkawire.protocol.frames import encode_request
from kafkawire.records import write_batch
from kafkawire.testing import ThreadedBroker
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker, produce


def port_of(broker: ThreadedBroker) -> int:
    return int(broker.bootstrap_servers.rpartition(":")[2])


@contextmanager
def connected(broker: ThreadedBroker) -> Iterator[socket.socket]:
    """A client that has been answered once."""
    with socket.create_connection(("127.0.0.1", port_of(broker)), 10) as client:
        client.sendall(
            encode_request(
                ApiVersionsRequest(client_software_name="tests", client_software_version="1"),
                version=3,
                correlation_id=0,
                client_id=None,
            )
        )
        (size,) = struct.unpack(">i", client.recv(4, socket.MSG_WAITALL))
        assert len(client.recv(size, socket.MSG_WAITALL)) == size
        yield client


def test_options_are_keywords_or_have_kafkas_names() -> None:
    options = {"message.max.bytes": "2000", "num.partitions": "2"}
    with kafkawire.testing.broker(options=options, num_partitions=3, log_cleaner_enable=False) as b:
        config = b._thread.call(lambda node: node.config)
        assert (config.message_max_bytes, config.num_partitions, config.log_cleaner_enable) == (2000, 3, False)
    with (
        pytest.raises(InvalidOption, match=r"did you mean 'num\.partitions'"),
        kafkawire.testing.broker(num_partition=3),
    ):
        pass


def test_records_are_what_a_client_wrote() -> None:
    async def write(port: int) -> None:
        wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
        await produce(wire, "t", batch_of(b"a", b"b", compression="gzip"))
        await produce(wire, "t", [b"c"])
        await wire.close()

    with kafkawire.testing.broker(topics={"t": 1}) as b:
        asyncio.run(write(port_of(b)))
        assert [(r.offset, r.key, r.value) for r in b.records("t")] == [
            (0, b"k", b"a"),
            (1, b"k", b"b"),
            (2, b"k", b"c"),
        ]
        with pytest.raises(KafkaError, match=r"there is no topic 'u'; there is t$"):
            b.records("u")


def test_appended_records_reach_a_client_that_waits_for_them() -> None:
    with kafkawire.testing.broker(topics={"t": 2}) as b:

        async def read() -> bytes:
            wire = Wire(*await asyncio.open_connection("127.0.0.1", port_of(b)))
            number = wire.send(fetch_request("t", 0, max_wait_ms=10_000), 11)
            await asyncio.to_thread(b.append, "t", b"value", b"key", headers=[("h", b"1")])
            answered, response = await wire.receive()
            assert answered == number
            await wire.close()
            data: bytes = response.responses[0].partitions[0].records
            return data

        assert b"value" in asyncio.run(read())
        assert b.append("t", b"next") == 1
        assert b.append("t", None, b"key", partition=1) == 0
        first, _, last = b.records("t")
        assert (first.key, first.value, list(first.headers)) == (b"key", b"value", [("h", b"1")])
        assert (last.key, last.value) == (b"key", None)
        assert [record.value for record in b.records("t", 0)] == [b"value", b"next"]
        with pytest.raises(KafkaError, match=r"topic 't' has 2 partitions, and no number 2$"):
            b.append("t", b"x", partition=2)


def test_markers_and_deleted_records_are_no_records() -> None:
    from kafkawire.records import ControlRecordType, EndTxnMarker, write_end_txn_marker

    with kafkawire.testing.broker(topics={"t": 1}) as b:
        three = write_batch([(n, NOW_MS, None, b"%d" % n, ()) for n in range(3)])
        commit = EndTxnMarker(ControlRecordType.COMMIT, coordinator_epoch=0)
        marker = write_end_txn_marker(commit, producer_id=1, producer_epoch=0, timestamp=NOW_MS)

        def fill(node: Node) -> None:
            log = node.topics.log("t", 0)
            assert log is not None
            log.append(three, NOW_MS)
            log.append(marker, NOW_MS, from_client=False)
            log.delete_before(1)

        b._thread.call(fill)
        assert [record.value for record in b.records("t")] == [b"1", b"2"]


def test_it_comes_back_at_the_same_address_with_what_it_had() -> None:
    with kafkawire.testing.broker(topics={"t": 1}) as b:
        address = b.bootstrap_servers
        b.append("t", b"kept")
        b.create_topic("later", 2)
        b.restart()
        assert b.bootstrap_servers == address
        assert [record.value for record in b.records("t")] == [b"kept"]
        assert b.records("later") == []
        with connected(b):
            pass


def test_storage_can_outlive_its_broker() -> None:
    files = MemoryFiles()
    for expected in (0, 1):
        with kafkawire.testing.broker(topics={"t": 1}, files=files) as b:
            assert b.append("t", b"x") == expected


def test_it_stops_whoever_is_connected() -> None:
    with kafkawire.testing.broker(topics={"t": 1}) as b, connected(b) as silent, connected(b) as waiting:

        async def wait_for_records() -> None:
            wire = Wire(*await asyncio.open_connection(sock=waiting))
            wire.send(fetch_request("t", 0, max_wait_ms=600_000), 11)
            await wire.writer.drain()
            await asyncio.to_thread(b.stop)
            assert await wire.is_closed()
            await wire.close()

        asyncio.run(wait_for_records())
        assert silent.recv(1) == b""
        b.stop()  # a second time there is nothing to do


def test_while_it_is_stopped_it_says_so() -> None:
    with kafkawire.testing.broker(topics={"t": 1}) as b:
        b.stop()
        for question in (lambda: b.records("t"), lambda: b.append("t", b"x"), lambda: b.create_topic("u")):
            with pytest.raises(RuntimeError, match="not running"):
                question()
        b.start()
        assert b.append("t", b"x") == 0


def test_it_starts_once() -> None:
    with kafkawire.testing.broker() as broker, pytest.raises(RuntimeError, match="the broker is running already"):
        broker.start()
    assert "kafkawire-broker" not in {thread.name for thread in threading.enumerate()}


def test_a_hook_looks_and_makes_faults_but_cannot_stop_it() -> None:
    raised: list[str] = []
    seen: list[int] = []

    class Curious(BrokerHooks):
        def connection_opened(self, session: object) -> None:
            seen.append(len(broker.records("orders")))
            broker.fail("Metadata", times=1, error="UNKNOWN_SERVER_ERROR")
            with pytest.raises(RuntimeError) as caught:
                broker.stop()
            raised.append(str(caught.value))

    with kafkawire.testing.broker(topics={"orders": 1}, hooks=[Curious()]) as broker:
        broker.append("orders", b"one coffee")
        with connected(broker):
            assert (seen, len(list(broker.faults))) == ([1], 1)
        assert len(broker.records("orders")) == 1
    assert raised == ["this is the broker's own thread, which cannot wait for itself"]


def test_a_topic_that_cannot_be_made_ends_the_start() -> None:
    with pytest.raises(KafkaError) as raised, kafkawire.testing.broker(topics={"no/name": 1}):
        pass
    assert raised.value.code == ErrorCode.INVALID_TOPIC_EXCEPTION


def test_what_goes_wrong_at_the_end_is_raised_by_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    close = Broker.close

    async def fail(self: Broker) -> None:
        await close(self)
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"), kafkawire.testing.broker():
        monkeypatch.setattr(Broker, "close", fail)


def test_several_live_side_by_side(tmp_path: Path) -> None:
    with (
        kafkawire.testing.broker(topics={"t": 1}) as one,
        kafkawire.testing.broker(topics={"t": 1}) as two,
        kafkawire.testing.broker(topics={"t": 1}, data_dir=tmp_path / "data") as three,
    ):
        assert [b.append("t", b"x") for b in (one, one, two, three)] == [0, 1, 0, 0]
    assert (tmp_path / "data" / ".kafka_cleanshutdown").exists()


def test_handlers_come_along_when_it_starts_again() -> None:
    asked: list[int] = []

    async def watched(ctx: Context, request: MetadataRequest) -> Response | None:
        asked.append(ctx.version)
        return await metadata(ctx, request)

    async def ask(port: int) -> None:
        wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
        await wire.ask(MetadataRequest(topics=[]), 9)
        await wire.close()

    from kafkawire.broker import handles

    own = handles(metadata.api_key, metadata.versions)(watched)
    with kafkawire.testing.broker(handlers=iter([own])) as b:
        asyncio.run(ask(port_of(b)))
        b.restart()
        asyncio.run(ask(port_of(b)))
    assert asked == [9, 9]


def test_who_is_accepted_while_it_stops_is_hung_up_on() -> None:
    transport = Mock(spec=asyncio.Transport)
    transport.get_extra_info.return_value = None

    async def main() -> None:
        async with new_broker() as b:
            late = b._accept(0)
        late.connection_made(transport)
        transport.close.assert_called_once()
        late.connection_lost(None)

    asyncio.run(main())


def test_a_broker_that_nobody_stopped_is_stopped_when_the_interpreter_ends(tmp_path: Path) -> None:
    """Or else its last step waited for ever, for a thread that stands still by then."""
    script = """
        import sys
        import kafkawire.testing

        left = [kafkawire.testing.broker({"t": 1}, data_dir=where) for where in (sys.argv[1], None)]
        for each in left:
            each.__enter__()
        raise SystemExit("something failed")
    """
    words = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "something failed\n")
    assert (tmp_path / ".kafka_cleanshutdown").exists()
