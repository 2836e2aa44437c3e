# Generated from data/ConsumerProtocolSubscription.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.consumer_protocol_subscription import ConsumerProtocolSubscription, TopicPartition
from kafkawire.wire import (
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    legacy_groups,
    legacy_numbers,
    legacy_strings,
    many,
    new,
    null_or_refuse,
    put_legacy_strings,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
)

Key = tuple[int, ...]

pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
rows_topic_partition_v1 = Rows("Y1 G1")
runs_i = Runs("i")
shapes_1 = Shapes("ih%ds")
shapes_2 = Shapes("iih%ds")
shapes_3 = Shapes("h%dsi%di")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_ih = Packer(">ih").unpack_from


def some_topic_partition_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[TopicPartition], int, Key]:
    out = many(TopicPartition, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.topic = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.topic = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_i(buf, pos)
        if 0 <= n2 < 128:
            o.partitions = runs_i[n2](buf, pos + 4)
            pos += n2 * 4 + 4
        else:
            o.partitions, pos = legacy_numbers(buf, pos + 4, end, n2, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_topic_partition_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[TopicPartition]:
    groups = legacy_groups(ctx)
    out = many(TopicPartition, count)
    o: TopicPartition
    try:
        for o, row in zip(out, rows):
            v0, v1 = row
            o.topic = v0.decode()
            (o.partitions,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_topic_partition_v1_array(items: Iterable[TopicPartition], put: Put) -> None:
    last6 = last7 = -1
    pack5 = shapes_3[0, 0]
    for o in items:
        s1 = o.topic.encode()
        n2 = len(s1)
        v3 = o.partitions
        n4 = len(v3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last6 != n2 or last7 != n4:
            last6, last7 = n2, n4
            pack5 = shapes_3[last6, last7]
        put(pack5(n2, s1, n4, *v3))


def read_consumer_protocol_subscription_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerProtocolSubscription, int]:
    key_topic_partition_v1: Key | None = None
    o = new(ConsumerProtocolSubscription)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.topics, pos = legacy_strings(buf, pos, n1)
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4 : p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.owned_partitions = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_topic_partition_v1 is None:
            o.owned_partitions, pos, _ = some_topic_partition_v1(buf, pos, end, n3, ctx)
        else:
            o.owned_partitions, pos, key_topic_partition_v1 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_topic_partition_v1,
                fill_topic_partition_v1,
                rows_topic_partition_v1,
                key_topic_partition_v1,
            )
    o.generation_id, n4 = unpack_ih(buf, pos)
    if n4 >= 0:
        p = pos + n4 + 6
        o.rack_id = buf[pos + 6 : p].decode()
        pos = p
    else:
        o.rack_id = null_or_refuse(n4)
        pos = pos + 6
    o.unknown_tags = None
    return o, pos


def read_consumer_protocol_subscription_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerProtocolSubscription, int]:
    key_topic_partition_v1: Key | None = None
    o = new(ConsumerProtocolSubscription)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.topics, pos = legacy_strings(buf, pos, n1)
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4 : p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.owned_partitions = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_topic_partition_v1 is None:
            o.owned_partitions, pos, _ = some_topic_partition_v1(buf, pos, end, n3, ctx)
        else:
            o.owned_partitions, pos, key_topic_partition_v1 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_topic_partition_v1,
                fill_topic_partition_v1,
                rows_topic_partition_v1,
                key_topic_partition_v1,
            )
    (o.generation_id,) = unpack_i(buf, pos)
    o.rack_id = None
    o.unknown_tags = None
    return o, pos + 4


def read_consumer_protocol_subscription_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerProtocolSubscription, int]:
    key_topic_partition_v1: Key | None = None
    o = new(ConsumerProtocolSubscription)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.topics, pos = legacy_strings(buf, pos, n1)
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4 : p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    (n3,) = unpack_i(buf, pos)
    pos += 4
    if n3 < 1:
        o.owned_partitions = [] if n3 == 0 else refuse_length(n3)
    else:
        if n3 * 6 > end - pos or n3 > ctx.left:
            refuse_count(n3, 6, end - pos)
        ctx.left -= n3
        if n3 < 8 and key_topic_partition_v1 is None:
            o.owned_partitions, pos, _ = some_topic_partition_v1(buf, pos, end, n3, ctx)
        else:
            o.owned_partitions, pos, key_topic_partition_v1 = read_rows(
                buf,
                pos,
                end,
                n3,
                ctx,
                some_topic_partition_v1,
                fill_topic_partition_v1,
                rows_topic_partition_v1,
                key_topic_partition_v1,
            )
    o.generation_id = -1
    o.rack_id = None
    o.unknown_tags = None
    return o, pos


