"""Who may do what: asked by the handlers for each resource of a request, if a broker has an authorizer.

The names and numbers are those of Kafka's ACLs. Without an authorizer everything is allowed, and nobody is asked. Who
has not authenticated is `User:ANONYMOUS`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Protocol

__all__ = ["CLUSTER", "Action", "Authorizer", "Client", "Operation", "ResourceType"]

CLUSTER = "kafka-cluster"
"""The name of the one resource of type CLUSTER."""


class Operation(IntEnum):
    """What is done to a resource."""

    READ = 3
    WRITE = 4
    CREATE = 5
    DELETE = 6
    ALTER = 7
    DESCRIBE = 8
    CLUSTER_ACTION = 9
    DESCRIBE_CONFIGS = 10
    ALTER_CONFIGS = 11
    IDEMPOTENT_WRITE = 12
    CREATE_TOKENS = 13
    DESCRIBE_TOKENS = 14
    TWO_PHASE_COMMIT = 15


class ResourceType(IntEnum):
    """What is guarded."""

    TOPIC = 2
    GROUP = 3
    CLUSTER = 4
    TRANSACTIONAL_ID = 5
    DELEGATION_TOKEN = 6
    USER = 7


class Client(NamedTuple):
    """Who asks. `host` is `/1.2.3.4`, as Kafka has it in its logs."""

    principal: str
    host: str
    client_id: str | None


class Action(NamedTuple):
    """What is asked for."""

    operation: Operation
    resource_type: ResourceType
    name: str


class Authorizer(Protocol):
    """Says yes or no, at once: it is asked while a request is handled.

    It is asked for what a request needs and nothing else: that READ and WRITE imply DESCRIBE is for it to know.
    """

    def allows(self, client: Client, action: Action) -> bool:
        """Whether the client may do it."""
