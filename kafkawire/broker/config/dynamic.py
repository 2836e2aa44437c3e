"""Broker options that are changed while the broker runs (KIP-226), and what they add up to.

Kafka knows two places for them: one for all brokers of the cluster (resource name "") and one for a single broker (its
id). The latter counts more, and both count more than what the broker was started with. `current` is the sum; whoever
wants to follow a change asks for it each time.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Mapping

from kafkawire.broker.config.broker import BrokerConfig, topic_options
from kafkawire.broker.config.groups import check_types
from kafkawire.broker.config.options import InvalidOption, option_fields, option_name, parse_options, with_changes
from kafkawire.errors import KafkaError

__all__ = ["CLUSTER", "MIN_INSYNC", "DynamicConfig", "is_dynamic"]

_LOG = logging.getLogger("kafkawire.broker.configs")
CLUSTER = ""
MIN_INSYNC = "min.insync.replicas"
_ALSO = frozenset(
    {
        "group.consumer.assignment.interval.ms",
        "group.share.assignment.interval.ms",
        "log.cleaner.backoff.ms",
        "log.cleaner.dedupe.buffer.size",
        "log.cleaner.io.buffer.load.factor",
        "log.cleaner.io.max.bytes.per.second",
        "max.connections",
        "max.connections.per.ip",
        "max.connections.per.ip.overrides",
        "producer.id.expiration.ms",
        "transaction.partition.verification.enable",
    }
)


def is_dynamic(name: str) -> bool:
    """Whether the broker option of that name can be changed while the broker runs."""
    return name in _ALSO or name in topic_options().values()


class DynamicConfig:
    """The options of the broker that was started with `static`. `changed` is called when others are in force."""

    def __init__(self, static: BrokerConfig, changed: Callable[[], object] = lambda: None) -> None:
        self.static = static
        self.current = static
        self.options: dict[str, dict[str, str]] = {CLUSTER: {}, str(static.node_id): {}}
        """Resource name -> options that are set there, as texts."""
        self.groups: dict[str, dict[str, str]] = {}
        """Group id -> options that are set for the group, as texts."""
        self.client_metrics: dict[str, dict[str, str]] = {}
        """Subscription -> options that are set for it, as texts."""
        self._changed = changed

    def check(self, resource: str, options: Mapping[str, str]) -> BrokerConfig:
        """The configuration as it would be with exactly `options` set at `resource`. Raises `InvalidOption`."""
        fixed = [name for name in options if not is_dynamic(name) and name in _known()]
        if fixed:
            raise InvalidOption(f"Cannot update these configs dynamically: [{', '.join(fixed)}]")
        by_resource = {**self.options, resource: options}
        merged = {**by_resource[CLUSTER], **by_resource[str(self.static.node_id)]}
        merged = {name: value for name, value in merged.items() if name in _known()}  # as Kafka, for plugins
        return dataclasses.replace(self.static, **parse_options(BrokerConfig, merged))

    def apply(self, resource: str, changes: Mapping[str, str | None]) -> None:
        """Take over what was written down together; an option that this broker cannot follow is named and left out."""
        if resource not in self.options:
            return  # of another broker of the cluster that this directory comes from
        try:
            self._set(resource, changes)
        except InvalidOption:
            for option, value in changes.items():
                self._apply_alone(resource, option, value)

    def _apply_alone(self, resource: str, option: str, value: str | None) -> None:
        try:
            self._set(resource, {option: value})
        except InvalidOption as exc:
            _LOG.warning("broker %s: %s; it has no effect here", resource or "default", exc)

    def _set(self, resource: str, changes: Mapping[str, str | None]) -> None:
        options = with_changes(self.options[resource], changes)
        self.current = self.check(resource, options)
        self.options[resource] = options
        self._changed()

    def apply_client_metrics(self, name: str, changes: Mapping[str, str | None]) -> None:
        """Take over options of a subscription as they were written down."""
        options = with_changes(self.client_metrics.pop(name, {}), changes)
        if options:
            self.client_metrics[name] = options

    def of_group(self, group_id: str) -> Mapping[str, str]:
        """The options that are set for a group, as texts."""
        return self.groups.get(group_id, {})

    def apply_group(self, group_id: str, changes: Mapping[str, str | None]) -> None:
        """Take over options of a group as they were written down; one that this broker cannot follow is left out."""
        known = {option: value for option, value in changes.items() if _can_follow(group_id, option, value)}
        options = with_changes(self.groups.pop(group_id, {}), known)
        if options:
            self.groups[group_id] = options


def _can_follow(group_id: str, option: str, value: str | None) -> bool:
    try:
        check_types({option: value} if value is not None else {})
    except KafkaError as exc:
        _LOG.warning("group %s: %s; it has no effect here", group_id, exc)
        return False
    return True


def _known() -> frozenset[str]:
    return frozenset(option_name(field.name) for field in option_fields(BrokerConfig))
