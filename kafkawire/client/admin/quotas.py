"""Client quotas: limits for users, client ids and addresses (KIP-546)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.nesting import read_results
from kafkawire.client.admin.routing import to_controller

if TYPE_CHECKING:
    from kafkawire.messages import AlterClientQuotasRequest

__all__ = ["ANY_NAME", "ClientQuota", "QuotasAdmin"]


class _AnyName(Enum):
    ANY_NAME = "any"


ANY_NAME: Final = _AnyName.ANY_NAME
"""In a filter: every name of that type, and the default."""

_EXACT, _DEFAULT, _ANY = 0, 1, 2
Entity = tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True)
class ClientQuota:
    """The quotas of an entity: `ClientQuota({"user": "alice"}, {"producer_byte_rate": 1e6})`.

    The types are "user", "client-id" and "ip"; a name of None is the default of that type. To alter quotas, a value of
    None removes one.
    """

    entity: Mapping[str, str | None]
    values: Mapping[str, float | None]


class QuotasAdmin(AdminBase):
    """Calls about client quotas."""

    async def describe_client_quotas(
        self, matching: Mapping[str, str | _AnyName | None] | None = None, *, strict: bool = False
    ) -> list[ClientQuota]:
        """The quotas that are set, for all entities or those that match; a name of None is the default.

        With `{"user": "alice", "client-id": ANY_NAME}` it is those of alice for whatever client id.
        `strict`: leave out entities that have further types.
        """
        from kafkawire.messages import DescribeClientQuotasRequest
        from kafkawire.messages.describe_client_quotas_request import ComponentData

        def component(kind: str, name: str | _AnyName | None) -> ComponentData:
            if isinstance(name, str):
                return ComponentData(entity_type=kind, match_type=_EXACT, match=name)
            return ComponentData(entity_type=kind, match_type=_DEFAULT if name is None else _ANY, match=None)

        components = [component(kind, name) for kind, name in (matching or {}).items()]
        request = DescribeClientQuotasRequest(components=components, strict=strict)
        response = await self._call(request, "describe client quotas", item=matching)
        return [
            ClientQuota({e.entity_type: e.entity_name for e in entry.entity}, {v.key: v.value for v in entry.values})
            for entry in response.entries or ()
        ]

    async def alter_client_quotas(self, quotas: Iterable[ClientQuota], *, validate_only: bool = False) -> None:
        """Set and remove quotas; those not named stay. Items of a `SomeFailed` are tuples of (type, name)."""
        wanted = {_key(quota.entity): quota.values for quota in quotas}

        def entity(entry: Any) -> Entity:
            return _key({part.entity_type: part.entity_name for part in entry.entity})

        def build(items: list[Entity]) -> AlterClientQuotasRequest:
            return _alter_request({item: wanted[item] for item in items}, validate_only)

        await self._each(wanted, _label, to_controller, build, read_results("entries", entity))


def _key(entity: Mapping[str, str | None]) -> Entity:
    return tuple(sorted(entity.items(), key=lambda pair: pair[0]))


def _label(entity: Entity) -> str:
    return "quota of " + ", ".join(f"{kind} {'(default)' if name is None else repr(name)}" for kind, name in entity)


def _alter_request(
    quotas: Mapping[Entity, Mapping[str, float | None]], validate_only: bool
) -> AlterClientQuotasRequest:
    from kafkawire.messages import AlterClientQuotasRequest
    from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData

    entries = [
        EntryData(
            entity=[EntityData(entity_type=kind, entity_name=name) for kind, name in entity],
            ops=[
                OpData(key=key, value=0.0 if value is None else float(value), remove=value is None)
                for key, value in values.items()
            ],
        )
        for entity, values in quotas.items()
    ]
    return AlterClientQuotasRequest(entries=entries, validate_only=validate_only)
