# Generated from rpc/ApiVersionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from struct import Struct as Packer
from typing import Any

from kafkawire.wire import COUNTS, Context, Rows, Shapes, absent, check_tag_size, long_count, long_string, many, merge_tags, new, read_rows, refuse_count, refuse_length, tag_sections, unknown_tags
from kafkawire.messages.api_versions_response import ApiVersion, ApiVersionsResponse, FinalizedFeatureKey, SupportedFeatureKey

Put = Callable[[bytes], object]
Key = tuple[int, ...]
pack_h = Packer(">h").pack
pack_hhh = Packer(">hhh").pack
pack_hhhx = Packer(">hhhx").pack
pack_hi = Packer(">hi").pack
pack_i = Packer(">i").pack
pack_q = Packer(">q").pack
pack_t = Packer(">?").pack
rows_api_version_v0 = Rows("hhh", (), 0)
rows_api_version_v3 = Rows("hhhT", (), 1)
rows_finalized_feature_key_v3 = Rows("P%dshhT", (1,), 1)
rows_supported_feature_key_v3 = Rows("P%dshhT", (1,), 1)
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

def some_api_version_v3(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[ApiVersion]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(ApiVersion)
        o.api_key, o.min_version, o.max_version, t = unpack_hhhB(buf, pos)
        o.unknown_tags = None
        pos += 7
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, () if not t else None


def fill_api_version_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ApiVersion]:
    out = many(ApiVersion, count)
    o: ApiVersion
    for o, (o.api_key, o.min_version, o.max_version) in zip(out, rows):
        o.unknown_tags = None
    return out


