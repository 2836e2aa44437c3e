"""A broker that speaks Kafka's protocol and keeps its logs in Kafka's file formats. Names load on first touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.broker.authorizer import CLUSTER as CLUSTER
    from kafkawire.broker.authorizer import Action as Action
    from kafkawire.broker.authorizer import Authorizer as Authorizer
    from kafkawire.broker.authorizer import Client as Client
    from kafkawire.broker.authorizer import Operation as Operation
    from kafkawire.broker.authorizer import ResourceType as ResourceType
    from kafkawire.broker.clock import Clock as Clock
    from kafkawire.broker.clock import ManualClock as ManualClock
    from kafkawire.broker.clock import SystemClock as SystemClock
    from kafkawire.broker.config import BrokerConfig as BrokerConfig
    from kafkawire.broker.dispatch import Context as Context
    from kafkawire.broker.dispatch import Function as Function
    from kafkawire.broker.dispatch import Handler as Handler
    from kafkawire.broker.dispatch import handles as handles
    from kafkawire.broker.log.files import File as File
    from kafkawire.broker.log.files import FileSystem as FileSystem
    from kafkawire.broker.log.files import MemoryFiles as MemoryFiles
    from kafkawire.broker.log.files import RealFiles as RealFiles
    from kafkawire.broker.options import InvalidOption as InvalidOption
    from kafkawire.broker.security.standard_authorizer import StandardAuthorizer as StandardAuthorizer
    from kafkawire.broker.server import Broker as Broker
    from kafkawire.protocol.sasl.server_oauthbearer import BearerIdentity as BearerIdentity
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator as TokenValidator

__all__ = [
    "CLUSTER",
    "Action",
    "Authorizer",
    "BearerIdentity",
    "Broker",
    "BrokerConfig",
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
    "ResourceType",
    "StandardAuthorizer",
    "SystemClock",
    "TokenValidator",
    "handles",
]

_HOME = {
    "Action": "kafkawire.broker.authorizer",
    "Authorizer": "kafkawire.broker.authorizer",
    "BearerIdentity": "kafkawire.protocol.sasl.server_oauthbearer",
    "Broker": "kafkawire.broker.server",
    "BrokerConfig": "kafkawire.broker.config",
    "CLUSTER": "kafkawire.broker.authorizer",
    "Client": "kafkawire.broker.authorizer",
    "Clock": "kafkawire.broker.clock",
    "Context": "kafkawire.broker.dispatch",
    "File": "kafkawire.broker.log.files",
    "FileSystem": "kafkawire.broker.log.files",
    "Function": "kafkawire.broker.dispatch",
    "Handler": "kafkawire.broker.dispatch",
    "InvalidOption": "kafkawire.broker.options",
    "ManualClock": "kafkawire.broker.clock",
    "MemoryFiles": "kafkawire.broker.log.files",
    "Operation": "kafkawire.broker.authorizer",
    "RealFiles": "kafkawire.broker.log.files",
    "ResourceType": "kafkawire.broker.authorizer",
    "StandardAuthorizer": "kafkawire.broker.security.standard_authorizer",
    "SystemClock": "kafkawire.broker.clock",
    "TokenValidator": "kafkawire.protocol.sasl.server_oauthbearer",
    "handles": "kafkawire.broker.dispatch",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
