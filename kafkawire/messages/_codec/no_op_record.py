# Generated from records-metadata/NoOpRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable

from kafkawire.messages.no_op_record import NoOpRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags


def read_no_op_record_v0(buf: bytes, pos: int, end: int, ctx: Context) -> tuple[NoOpRecord, int]:
    o = new(NoOpRecord)
    t = buf[pos]
    o.unknown_tags = None
    pos += 1
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_no_op_record_v0(o: NoOpRecord) -> bytes:
    data = b"\0"
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[NoOpRecord], bytes]] = {
    0: encode_no_op_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[NoOpRecord, int]]] = {
    0: read_no_op_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
NoOpRecord metadata 0 flexible=0+
"""
