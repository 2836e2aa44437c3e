# Generated from rpc/DescribeConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.describe_configs_response import (
    DescribeConfigsResourceResult,
    DescribeConfigsResponse,
    DescribeConfigsResult,
    DescribeConfigsSynonym,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
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

pack_i = Packer(">i").pack
pack_iBx = Packer(">iBx").pack
pack_ii = Packer(">ii").pack
rows_describe_configs_resource_result_v0 = Rows("Y1 Y1 ???")
rows_describe_configs_synonym_v1 = Rows("Y1 Y1 b")
rows_describe_configs_synonym_v4 = Rows("P1 P1 b T")
shapes_1 = Shapes("hh%dsbh%dsi")
shapes_10 = Shapes("S%dsS%ds?b?BbS%dsx")
shapes_11 = Shapes("h%dsh%dsb")
shapes_12 = Shapes("S%dsS%dsbx")
shapes_2 = Shapes("hS%dsbS%ds")
shapes_3 = Shapes("hS%dsbS%dsBx")
shapes_4 = Shapes("h%dsh%ds???")
shapes_5 = Shapes("h%dsh%ds?b?i")
shapes_6 = Shapes("bh%ds")
shapes_7 = Shapes("h%dsh%ds?b?ibh%ds")
shapes_8 = Shapes("S%dsS%ds?b?")
shapes_9 = Shapes("bS%dsx")
unpack_b = Packer(">b").unpack_from
unpack_bB = Packer(">bB").unpack_from
unpack_bh = Packer(">bh").unpack_from
unpack_h = Packer(">h").unpack_from
unpack_hB = Packer(">hB").unpack_from
unpack_hh = Packer(">hh").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_ii = Packer(">ii").unpack_from
unpack_tbtB = Packer(">?b?B").unpack_from
unpack_tbti = Packer(">?b?i").unpack_from
unpack_ttt = Packer(">???").unpack_from


def some_describe_configs_synonym_v4(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsSynonym], int, Key]:
    out = many(DescribeConfigsSynonym, count)
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
        o.source, t = unpack_bB(buf, pos)
        o.unknown_tags = None
        pos += 2
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_describe_configs_synonym_v4(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeConfigsSynonym]:
    k0, k1, _ = key
    out = many(DescribeConfigsSynonym, count)
    o: DescribeConfigsSynonym
    for o, row in zip(out, rows):
        v0, v1, o.source = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 else None
        o.unknown_tags = None
    return out


def some_describe_configs_synonym_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsSynonym], int, Key]:
    out = many(DescribeConfigsSynonym, count)
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
        (o.source,) = unpack_b(buf, pos)
        o.unknown_tags = None
        pos += 1
    return out, pos, (n1, n2)


def fill_describe_configs_synonym_v1(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeConfigsSynonym]:
    k0, k1 = key
    out = many(DescribeConfigsSynonym, count)
    o: DescribeConfigsSynonym
    for o, row in zip(out, rows):
        v0, v1, o.source = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 >= 0 else None
        o.unknown_tags = None
    return out


