"""What our own schemas say about fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from codegen.generated import default_schemas
from codegen.model import MessageSpec
from codegen.names import snake
from codegen.schema import load_directory

MOST_USED = """
    Produce Fetch ListOffsets Metadata OffsetCommit OffsetFetch FindCoordinator JoinGroup Heartbeat LeaveGroup SyncGroup
    DescribeGroups ListGroups SaslHandshake ApiVersions CreateTopics DeleteTopics DeleteRecords InitProducerId
    OffsetForLeaderEpoch AddPartitionsToTxn AddOffsetsToTxn EndTxn TxnOffsetCommit DescribeAcls CreateAcls DeleteAcls
    DescribeConfigs AlterConfigs IncrementalAlterConfigs SaslAuthenticate CreatePartitions DeleteGroups DescribeCluster
    DescribeProducers ConsumerGroupHeartbeat ConsumerGroupDescribe ShareGroupHeartbeat ShareFetch ShareAcknowledge
    DescribeTopicPartitions
"""
HEADERS = ["RequestHeader", "ResponseHeader"]
LONGEST = 110  # with its quotes it is a line of a module
FILLING = {"a", "an", "and", "for", "in", "is", "its", "of", "the", "this", "to"}


@cache
def schemas() -> dict[str, MessageSpec]:
    return load_directory(default_schemas())


def fields(spec: MessageSpec) -> Iterator[tuple[str, str, str]]:
    """Struct, name and description of every field."""
    return ((struct.name, field.name, field.about) for struct in spec.all_structs() for field in struct.fields)


def said() -> Iterator[tuple[str, str]]:
    """Every description there is, with what it is about."""
    for spec in schemas().values():
        for struct in spec.all_structs():
            yield f"{spec.name}.{struct.name}", struct.about
        yield from ((f"{spec.name}.{struct}.{name}", about) for struct, name, about in fields(spec))


@pytest.mark.parametrize("api", MOST_USED.split())
def test_every_field_of_the_most_used_apis_is_described(api: str) -> None:
    for spec in (schemas()[f"{api}Request"], schemas()[f"{api}Response"]):
        assert spec.root.about, spec.name
        assert [f"{struct}.{name}" for struct, name, about in fields(spec) if not about] == []


@pytest.mark.parametrize("name", HEADERS)
def test_every_field_of_the_headers_is_described(name: str) -> None:
    assert all(about for _, _, about in fields(schemas()[name]))


def test_a_description_is_a_sentence_that_fits_on_a_line() -> None:
    wrong = [(place, about) for place, about in said() if about and not is_one_line(about)]
    assert wrong == []


def is_one_line(about: str) -> bool:
    starts_well = about[0].isupper() or about[0].isdigit() or about[0] == "`"
    return starts_well and about.endswith(".") and len(about) <= LONGEST and about.isascii() and '"' not in about


def test_a_description_says_more_than_the_name() -> None:
    empty = [
        (spec.name, name, about)
        for spec in schemas().values()
        for _, name, about in fields(spec)
        if about and not plain(about) - FILLING - plain(snake(name))
    ]
    assert empty == []


def plain(text: str) -> set[str]:
    """The words, in the singular."""
    return {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower())}


@pytest.mark.parametrize("name", ["ThrottleTimeMs", "GroupInstanceId"])
def test_what_means_the_same_everywhere_is_said_in_the_same_words(name: str) -> None:
    texts = {about for spec in schemas().values() for _, field, about in fields(spec) if field == name and about}
    assert len(texts) == 1


def test_null_is_spoken_of_where_a_field_may_be_null_and_nowhere_else() -> None:
    wrong = [
        f"{spec.name}.{struct.name}.{field.name}"
        for spec in schemas().values()
        for struct in spec.all_structs()
        for field in struct.fields
        if field.about and speaks_of_null(field.about) != bool(field.nullable_versions)
    ]
    assert wrong == []


def speaks_of_null(about: str) -> bool:
    """Whether null is named, other than as a value of another field."""
    return re.search(r"(?<!` is )\bnull\b", about) is not None
