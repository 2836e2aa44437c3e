"""Fetches that cost more than they look: large answers read slowly, old formats, aborted transactions."""

from __future__ import annotations

import random
import time
from typing import Any

from kafkawire.messages import EndTxnRequest, FetchRequest, ProduceRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, fill, frame
from tests.interop.peer import Connection

ALL = Collection()
_LARGE = 50_000_000


@ALL.attack()
def slow_readers(stage: Stage) -> Attacking:
    """50 connections that each fetch 50 MB and read 2 KB of it every 20 ms."""
    stage.create("large")
    for _ in range(60):
        _produce(stage, "large", write_batch([(0, _now(), None, random.randbytes(900_000), ())]))
    request = _fetch("large", 0, 11, size=_LARGE)
    return Exchange(stage.plain, [request] * 50, piece=2048, pause=0.02, seconds=3)


@ALL.attack()
def fetch_by_an_old_client(stage: Stage) -> Attacking:
    """Fetch v2, whose records must be in the old format, of batches of 20 MB in gzip; ten times on four connections."""
    stage.create("compressed")
    for _ in range(4):
        records = ((n, _now(), b"key", bytes(1000), ()) for n in range(20_000))
        _produce(stage, "compressed", write_batch(records, compression="gzip"))
    return Exchange(stage.plain, [_fetch("compressed", 0, 2, size=_LARGE) * 10] * 4, answers=10)


@ALL.attack(more=True)
def fetch_of_aborted_transactions(stage: Stage) -> Attacking:
    """With 300 aborted transactions: 100 KB of read-committed Fetches from the beginning, on three connections."""
    stage.create("aborted")
    _abort(stage, "aborted", 300)
    one = _fetch("aborted", 0, 11, size=1_000_000, isolation_level=1)
    payload = fill(one, 100_000)
    return Exchange(stage.plain, [payload] * 3, answers=len(payload) // len(one))


@ALL.attack()
def fetch_out_of_range(stage: Stage) -> Attacking:
    """250 KB of Fetches of an offset that is out of range, on three connections."""
    one = _fetch(HONEST, 1 << 40, 11)
    payload = fill(one, 250_000)
    return Exchange(stage.plain, [payload] * 3, answers=len(payload) // len(one))


def _fetch(topic: str, offset: int, version: int, *, size: int = 1 << 20, isolation_level: int = 0) -> bytes:
    partition = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=size)
    topics = [FetchTopic(topic=topic, partitions=[partition])]
    return frame(FetchRequest(min_bytes=1, max_bytes=size, isolation_level=isolation_level, topics=topics), version)


def _produce(stage: Stage, topic: str, batch: bytes) -> None:
    answer = stage.ask(_request(topic, batch), 9)
    assert not answer.responses[0].partition_responses[0].error_code


def _request(topic: str, batch: bytes, transactional_id: str | None = None) -> ProduceRequest:
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=batch)])
    return ProduceRequest(transactional_id=transactional_id, acks=-1, timeout_ms=5000, topic_data=[data])


def _abort(stage: Stage, topic: str, count: int) -> None:
    """Write a record in each of so many transactions, and abort them; each makes the next epoch of its producer."""
    connection = Connection(*stage.plain, timeout=60)

    def ask(request: ProduceRequest | EndTxnRequest, version: int) -> Any:
        answer = connection.receive(connection.send(request, version))
        assert answer is not None
        return answer[0]

    number, epoch = stage.producer("aborting")
    for _ in range(count):
        batch = write_batch(
            [(0, _now(), b"k", b"v", ())],
            producer_id=number,
            producer_epoch=epoch,
            base_sequence=0,
            is_transactional=True,
        )
        written = ask(_request(topic, batch, "aborting"), 12)
        assert not written.responses[0].partition_responses[0].error_code, written
        end = EndTxnRequest(transactional_id="aborting", producer_id=number, producer_epoch=epoch, committed=False)
        ended = ask(end, 5)
        assert not ended.error_code, ended
        number, epoch = ended.producer_id, ended.producer_epoch


def _now() -> int:
    return time.time_ns() // 1_000_000
