"""AlterConfigs: v0-2, of topics, of this broker and of all brokers. What a request does not name is taken back."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import LOGGER, Outcome, alter, check_allowed, check_names, each, options_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import AlterConfigsRequest, AlterConfigsResponse
from kafkawire.messages.alter_configs_request import AlterConfigsResource
from kafkawire.messages.alter_configs_response import AlterConfigsResourceResponse

__all__ = ["alter_configs"]


@handles(ApiKey.ALTER_CONFIGS, versions=range(3))
async def alter_configs(ctx: Context, request: AlterConfigsRequest) -> AlterConfigsResponse:
    """Set the options of each resource, all at once."""
    responses = [
        AlterConfigsResourceResponse(
            error_code=code,
            error_message=message,
            resource_type=resource.resource_type,
            resource_name=resource.resource_name,
        )
        async for resource, (code, message) in each(
            ctx, request.resources, lambda r: _alter(ctx, r, request.validate_only)
        )
    ]
    return AlterConfigsResponse(responses=responses)


def _alter(ctx: Context, resource: AlterConfigsResource, validate_only: bool) -> Outcome:
    kind, name = resource.resource_type, resource.resource_name
    if kind == LOGGER:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown resource type {kind}")
    check_allowed(ctx, Operation.ALTER_CONFIGS, kind, name)
    options_of(ctx, kind, name)
    without_value = [config.name for config in resource.configs if config.value is None]
    check_names([config.name for config in resource.configs], without_value)
    options = {config.name: config.value or "" for config in resource.configs}
    return alter(ctx, kind, name, options, named=options, validate_only=validate_only)
