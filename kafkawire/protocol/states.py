"""Which step may follow which, for both ends of a connection.

A connection is in one `State`. Whatever happens to it is an `Input`; the table of its side says which state comes next.
What the table lacks is illegal, and there is no second place to look: `step` returns None, and the connection decides
whose fault it is (`LocalProtocolError` for what our caller asked, `RemoteProtocolError` for what the peer did).

A client asks for the broker's versions first and sends nothing else before it knows them. A broker that lacks our
version of ApiVersions says so in version 0 (error 35), and the client asks once more, in a version the broker named.
A client that authenticates does so next, and sends nothing else until it is let in.
A server may be asked for versions at any time, but not between a handshake and its tokens. One that authenticates its
clients serves nothing else before it knows them. End of stream and failure lead to CLOSED from everywhere.

After version 0 of SaslHandshake the tokens come in frames without a header. A server knows when the client is let in,
and takes every frame for a token until then. Who only forwards does not know: there the first frame that is a request
of a known API and version ends them. A client that forwards the requests of another asks for no versions itself.
"""

from __future__ import annotations

from enum import Enum, auto

__all__ = ["CLIENT_TRANSITIONS", "SERVER_TRANSITIONS", "Input", "State", "Transitions", "step"]


class State(Enum):
    """Where a connection stands."""

    __hash__ = object.__hash__  # an Enum's own calls Python for every look into the tables; members are singletons

    START = auto()
    NEGOTIATING = auto()  # client: ApiVersions is under way
    RENEGOTIATING = auto()  # client: it is under way for the second and last time
    AUTHENTICATING = auto()  # SASL tokens go back and forth
    TAKING_TOKENS = auto()  # server: they do so in frames without a header
    PASSING_TOKENS = auto()  # server that forwards: perhaps they do so still
    READY = auto()
    CLOSED = auto()


class Input(Enum):
    """What can happen to a connection."""

    __hash__ = object.__hash__

    API_VERSIONS = auto()  # the request: sent by a client, received by a server
    VERSIONS_KNOWN = auto()  # client: the answer lists the broker's versions
    VERSIONS_REFUSED = auto()  # client: the answer is error 35 with a list to choose from
    SASL_HANDSHAKE = auto()  # the request that names the mechanism
    BARE_HANDSHAKE = auto()  # server: its version 0, after which tokens have no header
    BARE_HANDSHAKE_PASSED = auto()  # server: the same, where tokens are to be passed on
    SASL_TOKEN = auto()  # the request that carries one token, or the token alone
    SASL_DONE = auto()  # the answer to the last token
    REQUEST = auto()  # any other request: sent by a client, received by a server
    FRAME = auto()  # client: any request of somebody else, sent on as it is
    RESPONSE = auto()  # any other response: received by a client, sent by a server
    EOF = auto()
    FAILURE = auto()


Transitions = dict[tuple[State, Input], State]

_ENDS: Transitions = {(state, end): State.CLOSED for state in State for end in (Input.EOF, Input.FAILURE)}

CLIENT_TRANSITIONS: Transitions = _ENDS | {
    (State.START, Input.API_VERSIONS): State.NEGOTIATING,
    (State.NEGOTIATING, Input.VERSIONS_KNOWN): State.READY,
    (State.NEGOTIATING, Input.VERSIONS_REFUSED): State.RENEGOTIATING,
    (State.RENEGOTIATING, Input.VERSIONS_KNOWN): State.READY,
    (State.READY, Input.SASL_HANDSHAKE): State.AUTHENTICATING,
    (State.AUTHENTICATING, Input.SASL_TOKEN): State.AUTHENTICATING,
    (State.AUTHENTICATING, Input.SASL_DONE): State.READY,
    (State.READY, Input.REQUEST): State.READY,
    (State.READY, Input.RESPONSE): State.READY,
    (State.START, Input.FRAME): State.READY,
    (State.READY, Input.FRAME): State.READY,
}

SERVER_TRANSITIONS: Transitions = _ENDS | {
    (State.START, Input.API_VERSIONS): State.START,
    (State.START, Input.SASL_HANDSHAKE): State.AUTHENTICATING,
    (State.START, Input.BARE_HANDSHAKE): State.TAKING_TOKENS,
    (State.START, Input.BARE_HANDSHAKE_PASSED): State.TAKING_TOKENS,
    (State.AUTHENTICATING, Input.SASL_HANDSHAKE): State.AUTHENTICATING,  # to be answered that it is out of turn
    (State.AUTHENTICATING, Input.BARE_HANDSHAKE): State.AUTHENTICATING,
    (State.AUTHENTICATING, Input.BARE_HANDSHAKE_PASSED): State.AUTHENTICATING,
    (State.AUTHENTICATING, Input.SASL_TOKEN): State.AUTHENTICATING,
    (State.AUTHENTICATING, Input.SASL_DONE): State.READY,
    (State.TAKING_TOKENS, Input.SASL_TOKEN): State.TAKING_TOKENS,
    (State.TAKING_TOKENS, Input.SASL_DONE): State.READY,
    (State.READY, Input.API_VERSIONS): State.READY,
    (State.READY, Input.SASL_HANDSHAKE): State.READY,
    (State.READY, Input.BARE_HANDSHAKE): State.READY,
    (State.READY, Input.BARE_HANDSHAKE_PASSED): State.PASSING_TOKENS,
    (State.READY, Input.SASL_TOKEN): State.READY,
    (State.READY, Input.REQUEST): State.READY,
    (State.READY, Input.RESPONSE): State.READY,
    (State.PASSING_TOKENS, Input.SASL_TOKEN): State.PASSING_TOKENS,
    (State.PASSING_TOKENS, Input.BARE_HANDSHAKE_PASSED): State.PASSING_TOKENS,
    (State.PASSING_TOKENS, Input.API_VERSIONS): State.READY,
    (State.PASSING_TOKENS, Input.SASL_HANDSHAKE): State.READY,
    (State.PASSING_TOKENS, Input.REQUEST): State.READY,
}
"""A listener without SASL begins in READY. There a handshake is a request like others: it is answered with an error, or
it begins to authenticate anew (KIP-368), which changes nothing about how the stream is read."""


def step(table: Transitions, state: State, what: Input) -> State | None:
    """The state that follows, or None where the table has no such step."""
    return table.get((state, what))
