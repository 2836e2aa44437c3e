"""Which entities a DescribeClientQuotas request means."""

from __future__ import annotations

from kafkawire.broker.quotas.store import CLIENT_ID, IP, USER, Entity
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import DescribeClientQuotasRequest
from kafkawire.messages.describe_client_quotas_request import ComponentData

__all__ = ["EntityFilter"]

_EXACT, _DEFAULT, _SPECIFIED = range(3)
_TYPES = (IP, USER, CLIENT_ID)
_MIXED = "Invalid entity filter component combination. IP filter component should not be used with user or clientId filter component."  # noqa: E501 - Kafka's


class EntityFilter:
    """What a request asks for. Raises `KafkaError`, in Kafka's words."""

    def __init__(self, request: DescribeClientQuotasRequest) -> None:
        self._strict = request.strict
        self._exact: dict[str, str | None] = {}
        self._types: set[str] = set()
        for component in request.components:
            self._add(component)
        named = {*self._exact, *self._types}
        if IP in named and len(named) > 1:
            raise KafkaError(ErrorCode.INVALID_REQUEST, _MIXED)

    def matches(self, entity: Entity) -> bool:
        """Whether an entity is meant."""
        parts = dict(entity)
        if self._strict and len(parts) != len(self._exact) + len(self._types):
            return False
        is_exact = all(kind in parts and parts[kind] == name for kind, name in self._exact.items())
        return is_exact and self._types <= parts.keys()

    def _add(self, component: ComponentData) -> None:
        kind, name, how = component.entity_type, component.match, component.match_type
        if not kind:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "Invalid empty entity type.")
        if kind in self._exact or kind in self._types:
            fault = f"Entity type {kind} cannot appear more than once in the filter."
            raise KafkaError(ErrorCode.INVALID_REQUEST, fault)
        if kind not in _TYPES:
            raise KafkaError(ErrorCode.UNSUPPORTED_VERSION, f"Unsupported entity type {kind}")
        if how == _EXACT and name is None:
            fault = "Request specified MATCH_TYPE_EXACT, but set match string to null."
            raise KafkaError(ErrorCode.INVALID_REQUEST, fault)
        if how in (_DEFAULT, _SPECIFIED) and name is not None:
            word = "DEFAULT" if how == _DEFAULT else "SPECIFIED"
            fault = f"Request specified MATCH_TYPE_{word}, but also specified a match string."
            raise KafkaError(ErrorCode.INVALID_REQUEST, fault)
        if how not in (_EXACT, _DEFAULT, _SPECIFIED):
            raise KafkaError(ErrorCode.INVALID_REQUEST, f"Unknown match type {how}")
        if how == _SPECIFIED:
            self._types.add(kind)
        else:
            self._exact[kind] = name
