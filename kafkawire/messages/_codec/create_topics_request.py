# Generated from rpc/CreateTopicsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_topics_request import (
    CreatableReplicaAssignment,
    CreatableTopic,
    CreatableTopicConfig,
    CreateTopicsRequest,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Runs,
    Shapes,
    absent,
    compact_groups,
    compact_numbers,
    legacy_groups,
    legacy_numbers,
    long_string,
    long_string_or_null,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_Bitx = Packer(">Bi?x").pack
pack_Bx = Packer(">Bx").pack
pack_i = Packer(">i").pack
pack_ii = Packer(">ii").pack
pack_iit = Packer(">ii?").pack
pack_it = Packer(">i?").pack
pack_itx = Packer(">i?x").pack
rows_creatable_replica_assignment_v0 = Rows("i G1")
rows_creatable_replica_assignment_v5 = Rows("i g1 T")
rows_creatable_topic_config_v0 = Rows("Y1 Y1")
rows_creatable_topic_config_v5 = Rows("P1 P1 T")
runs_i = Runs("i")
shapes_1 = Shapes("h%dsihi")
shapes_2 = Shapes("S%dsih")
shapes_3 = Shapes("S%dsihB")
shapes_4 = Shapes("ii%di")
shapes_5 = Shapes("h%dsh%ds")
shapes_6 = Shapes("iP%dix")
shapes_7 = Shapes("S%dsS%dsx")
unpack_h = Packer(">h").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ihi = Packer(">ihi").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_it = Packer(">i?").unpack_from
unpack_itB = Packer(">i?B").unpack_from


def some_creatable_topic_config_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicConfig], int, Key]:
    out = many(CreatableTopicConfig, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        n2 = buf[pos]
        if 0 < n2 < 128:
            p = pos + n2
            o.value = buf[pos + 1 : p].decode()
            pos = p
        elif n2 == 0:
            o.value = None
            pos = pos + 1
        else:
            o.value, pos = long_string_or_null(buf, pos + 1, n2)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_creatable_topic_config_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableTopicConfig]:
    k0, k1, _ = key
    out = many(CreatableTopicConfig, count)
    o: CreatableTopicConfig
    for o, row in zip(out, rows):
        v0, v1 = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_creatable_replica_assignment_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableReplicaAssignment], int, Key]:
    out = many(CreatableReplicaAssignment, count)
    for o in out:
        o.partition_index, n1 = unpack_iB(buf, pos)
        if 0 < n1 < 128:
            o.broker_ids = runs_i[n1 - 1](buf, pos + 5)
            pos += n1 * 4 + 1
        else:
            o.broker_ids, pos = compact_numbers(buf, pos + 5, end, n1, "i", ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_creatable_replica_assignment_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableReplicaAssignment]:
    groups = compact_groups(ctx)
    out = many(CreatableReplicaAssignment, count)
    o: CreatableReplicaAssignment
    try:
        for o, row in zip(out, rows):
            o.partition_index, v1 = row
            (o.broker_ids,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def some_creatable_topic_config_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicConfig], int, Key]:
    out = many(CreatableTopicConfig, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (n2,) = unpack_h(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 2
            o.value = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.value = null_or_refuse(n2)
            pos = pos + 2
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_creatable_topic_config_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableTopicConfig]:
    k0, k1 = key
    out = many(CreatableTopicConfig, count)
    o: CreatableTopicConfig
    for o, row in zip(out, rows):
        v0, v1 = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def some_creatable_replica_assignment_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableReplicaAssignment], int, Key]:
    out = many(CreatableReplicaAssignment, count)
    for o in out:
        o.partition_index, n1 = unpack_ii(buf, pos)
        if 0 <= n1 < 128:
            o.broker_ids = runs_i[n1](buf, pos + 8)
            pos += n1 * 4 + 8
        else:
            o.broker_ids, pos = legacy_numbers(buf, pos + 8, end, n1, "i", ctx)
        o.unknown_tags = None
    return out, pos, (n1,)


def fill_creatable_replica_assignment_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableReplicaAssignment]:
    groups = legacy_groups(ctx)
    out = many(CreatableReplicaAssignment, count)
    o: CreatableReplicaAssignment
    try:
        for o, row in zip(out, rows):
            o.partition_index, v1 = row
            (o.broker_ids,) = groups[v1]
            o.unknown_tags = None
    except ValueError:
        del out[count - length_hint(rows) - 1 :]
    return out


