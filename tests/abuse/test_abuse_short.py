"""Attacks in small on a broker process: what one client sends does not keep another one waiting.

No time is compared with a number of seconds: an honest client's longest wait stands beside what the attack itself took,
or what the same work takes in one go.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from kafkawire.compression import compress, decompress
from kafkawire.messages import FetchRequest, MetadataRequest, ProduceRequest
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch
from tests.abuse.brokers import OurBroker
from tests.abuse.honest import HonestClient
from tests.abuse.measuring import Measured, beside
from tests.abuse.sending import Exchange
from tests.abuse.stage import HONEST, fill, frame
from tests.abuse.verdict import FRAMES, LINES, LINES_A_SECOND, MEMORY

_EVERYTHING = frame(MetadataRequest(topics=None), 12)


@pytest.fixture
def broker() -> Iterator[OurBroker]:
    with closing(OurBroker(None)) as broker:
        broker.restart()
        yield broker


def attack(broker: OurBroker, *payloads: bytes, answers: int = 1, leaves: bool = False) -> Measured:
    measured = beside_honest_client(broker, Exchange(broker.stage.plain, payloads, answers, leaves=leaves, seconds=60))
    assert measured.survived
    assert measured.outcome.sent == measured.under_way
    assert leaves or measured.outcome.hung_up or measured.outcome.answers == answers * len(payloads)
    return measured


def beside_honest_client(broker: OurBroker, exchange: Exchange) -> Measured:
    honest = HonestClient(broker.stage.plain)
    try:
        return beside(honest, broker, exchange)
    finally:
        honest.end()


def pipelined(size: int) -> tuple[bytes, int]:
    payload = fill(_EVERYTHING, size)
    return payload, len(payload) // len(_EVERYTHING)


def test_pipelined_requests_take_turns_with_others(broker: OurBroker) -> None:
    payload, count = pipelined(60_000)
    measured = attack(broker, payload, payload, answers=count)
    assert measured.outcome.answers == 2 * count
    assert measured.during.longest < measured.seconds / 4


def test_requests_of_a_client_that_left_are_not_begun(broker: OurBroker) -> None:
    payload, count = pipelined(60_000)
    in_full = attack(broker, payload, answers=count)
    left = attack(broker, payload, leaves=True)
    assert left.during.longest < in_full.seconds / 4


@pytest.mark.parametrize("api", ["fetch", "metadata"])
def test_a_large_request_is_done_in_parts(api: str, broker: OurBroker) -> None:
    if api == "fetch":
        partitions = [FetchPartition(partition=n, partition_max_bytes=1) for n in range(60_000)]
        large = frame(FetchRequest(topics=[FetchTopic(topic=HONEST, partitions=partitions)]), 12)
    else:
        names = [MetadataRequestTopic(name=f"{n:06}") for n in range(100_000)]
        large = frame(MetadataRequest(topics=names, allow_auto_topic_creation=False), 12)
    measured = attack(broker, large)
    assert measured.outcome.answers == 1
    assert measured.during.longest < measured.seconds / 2


def test_records_that_expand_are_not_expanded_in_one_go(broker: OurBroker) -> None:
    zeros = bytes(120 << 20)
    bomb, packed = write_batch([(0, now(), b"k", zeros, ())], compression="zstd"), compress("zstd", zeros)
    began = time.perf_counter()
    for _ in range(10):
        assert len(decompress("zstd", packed, limit=len(zeros))) == len(zeros)
    in_one_go = time.perf_counter() - began
    measured = attack(broker, produce(HONEST, [0] * 10, bomb))
    assert measured.during.longest < in_one_go / 2


def test_a_list_of_refused_records_has_an_end(broker: OurBroker) -> None:
    broker.stage.create("compacted", cleanup_policy="compact")
    batch = write_batch(((n, now(), None, b"", ()) for n in range(300_000)), compression="zstd")
    frames = produce("compacted", [0], batch)
    resting = broker.forget_peak()
    measured = attack(broker, frames)
    assert measured.outcome.answers == 1
    assert broker.peak() - resting < FRAMES * len(frames) + MEMORY


def test_frames_that_cannot_be_decoded_do_not_fill_the_log(broker: OurBroker) -> None:
    broken = struct.pack(">hhih", 3, 9, 1, 1) + b"c" + b"\0" + b"\x02\x7f" + b"only this"
    lines = broker.log_lines()
    measured = attack(broker, *[struct.pack(">i", len(broken)) + broken] * 300)
    assert measured.outcome.hung_up == 300
    written = broker.log_lines() - lines
    assert 1 <= written <= LINES + LINES_A_SECOND * measured.seconds


def test_a_stop_does_not_wait_for_what_is_pipelined(broker: OurBroker) -> None:
    at_rest = broker.stop()
    broker.restart()
    payload, count = pipelined(60_000)
    in_full = attack(broker, payload, answers=count)
    Exchange(broker.stage.plain, [payload] * 5, leaves=True)()
    assert broker.stop() < in_full.seconds + 2 * at_rest


def test_half_frames_take_no_more_memory_than_was_sent(broker: OurBroker) -> None:
    half = struct.pack(">i", 100 << 20) + bytes(1000)
    resting = broker.forget_peak()
    exchange = Exchange(broker.stage.plain, [half] * 100, seconds=1)
    measured = beside_honest_client(broker, exchange)
    assert measured.outcome.sent == exchange.under_way
    assert broker.peak() - resting < FRAMES * exchange.under_way + MEMORY


def produce(topic: str, partitions: list[int], batch: bytes) -> bytes:
    data = TopicProduceData(
        name=topic, partition_data=[PartitionProduceData(index=n, records=batch) for n in partitions]
    )
    return frame(ProduceRequest(acks=1, timeout_ms=5000, topic_data=[data]), 9)


def now() -> int:
    return time.time_ns() // 1_000_000
