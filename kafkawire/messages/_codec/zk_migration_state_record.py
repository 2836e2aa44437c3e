# Generated from records-metadata/ZkMigrationStateRecord.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Packer

from kafkawire.messages.zk_migration_state_record import ZkMigrationStateRecord
from kafkawire.wire import Context, merge_tags, new, unknown_tags

pack_bx = Packer(">bx").pack
unpack_bB = Packer(">bB").unpack_from


def read_zk_migration_state_record_v0(
    buf: bytes, pos: int, end: int, ctx: Context
) -> tuple[ZkMigrationStateRecord, int]:
    o = new(ZkMigrationStateRecord)
    o.zk_migration_state, t = unpack_bB(buf, pos)
    o.unknown_tags = None
    pos += 2
    if t:
        o.unknown_tags, pos = unknown_tags(buf, pos, end, t, ctx)
    return o, pos


def encode_zk_migration_state_record_v0(o: ZkMigrationStateRecord) -> bytes:
    data = pack_bx(o.zk_migration_state)
    if o.unknown_tags:
        data = data[:-1] + merge_tags({}, o.unknown_tags, ())
    return data


ENCODERS: dict[int, Callable[[ZkMigrationStateRecord], bytes]] = {
    0: encode_zk_migration_state_record_v0,
}
DECODERS: dict[int, Callable[[bytes, int, int, Context], tuple[ZkMigrationStateRecord, int]]] = {
    0: read_zk_migration_state_record_v0,
}
NEEDS_CONTEXT = False
SPEC = """\
ZkMigrationStateRecord metadata 0 flexible=0+
 ZkMigrationState int8 0+
"""
