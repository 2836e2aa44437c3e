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
        State.START: {Input.API_VERSIONS: State.NEGOTIATING},
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
        },
        State.CLOSED: {},
    }
    for state, what in itertools.product(State, Input):
        if what not in ENDS:
            assert step(CLIENT_TRANSITIONS, state, what) is legal[state].get(what), (state, what)


def test_every_state_of_a_client_can_be_reached_and_can_end() -> None:
    reached, frontier = {State.START}, {State.START}
    while frontier:
        frontier = {new for (old, _), new in CLIENT_TRANSITIONS.items() if old in frontier} - reached
        reached |= frontier
    assert reached == set(State)
