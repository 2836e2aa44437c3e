"""`kafkawire apis`. The expected versions are those that the release's own broker answered, from the reference data."""

from __future__ import annotations

import pytest

from kafkawire.cli.names import api_key, message_named, release
from kafkawire.cli.usage import UsageError
from kafkawire.messages import FetchResponse
from tests.unit.cli.conftest import Call


@pytest.mark.parametrize("text", ["metadata", "Metadata", "METADATA", "3", "MetadataRequest", "metadata_response"])
def test_api_by_any_name(text: str) -> None:
    assert api_key(text) == 3


@pytest.mark.parametrize(("text", "key"), [("list_offsets", 2), ("ListOffsets", 2), ("api-versions", 18), ("0", 0)])
def test_api_names(text: str, key: int) -> None:
    assert api_key(text) == key


@pytest.mark.parametrize(
    ("text", "words"), [("metdata", "is it Metadata"), ("9999", "no API has the key 9999"), ("-1", "no API is called")]
)
def test_unknown_api(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        api_key(text)


def test_message_by_any_name() -> None:
    assert message_named("fetch_response", 4) is FetchResponse
    with pytest.raises(UsageError, match="is it FetchResponse"):
        message_named("FetchRespons", 4)


@pytest.mark.parametrize(
    ("text", "found"), [("3.9", "3.9.2"), ("3.9.2", "3.9.2"), ("3", "3.10.0"), ("0.11", "0.11.0.3"), ("4.4", "4.4.0")]
)
def test_release_is_the_newest_that_fits(text: str, found: str) -> None:
    assert release(text, ["0.11.0.3", "3.9.1", "3.9.2", "3.10.0", "4.4.0"]) == found


@pytest.mark.parametrize("text", ["5", "3.9.9", "", "x", "3.9.x", "3.9."])
def test_unknown_release(text: str) -> None:
    with pytest.raises(UsageError, match=r"known are 3\.9, 4\.4"):
        release(text, ["3.9.1", "3.9.2", "4.4.0"])


def test_all_apis(call: Call) -> None:
    lines = call("apis").out.splitlines()
    assert lines[0].split() == ["key", "name", "versions", "flexible", "stable"]
    assert ["3", "Metadata", "0-13", "9+", "13"] in [line.split() for line in lines]
    assert ["17", "SaslHandshake", "0-1", "1"] in [line.split() for line in lines]  # never flexible


def test_one_release(call: Call) -> None:
    found = {api["key"]: api for api in call("apis", "--release", "4.4", "--json").json["apis"]}
    assert (found[3]["minVersion"], found[3]["maxVersion"], found[3]["flexibleFrom"]) == (0, 13, 9)
    assert (found[1]["minVersion"], found[1]["maxVersion"]) == (4, 18)
    assert (found[22]["maxVersion"], found[22]["latestStableVersion"]) == (6, 5)  # the newest is unstable
    assert 4 not in found  # LeaderAndIsr went with ZooKeeper


def test_flexible_only_where_the_release_gets_that_far(call: Call) -> None:
    [api] = call("apis", "--release", "1.0", "fetch", "--json").json["apis"]
    assert (api["maxVersion"], api["flexibleFrom"]) == (6, None)


def test_difference_of_two_releases(call: Call) -> None:
    result = call("apis", "--diff", "3.9", "4.0", "--json").json
    assert (result["old"], result["new"]) == ("3.9.2", "4.0.2")
    changes = {change["key"]: change for change in result["changes"]}
    assert changes[4]["new"] is None  # gone
    assert changes[1]["old"]["minVersion"] == 0
    assert changes[1]["new"]["minVersion"] == 4
    assert 8 in changes
    assert 32 in changes
    assert 18 not in changes  # ApiVersions is as it was


def test_difference_as_a_table(call: Call) -> None:
    rows = [line.split() for line in call("apis", "--diff", "3.9", "4.0", "fetch").out.splitlines()]
    assert rows[0] == ["key", "name", "3.9.2", "4.0.2"]
    assert rows[1] == ["1", "Fetch", "0-17", "4-17"]
