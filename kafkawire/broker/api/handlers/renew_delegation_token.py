"""RenewDelegationToken: v1-2. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.token_checks import change_token
from kafkawire.broker.security.tokens import Token
from kafkawire.error_code import ErrorCode
from kafkawire.messages import RenewDelegationTokenRequest, RenewDelegationTokenResponse

__all__ = ["renew_delegation_token"]


@handles(ApiKey.RENEW_DELEGATION_TOKEN, versions=range(1, 3))
def renew_delegation_token(ctx: Context, request: RenewDelegationTokenRequest) -> RenewDelegationTokenResponse:
    """Let a token live on."""

    def renew(token: Token) -> tuple[ErrorCode, int]:
        now_ms = ctx.time_ms()
        if token.is_over(now_ms):
            return ErrorCode.DELEGATION_TOKEN_EXPIRED, 0
        if not token.may_be_renewed_by(ctx.session.principal):
            return ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, 0
        return ErrorCode.NONE, ctx.node.security.tokens.renew(token, request.renew_period_ms, now_ms)

    error, end_ms = change_token(ctx, bytes(request.hmac), renew)
    return RenewDelegationTokenResponse(error_code=error, expiry_timestamp_ms=end_ms)
