"""Options of Apache Kafka that one node does not need, so that a file made for Kafka starts a broker as it is.

Their values are not read. Options that would change what clients get or may do are not among them: those that this
broker lacks are refused like misspelled ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.broker.config.options import InvalidOption

__all__ = ["WITHOUT_EFFECT", "OneNode", "on_one_node"]

WITHOUT_EFFECT = {
    "There is one node with all roles, and no other that it would talk to.": (
        "auto.leader.rebalance.enable",
        "broker.heartbeat.interval.ms",
        "broker.id.generation.enable",
        "broker.rack",
        "broker.session.timeout.ms",
        "control.plane.listener.name",
        "controlled.shutdown.*",
        "controller.performance.*",
        "controller.quorum.*",
        "controller.socket.timeout.ms",
        "early.start.listeners",
        "initial.broker.registration.timeout.ms",
        "inter.broker.listener.name",
        "inter.broker.protocol.version",
        "leader.imbalance.*",
        "process.roles",
        "reserved.broker.max.id",
        "sasl.mechanism.controller.protocol",
        "sasl.mechanism.inter.broker.protocol",
        "security.inter.broker.protocol",
        "server.max.startup.time.ms",
        "unclean.leader.election.interval.ms",
        "zookeeper.*",
    ),
    "There is one replica of everything.": (
        "alter.log.dirs.replication.quota.*",
        "default.replication.factor",
        "eligible.leader.replicas.enable",
        "num.replica.*",
        "offsets.topic.replication.factor",
        "replica.*",
        "replication.quota.*",
        "share.coordinator.state.topic.min.isr",
        "share.coordinator.state.topic.replication.factor",
        "transaction.state.log.min.isr",
        "transaction.state.log.replication.factor",
    ),
    "One thread serves all connections, and the system chooses the sizes of their buffers.": (
        "background.threads",
        "group.coordinator.background.threads",
        "group.coordinator.threads",
        "num.io.threads",
        "num.network.threads",
        "num.recovery.threads.per.data.dir",
        "queued.max.request.bytes",
        "queued.max.requests",
        "share.coordinator.threads",
        "socket.listen.backlog.size",
        "socket.receive.buffer.bytes",
        "socket.send.buffer.bytes",
    ),
    "What they tune works in another way here.": (
        "delete.records.purgatory.purge.interval.requests",
        "fetch.purgatory.purge.interval.requests",
        "group.coordinator.append.linger.ms",
        "group.coordinator.cached.buffer.max.bytes",
        "group.coordinator.new.enable",
        "log.cleaner.io.buffer.size",
        "log.flush.start.offset.checkpoint.interval.ms",
        "log.initial.task.delay.ms",
        "log.message.format.version",
        "metadata.log.*",
        "metadata.max.*",
        "offsets.commit.required.acks",
        "offsets.commit.timeout.ms",
        "offsets.load.buffer.size",
        "producer.id.expiration.check.interval.ms",
        "producer.purgatory.purge.interval.requests",
        "share.coordinator.append.linger.ms",
        "share.coordinator.cached.buffer.max.bytes",
        "share.coordinator.load.buffer.size",
        "share.coordinator.write.timeout.ms",
        "share.fetch.purgatory.purge.interval.requests",
        "transaction.state.log.load.buffer.size",
    ),
    "Metrics are Prometheus's, with `--metrics-port`.": (
        "auto.include.jmx.reporter",
        "kafka.metrics.*",
        "metric.reporters",
        "metrics.*",
    ),
}
"""Why -> names; `*` stands for any ending."""
_NAMES = re.compile(
    "|".join(re.escape(name).replace(r"\*", ".+") for names in WITHOUT_EFFECT.values() for name in names)
)
_OTHER_NAMES = {"broker.id": "node.id", "log.dir": "log.dirs"}
_CONTROLLERS = "controller.listener.names"


class OneNode(NamedTuple):
    """Options of which each means something here, and the names of those that do not."""

    options: dict[str, str]
    without_effect: list[str]


def on_one_node(given: Mapping[str, str]) -> OneNode:
    """Take out what has no effect, the listeners of controllers among it. Raises `InvalidOption` for other roles."""
    roles = given.get("process.roles", "broker")
    if "broker" not in _words(roles):
        raise InvalidOption(f"process.roles={roles}: a node without the role of a broker has nothing to do here")
    options = {name: text for name, text in given.items() if not _NAMES.fullmatch(name)}
    without = [name for name in given if name not in options]
    for name, same in _OTHER_NAMES.items():
        if name in options:
            options.setdefault(same, options[name])
            if (text := options.pop(name)) != options[same] and name == "broker.id":
                raise InvalidOption(f"broker.id={text} and node.id={options[same]}: they name the same number")
    controllers = {name.upper() for name in _words(options.pop(_CONTROLLERS, ""))}
    for name in ("listeners", "advertised.listeners"):
        if controllers and name in options:
            options[name] = ",".join(text for text in _words(options[name]) if _listener(text) not in controllers)
    return OneNode(options, without + [_CONTROLLERS] * bool(controllers))


def _listener(text: str) -> str:
    return text.partition("://")[0].upper()


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
