"""Where reading begins: at the committed offset, else where `auto_offset_reset` says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from time import time as wall_clock

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.consumer.offsets import LATEST, EpochEnd, list_offsets
from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.errors import InvalidOption, LogTruncated, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.offset_reset import OffsetReset, parse_offset_reset
from kafkawire.client.options import ConsumerOptions
from kafkawire.errors import RemoteProtocolError

__all__ = ["milliseconds", "offsets_at", "resolve_positions"]


async def resolve_positions(
    cluster: Cluster, options: ConsumerOptions, coordinator: GroupCoordinator | None, states: Sequence[PartitionState]
) -> None:
    """Give each partition a position. Raises `NoOffset` where there is none and the options do not allow a reset.

    A position that proved out of range is reset, not looked up again: what is committed is out of range as well.
    Where the log parts from what was read, reading goes on there.
    """
    reset = parse_offset_reset(options.auto_offset_reset)
    read_committed = options.isolation_level == "read_committed"
    for state in states:
        if state.diverged is not None:
            _go_back(state, state.diverged, reset)
    await _from_commits(cluster, coordinator, [s for s in states if not s.out_of_range], stable=read_committed)
    lost = {state.tp: state for state in states if state.out_of_range or state.position < 0}
    if not lost:
        return
    if reset.is_none:
        raise NoOffset("no valid offset to read from: " + ", ".join(str(tp) for tp in sorted(lost)))
    offsets = await offsets_at(cluster, dict.fromkeys(lost, reset.resolve(wall_clock)), read_committed=read_committed)
    for tp, state in lost.items():
        if state.out_of_range or state.position < 0:  # nobody sought meanwhile
            state.seek(offsets[tp])


def milliseconds(when: int | datetime) -> int:
    """A moment as a timestamp. Raises `InvalidOption` for one without a time zone, and before the epoch."""
    if isinstance(when, datetime):
        if when.tzinfo is None:
            raise InvalidOption(f"{when!r} has no time zone: say which, such as datetime(..., tzinfo=UTC)")
        return int(when.timestamp() * 1000)
    if when < 0:
        raise InvalidOption(f"a time is milliseconds since the epoch, not {when}")
    return when


async def offsets_at(
    cluster: Cluster, timestamps: dict[TopicPartition, int], *, read_committed: bool
) -> dict[TopicPartition, int]:
    """As `list_offsets`; the end where nothing is that late. Raises `RemoteProtocolError` for an end that cannot be."""
    offsets = await list_offsets(cluster, timestamps, read_committed=read_committed)
    beyond = dict.fromkeys([tp for tp, offset in offsets.items() if offset < 0], LATEST)
    if beyond:
        offsets |= await list_offsets(cluster, beyond, read_committed=read_committed)
    for tp in beyond:
        if offsets[tp] < 0:
            raise RemoteProtocolError(f"{tp}: the broker says that it ends at offset {offsets[tp]}")
    return offsets


def _go_back(state: PartitionState, divergence: EpochEnd, reset: OffsetReset) -> None:
    known = divergence.offset >= 0
    if reset.is_none:
        raise LogTruncated(state.tp, state.position, divergence.offset if known else None)
    if known:
        state.seek(divergence.offset, divergence.epoch)


async def _from_commits(
    cluster: Cluster, coordinator: GroupCoordinator | None, states: Iterable[PartitionState], *, stable: bool
) -> None:
    unknown = {state.tp: state for state in states if state.position == UNKNOWN}
    if coordinator is None or not unknown:
        return
    committed = await coordinator.committed(unknown, stable=stable)
    if any(each.leader_epoch > cluster.metadata.leader_epoch(tp) for tp, each in committed.items()):
        await cluster.refresh()  # there has been a leader that we do not know of yet
    for tp, each in committed.items():
        if tp in unknown and unknown[tp].position == UNKNOWN:
            unknown[tp].seek(each.offset, each.leader_epoch)
