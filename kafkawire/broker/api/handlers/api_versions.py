"""ApiVersions: v0-5. Says what the dispatch table holds, and which features there are."""

from __future__ import annotations

import re

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.features import FINALIZED, SUPPORTED
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ApiVersionsRequest, ApiVersionsResponse
from kafkawire.messages.api_versions_response import ApiVersion, FinalizedFeatureKey, SupportedFeatureKey

__all__ = ["api_versions"]

_VERSIONS = range(6)
_HAS_SOFTWARE = 3
_KNOWS_LEVEL_0 = 4  # older clients take a feature whose lowest level is 0 for an error (KIP-1022)
_SOFTWARE = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?", re.ASCII)


@handles(ApiKey.API_VERSIONS, versions=_VERSIONS)
def api_versions(ctx: Context, request: ApiVersionsRequest) -> ApiVersionsResponse:
    """Answer from the table. A version we lack is answered too (in version 0), so that the client can ask again."""
    served = ctx.node.handlers.versions
    error = _error(ctx, request)
    if error is ErrorCode.UNSUPPORTED_VERSION:
        own = served[ctx.api_key]
        return ApiVersionsResponse(
            error_code=error, api_keys=[ApiVersion(api_key=ctx.api_key, min_version=own[0], max_version=own[-1])]
        )
    if error is ErrorCode.INVALID_REQUEST:
        return ApiVersionsResponse(error_code=error)
    response = ApiVersionsResponse(
        error_code=error,
        api_keys=[ApiVersion(api_key=key, min_version=own[0], max_version=own[-1]) for key, own in served.items()],
    )
    if not error:
        _add_features(ctx, response)
    return response


def _add_features(ctx: Context, response: ApiVersionsResponse) -> None:
    has_groups = ApiKey.CONSUMER_GROUP_HEARTBEAT in ctx.node.handlers.versions
    names = [name for name in SUPPORTED if has_groups or name != "group.version"]
    response.finalized_features_epoch = max(ctx.node.metadata_log.last_offset, 0)
    response.finalized_features = [
        FinalizedFeatureKey(name=name, max_version_level=FINALIZED[name], min_version_level=FINALIZED[name])
        for name in names
        if name in FINALIZED
    ]
    response.supported_features = [
        SupportedFeatureKey(name=name, min_version=SUPPORTED[name][0], max_version=SUPPORTED[name][-1])
        for name in names
        if SUPPORTED[name][0] or ctx.version >= _KNOWS_LEVEL_0
    ]


def _error(ctx: Context, request: ApiVersionsRequest) -> ErrorCode:
    if ctx.version not in ctx.node.handlers.versions[ctx.api_key]:
        return ErrorCode.UNSUPPORTED_VERSION
    software = request.client_software_name, request.client_software_version
    if ctx.version >= _HAS_SOFTWARE and not all(map(_SOFTWARE.fullmatch, software)):
        return ErrorCode.INVALID_REQUEST
    if request.cluster_id is not None and request.cluster_id != ctx.node.cluster_id:
        return ErrorCode.REBOOTSTRAP_REQUIRED  # the client has another cluster in mind (KIP-1242)
    return ErrorCode.NONE
