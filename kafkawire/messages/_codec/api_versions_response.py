# Generated from rpc/ApiVersionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.messages.api_versions_response import (
    ApiVersion,
    ApiVersionsResponse,
    FinalizedFeatureKey,
    SupportedFeatureKey,
)
from kafkawire.wire import (
    COUNTS,
    Context,
    Put,
    Rows,
    Shapes,
    absent,
    check_tag_size,
    long_string,
    many,
    merge_tags,
    new,
    read_rows,
    refuse_count,
    refuse_length,
    refuse_null,
    tag_sections,
    unknown_tags,
    uvarint_rest,
)

Key = tuple[int, ...]

iter_api_version_v0 = Packer(">hhh").iter_unpack
iter_api_version_v3 = Packer(">hhhx").iter_unpack
pack_B = Packer(">B").pack
pack_h = Packer(">h").pack
pack_hBi = Packer(">hBi").pack
pack_hhh = Packer(">hhh").pack
pack_hhhx = Packer(">hhhx").pack
pack_hi = Packer(">hi").pack
pack_hii = Packer(">hii").pack
pack_i = Packer(">i").pack
pack_q = Packer(">q").pack
pack_t = Packer(">?").pack
rows_api_version_v0 = Rows("hhh")
rows_api_version_v3 = Rows("hhh T")
rows_finalized_feature_key_v3 = Rows("P1 hh T")
rows_supported_feature_key_v3 = Rows("P1 hh T")
shapes_1 = Shapes("S%dshhx")
unpack_hB = Packer(">hB").unpack_from
unpack_hhB = Packer(">hhB").unpack_from
unpack_hhh = Packer(">hhh").unpack_from
unpack_hhhB = Packer(">hhhB").unpack_from
unpack_hi = Packer(">hi").unpack_from
unpack_i = Packer(">i").unpack_from
unpack_iB = Packer(">iB").unpack_from
unpack_q = Packer(">q").unpack_from
unpack_t = Packer(">?").unpack_from


def some_api_version_v3(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[ApiVersion], int, Key]:
    out = many(ApiVersion, count)
    for o in out:
        o.api_key, o.min_version, o.max_version, t = unpack_hhhB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (t,)


def fill_api_version_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ApiVersion]:
    out = many(ApiVersion, count)
    o: ApiVersion
    for o, row in zip(out, rows):
        o.api_key, o.min_version, o.max_version = row
        o.unknown_tags = None
    return out


def some_api_version_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context) -> tuple[list[ApiVersion], int, Key]:
    out = many(ApiVersion, count)
    for o in out:
        o.api_key, o.min_version, o.max_version = unpack_hhh(buf, pos)
        o.unknown_tags = None
        pos += 6
    return out, pos, ()


def fill_api_version_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ApiVersion]:
    out = many(ApiVersion, count)
    o: ApiVersion
    for o, row in zip(out, rows):
        o.api_key, o.min_version, o.max_version = row
        o.unknown_tags = None
    return out


def some_finalized_feature_key_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[FinalizedFeatureKey], int, Key]:
    out = many(FinalizedFeatureKey, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.max_version_level, o.min_version_level, t = unpack_hhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_finalized_feature_key_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FinalizedFeatureKey]:
    out = many(FinalizedFeatureKey, count)
    o: FinalizedFeatureKey
    for o, row in zip(out, rows):
        v0, o.max_version_level, o.min_version_level = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_supported_feature_key_v3(
    buf: bytes, pos: int, end: int, count: int, ctx: Context
) -> tuple[list[SupportedFeatureKey], int, Key]:
    out = many(SupportedFeatureKey, count)
    for o in out:
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1 : p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.min_version, o.max_version, t = unpack_hhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return out, pos, (n1, t)


