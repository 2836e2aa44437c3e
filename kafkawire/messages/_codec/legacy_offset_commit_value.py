# Generated from records-group/LegacyOffsetCommitValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.legacy_offset_commit_value import LegacyOffsetCommitValue
from kafkawire.wire import Context, Shapes, absent, new, refuse_length, unknown_tags

shapes_1 = Shapes("qh%dsq")
unpack_q = Packer(">q").unpack_from
unpack_qh = Packer(">qh").unpack_from


def read_legacy_offset_commit_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[LegacyOffsetCommitValue, int]:
    o = new(LegacyOffsetCommitValue)
    o.offset, n1 = unpack_qh(buf, pos)
    if n1 >= 0:
        p = pos + n1 + 10
        o.metadata = buf[pos + 10 : p].decode()
        pos = p
    else:
        o.metadata = refuse_length(n1)
        pos = pos + 10
    (o.commit_timestamp,) = unpack_q(buf, pos)
    o.unknown_tags = None
    return o, pos + 8


def encode_legacy_offset_commit_value_v0(o: LegacyOffsetCommitValue) -> bytes:
    s1 = o.metadata.encode()
    n2 = len(s1)
    if o.unknown_tags:
        absent(o, "unknown_tags")
    return shapes_1[n2](o.offset, n2, s1, o.commit_timestamp)


ENCODERS: dict[int, Callable[[LegacyOffsetCommitValue], bytes]] = {
    0: encode_legacy_offset_commit_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[LegacyOffsetCommitValue, int]]] = {
    0: read_legacy_offset_commit_value_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
LegacyOffsetCommitValue coordinator-value 0 flexible=none
 Offset int64 0
 Metadata string 0
 CommitTimestamp int64 0
"""
