# Generated from rpc/ShareAcknowledgeRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.share_acknowledge_request import (
    AcknowledgePartition,
    AcknowledgeTopic,
    AcknowledgementBatch,
    ShareAcknowledgeRequest,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_numbers,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
rows_acknowledgement_batch_v0 = Rows("qq P1 T")
runs_b = Runs("b")
shapes_1 = Shapes("S%dsS%dsi")
shapes_2 = Shapes("S%dsS%dsiBx")
shapes_3 = Shapes("S%dsS%dsi?")
shapes_4 = Shapes("S%dsS%dsi?Bx")
shapes_5 = Shapes("qqP%dbx")
unpack_iB = Packer(">iB").unpack_from
unpack_itB = Packer(">i?B").unpack_from
unpack_qqB = Packer(">qqB").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def some_acknowledgement_batch_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AcknowledgementBatch], int, Key]:
    out = many(AcknowledgementBatch, count)
    for o in out:
        o.first_offset, o.last_offset, n1 = unpack_qqB(buf, pos)
        if 0 < n1 < 128:
            o.acknowledge_types = runs_b[n1 - 1](buf, pos + 17)
            pos += n1 * 1 + 16
        else:
            o.acknowledge_types, pos = compact_numbers(buf, pos + 17, end, n1, "b", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_acknowledgement_batch_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[AcknowledgementBatch]:
    k0, _ = key
    out = many(AcknowledgementBatch, count)
    o: AcknowledgementBatch
    for o, row in zip(out, rows):
        o.first_offset, o.last_offset, v2 = row
        o.acknowledge_types = runs_b[k0 - 1](v2, 0)
        o.unknown_tags = None
    return out


def write_acknowledgement_batch_v0_array(items: Iterable[AcknowledgementBatch], put: Put) -> None:
    for o in items:
        v1 = o.acknowledge_types
        n2 = len(v1)
        data = shapes_5[n2](o.first_offset, o.last_offset, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_acknowledge_partition_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AcknowledgePartition], int]:
    out = many(AcknowledgePartition, count)
    key_acknowledgement_batch_v0: Key | None = None
    for o in out:
        o.partition_index, n1 = unpack_iB(buf, pos)
        pos += 5
        if n1 > 127:
            n1, pos = uvarint_rest(buf, pos, n1)
        if n1 < 2:
            o.acknowledgement_batches = [] if n1 else refuse_length(-1)
        else:
            n1 -= 1
            if n1 * 18 > end - pos or n1 > ctx.left:
                refuse_count(n1, 18, end - pos)
            ctx.left -= n1
            if n1 < 8 and key_acknowledgement_batch_v0 is None:
                o.acknowledgement_batches, pos, _ = some_acknowledgement_batch_v0(buf, pos, end, n1, ctx)
            else:
                o.acknowledgement_batches, pos, key_acknowledgement_batch_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_acknowledgement_batch_v0,
                    fill_acknowledgement_batch_v0,
                    rows_acknowledgement_batch_v0,
                    key_acknowledgement_batch_v0,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_acknowledge_partition_v0_array(items: Iterable[AcknowledgePartition], put: Put) -> None:
    for o in items:
        v1 = o.acknowledgement_batches
        if v1:
            put(pack_i(o.partition_index))
            put(COUNTS[len(v1)])
            write_acknowledgement_batch_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_iBx(o.partition_index, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_acknowledge_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[AcknowledgeTopic], int]:
    out = many(AcknowledgeTopic, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partitions = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            o.partitions, pos = read_acknowledge_partition_v0_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def write_acknowledge_topic_v0_array(items: Iterable[AcknowledgeTopic], put: Put) -> None:
    for o in items:
        v1 = o.partitions
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_acknowledge_partition_v0_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_share_acknowledge_request_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareAcknowledgeRequest, int]:
    o = new(ShareAcknowledgeRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.group_id = None
        pos = pos + 1
    else:
        o.group_id, pos = long_string_or_null(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.member_id = None
        pos = pos + 1
    else:
        o.member_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.share_session_epoch, o.is_renew_ack, n3 = unpack_itB(buf, pos)
    pos += 6
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 18 > end - pos or n3 > ctx.left:
            refuse_count(n3, 18, end - pos)
        ctx.left -= n3
        o.topics, pos = read_acknowledge_topic_v0_array(buf, pos, end, n3, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_share_acknowledge_request_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareAcknowledgeRequest, int]:
    o = new(ShareAcknowledgeRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.group_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.group_id = None
        pos = pos + 1
    else:
        o.group_id, pos = long_string_or_null(buf, pos + 1, n1)
    n2 = buf[pos]
    if 0 < n2 < 128:
        p = pos + n2
        o.member_id = buf[pos + 1 : p].decode()
        pos = p
    elif n2 == 0:
        o.member_id = None
        pos = pos + 1
    else:
        o.member_id, pos = long_string_or_null(buf, pos + 1, n2)
    o.share_session_epoch, n3 = unpack_iB(buf, pos)
    pos += 5
    if n3 > 127:
        n3, pos = uvarint_rest(buf, pos, n3)
    if n3 < 2:
        o.topics = [] if n3 else refuse_length(-1)
    else:
        n3 -= 1
        if n3 * 18 > end - pos or n3 > ctx.left:
            refuse_count(n3, 18, end - pos)
        ctx.left -= n3
        o.topics, pos = read_acknowledge_topic_v0_array(buf, pos, end, n3, ctx)
    t = buf[pos]
    o.is_renew_ack = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_acknowledge_request_v2(o: ShareAcknowledgeRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.group_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.member_id
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v7 = o.topics
    if v7:
        put(shapes_3[len(s1), len(s4)](n2, s1, n5, s4, o.share_session_epoch, o.is_renew_ack))
        put(COUNTS[len(v7)])
        write_acknowledge_topic_v0_array(v7, put)
    elif v7 is None:
        refuse_null()
    if v7:
        data = b"\0"
    else:
        data = shapes_4[len(s1), len(s4)](n2, s1, n5, s4, o.share_session_epoch, o.is_renew_ack, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_share_acknowledge_request_v0(o: ShareAcknowledgeRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.is_renew_ack:
        absent(o, "is_renew_ack")
    v3 = o.group_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v6 = o.member_id
    if v6 is None:
        s4 = b""
        n5 = 0
    else:
        s4 = v6.encode()
        n5 = len(s4) + 1
    v7 = o.topics
    if v7:
        put(shapes_1[len(s1), len(s4)](n2, s1, n5, s4, o.share_session_epoch))
        put(COUNTS[len(v7)])
        write_acknowledge_topic_v0_array(v7, put)
    elif v7 is None:
        refuse_null()
    if v7:
        data = b"\0"
    else:
        data = shapes_2[len(s1), len(s4)](n2, s1, n5, s4, o.share_session_epoch, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ShareAcknowledgeRequest], bytes]] = {
    0: encode_share_acknowledge_request_v0,
    1: encode_share_acknowledge_request_v0,
    2: encode_share_acknowledge_request_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareAcknowledgeRequest, int]]] = {
    0: read_share_acknowledge_request_v0,
    1: read_share_acknowledge_request_v0,
    2: read_share_acknowledge_request_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
ShareAcknowledgeRequest request 0-2 flexible=0+
 GroupId string 0+ null=0+ default=null
 MemberId string 0+ null=0+
 ShareSessionEpoch int32 0+
 IsRenewAck bool 2+ default=false
 Topics []AcknowledgeTopic 0+
  TopicId uuid 0+
  Partitions []AcknowledgePartition 0+
   PartitionIndex int32 0+
   AcknowledgementBatches []AcknowledgementBatch 0+
    FirstOffset int64 0+
    LastOffset int64 0+
    AcknowledgeTypes []int8 0+
"""
