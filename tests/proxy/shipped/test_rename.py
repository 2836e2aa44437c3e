"""Topics have other names behind the proxy, one to one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer
from kafkawire.messages import (
    ApiVersionsRequest,
    CreateAclsRequest,
    FetchRequest,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
)
from kafkawire.messages import create_acls_request as acls
from kafkawire.messages import metadata_request as metadata
from kafkawire.messages import metadata_response as topics
from kafkawire.proxy import Proxy, VirtualCluster
from kafkawire.proxy.loading import InvalidFilterOption, load_filter
from kafkawire.proxy.shipped.naming import decisions, rewrite
from kafkawire.proxy.shipped.rename import NotReversible, RenameTopics
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker
from tests.proxy.shipped.filling import Say, all_versions, filled

NAME = "kafkawire.proxy.shipped.rename:RenameTopics"


def prefixed() -> RenameTopics:
    return RenameTopics(pattern="(.+)", replacement=r"eu.\1", back_pattern=r"eu\.(.+)", back_replacement=r"\1")


def asks(*names: str) -> MetadataRequest:
    return MetadataRequest(topics=[metadata.MetadataRequestTopic(name=name) for name in names])


def says(*names: str) -> MetadataResponse:
    return MetadataResponse(topics=[topics.MetadataResponseTopic(name=name) for name in names])


def test_pairs_are_completed_so_that_names_stay_one_to_one() -> None:
    with FilterTest(RenameTopics({"a": "b", "b": "c", "x": "y"})) as test:
        seen = test.request(asks("a", "b", "c", "x", "y", "z"), 12)
        assert [topic.name for topic in seen.topics] == ["b", "c", "a", "y", "x", "z"]
        told = test.response(says("b", "c", "a", "y", "x", "z"))
        assert [topic.name for topic in told.topics] == ["a", "b", "c", "x", "y", "z"]


def test_patterns_leave_out_what_nobody_could_ask_for() -> None:
    with FilterTest(prefixed()) as test:
        assert [topic.name for topic in test.request(asks("t"), 12).topics] == ["eu.t"]
        told = test.response(says("eu.t", "us.t", "eu.eu.t"))
        assert [topic.name for topic in told.topics] == ["t", "eu.t"]


def test_a_name_that_would_come_back_as_another_is_refused() -> None:
    filter_ = RenameTopics(pattern="(.)-.*", replacement=r"\1", back_pattern="(.)", back_replacement=r"\1-x")
    with FilterTest(filter_) as test:
        assert [topic.name for topic in test.request(asks("a-x"), 12).topics] == ["a"]
        test.response(says("a"))
        with pytest.raises(NotReversible):
            test.request(asks("a-y"), 12)


def naming(paths: set[str], name: str) -> Say:
    return lambda path, _: name if path in paths else None


@pytest.mark.parametrize("kind", ["request", "response"])
def test_every_path_of_a_topic_is_renamed_and_no_other(kind: Any) -> None:
    filter_ = RenameTopics({"inside": "outside"} if kind == "response" else {"outside": "inside"})
    for cls, version in all_versions(kind):
        paths = {path for path, what in decisions(cls) if what == "topic"}
        message, expected = (filled(cls, version, naming(paths, name)) for name in ("outside", "inside"))
        rewrite(message, version, filter_, is_request=kind == "request")
        assert message.encode(version) == expected.encode(version), cls


def test_acls_name_topics_too() -> None:
    def creation(kind: int, name: str, pattern_type: int = 3) -> acls.AclCreation:
        return acls.AclCreation(resource_type=kind, resource_name=name, resource_pattern_type=pattern_type)

    given = [creation(2, "a"), creation(3, "a"), creation(2, "*"), creation(2, "a", 4)]
    with FilterTest(RenameTopics("a:b")) as test:
        seen = test.request(CreateAclsRequest(creations=given), 3)
    assert [one.resource_name for one in seen.creations] == ["b", "a", "*", "a"]


def test_messages_without_topics_pass() -> None:
    with FilterTest(prefixed()) as test:
        assert test.request(HeartbeatRequest(group_id="g"), 4) == HeartbeatRequest(group_id="g")
        assert test.request(FetchRequest(max_bytes=1), 16) == FetchRequest(max_bytes=1)
        assert isinstance(test.request(ApiVersionsRequest(), 3), ApiVersionsRequest)


@pytest.mark.parametrize(
    "options", ["", "topics=a", "topics=a:b;c:b", "pattern=a", "topics=a:b,pattern=a,back_pattern=b", "topics=:b"]
)
def test_options_that_say_nothing_clear_are_refused(options: str) -> None:
    with pytest.raises(InvalidFilterOption):
        load_filter(f"{NAME}:{options}" if options else NAME)


def test_clients_use_topics_under_other_names() -> None:
    async def main() -> None:
        with broker(topics={"orders-v2": 1, "eu.old": 1}) as kafka:
            filters = [prefixed(), load_filter(f"{NAME}:topics=eu.orders:orders-v2")]
            async with Proxy([VirtualCluster(kafka.bootstrap_servers)], filters) as proxy:
                async with Producer(proxy.bootstrap_servers) as producer:
                    await producer.send("orders", b"1")
                async with Admin(proxy.bootstrap_servers) as admin:
                    assert {*await admin.list_topics()} == {"orders", "old"}
                given: dict[str, Any] = {"topics": ["orders"], "group_id": "g", "auto_offset_reset": "earliest"}
                async with Consumer(proxy.bootstrap_servers, **given) as consumer:
                    async for record in consumer:
                        assert (record.topic, record.value) == ("orders", b"1")
                        break
            assert [record.value for record in kafka.records("orders-v2")] == [b"1"]

    asyncio.run(asyncio.wait_for(main(), 30))
