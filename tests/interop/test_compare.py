"""The comparison itself, without any broker: what differs is found, and only what a rule names is let pass."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.messages import FetchResponse
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from tests.interop.compare import ABSENT, EITHER, EXTRA, ORDER, VALUE, Rule, compare, differences
from tests.interop.coverage import only_old, uncovered
from tests.interop.differences import RULES, UNSERVED
from tests.interop.plain import Names, plain
from tests.interop.requests import T0, batch
from tests.interop.scenarios import SCENARIOS
from tests.interop.session import Exchange


def exchange(answer: Any, step: str = "step", api: str = "METADATA", version: int = 1) -> Exchange:
    return Exchange("scenario", step, api, version, answer)


def mismatches(theirs: Any, ours: Any, *rules: Rule) -> list[str]:
    return [found.path for found in compare([exchange(theirs)], [exchange(ours)], rules).mismatches]


@pytest.mark.parametrize(
    ("theirs", "ours", "paths"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2]}, []),
        ({"a": 1}, {"a": 2}, ["a"]),
        ({"a": 1}, {"a": True}, ["a"]),
        ({"a": None}, {"a": ""}, ["a"]),
        ({"a": {"b": [{"c": 1}]}}, {"a": {"b": [{"c": 2}]}}, ["a.b[0].c"]),
        ({"a": [1, 2]}, {"a": [2, 1]}, ["a[0]", "a[1]"]),
        ({"a": [1]}, {"a": [1, 2]}, ["a[1]"]),
        ({"a": 1}, {}, ["a"]),
        ({}, {"a": None}, ["a"]),
        ({"a": []}, {"a": None}, ["a"]),
    ],
)
def test_every_field_that_is_not_the_same_is_found(theirs: Any, ours: Any, paths: list[str]) -> None:
    assert [path for path, _, _ in differences(theirs, ours)] == paths
    assert mismatches(theirs, ours) == paths


def test_a_rule_lets_pass_what_it_names_and_nothing_else() -> None:
    theirs, ours = {"t": [{"at": 5, "n": 1}]}, {"t": [{"at": 6, "n": 2}]}
    assert mismatches(theirs, ours, Rule("METADATA", "t[*].at", VALUE, "a clock")) == ["t[0].n"]
    assert mismatches(theirs, ours, Rule("FETCH|METADATA", "t[*].*", VALUE, "both")) == []
    assert mismatches(theirs, ours, Rule("FETCH", "t[*].*", VALUE, "another API")) == ["t[0].at", "t[0].n"]
    assert mismatches(theirs, ours, Rule("METADATA", "t", VALUE, "not what is inside")) == ["t[0].at", "t[0].n"]
    assert mismatches(theirs, ours, Rule("METADATA", "t[*].*", VALUE, "another step", step="elsewhere")) != []


@pytest.mark.parametrize(
    ("kind", "passes"),
    [
        (VALUE, [True, False, False, False]),
        (ABSENT, [False, False, True, False]),
        (EXTRA, [False, False, False, True]),
        (EITHER, [True, True, True, True]),
    ],
)
def test_each_kind_of_rule_allows_its_own_difference(kind: str, passes: list[bool]) -> None:
    cases = [({"a": 1}, {"a": 2}), ({"a": 1}, {"a": "2"}), ({"a": 1}, {}), ({}, {"a": 1})]
    rule = Rule("METADATA", "a", kind, "why")
    assert [not mismatches(theirs, ours, rule) for theirs, ours in cases] == passes


def test_elements_in_another_order_are_told_apart_by_their_key() -> None:
    theirs = {"t": [{"k": "a", "v": 1}, {"k": "b", "v": 2}]}
    ours = {"t": [{"k": "b", "v": 2}, {"k": "a", "v": 3}, {"k": "c", "v": 4}]}
    assert mismatches(theirs, ours, Rule("METADATA", "t", ORDER, "hashed", "k")) == ["t[a].v", "t[c]"]
    twice = {"t": [{"k": "a", "v": 1}, {"k": "a", "v": 1}]}
    assert mismatches(theirs, twice, Rule("METADATA", "t", ORDER, "hashed", "k")) == ["t[b]", "t[a#2]"]


def test_an_answer_that_only_one_gives_is_a_mismatch() -> None:
    closed = {"connection": "closed"}
    assert (
        len(compare([exchange(closed)], [exchange({"a": 1})], [Rule("METADATA", "*", EITHER, "all")]).mismatches) == 1
    )
    assert len(compare([exchange({"a": 1})], [], []).mismatches) == 1
    assert compare([exchange(closed)], [exchange(closed)], []).mismatches == []
    broken = exchange("it broke off", api="scenario")
    assert len(compare([broken], [broken], []).mismatches) == 1


def test_answers_are_paired_by_place_and_rules_are_counted() -> None:
    rule = Rule("METADATA", "a", VALUE, "a clock")
    theirs = [exchange({"a": 1}), exchange({"a": 2}), exchange({"a": 3}, version=2)]
    result = compare(theirs, list(reversed(theirs)), [rule])
    assert (result.compared, result.used[rule], result.mismatches) == (3, 2, [])


def test_names_take_the_place_of_what_differs_on_every_broker() -> None:
    names = Names()
    names.text("3Hf8qT2wRk-x", "id of t")
    names.text("", "nothing")
    names.text("AAAAAAAAAAAAAAAAAAAAAA", "no id")
    names.number("port", 9092, "port")
    tree = {"id": "3Hf8qT2wRk-x", "text": "in 3Hf8qT2wRk-x/0", "port": 9092, "other": 9092, "empty": "", "up": [True]}
    named = {"id": "<id of t>", "text": "in <id of t>/0", "port": "<port>", "other": 9092, "empty": "", "up": [True]}
    assert names.put_into(tree) == named
    assert names.put_into("AAAAAAAAAAAAAAAAAAAAAA") == "AAAAAAAAAAAAAAAAAAAAAA"


def test_records_are_shown_as_batches() -> None:
    data = PartitionData(records=batch(b"x"))
    tree = plain(FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[data])]), 4)
    records = tree["responses"][0]["partitions"][0]["records"]
    assert records["batches"][0]["records"] == [[0, T0, "k", "x", 0]]
    data.records = batch(b"x")[:-1] + b"!"
    tree = plain(FetchResponse(responses=[FetchableTopicResponse(topic="t", partitions=[data])]), 4)
    assert "unreadable" in tree["responses"][0]["partitions"][0]["records"]


def test_what_was_never_asked_is_named() -> None:
    versions = {0: range(3, 5), 3: range(2)}
    asked = [exchange({}, api="PRODUCE", version=4), exchange({}, version=0), exchange({}, version=1)]
    assert uncovered(versions, asked) == ["PRODUCE v3"]
    assert only_old({0: range(14), 3: range(14), 1: range(5)}) == {0: range(3), 1: range(4)}


def test_every_rule_has_a_reason_and_names_apis_that_exist() -> None:
    for rule in RULES:
        assert len(rule.why) > 10, rule
        assert all(name in ApiKey.__members__ for name in rule.api.split("|")), rule
        assert rule.path.strip("*[].") or rule.step, f"{rule} covers everything"
    assert len(set(RULES)) == len(RULES)
    assert set(UNSERVED) <= set(map(int, ApiKey))


def test_scenarios_have_names_of_their_own() -> None:
    assert len(SCENARIOS) > 40
    assert any(scenario.old for scenario in SCENARIOS.values())
