"""What Apache Kafka, or kafkawire, calls the files and directories of logs: what is called otherwise is not touched."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kafkawire.broker.log.topic_names import topic_name_fault

__all__ = [
    "MOST_PARTITIONS",
    "is_doomed",
    "is_in_log_directory",
    "is_in_partition",
    "is_snapshot",
    "offsets",
    "segment_offset",
    "some",
    "split_name",
]

MOST_PARTITIONS = 100_000
"""How many partitions a topic may have."""
_LARGEST_OFFSET = 2**63 - 1
_SHOWN = 5
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_DOOMED = re.compile(r"\S+-[0-9]+\.[0-9a-f]{32}-delete")
_BESIDE = re.compile(r"\S+-[0-9]+(\.[0-9a-f]{32})?-(delete|stray|future)")
_FILES = re.compile(
    r"\.lock|\.kafka_cleanshutdown|kafkawire\.secret(\.tmp)?|(meta\.properties|bootstrap\.checkpoint"
    r"|(recovery-point-offset|replication-offset|log-start-offset|cleaner-offset)-checkpoint)(\.tmp)?"
)
_SEGMENT = re.compile(r"([0-9]{20})(\.(?:log|index|timeindex|txnindex|snapshot)(?:\.(?:cleaned|swap|deleted|tmp))?)")
_IN_PARTITION = re.compile(
    r"(leader-epoch-checkpoint|partition\.metadata|quorum-state)(\.tmp)?"
    r"|[0-9]{20}-[0-9]{10}\.checkpoint(\.part|\.deleted)?"
)
_SNAPSHOT = re.compile(r"[0-9]{20}-[0-9]{10}\.checkpoint")


def split_name(directory: str) -> tuple[str, int] | None:
    """`flights-2` -> ("flights", 2); None for what cannot be the directory of a partition."""
    topic, _, number = directory.rpartition("-")
    if topic_name_fault(topic) or not _NUMBER.fullmatch(number) or int(number) >= MOST_PARTITIONS:
        return None
    return topic, int(number)


def is_doomed(directory: str) -> bool:
    """Whether that is a partition that was deleted, and is to be removed."""
    return bool(_DOOMED.fullmatch(directory))


def is_in_log_directory(name: str) -> bool:
    """Whether Kafka has something of that name beside the directories of partitions."""
    return bool(_FILES.fullmatch(name) or _BESIDE.fullmatch(name))


def is_in_partition(name: str) -> bool:
    """Whether Kafka has a file of that name in the directory of a partition."""
    return segment_offset(name, "") is not None or bool(_IN_PARTITION.fullmatch(name))


def is_snapshot(name: str) -> bool:
    """Whether that is a snapshot of the metadata; the newest has the largest name."""
    return bool(_SNAPSHOT.fullmatch(name))


def segment_offset(name: str, *endings: str) -> int | None:
    """The offset that the name of a segment's file begins with; None for another file, or one with another ending."""
    found = _SEGMENT.fullmatch(name)
    if found is None or not found[2].endswith(endings) or int(found[1]) > _LARGEST_OFFSET:
        return None
    return int(found[1])


def offsets(names: Iterable[str], ending: str) -> list[int]:
    """The offsets of the segments that have a file with that ending, in order and once each."""
    return sorted({offset for name in names if (offset := segment_offset(name, ending)) is not None})


def some(names: list[str]) -> str:
    """A few names, and how many there are besides."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
