# Generated from records-storage/RemotePartitionDeleteMetadataRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remote_partition_delete_metadata_record import (
    RemotePartitionDeleteMetadataRecord,
    TopicIdPartitionEntry,
)
from kafkawire.wire import Context, Put, Shapes, long_string, make_uuid, merge_tags, new, unknown_tags

pack_iqbx = Packer(">iqbx").pack
shapes_1 = Shapes("S%ds16six")
unpack_iqbB = Packer(">iqbB").unpack_from
unpack_uiB = Packer(">16siB").unpack_from


def read_topic_id_partition_entry_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[TopicIdPartitionEntry, int]:
    o = new(TopicIdPartitionEntry)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    u2, o.partition, t = unpack_uiB(buf, pos)
    o.id = make_uuid(u2)
    o.unknown_tags = None
    pos += 21
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def write_topic_id_partition_entry_v0(o: TopicIdPartitionEntry, put: Put) -> None:
    s1 = o.name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1, o.id.bytes, o.partition)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_remote_partition_delete_metadata_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemotePartitionDeleteMetadataRecord, int]:
    o = new(RemotePartitionDeleteMetadataRecord)
    o.topic_id_partition, pos = read_topic_id_partition_entry_v0(buf, pos, end, ctx)
    o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state, t = unpack_iqbB(buf, pos)
    o.unknown_tags = None
    pos += 14
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remote_partition_delete_metadata_record_v0(o: RemotePartitionDeleteMetadataRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    write_topic_id_partition_entry_v0(o.topic_id_partition, put)
    data = pack_iqbx(o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[RemotePartitionDeleteMetadataRecord], bytes]] = {
    0: encode_remote_partition_delete_metadata_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemotePartitionDeleteMetadataRecord, int]]] = {
    0: read_remote_partition_delete_metadata_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
RemotePartitionDeleteMetadataRecord metadata 0 flexible=0+
 TopicIdPartition TopicIdPartitionEntry 0+
  Name string 0+
  Id uuid 0+
  Partition int32 0+
 BrokerId int32 0+
 EventTimestampMs int64 0+
 RemotePartitionDeleteState int8 0+
"""
