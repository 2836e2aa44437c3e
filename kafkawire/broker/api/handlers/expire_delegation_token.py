"""ExpireDelegationToken: v1-2. Version 0, which Apache Kafka 4.0 removed, is not served."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.token_checks import change_token
from kafkawire.broker.security.tokens import Token
from kafkawire.error_code import ErrorCode
from kafkawire.messages import ExpireDelegationTokenRequest, ExpireDelegationTokenResponse

__all__ = ["expire_delegation_token"]


@handles(ApiKey.EXPIRE_DELEGATION_TOKEN, versions=range(1, 3))
def expire_delegation_token(ctx: Context, request: ExpireDelegationTokenRequest) -> ExpireDelegationTokenResponse:
    """Let a token end after some time, or at once if that is negative."""

    def expire(token: Token) -> tuple[ErrorCode, int]:
        tokens, now_ms = ctx.node.security.tokens, ctx.time_ms()
        if not token.may_be_renewed_by(ctx.session.principal):
            return ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, 0
        if request.expiry_time_period_ms < 0:
            tokens.remove([token], now_ms)
            return ErrorCode.NONE, now_ms
        if token.is_over(now_ms):
            return ErrorCode.DELEGATION_TOKEN_EXPIRED, 0
        return ErrorCode.NONE, tokens.set_end(token, now_ms + request.expiry_time_period_ms, now_ms)

    error, end_ms = change_token(ctx, bytes(request.hmac), expire)
    return ExpireDelegationTokenResponse(error_code=error, expiry_timestamp_ms=end_ms)
