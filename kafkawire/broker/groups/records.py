"""Groups and committed offsets as records of `__consumer_offsets`, in Apache Kafka's format.

A key is an int16 record type and the key message, a value an int16 version and the value message; no value is a
tombstone. The two types of the classic protocol are read and written here, those of KIP-848 in `consumer_records`,
others are passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import NamedTuple

from kafkawire.broker.groups.classic import Group
from kafkawire.broker.groups.member import Member
from kafkawire.broker.metadata.internal_topic import Entry
from kafkawire.errors import Truncated
from kafkawire.messages import GroupMetadataKey, GroupMetadataValue, OffsetCommitKey, OffsetCommitValue
from kafkawire.messages.group_metadata_value import MemberMetadata

__all__ = [
    "CONSUMER_TYPES",
    "SHARE_TYPES",
    "Committed",
    "Entry",
    "group_entry",
    "offset_entry",
    "read_entry",
    "record_type",
    "restore_members",
]

_INT16 = Struct(">h")
_OFFSET_TYPES = (0, 1)  # two versions of the same key, from before types were called types
_GROUP_TYPE = 2
CONSUMER_TYPES = (3, 5, 6, 7, 8, 16)
"""Of groups of KIP-848: group, member, target assignment, a member's part of it, what it has, pattern."""
SHARE_TYPES = (10, 11, 12, 13, 14, 15)
"""Of share groups: member, group, target assignment, a member's part of it, what it has, topics."""
_VALUE_VERSION = 3


class Committed(NamedTuple):
    """One committed offset; `commit_ms` is when it came."""

    offset: int
    leader_epoch: int
    metadata: str
    commit_ms: int


def offset_entry(group_id: str, topic: str, partition: int, committed: Committed | None) -> Entry:
    """The record for a committed offset, or (None) for one that is gone."""
    key = _INT16.pack(OffsetCommitKey.API_KEY) + OffsetCommitKey(
        group=group_id, topic=topic, partition=partition
    ).encode(0)
    if committed is None:
        return key, None
    value = OffsetCommitValue(
        offset=committed.offset,
        leader_epoch=committed.leader_epoch,
        metadata=committed.metadata,
        commit_timestamp=committed.commit_ms,
    )
    return key, _INT16.pack(_VALUE_VERSION) + value.encode(_VALUE_VERSION)


def group_entry(group_id: str, group: Group | None, now_ms: int) -> Entry:
    """The record for a group as it stands, or (None) for one that is gone."""
    key = _INT16.pack(GroupMetadataKey.API_KEY) + GroupMetadataKey(group=group_id).encode(0)
    if group is None:
        return key, None
    value = GroupMetadataValue(
        protocol_type=group.protocol_type,
        generation=group.generation,
        protocol=group.protocol,
        leader=group.leader,
        current_state_timestamp=now_ms,
        members=[_member(m, group.protocol or "") for m in group.members.values()],
    )
    return key, _INT16.pack(_VALUE_VERSION) + value.encode(_VALUE_VERSION)


def _member(member: Member, protocol: str) -> MemberMetadata:
    return MemberMetadata(
        member_id=member.member_id,
        group_instance_id=member.instance_id,
        client_id=member.client_id,
        client_host=member.client_host,
        rebalance_timeout=int(member.rebalance_timeout * 1000),
        session_timeout=int(member.session_timeout * 1000),
        subscription=member.protocols.get(protocol, b""),
        assignment=member.assignment,
    )


def read_entry(
    key: bytes | None,
    value: bytes | None,
    on_offset: Callable[[OffsetCommitKey, Committed | None], object],
    on_group: Callable[[str, GroupMetadataValue | None], object],
) -> None:
    """Call what fits the record, with None for a tombstone. Raises `DecodeError`."""
    kind = _prefix(key or b"")
    if kind in _OFFSET_TYPES:
        committed = None if value is None else _committed(OffsetCommitValue.decode(value[2:], _prefix(value)))
        on_offset(OffsetCommitKey.decode((key or b"")[2:], 0), committed)
    elif kind == _GROUP_TYPE:
        group = None if value is None else GroupMetadataValue.decode(value[2:], _prefix(value))
        on_group(GroupMetadataKey.decode((key or b"")[2:], 0).group, group)


def record_type(key: bytes) -> int:
    """What a record is about; -1 if that cannot be told."""
    return _prefix(key) if len(key) >= _INT16.size else -1


def _committed(value: OffsetCommitValue) -> Committed:
    return Committed(value.offset, value.leader_epoch, value.metadata, value.commit_timestamp)


def restore_members(group: Group, value: GroupMetadataValue, now: float) -> None:
    """Make the group what the record says. Its members get a whole session to be heard from again."""
    protocol = value.protocol or ""
    group.roster.members = {
        m.member_id: Member(
            m.member_id,
            m.group_instance_id,
            m.client_id,
            m.client_host,
            m.session_timeout / 1000,
            max(m.rebalance_timeout, m.session_timeout) / 1000,
            {protocol: m.subscription},
            now + m.session_timeout / 1000,
            m.assignment,
            m.assignment,
            has_synced=True,
        )
        for m in value.members
    }
    group.restore(value.generation, value.protocol_type, value.protocol, value.leader)
    group.since_ms = value.current_state_timestamp


def _prefix(data: bytes) -> int:
    if len(data) < _INT16.size:
        raise Truncated(f"{len(data)} bytes hold no record type or version")
    found: int = _INT16.unpack_from(data)[0]
    return found
