# Generated from rpc/CreateTopicsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.create_topics_response import CreatableTopicConfigs, CreatableTopicResult, CreateTopicsResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    ZERO_UUID,
    absent,
    check_tag_size,
    long_string,
    long_string_or_null,
    make_uuid,
    many,
    merge_tags,
    new,
    null_or_refuse,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

pack_h = Packer(">h").pack
pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_creatable_topic_configs_v5 = Rows("P1 P1 ?b? T")
rows_creatable_topic_result_v0 = Rows("Y1 h")
rows_creatable_topic_result_v1 = Rows("Y1 h Y1")
shapes_1 = Shapes("h%dsh")
shapes_2 = Shapes("h%dshh%ds")
shapes_3 = Shapes("S%dshS%dsih")
shapes_4 = Shapes("S%dshS%dsihB")
shapes_5 = Shapes("S%ds16shS%dsih")
shapes_6 = Shapes("S%ds16shS%dsihB")
shapes_7 = Shapes("S%dsS%ds?b?x")
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_tbtB = Packer(">?b?B").unpack_from
unpack_uhB = Packer(">16shB").unpack_from


def some_creatable_topic_configs_v5(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicConfigs], int, Key]:
    out = many(CreatableTopicConfigs, count)
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
        o.read_only, o.config_source, o.is_sensitive, t = unpack_tbtB(buf, pos)
        o.unknown_tags = None
        pos += 4
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_creatable_topic_configs_v5(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableTopicConfigs]:
    k0, k1, _ = key
    out = many(CreatableTopicConfigs, count)
    o: CreatableTopicConfigs
    for o, row in zip(out, rows):
        v0, v1, o.read_only, o.config_source, o.is_sensitive = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_creatable_topic_configs_v5_array(items: Iterable[CreatableTopicConfigs], put: Put) -> None:
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
        data = pack6(n2 + 1, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_creatable_topic_result_v7_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicResult], int]:
    out = many(CreatableTopicResult, count)
    key_creatable_topic_configs_v5: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        u2, o.error_code, n3 = unpack_uhB(buf, pos)
        o.topic_id = make_uuid(u2)
        if 0 < n3 < 128:
            p = pos + n3 + 18
            o.error_message = buf[pos + 19 : p].decode()
            pos = p
        elif n3 == 0:
            o.error_message = None
            pos = pos + 19
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 19, n3)
        o.num_partitions, o.replication_factor, n4 = unpack_ihB(buf, pos)
        pos += 7
        if n4 > 127:
            n4, pos = uvarint_rest(buf, pos, n4)
        if n4 < 2:
            o.configs = [] if n4 else None
        else:
            n4 -= 1
            if n4 * 6 > end - pos or n4 > ctx.left:
                refuse_count(n4, 6, end - pos)
            ctx.left -= n4
            if n4 < 8 and key_creatable_topic_configs_v5 is None:
                o.configs, pos, _ = some_creatable_topic_configs_v5(buf, pos, end, n4, ctx)
            else:
                o.configs, pos, key_creatable_topic_configs_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n4,
                    ctx,
                    some_creatable_topic_configs_v5,
                    fill_creatable_topic_configs_v5,
                    rows_creatable_topic_configs_v5,
                    key_creatable_topic_configs_v5,
                )
        t = buf[pos]
        o.topic_config_error_code = 0
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_creatable_topic_result_v7(o, buf, pos, end, t, ctx)
    return out, pos


def read_creatable_topic_result_v5_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicResult], int]:
    out = many(CreatableTopicResult, count)
    key_creatable_topic_configs_v5: Key | None = None
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.error_code, n2 = unpack_hB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n2 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n2)
        o.num_partitions, o.replication_factor, n3 = unpack_ihB(buf, pos)
        pos += 7
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.configs = [] if n3 else None
        else:
            n3 -= 1
            if n3 * 6 > end - pos or n3 > ctx.left:
                refuse_count(n3, 6, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_creatable_topic_configs_v5 is None:
                o.configs, pos, _ = some_creatable_topic_configs_v5(buf, pos, end, n3, ctx)
            else:
                o.configs, pos, key_creatable_topic_configs_v5 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_creatable_topic_configs_v5,
                    fill_creatable_topic_configs_v5,
                    rows_creatable_topic_configs_v5,
                    key_creatable_topic_configs_v5,
                )
        t = buf[pos]
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.unknown_tags = None
        pos += 1
        if t:
            pos = tags_creatable_topic_result_v5(o, buf, pos, end, t, ctx)
    return out, pos


