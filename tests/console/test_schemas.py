"""What the schema browser says, beside the schemas and what brokers of a release offer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kafkawire.codegen import load_generator
from kafkawire.console.schemas import SchemasView
from kafkawire.console.view import Refused
from kafkawire.releases import RELEASES

SCHEMAS = Path(load_generator("generated").default_schemas())


def ask(route: str, **params: Any) -> Any:
    async def main() -> Any:
        return await SchemasView().routes()[route](params)

    return asyncio.run(main())


def schema(name: str) -> Any:
    (file,) = SCHEMAS.glob(f"*/{name}.json")
    return json.loads(file.read_text())


def names(fields: Any) -> list[str]:
    return [name for field in fields for name in (field["name"], *names(field.get("fields") or ()))]


def test_every_message_is_there_and_apis_come_first() -> None:
    found = ask("index")
    assert sorted(one["name"] for one in found["messages"]) == sorted(file.stem for file in SCHEMAS.glob("*/*.json"))
    first, second, *_ = found["messages"]
    assert [(one["key"], one["name"], one["versions"]) for one in (first, second)] == [
        (0, "ProduceRequest", schema("ProduceRequest")["validVersions"]),
        (0, "ProduceResponse", schema("ProduceResponse")["validVersions"]),
    ]
    assert found["releases"] == [*RELEASES]


def test_fields_are_those_of_the_schema_with_all_that_it_says() -> None:
    found, said = ask("message", message="FetchRequest", version="12"), schema("FetchRequest")
    assert names(found["fields"]) == names(said["fields"])
    cluster_id, written = found["fields"][0], said["fields"][0]
    assert (cluster_id["name"], cluster_id["tag"], cluster_id["tagged"]) == ("ClusterId", 0, "12+")
    assert (cluster_id["nullable"], cluster_id["default"]) == ("12+", "null")
    assert cluster_id["about"] == written["about"]
    replica = next(field for field in found["fields"] if field["name"] == "ReplicaId")
    assert (replica["versions"], replica["entity"], replica["here"]) == ("0-14", "brokerId", True)
    state = next(field for field in found["fields"] if field["name"] == "ReplicaState")
    assert (state["type"], state["versions"], state["here"]) == ("ReplicaState", "15+", False)
    assert (found["flexible"], found["deprecated"], found["versions"]) == ("12+", "0-3", [*range(19)])


def test_the_grammar_is_that_of_the_version() -> None:
    assert ask("message", message="HeartbeatRequest", version=3)["grammar"] == (
        "Heartbeat Request (Version: 3) => group_id generation_id member_id group_instance_id\n"
        "  group_id => STRING\n"
        "  generation_id => INT32\n"
        "  member_id => STRING\n"
        "  group_instance_id => NULLABLE_STRING\n"
    )


def test_every_version_of_every_message_can_be_shown() -> None:
    async def main() -> None:
        ask = SchemasView().routes()["message"]
        for one in (await SchemasView().routes()["index"]({}))["messages"]:
            for version in (await ask({"message": one["name"]}))["versions"]:
                assert (await ask({"message": one["name"], "version": version}))["version"] == version

    asyncio.run(main())


def test_which_release_speaks_what() -> None:
    spoken = {one["release"]: one["versions"] for one in ask("message", message="ShareFetchRequest")["spoken"]}
    assert (spoken["3.8.1"], spoken["4.4.0"]) == (None, "1-2")
    assert ask("message", message="OffsetCommitKey")["spoken"] == []


@pytest.mark.parametrize("old", [12, 11])
def test_what_changed_between_two_versions(old: int) -> None:
    changes = ask("between", message="FetchRequest", old=old, new=13)["changes"]
    told = {(one["change"], one["field"]) for one in changes}
    by_id = {
        (f"field-{what}", f"{where}.{name}")
        for where in ("Topics", "ForgottenTopicsData")
        for what, name in (("removed", "Topic"), ("added", "TopicId"))
    }
    twelve = {("flexible", ""), ("field-added", "ClusterId"), ("field-added", "Topics.Partitions.LastFetchedEpoch")}
    assert told == by_id | (twelve if old == 11 else set())


def test_backwards_what_was_added_is_removed() -> None:
    (one,) = ask("between", message="HeartbeatRequest", old=3, new=2)["changes"]
    assert (one["change"], one["field"]) == ("field-removed", "GroupInstanceId")


def test_what_changed_between_two_releases() -> None:
    found = {api["name"]: api for api in ask("releases", old="3.9.2", new="4.4.0")["apis"]}
    assert len(found) == sum(
        RELEASES["3.9.2"].get(key) != RELEASES["4.4.0"].get(key) for key in {*RELEASES["3.9.2"], *RELEASES["4.4.0"]}
    )
    assert (found["LeaderAndIsr"]["old"], found["LeaderAndIsr"]["new"]) == ("0-7", None)
    assert found["ShareFetch"]["new"] == "1-2"
    produce = {(one["message"], one["version"]): one["changes"] for one in found["Produce"]["messages"]}
    assert [*produce] == [
        ("ProduceRequest", 12),
        ("ProduceRequest", 13),
        ("ProduceResponse", 12),
        ("ProduceResponse", 13),
    ]
    assert produce["ProduceRequest", 12] == []
    assert [one["field"] for one in produce["ProduceRequest", 13]] == ["TopicData.Name", "TopicData.TopicId"]


@pytest.mark.parametrize(
    ("route", "params"),
    [
        ("message", {"message": "Nothing"}),
        ("message", {"message": ["x"]}),
        ("message", {"message": "FetchRequest", "version": "99"}),
        ("message", {"message": "FetchRequest", "version": "x"}),
        ("between", {"message": "FetchRequest", "old": 1, "new": -1}),
        ("releases", {"old": "1", "new": {}}),
    ],
)
def test_what_is_not_there_is_refused(route: str, params: Any) -> None:
    with pytest.raises(Refused):
        ask(route, **params)