def fill_supported_feature_key_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[SupportedFeatureKey]:
    out = many(SupportedFeatureKey, count)
    o: SupportedFeatureKey
    for o, row in zip(out, rows):
        v0, o.min_version, o.max_version = row
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_finalized_feature_key_v3_array(items: Iterable[FinalizedFeatureKey], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1, o.max_version_level, o.min_version_level)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_supported_feature_key_v3_array(items: Iterable[SupportedFeatureKey], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        data = shapes_1[n2](n2 + 1, s1, o.min_version, o.max_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_api_version_v3_array(items: Iterable[ApiVersion], put: Put) -> None:
    for o in items:
        data = pack_hhhx(o.api_key, o.min_version, o.max_version)
        if o.unknown_tags:
            data = data[:-1] + merge_tags({}, o.unknown_tags, ())
        put(data)


def write_api_version_v0_array(items: Iterable[ApiVersion], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            absent(o, "unknown_tags")
        put(pack_hhh(o.api_key, o.min_version, o.max_version))


def read_api_versions_response_v3(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsResponse, int]:
    key_api_version_v3: Key | None = None
    o = new(ApiVersionsResponse)
    o.error_code, n1 = unpack_hB(buf, pos)
    pos += 3
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.api_keys = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        p = pos + n1 * 7
        if p > end or any(buf[pos + 6 : p : 7]):
            if n1 < 8 and key_api_version_v3 is None:
                o.api_keys, pos, _ = some_api_version_v3(buf, pos, end, n1, ctx)
            else:
                o.api_keys, pos, key_api_version_v3 = read_rows(
                    buf,
                    pos,
                    end,
                    n1,
                    ctx,
                    some_api_version_v3,
                    fill_api_version_v3,
                    rows_api_version_v3,
                    key_api_version_v3,
                )
        else:
            o.api_keys = fill_api_version_v3(iter_api_version_v3(buf[pos:p]), n1, (), ctx)
            pos = p
    o.throttle_time_ms, t = unpack_iB(buf, pos)
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    pos += 5
    if t:
        pos = tags_api_versions_response_v3(o, buf, pos, end, t, ctx)
    return o, pos


def read_api_versions_response_v1(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsResponse, int]:
    o = new(ApiVersionsResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.api_keys = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        p = pos + n1 * 6
        o.api_keys = fill_api_version_v0(iter_api_version_v0(buf[pos:p]), n1, (), ctx)
        pos = p
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos + 4


def read_api_versions_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsResponse, int]:
    o = new(ApiVersionsResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 < 1:
        o.api_keys = [] if n1 == 0 else refuse_length(n1)
    else:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        p = pos + n1 * 6
        o.api_keys = fill_api_version_v0(iter_api_version_v0(buf[pos:p]), n1, (), ctx)
        pos = p
    o.throttle_time_ms = 0
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos


def tags_api_versions_response_v3(o: ApiVersionsResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        key_supported_feature_key_v3: Key | None = None
        key_finalized_feature_key_v3: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.supported_features = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 6 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 6, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_supported_feature_key_v3 is None:
                    o.supported_features, pos, _ = some_supported_feature_key_v3(buf, pos, end, n1, ctx)
                else:
                    o.supported_features, pos, key_supported_feature_key_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_supported_feature_key_v3,
                        fill_supported_feature_key_v3,
                        rows_supported_feature_key_v3,
                        key_supported_feature_key_v3,
                    )
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.finalized_features_epoch,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            pos += 1
            if n1 > 127:
                n1, pos = uvarint_rest(buf, pos, n1)
            if n1 < 2:
                o.finalized_features = [] if n1 else refuse_length(-1)
            else:
                n1 -= 1
                if n1 * 6 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 6, end - pos)
                ctx.left -= n1
                if n1 < 8 and key_finalized_feature_key_v3 is None:
                    o.finalized_features, pos, _ = some_finalized_feature_key_v3(buf, pos, end, n1, ctx)
                else:
                    o.finalized_features, pos, key_finalized_feature_key_v3 = read_rows(
                        buf,
                        pos,
                        end,
                        n1,
                        ctx,
                        some_finalized_feature_key_v3,
                        fill_finalized_feature_key_v3,
                        rows_finalized_feature_key_v3,
                        key_finalized_feature_key_v3,
                    )
            check_tag_size(tag, pos, stop)
        elif tag == 3:
            (o.zk_migration_ready,) = unpack_t(buf, pos)
            pos += 1
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_api_versions_response_v3(o: ApiVersionsResponse) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.supported_features:
        parts = []
        put = parts.append
        v1 = o.supported_features
        if v1:
            put(COUNTS[len(v1)])
            write_supported_feature_key_v3_array(v1, put)
        elif v1 is None:
            refuse_null()
        if not v1:
            put(pack_B(1))
        known[0] = b"".join(parts)
    if o.finalized_features_epoch != -1:
        parts = []
        put = parts.append
        put(pack_q(o.finalized_features_epoch))
        known[1] = b"".join(parts)
    if o.finalized_features:
        parts = []
        put = parts.append
        v2 = o.finalized_features
        if v2:
            put(COUNTS[len(v2)])
            write_finalized_feature_key_v3_array(v2, put)
        elif v2 is None:
            refuse_null()
        if not v2:
            put(pack_B(1))
        known[2] = b"".join(parts)
    if o.zk_migration_ready:
        parts = []
        put = parts.append
        put(pack_t(o.zk_migration_ready))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_api_versions_response_v3(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.api_keys
    if v1:
        put(pack_h(o.error_code))
        put(COUNTS[len(v1)])
        write_api_version_v3_array(v1, put)
    elif v1 is None:
        refuse_null()
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_hBi(o.error_code, 1, o.throttle_time_ms))
    if (
        o.supported_features
        or o.finalized_features_epoch != -1
        or o.finalized_features
        or o.zk_migration_ready
        or o.unknown_tags
    ):
        put(tagged_api_versions_response_v3(o))
    else:
        put(b"\0")
    return b"".join(parts)


def encode_api_versions_response_v1(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.api_keys
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_api_version_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if v1:
        put(pack_i(o.throttle_time_ms))
    else:
        put(pack_hii(o.error_code, 0, o.throttle_time_ms))
    return b"".join(parts)


def encode_api_versions_response_v0(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.api_keys
    if v1:
        put(pack_hi(o.error_code, len(v1)))
        write_api_version_v0_array(v1, put)
    elif v1 is None:
        refuse_null()
    if o.unknown_tags:
        absent(o, "unknown_tags")
    if not v1:
        put(pack_hi(o.error_code, 0))
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ApiVersionsResponse], bytes]] = {
    0: encode_api_versions_response_v0,
    1: encode_api_versions_response_v1,
    2: encode_api_versions_response_v1,
    3: encode_api_versions_response_v3,
    4: encode_api_versions_response_v3,
    5: encode_api_versions_response_v3,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ApiVersionsResponse, int]]] = {
    0: read_api_versions_response_v0,
    1: read_api_versions_response_v1,
    2: read_api_versions_response_v1,
    3: read_api_versions_response_v3,
    4: read_api_versions_response_v3,
    5: read_api_versions_response_v3,
}
NEEDS_CONTEXT = True
SPEC = """\
ApiVersionsResponse response 0-5 flexible=3+
 ErrorCode int16 0+
 ApiKeys []ApiVersion 0+
  ApiKey int16 0+
  MinVersion int16 0+
  MaxVersion int16 0+
 ThrottleTimeMs int32 1+ ignorable
 SupportedFeatures []SupportedFeatureKey 3+ tag=0@3+ ignorable
  Name string 3+
  MinVersion int16 3+
  MaxVersion int16 3+
 FinalizedFeaturesEpoch int64 3+ tag=1@3+ ignorable default=-1
 FinalizedFeatures []FinalizedFeatureKey 3+ tag=2@3+ ignorable
  Name string 3+
  MaxVersionLevel int16 3+
  MinVersionLevel int16 3+
 ZkMigrationReady bool 3+ tag=3@3+ ignorable default=false
"""
