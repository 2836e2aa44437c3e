# Generated from data/DefaultPrincipalData.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class DefaultPrincipalData(Message):
    """Data. Version 0, flexible from 0."""

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    type: str = ""
    name: str = ""
    token_authenticated: bool = False
    unknown_tags: dict[int, bytes] | None = None
