"""The partitions of whole columns of keys are those of single keys."""

from __future__ import annotations

import random
from itertools import groupby, pairwise
from zlib import crc32

import pytest

from kafkawire.client.partitioner import murmur2

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

# From Apache Kafka's own UtilsTest.testMurmur2, as Java prints them.
JAVA = {
    b"21": -973932308,
    b"foobar": -790332482,
    b"a-little-bit-long-string": -985981536,
    b"a-little-bit-longer-string": -1486304829,
    b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    b"abc": 479470107,
}


def test_murmur2_is_that_of_java() -> None:
    from kafkawire.spark.sink.partitioning import hash_murmur2

    found = hash_murmur2(pa.array(list(JAVA), pa.binary())).tolist()
    assert found == [number & 0x7FFFFFFF for number in JAVA.values()]


def test_murmur2_of_a_column_is_that_of_its_keys() -> None:
    from kafkawire.spark.sink.partitioning import hash_murmur2

    rng = random.Random(1)
    lengths = [*range(40), 63, 64, 511, 512, 513, 5000]
    keys = [rng.randbytes(rng.choice(lengths)) for _ in range(3000)]
    column = pa.array(keys, pa.binary())
    assert hash_murmur2(column).tolist() == [murmur2(key) & 0x7FFFFFFF for key in keys]
    assert hash_murmur2(column[100:200]).tolist() == [murmur2(key) & 0x7FFFFFFF for key in keys[100:200]]


def test_crc32_is_that_of_librdkafka_where_there_is_a_key() -> None:
    from kafkawire.spark.sink.partitioning import Spread

    keys = [b"a", b"bc", b"", None, b"d" * 100]
    chosen = Spread("crc32", 7, 1000, seed=1).choose(pa.array(keys, pa.binary()), np.full(5, 10))
    assert [chosen[i] for i in (0, 1, 4)] == [crc32(keys[i] or b"") % 7 for i in (0, 1, 4)]
    assert chosen[2] == chosen[3]  # an empty key counts as none: both stick to the same partition


def test_round_robin_goes_on_where_it_stopped() -> None:
    from kafkawire.spark.sink.partitioning import Spread

    spread = Spread("round_robin", 3, 1000, seed=1)
    keys = pa.nulls(4, pa.binary())
    chosen = [*spread.choose(keys, np.ones(4)), *spread.choose(keys, np.ones(4))]
    assert all((b - a) % 3 == 1 for a, b in pairwise(chosen))


def test_records_without_key_stick_to_a_partition_until_a_batch_is_full() -> None:
    from kafkawire.spark.sink.partitioning import Spread

    spread = Spread("murmur2", 4, 100, seed=1)
    sizes = np.full(10, 30)
    chosen = [*spread.choose(pa.nulls(10, pa.binary()), sizes), *spread.choose(pa.nulls(10, pa.binary()), sizes)]
    runs = [len(list(run)) for _, run in groupby(chosen)]
    assert max(runs) <= 4
    assert len(runs) == 6  # 20 records of 30 bytes fill six times 100
    assert set(chosen) == {0, 1, 2, 3}


def test_keys_can_be_ignored() -> None:
    from kafkawire.spark.sink.partitioning import Spread

    spread = Spread("murmur2", 4, 100, ignores_keys=True, seed=1)
    chosen = spread.choose(pa.array([b"x", b"y", b"z"], pa.binary()), np.full(3, 50))
    assert (chosen[0], (chosen[2] - chosen[0]) % 4) == (chosen[1], 1)


def test_a_record_with_a_key_goes_by_it_among_others_without() -> None:
    from kafkawire.spark.sink.partitioning import Spread

    keys = [b"x", None, b"y", None]
    chosen = Spread("murmur2", 5, 100, seed=1).choose(pa.array(keys, pa.binary()), np.full(4, 10))
    assert [chosen[0], chosen[2]] == [(murmur2(key) & 0x7FFFFFFF) % 5 for key in (b"x", b"y")]
