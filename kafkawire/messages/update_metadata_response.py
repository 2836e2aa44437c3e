# Generated from rpc/UpdateMetadataResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class UpdateMetadataResponse(Response):
    """Response of UPDATE_METADATA (6). Versions 0-8, flexible from 6.

    Says whether the broker has taken the metadata in.
    """

    API_KEY = 6
    VERSIONS = range(0, 9)
    FLEXIBLE_VERSIONS = range(6, 9)
    LATEST_STABLE_VERSION = 8

    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    unknown_tags: dict[int, bytes] | None = None
