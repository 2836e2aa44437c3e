# Generated from rpc/ProduceRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct as Packer

from kafkawire.messages.produce_request import PartitionProduceData, ProduceRequest, TopicProduceData
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Shapes,
    ZERO_UUID,
    absent,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    null_or_refuse,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_hii = Packer(">hii").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_u = Packer(">16s").pack
pack_uBx = Packer(">16sBx").pack
shapes_1 = Shapes("h%dshii")
shapes_2 = Shapes("S%dshi")
shapes_3 = Shapes("S%dshiBx")
shapes_4 = Shapes("h%dsi")
shapes_5 = Shapes("S%ds")
shapes_6 = Shapes("S%dsBx")
unpack_h = Packer(">h").unpack_from
unpack_hiB = Packer(">hiB").unpack_from
unpack_hii = Packer(">hii").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iBB = Packer(">iBB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_uB = Packer(">16sB").unpack_from


def read_partition_produce_data_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceData], int]:
    out = many(PartitionProduceData, count)
    blob = ctx.blob
    for o in out:
        o.index, n1, b = unpack_iBB(buf, pos)
        if n1 < 128:
            pos += 5
        elif b < 128:
            n1 += (b << 7) - 128
            pos += 6
        else:
            n1, pos = uvarint_rest(buf, pos + 5, n1)
        if n1:
            p = pos + n1 - 1
            o.records = blob[pos:p]
            pos = p
        else:
            o.records = null_or_refuse(-1)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_partition_produce_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[PartitionProduceData], int]:
    out = many(PartitionProduceData, count)
    blob = ctx.blob
    for o in out:
        o.index, n1 = unpack_ii(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 8
            o.records = blob[pos + 8 : p]
            pos = p
        else:
            o.records = null_or_refuse(n1)
            pos = pos + 8
        o.unknown_tags = None
    return out, pos


def write_partition_produce_data_v9_array(items: Iterable[PartitionProduceData], put: Put) -> None:
    for o in items:
        v1 = o.records
        put(pack_i(o.index))
        put(b"\0" if v1 is None else COUNTS[len(v1)])
        if v1 is not None:
            put(v1)
        data = b"\0"
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_partition_produce_data_v0_array(items: Iterable[PartitionProduceData], put: Put) -> None:
    for o in items:
        v1 = o.records
        put(pack_ii(o.index, -1 if v1 is None else len(v1)))
        if v1 is not None:
            put(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")


def read_topic_produce_data_v13_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceData], int]:
    out = many(TopicProduceData, count)
    for o in out:
        u1, n2 = unpack_uB(buf, pos)
        o.topic_id = make_uuid(u1)
        pos += 17
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_data = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            o.partition_data, pos = read_partition_produce_data_v9_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.name = ""
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_produce_data_v9_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceData], int]:
    out = many(TopicProduceData, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        pos += 1
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.partition_data = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            o.partition_data, pos = read_partition_produce_data_v9_array(buf, pos, end, n2, ctx)
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_topic_produce_data_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicProduceData], int]:
    out = many(TopicProduceData, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        pos += 4
        if n2 < 1:
            o.partition_data = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            o.partition_data, pos = read_partition_produce_data_v0_array(buf, pos, end, n2, ctx)
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return out, pos


def write_topic_produce_data_v13_array(items: Iterable[TopicProduceData], put: Put) -> None:
    for o in items:
        v1 = o.partition_data
        if v1:
            put(pack_u(o.topic_id.bytes))
            put(COUNTS[len(v1)])
            write_partition_produce_data_v9_array(v1, put)
        elif v1 is None:
            refuse_null()
        if v1:
            data = b"\0"
        else:
            data = pack_uBx(o.topic_id.bytes, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_produce_data_v9_array(items: Iterable[TopicProduceData], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_data
        if v3:
            put(shapes_5[n2](n2 + 1, s1))
            put(COUNTS[len(v3)])
            write_partition_produce_data_v9_array(v3, put)
        elif v3 is None:
            refuse_null()
        if v3:
            data = b"\0"
        else:
            data = shapes_6[n2](n2 + 1, s1, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_topic_produce_data_v0_array(items: Iterable[TopicProduceData], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.partition_data
        if v3:
            put(shapes_4[n2](n2, s1, len(v3)))
            write_partition_produce_data_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v3:
            put(shapes_4[n2](n2, s1, 0))


def read_produce_request_v13(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceRequest, int]:
    o = new(ProduceRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.transactional_id = None
        pos = pos + 1
    else:
        o.transactional_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.acks, o.timeout_ms, n2 = unpack_hiB(buf, pos)
    pos += 7
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topic_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 18 > end - pos or n2 > ctx.left:
            refuse_count(n2, 18, end - pos)
        ctx.left -= n2
        o.topic_data, pos = read_topic_produce_data_v13_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_produce_request_v9(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceRequest, int]:
    o = new(ProduceRequest)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.transactional_id = buf[pos + 1 : p].decode()
        pos = p
    elif n1 == 0:
        o.transactional_id = None
        pos = pos + 1
    else:
        o.transactional_id, pos = long_string_or_null(buf, pos + 1, n1)
    o.acks, o.timeout_ms, n2 = unpack_hiB(buf, pos)
    pos += 7
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.topic_data = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 3 > end - pos or n2 > ctx.left:
            refuse_count(n2, 3, end - pos)
        ctx.left -= n2
        o.topic_data, pos = read_topic_produce_data_v9_array(buf, pos, end, n2, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_produce_request_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceRequest, int]:
    o = new(ProduceRequest)
    (n1,) = unpack_h(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 2
        o.transactional_id = buf[pos + 2 : p].decode()
        pos = p
    else:
        o.transactional_id = null_or_refuse(n1)
        pos = pos + 2
    o.acks, o.timeout_ms, n2 = unpack_hii(buf, pos)
    pos += 10
    if n2 < 1:
        o.topic_data = [] if n2 == 0 else refuse_length(n2)
    else:
        if n2 * 6 > end - pos or n2 > ctx.left:
            refuse_count(n2, 6, end - pos)
        ctx.left -= n2
        o.topic_data, pos = read_topic_produce_data_v0_array(buf, pos, end, n2, ctx)
    o.unknown_tags = None
    return o, pos


def read_produce_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ProduceRequest, int]:
    o = new(ProduceRequest)
    o.acks, o.timeout_ms, n1 = unpack_hii(buf, pos)
    pos += 10
    if n1 < 1:
        o.topic_data = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.topic_data, pos = read_topic_produce_data_v0_array(buf, pos, end, n1, ctx)
    o.transactional_id = None
    o.unknown_tags = None
    return o, pos


def encode_produce_request_v13(o: ProduceRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.topic_data
    if v4:
        put(shapes_2[len(s1)](n2, s1, o.acks, o.timeout_ms))
        put(COUNTS[len(v4)])
        write_topic_produce_data_v13_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_3[len(s1)](n2, s1, o.acks, o.timeout_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_produce_request_v9(o: ProduceRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.topic_data
    if v4:
        put(shapes_2[len(s1)](n2, s1, o.acks, o.timeout_ms))
        put(COUNTS[len(v4)])
        write_topic_produce_data_v9_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_3[len(s1)](n2, s1, o.acks, o.timeout_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_produce_request_v3(o: ProduceRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.transactional_id
    if v3 is None:
        s1 = b""
        n2 = -1
    else:
        s1 = v3.encode()
        n2 = len(s1)
    v4 = o.topic_data
    if v4:
        put(shapes_1[len(s1)](n2, s1, o.acks, o.timeout_ms, len(v4)))
        write_topic_produce_data_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v4:
        put(shapes_1[len(s1)](n2, s1, o.acks, o.timeout_ms, 0))
    return b"".join(parts)


def encode_produce_request_v0(o: ProduceRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.transactional_id is not None:
        absent(o, "transactional_id")
    v1 = o.topic_data
    if v1:
        put(pack_hii(o.acks, o.timeout_ms, len(v1)))
        write_topic_produce_data_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hii(o.acks, o.timeout_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ProduceRequest], bytes]] = {
    0: encode_produce_request_v0,
    1: encode_produce_request_v0,
    2: encode_produce_request_v0,
    3: encode_produce_request_v3,
    4: encode_produce_request_v3,
    5: encode_produce_request_v3,
    6: encode_produce_request_v3,
    7: encode_produce_request_v3,
    8: encode_produce_request_v3,
    9: encode_produce_request_v9,
    10: encode_produce_request_v9,
    11: encode_produce_request_v9,
    12: encode_produce_request_v9,
    13: encode_produce_request_v13,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ProduceRequest, int]]] = {
    0: read_produce_request_v0,
    1: read_produce_request_v0,
    2: read_produce_request_v0,
    3: read_produce_request_v3,
    4: read_produce_request_v3,
    5: read_produce_request_v3,
    6: read_produce_request_v3,
    7: read_produce_request_v3,
    8: read_produce_request_v3,
    9: read_produce_request_v9,
    10: read_produce_request_v9,
    11: read_produce_request_v9,
    12: read_produce_request_v9,
    13: read_produce_request_v13,
}
NEEDS_CONTEXT = True
SPEC = """\
ProduceRequest request 0-13 flexible=9+
 TransactionalId string 3+ null=3+ default=null
 Acks int16 0+
 TimeoutMs int32 0+
 TopicData []TopicProduceData 0+
  Name string 0-12 ignorable
  TopicId uuid 13+ ignorable
  PartitionData []PartitionProduceData 0+
   Index int32 0+
   Records records 0+ null=0+
"""
