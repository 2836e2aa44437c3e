"""Delegation tokens: made, described, renewed, ended, and used to log in."""

from __future__ import annotations

import base64
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.messages import (
    CreateDelegationTokenRequest,
    DescribeClusterRequest,
    DescribeDelegationTokenRequest,
    ExpireDelegationTokenRequest,
    RenewDelegationTokenRequest,
)
from kafkawire.messages.create_delegation_token_request import CreatableRenewers
from kafkawire.messages.describe_delegation_token_request import DescribeDelegationTokenOwner
from tests.interop.scenarios.authentication import log_in, log_in_by_token, set_password
from tests.interop.session import Session

DAY_MS = 24 * 60 * 60 * 1000


def _make(
    s: Session, step: str, request: CreateDelegationTokenRequest, version: int = 3, on: str = "sasl alice"
) -> Any:
    """Ask for a token; its times are recorded as how far they are from now."""
    answer = s.quietly(request, version, on)
    if answer is None:
        s.note(step, ApiKey.CREATE_DELEGATION_TOKEN, version, None)
        return None
    tree = answer.to_json(version)
    issued = tree["issueTimestampMs"]
    for field in ("expiryTimestampMs", "maxTimestampMs"):
        tree[field] -= issued
    tree |= {"issueTimestampMs": issued > 0, "tokenId": len(answer.token_id), "hmac": len(answer.hmac)}
    s.note(step, ApiKey.CREATE_DELEGATION_TOKEN, version, tree)
    return answer


def _describe(s: Session, step: str, owners: list[str] | None, version: int = 3, on: str = "sasl alice") -> None:
    """Who owns, has asked for, and may renew the tokens that are told."""
    wanted = (
        None
        if owners is None
        else [DescribeDelegationTokenOwner(principal_type="User", principal_name=owner) for owner in owners]
    )
    answer = s.quietly(DescribeDelegationTokenRequest(owners=wanted), version, on)
    found = sorted(
        [token.principal_name, token.token_requester_principal_name, *sorted(r.principal_name for r in token.renewers)]
        for token in answer.tokens
    )
    s.note(step, ApiKey.DESCRIBE_DELEGATION_TOKEN, version, {"errorCode": answer.error_code, "tokens": found})


def _until(s: Session, count: int) -> None:
    s.until("", DescribeDelegationTokenRequest(owners=None), lambda found: len(found.tokens) == count, on="sasl alice")


def tokens(s: Session) -> None:
    """The life of some tokens."""
    set_password(s, "tom", "tom-secret")
    log_in(s, "sasl alice", "SCRAM-SHA-256", "alice", "alice-secret")
    log_in(s, "sasl tom", "SCRAM-SHA-256", "tom", "tom-secret")
    s.ask_all("over plain text", CreateDelegationTokenRequest())
    s.ask_all("described over plain text", DescribeDelegationTokenRequest(owners=None))
    s.ask_all("renewed over plain text", RenewDelegationTokenRequest(hmac=b"x", renew_period_ms=1))
    s.ask_all("ended over plain text", ExpireDelegationTokenRequest(hmac=b"x", expiry_time_period_ms=1))
    first = None
    for version in s.versions(ApiKey.CREATE_DELEGATION_TOKEN):
        first = _make(s, "a token", CreateDelegationTokenRequest(max_lifetime_ms=-1), version)
    assert first is not None
    to_tom = [CreatableRenewers(principal_type="User", principal_name="tom")]
    second = _make(
        s,
        "short, with a renewer",
        CreateDelegationTokenRequest(
            owner_principal_type="", owner_principal_name="", renewers=to_tom, max_lifetime_ms=60_000
        ),
    )
    _make(
        s,
        "for somebody else",
        CreateDelegationTokenRequest(
            owner_principal_type="User", owner_principal_name="carol", renewers=[], max_lifetime_ms=0
        ),
    )
    _make(
        s,
        "a renewer that is no user",
        CreateDelegationTokenRequest(
            owner_principal_type="",
            owner_principal_name="",
            renewers=[CreatableRenewers(principal_type="Group", principal_name="g")],
            max_lifetime_ms=0,
        ),
    )
    of_tom = _make(
        s,
        "of tom",
        CreateDelegationTokenRequest(
            owner_principal_type="", owner_principal_name="", renewers=[], max_lifetime_ms=10 * DAY_MS
        ),
        on="sasl tom",
    )
    _make(
        s,
        "tom for somebody else",
        CreateDelegationTokenRequest(
            owner_principal_type="User", owner_principal_name="alice", renewers=[], max_lifetime_ms=0
        ),
        on="sasl tom",
    )
    _until(s, 7)
    for version in s.versions(ApiKey.DESCRIBE_DELEGATION_TOKEN):
        _describe(s, "all", None, version)
    _describe(s, "of nobody", [])
    _describe(s, "of carol and dave", ["carol", "dave"])
    _describe(s, "all that tom sees", None, on="sasl tom")
    _describe(s, "of alice that tom sees", ["alice"], on="sasl tom")

    def change(step: str, request: Any, on: str = "sasl alice", version: int | None = None) -> None:
        version = s.newest(request.API_KEY) if version is None else version
        answer = s.quietly(request, version, on)
        tree = {"errorCode": answer.error_code, "end": answer.expiry_timestamp_ms if answer.error_code else "some time"}
        s.note(step, request.API_KEY, version, tree)

    for version in s.versions(ApiKey.RENEW_DELEGATION_TOKEN):
        change("renew", RenewDelegationTokenRequest(hmac=first.hmac, renew_period_ms=DAY_MS), version=version)
        change(
            "end later", ExpireDelegationTokenRequest(hmac=first.hmac, expiry_time_period_ms=DAY_MS), version=version
        )
    change("renew by a renewer", RenewDelegationTokenRequest(hmac=second.hmac, renew_period_ms=1000), "sasl tom")
    change("renew by another", RenewDelegationTokenRequest(hmac=first.hmac, renew_period_ms=1000), "sasl tom")
    change("end by another", ExpireDelegationTokenRequest(hmac=first.hmac, expiry_time_period_ms=-1), "sasl tom")
    change("renew an unknown one", RenewDelegationTokenRequest(hmac=b"x" * 64, renew_period_ms=1000))
    change("end an unknown one", ExpireDelegationTokenRequest(hmac=b"", expiry_time_period_ms=1000))
    password = base64.b64encode(first.hmac).decode()
    log_in_by_token(s, "sasl token", "SCRAM-SHA-512", first.token_id, password)
    s.ask("who is in by a token", DescribeClusterRequest(), 0, "sasl token")
    _describe(s, "described by a token", None, on="sasl token")
    _make(s, "made by a token", CreateDelegationTokenRequest(), on="sasl token")
    log_in_by_token(s, "sasl bad token", "SCRAM-SHA-256", first.token_id, "guess")
    log_in(s, "sasl no token", "SCRAM-SHA-256", "alice", password)
    change("end at once", ExpireDelegationTokenRequest(hmac=first.hmac, expiry_time_period_ms=-1))
    change("end at once again", ExpireDelegationTokenRequest(hmac=of_tom.hmac, expiry_time_period_ms=-1), "sasl tom")
    _until(s, 5)
    change("renew what has ended", RenewDelegationTokenRequest(hmac=first.hmac, renew_period_ms=1))
    _describe(s, "the rest", None)


SCENARIOS = (tokens,)
