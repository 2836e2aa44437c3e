"""Records that are small on the wire and large, or many, behind it."""

from __future__ import annotations

import time

from kafkawire.messages import ProduceRequest
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, frame

ALL = Collection()
MIB = 1 << 20


@ALL.attack()
def zstd_of_120_mib_50_times(stage: Stage) -> Attacking:
    """Produce of one partition named 50 times, each time with 120 MiB of zeros in 4 KB of zstd."""
    return Exchange(stage.plain, [_produce(HONEST, [0] * 50, _bomb("zstd", 120 * MIB))])


@ALL.attack()
def zstd_to_50_partitions(stage: Stage) -> Attacking:
    """Produce to each of 50 partitions of 120 MiB of zeros in 4 KB of zstd, on four connections."""
    stage.create("wide", partitions=50)
    return Exchange(stage.plain, [_produce("wide", range(50), _bomb("zstd", 120 * MIB))] * 4)


@ALL.attack()
def gzip_of_120_mib_50_times(stage: Stage) -> Attacking:
    """Produce of one partition named 50 times, each time with 120 MiB of zeros in 120 KB of gzip."""
    return Exchange(stage.plain, [_produce(HONEST, [0] * 50, _bomb("gzip", 120 * MIB))])


@ALL.attack(more=True)
def lz4_of_120_mib_50_times(stage: Stage) -> Attacking:
    """Produce of one partition named 50 times, each time with 120 MiB of zeros in 480 KB of lz4."""
    return Exchange(stage.plain, [_produce(HONEST, [0] * 50, _bomb("lz4", 120 * MIB))])


@ALL.attack(more=True)
def snappy_of_18_mib_50_times(stage: Stage) -> Attacking:
    """Produce of one partition named 50 times, each time with 18 MiB of zeros in 900 KB of snappy."""
    return Exchange(stage.plain, [_produce(HONEST, [0] * 50, _bomb("snappy", 18 * MIB))])


@ALL.attack()
def refused_records(stage: Stage) -> Attacking:
    """Produce to a compacted topic of a batch with 800,000 records that have no key, eight times in one frame."""
    stage.create("compacted", cleanup_policy="compact")
    now = _now()
    batch = write_batch(((n, now, None, b"", ()) for n in range(800_000)), compression="zstd")
    return Exchange(stage.plain, [_produce("compacted", [0] * 8, batch)])


@ALL.attack()
def empty_partitions_300k(stage: Stage) -> Attacking:
    """Produce of 300,000 partitions without records."""
    return Exchange(stage.plain, [_produce(HONEST, range(300_000), b"")])


@ALL.attack(more=True)
def small_batches_50k(stage: Stage) -> Attacking:
    """Produce of one partition named 50,000 times, each time with one small record."""
    return Exchange(stage.plain, [_produce(HONEST, [0] * 50_000, write_batch([(0, _now(), b"k", b"v", ())]))])


def _bomb(codec: str, size: int) -> bytes:
    return write_batch([(0, _now(), b"k", bytes(size), ())], compression=codec)


def _produce(topic: str, partitions: range | list[int], batch: bytes) -> bytes:
    data = TopicProduceData(
        name=topic, partition_data=[PartitionProduceData(index=n, records=batch) for n in partitions]
    )
    return frame(ProduceRequest(acks=1, timeout_ms=5000, topic_data=[data]), 9)


def _now() -> int:
    return time.time_ns() // 1_000_000
