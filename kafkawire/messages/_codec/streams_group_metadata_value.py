# Generated from records-group/StreamsGroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.streams_group_metadata_value import LastAssignmentConfig, StreamsGroupMetadataValue
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    check_tag_size,
    long_string,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_B = Packer(">B").pack
pack_i = Packer(">i").pack
pack_iq = Packer(">iq").pack
rows_last_assignment_config_v0 = Rows("P1 P1 T")
shapes_1 = Shapes("S%dsS%dsx")
unpack_i = Packer(">i").unpack_from
unpack_iqB = Packer(">iqB").unpack_from


def some_last_assignment_config_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[LastAssignmentConfig], int, Key]:
    out = many(LastAssignmentConfig, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.key = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.key, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.value = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.value, pos = long_string(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_last_assignment_config_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[LastAssignmentConfig]:
    out = many(LastAssignmentConfig, count)
    o: LastAssignmentConfig
    for o, row in zip(out, rows):
        v0, v1 = row
        o.key = v0.decode()
        o.value = v1.decode()
        o.unknown_tags = None
    return out


def write_last_assignment_config_v0_array(items: Iterable[LastAssignmentConfig], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_1[0, 0]
    for o in items:
        s1 = o.key.encode()
        n2 = len(s1)
        s3 = o.value.encode()
        n4 = len(s3)
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_1[last6, last7]
        data = pack5(n2 + 1, s1, n4 + 1, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_streams_group_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[StreamsGroupMetadataValue, int]:
    o = new(StreamsGroupMetadataValue)
    o.epoch, o.metadata_hash, t = unpack_iqB(buf, pos)
    o.validated_topology_epoch = -1
    o.last_assignment_configs = []
    o.stored_description_topology_epoch = -1
    o.failed_description_topology_epoch = -1
    o.unknown_tags = None
    pos += 13
    if t:
        pos = tags_streams_group_metadata_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_streams_group_metadata_value_v0(
    o: StreamsGroupMetadataValue, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_last_assignment_config_v0: Key | None = None
        if tag == 0:
            (o.validated_topology_epoch,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.last_assignment_configs = [] if n1 else None
            else:
                n1 -= 1
                if n1 * 3 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 3, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_last_assignment_config_v0 is None:
                    o.last_assignment_configs, pos, _ = some_last_assignment_config_v0(buf, pos, end, n1, ctx)
                else:
                    o.last_assignment_configs, pos, key_last_assignment_config_v0 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_last_assignment_config_v0,
                        fill_last_assignment_config_v0,
                        rows_last_assignment_config_v0,
                        key_last_assignment_config_v0,
                    )
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            (o.stored_description_topology_epoch,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            (o.failed_description_topology_epoch,) = unpack_i(buf, pos)
            pos += 4
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_streams_group_metadata_value_v0(o: StreamsGroupMetadataValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.validated_topology_epoch != -1:
        parts = []
        put = parts.append
        put(pack_i(o.validated_topology_epoch))
        known[0] = b"".join(parts)
    if o.last_assignment_configs is None or o.last_assignment_configs:
        parts = []
        put = parts.append
        v1 = o.last_assignment_configs
        if v1:
            put(COUNTS[len(v1)])
            write_last_assignment_config_v0_array(v1, put)
        if not v1:
            put(pack_B(v1 is not None))
        known[1] = b"".join(parts)
    if o.stored_description_topology_epoch != -1:
        parts = []
        put = parts.append
        put(pack_i(o.stored_description_topology_epoch))
        known[2] = b"".join(parts)
    if o.failed_description_topology_epoch != -1:
        parts = []
        put = parts.append
        put(pack_i(o.failed_description_topology_epoch))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_streams_group_metadata_value_v0(o: StreamsGroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_iq(o.epoch, o.metadata_hash))
    if (
        o.validated_topology_epoch != -1
        or (o.last_assignment_configs is None or o.last_assignment_configs)
        or o.stored_description_topology_epoch != -1
        or o.failed_description_topology_epoch != -1
        or o.unknown_tags
    ):
        put(tagged_streams_group_metadata_value_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[StreamsGroupMetadataValue], bytes]] = {
    0: encode_streams_group_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[StreamsGroupMetadataValue, int]]] = {
    0: read_streams_group_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
StreamsGroupMetadataValue coordinator-value 0 flexible=0+
 Epoch int32 0+
 MetadataHash int64 0+
 ValidatedTopologyEpoch int32 0+ tag=0@0+ default=-1
 LastAssignmentConfigs []LastAssignmentConfig 0+ null=0+ tag=1@0+
 StoredDescriptionTopologyEpoch int32 0+ tag=2@0+ default=-1
 FailedDescriptionTopologyEpoch int32 0+ tag=3@0+ default=-1
struct LastAssignmentConfig
 Key string 0+
 Value string 0+
"""
