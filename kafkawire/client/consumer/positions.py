"""Where reading begins: at the committed offset, else where `auto_offset_reset` says."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.consumer.offsets import EARLIEST, LATEST, list_offsets
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.errors import NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions

__all__ = ["resolve_positions"]


async def resolve_positions(
    cluster: Cluster, options: ConsumerOptions, coordinator: GroupCoordinator | None, states: Iterable[PartitionState]
) -> None:
    """Give each partition a position. Raises `NoOffset` where there is none and the options do not allow a reset.

    A position that proved out of range is reset, not looked up again: what is committed is out of range as well.
    """
    read_committed = options.isolation_level == "read_committed"
    await _from_commits(coordinator, [s for s in states if not s.out_of_range], stable=read_committed)
    lost = {state.tp: state for state in states if state.out_of_range or state.position < 0}
    if not lost:
        return
    if options.auto_offset_reset == "none":
        raise NoOffset("no valid offset to read from: " + ", ".join(str(tp) for tp in sorted(lost)))
    timestamp = EARLIEST if options.auto_offset_reset == "earliest" else LATEST
    offsets = await list_offsets(cluster, dict.fromkeys(lost, timestamp), read_committed=read_committed)
    for tp, state in lost.items():
        state.seek(offsets[tp])


async def _from_commits(coordinator: GroupCoordinator | None, states: list[PartitionState], *, stable: bool) -> None:
    if coordinator is None or not states:
        return
    offsets: dict[TopicPartition, int] = await coordinator.committed([state.tp for state in states], stable=stable)
    for state in states:
        if state.tp in offsets:
            state.seek(offsets[state.tp])
