"""CreateDelegationToken: v1-3. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.token_checks import REQUESTER_SINCE, refusal, split
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import CreateDelegationTokenRequest, CreateDelegationTokenResponse
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["create_delegation_token"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_USER = "User"


@handles(ApiKey.CREATE_DELEGATION_TOKEN, versions=range(1, 4))
def create_delegation_token(ctx: Context, request: CreateDelegationTokenRequest) -> CreateDelegationTokenResponse:
    """A token for the client, or for another user if it may make some for that one."""
    requester = owner = ctx.session.principal
    if request.owner_principal_name:
        owner = f"{request.owner_principal_type}:{request.owner_principal_name}"
    kind, name = split(owner)
    response = CreateDelegationTokenResponse(principal_type=kind, principal_name=name)
    if ctx.version >= REQUESTER_SINCE:
        response.token_requester_principal_type, response.token_requester_principal_name = split(requester)
    response.error_code = _fault(ctx, request, owner)
    if response.error_code:
        response.issue_timestamp_ms = response.expiry_timestamp_ms = response.max_timestamp_ms = -1
        return response
    renewers = tuple(f"{renewer.principal_type}:{renewer.principal_name}" for renewer in request.renewers)
    tokens = ctx.node.security.tokens
    try:
        token = tokens.create(owner, requester, renewers, request.max_lifetime_ms, ctx.time_ms())
    except OSError as exc:
        _LOG.error("a token cannot be written down: %s", exc)
        response.error_code = ErrorCode.KAFKA_STORAGE_ERROR
        return response
    response.issue_timestamp_ms, response.expiry_timestamp_ms = token.issued_ms, token.expires_ms
    response.max_timestamp_ms, response.token_id = token.max_ms, token.token_id
    response.hmac = tokens.hmac_of(token.token_id)
    return response


def _fault(ctx: Context, request: CreateDelegationTokenRequest, owner: str) -> ErrorCode:
    error = refusal(ctx)
    if error is ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED:
        return error
    is_own = owner == ctx.session.principal
    if not is_own and not ctx.allows(Operation.CREATE_TOKENS, ResourceType.USER, owner):
        return ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED
    if any(renewer.principal_type != _USER for renewer in request.renewers):
        return ErrorCode.INVALID_PRINCIPAL_TYPE
    return error
