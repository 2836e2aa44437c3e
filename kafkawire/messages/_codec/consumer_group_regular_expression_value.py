# Generated from records-group/ConsumerGroupRegularExpressionValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.consumer_group_regular_expression_value import ConsumerGroupRegularExpressionValue
from kafkawire.wire import (
    COUNTS,
    Context,
    compact_strings,
    merge_tags,
    new,
    put_compact_strings,
    refuse_count,
    refuse_length,
    refuse_null,
    unknown_tags,
    uvarint_rest,
)

pack_Bqqx = Packer(">Bqqx").pack
pack_qqx = Packer(">qqx").pack
unpack_qqB = Packer(">qqB").unpack_from


def read_consumer_group_regular_expression_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupRegularExpressionValue, int]:
    o = new(ConsumerGroupRegularExpressionValue)
    n1 = buf[pos]
    pos += 1
    if n1 > 127:
        n1, pos = uvarint_rest(buf, pos, n1)
    if n1 < 2:
        o.topics = [] if n1 else refuse_length(-1)
    else:
        n1 -= 1
        if n1 > end - pos or n1 > ctx.left:
            refuse_count(n1, 1, end - pos)
        ctx.left -= n1
        o.topics, pos = compact_strings(buf, pos, n1)
    o.version, o.timestamp, t = unpack_qqB(buf, pos)
    o.unknown_tags = None
    pos += 17
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_consumer_group_regular_expression_value_v0(o: ConsumerGroupRegularExpressionValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    v1 = o.topics
    if v1:
        put(COUNTS[len(v1)])
        put_compact_strings(put, v1)
    elif v1 is None:
        refuse_null()
    if v1:
        data = pack_qqx(o.version, o.timestamp)
    else:
        data = pack_Bqqx(1, o.version, o.timestamp)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    put(data)
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupRegularExpressionValue], bytes]] = {
    0: encode_consumer_group_regular_expression_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupRegularExpressionValue, int]]] = {
    0: read_consumer_group_regular_expression_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupRegularExpressionValue coordinator-value 0 flexible=0+
 Topics []string 0+
 Version int64 0+
 Timestamp int64 0+
"""
