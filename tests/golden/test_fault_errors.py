"""An error that a rule names one topic for stands where Apache Kafka's own classes put it (`getErrorResponse`)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from kafkawire.message import Request
from kafkawire.protocol.named import can_name, split
from kafkawire.testing import Faults
from kafkawire.testing.faults import Call
from tests.golden.test_error_responses import LINES, decoded, plain
from tests.vectors import message_class

AT_TOPICS = {
    *("AlterPartitionReassignments", "CreatePartitions", "CreateTopics", "DeleteRecords", "DeleteTopics"),
    *("DescribeProducers", "ListOffsets", "OffsetCommit", "OffsetForLeaderEpoch", "Produce", "TxnOffsetCommit"),
    *("DeleteShareGroupState", "InitializeShareGroupState", "WriteShareGroupState"),
}
"""APIs with the code at each topic or partition, in some versions also at the top, which a rule for topics leaves."""

KEYS = {name: message_class(f"{name}Request").API_KEY for name in LINES}  # type: ignore[attr-defined]


def name(topic_id: UUID) -> str:
    return str(topic_id)


def topics(message: Any, version: int) -> list[str]:
    found: dict[str, None] = {}

    def take_note(topic: str) -> bool:
        found[topic] = None
        return False

    split(message, version, {"topic": take_note}, name)
    return [*found]


def answered(request: Request, version: int, code: int) -> Any:
    """The response where each topic has a rule of its own, so that nothing is left to be carried out."""
    faults = Faults()
    for topic in topics(request, version):
        faults.fail(request.API_KEY, topic=topic, error=code)
    strike = faults.strike(Call(request.API_KEY, version, request, topic_name=name))
    assert strike is not None
    assert strike.request is None
    return strike.respond(None).response


@pytest.mark.parametrize("api", sorted(AT_TOPICS))
def test_a_rule_for_each_topic_says_what_kafka_says_of_all(api: str) -> None:
    checked = 0
    for line in LINES[api]:
        version, request = line["version"], decoded(api, line, "request")
        named = topics(request, version)
        has_nameless = "" in named or repr(UUID(int=0)) in repr(request)
        if not named or has_nameless or line["response"] is None:
            continue
        response = answered(request, version, line["errorCode"])
        found, expected = (plain(m.to_json(version)) for m in (response, decoded(api, line, "response")))
        for top in ("errorCode", "throttleTimeMs"):
            found.pop(top, None), expected.pop(top, None)
        assert found == expected, f"v{version}"
        checked += 1
    assert checked


@pytest.mark.parametrize("api", sorted(n for n in LINES if can_name(KEYS[n], "topic")))
def test_a_request_is_split_into_what_is_wanted_and_the_rest_of_any_api(api: str) -> None:
    for line in LINES[api]:
        version, request = line["version"], decoded(api, line, "request")
        before = request.encode(version)
        for topic in topics(request, version):
            struck, rest = split(request, version, {"topic": topic.__eq__}, name)
            assert struck is not None
            if rest is not None and len(topics(request, version)) > 1:
                assert topic not in topics(rest, version) or topic in topics(struck, version)
                rest.encode(version)
            struck.encode(version)
        assert request.encode(version) == before
