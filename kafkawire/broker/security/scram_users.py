"""Users of SCRAM that admin tools have set: kept in the metadata log, as Apache Kafka does it."""

from __future__ import annotations

from collections import Counter

from kafkawire.message import Message
from kafkawire.protocol.sasl.server_scram import SaltForm, ScramCredential, form_of

__all__ = ["SCRAM_NUMBERS", "ScramUsers"]

SCRAM_NUMBERS = {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"}
"""How records and requests call a mechanism."""


class ScramUsers:
    """The users that authenticate by SCRAM, as the log of metadata knows them."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, ScramCredential]] = {name: {} for name in SCRAM_NUMBERS.values()}
        self.forms: dict[str, Counter[SaltForm]] = {name: Counter() for name in SCRAM_NUMBERS.values()}
        """Mechanism -> what can be seen of its users' credentials, and of how many."""

    @property
    def names(self) -> list[str]:
        """Everybody who is kept, in some mechanism."""
        return sorted({name for users in self._found.values() for name in users})

    def find(self, mechanism: str, user: str) -> ScramCredential | None:
        """What is kept of a user."""
        return self._found[mechanism].get(user)

    def of(self, user: str) -> dict[int, ScramCredential]:
        """What is kept of a user for each mechanism, by its number."""
        found = {number: self.find(name, user) for number, name in SCRAM_NUMBERS.items()}
        return {number: credential for number, credential in found.items() if credential is not None}

    def replay(self, record: Message) -> None:
        """Do what a record of the metadata log says, if it is about such users."""
        from kafkawire.messages import RemoveUserScramCredentialRecord, UserScramCredentialRecord

        if not isinstance(record, UserScramCredentialRecord | RemoveUserScramCredentialRecord):
            return
        mechanism = SCRAM_NUMBERS.get(record.mechanism)
        if mechanism is None:
            return
        if isinstance(record, UserScramCredentialRecord):
            salt, stored_key, server_key = map(bytes, (record.salt, record.stored_key, record.server_key))
            self._set(mechanism, record.name, ScramCredential(salt, stored_key, server_key, record.iterations))
        else:
            self._set(mechanism, record.name, None)

    def _set(self, mechanism: str, user: str, credential: ScramCredential | None) -> None:
        users, forms = self._found[mechanism], self.forms[mechanism]
        before = users.pop(user, None)
        if before is not None:
            forms -= Counter([form_of(before)])
        if credential is not None:
            users[user] = credential
            forms[form_of(credential)] += 1
