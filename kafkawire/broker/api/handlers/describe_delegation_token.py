"""DescribeDelegationToken: v1-3. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.token_checks import REQUESTER_SINCE, refusal, split
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.security.tokens import Token
from kafkawire.messages import DescribeDelegationTokenRequest, DescribeDelegationTokenResponse
from kafkawire.messages.describe_delegation_token_response import (
    DescribedDelegationToken,
    DescribedDelegationTokenRenewer,
)

__all__ = ["describe_delegation_token"]


@handles(ApiKey.DESCRIBE_DELEGATION_TOKEN, versions=range(1, 4))
def describe_delegation_token(ctx: Context, request: DescribeDelegationTokenRequest) -> DescribeDelegationTokenResponse:
    """The tokens of some users, or of all, as far as the client may see them: always those that are its business."""
    error = refusal(ctx)
    if error:
        return DescribeDelegationTokenResponse(error_code=error)
    owners = None
    if request.owners is not None:
        owners = {f"{owner.principal_type}:{owner.principal_name}" for owner in request.owners}
    found = [token for token in ctx.node.security.tokens if _is_shown(ctx, token, owners)]
    return DescribeDelegationTokenResponse(tokens=[_described(ctx, token) for token in found])


def _is_shown(ctx: Context, token: Token, owners: set[str] | None) -> bool:
    if owners is not None and owners.isdisjoint(token.concerned):
        return False
    return (
        ctx.session.principal in token.concerned
        or ctx.allows(Operation.DESCRIBE, ResourceType.DELEGATION_TOKEN, token.token_id)
        or ctx.allows(Operation.DESCRIBE_TOKENS, ResourceType.USER, token.owner)
    )


def _described(ctx: Context, token: Token) -> DescribedDelegationToken:
    kind, name = split(token.owner)
    described = DescribedDelegationToken(
        principal_type=kind,
        principal_name=name,
        issue_timestamp=token.issued_ms,
        expiry_timestamp=token.expires_ms,
        max_timestamp=token.max_ms,
        token_id=token.token_id,
        hmac=ctx.node.security.tokens.hmac_of(token.token_id),
        renewers=[
            DescribedDelegationTokenRenewer(principal_type=kind, principal_name=name)
            for kind, name in map(split, token.renewers)
        ],
    )
    if ctx.version >= REQUESTER_SINCE:
        described.token_requester_principal_type, described.token_requester_principal_name = split(token.requester)
    return described
