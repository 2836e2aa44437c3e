"""ApiVersions: v0-5. Says what the dispatch table holds; no features."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ApiVersionsRequest, ApiVersionsResponse
from kafkawire.messages.api_versions_response import ApiVersion

__all__ = ["api_versions"]

_VERSIONS = range(6)


@handles(ApiKey.API_VERSIONS, versions=_VERSIONS)
def api_versions(ctx: Context, request: ApiVersionsRequest) -> ApiVersionsResponse:
    """Answer from the table. A version we lack is answered too (in version 0), so that the client can ask again."""
    served = ctx.node.handlers.versions
    return ApiVersionsResponse(
        error_code=_error(ctx, request),
        api_keys=[ApiVersion(key, versions[0], versions[-1]) for key, versions in served.items()],
    )


def _error(ctx: Context, request: ApiVersionsRequest) -> ErrorCode:
    if ctx.version not in ctx.node.handlers.versions[ctx.api_key]:
        return ErrorCode.UNSUPPORTED_VERSION
    if request.cluster_id is not None and request.cluster_id != ctx.node.cluster_id:
        return ErrorCode.REBOOTSTRAP_REQUIRED  # the client has another cluster in mind (KIP-1242)
    return ErrorCode.NONE
