"""DescribeUserScramCredentials and AlterUserScramCredentials: v0; not of the users that a broker was started with."""

from __future__ import annotations

from collections import Counter

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.security.scram_users import SCRAM_NUMBERS
from kafkawire.error_code import ErrorCode
from kafkawire.message import Message
from kafkawire.messages import (
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    DescribeUserScramCredentialsRequest,
    DescribeUserScramCredentialsResponse,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialDeletion, ScramCredentialUpsertion
from kafkawire.messages.alter_user_scram_credentials_response import AlterUserScramCredentialsResult
from kafkawire.messages.describe_user_scram_credentials_response import (
    CredentialInfo,
    DescribeUserScramCredentialsResult,
)
from kafkawire.protocol.sasl.server_scram import scram_credential
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["alter_user_scram_credentials", "describe_user_scram_credentials"]

_DESCRIBED_TWICE = "Cannot describe SCRAM credentials for the same user twice in a single request: "
_NOBODY = "Attempt to describe a user credential that does not exist: "
_LOG = RateLimitedLogger("kafkawire.broker.security")
_ITERATIONS = range(4096, 16384 + 1)
_ALTERED_TWICE = "A user credential cannot be altered twice in the same request"
Change = ScramCredentialDeletion | ScramCredentialUpsertion
Fault = tuple[ErrorCode, str | None]


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
    results = [_described(ctx, user, times) for user, times in asked.items()]
    return DescribeUserScramCredentialsResponse(error_message="", results=results)


def _described(ctx: Context, user: str, times: int) -> DescribeUserScramCredentialsResult:
    if times > 1:
        return DescribeUserScramCredentialsResult(
            user=user, error_code=ErrorCode.DUPLICATE_RESOURCE, error_message=_DESCRIBED_TWICE + user
        )
    found = ctx.node.security.scram.of(user)
    if not found:
        return DescribeUserScramCredentialsResult(
            user=user, error_code=ErrorCode.RESOURCE_NOT_FOUND, error_message=_NOBODY + user
        )
    infos = [CredentialInfo(mechanism=number, iterations=credential.iterations) for number, credential in found.items()]
    return DescribeUserScramCredentialsResult(user=user, error_message="", credential_infos=infos)


@handles(ApiKey.ALTER_USER_SCRAM_CREDENTIALS, versions=range(1))
def alter_user_scram_credentials(
    ctx: Context, request: AlterUserScramCredentialsRequest
) -> AlterUserScramCredentialsResponse:
    """Set and delete; each user is judged by itself, and what is good is done at once."""
    changes: list[Change] = [*request.deletions, *request.upsertions]
    if not ctx.allows(Operation.ALTER, ResourceType.CLUSTER):
        return _refused(changes, (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED))
    times = Counter(change.name for change in changes)
    faults: dict[str, Fault | None] = {}
    for change in changes:
        fault = _fault(ctx, change)
        if not faults.get(change.name):
            # Kafka sees that a user is there twice when it comes to the second time, unless the first was wrong.
            faults[change.name] = fault or (
                (ErrorCode.DUPLICATE_RESOURCE, _ALTERED_TWICE) if times[change.name] > 1 else None
            )
    good = [change for change in changes if not faults[change.name]]
    try:
        ctx.node.controller.write([_record(change) for change in good], ctx.time_ms())
    except OSError as exc:
        _LOG.error("users cannot be written down: %s", exc)
        return _refused(changes, (ErrorCode.KAFKA_STORAGE_ERROR, "The change could not be written down."))
    results = [_altered(name, fault) for name, fault in faults.items()]
    return AlterUserScramCredentialsResponse(results=sorted(results, key=lambda result: result.error_code != 0))


def _fault(ctx: Context, change: Change) -> Fault | None:
    if not change.name:
        return ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty"
    if change.mechanism not in SCRAM_NUMBERS:
        return ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism"
    if isinstance(change, ScramCredentialDeletion):
        if change.mechanism in ctx.node.security.scram.of(change.name):
            return None
        return ErrorCode.RESOURCE_NOT_FOUND, "Attempt to delete a user credential that does not exist"
    if change.iterations not in _ITERATIONS:
        few_or_many = "few" if change.iterations < _ITERATIONS.start else "many"
        return ErrorCode.UNACCEPTABLE_CREDENTIAL, f"Too {few_or_many} iterations"
    if not change.salted_password:
        return ErrorCode.UNKNOWN_SERVER_ERROR, None  # no key can be made of it
    return None


def _record(change: Change) -> Message:
    if isinstance(change, ScramCredentialDeletion):
        return RemoveUserScramCredentialRecord(name=change.name, mechanism=change.mechanism)
    salted, salt = bytes(change.salted_password), bytes(change.salt)
    found = scram_credential(SCRAM_NUMBERS[change.mechanism], salted, salt, change.iterations)
    return UserScramCredentialRecord(
        name=change.name,
        mechanism=change.mechanism,
        salt=found.salt,
        stored_key=found.stored_key,
        server_key=found.server_key,
        iterations=found.iterations,
    )


def _altered(name: str, fault: Fault | None) -> AlterUserScramCredentialsResult:
    code, message = fault or (ErrorCode.NONE, None)
    return AlterUserScramCredentialsResult(user=name, error_code=code, error_message=message)


def _refused(changes: list[Change], fault: Fault) -> AlterUserScramCredentialsResponse:
    names = dict.fromkeys(change.name for change in changes)
    return AlterUserScramCredentialsResponse(results=[_altered(name, fault) for name in names])
