# Generated from rpc/ListConfigResourcesRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ListConfigResourcesRequest(Request):
    """Request of LIST_CONFIG_RESOURCES (74). Versions 0-1, flexible from 0.

    Asks which resources have options of their own; version 0 lists client metrics only.
    """

    API_KEY = 74
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    resource_types: Sequence[int] = ()  # 1+
    """Types that are wanted: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group; empty for all."""
    unknown_tags: dict[int, bytes] | None = None
