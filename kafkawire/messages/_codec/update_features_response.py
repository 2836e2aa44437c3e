# Generated from rpc/UpdateFeaturesResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.update_features_response import UpdatableFeatureResult, UpdateFeaturesResponse
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    long_string,
    long_string_or_null,
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

rows_updatable_feature_result_v0 = Rows("P1 h P1 T")
shapes_1 = Shapes("ihS%ds")
shapes_2 = Shapes("ihS%dsBx")
shapes_3 = Shapes("ihS%dsx")
shapes_4 = Shapes("S%dshS%dsx")
unpack_hB = Packer(">hB").unpack_from
unpack_ihB = Packer(">ihB").unpack_from


def some_updatable_feature_result_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[UpdatableFeatureResult], int, Key]:
    out = many(UpdatableFeatureResult, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.feature = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.feature, pos = long_string(buf, pos + 1, n1)
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
        t = buf[pos]
        o.unknown_tags = None
        pos += 1
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, n2, t)


def fill_updatable_feature_result_v0(
    rows: Iterator[Any], count: int, key: Key, ctx: Context
) -> list[UpdatableFeatureResult]:
    k0, k1, _ = key
    out = many(UpdatableFeatureResult, count)
    o: UpdatableFeatureResult
    for o, row in zip(out, rows):
        v0, o.error_code, v2 = row
        o.feature = v0.decode()
        o.error_message = v2.decode() if k1 else None
        o.unknown_tags = None
    return out


def write_updatable_feature_result_v0_array(items: Iterable[UpdatableFeatureResult], put: Put) -> None:
    last7 = last8 = -1
    pack6 = shapes_4[0, 0]
    for o in items:
        s1 = o.feature.encode()
        n2 = len(s1)
        v5 = o.error_message
        if v5 is None:
            s3 = b""
            n4 = 0
        else:
            s3 = v5.encode()
            n4 = len(s3) + 1
        if last7 != n2 or last8 != len(s3):
            last7, last8 = n2, len(s3)
            pack6 = shapes_4[last7, last8]
        data = pack6(n2 + 1, s1, o.error_code, n4, s3)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_update_features_response_v2(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateFeaturesResponse, int]:
    o = new(UpdateFeaturesResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    t = buf[pos]
    o.results = []
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_update_features_response_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[UpdateFeaturesResponse, int]:
    key_updatable_feature_result_v0: Key | None = None
    o = new(UpdateFeaturesResponse)
    o.throttle_time_ms, o.error_code, n1 = unpack_ihB(buf, pos)
    if 0 < n1 < 128:
        p = pos + n1 + 6
        o.error_message = buf[pos + 7 : p].decode()
        pos = p
    elif n1 == 0:
        o.error_message = None
        pos = pos + 7
    else:
        o.error_message, pos = long_string_or_null(buf, pos + 7, n1)
    n2 = buf[pos]
    pos += 1
    if n2 > 127:
        n2, pos = uvarint_rest(buf, pos, n2)
    if n2 < 2:
        o.results = [] if n2 else refuse_length(-1)
    else:
        n2 -= 1
        if n2 * 5 > end - pos or n2 > ctx.left:
            refuse_count(n2, 5, end - pos)
        ctx.left -= n2
        if n2 < 8 and key_updatable_feature_result_v0 is None:
            o.results, pos, _ = some_updatable_feature_result_v0(buf, pos, end, n2, ctx)
        else:
            o.results, pos, key_updatable_feature_result_v0 = read_rows(
                buf,
                pos,
                end,
                n2,
                ctx,
                some_updatable_feature_result_v0,
                fill_updatable_feature_result_v0,
                rows_updatable_feature_result_v0,
                key_updatable_feature_result_v0,
            )
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_update_features_response_v2(o: UpdateFeaturesResponse) -> bytes:
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    data = shapes_3[len(s1)](o.throttle_time_ms, o.error_code, n2, s1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


def encode_update_features_response_v0(o: UpdateFeaturesResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v3 = o.error_message
    if v3 is None:
        s1 = b""
        n2 = 0
    else:
        s1 = v3.encode()
        n2 = len(s1) + 1
    v4 = o.results
    if v4:
        put(shapes_1[len(s1)](o.throttle_time_ms, o.error_code, n2, s1))
        put(COUNTS[len(v4)])
        write_updatable_feature_result_v0_array(v4, put)
    elif v4 is None:
        refuse_null()
    if v4:
        data = b"\0"
    else:
        data = shapes_2[len(s1)](o.throttle_time_ms, o.error_code, n2, s1, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UpdateFeaturesResponse], bytes]] = {
    0: encode_update_features_response_v0,
    1: encode_update_features_response_v0,
    2: encode_update_features_response_v2,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateFeaturesResponse, int]]] = {
    0: read_update_features_response_v0,
    1: read_update_features_response_v0,
    2: read_update_features_response_v2,
}
NEEDS_CONTEXT = True
SPEC = """\
UpdateFeaturesResponse response 0-2 flexible=0+
 ThrottleTimeMs int32 0+
 ErrorCode int16 0+
 ErrorMessage string 0+ null=0+
 Results []UpdatableFeatureResult 0-1 ignorable
  Feature string 0+
  ErrorCode int16 0+
  ErrorMessage string 0+ null=0+
"""
