"""ListOffsets and OffsetForLeaderEpoch."""

from __future__ import annotations

from kafkawire.messages import ListOffsetsRequest, OffsetForLeaderEpochRequest
from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition, OffsetForLeaderTopic
from tests.interop.requests import T0, batch, list_offsets, produce
from tests.interop.session import Session

MEANINGS = {
    "latest": -1,
    "earliest": -2,
    "largest timestamp": -3,
    "earliest local": -4,
    "latest tiered": -5,
    "earliest pending upload": -6,
    "nothing known": -7,
}


def list_offsets_versions(s: Session) -> None:
    """By every meaning and by timestamps, in every version."""
    topic = "listed", s.create_topic("listed", 2)
    for values, timestamp in (((b"a", b"b"), T0), ((b"c",), T0 + 1000), ((b"d",), T0 + 500)):
        s.quietly(produce(9, topic, batch(*values, timestamp=timestamp)), 9)
    for version in s.versions(ListOffsetsRequest.API_KEY):
        for what, timestamp in MEANINGS.items():
            s.ask(what, list_offsets("listed", (0, timestamp), (1, timestamp)), version)
        for after in (-1, 0, 1, 2, 600, 1000, 1001):
            s.ask(f"T0 + {after}", list_offsets("listed", (0, T0 + after)), version)
        s.ask("what is not there", list_offsets("listed", (7, -1)), version)
        s.ask("a topic that is not there", list_offsets("not-there", (0, -1)), version)
        s.ask("a bad name", list_offsets("a b", (0, -1)), version)
        s.ask("a partition twice", list_offsets("listed", (0, -1), (0, -2)), version)
        if version >= 2:
            s.ask("committed", list_offsets("listed", (0, -1), isolation_level=1), version)
        if version >= 4:
            for epoch in (0, 1):
                s.ask(f"leader epoch {epoch}", list_offsets("listed", (0, -1), epoch=epoch), version)
    s.ask("by a replica", list_offsets("listed", (0, -1), replica_id=2))
    s.ask("by a debugger", list_offsets("listed", (0, -1), replica_id=-2))


def offset_for_leader_epoch(s: Session) -> None:
    """Where epochs ended."""
    topic = "ended", s.create_topic("ended")
    s.quietly(produce(9, topic, batch(b"a", b"b")), 9)
    s.create_topic("ended-empty")

    def ask(what: str, name: str, partition: int, epoch: int, current: int = -1) -> None:
        def make(version: int) -> OffsetForLeaderEpochRequest:
            wanted = OffsetForLeaderPartition(
                partition=partition, current_leader_epoch=current if version >= 2 else -1, leader_epoch=epoch
            )
            return OffsetForLeaderEpochRequest(
                replica_id=-1 if version >= 3 else -2, topics=[OffsetForLeaderTopic(topic=name, partitions=[wanted])]
            )

        s.ask_all(what, make)

    for epoch in (-1, 0, 1, 100):
        ask(f"epoch {epoch}", "ended", 0, epoch)
        ask(f"epoch {epoch} of an empty log", "ended-empty", 0, epoch)
    for current in (0, 1):
        ask(f"current epoch {current}", "ended", 0, 0, current)
    ask("a partition that is not there", "ended", 3, 0)
    ask("a topic that is not there", "not-there", 0, 0)


SCENARIOS = (list_offsets_versions, offset_for_leader_epoch)
OLD = (list_offsets_versions, offset_for_leader_epoch)
