"""AlterConfigs: v0-2, of topics, of this broker and of all brokers. What a request does not name is taken back."""

from __future__ import annotations

from collections import Counter

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.resources import alter, attempt, options_of
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AlterConfigsRequest, AlterConfigsResponse
from kafkawire.messages.alter_configs_request import AlterConfigsResource
from kafkawire.messages.alter_configs_response import AlterConfigsResourceResponse

__all__ = ["alter_configs"]


@handles(ApiKey.ALTER_CONFIGS, versions=range(3))
def alter_configs(ctx: Context, request: AlterConfigsRequest) -> AlterConfigsResponse:
    """Set the options of each resource, all at once."""
    asked = Counter((resource.resource_type, resource.resource_name) for resource in request.resources)
    responses = []
    for resource in request.resources:
        repeated = asked[resource.resource_type, resource.resource_name] > 1
        code, message = attempt(lambda r=resource, x=repeated: _alter(ctx, r, request.validate_only, x))  # type: ignore[misc]
        responses.append(AlterConfigsResourceResponse(code, message, resource.resource_type, resource.resource_name))
    return AlterConfigsResponse(responses=responses)


def _alter(
    ctx: Context, resource: AlterConfigsResource, validate_only: bool, is_repeated: bool
) -> tuple[int, str | None]:
    if is_repeated:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Each resource must appear at most once.")
    kind, name = resource.resource_type, resource.resource_name
    options_of(ctx, kind, name)
    names = Counter(config.name for config in resource.configs)
    if max(names.values(), default=0) > 1:
        raise KafkaError(ErrorCode.INVALID_REQUEST, "Error due to duplicate config keys")
    missing = [config.name for config in resource.configs if config.value is None]
    if missing:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Null value not supported for : {','.join(missing)}")
    options = {config.name: config.value or "" for config in resource.configs}
    return alter(ctx, kind, name, options, validate_only=validate_only)
