"""`error_response` says what Apache Kafka's classes say (`AbstractRequest.getErrorResponse`) of the same request."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from typing import Any

import pytest

from kafkawire.message import Message
from kafkawire.protocol import error_response
from tests import corpus
from tests.vectors import message_class

OTHER = {
    "LeaderAndIsr": "Kafka repeats the code for each partition; brokers without ZooKeeper never send this",
    "StopReplica": "as LeaderAndIsr",
    "CreateDelegationToken": "Kafka names User:ANONYMOUS as the owner of no token",
    "DescribeUserScramCredentials": "Kafka loses the names of the users",
    "ListPartitionReassignments": "Kafka repeats the partitions, without a code",
    "DescribeTransactions": "Kafka says producer epoch 0 here, and -1 beside all other errors",
}


def lines() -> dict[str, list[dict[str, Any]]]:
    by_name = defaultdict(list)
    with gzip.open(corpus.OWN / "error_responses.jsonl.gz", "rt") as file:
        for line in map(json.loads, file):
            by_name[line["message"].removesuffix("Request")].append(line)
    return by_name


LINES = lines()


def plain(value: Any) -> Any:
    """What counts.

    Texts are each project's own, `records` of nothing are null or empty, Kafka's maps have no order, and some of its
    classes drop topics of which no partition was named.
    """
    if isinstance(value, list):
        return sorted((plain(item) for item in value if not names_nothing(item)), key=json.dumps)
    if isinstance(value, dict):
        return {key: plain(item) or "" for key, item in sorted(value.items()) if key != "errorMessage"}
    return value


def names_nothing(item: Any) -> bool:
    return isinstance(item, dict) and "errorCode" not in item and [] in item.values()


def decoded(name: str, line: dict[str, Any], kind: str) -> Any:
    cls: type[Message] = message_class(f"{name}{kind.title()}")
    return cls.decode(bytes.fromhex(line[kind]), line["version"])


@pytest.mark.parametrize("name", sorted(set(LINES) - set(OTHER)))
def test_an_error_is_said_where_kafka_says_it(name: str) -> None:
    for line in LINES[name]:
        version = line["version"]
        response = error_response(decoded(name, line, "request"), version, line["errorCode"])
        if line["response"] is None:
            assert response is None
            continue
        assert response is not None
        expected = decoded(name, line, "response").to_json(version)
        assert plain(response.to_json(version)) == plain(expected), f"v{version}"


@pytest.mark.parametrize("name", sorted(OTHER))
def test_where_more_or_less_is_said_the_code_is_there(name: str) -> None:
    for line in LINES[name]:
        response = error_response(decoded(name, line, "request"), line["version"], line["errorCode"])
        assert response is not None
        text = json.dumps(response.to_json(line["version"]))
        assert f'"errorCode": {line["errorCode"]}' in text or '"transactionStates": []' in text


def test_every_api_is_there() -> None:
    assert len(LINES) > 90
