from __future__ import annotations

import itertools

import pytest

from kafkawire.protocol.states import CLIENT_TRANSITIONS, SERVER_TRANSITIONS, Input, State, step

ENDS = {Input.EOF, Input.FAILURE}


@pytest.mark.parametrize("table", [CLIENT_TRANSITIONS, SERVER_TRANSITIONS], ids=["client", "server"])
def test_the_end_leads_to_closed_from_everywhere_and_nothing_leads_out(table: dict[tuple[State, Input], State]) -> None:
    for state, what in itertools.product(State, Input):
        if what in ENDS:
            assert step(table, state, what) is State.CLOSED
        elif state is State.CLOSED:
            assert step(table, state, what) is None


def test_a_client_can_only_negotiate_and_authenticate_before_it_is_ready() -> None:
    legal = {
        State.START: {Input.API_VERSIONS: State.NEGOTIATING, Input.FRAME: State.READY},
        State.NEGOTIATING: {
            Input.VERSIONS_KNOWN: State.READY,
            Input.VERSIONS_REFUSED: State.RENEGOTIATING,
        },
        State.RENEGOTIATING: {Input.VERSIONS_KNOWN: State.READY},
        State.AUTHENTICATING: {Input.SASL_TOKEN: State.AUTHENTICATING, Input.SASL_DONE: State.READY},
        State.READY: {
            Input.SASL_HANDSHAKE: State.AUTHENTICATING,
            Input.REQUEST: State.READY,
            Input.RESPONSE: State.READY,
            Input.FRAME: State.READY,
        },
    }
    for state, what in itertools.product(State, Input):
        if what not in ENDS:
            assert step(CLIENT_TRANSITIONS, state, what) is legal.get(state, {}).get(what), (state, what)


def test_a_server_serves_requests_when_it_knows_the_client_and_not_before() -> None:
    waiting = {State.START, State.AUTHENTICATING, State.TAKING_TOKENS}
    assert {state for state in State if step(SERVER_TRANSITIONS, state, Input.REQUEST)} == {
        State.READY,
        State.PASSING_TOKENS,
    }
    for state in waiting:
        following = {step(SERVER_TRANSITIONS, state, what) for what in Input if what not in {*ENDS, Input.SASL_DONE}}
        assert following <= waiting | {None}


def test_only_a_handshake_of_version_0_leads_to_tokens_without_a_header() -> None:
    leading = {what for (old, what), new in SERVER_TRANSITIONS.items() if new is State.TAKING_TOKENS is not old}
    assert leading == {Input.BARE_HANDSHAKE, Input.BARE_HANDSHAKE_PASSED}
    leading = {what for (old, what), new in SERVER_TRANSITIONS.items() if new is State.PASSING_TOKENS is not old}
    assert leading == {Input.BARE_HANDSHAKE_PASSED}


SIDES = [
    (CLIENT_TRANSITIONS, {State.TAKING_TOKENS, State.PASSING_TOKENS}),
    (SERVER_TRANSITIONS, {State.NEGOTIATING, State.RENEGOTIATING}),
]


@pytest.mark.parametrize(("table", "of_the_other"), SIDES, ids=["client", "server"])
def test_every_state_of_a_side_can_be_reached(
    table: dict[tuple[State, Input], State], of_the_other: set[State]
) -> None:
    reached, frontier = {State.START}, {State.START}
    while frontier:
        frontier = {new for (old, _), new in table.items() if old in frontier} - reached
        reached |= frontier
    assert reached == set(State) - of_the_other
