"""IncrementalAlterConfigs: v0-1, of topics, of this broker and of all brokers (KIP-339). No logger levels."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import (
    BROKER,
    LOGGER,
    TOPIC,
    Outcome,
    alter,
    check_allowed,
    check_names,
    each,
    options_of,
)
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.loggers import setting
from kafkawire.broker.config.option_docs import is_list
from kafkawire.broker.config.options import as_text, option_name
from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse
from kafkawire.messages.incremental_alter_configs_request import AlterableConfig, AlterConfigsResource
from kafkawire.messages.incremental_alter_configs_response import AlterConfigsResourceResponse

__all__ = ["incremental_alter_configs"]

_SET, _DELETE, _APPEND, _SUBTRACT = range(4)
_WORDS = {_APPEND: "APPEND", _SUBTRACT: "SUBTRACT"}


@handles(ApiKey.INCREMENTAL_ALTER_CONFIGS, versions=range(2))
async def incremental_alter_configs(
    ctx: Context, request: IncrementalAlterConfigsRequest
) -> IncrementalAlterConfigsResponse:
    """Change single options of each resource; the changes of one resource happen together or not at all."""
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
    return IncrementalAlterConfigsResponse(responses=responses)


def _alter(ctx: Context, resource: AlterConfigsResource, validate_only: bool) -> Outcome:
    kind, name = resource.resource_type, resource.resource_name
    check_allowed(ctx, Operation.ALTER_CONFIGS, kind, name)
    if kind == LOGGER:
        return _alter_loggers(ctx, resource, validate_only)
    before = options_of(ctx, kind, name)
    _check(kind, resource.configs)
    options = dict(before)
    defaults = _list_defaults(LogConfig if kind == TOPIC else BrokerConfig)
    for config in resource.configs:
        value = _changed(kind, config, before, defaults)
        if value is None:
            options.pop(config.name, None)
        else:
            options[config.name] = value
    named = [config.name for config in resource.configs]
    return alter(ctx, kind, name, options, named=named, validate_only=validate_only)


def _alter_loggers(ctx: Context, resource: AlterConfigsResource, validate_only: bool) -> Outcome:
    node_id = str(ctx.node.config.node_id)
    if resource.resource_name != node_id:
        unexpected = f"Unexpected node id. Expected {node_id}, but received {resource.resource_name}"
        raise KafkaError(ErrorCode.INVALID_REQUEST, unexpected)
    changes = [setting(config.name, config.config_operation, config.value or "") for config in resource.configs]
    for change in changes if not validate_only else ():
        change()
    return ErrorCode.NONE, None


def _check(kind: int, configs: list[AlterableConfig]) -> None:
    unset = [config.name for config in configs if config.value is None and config.config_operation != _DELETE]
    check_names([config.name for config in configs], unset)
    unknown = [config.config_operation for config in configs if config.config_operation not in range(4)]
    if unknown and kind == BROKER:
        raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown operations type {unknown[0]}")
    if unknown:
        raise KafkaError(ErrorCode.UNKNOWN_SERVER_ERROR)  # as Kafka answers it


def _changed(kind: int, config: AlterableConfig, before: Mapping[str, str], defaults: Mapping[str, str]) -> str | None:
    if config.config_operation == _DELETE:
        return None
    value = config.value or ""
    if config.config_operation == _SET:
        return value
    if not is_list(config.name):
        operation = _WORDS[config.config_operation]
        if kind == BROKER:
            refused = f"Config value {operation.lower()} is not allowed for config key: {config.name}"
            raise KafkaError(ErrorCode.INVALID_CONFIG, refused)
        raise KafkaError(
            ErrorCode.INVALID_CONFIG, f"Can't {operation} to key {config.name} because its type is not LIST."
        )
    parts = _split(before.get(config.name, defaults.get(config.name, "")))
    named = _split(value)
    if config.config_operation == _APPEND:
        return ",".join([*parts, *(part for part in named if part not in parts)])
    return ",".join(part for part in parts if part not in named)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _list_defaults(cls: type[LogConfig | BrokerConfig]) -> dict[str, str]:
    return {option_name(field.name): as_text(field.default) for field in dataclasses.fields(cls)}
