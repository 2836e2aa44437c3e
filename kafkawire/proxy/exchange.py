"""A request and its response on their way through a session, and what may happen to them: `MOVES`."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from kafkawire.message import Buffer
from kafkawire.protocol.versions import api_name

__all__ = ["MOVES", "Exchange", "Move", "Stage"]


class Stage(Enum):
    """How far a request is that somebody looks at."""

    __hash__ = object.__hash__

    ASKED = auto()  # the client has sent it, and it is to be decided on
    SENT = auto()  # the broker has it, or has been sent the first of it
    RESPONDED = auto()  # the broker's response is to be decided on
    DONE = auto()  # the client has its answer, or gets none


class Move(Enum):
    """What can happen to a request."""

    __hash__ = object.__hash__

    FORWARD = auto()  # it goes to the broker
    ANSWER = auto()  # it is answered without the broker, or in its place
    DROP = auto()  # it gets no answer
    RESPONSE = auto()  # the broker has answered
    DELIVER = auto()  # that goes to the client


MOVES: dict[tuple[Stage, Move], Stage] = {
    (Stage.ASKED, Move.FORWARD): Stage.SENT,
    (Stage.ASKED, Move.ANSWER): Stage.DONE,
    (Stage.ASKED, Move.DROP): Stage.DONE,
    (Stage.SENT, Move.RESPONSE): Stage.RESPONDED,
    (Stage.RESPONDED, Move.DELIVER): Stage.DONE,
    (Stage.RESPONDED, Move.DROP): Stage.DONE,
}


class Exchange:
    """A request and the response to it. `payload` is what is to be decided on now: a frame without its size.

    `correlation_id` is None for a SASL token without a header, whose `version` is `BARE_TOKEN`. With `is_own` the
    request was made by `Session.ask`.
    """

    # What few exchanges ever change is left to the class: those that pass are made by the ten thousand a second.
    stage = Stage.ASKED
    payload = b""
    wants_response = False
    """Whether the response is kept until it is decided on."""
    is_own = False
    answer: list[Buffer] | None = None
    """The frame that waits for the answers before it to leave."""
    change_bytes: Callable[[bytes], bytes] | None = None
    """What the frame of the answer, size included, goes through before it leaves, if anything."""
    is_last = False
    """Whether the connection ends behind the answer."""
    note: object = None
    """The caller's own."""

    def __init__(self, api_key: int, version: int, correlation_id: int | None, expects_response: bool = True) -> None:
        self.api_key = api_key
        self.version = version
        self.correlation_id = correlation_id
        self.expects_response = expects_response

    def __repr__(self) -> str:
        whose = "own " if self.is_own else ""
        return f"<{whose}exchange {self.correlation_id}: {api_name(self.api_key)} v{self.version}, {self.stage.name}>"
