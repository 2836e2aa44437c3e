# Generated from records-group/ShareGroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.share_group_metadata_value import ShareGroupMetadataValue
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_iqx = Packer(">iqx").pack
unpack_iqB = Packer(">iqB").unpack_from


def read_share_group_metadata_value_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ShareGroupMetadataValue, int]:
    o = new(ShareGroupMetadataValue)
    o.epoch, o.metadata_hash, t = unpack_iqB(buf, pos)
    o.unknown_tags = None
    pos += 13
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_share_group_metadata_value_v0(o: ShareGroupMetadataValue) -> bytes:
    data = pack_iqx(o.epoch, o.metadata_hash)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ShareGroupMetadataValue], bytes]] = {
    0: encode_share_group_metadata_value_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ShareGroupMetadataValue, int]]] = {
    0: read_share_group_metadata_value_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ShareGroupMetadataValue coordinator-value 0 flexible=0+
 Epoch int32 0+
 MetadataHash int64 0+
"""
