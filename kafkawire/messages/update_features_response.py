# Generated from rpc/UpdateFeaturesResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class UpdatableFeatureResult(Struct):
    """Part of UpdateFeaturesResponse, 0-1."""

    feature: str = ""
    """Name of the feature, such as `metadata.version`."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateFeaturesResponse(Response):
    """Response of UPDATE_FEATURES (57). Versions 0-2, flexible from 0.

    Says whether the features were changed; versions 2+ for all of them together.

    Its structs, in this module: UpdatableFeatureResult.
    """

    API_KEY = 57
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    results: list[UpdatableFeatureResult] = field(default_factory=list)  # 0-1
    unknown_tags: dict[int, bytes] | None = None