def some_api_version_v0(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[ApiVersion]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(ApiVersion)
        o.api_key, o.min_version, o.max_version = unpack_hhh(buf, pos)
        o.unknown_tags = None
        pos += 6
        out.append(o)
    return pos, ()


def fill_api_version_v0(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[ApiVersion]:
    out = many(ApiVersion, count)
    o: ApiVersion
    for o, (o.api_key, o.min_version, o.max_version) in zip(out, rows):
        o.unknown_tags = None
    return out


def some_finalized_feature_key_v3(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[FinalizedFeatureKey]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(FinalizedFeatureKey)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.max_version_level, o.min_version_level, t = unpack_hhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_finalized_feature_key_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[FinalizedFeatureKey]:
    out = many(FinalizedFeatureKey, count)
    o: FinalizedFeatureKey
    for o, (v0, o.max_version_level, o.min_version_level) in zip(out, rows):
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def some_supported_feature_key_v3(buf: bytes, pos: int, end: int, count: int, ctx: Context, out: list[SupportedFeatureKey]) -> tuple[int, Key | None]:
    for _ in range(count):
        o = new(SupportedFeatureKey)
        n1 = buf[pos]
        if 0 < n1 < 128:
            p = pos + n1
            o.name = buf[pos + 1:p].decode()
            pos = p
        else:
            o.name, pos = long_string(buf, pos + 1, n1)
        o.min_version, o.max_version, t = unpack_hhB(buf, pos)
        o.unknown_tags = None
        pos += 5
        if t:
            o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
        out.append(o)
    return pos, (n1,) if not t and n1 < 128 else None


def fill_supported_feature_key_v3(rows: Iterator[Any], count: int, key: Key, ctx: Context) -> list[SupportedFeatureKey]:
    out = many(SupportedFeatureKey, count)
    o: SupportedFeatureKey
    for o, (v0, o.min_version, o.max_version) in zip(out, rows):
        o.name = v0.decode()
        o.unknown_tags = None
    return out


def write_finalized_feature_key_v3_array(items: Iterable[FinalizedFeatureKey], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_1[n2](n2 + 1, s1, o.max_version_level, o.min_version_level)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2](n2 + 1, s1, o.max_version_level, o.min_version_level))


def write_supported_feature_key_v3_array(items: Iterable[SupportedFeatureKey], put: Put) -> None:
    for o in items:
        s1 = o.name.encode()
        n2 = len(s1)
        if o.unknown_tags:
            put(shapes_1[n2](n2 + 1, s1, o.min_version, o.max_version)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(shapes_1[n2](n2 + 1, s1, o.min_version, o.max_version))


def write_api_version_v3_array(items: Iterable[ApiVersion], put: Put) -> None:
    for o in items:
        if o.unknown_tags:
            put(pack_hhhx(o.api_key, o.min_version, o.max_version)[:-1] + merge_tags({}, o.unknown_tags, ()))
        else:
            put(pack_hhhx(o.api_key, o.min_version, o.max_version))


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
    if not 0 < n1 < 128:
        n1, pos = long_count(buf, pos, n1)
    if n1 == 1:
        o.api_keys = []
    else:
        n1 -= 1
        if n1 * 7 > end - pos or n1 > ctx.left:
            refuse_count(n1, 7, end - pos)
        ctx.left -= n1
        o.api_keys, pos, key_api_version_v3 = read_rows(buf, pos, end, n1, ctx, some_api_version_v3, fill_api_version_v3, rows_api_version_v3, key_api_version_v3)
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
    key_api_version_v0: Key | None = None
    o = new(ApiVersionsResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 == 0:
        o.api_keys = []
    elif n1 > 0:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.api_keys, pos, key_api_version_v0 = read_rows(buf, pos, end, n1, ctx, some_api_version_v0, fill_api_version_v0, rows_api_version_v0, key_api_version_v0)
    else:
        o.api_keys = refuse_length(n1)
    (o.throttle_time_ms,) = unpack_i(buf, pos)
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos + 4


def read_api_versions_response_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[ApiVersionsResponse, int]:
    key_api_version_v0: Key | None = None
    o = new(ApiVersionsResponse)
    o.error_code, n1 = unpack_hi(buf, pos)
    pos += 6
    if n1 == 0:
        o.api_keys = []
    elif n1 > 0:
        if n1 * 6 > end - pos or n1 > ctx.left:
            refuse_count(n1, 6, end - pos)
        ctx.left -= n1
        o.api_keys, pos, key_api_version_v0 = read_rows(buf, pos, end, n1, ctx, some_api_version_v0, fill_api_version_v0, rows_api_version_v0, key_api_version_v0)
    else:
        o.api_keys = refuse_length(n1)
    o.throttle_time_ms = 0
    o.supported_features = []
    o.finalized_features_epoch = -1
    o.finalized_features = []
    o.zk_migration_ready = False
    o.unknown_tags = None
    return o, pos


def tags_api_versions_response_v3(o: ApiVersionsResponse, buf: bytes, pos: int, end: int, t: int, ctx: Context) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.max_tags)
    for tag, pos, stop in sections:
        key_supported_feature_key_v3: Key | None = None
        key_finalized_feature_key_v3: Key | None = None
        if tag == 0:
            n1 = buf[pos]
            pos += 1
            if not 0 < n1 < 128:
                n1, pos = long_count(buf, pos, n1)
            if n1 == 1:
                o.supported_features = []
            else:
                n1 -= 1
                if n1 * 6 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 6, end - pos)
                ctx.left -= n1
                o.supported_features, pos, key_supported_feature_key_v3 = read_rows(buf, pos, end, n1, ctx, some_supported_feature_key_v3, fill_supported_feature_key_v3, rows_supported_feature_key_v3, key_supported_feature_key_v3)
            check_tag_size(tag, pos, stop)
        elif tag == 1:
            (o.finalized_features_epoch,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        elif tag == 2:
            n1 = buf[pos]
            pos += 1
            if not 0 < n1 < 128:
                n1, pos = long_count(buf, pos, n1)
            if n1 == 1:
                o.finalized_features = []
            else:
                n1 -= 1
                if n1 * 6 > end - pos or n1 > ctx.left:
                    refuse_count(n1, 6, end - pos)
                ctx.left -= n1
                o.finalized_features, pos, key_finalized_feature_key_v3 = read_rows(buf, pos, end, n1, ctx, some_finalized_feature_key_v3, fill_finalized_feature_key_v3, rows_finalized_feature_key_v3, key_finalized_feature_key_v3)
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
    if o.supported_features:
        parts: list[bytes] = []
        put = parts.append
        a1 = o.supported_features
        put(COUNTS[len(a1)])
        write_supported_feature_key_v3_array(a1, put)
        known[0] = b"".join(parts)
    if o.finalized_features_epoch != -1:
        parts: list[bytes] = []
        put = parts.append
        put(pack_q(o.finalized_features_epoch))
        known[1] = b"".join(parts)
    if o.finalized_features:
        parts: list[bytes] = []
        put = parts.append
        a1 = o.finalized_features
        put(COUNTS[len(a1)])
        write_finalized_feature_key_v3_array(a1, put)
        known[2] = b"".join(parts)
    if o.zk_migration_ready:
        parts: list[bytes] = []
        put = parts.append
        put(pack_t(o.zk_migration_ready))
        known[3] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0, 1, 2, 3))


def encode_api_versions_response_v3(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.api_keys
    put(pack_h(o.error_code))
    put(COUNTS[len(a1)])
    write_api_version_v3_array(a1, put)
    put(pack_i(o.throttle_time_ms))
    put(b"\0" if not (o.supported_features) and not (o.finalized_features_epoch != -1) and not (o.finalized_features) and not (o.zk_migration_ready) and not o.unknown_tags else tagged_api_versions_response_v3(o))
    return b"".join(parts)


def encode_api_versions_response_v1(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.api_keys
    put(pack_hi(o.error_code, len(a1)))
    write_api_version_v0_array(a1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    put(pack_i(o.throttle_time_ms))
    return b"".join(parts)


def encode_api_versions_response_v0(o: ApiVersionsResponse) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    a1 = o.api_keys
    put(pack_hi(o.error_code, len(a1)))
    write_api_version_v0_array(a1, put)
    if o.unknown_tags:
        absent(o, "unknown_tags")
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
