"""Delegation tokens (KIP-48): create, renew, expire, describe. The connection itself must be authenticated for that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.routing import CONTROLLER
from kafkawire.client.connection import ByVersion
from kafkawire.client.errors import InvalidOption

__all__ = ["DelegationToken", "TokensAdmin"]

_OWNERS = 3


@dataclass(frozen=True, slots=True)
class DelegationToken:
    """A token. `token_id` and `hmac` in base64 are user name and password of SCRAM; times are in milliseconds.

    Principals are written `User:alice`; `requester` is "" where the broker is too old to say.
    """

    token_id: str
    hmac: bytes = field(repr=False)
    owner: str
    requester: str
    issue_timestamp_ms: int
    expiry_timestamp_ms: int
    max_timestamp_ms: int
    renewers: tuple[str, ...] = ()


class TokensAdmin(AdminBase):
    """Calls about delegation tokens."""

    async def create_delegation_token(
        self, *, renewers: Iterable[str] = (), owner: str | None = None, max_lifetime_ms: int = -1
    ) -> DelegationToken:
        """A new token for ourselves or for `owner`; -1 leaves its lifetime to the broker."""
        from kafkawire.messages import CreateDelegationTokenRequest
        from kafkawire.messages.create_delegation_token_request import CreatableRenewers

        named = [*renewers]
        owner_type, owner_name = (None, None) if owner is None else _principal(owner)

        def build(version: int) -> CreateDelegationTokenRequest:
            request = CreateDelegationTokenRequest(max_lifetime_ms=max_lifetime_ms)
            request.renewers = [
                CreatableRenewers(principal_type=kind, principal_name=name) for kind, name in map(_principal, named)
            ]
            if version >= _OWNERS:
                request.owner_principal_type, request.owner_principal_name = owner_type, owner_name
            return request

        request = ByVersion(CreateDelegationTokenRequest.API_KEY, build)
        needed = 0 if owner is None else _OWNERS
        response = await self._call(request, "create a delegation token", node=CONTROLLER, at_least=needed, item=owner)
        times = response.issue_timestamp_ms, response.expiry_timestamp_ms, response.max_timestamp_ms
        return DelegationToken(response.token_id, response.hmac, *_owners(response), *times, tuple(named))

    async def renew_delegation_token(self, hmac: bytes, *, renew_period_ms: int = -1) -> int:
        """Let a token live longer, -1 for as long as the broker likes. Returns when it expires, in milliseconds."""
        from kafkawire.messages import RenewDelegationTokenRequest

        request = RenewDelegationTokenRequest(hmac=hmac, renew_period_ms=renew_period_ms)
        response = await self._call(request, "renew the delegation token", node=CONTROLLER)
        return int(response.expiry_timestamp_ms)

    async def expire_delegation_token(self, hmac: bytes, *, expiry_period_ms: int = -1) -> int:
        """Let a token live no longer than that, -1 for no longer at all. Returns when it expires, in milliseconds."""
        from kafkawire.messages import ExpireDelegationTokenRequest

        request = ExpireDelegationTokenRequest(hmac=hmac, expiry_time_period_ms=expiry_period_ms)
        response = await self._call(request, "expire the delegation token", node=CONTROLLER)
        return int(response.expiry_timestamp_ms)

    async def describe_delegation_tokens(self, owners: Iterable[str] | None = None) -> list[DelegationToken]:
        """The tokens that we may see, of all owners or some (`User:alice`)."""
        from kafkawire.messages import DescribeDelegationTokenRequest
        from kafkawire.messages.describe_delegation_token_request import DescribeDelegationTokenOwner as Owner

        wanted = None
        if owners is not None:
            wanted = [Owner(principal_type=kind, principal_name=name) for kind, name in map(_principal, owners)]
        response = await self._call(DescribeDelegationTokenRequest(owners=wanted), "describe delegation tokens")
        return [
            DelegationToken(
                t.token_id,
                t.hmac,
                *_owners(t),
                t.issue_timestamp,
                t.expiry_timestamp,
                t.max_timestamp,
                tuple(f"{r.principal_type}:{r.principal_name}" for r in t.renewers),
            )
            for t in response.tokens
        ]


def _owners(token: Any) -> tuple[str, str]:
    requester = token.token_requester_principal_type and (
        f"{token.token_requester_principal_type}:{token.token_requester_principal_name}"
    )
    return f"{token.principal_type}:{token.principal_name}", requester


def _principal(text: str) -> tuple[str, str]:
    kind, colon, name = text.partition(":")
    if not (kind and colon and name):
        raise InvalidOption(f"{text!r} is no principal: want TYPE:NAME, such as User:alice")
    return kind, name
