# Generated from records-control/KRaftVersionRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class KRaftVersionRecord(Message):
    """Data. Version 0, flexible from 0.

    Control record of the metadata log: the level of `kraft.version` from here on (KIP-853).
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    version: int = 0
    """Version of this record itself."""
    kraft_version: int = 0
    """Level of `kraft.version`."""
    unknown_tags: dict[int, bytes] | None = None
