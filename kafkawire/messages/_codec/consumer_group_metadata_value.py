# Generated from records-group/ConsumerGroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.consumer_group_metadata_value import ConsumerGroupMetadataValue
from kafkawire.wire import Context, check_tag_size, merge_tags, new, tag_sections, unknown_tags

pack_i = Packer(">i").pack
pack_q = Packer(">q").pack
unpack_iB = Packer(">iB").unpack_from
unpack_q = Packer(">q").unpack_from


def read_consumer_group_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ConsumerGroupMetadataValue, int]:
    o = new(ConsumerGroupMetadataValue)
    o.epoch, t = unpack_iB(buf, pos)
    o.metadata_hash = 0
    o.unknown_tags = None
    pos += 5
    if t:
        pos = tags_consumer_group_metadata_value_v0(o, buf, pos, end, t, ctx)
    return o, pos


def tags_consumer_group_metadata_value_v0(
    o: ConsumerGroupMetadataValue, buf: bytes, pos: int, end: int, t: int, ctx: Context
) -> int:
    sections, behind = tag_sections(buf, pos, end, t, ctx.limits)
    for tag, pos, stop in sections:
        if tag == 0:
            (o.metadata_hash,) = unpack_q(buf, pos)
            pos += 8
            check_tag_size(tag, pos, stop)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = buf[pos:stop]
    return behind


def tagged_consumer_group_metadata_value_v0(o: ConsumerGroupMetadataValue) -> bytes:
    known: dict[int, bytes] = {}
    parts: list[bytes]
    if o.metadata_hash != 0:
        parts = []
        put = parts.append
        put(pack_q(o.metadata_hash))
        known[0] = b"".join(parts)
    return merge_tags(known, o.unknown_tags, (0,))


def encode_consumer_group_metadata_value_v0(o: ConsumerGroupMetadataValue) -> bytes:
    parts: list[bytes] = []
    put = parts.append
    put(pack_i(o.epoch))
    if o.metadata_hash != 0 or o.unknown_tags:
        put(tagged_consumer_group_metadata_value_v0(o))
    else:
        put(b"\0")
    return b"".join(parts)


ENCODERS: dict[int, Callable[[ConsumerGroupMetadataValue], bytes]] = {
    0: encode_consumer_group_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ConsumerGroupMetadataValue, int]]] = {
    0: read_consumer_group_metadata_value_v0,
}
NEEDS_CONTEXT = True
SPEC = """\
ConsumerGroupMetadataValue coordinator-value 0 flexible=0+
 Epoch int32 0+
 MetadataHash int64 0+ tag=0@0+ default=0
"""
