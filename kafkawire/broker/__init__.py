"""A broker that speaks Kafka's protocol and keeps its logs in Kafka's file formats. Names are loaded on first touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.broker.clock import ManualClock as ManualClock
    from kafkawire.broker.config import BrokerConfig as BrokerConfig
    from kafkawire.broker.dispatch import Context as Context
    from kafkawire.broker.dispatch import Handler as Handler
    from kafkawire.broker.dispatch import handles as handles
    from kafkawire.broker.log.files import MemoryFiles as MemoryFiles
    from kafkawire.broker.options import InvalidOption as InvalidOption
    from kafkawire.broker.server import Broker as Broker

__all__ = ["Broker", "BrokerConfig", "Context", "Handler", "InvalidOption", "ManualClock", "MemoryFiles", "handles"]

_HOME = {
    "Broker": "kafkawire.broker.server",
    "BrokerConfig": "kafkawire.broker.config",
    "Context": "kafkawire.broker.dispatch",
    "Handler": "kafkawire.broker.dispatch",
    "InvalidOption": "kafkawire.broker.options",
    "ManualClock": "kafkawire.broker.clock",
    "MemoryFiles": "kafkawire.broker.log.files",
    "handles": "kafkawire.broker.dispatch",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
