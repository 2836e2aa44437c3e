# Generated from records-group/GroupMetadataKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class GroupMetadataKey(Message):
    """Key of a coordinator record. Version 0, never flexible.

    Which classic group the record is about, in `__consumer_offsets`. A null value says that it is gone.
    """

    API_KEY = 2
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group: str = ""
    """Name of the group."""
    unknown_tags: dict[int, bytes] | None = None
