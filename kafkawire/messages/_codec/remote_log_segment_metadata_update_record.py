# Generated from records-storage/RemoteLogSegmentMetadataUpdateRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.remote_log_segment_metadata_update_record import (
    RemoteLogSegmentIdEntry,
    RemoteLogSegmentMetadataUpdateRecord,
    TopicIdPartitionEntry,
)
from kafkawire.wire import (
    Context,
    Put,
    Shapes,
    long_string,
    make_uuid,
    merge_tags,
    new,
    null_or_refuse,
    unknown_tags,
    uvarint_rest,
)

pack_ux = Packer(">16sx").pack
shapes_1 = Shapes("iqP%dsbx")
shapes_2 = Shapes("S%ds16six")
unpack_bB = Packer(">bB").unpack_from
unpack_iqB = Packer(">iqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from
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
    data = shapes_2[n2](n2 + 1, s1, o.id.bytes, o.partition)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_remote_log_segment_id_entry_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoteLogSegmentIdEntry, int]:
    o = new(RemoteLogSegmentIdEntry)
    o.topic_id_partition, pos = read_topic_id_partition_entry_v0(buf, pos, end, ctx)
    u1, t = unpack_uB(buf, pos)
    o.id = make_uuid(u1)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def write_remote_log_segment_id_entry_v0(o: RemoteLogSegmentIdEntry, put: Put) -> None:
    write_topic_id_partition_entry_v0(o.topic_id_partition, put)
    data = pack_ux(o.id.bytes)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)


def read_remote_log_segment_metadata_update_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[RemoteLogSegmentMetadataUpdateRecord, int]:
    o = new(RemoteLogSegmentMetadataUpdateRecord)
    o.remote_log_segment_id, pos = read_remote_log_segment_id_entry_v0(buf, pos, end, ctx)
    o.broker_id, o.event_timestamp_ms, n1 = unpack_iqB(buf, pos)
    pos += 13
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1:
        p = pos + n1 - 1
        o.custom_metadata = buf[pos:p]
        pos = p
    else:
        o.custom_metadata = null_or_refuse(-1)
    o.remote_log_segment_state, t = unpack_bB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_remote_log_segment_metadata_update_record_v0(o: RemoteLogSegmentMetadataUpdateRecord) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    write_remote_log_segment_id_entry_v0(o.remote_log_segment_id, put)
    b1 = o.custom_metadata
    if b1 is None:
        b1 = b""
        n2 = 0
    else:
        n2 = len(b1) + 1
    data = shapes_1[len(b1)](o.broker_id, o.event_timestamp_ms, n2, b1, o.remote_log_segment_state)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[RemoteLogSegmentMetadataUpdateRecord], bytes]] = {
    0: encode_remote_log_segment_metadata_update_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[RemoteLogSegmentMetadataUpdateRecord, int]]] = {
    0: read_remote_log_segment_metadata_update_record_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
RemoteLogSegmentMetadataUpdateRecord metadata 0 flexible=0+
 RemoteLogSegmentId RemoteLogSegmentIdEntry 0+
  TopicIdPartition TopicIdPartitionEntry 0+
   Name string 0+
   Id uuid 0+
   Partition int32 0+
  Id uuid 0+
 BrokerId int32 0+
 EventTimestampMs int64 0+
 CustomMetadata bytes 0+ null=0+ default=null
 RemoteLogSegmentState int8 0+
"""
