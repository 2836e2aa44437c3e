"""ApiVersions: v0-5. Says what the dispatch table holds; of features, group.version alone."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ApiVersionsRequest, ApiVersionsResponse
from kafkawire.messages.api_versions_response import ApiVersion, FinalizedFeatureKey, SupportedFeatureKey

__all__ = ["api_versions"]

_VERSIONS = range(6)
_KNOWS_LEVEL_0 = 4  # older clients take a feature whose lowest level is 0 for an error (KIP-1022)
_GROUP_VERSION = "group.version"


@handles(ApiKey.API_VERSIONS, versions=_VERSIONS)
def api_versions(ctx: Context, request: ApiVersionsRequest) -> ApiVersionsResponse:
    """Answer from the table. A version we lack is answered too (in version 0), so that the client can ask again."""
    served = ctx.node.handlers.versions
    response = ApiVersionsResponse(
        error_code=_error(ctx, request),
        api_keys=[ApiVersion(key, versions[0], versions[-1]) for key, versions in served.items()],
    )
    if ApiKey.CONSUMER_GROUP_HEARTBEAT in served and not response.error_code:
        _add_group_version(response, ctx.version)
    return response


def _add_group_version(response: ApiVersionsResponse, version: int) -> None:
    """Level 1 is what says that groups of KIP-848 are there."""
    response.finalized_features_epoch = 0
    response.finalized_features = [FinalizedFeatureKey(_GROUP_VERSION, 1, 1)]
    if version >= _KNOWS_LEVEL_0:
        response.supported_features = [SupportedFeatureKey(_GROUP_VERSION, 0, 1)]


def _error(ctx: Context, request: ApiVersionsRequest) -> ErrorCode:
    if ctx.version not in ctx.node.handlers.versions[ctx.api_key]:
        return ErrorCode.UNSUPPORTED_VERSION
    if request.cluster_id is not None and request.cluster_id != ctx.node.cluster_id:
        return ErrorCode.REBOOTSTRAP_REQUIRED  # the client has another cluster in mind (KIP-1242)
    return ErrorCode.NONE
