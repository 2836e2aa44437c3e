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
from kafkawire.broker.config.options import InvalidOption, option_fields, option_name, parse_options
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
    """The options of the broker that was started with `static`."""

    def __init__(self, static: BrokerConfig) -> None:
        self.static = static
        self.current = static
        self.options: dict[str, dict[str, str]] = {CLUSTER: {}, str(static.node_id): {}}
        """Resource name -> options that are set there, as texts."""
        self.groups: dict[str, dict[str, str]] = {}
        """Group id -> options that are set for the group, as texts."""
        self.client_metrics: dict[str, dict[str, str]] = {}
        """Subscription -> options that are set for it, as texts."""
        self.on_change: Callable[[], object] = lambda: None

    def check(self, resource: str, options: Mapping[str, str]) -> BrokerConfig:
        """The configuration as it would be with exactly `options` set at `resource`. Raises `InvalidOption`."""
        fixed = [name for name in options if not is_dynamic(name) and name in _known()]
        if fixed:
            raise InvalidOption(f"Cannot update these configs dynamically: [{', '.join(fixed)}]")
        places = {**self.options, resource: options}
        merged = {**places[CLUSTER], **places[str(self.static.node_id)]}
        merged = {name: value for name, value in merged.items() if name in _known()}  # as Kafka, for plugins
        return dataclasses.replace(self.static, **parse_options(BrokerConfig, merged))

    def set(self, resource: str, options: Mapping[str, str]) -> None:
        """Let exactly `options` be set at `resource`. Raises `InvalidOption`."""
        self.current = self.check(resource, options)
        self.options[resource] = dict(options)
        self.on_change()

    def set_client_metrics(self, name: str, options: Mapping[str, str]) -> None:
        """Let exactly `options` be set for a subscription."""
        self.client_metrics.pop(name, None)
        if options:
            self.client_metrics[name] = dict(options)

    def replay_client_metrics(self, name: str, option: str, value: str | None) -> None:
        """Take over one option of a subscription as it was written down."""
        options = {**self.client_metrics.get(name, {}), option: value}
        self.set_client_metrics(name, {key: text for key, text in options.items() if text is not None})

    def set_group(self, group_id: str, options: Mapping[str, str]) -> None:
        """Let exactly `options` be set for a group."""
        self.groups.pop(group_id, None)
        if options:
            self.groups[group_id] = dict(options)

    def replay_group(self, group_id: str, option: str, value: str | None) -> None:
        """Take over one option of a group as it was written down; one that this broker cannot follow is left out."""
        options = dict(self.groups.get(group_id, {}))
        options.pop(option, None)
        if value is not None:
            options[option] = value
        try:
            check_types({option: value} if value is not None else {})
        except KafkaError as exc:
            _LOG.warning("group %s: %s; it has no effect here", group_id, exc)
        else:
            self.set_group(group_id, options)

    def replay(self, resource: str, option: str, value: str | None) -> None:
        """Take over one option as it was written down; one that this broker cannot follow is named and left out."""
        options = dict(self.options.get(resource, {}))
        if resource not in self.options:
            return  # of another broker of the cluster that this directory comes from
        options.pop(option, None)
        if value is not None:
            options[option] = value
        try:
            self.set(resource, options)
        except InvalidOption as exc:
            _LOG.warning("broker %s: %s; it has no effect here", resource or "default", exc)


def _known() -> frozenset[str]:
    return frozenset(option_name(field.name) for field in option_fields(BrokerConfig))