def write_describe_configs_synonym_v4_array(items: Iterable[DescribeConfigsSynonym], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_12[0, 0]
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
            pack6 = shapes_12[last7, last8]
        data = pack6(n2 + 1, s1, n4, s3, o.source)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_configs_synonym_v1_array(items: Iterable[DescribeConfigsSynonym], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_11[0, 0]
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
            pack6 = shapes_11[last7, last8]
        put(pack6(n2, s1, n4, s3, o.source))


def read_describe_configs_resource_result_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResourceResult], int]:
    out = many(DescribeConfigsResourceResult, count)
    key_describe_configs_synonym_v4: Key | None = None
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
        o.read_only, o.config_source, o.is_sensitive, n3 = unpack_tbtB(buf, pos)
        pos += 4
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.synonyms = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 4 > end - pos or n3 > ctx.left:
                refuse_count(n3, 4, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_configs_synonym_v4 is None:
                o.synonyms, pos, _ = some_describe_configs_synonym_v4(buf, pos, end, n3, ctx)
            else:
                o.synonyms, pos, key_describe_configs_synonym_v4 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_configs_synonym_v4,
                    fill_describe_configs_synonym_v4,
                    rows_describe_configs_synonym_v4,
                    key_describe_configs_synonym_v4,
                )
        o.config_type, n4 = unpack_bB(buf, pos)
        if 0 < n4 < 128:
            p = pos + n4 + 1
            o.documentation = buf[pos + 2 : p].decode()
            pos = p
        elif n4 == 0:
            o.documentation = None
            pos = pos + 2
        else:
            o.documentation, pos = long_string_or_null(buf, pos + 2, n4)
        t = buf[pos]
        o.is_default = False
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_configs_resource_result_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResourceResult], int]:
    out = many(DescribeConfigsResourceResult, count)
    key_describe_configs_synonym_v1: Key | None = None
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
        o.read_only, o.config_source, o.is_sensitive, n3 = unpack_tbti(buf, pos)
        pos += 7
        if n3 < 1:
            o.synonyms = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 5 > end - pos or n3 > ctx.left:
                refuse_count(n3, 5, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_configs_synonym_v1 is None:
                o.synonyms, pos, _ = some_describe_configs_synonym_v1(buf, pos, end, n3, ctx)
            else:
                o.synonyms, pos, key_describe_configs_synonym_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_configs_synonym_v1,
                    fill_describe_configs_synonym_v1,
                    rows_describe_configs_synonym_v1,
                    key_describe_configs_synonym_v1,
                )
        o.config_type, n4 = unpack_bh(buf, pos)
        if n4 >= 0:
            p = pos + n4 + 3
            o.documentation = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.documentation = null_or_refuse(n4)
            pos = pos + 3
        o.is_default = False
        o.unknown_tags = None
    return out, pos


def read_describe_configs_resource_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResourceResult], int]:
    out = many(DescribeConfigsResourceResult, count)
    key_describe_configs_synonym_v1: Key | None = None
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
        o.read_only, o.config_source, o.is_sensitive, n3 = unpack_tbti(buf, pos)
        pos += 7
        if n3 < 1:
            o.synonyms = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 5 > end - pos or n3 > ctx.left:
                refuse_count(n3, 5, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_configs_synonym_v1 is None:
                o.synonyms, pos, _ = some_describe_configs_synonym_v1(buf, pos, end, n3, ctx)
            else:
                o.synonyms, pos, key_describe_configs_synonym_v1 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_configs_synonym_v1,
                    fill_describe_configs_synonym_v1,
                    rows_describe_configs_synonym_v1,
                    key_describe_configs_synonym_v1,
                )
        o.is_default = False
        o.config_type = 0
        o.documentation = ""
        o.unknown_tags = None
    return out, pos


def some_describe_configs_resource_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResourceResult], int, Key]:
    out = many(DescribeConfigsResourceResult, count)
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
        o.read_only, o.is_default, o.is_sensitive = unpack_ttt(buf, pos)
        o.config_source = -1
        o.synonyms = []
        o.config_type = 0
        o.documentation = ""
        o.unknown_tags = None
        pos += 3
    return out, pos, (n1, n2)


def fill_describe_configs_resource_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[DescribeConfigsResourceResult]:
    k0, k1 = key
    out = many(DescribeConfigsResourceResult, count)
    o: DescribeConfigsResourceResult
    for o, row in zip(out, rows):
        v0, v1, o.read_only, o.is_default, o.is_sensitive = row
        o.name = v0.decode()
        o.value = v1.decode() if k1 >= 0 else None
        o.config_source = -1
        o.synonyms = []
        o.config_type = 0
        o.documentation = ""
        o.unknown_tags = None
    return out


