"""DescribeClientQuotas: v0-1."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED, reason
from kafkawire.broker.quotas.filters import EntityFilter
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import DescribeClientQuotasRequest, DescribeClientQuotasResponse
from kafkawire.messages.describe_client_quotas_response import EntityData, EntryData, ValueData

__all__ = ["describe_client_quotas"]


@handles(ApiKey.DESCRIBE_CLIENT_QUOTAS, versions=range(2))
def describe_client_quotas(ctx: Context, request: DescribeClientQuotasRequest) -> DescribeClientQuotasResponse:
    """The quotas of the entities that a filter means."""
    try:
        if not ctx.allows(Operation.DESCRIBE_CONFIGS, ResourceType.CLUSTER):
            raise KafkaError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
        wanted = EntityFilter(request)
    except KafkaError as exc:
        return DescribeClientQuotasResponse(error_code=exc.code, error_message=reason(exc), entries=None)
    entries = [
        EntryData(
            entity=[EntityData(entity_type=kind, entity_name=name) for kind, name in sorted(entity)],
            values=[ValueData(key=key, value=value) for key, value in sorted(values.items())],
        )
        for entity, values in ctx.node.quotas.by_entity.items()
        if wanted.matches(entity)
    ]
    return DescribeClientQuotasResponse(error_message="", entries=entries)
