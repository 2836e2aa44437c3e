# Generated from data/DefaultPrincipalData.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class DefaultPrincipalData(Message):
    """Data. Version 0, flexible from 0.

    A principal, inside an Envelope; an int16 with the version stands before it.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    type: str = ""
    """Type of the principal, mostly `User`."""
    name: str = ""
    """Name of the principal."""
    token_authenticated: bool = False
    """Whether the principal authenticated with a delegation token."""
    unknown_tags: dict[int, bytes] | None = None
