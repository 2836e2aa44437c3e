"""UpdateFeatures: v0-2. The levels in force are confirmed; no other one can be had."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED, reason
from kafkawire.broker.metadata.features import check_update
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import UpdateFeaturesRequest, UpdateFeaturesResponse
from kafkawire.messages.update_features_request import FeatureUpdateKey
from kafkawire.messages.update_features_response import UpdatableFeatureResult

__all__ = ["update_features"]

_FAILED = "The update failed for all features since the following feature had an error: "
_UPGRADE, _UNSAFE_DOWNGRADE = 1, 3
_HAS_RESULTS = range(2)


@handles(ApiKey.UPDATE_FEATURES, versions=range(3))
def update_features(ctx: Context, request: UpdateFeaturesRequest) -> UpdateFeaturesResponse:
    """All updates happen or none, so the first that cannot decides."""
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return UpdateFeaturesResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED)
    try:
        for update in request.feature_updates:
            check_update(ctx.node.config.node_id, update.feature, update.max_version_level, _type(ctx, update))
    except KafkaError as exc:
        return UpdateFeaturesResponse(error_code=exc.code, error_message=f"{_FAILED}{reason(exc)}")
    response = UpdateFeaturesResponse(error_message=None)
    if ctx.version in _HAS_RESULTS:
        response.results = [
            UpdatableFeatureResult(feature=u.feature, error_code=0, error_message="NONE")
            for u in request.feature_updates
        ]
    return response


def _type(ctx: Context, update: FeatureUpdateKey) -> int:
    if ctx.version:
        return update.upgrade_type
    return _UNSAFE_DOWNGRADE if update.allow_downgrade else _UPGRADE
