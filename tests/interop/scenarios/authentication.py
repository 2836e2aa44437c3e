"""SASL: its order, its mechanisms, wrong input; and the users of SCRAM.

Nonces and salts are different each time, so of the tokens of SCRAM only the errors are recorded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from kafkawire.api_key import ApiKey
from kafkawire.messages import (
    AlterUserScramCredentialsRequest,
    ApiVersionsRequest,
    DescribeClusterRequest,
    DescribeUserScramCredentialsRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialDeletion, ScramCredentialUpsertion
from kafkawire.messages.describe_user_scram_credentials_request import UserName
from kafkawire.protocol.sasl.mechanism import Mechanism
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram
from tests.interop.session import Session

SHA_256, SHA_512 = 1, 2
HASHES = {SHA_256: "sha256", SHA_512: "sha512"}
SALT = b"some-salt"


def upsertion(
    name: str, password: str = "pw", mechanism: int = SHA_256, iterations: int = 4096
) -> ScramCredentialUpsertion:
    """A user to set."""
    salted = hashlib.pbkdf2_hmac(HASHES.get(mechanism, "sha256"), password.encode(), SALT, max(iterations, 1))
    return ScramCredentialUpsertion(
        name=name, mechanism=mechanism, iterations=iterations, salt=SALT, salted_password=salted
    )


def set_password(s: Session, name: str, password: str) -> None:
    """Let a user be able to log in with SCRAM-SHA-256."""
    s.quietly(AlterUserScramCredentialsRequest(deletions=[], upsertions=[upsertion(name, password)]))
    request = DescribeUserScramCredentialsRequest(users=[UserName(name=name)])
    s.until("", request, lambda found: not found.results[0].error_code)


def log_in(s: Session, on: str, mechanism: str, user: str, password: str) -> bool:
    """Whether a user can, on a connection with SASL; nothing is recorded but that."""
    client: Mechanism = Plain(user, password) if mechanism == "PLAIN" else Scram(mechanism, user, password)
    s.quietly(SaslHandshakeRequest(mechanism=mechanism), 1, on)
    return _exchange(s, f"{on}: {user} with {mechanism}", on, client)


def log_in_by_token(s: Session, on: str, mechanism: str, token_id: str, password: str) -> bool:
    """Log in with a delegation token; whether the broker lets the client in."""
    s.quietly(SaslHandshakeRequest(mechanism=mechanism), 1, on)
    return _exchange(s, on, on, Scram(mechanism, token_id, password, is_token=True))


def _exchange(s: Session, step: str, on: str, client: Mechanism) -> bool:
    token: bytes | None = client.first()
    answer: Any = None
    while token is not None:
        answer = s.quietly(SaslAuthenticateRequest(auth_bytes=token), 2, on)
        if answer is None or answer.error_code:
            break
        token = client.respond(bytes(answer.auth_bytes))
    lasts = bool(answer and answer.session_lifetime_ms)
    error = {"errorCode": answer.error_code, "errorMessage": answer.error_message, "ends": lasts} if answer else None
    s.note(step, ApiKey.SASL_AUTHENTICATE, 2, error)
    return token is None


def mechanisms(s: Session) -> None:
    """Right and wrong passwords, and names that nobody has."""
    for mechanism in ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"):
        on = f"sasl {mechanism}"
        log_in(s, on, mechanism, "alice", "alice-secret")
        s.ask("who is in may ask", DescribeClusterRequest(), 0, on)
        s.ask("a handshake once more", SaslHandshakeRequest(mechanism=mechanism), 1, on)
        s.ask("a token once more", SaslAuthenticateRequest(auth_bytes=b"token"), 2, on)
        s.ask("and ask on", DescribeClusterRequest(), 0, on)
        log_in(s, f"sasl wrong {mechanism}", mechanism, "alice", "wrong")
        s.ask("after a refusal", DescribeClusterRequest(), 0, f"sasl wrong {mechanism}")
    log_in(s, "sasl nobody", "PLAIN", "nobody", "alice-secret")
    s.ask_all("no SASL here: handshake", SaslHandshakeRequest(mechanism="PLAIN"))
    s.ask_all("no SASL here: token", SaslAuthenticateRequest(auth_bytes=b"token"))


def plain_tokens(s: Session) -> None:
    """Tokens of PLAIN that are none."""
    for number, token in enumerate(
        (
            b"",
            b"alice",
            b"alice\0alice-secret",
            b"\0alice\0alice-secret\0",
            b"\0\0alice-secret",
            b"\0alice\0",
            b"bob\0alice\0alice-secret",
            b"alice\0alice\0alice-secret",
            b"\0alice\xff\0alice-secret",
        )
    ):
        for version in s.versions(ApiKey.SASL_AUTHENTICATE):
            on = f"sasl {number} {version}"
            s.ask("handshake", SaslHandshakeRequest(mechanism="PLAIN"), 1, on)
            s.ask(f"token {number}", SaslAuthenticateRequest(auth_bytes=token), version, on)
            s.ask("then", DescribeClusterRequest(), 0, on)


def scram_tokens(s: Session) -> None:
    """First tokens of SCRAM that are none."""
    for number, token in enumerate(
        (
            b"",
            b"n,,n=alice",
            b"y,,n=alice,r=abc",
            b"n,,n=al=ice,r=abc",
            b"n,a=bob,n=alice,r=abc",
            b"n,,n=\xff,r=abc",
            b"n,,n=alice,r=",
        )
    ):
        on = f"sasl {number}"
        s.ask("handshake", SaslHandshakeRequest(mechanism="SCRAM-SHA-256"), 1, on)
        s.ask(f"first token {number}", SaslAuthenticateRequest(auth_bytes=token), 2, on)
    s.ask("handshake", SaslHandshakeRequest(mechanism="SCRAM-SHA-512"), 1, "sasl")
    first = s.quietly(SaslAuthenticateRequest(auth_bytes=b"n,,n=alice,r=abc"), 2, "sasl")
    assert first.auth_bytes.startswith(b"r=abc")
    s.ask("a second token of nothing", SaslAuthenticateRequest(auth_bytes=b""), 2, "sasl")


def order(s: Session) -> None:
    """What may come when."""
    for version in s.versions(ApiKey.SASL_HANDSHAKE):
        on = f"sasl unknown {version}"
        s.ask("an unknown mechanism", SaslHandshakeRequest(mechanism="NTLM"), version, on)
        s.ask("after that", ApiVersionsRequest(client_software_name="interop", client_software_version="1"), 0, on)
        s.ask("no mechanism", SaslHandshakeRequest(mechanism=""), version, f"sasl empty {version}")
    s.ask("a request at once", MetadataRequest(topics=[]), 9, "sasl early")
    s.ask("a token at once", SaslAuthenticateRequest(auth_bytes=b"\0alice\0alice-secret"), 2, "sasl token")
    s.ask(
        "versions first",
        ApiVersionsRequest(client_software_name="interop", client_software_version="1"),
        3,
        "sasl versions",
    )
    s.ask("then a request", MetadataRequest(topics=[]), 9, "sasl versions")
    s.ask(
        "bad versions first",
        ApiVersionsRequest(client_software_name="", client_software_version=""),
        3,
        "sasl bad versions",
    )
    s.ask(
        "then good ones",
        ApiVersionsRequest(client_software_name="interop", client_software_version="1"),
        3,
        "sasl bad versions",
    )
    s.ask("then a handshake", SaslHandshakeRequest(mechanism="PLAIN"), 1, "sasl bad versions")
    s.ask("then who is in", SaslAuthenticateRequest(auth_bytes=b"\0alice\0alice-secret"), 2, "sasl bad versions")
    s.ask(
        "versions again",
        ApiVersionsRequest(client_software_name="interop", client_software_version="1"),
        0,
        "sasl bad versions",
    )
    s.ask("a handshake", SaslHandshakeRequest(mechanism="PLAIN"), 1, "sasl twice")
    s.ask("a handshake in between", SaslHandshakeRequest(mechanism="PLAIN"), 1, "sasl twice")


def bare_tokens(s: Session) -> None:
    """Version 0 of the handshake: tokens without headers."""
    s.ask("handshake", SaslHandshakeRequest(mechanism="PLAIN"), 0, "sasl good")
    s.ask_token("a good one", b"\0alice\0alice-secret", "sasl good")
    s.ask("then a request", DescribeClusterRequest(), 0, "sasl good")
    for number, token in enumerate((b"", b"\0alice\0wrong", b"alice")):
        s.ask("handshake", SaslHandshakeRequest(mechanism="PLAIN"), 0, f"sasl {number}")
        s.ask_token(f"a bad one {number}", token, f"sasl {number}")
    s.ask("handshake", SaslHandshakeRequest(mechanism="SCRAM-SHA-512"), 0, "sasl scram")
    client = Scram("SCRAM-SHA-512", "alice", "alice-secret")
    challenge = s.ask_token("first", client.first(), "sasl scram")
    proof = client.respond(challenge or b"")
    client.respond(s.ask_token("second", proof or b"", "sasl scram") or b"")
    s.ask("then a request", DescribeClusterRequest(), 0, "sasl scram")


def _alter(*changes: ScramCredentialUpsertion, deleted: Sequence[tuple[str, int]] = ()) -> Any:
    return AlterUserScramCredentialsRequest(
        deletions=[ScramCredentialDeletion(name=name, mechanism=mechanism) for name, mechanism in deleted],
        upsertions=list(changes),
    )


def scram_users(s: Session) -> None:
    """Set, described, deleted; and what is refused."""

    def described(step: str, *names: str) -> None:
        s.ask(step, DescribeUserScramCredentialsRequest(users=[UserName(name=name) for name in names]))

    s.ask("set", _alter(upsertion("dave"), upsertion("erin", mechanism=SHA_512, iterations=16384)))
    s.ask("in the other mechanism", _alter(upsertion("dave", "p2", SHA_512, 5000)))
    wanted = DescribeUserScramCredentialsRequest(users=[UserName(name="dave")])
    s.until("described", wanted, lambda found: len(found.results[0].credential_infos) == 2)
    described("several, one of them nobody", "erin", "nobody", "dave")
    described("twice", "dave", "dave", "erin")
    described("an empty name", "")
    log_in(s, "sasl dave", "SCRAM-SHA-256", "dave", "pw")
    log_in(s, "sasl dave 512", "SCRAM-SHA-512", "dave", "p2")
    log_in(s, "sasl dave wrong", "SCRAM-SHA-512", "dave", "pw")
    log_in(s, "sasl erin", "SCRAM-SHA-256", "alice", "pw")
    for step, request in {
        "nothing": _alter(),
        "too few iterations": _alter(upsertion("f", iterations=4095)),
        "too many iterations": _alter(upsertion("f", iterations=16385)),
        "negative iterations": _alter(upsertion("f", iterations=-1)),
        "an unknown mechanism": _alter(upsertion("f", mechanism=3)),
        "mechanism 0": _alter(upsertion("f", mechanism=0)),
        "no name": _alter(upsertion("")),
        "no salted password": _alter(
            ScramCredentialUpsertion(name="f", mechanism=SHA_256, iterations=4096, salt=SALT, salted_password=b"")
        ),
        "twice": _alter(upsertion("f"), upsertion("f")),
        "in both mechanisms": _alter(upsertion("f"), upsertion("f", mechanism=SHA_512)),
        "three times": _alter(upsertion("f"), upsertion("f"), upsertion("f")),
        "wrong and right": _alter(upsertion("f", iterations=1), upsertion("f")),
        "right and wrong": _alter(upsertion("f"), upsertion("f", iterations=1)),
        "one of two is wrong": _alter(upsertion("g"), upsertion("h", iterations=1)),
        "delete nobody": _alter(deleted=[("nobody", SHA_256)]),
        "delete of another mechanism": _alter(deleted=[("erin", SHA_256)]),
        "delete of an unknown one": _alter(deleted=[("erin", 9)]),
        "delete without a name": _alter(deleted=[("", SHA_256)]),
        "delete twice": _alter(deleted=[("erin", SHA_512), ("erin", SHA_512)]),
        "delete nobody and set": _alter(upsertion("nobody"), deleted=[("nobody", SHA_256)]),
        "delete and set": _alter(upsertion("erin"), deleted=[("erin", SHA_512)]),
        "delete": _alter(deleted=[("erin", SHA_512), ("dave", SHA_256)]),
    }.items():
        s.ask(step, request)
    s.until("what is left", wanted, lambda found: len(found.results[0].credential_infos) == 1)
    described("who was deleted", "erin", "f", "g", "h")
    log_in(s, "sasl deleted", "SCRAM-SHA-256", "dave", "pw")


SCENARIOS = (mechanisms, plain_tokens, scram_tokens, order, bare_tokens, scram_users)
