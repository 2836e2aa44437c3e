"""How a consumer is: for probes that ask whether it still does its work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kafkawire.client.metadata import TopicPartition

__all__ = ["ConsumerHealth", "GroupState"]

GroupState = Literal["none", "joining", "stable", "failed", "closed"]


@dataclass(frozen=True, slots=True)
class ConsumerHealth:
    """A moment's view; nothing is asked of a broker for it. Durations in seconds, None: not yet."""

    since_poll: float | None
    """Since the application last asked for records, 0 while it waits for them."""
    since_assignment: float | None
    """Since partitions last came or went."""
    since_fetch: float | None
    """Since a broker last answered a fetch, be it with nothing."""
    since_heartbeat: float | None
    """Since the group's coordinator last answered a heartbeat."""
    group_state: GroupState
    """"none" without a group; "failed" once an error has ended the membership."""
    member_id: str
    epoch: int
    """The generation, or the member epoch; -1 when not a member."""
    lag: dict[TopicPartition, int]
    """Per partition how many offsets lie between the position and the end, as of the last fetch."""
    last_error: BaseException | None
    """What a call that reads raised last, or what has ended fetching or the membership."""

    def is_alive(self, max_silence: float) -> bool:
        """Whether it works: no fatal error, polled and fetched within `max_silence` seconds."""
        times = (self.since_poll, self.since_fetch)
        return self.group_state not in ("failed", "closed") and all(t is not None and t <= max_silence for t in times)
