"""A few rounds of what `make reliability` does many of."""

from __future__ import annotations

import asyncio
import struct
from functools import partial
from pathlib import Path

import pytest

from tests.broker.wire import NOW_MS, batch_of
from tests.ports import free_ports
from tests.reliability.ledger import Broken, Ledger, Stored
from tests.reliability.ondisk import Disagreement, check_segment
from tests.reliability.process import BrokerProcess
from tests.reliability.producing import OwnWriter
from tests.reliability.rounds import Run


def test_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    broker = BrokerProcess(tmp_path / "data", free_ports())
    run = Run(tmp_path / "data", broker, partial(OwnWriter, broker.address), seed=3)
    result = asyncio.run(run.run(4))
    assert result.acknowledged > 100
    assert result.commits > 10
    assert not result.given_up


def test_the_ledger_notices() -> None:
    ledger, place = Ledger(), ("t", 0)
    part = ledger.partitions[place]
    for number in range(3):
        part.sent[b"p", number] = b"k"
        part.acknowledged[b"p", number] = number
    good = [Stored(n, b"k", b"p:%d:" % n) for n in range(3)]
    ledger.check(place, good, settled=True)
    for bad in (good[:2], [*good, Stored(3, b"k", b"p:2:")], [good[0], good[2], good[1]], [good[0]._replace(key=b"x")]):
        with pytest.raises(Broken):
            ledger.check(place, bad, settled=True)


def test_the_ledger_notices_what_a_producer_without_idempotence_has_lost() -> None:
    ledger, place = Ledger(), ("t", 0)
    part = ledger.partitions[place]
    for number, offset in ((0, 0), (1, 3)):
        part.sent[b"p", number] = b"k"
        part.acknowledged[b"p", number] = offset
    twice = [Stored(offset, b"k", b"p:%d:" % number) for offset, number in enumerate((0, 1, 0, 1))]
    ledger.check_at_least_once(place, twice, is_compacted=False)
    ledger.check_at_least_once(place, twice[3:], is_compacted=True)
    other = [*twice[:3], Stored(3, b"k", b"p:0:")]
    for bad, is_compacted in ((twice[:3], False), (twice[1:], False), (twice[:3], True), (other, False), (other, True)):
        with pytest.raises(Broken):
            ledger.check_at_least_once(place, bad, is_compacted=is_compacted)


def test_the_reader_of_files_notices(tmp_path: Path) -> None:
    log = tmp_path / "00000000000000000000.log"
    batch = batch_of(b"v")
    log.write_bytes(batch + struct.pack(">q", 1) + batch[8:])
    index, times = log.with_suffix(".index"), log.with_suffix(".timeindex")
    times.write_bytes(struct.pack(">qi", NOW_MS, 0))
    index.write_bytes(struct.pack(">ii", 1, len(batch)))
    assert check_segment(log) == 2
    for entry in ((0, len(batch)), (1, 0), (1, len(batch) + 1)):
        index.write_bytes(struct.pack(">ii", *entry))
        with pytest.raises(Disagreement):
            check_segment(log)
    index.write_bytes(b"")
    for newest in ((NOW_MS + 1, 0), (NOW_MS, 2)):
        times.write_bytes(struct.pack(">qi", *newest))
        with pytest.raises(Disagreement):
            check_segment(log)
