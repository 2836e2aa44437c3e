"""What must outlive a restart beside the logs: topics with their ids and options, and which producer ids are used
up.

It is kept as Apache Kafka keeps it, as a log of change records in `__cluster_metadata-0` that is replayed at the start.
Only the records that this broker acts on are read and written; those of a real cluster that it does not know stay in
the log untouched.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.directory import LogDirectory
from kafkawire.broker.log.names import is_snapshot
from kafkawire.broker.log.recovery import damaged
from kafkawire.broker.log.topic_names import METADATA_ID, METADATA_PARTITION, METADATA_TOPIC
from kafkawire.errors import CorruptBatch, DecodeError, KafkaError
from kafkawire.logfiles.checkpoints import format_partition_metadata
from kafkawire.message import Message
from kafkawire.varint import read_uvarint, write_uvarint

__all__ = ["MOST_RECORDS", "TOO_MANY_RECORDS", "MetadataLog"]

MOST_RECORDS = 10_000
"""Records that one request of a client may add, as with Apache Kafka (POLICY_VIOLATION)."""
TOO_MANY_RECORDS = "Unable to perform excessively large batch operation."

_FRAME_VERSION = 1
_CONFIG = LogConfig(max_message_bytes=64 * 1024 * 1024, segment_ms=2**63 - 1, retention_ms=-1)


@cache
def _known() -> Mapping[int, type[Message]]:
    from kafkawire.messages import (
        AccessControlEntryRecord,
        ClientQuotaRecord,
        ConfigRecord,
        DelegationTokenRecord,
        FeatureLevelRecord,
        PartitionRecord,
        ProducerIdsRecord,
        RemoveAccessControlEntryRecord,
        RemoveDelegationTokenRecord,
        RemoveTopicRecord,
        RemoveUserScramCredentialRecord,
        TopicRecord,
        UserScramCredentialRecord,
    )

    topics = (TopicRecord, PartitionRecord, ConfigRecord, FeatureLevelRecord, RemoveTopicRecord, ProducerIdsRecord)
    users = (UserScramCredentialRecord, RemoveUserScramCredentialRecord)
    acls = (AccessControlEntryRecord, RemoveAccessControlEntryRecord)
    tokens = (DelegationTokenRecord, RemoveDelegationTokenRecord)
    return {cls.API_KEY: cls for cls in (*topics, *users, *acls, *tokens, ClientQuotaRecord)}


class MetadataLog:
    """The metadata log in an open log directory."""

    def __init__(self, directory: LogDirectory) -> None:
        self.log = directory.open_log(METADATA_TOPIC, METADATA_PARTITION, _CONFIG, METADATA_ID)
        self._files = directory.files
        self._disown()
        self._close_to_others()

    @property
    def last_offset(self) -> int:
        """The offset of the last change that was written down, -1 before the first."""
        return self.log.end_offset - 1

    def replay(self) -> Iterator[list[Message]]:
        """The batches of the newest snapshot, if one is needed, and of the log, in order. Raises `DecodeError`."""
        if self.log.log_start_offset > 0:
            yield from self._snapshot()
        bases = [segment.base_offset for segment in self.log.segments]
        offset, position = self.log.log_start_offset, 0
        try:
            for header, batch in self.log.segments.batches_from(offset):
                offset, position = header.base_offset, batch.position
                yield from _batches(batch.read())
                offset = header.last_offset + 1
                position = 0 if offset in bases else position + batch.size
        except DecodeError as exc:
            path = f"{self.log.directory}/{max(base for base in bases if base <= offset):020d}.log"
            raise CorruptBatch(f"{damaged(path, position, offset)} ({exc})") from exc

    def append(self, records: Iterable[Message], now_ms: int) -> None:
        """Write records as one batch and wait until they are on disk; `OSError` if that fails, or is too large."""
        from kafkawire.records import write_batch

        entries = [(offset, now_ms, None, _frame(record), ()) for offset, record in enumerate(records)]
        if not entries:
            return
        try:
            self.log.append(write_batch(entries, magic=2), now_ms, from_client=False)
        except KafkaError as exc:  # too large: nothing else is wrong with a batch of our own
            raise OSError(errno.EFBIG, str(exc)) from exc
        self.log.flush()

    def _disown(self) -> None:
        """Take the mark off the directory that says that it is a topic's, if an earlier version has put one there."""
        path, mark = f"{self.log.directory}/partition.metadata", format_partition_metadata(METADATA_ID)
        if self._files.read(path) != mark:
            self._files.replace(path, mark)

    def _snapshot(self) -> Iterator[list[Message]]:
        names = self._snapshots()
        if names:
            yield from _batches(self._files.read(f"{self.log.directory}/{max(names)}"))

    def _snapshots(self) -> list[str]:
        return [name for name in self._files.list(self.log.directory) if is_snapshot(name)]

    def _close_to_others(self) -> None:
        """Older snapshots have keys in them, too: a file that is opened is its owner's alone."""
        for name in self._snapshots():
            file = self._files.open(f"{self.log.directory}/{name}")
            file.read(0, 1)
            file.close()


def _batches(data: bytes) -> Iterator[list[Message]]:
    from kafkawire.records import read_batches

    for batch in read_batches(data):
        if not batch.is_control:
            messages = (_unframe(record.value or b"") for record in batch)
            yield [message for message in messages if message is not None]


def _frame(record: Message) -> bytes:
    version = record.LATEST_STABLE_VERSION
    api_key: int = getattr(record, "API_KEY")  # noqa: B009 - only requests and records have one
    return b"".join(map(write_uvarint, (_FRAME_VERSION, api_key, version))) + record.encode(version)


def _unframe(value: bytes) -> Message | None:
    try:
        frame_version, pos = read_uvarint(value, 0)
        api_key, pos = read_uvarint(value, pos)
        version, pos = read_uvarint(value, pos)
    except (IndexError, DecodeError) as exc:
        raise CorruptBatch(f"a metadata record without a frame: {exc}") from exc
    cls = _known().get(api_key)
    if frame_version != _FRAME_VERSION or cls is None or version not in cls.VERSIONS:
        return None
    return cls.decode(value[pos:], version)
