"""Options of topics, brokers, groups, client metrics and loggers: describe them, and alter some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.names import Names
from kafkawire.client.admin.nesting import read_results
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import ANY, ByNode, in_cluster
from kafkawire.client.cluster import Cluster
from kafkawire.client.connection import ByVersion
from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    from kafkawire.messages import IncrementalAlterConfigsRequest

__all__ = ["ConfigChange", "ConfigEntry", "ConfigResource", "ConfigSynonym", "ConfigsAdmin"]

TYPES = Names(
    "kind of resource", {2: "topic", 4: "broker", 8: "broker_logger", 16: "client_metrics", 32: "group"}, str.lower
)
_SOURCES = Names(
    "source of an option",
    {
        0: "UNKNOWN",
        1: "DYNAMIC_TOPIC_CONFIG",
        2: "DYNAMIC_BROKER_CONFIG",
        3: "DYNAMIC_DEFAULT_BROKER_CONFIG",
        4: "STATIC_BROKER_CONFIG",
        5: "DEFAULT_CONFIG",
        6: "DYNAMIC_BROKER_LOGGER_CONFIG",
        7: "DYNAMIC_CLIENT_METRICS_CONFIG",
        8: "DYNAMIC_GROUP_CONFIG",
    },
)
_VALUE_TYPES = ("UNKNOWN", "BOOLEAN", "STRING", "INT", "SHORT", "LONG", "DOUBLE", "LIST", "CLASS", "PASSWORD")
_OPERATIONS = {"set": 0, "delete": 1, "append": 2, "subtract": 3}
_OWN = {"broker", "broker_logger"}
_ALL_TYPES = 1
_DOCUMENTED, _WITH_SYNONYMS = 3, 1

ConfigType = Literal["topic", "broker", "broker_logger", "client_metrics", "group"]


class ConfigResource(NamedTuple):
    """What has options: `("topic", "flights")`, `("broker", "1")`; broker "" means what holds for all brokers."""

    type: str
    name: str


class ConfigSynonym(NamedTuple):
    """Where else a value could come from, in the order in which Kafka looks."""

    name: str
    value: str | None
    source: str


@dataclass(frozen=True, slots=True)
class ConfigEntry:
    """One option. `value` is None for secrets; `source` says who set it, such as "DYNAMIC_TOPIC_CONFIG"."""

    name: str
    value: str | None
    source: str
    is_read_only: bool = False
    is_sensitive: bool = False
    type: str = "UNKNOWN"
    synonyms: tuple[ConfigSynonym, ...] = ()
    documentation: str | None = None

    @property
    def is_default(self) -> bool:
        """Whether nobody has set it."""
        return self.source == "DEFAULT_CONFIG"


@dataclass(frozen=True, slots=True)
class ConfigChange:
    """What to do to an option; to append and to subtract is for lists (KIP-339)."""

    operation: Literal["set", "delete", "append", "subtract"]
    value: str | None = None


Named = tuple[str, str]
Changes = Mapping[str, str | ConfigChange | None]
R = TypeVar("R", bound=Named)


class ConfigsAdmin(AdminBase):
    """Calls about options."""

    async def describe_configs(
        self,
        resources: Iterable[Named],
        *,
        names: Iterable[str] | None = None,
        synonyms: bool = False,
        documentation: bool = False,
    ) -> dict[Named, dict[str, ConfigEntry]]:
        """The options of each resource, `names` of them or all. Keys are `ConfigResource`s."""
        from kafkawire.messages import DescribeConfigsRequest
        from kafkawire.messages.describe_configs_request import DescribeConfigsResource

        keys = None if names is None else list(names)

        def build(items: list[ConfigResource]) -> DescribeConfigsRequest:
            wanted = [
                DescribeConfigsResource(
                    resource_type=TYPES.number(kind),
                    resource_name=name,
                    configuration_keys=None if keys is None else [*keys],
                )
                for kind, name in items
            ]
            return DescribeConfigsRequest(
                resources=wanted, include_synonyms=synonyms, include_documentation=documentation
            )

        def entries(result: Any) -> dict[str, ConfigEntry]:
            return {entry.name: _entry(entry) for entry in result.configs}

        read = read_results("results", _resource, entries)
        needed = _DOCUMENTED if documentation else _WITH_SYNONYMS if synonyms else 0
        return await self._each(_resources(resources), _label, _route, build, read, at_least=needed)

    async def alter_configs(
        self,
        changes: Mapping[R, Changes],
        *,
        validate_only: bool = False,
    ) -> None:
        """Change options, and leave the others as they are.

        A text is the new value, None takes the option back to its default, `ConfigChange` says it in full:
        `{("topic", "flights"): {"retention.ms": "1000", "cleanup.policy": ConfigChange("append", "compact")}}`.
        """
        wanted = dict(zip(_resources(changes), changes.values(), strict=True))

        def build(items: list[ConfigResource]) -> IncrementalAlterConfigsRequest:
            return _alter_request({resource: wanted[resource] for resource in items}, validate_only)

        await self._each(wanted, _label, _route, build, read_results("responses", _resource))

    async def list_config_resources(self, types: Iterable[ConfigType] = ()) -> list[ConfigResource]:
        """What has options, of all types or some (KIP-1142); before Kafka 4.1 brokers know "client_metrics" alone."""
        from kafkawire.messages import ListConfigResourcesRequest

        numbers = [TYPES.number(kind) for kind in types]
        only_metrics = numbers == [TYPES.number("client_metrics")]

        def build(version: int) -> ListConfigResourcesRequest:
            return ListConfigResourcesRequest(resource_types=numbers if version >= _ALL_TYPES else ())

        request = ByVersion(ListConfigResourcesRequest.API_KEY, build)
        response = await self._call(request, "list what has options", at_least=0 if only_metrics else _ALL_TYPES)
        return [*map(_resource, response.config_resources)]

    async def list_client_metrics_resources(self) -> list[str]:
        """The names of client metrics subscriptions (KIP-714); `alter_configs` makes and removes them."""
        return [resource.name for resource in await self.list_config_resources(["client_metrics"])]


def _resources(resources: Iterable[Named]) -> list[ConfigResource]:
    """The resources with their types as Kafka writes them. Raises `InvalidOption`."""
    return [ConfigResource(TYPES.name(TYPES.number(kind)), name) for kind, name in resources]


def _resource(named: Any) -> ConfigResource:
    return ConfigResource(TYPES.name(named.resource_type), named.resource_name)


def _label(resource: ConfigResource) -> str:
    return f"{resource.type} {resource.name!r}"


async def _route(cluster: Cluster, outcome: Outcome[Any, Any]) -> ByNode:
    """A broker knows its own options best; whatever else, anyone can be asked."""
    nodes: dict[int, list[Any]] = {}
    for resource in outcome.open:
        is_own = resource.type in _OWN and resource.name
        nodes.setdefault(_node(resource.name) if is_own else ANY, []).append(resource)
    return in_cluster(cluster, outcome, nodes)


def _node(name: str) -> int:
    try:
        return int(name)
    except ValueError:
        raise InvalidOption(f"{name!r} is no broker: want its number") from None


def _entry(entry: Any) -> ConfigEntry:
    value_type = _VALUE_TYPES[entry.config_type] if 0 <= entry.config_type < len(_VALUE_TYPES) else "UNKNOWN"
    source = "DEFAULT_CONFIG" if entry.is_default else _SOURCES.name(max(0, entry.config_source))
    return ConfigEntry(
        entry.name,
        entry.value,
        source,
        entry.read_only,
        entry.is_sensitive,
        value_type,
        tuple(ConfigSynonym(s.name, s.value, _SOURCES.name(s.source)) for s in entry.synonyms),
        entry.documentation or None,
    )


def _alter_request(changes: Mapping[ConfigResource, Changes], validate_only: bool) -> IncrementalAlterConfigsRequest:
    from kafkawire.messages import IncrementalAlterConfigsRequest
    from kafkawire.messages import incremental_alter_configs_request as m

    def alterable(name: str, value: str | ConfigChange | None) -> m.AlterableConfig:
        change = value if isinstance(value, ConfigChange) else ConfigChange("delete" if value is None else "set", value)
        return m.AlterableConfig(name=name, config_operation=_OPERATIONS[change.operation], value=change.value)

    return IncrementalAlterConfigsRequest(
        resources=[
            m.AlterConfigsResource(
                resource_type=TYPES.number(resource.type),
                resource_name=resource.name,
                configs=[alterable(name, value) for name, value in options.items()],
            )
            for resource, options in changes.items()
        ],
        validate_only=validate_only,
    )
