"""SCRAM credentials of users (KIP-554). Passwords are salted here; a broker never sees them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.names import Names
from kafkawire.client.admin.nesting import read_results
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import CONTROLLER, ByNode, anywhere
from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import InvalidOption

if TYPE_CHECKING:
    from kafkawire.messages import AlterUserScramCredentialsRequest

__all__ = ["ScramCredential", "ScramDeletion", "ScramUpsertion", "UsersAdmin"]

MECHANISMS = Names("mechanism", {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"})
MIN_ITERATIONS, MAX_ITERATIONS = 4096, 16_384
"""What Apache Kafka accepts."""

_HASHES = {1: "sha256", 2: "sha512"}
_SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class ScramCredential:
    """What a broker tells about a credential."""

    mechanism: str
    iterations: int


@dataclass(frozen=True, slots=True)
class ScramUpsertion:
    """A user's new password for a mechanism. Without `salt` there is a random one, as there should be."""

    user: str
    password: str = field(repr=False)
    mechanism: str = "SCRAM-SHA-512"
    iterations: int = 8192
    salt: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ScramDeletion:
    """A user's credential for a mechanism, to be removed."""

    user: str
    mechanism: str = "SCRAM-SHA-512"


Credential = tuple[str, str]
"""User and mechanism."""


class UsersAdmin(AdminBase):
    """Calls about SCRAM credentials."""

    async def describe_user_scram_credentials(
        self, users: Iterable[str] | None = None
    ) -> dict[str, list[ScramCredential]]:
        """The mechanisms for which users (default: all) have a password, with the number of iterations."""
        from kafkawire.messages import DescribeUserScramCredentialsRequest
        from kafkawire.messages.describe_user_scram_credentials_request import UserName

        read = read_results("results", attrgetter("user"), _credentials)
        if users is None:
            response = await self._call(DescribeUserScramCredentialsRequest(users=None), "describe SCRAM users")
            users = [result.user for result in response.results]
            outcome: Outcome[str, list[ScramCredential]] = Outcome(users, str)
            read(outcome, response)
            outcome.end()
            return outcome.finish()

        def build(names: list[str]) -> DescribeUserScramCredentialsRequest:
            return DescribeUserScramCredentialsRequest(users=[UserName(name=name) for name in names])

        return await self._each(users, "user", anywhere, build, read)

    async def alter_user_scram_credentials(self, changes: Iterable[ScramUpsertion | ScramDeletion]) -> None:
        """Set and remove passwords. Items of a `SomeFailed` are (user, mechanism).

        Raises `InvalidOption` for what no broker would accept: iterations out of range, an empty name or password.
        """
        wanted = {_checked(change): change for change in changes}

        def read(outcome: Outcome[Credential, None], response: Any) -> None:
            asked = {item[0]: item for item in outcome.about}
            for result in response.results:
                if result.user in asked:
                    outcome.put(asked[result.user], None, result.error_code, result.error_message)

        def build(items: list[Credential]) -> AlterUserScramCredentialsRequest:
            return _alter_request([wanted[item] for item in items])

        await self._each(wanted, lambda item: f"{item[1]} of user {item[0]!r}", _each_user_once, build, read)


def _credentials(result: Any) -> list[ScramCredential]:
    return [ScramCredential(MECHANISMS.name(c.mechanism), c.iterations) for c in result.credential_infos]


async def _each_user_once(_: Cluster, outcome: Outcome[Credential, None]) -> ByNode:
    """One request for all users' first change, one for the second: brokers refuse two of a user in one."""
    rounds: list[dict[str, Credential]] = []
    for item in outcome.open:
        free = next((users for users in rounds if item[0] not in users), None)
        if free is None:
            rounds.append(free := {})
        free[item[0]] = item
    return [(CONTROLLER, list(users.values())) for users in rounds]


def _checked(change: ScramUpsertion | ScramDeletion) -> Credential:
    """User and mechanism of a change. Raises `InvalidOption` for one that no broker would accept."""
    mechanism = MECHANISMS.name(MECHANISMS.number(change.mechanism))
    if not change.user:
        raise InvalidOption("a SCRAM user needs a name")
    if isinstance(change, ScramUpsertion):
        if not change.password:
            raise InvalidOption(f"user {change.user!r}: the password is empty")
        if not MIN_ITERATIONS <= change.iterations <= MAX_ITERATIONS:
            bounds = f"{MIN_ITERATIONS} to {MAX_ITERATIONS}"
            raise InvalidOption(f"user {change.user!r}: {change.iterations} iterations; brokers accept {bounds}")
    return change.user, mechanism


def _alter_request(changes: Iterable[ScramUpsertion | ScramDeletion]) -> AlterUserScramCredentialsRequest:
    from kafkawire.messages import AlterUserScramCredentialsRequest
    from kafkawire.messages import alter_user_scram_credentials_request as m

    request = AlterUserScramCredentialsRequest()
    for change in changes:
        mechanism = MECHANISMS.number(change.mechanism)
        if isinstance(change, ScramDeletion):
            request.deletions.append(m.ScramCredentialDeletion(name=change.user, mechanism=mechanism))
            continue
        salt = secrets.token_bytes(_SALT_BYTES) if change.salt is None else change.salt
        salted = hashlib.pbkdf2_hmac(_HASHES[mechanism], change.password.encode(), salt, change.iterations)
        request.upsertions.append(
            m.ScramCredentialUpsertion(
                name=change.user, mechanism=mechanism, iterations=change.iterations, salt=salt, salted_password=salted
            )
        )
    return request
