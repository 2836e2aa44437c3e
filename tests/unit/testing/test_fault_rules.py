"""Rules: what they may say, and what is said of those that make no sense."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from kafkawire.testing.faults import FaultRule, Faults, InvalidFault
from kafkawire.testing.faults.rule import RuleFields


def problems(rule: Any) -> tuple[str, ...]:
    with pytest.raises(InvalidFault) as caught:
        Faults.read([rule])
    return caught.value.problems


@pytest.mark.parametrize("api", ["Produce", "PRODUCE", "produce", "ProduceRequest", 0])
def test_an_api_is_a_name_or_a_key(api: str | int) -> None:
    assert FaultRule(api, delay=1).api_keys == frozenset({0})


def test_several_apis_are_a_list_and_none_are_all() -> None:
    assert FaultRule(["JoinGroup", "sync_group"], delay=1).api_keys == frozenset({11, 14})
    assert FaultRule(delay=1).api_keys is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("9", range(9, 10)), (9, range(9, 10)), ("3-8", range(3, 9)), ("9+", range(9, 32768)), (range(2), range(2))],
)
def test_versions(text: Any, expected: range) -> None:
    assert FaultRule("Produce", versions=text, delay=1).version_range == expected


@pytest.mark.parametrize("error", ["NOT_LEADER_OR_FOLLOWER", "not_leader_or_follower", 6])
def test_an_error_is_a_name_or_a_number(error: str | int) -> None:
    assert FaultRule("Produce", error=error).error_code == 6


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ({"api": "Prodce", "delay": 1}, "api: no API is called 'Prodce'; did you mean 'Produce'?"),
        ({"api": True, "delay": 1}, "api: True is no name or key of an API"),
        ({"api": [], "delay": 1}, "api: [] is no name or key of an API, nor a list of such"),
        ({"error": "NOT_LEDER"}, "error: 'NOT_LEDER' is no error code; did you mean 'NOT_LEADER_OR_FOLLOWER'?"),
        ({"error": "ZZZ"}, "error: 'ZZZ' is no error code"),
        ({"error": 0}, "error: 0 is no error code"),
        ({"error": 40000}, "error: 40000 is no error code"),
        ({"eror": 6}, "eror: no rule has this; did you mean 'error'?"),
        ({"delay": 1, "topic": {"regex": "("}}, "topic: '(' is no regular expression"),
        ({"delay": 1, "topic": ""}, "topic: '' is no name, nor a pattern of names"),
        ({"delay": -1}, "delay: -1 is no number of seconds"),
        ({"delay": float("nan")}, "delay: nan is no number of seconds"),
        ({"delay": 1, "times": 0}, "times: 0 is no integer of at least 1"),
        ({"delay": 1, "probability": 0}, "probability: 0 is not above 0 and at most 1"),
        ({"delay": 1, "after": 5, "until": 5}, "until: comes before after"),
        ({"delay": 1, "api": "Produce", "versions": "8-3"}, "versions: '8-3' ends before it begins"),
        ({"delay": 1, "api": "Produce", "versions": "90+"}, "versions: Produce has versions 0 to 13"),
        ({"delay": 1, "versions": "new"}, "versions: 'new' is none; they are written '9', '3-8' or '9+'"),
        ({"delay": 1, "api": "Heartbeat", "topic": "t"}, "topic: Heartbeat names no topic"),
        ({"delay": 1, "api": "CreateTopics", "partition": 0}, "partition: CreateTopics names no partition"),
        ({"error": 1, "api": "LeaveGroup", "partition": 0}, "partition: LeaveGroup names no partition"),
        ({"error": 1, "api": 35, "partition": 0}, "error: DescribeLogDirs has no place for the error of a partition"),
        ({"drop": "soon"}, "drop: 'soon' is neither 'before' nor 'after'"),
        ({"drop": "after", "error": 6}, "drop: a response that is lost tells no error or throttling, and has no bytes"),
        ({"drop": "before", "cut": 6}, "drop: what has no response cannot say anything else of one"),
        ({"delay": 1, "carried_out": True}, "carried_out: goes with error alone; everything else is carried out"),
        ({"delay": 1, "refuse": True}, "refuse: nothing else can happen to a connection that is not there"),
        ({"api": "Produce", "refuse": True}, "api: refuse is about connections, not about requests"),
        ({"client_id": "c", "refuse": True}, "client_id: nobody knows it of a connection that is refused"),
        ({"apart": ["one"]}, "apart: ['one'] is no list of two names or more"),
        ({"refuse": 1}, "refuse: 1 is neither true nor false"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_rule_is_said_with_its_place(rule: dict[str, Any], problem: str) -> None:
    assert problems(rule) == (f"rules[0].{problem}",)


def test_a_rule_by_which_nothing_happens_is_wrong() -> None:
    with pytest.raises(InvalidFault, match=r"^error: nothing is said of what happens: give one of apart, corrupt, "):
        FaultRule("Produce")


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    path = tmp_path / "faults.json"
    path.write_text(json.dumps({"sed": 1, "seed": "x", "rules": [{"eror": 6, "delay": "long"}, 5, {"error": "X"}]}))
    with pytest.raises(InvalidFault) as caught:
        Faults.read(path)
    assert caught.value.problems == (
        f"{path}: sed: not known here; did you mean 'seed'?",
        f"{path}: seed: 'x' is no integer",
        f"{path}: rules[0].eror: no rule has this; did you mean 'error'?",
        f"{path}: rules[0].delay: 'long' is no number of seconds",
        f"{path}: rules[1]: 5 is no mapping",
        f"{path}: rules[2].error: 'X' is no error code",
    )


@pytest.mark.parametrize("text", ["{", "5", '"rules"', '{"rules": 5}', '{"rules": "Produce"}'])
def test_a_file_that_holds_no_rules_is_said_to(tmp_path: Path, text: str) -> None:
    path = tmp_path / "faults.json"
    path.write_text(text)
    with pytest.raises(InvalidFault, match=re.escape(str(path))):
        Faults.read(str(path))


def test_rules_survive_json() -> None:
    rule = FaultRule(
        ["Produce", "Fetch"], versions=range(3, 9), topic=re.compile("o.*"), partition=2, error="NOT_LEADER_OR_FOLLOWER"
    )
    text = json.dumps(rule.to_mapping())
    again = FaultRule.from_mapping(json.loads(text))
    assert json.loads(text) == again.to_mapping()
    assert (again.version_range, again.topic, again.error_code) == (range(3, 9), re.compile("o.*"), 6)


def test_yaml_is_read_where_there_is_pyyaml(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "faults.yaml"
    path.write_text("seed: 7\nrules:\n  - api: [Produce, Fetch]\n    topic: {regex: 'ord.*'}\n    error: 6\n")
    (fault,) = Faults.read(path)
    assert fault.rule == FaultRule(["Produce", "Fetch"], topic=re.compile("ord.*"), error=6)
    path.write_text("rules: [")
    with pytest.raises(InvalidFault, match="while parsing"):
        Faults.read(path)


def test_yaml_without_pyyaml_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    path = tmp_path / "faults.yml"
    path.write_text("[]")
    with pytest.raises(InvalidFault, match="pip install pyyaml"):
        Faults.read(path)


def test_the_keywords_of_fail_are_the_fields_of_a_rule() -> None:
    assert [*RuleFields.__annotations__] == [*FaultRule.__dataclass_fields__][1:-3]
    assert get_type_hints(RuleFields) == {name: get_type_hints(FaultRule)[name] for name in RuleFields.__annotations__}
