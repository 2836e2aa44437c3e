"""Arrays of structs whose shapes vary: whatever is guessed, the values are those that were written."""

import gc
import random

import pytest

from kafkawire.errors import DecodeError
from kafkawire.messages import MetadataResponse, OffsetFetchResponse
from kafkawire.messages.metadata_response import MetadataResponsePartition, MetadataResponseTopic
from kafkawire.messages.offset_fetch_response import (
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopics,
)

HEALTHY: tuple[list[int], list[int], list[int]] = ([4, 5, 6], [6, 4, 5], [])
PARTITIONS: dict[str, list[tuple[list[int], list[int], list[int]]]] = {
    "healthy": [HEALTHY] * 3,
    "one replica": [([1], [1], [])] * 3,
    "one replica behind healthy ones": [HEALTHY, HEALTHY, ([1], [1], [])],
    "out of sync": [HEALTHY, ([4, 5, 6], [4], [5, 6]), ([4, 5, 6], [4, 5], [])],
    "five replicas": [([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [])] * 3,
    "none": [([], [], []), HEALTHY, ([], [], [])],
    "200 replicas": [([*range(200)], [*range(100, 300)], [7]), HEALTHY],
}


def metadata(replicas: list[tuple[list[int], list[int], list[int]]]) -> MetadataResponse:
    partitions = [
        MetadataResponsePartition(
            partition_index=index, leader_id=1, replica_nodes=all_, isr_nodes=isr, offline_replicas=offline
        )
        for index, (all_, isr, offline) in enumerate(replicas)
    ]
    return MetadataResponse(topics=[MetadataResponseTopic(name="t", partitions=partitions)])


@pytest.mark.parametrize("name", PARTITIONS)
@pytest.mark.parametrize("version", [5, 7, 8, 9, 12])
def test_partitions_with_any_replicas_are_read_back_and_no_part_of_them_is(name: str, version: int) -> None:
    message = metadata(PARTITIONS[name])
    data = message.encode(version)
    assert MetadataResponse.decode(data, version) == message
    for cut in range(0, len(data), 1 + len(data) // 200):
        with pytest.raises(DecodeError):
            MetadataResponse.decode(data[:cut], version)


def test_a_healthy_partition_keeps_its_unknown_tags() -> None:
    message = metadata([HEALTHY] * 3)
    message.topics[0].partitions[1].unknown_tags = {9: b"new"}
    assert MetadataResponse.decode(message.encode(12), 12) == message


@pytest.mark.parametrize("count", [1, 7, 8, 33, 3000])
@pytest.mark.parametrize("run", [1, 2, 5, 40, 1000])
def test_runs_of_alike_elements_of_any_length(count: int, run: int) -> None:
    rng = random.Random(run)
    lengths = [length for _ in range(count // run + 1) for length in [rng.choice((0, 1, 5, 130, 300))] * run]
    partitions = [
        OffsetFetchResponsePartitions(partition_index=i, metadata="x" * length if length != 1 else None)
        for i, length in enumerate(lengths[:count])
    ]
    topics = [OffsetFetchResponseTopics(name=name, partitions=partitions) for name in ("a", "b", "c")]
    message = OffsetFetchResponse(groups=[OffsetFetchResponseGroup(group_id="g", topics=topics)])
    assert OffsetFetchResponse.decode(message.encode(8), 8) == message


# ---- the collector


LARGE = metadata([HEALTHY] * 1000).encode(12)


@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize("is_whole", [True, False])
def test_the_collector_is_afterwards_as_it_was_before(is_on: bool, is_whole: bool) -> None:
    was_on = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        if is_whole:
            MetadataResponse.decode(LARGE, 12)
        else:
            with pytest.raises(DecodeError):
                MetadataResponse.decode(LARGE[:-1], 12)
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if was_on else gc.disable)()


def test_no_garbage_is_looked_for_while_a_large_message_is_decoded() -> None:
    passes: list[str] = []

    def note(phase: str, _: dict[str, int]) -> None:
        passes.append(phase)

    MetadataResponse.decode(LARGE, 12)
    gc.collect()
    gc.callbacks.append(note)
    try:
        message = MetadataResponse.decode(LARGE, 12)
    finally:
        gc.callbacks.remove(note)
    assert len(message.topics[0].partitions) == 1000
    assert len(passes) <= 2  # one pass, once it may run again
