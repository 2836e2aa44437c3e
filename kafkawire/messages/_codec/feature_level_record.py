# Generated from records-metadata/FeatureLevelRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.feature_level_record import FeatureLevelRecord
from kafkawire.wire import Context, Shapes, long_string, merge_tags, new, unknown_tags

shapes_1 = Shapes("S%dshx")
unpack_hB = Packer(">hB").unpack_from


def read_feature_level_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[FeatureLevelRecord, int]:
    o = new(FeatureLevelRecord)
    n1 = buf[pos]
    if 0 < n1 < 128:
        p = pos + n1
        o.name = buf[pos + 1 : p].decode()
        pos = p
    else:
        o.name, pos = long_string(buf, pos + 1, n1)
    o.feature_level, t = unpack_hB(buf, pos)
    o.unknown_tags = None
    pos += 3
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_feature_level_record_v0(o: FeatureLevelRecord) -> bytes:
    s1 = o.name.encode()
    n2 = len(s1)
    data = shapes_1[n2](n2 + 1, s1, o.feature_level)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[FeatureLevelRecord], bytes]] = {
    0: encode_feature_level_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[FeatureLevelRecord, int]]] = {
    0: read_feature_level_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
FeatureLevelRecord metadata 0 flexible=0+
 Name string 0+
 FeatureLevel int16 0+
"""
