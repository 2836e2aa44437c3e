"""Create-, Renew-, Expire- and DescribeDelegationToken (KIP-48, 373). Apache Kafka 4.0 removed their versions 0."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.config.principals import ANONYMOUS
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.security.tokens import Token
from kafkawire.error_code import ErrorCode
from kafkawire.messages import (
    CreateDelegationTokenRequest,
    CreateDelegationTokenResponse,
    DescribeDelegationTokenRequest,
    DescribeDelegationTokenResponse,
    ExpireDelegationTokenRequest,
    ExpireDelegationTokenResponse,
    RenewDelegationTokenRequest,
    RenewDelegationTokenResponse,
)
from kafkawire.messages.describe_delegation_token_response import (
    DescribedDelegationToken,
    DescribedDelegationTokenRenewer,
)
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["create_delegation_token", "describe_delegation_token", "expire_delegation_token", "renew_delegation_token"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_REQUESTER_SINCE = 3  # the version from which on responses say who has asked for a token
_NEVER = -1
_USER = "User"


def _refusal(ctx: Context) -> ErrorCode:
    """Why the client may not ask about tokens at all: over plain text, unknown, or by a token itself."""
    session = ctx.session
    protocol = session.endpoint.listener.protocol
    is_nobody = protocol == "SSL" and session.principal == ANONYMOUS
    if session.is_by_token or protocol == "PLAINTEXT" or is_nobody:
        return ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
    return ErrorCode.NONE if ctx.node.security.tokens.are_served else ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED


def _change_token(
    ctx: Context, proof: bytes, change: Callable[[Token], tuple[ErrorCode, int]]
) -> tuple[ErrorCode, int]:
    """Change the token that somebody has proved to have; an error, and until when it lives then."""
    error = _refusal(ctx)
    if error is ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED:
        return error, _NEVER
    token = None if error else ctx.node.security.tokens.by_hmac(proof)
    if token is None:
        return error or ErrorCode.DELEGATION_TOKEN_NOT_FOUND, 0
    try:
        return change(token)
    except OSError as exc:
        _LOG.error("a token cannot be written down: %s", exc)
        return ErrorCode.KAFKA_STORAGE_ERROR, 0


def _split(principal: str) -> tuple[str, str]:
    """`User:alice` -> type and name."""
    kind, _, name = principal.partition(":")
    return kind, name


@handles(ApiKey.CREATE_DELEGATION_TOKEN, versions=range(1, 4))
def create_delegation_token(ctx: Context, request: CreateDelegationTokenRequest) -> CreateDelegationTokenResponse:
    """A token for the client, or for another user if it may make some for that one."""
    requester = owner = ctx.session.principal
    if request.owner_principal_name:
        owner = f"{request.owner_principal_type}:{request.owner_principal_name}"
    kind, name = _split(owner)
    response = CreateDelegationTokenResponse(principal_type=kind, principal_name=name)
    if ctx.version >= _REQUESTER_SINCE:
        response.token_requester_principal_type, response.token_requester_principal_name = _split(requester)
    response.error_code = _fault(ctx, request, owner)
    if response.error_code:
        response.issue_timestamp_ms = response.expiry_timestamp_ms = response.max_timestamp_ms = -1
        return response
    renewers = tuple(f"{renewer.principal_type}:{renewer.principal_name}" for renewer in request.renewers)
    tokens = ctx.node.security.tokens
    try:
        token = tokens.new(owner, requester, renewers, request.max_lifetime_ms, ctx.time_ms())
        ctx.node.controller.write([token.record()], ctx.time_ms())
    except OSError as exc:
        _LOG.error("a token cannot be written down: %s", exc)
        response.error_code = ErrorCode.KAFKA_STORAGE_ERROR
        return response
    response.issue_timestamp_ms, response.expiry_timestamp_ms = token.issued_ms, token.expires_ms
    response.max_timestamp_ms, response.token_id = token.max_ms, token.token_id
    response.hmac = tokens.hmac_of(token.token_id)
    return response


def _fault(ctx: Context, request: CreateDelegationTokenRequest, owner: str) -> ErrorCode:
    error = _refusal(ctx)
    if error is ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED:
        return error
    is_own = owner == ctx.session.principal
    if not is_own and not ctx.allows(Operation.CREATE_TOKENS, ResourceType.USER, owner):
        return ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED
    if any(renewer.principal_type != _USER for renewer in request.renewers):
        return ErrorCode.INVALID_PRINCIPAL_TYPE
    return error


@handles(ApiKey.RENEW_DELEGATION_TOKEN, versions=range(1, 3))
def renew_delegation_token(ctx: Context, request: RenewDelegationTokenRequest) -> RenewDelegationTokenResponse:
    """Let a token live on."""

    def renew(token: Token) -> tuple[ErrorCode, int]:
        now_ms = ctx.time_ms()
        if token.is_over(now_ms):
            return ErrorCode.DELEGATION_TOKEN_EXPIRED, 0
        if not token.may_be_renewed_by(ctx.session.principal):
            return ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, 0
        renewed = ctx.node.security.tokens.renewed(token, request.renew_period_ms, now_ms)
        ctx.node.controller.write([renewed.record()], now_ms)
        return ErrorCode.NONE, renewed.expires_ms

    error, end_ms = _change_token(ctx, bytes(request.hmac), renew)
    return RenewDelegationTokenResponse(error_code=error, expiry_timestamp_ms=end_ms)


@handles(ApiKey.EXPIRE_DELEGATION_TOKEN, versions=range(1, 3))
def expire_delegation_token(ctx: Context, request: ExpireDelegationTokenRequest) -> ExpireDelegationTokenResponse:
    """Let a token end after some time, or at once if that is negative."""

    def expire(token: Token) -> tuple[ErrorCode, int]:
        now_ms = ctx.time_ms()
        if not token.may_be_renewed_by(ctx.session.principal):
            return ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, 0
        if request.expiry_time_period_ms < 0:
            ctx.node.controller.write([token.removal()], now_ms)
            return ErrorCode.NONE, now_ms
        if token.is_over(now_ms):
            return ErrorCode.DELEGATION_TOKEN_EXPIRED, 0
        changed = token.until(now_ms + request.expiry_time_period_ms)
        ctx.node.controller.write([changed.record()], now_ms)
        return ErrorCode.NONE, changed.expires_ms

    error, end_ms = _change_token(ctx, bytes(request.hmac), expire)
    return ExpireDelegationTokenResponse(error_code=error, expiry_timestamp_ms=end_ms)


@handles(ApiKey.DESCRIBE_DELEGATION_TOKEN, versions=range(1, 4))
def describe_delegation_token(ctx: Context, request: DescribeDelegationTokenRequest) -> DescribeDelegationTokenResponse:
    """The tokens of some users, or of all, as far as the client may see them: always those that are its business."""
    error = _refusal(ctx)
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
    kind, name = _split(token.owner)
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
            for kind, name in map(_split, token.renewers)
        ],
    )
    if ctx.version >= _REQUESTER_SINCE:
        described.token_requester_principal_type, described.token_requester_principal_name = _split(token.requester)
    return described
