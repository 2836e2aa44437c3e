"""DescribeUserScramCredentials: v0. Users that a broker was started with are not among them."""

from __future__ import annotations

from collections import Counter

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeUserScramCredentialsRequest, DescribeUserScramCredentialsResponse
from kafkawire.messages.describe_user_scram_credentials_response import (
    CredentialInfo,
    DescribeUserScramCredentialsResult,
)

__all__ = ["describe_user_scram_credentials"]

_TWICE = "Cannot describe SCRAM credentials for the same user twice in a single request: "
_NOBODY = "Attempt to describe a user credential that does not exist: "


@handles(ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, versions=range(1))
def describe_user_scram_credentials(
    ctx: Context, request: DescribeUserScramCredentialsRequest
) -> DescribeUserScramCredentialsResponse:
    """Mechanisms and numbers of iterations of some users, or of all."""
    if not ctx.allows(Operation.DESCRIBE, ResourceType.CLUSTER):
        return DescribeUserScramCredentialsResponse(
            error_code=ErrorCode.CLUSTER_AUTHORIZATION_FAILED, error_message=CLUSTER_DENIED
        )
    asked = Counter(user.name for user in request.users or ()) or Counter(ctx.node.security.scram.names)
    results = [_result(ctx, user, times) for user, times in asked.items()]
    return DescribeUserScramCredentialsResponse(error_message="", results=results)


def _result(ctx: Context, user: str, times: int) -> DescribeUserScramCredentialsResult:
    if times > 1:
        return DescribeUserScramCredentialsResult(
            user=user, error_code=ErrorCode.DUPLICATE_RESOURCE, error_message=_TWICE + user
        )
    found = ctx.node.security.scram.of(user)
    if not found:
        return DescribeUserScramCredentialsResult(
            user=user, error_code=ErrorCode.RESOURCE_NOT_FOUND, error_message=_NOBODY + user
        )
    infos = [CredentialInfo(mechanism=number, iterations=credential.iterations) for number, credential in found.items()]
    return DescribeUserScramCredentialsResult(user=user, error_message="", credential_infos=infos)