def write_describe_configs_resource_result_v4_array(items: Iterable[DescribeConfigsResourceResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_8[0, 0]
    last14 = last15 = last16 = -1
    pack13 = shapes_10[0, 0, 0]
    for o in items:
        if o.is_default:
            absent(o, "is_default")
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        v6 = o.synonyms
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_8[last8, last9]
            put(pack7(n2 + 1, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive))
            put(COUNTS[len(v6)])
            write_describe_configs_synonym_v4_array(v6, put)
        elif v6 is None:
            refuse_null()
        v12 = o.documentation
        if v12 is None:
            s10 = b""
            n11 = 0
        else:
            s10 = v12.encode()
            n11 = len(s10) + 1
        if v6:
            data = shapes_9[len(s10)](o.config_type, n11, s10)
        else:
            if last14 != n2 or last15 != len(s3) or last16 != len(s10):
                last14, last15, last16 = n2, len(s3), len(s10)
                pack13 = shapes_10[last14, last15, last16]
            data = pack13(n2 + 1, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive, 1, o.config_type, n11, s10)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_configs_resource_result_v3_array(items: Iterable[DescribeConfigsResourceResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_5[0, 0]
    last14 = last15 = last16 = -1
    pack13 = shapes_7[0, 0, 0]
    for o in items:
        if o.is_default:
            absent(o, "is_default")
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        v6 = o.synonyms
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_5[last8, last9]
            put(pack7(n2, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive, len(v6)))
            write_describe_configs_synonym_v1_array(v6, put)
        elif v6 is None:
            refuse_null()
        v12 = o.documentation
        if v12 is None:
            s10 = b""
            n11 = -1
        else:
            s10 = v12.encode()
            n11 = len(s10)
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if v6:
            put(shapes_6[len(s10)](o.config_type, n11, s10))
        else:
            if last14 != n2 or last15 != len(s3) or last16 != len(s10):
                last14, last15, last16 = n2, len(s3), len(s10)
                pack13 = shapes_7[last14, last15, last16]
            put(pack13(n2, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive, 0, o.config_type, n11, s10))


def write_describe_configs_resource_result_v1_array(items: Iterable[DescribeConfigsResourceResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_5[0, 0]
    last11 = last12 = -1
    pack10 = shapes_5[0, 0]
    for o in items:
        if o.is_default:
            absent(o, "is_default")
        s1 = o.name.encode()
        n2 = len(s1)
        v5 = o.value
        if v5 is None:
            s3 = b""
            n4 = -1
        else:
            s3 = v5.encode()
            n4 = len(s3)
        v6 = o.synonyms
        if v6:
            if last8 != n2 or last9 != len(s3):
                last8, last9 = n2, len(s3)
                pack7 = shapes_5[last8, last9]
            put(pack7(n2, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive, len(v6)))
            write_describe_configs_synonym_v1_array(v6, put)
        elif v6 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v6:
            if last11 != n2 or last12 != len(s3):
                last11, last12 = n2, len(s3)
                pack10 = shapes_5[last11, last12]
            put(pack10(n2, s1, n4, s3, o.read_only, o.config_source, o.is_sensitive, 0))


def write_describe_configs_resource_result_v0_array(items: Iterable[DescribeConfigsResourceResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
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
            pack6 = shapes_4[last7, last8]
        put(pack6(n2, s1, n4, s3, o.read_only, o.is_default, o.is_sensitive))


def read_describe_configs_result_v4_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResult], int]:
    out = many(DescribeConfigsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hB(buf, pos)
        if 0 < n1 < 128:
            p = pos + n1 + 2
            o.error_message = buf[pos + 3 : p].decode()
            pos = p
        elif n1 == 0:
            o.error_message = None
            pos = pos + 3
        else:
            o.error_message, pos = long_string_or_null(buf, pos + 3, n1)
        o.resource_type, n2 = unpack_bB(buf, pos)
        if 0 < n2 < 128:
            p = pos + n2 + 1
            o.resource_name = buf[pos + 2 : p].decode()
            pos = p
        else:
            o.resource_name, pos = long_string(buf, pos + 2, n2)
        n3 = buf[pos]
        pos += 1
        if n3 > 127:
            n3, pos = uvarint_rest(buf, pos, n3)
        if n3 < 2:
            o.configs = [] if n3 else refuse_length(-1)
        else:
            n3 -= 1
            if n3 * 9 > end - pos or n3 > ctx.left:
                refuse_count(n3, 9, end - pos)
            ctx.left -= n3
            o.configs, pos = read_describe_configs_resource_result_v4_array(buf, pos, end, n3, ctx)
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos


def read_describe_configs_result_v3_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResult], int]:
    out = many(DescribeConfigsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.resource_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n2)
            pos = pos + 3
        (n3,) = unpack_i(buf, pos)
        pos += 4
        if n3 < 1:
            o.configs = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 14 > end - pos or n3 > ctx.left:
                refuse_count(n3, 14, end - pos)
            ctx.left -= n3
            o.configs, pos = read_describe_configs_resource_result_v3_array(buf, pos, end, n3, ctx)
        o.unknown_tags = None
    return out, pos


def read_describe_configs_result_v1_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResult], int]:
    out = many(DescribeConfigsResult, count)
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.resource_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n2)
            pos = pos + 3
        (n3,) = unpack_i(buf, pos)
        pos += 4
        if n3 < 1:
            o.configs = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 11 > end - pos or n3 > ctx.left:
                refuse_count(n3, 11, end - pos)
            ctx.left -= n3
            o.configs, pos = read_describe_configs_resource_result_v1_array(buf, pos, end, n3, ctx)
        o.unknown_tags = None
    return out, pos


def read_describe_configs_result_v0_array(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[DescribeConfigsResult], int]:
    out = many(DescribeConfigsResult, count)
    key_describe_configs_resource_result_v0: Key | None = None
    for o in out:
        o.error_code, n1 = unpack_hh(buf, pos)
        if n1 >= 0:
            p = pos + n1 + 4
            o.error_message = buf[pos + 4 : p].decode()
            pos = p
        else:
            o.error_message = null_or_refuse(n1)
            pos = pos + 4
        o.resource_type, n2 = unpack_bh(buf, pos)
        if n2 >= 0:
            p = pos + n2 + 3
            o.resource_name = buf[pos + 3 : p].decode()
            pos = p
        else:
            o.resource_name = refuse_length(n2)
            pos = pos + 3
        (n3,) = unpack_i(buf, pos)
        pos += 4
        if n3 < 1:
            o.configs = [] if n3 == 0 else refuse_length(n3)
        else:
            if n3 * 7 > end - pos or n3 > ctx.left:
                refuse_count(n3, 7, end - pos)
            ctx.left -= n3
            if n3 < 8 and key_describe_configs_resource_result_v0 is None:
                o.configs, pos, _ = some_describe_configs_resource_result_v0(buf, pos, end, n3, ctx)
            else:
                o.configs, pos, key_describe_configs_resource_result_v0 = read_rows(
                    buf,
                    pos,
                    end,
                    n3,
                    ctx,
                    some_describe_configs_resource_result_v0,
                    fill_describe_configs_resource_result_v0,
                    rows_describe_configs_resource_result_v0,
                    key_describe_configs_resource_result_v0,
                )
        o.unknown_tags = None
    return out, pos


def write_describe_configs_result_v4_array(items: Iterable[DescribeConfigsResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_2[0, 0]
    last11 = last12 = -1
    pack10 = shapes_3[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = 0
        else:
            s1 = v3.encode()
            n2 = len(s1) + 1
        s4 = o.resource_name.encode()
        n5 = len(s4)
        v6 = o.configs
        if v6:
            if last8 != len(s1) or last9 != n5:
                last8, last9 = len(s1), n5
                pack7 = shapes_2[last8, last9]
            put(pack7(o.error_code, n2, s1, o.resource_type, n5 + 1, s4))
            put(COUNTS[len(v6)])
            write_describe_configs_resource_result_v4_array(v6, put)
        elif v6 is None:
            refuse_null()
        if v6:
            data = b"\0"
        else:
            if last11 != len(s1) or last12 != n5:
                last11, last12 = len(s1), n5
                pack10 = shapes_3[last11, last12]
            data = pack10(o.error_code, n2, s1, o.resource_type, n5 + 1, s4, 1)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_describe_configs_result_v3_array(items: Iterable[DescribeConfigsResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_1[0, 0]
    last11 = last12 = -1
    pack10 = shapes_1[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        s4 = o.resource_name.encode()
        n5 = len(s4)
        v6 = o.configs
        if v6:
            if last8 != len(s1) or last9 != n5:
                last8, last9 = len(s1), n5
                pack7 = shapes_1[last8, last9]
            put(pack7(o.error_code, n2, s1, o.resource_type, n5, s4, len(v6)))
            write_describe_configs_resource_result_v3_array(v6, put)
        elif v6 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v6:
            if last11 != len(s1) or last12 != n5:
                last11, last12 = len(s1), n5
                pack10 = shapes_1[last11, last12]
            put(pack10(o.error_code, n2, s1, o.resource_type, n5, s4, 0))


def write_describe_configs_result_v1_array(items: Iterable[DescribeConfigsResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_1[0, 0]
    last11 = last12 = -1
    pack10 = shapes_1[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        s4 = o.resource_name.encode()
        n5 = len(s4)
        v6 = o.configs
        if v6:
            if last8 != len(s1) or last9 != n5:
                last8, last9 = len(s1), n5
                pack7 = shapes_1[last8, last9]
            put(pack7(o.error_code, n2, s1, o.resource_type, n5, s4, len(v6)))
            write_describe_configs_resource_result_v1_array(v6, put)
        elif v6 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v6:
            if last11 != len(s1) or last12 != n5:
                last11, last12 = len(s1), n5
                pack10 = shapes_1[last11, last12]
            put(pack10(o.error_code, n2, s1, o.resource_type, n5, s4, 0))


def write_describe_configs_result_v0_array(items: Iterable[DescribeConfigsResult], put: Put) -> None:
    last8 = last9 = -1
    pack7 = shapes_1[0, 0]
    last11 = last12 = -1
    pack10 = shapes_1[0, 0]
    for o in items:
        v3 = o.error_message
        if v3 is None:
            s1 = b""
            n2 = -1
        else:
            s1 = v3.encode()
            n2 = len(s1)
        s4 = o.resource_name.encode()
        n5 = len(s4)
        v6 = o.configs
        if v6:
            if last8 != len(s1) or last9 != n5:
                last8, last9 = len(s1), n5
                pack7 = shapes_1[last8, last9]
            put(pack7(o.error_code, n2, s1, o.resource_type, n5, s4, len(v6)))
            write_describe_configs_resource_result_v0_array(v6, put)
        elif v6 is None:
            refuse_null()
        if o.unknown_tags:
            absent(o, "unknown_tags")
        if not v6:
            if last11 != len(s1) or last12 != n5:
                last11, last12 = len(s1), n5
                pack10 = shapes_1[last11, last12]
            put(pack10(o.error_code, n2, s1, o.resource_type, n5, s4, 0))


def read_describe_configs_response_v4(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsResponse, int]:
    o = new(DescribeConfigsResponse)
    o.throttle_time_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.results = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_configs_result_v4_array(buf, pos, end, n1, ctx)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_describe_configs_response_v3(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsResponse, int]:
    o = new(DescribeConfigsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_configs_result_v3_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_configs_response_v1(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsResponse, int]:
    o = new(DescribeConfigsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_configs_result_v1_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def read_describe_configs_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[DescribeConfigsResponse, int]:
    o = new(DescribeConfigsResponse)
    o.throttle_time_ms, n1 = unpack_ii(buf, pos)
    pos += 8
    if n1 < 1:
        o.results = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 11 > end - pos or n1 > ctx.left:
            refuse_count(n1, 11, end - pos)
        ctx.left -= n1
        o.results, pos = read_describe_configs_result_v0_array(buf, pos, end, n1, ctx)
    o.unknown_tags = None
    return o, pos


def encode_describe_configs_response_v4(o: DescribeConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_i(o.throttle_time_ms))
        put(COUNTS[len(v1)])
        write_describe_configs_result_v4_array(v1, put)
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


def encode_describe_configs_response_v3(o: DescribeConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_describe_configs_result_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_describe_configs_response_v1(o: DescribeConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_describe_configs_result_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


def encode_describe_configs_response_v0(o: DescribeConfigsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.results
    if v1:
        put(pack_ii(o.throttle_time_ms, len(v1)))
        write_describe_configs_result_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_ii(o.throttle_time_ms, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[DescribeConfigsResponse], bytes]] = {
    0: encode_describe_configs_response_v0,
    1: encode_describe_configs_response_v1,
    2: encode_describe_configs_response_v1,
    3: encode_describe_configs_response_v3,
    4: encode_describe_configs_response_v4,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[DescribeConfigsResponse, int]]] = {
    0: read_describe_configs_response_v0,
    1: read_describe_configs_response_v1,
    2: read_describe_configs_response_v1,
    3: read_describe_configs_response_v3,
    4: read_describe_configs_response_v4,
}
NEEDS_CONTEXT = True
SPEC = """\
DescribeConfigsResponse response 0-4 flexible=4+
 ThrottleTimeMs int32 0+
 Results []DescribeConfigsResult 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
  ResourceType int8 0+
  ResourceName string 0+
  Configs []DescribeConfigsResourceResult 0+
   Name string 0+
   Value string 0+ null=0+
   ReadOnly bool 0+
   IsDefault bool 0
   ConfigSource int8 1+ ignorable default=-1
   IsSensitive bool 0+
   Synonyms []DescribeConfigsSynonym 1+ ignorable
    Name string 1+
    Value string 1+ null=1+
    Source int8 1+
   ConfigType int8 3+ ignorable default=0
   Documentation string 3+ null=3+ ignorable
"""
