"""The demo's promise: whatever changes on disk between producing and consuming is found and named."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from kafkawire.demo.broker import BrokerProcess
from kafkawire.demo.consume import consume
from kafkawire.demo.errors import DemoFailed, RecordDiffers
from kafkawire.demo.flights import FlightRecord
from kafkawire.demo.produce import produce

CARRIERS = [b"UA", b"AA", b"B6", b"DL", b"EV", b"MQ"]
FLIGHTS = [
    FlightRecord(row, 1_357_000_000_000 + row, carrier, json.dumps({"carrier": carrier.decode(), "row": row}).encode())
    for row in range(3_000)
    for carrier in [CARRIERS[row % len(CARRIERS)]]
]


def _ignore(_count: int) -> None:
    """Progress that nobody watches."""


def _consume(data_dir: Path, flights: list[FlightRecord]) -> int:
    with BrokerProcess(data_dir) as broker:
        return asyncio.run(consume(broker.address, flights, _ignore)).records


@pytest.fixture(scope="module")
def produced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with all flights in it, its broker stopped."""
    data_dir = tmp_path_factory.mktemp("produced")
    with BrokerProcess(data_dir) as broker:
        assert asyncio.run(produce(broker.address, FLIGHTS, _ignore)).records == len(FLIGHTS)
    return data_dir


@pytest.fixture
def data_dir(produced: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return shutil.copytree(produced, tmp_path / "data")


def _segment(data_dir: Path) -> Path:
    return max(data_dir.glob("flights-*/*.log"), key=lambda path: path.stat().st_size)


def test_everything_comes_back_after_a_restart_and_a_second_time(data_dir: Path) -> None:
    assert _consume(data_dir, FLIGHTS) == len(FLIGHTS)
    assert _consume(data_dir, FLIGHTS) == len(FLIGHTS)


@pytest.mark.parametrize("position", [17, 21, 61, 500, -1])
def test_a_changed_byte_is_found_and_the_partition_named(data_dir: Path, position: int) -> None:
    segment = _segment(data_dir)
    data = bytearray(segment.read_bytes())
    data[position] ^= 0x10
    segment.write_bytes(data)
    with pytest.raises(DemoFailed, match=rf"{segment.parent.name}, .*offset .*CRC-32C"):
        _consume(data_dir, FLIGHTS)


def test_a_batch_whose_size_is_broken_is_found(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.demo.consume._PATIENCE", 1.0)
    segment = _segment(data_dir)
    data = bytearray(segment.read_bytes())
    data[8] ^= 0x10  # the first byte of the size: what follows can no longer be found
    segment.write_bytes(data)
    with pytest.raises(DemoFailed, match="flights"):
        _consume(data_dir, FLIGHTS)


def test_a_cut_segment_is_found(data_dir: Path) -> None:
    segment = _segment(data_dir)
    segment.write_bytes(b"")
    with pytest.raises(DemoFailed):
        _consume(data_dir, FLIGHTS)


def test_a_record_that_differs_from_the_source_is_found(data_dir: Path) -> None:
    changed = FLIGHTS[1_234]._replace(value=FLIGHTS[1_234].value.replace(b"1234", b"1235"))
    with pytest.raises(RecordDiffers, match="row 1234 of the source: row is 1234, not 1235"):
        _consume(data_dir, [*FLIGHTS[:1_234], changed, *FLIGHTS[1_235:]])


def test_producing_twice_into_one_directory_is_refused(data_dir: Path) -> None:
    with BrokerProcess(data_dir) as broker, pytest.raises(DemoFailed, match="has a topic 'flights' already"):
        asyncio.run(produce(broker.address, FLIGHTS, _ignore))


def test_a_port_in_use_is_said(data_dir: Path, tmp_path: Path) -> None:
    with BrokerProcess(data_dir) as broker:
        port = int(broker.address.rpartition(":")[2])
        with pytest.raises(DemoFailed, match=rf"did not start: .*{port} is in use"), BrokerProcess(tmp_path, port):
            pass
