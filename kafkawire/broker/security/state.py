"""What a broker keeps about its clients in its metadata log: users of SCRAM, ACLs, quotas, tokens."""

from __future__ import annotations

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata import MetadataLog
from kafkawire.broker.quotas.store import Quotas
from kafkawire.broker.security.acls import Acls
from kafkawire.broker.security.scram_users import ScramUsers
from kafkawire.broker.security.tokens import Tokens
from kafkawire.message import Message

__all__ = ["SecurityState"]


class SecurityState:
    """All of it."""

    def __init__(self, metadata: MetadataLog, config: BrokerConfig) -> None:
        self.scram = ScramUsers(metadata)
        self.acls = Acls(metadata)
        self.quotas = Quotas(metadata)
        self.tokens = Tokens(metadata, config)

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about any of that."""
        self.scram.replay(record)
        self.acls.replay(record)
        self.quotas.replay(record)
        self.tokens.replay(record)