def read_consumer_protocol_subscription_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerProtocolSubscription, int]:
    o = new(ConsumerProtocolSubscription)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 2 > end - pos or n1 > ctx.left:
            refuse_count(n1, 2, end - pos)
        ctx.left -= n1
        o.topics, pos = legacy_strings(buf, pos, n1)
    (n2,) = unpack_i(buf, pos)
    if n2 >= 0:
        p = pos + n2 + 4
        o.user_data = ctx.blob[pos + 4 : p]
        pos = p
    else:
        o.user_data = null_or_refuse(n2)
        pos = pos + 4
    o.owned_partitions = []
    o.generation_id = -1
    o.rack_id = None
    o.unknown_tags = None
    return o, pos


def encode_consumer_protocol_subscription_v3(o: ConsumerProtocolSubscription) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.user_data
    if v1:
        put(pack_i(-1 if v2 is None else len(v2)))
    else:
        put(pack_ii(0, -1 if v2 is None else len(v2)))
    if v2 is not None:
        put(v2)
    v3 = o.owned_partitions
    if v3:
        put(pack_i(len(v3)))
        write_topic_partition_v1_array(v3, put)
    elif v3 is None:
        refuse_null()
    v6 = o.rack_id
    if v6 is None:
        s4 = b""
        n5 = -1
    else:
        s4 = v6.encode()
        n5 = len(s4)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v3:
        put(shapes_1[len(s4)](o.generation_id, n5, s4))
    else:
        put(shapes_2[len(s4)](0, o.generation_id, n5, s4))
    return b"".join(parts)


def encode_consumer_protocol_subscription_v2(o: ConsumerProtocolSubscription) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.user_data
    if v1:
        put(pack_i(-1 if v2 is None else len(v2)))
    else:
        put(pack_ii(0, -1 if v2 is None else len(v2)))
    if v2 is not None:
        put(v2)
    v3 = o.owned_partitions
    if v3:
        put(pack_i(len(v3)))
        write_topic_partition_v1_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v3:
        put(pack_i(o.generation_id))
    else:
        put(pack_ii(0, o.generation_id))
    return b"".join(parts)


def encode_consumer_protocol_subscription_v1(o: ConsumerProtocolSubscription) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.user_data
    if v1:
        put(pack_i(-1 if v2 is None else len(v2)))
    else:
        put(pack_ii(0, -1 if v2 is None else len(v2)))
    if v2 is not None:
        put(v2)
    v3 = o.owned_partitions
    if v3:
        put(pack_i(len(v3)))
        write_topic_partition_v1_array(v3, put)
    elif v3 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v3:
        put(pack_i(0))
    return b"".join(parts)


def encode_consumer_protocol_subscription_v0(o: ConsumerProtocolSubscription) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        put_legacy_strings(put, v1)
    elif v1 is None:
        refuse_null()
    v2 = o.user_data
    if v1:
        put(pack_i(-1 if v2 is None else len(v2)))
    else:
        put(pack_ii(0, -1 if v2 is None else len(v2)))
    if v2 is not None:
        put(v2)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerProtocolSubscription], bytes]] = {
    0: encode_consumer_protocol_subscription_v0,
    1: encode_consumer_protocol_subscription_v1,
    2: encode_consumer_protocol_subscription_v2,
    3: encode_consumer_protocol_subscription_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerProtocolSubscription, int]]] = {
    0: read_consumer_protocol_subscription_v0,
    1: read_consumer_protocol_subscription_v1,
    2: read_consumer_protocol_subscription_v2,
    3: read_consumer_protocol_subscription_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerProtocolSubscription data 0-3 flexible=none
 Topics []string 0+
 UserData bytes 0+ null=0+ zerocopy default=null
 OwnedPartitions []TopicPartition 1+ ignorable
  Topic string 1+
  Partitions []int32 1+
 GenerationId int32 2+ ignorable default=-1
 RackId string 3+ null=3+ ignorable default=null
"""
