"""ListConfigResources: v0-1 (KIP-1142)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ListConfigResourcesRequest, ListConfigResourcesResponse
from kafkawire.messages.list_config_resources_response import ConfigResource

__all__ = ["list_config_resources"]

_TOPIC, _BROKER, _BROKER_LOGGER, _CLIENT_METRICS, _GROUP = 2, 4, 8, 16, 32
_TYPES = (_TOPIC, _BROKER, _BROKER_LOGGER, _CLIENT_METRICS, _GROUP)


@handles(ApiKey.LIST_CONFIG_RESOURCES, versions=range(2))
def list_config_resources(ctx: Context, request: ListConfigResourcesRequest) -> ListConfigResourcesResponse:
    """Name what has options. Version 0 asks for client metrics alone."""
    if not ctx.allows(Operation.DESCRIBE_CONFIGS, ResourceType.CLUSTER):
        return ListConfigResourcesResponse(error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    wanted = [_CLIENT_METRICS] if ctx.version == 0 else list(request.resource_types) or list(_TYPES)
    if not set(wanted) <= set(_TYPES):
        return ListConfigResourcesResponse(error_code=ErrorCode.UNSUPPORTED_VERSION)
    node_id = str(ctx.node.config.node_id)
    names = {_TOPIC: [topic.name for topic in ctx.topics], _BROKER: [node_id], _BROKER_LOGGER: [node_id]}
    names[_GROUP], names[_CLIENT_METRICS] = list(ctx.node.dynamic.groups), list(ctx.node.dynamic.client_metrics)
    found = [
        ConfigResource(resource_name=name, resource_type=kind)
        for kind in _TYPES
        if kind in wanted
        for name in names.get(kind, ())
    ]
    return ListConfigResourcesResponse(config_resources=found)
