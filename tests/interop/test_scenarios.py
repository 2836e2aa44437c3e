"""The scenarios against our broker alone: they come to their end, and leave out no version that it serves."""

from __future__ import annotations

import pytest

from tests.interop.brokers import kafkawire, names_of
from tests.interop.coverage import uncovered
from tests.interop.scenarios import SCENARIOS, play
from tests.interop.session import Session, served_by


@pytest.mark.slow
def test_every_scenario_comes_to_its_end_and_every_version_is_asked() -> None:
    with kafkawire() as address:
        versions = served_by(address)
        session = Session(address, versions, versions, names_of(address))
        for name, scenario in SCENARIOS.items():
            play(session, name, scenario)
    assert [found.place for found in session.exchanges if found.api == "scenario"] == []
    assert uncovered(versions, session.exchanges) == []
    assert len(session.exchanges) > 1900
