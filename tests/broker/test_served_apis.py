"""What Apache Kafka 4.4 serves to clients is served here, or stands in docs/differences.md."""

from __future__ import annotations

import re

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.handlers import default_handlers
from kafkawire.releases import RELEASES
from tests import corpus
from tests.interop.differences import UNSERVED
from tests.reference import schemas

NEWEST = "4.4.0"
SERVED = {handler.api_key: handler.versions for handler in default_handlers().values()}
LINE = re.compile(r"^\| (\d+) \| (\w+) \| .+ \|$", re.MULTILINE)
TELEMETRY = {71, 72}  # Apache Kafka serves them with a plugin only


def listed() -> dict[int, str]:
    page = (corpus.ROOT / "docs" / "differences.md").read_text()
    section = page.partition("## The broker and the APIs of Apache Kafka 4.4\n")[2].partition("\n## ")[0]
    return {int(key): name for key, name in LINE.findall(section)}


def for_clients() -> dict[int, str]:
    requests = [schema for schema in schemas().values() if schema.kind == "request" and "broker" in schema.listeners]
    return {s.api_key: s.name.removesuffix("Request") for s in requests if s.api_key in RELEASES[NEWEST]}


def test_the_list_of_what_is_not_served_is_complete_and_true() -> None:
    assert max(RELEASES, key=_order) == NEWEST, "a newer release: go through it"
    assert listed() == {key: name for key, name in for_clients().items() if key not in SERVED}


def test_every_stable_version_of_what_is_served_is() -> None:
    for key in SERVED.keys() & RELEASES[NEWEST].keys():
        low, high, unstable = RELEASES[NEWEST][key]
        lacking = {*range(low, high - unstable + 1)} - {*SERVED[key]}
        assert not lacking, f"{ApiKey(key).name} {lacking}"


def test_the_comparison_with_a_real_broker_leaves_out_the_same() -> None:
    assert set(UNSERVED) == listed().keys() - TELEMETRY


def _order(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))
