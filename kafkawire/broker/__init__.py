"""A broker that speaks Kafka's protocol and keeps its logs in Kafka's file formats. Names load on first touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.broker.api.dispatch import Context as Context
    from kafkawire.broker.api.dispatch import Function as Function
    from kafkawire.broker.api.dispatch import Handler as Handler
    from kafkawire.broker.api.dispatch import handles as handles
    from kafkawire.broker.api.handlers import default_handlers as default_handlers
    from kafkawire.broker.api.hooks import BrokerHooks as BrokerHooks
    from kafkawire.broker.config.broker import BrokerConfig as BrokerConfig
    from kafkawire.broker.config.options import InvalidOption as InvalidOption
    from kafkawire.broker.log.files import File as File
    from kafkawire.broker.log.files import FileSystem as FileSystem
    from kafkawire.broker.log.files import MemoryFiles as MemoryFiles
    from kafkawire.broker.log.files import RealFiles as RealFiles
    from kafkawire.broker.loop.clock import Clock as Clock
    from kafkawire.broker.loop.clock import ManualClock as ManualClock
    from kafkawire.broker.loop.clock import SystemClock as SystemClock
    from kafkawire.broker.security.authorizer import CLUSTER as CLUSTER
    from kafkawire.broker.security.authorizer import Action as Action
    from kafkawire.broker.security.authorizer import Authorizer as Authorizer
    from kafkawire.broker.security.authorizer import Client as Client
    from kafkawire.broker.security.authorizer import Operation as Operation
    from kafkawire.broker.security.authorizer import ResourceType as ResourceType
    from kafkawire.broker.security.session import Session as Session
    from kafkawire.broker.security.standard_authorizer import StandardAuthorizer as StandardAuthorizer
    from kafkawire.broker.server.broker import Broker as Broker
    from kafkawire.protocol.sasl.server_mechanism import Refused as Refused
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism as ServerMechanism
    from kafkawire.protocol.sasl.server_oauthbearer import BearerIdentity as BearerIdentity
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator as TokenValidator
    from kafkawire.transport.traffic import Recorder as Recorder

__all__ = [
    "CLUSTER",
    "Action",
    "Authorizer",
    "BearerIdentity",
    "Broker",
    "BrokerConfig",
    "BrokerHooks",
    "Client",
    "Clock",
    "Context",
    "File",
    "FileSystem",
    "Function",
    "Handler",
    "InvalidOption",
    "ManualClock",
    "MemoryFiles",
    "Operation",
    "RealFiles",
    "Recorder",
    "Refused",
    "ResourceType",
    "ServerMechanism",
    "Session",
    "StandardAuthorizer",
    "SystemClock",
    "TokenValidator",
    "default_handlers",
    "handles",
]

_HOME = {
    "Action": "kafkawire.broker.security.authorizer",
    "Authorizer": "kafkawire.broker.security.authorizer",
    "BearerIdentity": "kafkawire.protocol.sasl.server_oauthbearer",
    "Broker": "kafkawire.broker.server.broker",
    "BrokerConfig": "kafkawire.broker.config.broker",
    "BrokerHooks": "kafkawire.broker.api.hooks",
    "CLUSTER": "kafkawire.broker.security.authorizer",
    "Client": "kafkawire.broker.security.authorizer",
    "Clock": "kafkawire.broker.loop.clock",
    "Context": "kafkawire.broker.api.dispatch",
    "File": "kafkawire.broker.log.files",
    "FileSystem": "kafkawire.broker.log.files",
    "Function": "kafkawire.broker.api.dispatch",
    "Handler": "kafkawire.broker.api.dispatch",
    "InvalidOption": "kafkawire.broker.config.options",
    "ManualClock": "kafkawire.broker.loop.clock",
    "MemoryFiles": "kafkawire.broker.log.files",
    "Operation": "kafkawire.broker.security.authorizer",
    "RealFiles": "kafkawire.broker.log.files",
    "Recorder": "kafkawire.transport.traffic",
    "Refused": "kafkawire.protocol.sasl.server_mechanism",
    "ResourceType": "kafkawire.broker.security.authorizer",
    "ServerMechanism": "kafkawire.protocol.sasl.server_mechanism",
    "Session": "kafkawire.broker.security.session",
    "StandardAuthorizer": "kafkawire.broker.security.standard_authorizer",
    "SystemClock": "kafkawire.broker.loop.clock",
    "TokenValidator": "kafkawire.protocol.sasl.server_oauthbearer",
    "default_handlers": "kafkawire.broker.api.handlers",
    "handles": "kafkawire.broker.api.dispatch",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