def write_creatable_topic_config_v5_array(items: Iterable[CreatableTopicConfig], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_7[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_7[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_creatable_replica_assignment_v5_array(items: Iterable[CreatableReplicaAssignment], put: Put) -> None:
    for o in items:
        v1 = o.broker_ids
        n2 = len(v1)
        data = shapes_6[n2](o.partition_index, n2 + 1, *v1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_creatable_topic_config_v0_array(items: Iterable[CreatableTopicConfig], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_5[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_5[last7, last8]
        put(pack6(n2, s1, n4, s3))


def write_creatable_replica_assignment_v0_array(items: Iterable[CreatableReplicaAssignment], put: Put) -> None:
    for o in items:
        v1 = o.broker_ids
        n2 = len(v1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_4[n2](o.partition_index, n2, *v1))


def read_creatable_topic_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopic], int]:
    out = many(CreatableTopic, count)
    key_creatable_replica_assignment_v5: Key | None = None
    key_creatable_topic_config_v5: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.num_partitions, o.replication_factor, n2 = unpack_ihB(buf, pos)
        pos += 7
        if n2 > 127:
            n2, pos = uvarint_rest(buf, pos, n2)
        if n2 < 2:
            o.assignments = [] if n2 else refuse_length(-1)
        else:
            n2 -= 1
            if n2 * 6 > end - pos or n2 > ctx.left:
                refuse_count(n2, 6, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_creatable_replica_assignment_v5 is None:
                o.assignments, pos, _ = some_creatable_replica_assignment_v5(buf, pos, end, n2, ctx)
            else:
                o.assignments, pos, key_creatable_replica_assignment_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_creatable_replica_assignment_v5,
                    fill_creatable_replica_assignment_v5,
                    rows_creatable_replica_assignment_v5,
                    key_creatable_replica_assignment_v5,
                )
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.configs = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 3 > end - pos or n3 > ctx.left:
                refuse_count(n3, 3, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_creatable_topic_config_v5 is None:
                o.configs, pos, _ = some_creatable_topic_config_v5(buf, pos, end, n3, ctx)
            else:
                o.configs, pos, key_creatable_topic_config_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_creatable_topic_config_v5,
                    fill_creatable_topic_config_v5,
                    rows_creatable_topic_config_v5,
                    key_creatable_topic_config_v5,
                )
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_creatable_topic_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopic], int]:
    out = many(CreatableTopic, count)
    key_creatable_replica_assignment_v0: Key | None = None
    key_creatable_topic_config_v0: Key | None = None
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.num_partitions, o.replication_factor, n2 = unpack_ihi(buf, pos)
        pos += 10
        if n2 < 1:
            o.assignments = [] if n2 == 0 else refuse_length(n2)
        else:
            if n2 * 8 > end - pos or n2 > ctx.left:
                refuse_count(n2, 8, end - pos)
            ctx.left -= n2
            if n2 < 8 and key_creatable_replica_assignment_v0 is None:
                o.assignments, pos, _ = some_creatable_replica_assignment_v0(buf, pos, end, n2, ctx)
            else:
                o.assignments, pos, key_creatable_replica_assignment_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n2,
                    ctx,
                    some_creatable_replica_assignment_v0,
                    fill_creatable_replica_assignment_v0,
                    rows_creatable_replica_assignment_v0,
                    key_creatable_replica_assignment_v0,
                )
        (n3,) = unpack_i(buf, pos)
        pos += 4
        if n3 < 1:
            o.configs = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 4 > end - pos or n3 > ctx.left:
                refuse_count(n3, 4, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_creatable_topic_config_v0 is None:
                o.configs, pos, _ = some_creatable_topic_config_v0(buf, pos, end, n3, ctx)
            else:
                o.configs, pos, key_creatable_topic_config_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_creatable_topic_config_v0,
                    fill_creatable_topic_config_v0,
                    rows_creatable_topic_config_v0,
                    key_creatable_topic_config_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_creatable_topic_v5_array(items: Iterable[CreatableTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.assignments
        if v3:
            put(shapes_2[n2](n2 + 1, s1, o.num_partitions, o.replication_factor))
            put(COUNTS[len(v3)])
            write_creatable_replica_assignment_v5_array(v3, put)
        elif v3 is None:
            refuse_null()
        v4 = o.configs
        if not v3:
            put(shapes_3[n2](n2 + 1, s1, o.num_partitions, o.replication_factor, 1))
        if v4:
            put(COUNTS[len(v4)])
            write_creatable_topic_config_v5_array(v4, put)
        elif v4 is None:
            refuse_null()
        if v4:
            data = b"\0"
        else:
            data = pack_Bx(1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_creatable_topic_v0_array(items: Iterable[CreatableTopic], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v3 = o.assignments
        if v3:
            put(shapes_1[n2](n2, s1, o.num_partitions, o.replication_factor, len(v3)))
            write_creatable_replica_assignment_v0_array(v3, put)
        elif v3 is None:
            refuse_null()
        v4 = o.configs
        if not v3:
            put(shapes_1[n2](n2, s1, o.num_partitions, o.replication_factor, 0))
        if v4:
            put(pack_i(len(v4)))
            write_creatable_topic_config_v0_array(v4, put)
        elif v4 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v4:
            put(pack_i(0))


def read_create_topics_request_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsRequest, int]:
    o = new(CreateTopicsRequest)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 10 > end - pos or n1 > ctx.left:
            refuse_count(n1, 10, end - pos)
        ctx.left -= n1
        o.topics, pos = read_creatable_topic_v5_array(buf, pos, end, n1, ctx)
    o.timeout_ms, o.validate_only, t = unpack_itB(buf, pos)
    o.unknown_tags = None
    pos += 6
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_topics_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsRequest, int]:
    o = new(CreateTopicsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 16 > end - pos or n1 > ctx.left:
            refuse_count(n1, 16, end - pos)
        ctx.left -= n1
        o.topics, pos = read_creatable_topic_v0_array(buf, pos, end, n1, ctx)
    o.timeout_ms, o.validate_only = unpack_it(buf, pos)
    o.unknown_tags = None
    return o, pos + 5


def read_create_topics_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsRequest, int]:
    o = new(CreateTopicsRequest)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 16 > end - pos or n1 > ctx.left:
            refuse_count(n1, 16, end - pos)
        ctx.left -= n1
        o.topics, pos = read_creatable_topic_v0_array(buf, pos, end, n1, ctx)
    (o.timeout_ms,) = unpack_i(buf, pos)
    o.validate_only = False
    o.unknown_tags = None
    return o, pos + 4


def encode_create_topics_request_v5(o: CreateTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        write_creatable_topic_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_itx(o.timeout_ms, o.validate_only)
    else:
        data = pack_Bitx(1, o.timeout_ms, o.validate_only)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_topics_request_v1(o: CreateTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_creatable_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_it(o.timeout_ms, o.validate_only))
    else:
        put(pack_iit(0, o.timeout_ms, o.validate_only))
    return b"".join(parts)


def encode_create_topics_request_v0(o: CreateTopicsRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.validate_only:
        absent(o, "validate_only")
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_creatable_topic_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.timeout_ms))
    else:
        put(pack_ii(0, o.timeout_ms))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateTopicsRequest], bytes]] = {
    0: encode_create_topics_request_v0,
    1: encode_create_topics_request_v1,
    2: encode_create_topics_request_v1,
    3: encode_create_topics_request_v1,
    4: encode_create_topics_request_v1,
    5: encode_create_topics_request_v5,
    6: encode_create_topics_request_v5,
    7: encode_create_topics_request_v5,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateTopicsRequest, int]]] = {
    0: read_create_topics_request_v0,
    1: read_create_topics_request_v1,
    2: read_create_topics_request_v1,
    3: read_create_topics_request_v1,
    4: read_create_topics_request_v1,
    5: read_create_topics_request_v5,
    6: read_create_topics_request_v5,
    7: read_create_topics_request_v5,
}
NEEDS_CONTEXT = True
SPEC = """\
CreateTopicsRequest request 0-7 flexible=5+
 Topics []CreatableTopic 0+
  Name string 0+
  NumPartitions int32 0+
  ReplicationFactor int16 0+
  Assignments []CreatableReplicaAssignment 0+
   PartitionIndex int32 0+
   BrokerIds []int32 0+
  Configs []CreatableTopicConfig 0+
   Name string 0+
   Value string 0+ null=0+
 TimeoutMs int32 0+ default=60000
 ValidateOnly bool 1+ default=false
"""
