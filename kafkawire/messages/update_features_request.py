# Generated from rpc/UpdateFeaturesRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class FeatureUpdateKey(Struct):
    """Part of UpdateFeaturesRequest."""

    feature: str = ""
    max_version_level: int = 0
    allow_downgrade: bool = False  # 0
    upgrade_type: int = 1  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class UpdateFeaturesRequest(Request):
    """Request of UPDATE_FEATURES (57). Versions 0-2, flexible from 0.

    Its structs, in this module: FeatureUpdateKey.
    """

    API_KEY = 57
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    timeout_ms: int = 60000
    feature_updates: list[FeatureUpdateKey] = field(default_factory=list)
    validate_only: bool = False  # 1+
    unknown_tags: dict[int, bytes] | None = None
