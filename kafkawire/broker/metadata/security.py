"""What a broker keeps about its clients in its metadata log: users of SCRAM, ACLs, quotas, tokens."""

from __future__ import annotations

import secrets

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.quotas.store import Quotas
from kafkawire.broker.security.acls import Acls
from kafkawire.broker.security.scram_users import ScramUsers
from kafkawire.broker.security.tokens import Tokens
from kafkawire.message import Message

__all__ = ["SecurityState", "kept_secret"]

_SECRET, _SECRET_BYTES = "kafkawire.secret", 32

_OF_RECORDS = {
    "UserScramCredentialRecord": "scram",
    "RemoveUserScramCredentialRecord": "scram",
    "AccessControlEntryRecord": "acls",
    "RemoveAccessControlEntryRecord": "acls",
    "ClientQuotaRecord": "quotas",
    "DelegationTokenRecord": "tokens",
    "RemoveDelegationTokenRecord": "tokens",
}
"""Who is told of a record."""


def kept_secret(files: FileSystem, directory: str) -> bytes:
    """A secret that is made once for a directory and kept in it, so that what is made from it outlives a restart."""
    path = f"{directory}/{_SECRET}"
    found = files.read(path) if files.exists(path) else b""
    if len(found) < _SECRET_BYTES:
        found = secrets.token_bytes(_SECRET_BYTES)
        files.replace(path, found)
    return found


class SecurityState:
    """What the metadata log says of users, rules, quotas and tokens. The controller writes what changes them."""

    def __init__(self, config: BrokerConfig, secret: bytes) -> None:
        self.secret = secret
        """What salts of SCRAM are made from, for names that have none of their own."""
        self.scram = ScramUsers()
        self.acls = Acls()
        self.quotas = Quotas()
        self.tokens = Tokens(config)

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about any of that."""
        name = _OF_RECORDS.get(type(record).__name__)
        if name is not None:
            getattr(self, name).replay(record)