def some_creatable_topic_result_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicResult], int, Key]:
    out = many(CreatableTopicResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        o.error_code, n2 = unpack_hh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n2)
            pos = pos + 4
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
    return out, pos, (n1, n2)


def fill_creatable_topic_result_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableTopicResult]:
    k0, k1 = key
    out = many(CreatableTopicResult, count)
    o: CreatableTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.name = v0.decode()
        o.error_message = v2.decode() if k1 >= 0 else None
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
    return out


def some_creatable_topic_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[CreatableTopicResult], int, Key]:
    out = many(CreatableTopicResult, count)
    for o in out:
        (n1,) = unpack_h(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 2
            o.name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.name = refuse_length(n1)
            pos = pos + 2
        (o.error_code,) = unpack_h(buf, pos)
        o.topic_id = ZERO_UUID
        o.error_message = ""
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
        pos += 2
    return out, pos, (n1,)


def fill_creatable_topic_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[CreatableTopicResult]:
    out = many(CreatableTopicResult, count)
    o: CreatableTopicResult
    for o, row in zip(out, rows):
        v0, o.error_code = row
        o.name = v0.decode()
        o.topic_id = ZERO_UUID
        o.error_message = ""
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
    return out


def tags_creatable_topic_result_v7(
    o: CreatableTopicResult, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.topic_config_error_code,) = unpack_h(buf, pos)
            pos += 2
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_creatable_topic_result_v7(o: CreatableTopicResult) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.topic_config_error_code != 0:
        parts = []
        put = parts.append
        put(pack_h(o.topic_config_error_code))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def write_creatable_topic_result_v7_array(items: Iterable[CreatableTopicResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_5[0, 0]
    last11 = last12 = -1
    pack10 = shapes_6[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.configs
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_5[last8, last9]
            put(pack7(n2 + 1, s1, o.topic_id.bytes, o.error_code, n4, s3, o.num_partitions, o.replication_factor))
            put(COUNTS[len(v6)])
            write_creatable_topic_configs_v5_array(v6, put)
        if not v6:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_6[last11, last12]
            put(
                pack10(
                    n2 + 1,
                    s1,
                    o.topic_id.bytes,
                    o.error_code,
                    n4,
                    s3,
                    o.num_partitions,
                    o.replication_factor,
                    v6 is not None,
                )
            )
        if o.topic_config_error_code != 0 or o.unknown_tags:
            put(tagged_creatable_topic_result_v7(o))
        else:
            put(b"\0")


def tags_creatable_topic_result_v5(
    o: CreatableTopicResult, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.topic_config_error_code,) = unpack_h(buf, pos)
            pos += 2
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_creatable_topic_result_v5(o: CreatableTopicResult) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.topic_config_error_code != 0:
        parts = []
        put = parts.append
        put(pack_h(o.topic_config_error_code))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def write_creatable_topic_result_v5_array(items: Iterable[CreatableTopicResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_3[0, 0]
    last11 = last12 = -1
    pack10 = shapes_4[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.configs
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_3[last8, last9]
            put(pack7(n2 + 1, s1, o.error_code, n4, s3, o.num_partitions, o.replication_factor))
            put(COUNTS[len(v6)])
            write_creatable_topic_configs_v5_array(v6, put)
        if not v6:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_4[last11, last12]
            put(pack10(n2 + 1, s1, o.error_code, n4, s3, o.num_partitions, o.replication_factor, v6 is not None))
        if o.topic_config_error_code != 0 or o.unknown_tags:
            put(tagged_creatable_topic_result_v5(o))
        else:
            put(b"\0")


def write_creatable_topic_result_v1_array(items: Iterable[CreatableTopicResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_2[0, 0]
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.error_message
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
            pack6 = shapes_2[last7, last8]
        put(pack6(n2, s1, o.error_code, n4, s3))


def write_creatable_topic_result_v0_array(items: Iterable[CreatableTopicResult], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(shapes_1[n2](n2, s1, o.error_code))


def read_create_topics_response_v7(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsResponse, int]:
    o = new(CreateTopicsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 28 > end - pos or n1 > ctx.left:
            refuse_count(n1, 28, end - pos)
        ctx.left -= n1
        o.topics, pos = read_creatable_topic_result_v7_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_topics_response_v5(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsResponse, int]:
    o = new(CreateTopicsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 12 > end - pos or n1 > ctx.left:
            refuse_count(n1, 12, end - pos)
        ctx.left -= n1
        o.topics, pos = read_creatable_topic_result_v5_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_create_topics_response_v2(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsResponse, int]:
    key_creatable_topic_result_v1: Key | None = None
    o = new(CreateTopicsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_creatable_topic_result_v1 is None:
            o.topics, pos, _ = some_creatable_topic_result_v1(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_creatable_topic_result_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_creatable_topic_result_v1,
                fill_creatable_topic_result_v1,
                rows_creatable_topic_result_v1,
                key_creatable_topic_result_v1,
            )
    o.unknown_tags = None
    return o, pos


def read_create_topics_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsResponse, int]:
    key_creatable_topic_result_v1: Key | None = None
    o = new(CreateTopicsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_creatable_topic_result_v1 is None:
            o.topics, pos, _ = some_creatable_topic_result_v1(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_creatable_topic_result_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_creatable_topic_result_v1,
                fill_creatable_topic_result_v1,
                rows_creatable_topic_result_v1,
                key_creatable_topic_result_v1,
            )
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def read_create_topics_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[CreateTopicsResponse, int]:
    key_creatable_topic_result_v0: Key | None = None
    o = new(CreateTopicsResponse)
    (n1,) = unpack_i(buf, pos)
    pos += 4
    if n1 < 1:
        o.topics = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 4 > end - pos or n1 > ctx.left:
            refuse_count(n1, 4, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_creatable_topic_result_v0 is None:
            o.topics, pos, _ = some_creatable_topic_result_v0(buf, pos, end, n1, ctx)
        else:
            o.topics, pos, key_creatable_topic_result_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_creatable_topic_result_v0,
                fill_creatable_topic_result_v0,
                rows_creatable_topic_result_v0,
                key_creatable_topic_result_v0,
            )
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def encode_create_topics_response_v7(o: CreateTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_creatable_topic_result_v7_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_topics_response_v5(o: CreateTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_creatable_topic_result_v5_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.throttle_time_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_create_topics_response_v2(o: CreateTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_creatable_topic_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_create_topics_response_v1(o: CreateTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_creatable_topic_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


def encode_create_topics_response_v0(o: CreateTopicsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(pack_i(len(v1)))
        write_creatable_topic_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_i(0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[CreateTopicsResponse], bytes]] = {
    0: encode_create_topics_response_v0,
    1: encode_create_topics_response_v1,
    2: encode_create_topics_response_v2,
    3: encode_create_topics_response_v2,
    4: encode_create_topics_response_v2,
    5: encode_create_topics_response_v5,
    6: encode_create_topics_response_v5,
    7: encode_create_topics_response_v7,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[CreateTopicsResponse, int]]] = {
    0: read_create_topics_response_v0,
    1: read_create_topics_response_v1,
    2: read_create_topics_response_v2,
    3: read_create_topics_response_v2,
    4: read_create_topics_response_v2,
    5: read_create_topics_response_v5,
    6: read_create_topics_response_v5,
    7: read_create_topics_response_v7,
}
NEEDS_CONTEXT = True
SPEC = """\
CreateTopicsResponse response 0-7 flexible=5+
 ThrottleTimeMs int32 2+ ignorable
 Topics []CreatableTopicResult 0+
  Name string 0+
  TopicId uuid 7+ ignorable
  ErrorCode int16 0+
  ErrorMessage string 1+ null=1+ ignorable
  TopicConfigErrorCode int16 5+ tag=0@5+ ignorable
  NumPartitions int32 5+ ignorable default=-1
  ReplicationFactor int16 5+ ignorable default=-1
  Configs []CreatableTopicConfigs 5+ null=5+ ignorable
   Name string 5+
   Value string 5+ null=5+
   ReadOnly bool 5+
   ConfigSource int8 5+ ignorable default=-1
   IsSensitive bool 5+
"""
