# Generated from rpc/UpdateFeaturesRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.update_features_request import FeatureUpdateKey, UpdateFeaturesRequest
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    long_string,
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
pack_iBtx = Packer(">iB?x").pack
pack_iBx = Packer(">iBx").pack
pack_tx = Packer(">?x").pack
rows_feature_update_key_v0 = Rows("P1 h? T")
rows_feature_update_key_v1 = Rows("P1 hb T")
shapes_1 = Shapes("S%dsh?x")
shapes_2 = Shapes("S%dshbx")
unpack_hbB = Packer(">hbB").unpack_from
unpack_htB = Packer(">h?B").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_tB = Packer(">?B").unpack_from


def some_feature_update_key_v1(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FeatureUpdateKey], int, Key]:
    out = many(FeatureUpdateKey, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.feature = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.feature, pos = long_string(buf, pos + 1, n1)
        o.max_version_level, o.upgrade_type, t = unpack_hbB(buf, pos)
        o.allow_downgrade = False
        o.unknown_tags = None
        pos += 4
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_feature_update_key_v1(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FeatureUpdateKey]:
    out = many(FeatureUpdateKey, count)
    o: FeatureUpdateKey
    for o, row in zip(out, rows):
        v0, o.max_version_level, o.upgrade_type = row
        o.feature = v0.decode()
        o.allow_downgrade = False
        o.unknown_tags = None
    return out


def some_feature_update_key_v0(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FeatureUpdateKey], int, Key]:
    out = many(FeatureUpdateKey, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.feature = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.feature, pos = long_string(buf, pos + 1, n1)
        o.max_version_level, o.allow_downgrade, t = unpack_htB(buf, pos)
        o.upgrade_type = 1
        o.unknown_tags = None
        pos += 4
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_feature_update_key_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FeatureUpdateKey]:
    out = many(FeatureUpdateKey, count)
    o: FeatureUpdateKey
    for o, row in zip(out, rows):
        v0, o.max_version_level, o.allow_downgrade = row
        o.feature = v0.decode()
        o.upgrade_type = 1
        o.unknown_tags = None
    return out


def write_feature_update_key_v1_array(items: Iterable[FeatureUpdateKey], put: Put) -> None:
    for o in items:
        if o.allow_downgrade:
            absent(o, "allow_downgrade")
        s1 = o.feature.encode()
        n2 = len(s1)
        data = shapes_2[n2](n2 + 1, s1, o.max_version_level, o.upgrade_type)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_feature_update_key_v0_array(items: Iterable[FeatureUpdateKey], put: Put) -> None:
    for o in items:
        if o.upgrade_type != 1:
            absent(o, "upgrade_type")
        s1 = o.feature.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1, o.max_version_level, o.allow_downgrade)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def read_update_features_request_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateFeaturesRequest, int]:
    key_feature_update_key_v1: Key | None = None
    o = new(UpdateFeaturesRequest)
    o.timeout_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.feature_updates = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_feature_update_key_v1 is None:
            o.feature_updates, pos, _ = some_feature_update_key_v1(buf, pos, end, n1, ctx)
        else:
            o.feature_updates, pos, key_feature_update_key_v1 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_feature_update_key_v1,
                fill_feature_update_key_v1,
                rows_feature_update_key_v1,
                key_feature_update_key_v1,
            )
    o.validate_only, t = unpack_tB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def read_update_features_request_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[UpdateFeaturesRequest, int]:
    key_feature_update_key_v0: Key | None = None
    o = new(UpdateFeaturesRequest)
    o.timeout_ms, n1 = unpack_iB(buf, pos)
    pos += 5
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.feature_updates = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 5 > end - pos or n1 > ctx.left:
            refuse_count(n1, 5, end - pos)
        ctx.left -= n1
        if n1 < 8 and key_feature_update_key_v0 is None:
            o.feature_updates, pos, _ = some_feature_update_key_v0(buf, pos, end, n1, ctx)
        else:
            o.feature_updates, pos, key_feature_update_key_v0 = read_rows(
                buf,
                pos,
                end,
                n1,
                ctx,
                some_feature_update_key_v0,
                fill_feature_update_key_v0,
                rows_feature_update_key_v0,
                key_feature_update_key_v0,
            )
    t = buf[pos]
    o.validate_only = False
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_update_features_request_v1(o: UpdateFeaturesRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.feature_updates
    if v1:
        put(pack_i(o.timeout_ms))
        put(COUNTS[len(v1)])
        write_feature_update_key_v1_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_tx(o.validate_only)
    else:
        data = pack_iBtx(o.timeout_ms, 1, o.validate_only)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


def encode_update_features_request_v0(o: UpdateFeaturesRequest) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    if o.validate_only:
        absent(o, "validate_only")
    v1 = o.feature_updates
    if v1:
        put(pack_i(o.timeout_ms))
        put(COUNTS[len(v1)])
        write_feature_update_key_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        data = b"\0"
    else:
        data = pack_iBx(o.timeout_ms, 1)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[UpdateFeaturesRequest], bytes]] = {
    0: encode_update_features_request_v0,
    1: encode_update_features_request_v1,
    2: encode_update_features_request_v1,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[UpdateFeaturesRequest, int]]] = {
    0: read_update_features_request_v0,
    1: read_update_features_request_v1,
    2: read_update_features_request_v1,
}
NEEDS_CONTEXT = True
SPEC = """\
UpdateFeaturesRequest request 0-2 flexible=0+
 TimeoutMs int32 0+ default=60000
 FeatureUpdates []FeatureUpdateKey 0+
  Feature string 0+
  MaxVersionLevel int16 0+
  AllowDowngrade bool 0
  UpgradeType int8 1+ default=1
 ValidateOnly bool 1+ default=false
"""
