# Generated from rpc/UpdateFeaturesResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class UpdatableFeatureResult(Struct):
    """Part of UpdateFeaturesResponse, 0-1."""

    feature: str = ""
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateFeaturesResponse(Response):
    """Response of UPDATE_FEATURES (57). Versions 0-2, flexible from 0.

    Its structs, in this module: UpdatableFeatureResult.
    """

    API_KEY = 57
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    results: list[UpdatableFeatureResult] = field(default_factory=list)  # 0-1
    unknown_tags: dict[int, bytes] | None = None
