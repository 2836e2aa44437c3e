"""No tenant sees or names what is another's, whatever the message; and its own are there as if it were alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal
from uuid import UUID

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.message import Message, Request, Response
from kafkawire.messages import (
    PROTOCOL,
    AlterClientQuotasRequest,
    AlterUserScramCredentialsRequest,
    ConsumerGroupHeartbeatRequest,
    ConsumerProtocolAssignment,
    ConsumerProtocolSubscription,
    CreateAclsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    DescribeAclsResponse,
    DescribeClientQuotasRequest,
    DescribeClientQuotasResponse,
    DescribeTopicPartitionsRequest,
    DescribeTopicPartitionsResponse,
    ElectLeadersRequest,
    FetchRequest,
    FetchResponse,
    IncrementalAlterConfigsRequest,
    JoinGroupRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    RequestHeader,
    SaslHandshakeRequest,
)
from kafkawire.messages import alter_client_quotas_request as quotas
from kafkawire.messages import consumer_protocol_subscription as subscription
from kafkawire.messages import create_acls_request as acls
from kafkawire.messages import delete_acls_request as removal
from kafkawire.messages import delete_topics_request as deletion
from kafkawire.messages import delete_topics_response as deleted
from kafkawire.messages import describe_acls_response as described
from kafkawire.messages import describe_client_quotas_response as limits
from kafkawire.messages import describe_topic_partitions_response as pages
from kafkawire.messages import fetch_request as fetch
from kafkawire.messages import fetch_response as fetched
from kafkawire.messages import incremental_alter_configs_request as configs
from kafkawire.messages import join_group_request as join
from kafkawire.messages import metadata_request as metadata
from kafkawire.messages import metadata_response as topics
from kafkawire.messages import produce_request as produce
from kafkawire.proxy.shipped.naming import ALSO, LEFT_AT, decisions, rewrite
from kafkawire.proxy.shipped.patterns import InvalidPattern, behind, without
from kafkawire.proxy.shipped.tenant import PASSED, REFUSED, NoTenant, Prefix, TenantPrefix
from kafkawire.proxy.testing import FilterTest
from kafkawire.spec import FieldSpec
from tests.corpus import ROOT
from tests.proxy.shipped.filling import SOME_ID, all_versions, filled

OWN, STRANGE = UUID(int=1), UUID(int=2)
TOPIC, GROUP, ID = 2, 3, 5


def broker(request: Request, version: int) -> Response:
    """Knows a topic of blue, and one of red."""
    assert isinstance(request, MetadataRequest)
    assert request.topics
    name = {OWN: "blue-orders", SOME_ID: "blue-orders", STRANGE: "red-orders"}.get(request.topics[0].topic_id)
    code = 0 if name else ErrorCode.UNKNOWN_TOPIC_ID
    topic = topics.MetadataResponseTopic(error_code=code, name=name, topic_id=request.topics[0].topic_id)
    return MetadataResponse(topics=[topic])


@pytest.fixture
def blue() -> Iterator[FilterTest]:
    with FilterTest(TenantPrefix("blue-"), broker=broker) as test:
        yield test


# ------------------------------------------------------------------------------------------------ every path there is


def embedded(topic: str, kind: str) -> bytes:
    if kind == "subscription":
        owned = subscription.TopicPartition(topic=topic, partitions=[0])
        return b"\0\3" + ConsumerProtocolSubscription(topics=[topic], owned_partitions=[owned]).encode(3)
    from kafkawire.messages.consumer_protocol_assignment import TopicPartition

    return b"\0\3" + ConsumerProtocolAssignment(assigned_partitions=[TopicPartition(topic=topic)]).encode(3)


def saying(cls: type[Message], name: str) -> Any:
    """Has every field that may hold a name hold one."""
    kinds = {path: kind for path, kind in decisions(cls) if kind and not kind.startswith("left")}
    fixed = {"resource_type": TOPIC, "resource_type_filter": TOPIC, "protocol_type": "consumer", "key_type": 0}
    fixed |= dict.fromkeys(("pattern_type", "pattern_type_filter", "resource_pattern_type"), 3)

    def say(path: str, field: FieldSpec) -> Any:
        kind = kinds.get(path)
        if kind is None:
            return "client-id" if field.attr == "entity_type" else fixed.get(field.attr)
        return embedded(name, kind) if kind in ("subscription", "assignment") else name

    return say


def ids(found: tuple[type[Any], int]) -> str:
    return f"{found[0].__name__}-v{found[1]}"


SERVED = [found for found in all_versions("response") if found[0].API_KEY not in {*REFUSED, *PASSED}]
ASKED = [found for found in all_versions("request") if found[0].API_KEY not in {*REFUSED, *PASSED}]


def answered(test: FilterTest, response: Response, version: int) -> Any:
    """What blue gets when it asks for nothing special, and the broker says that."""
    cls, _ = PROTOCOL.request(response.API_KEY, version)
    given: dict[Any, dict[str, Any]] = {ElectLeadersRequest: {"topic_partitions": []}, ProduceRequest: {"acks": 1}}
    request = cls(**given.get(cls, {}))
    assert isinstance(test.request(request, version), Request)
    return test.response(response)


@pytest.mark.parametrize("tells_errors", [False, True])
@pytest.mark.parametrize("name", ["red-secret", "secret", "", "blu", "__consumer_offsets"])
def test_no_response_says_a_name_of_another_tenant(name: str, tells_errors: bool) -> None:
    with FilterTest(TenantPrefix("blue-", tells_errors=tells_errors), broker=broker) as test:
        for cls, version in SERVED:
            say = saying(cls, name)

            def quiet(path: str, field: FieldSpec, say: Any = say) -> Any:
                """Errors are told in words only where somebody has said that they may be."""
                is_text = "error_message" in path or "detail" in path
                return "words" if tells_errors and is_text else say(path, field)

            response = filled(cls, version, quiet, length=2)
            seen = answered(test, response, version)
            data = seen.encode(version)
            assert not name or name.encode() not in data, ids((cls, version))
            for path, kind in decisions(cls):
                if kind in ("topic", "group", "transactional_id"):
                    assert not any(values_at(seen, path)) or name == "", f"{ids((cls, version))} {path}"


@pytest.mark.parametrize("number", range(4))
def test_every_response_says_the_tenants_own_names_as_it_gave_them(number: int) -> None:
    with FilterTest(TenantPrefix("blue-", tells_errors=True), broker=broker) as test:
        for cls, version in SERVED[number::4]:
            held = [(path, kind) for path, kind in decisions(cls) if kind and not kind.startswith("left")]
            response = filled(cls, version, saying(cls, "blue-mine"), length=2)
            before = {path: len(list(values_at(response, path))) for path, _ in held}
            seen = answered(test, response, version)
            assert b"blue-" not in seen.encode(version), ids((cls, version))
            for path, kind in held:
                values = list(values_at(seen, path))
                if kind not in ("pattern of topics", "coordinator"):
                    assert len(values) == before[path], path
                if kind in ("topic", "group", "transactional_id", "own key", "client_id", "text"):
                    assert all(value == "mine" for value in values if value), path


@pytest.mark.parametrize("name", ["red-secret", "secret", "__consumer_offsets"])
@pytest.mark.parametrize("number", range(3))
def test_no_request_names_what_is_not_the_tenants(name: str, number: int) -> None:
    with FilterTest(TenantPrefix("blue-"), broker=broker) as test:
        test.topic_names[SOME_ID] = "blue-orders"
        for cls, version in ASKED[number::3]:
            request = filled(cls, version, saying(cls, name), length=2)
            if cls is ProduceRequest:
                request.acks = 1
            if "AlterConfigs" in cls.__name__:
                for one in request.resources:
                    one.resource_type = TOPIC
            before = request.encode(version).count(name.encode())
            seen = test.request(request, version)
            data = seen.encode(version)
            assert isinstance(seen, cls), ids((cls, version))
            if "regex" not in str(cls.spec()) and "pattern" not in str([f.attr for f in cls.spec().root.fields]):
                assert data.count(b"blue-" + name.encode()) == before == data.count(name.encode()), ids((cls, version))
            else:
                assert data.count(b"blue-") == before


def values_at(message: Any, path: str) -> Iterator[Any]:
    holders = [message]
    *above, last = path.split(".")
    for step in above:
        found = [getattr(holder, step.removesuffix("[]")) for holder in holders]
        holders = [x for one in found if one is not None for x in (one if step.endswith("[]") else [one])]
    for holder in holders:
        value = getattr(holder, last.removesuffix("[]"))
        yield from (value or []) if last.endswith("[]") else [value]


# --------------------------------------------------------------------------------------------------- decided, written

KINDS: tuple[Literal["request"], Literal["response"]] = ("request", "response")
LISTED = ROOT / "docs" / "reference" / "tenant-names.md"


def listed() -> str:
    """The table of the page."""
    lines = ["| message | path | what is done with it |", "| --- | --- | --- |"]
    for key in sorted(PROTOCOL):
        for kind in KINDS:
            cls = PROTOCOL.message_class(key, kind)
            if key in REFUSED:
                lines += [f"| {cls.__name__} | | refused: {REFUSED[ApiKey(key)]} |"] if kind == "request" else []
                continue
            lines += [
                f"| {cls.__name__} | `{path}` | {kind_ or 'NOBODY HAS DECIDED'} |" for path, kind_ in decisions(cls)
            ]
    for inner in (ConsumerProtocolSubscription, ConsumerProtocolAssignment):
        lines += [
            f"| {inner.__name__} | `{path}` | {kind_ or 'NOBODY HAS DECIDED'} |" for path, kind_ in decisions(inner)
        ]
    return "\n".join(lines)


def test_every_path_is_decided_on_and_listed() -> None:
    assert "NOBODY" not in listed()
    assert listed() in LISTED.read_text()


def test_no_decision_is_about_a_field_that_there_is_not() -> None:
    there = {(cls.__name__, path) for cls, _ in (*SERVED, *ASKED, *SAID_FIRST) for path, _ in decisions(cls)}
    there |= {("ConsumerProtocolSubscription", path) for path, _ in decisions(ConsumerProtocolSubscription)}
    assert {*ALSO, *LEFT_AT} <= there


SAID_FIRST = [found for kind in ("request", "response") for found in all_versions(kind) if found[0].API_KEY in PASSED]


def test_what_concerns_the_cluster_is_refused(blue: FilterTest) -> None:
    for key in REFUSED:
        for version in PROTOCOL.versions(key):
            cls, _ = PROTOCOL.request(key, version)
            if blue.closed:  # a response without a place for an error
                return
            assert not isinstance(blue.request(cls(), version), Request), cls


def test_users_of_the_cluster_are_served_only_where_that_is_wanted() -> None:
    request = AlterUserScramCredentialsRequest(deletions=[])
    with FilterTest(TenantPrefix("blue-", serves_users=True)) as test:
        assert isinstance(test.request(request, 0), AlterUserScramCredentialsRequest)


def test_what_comes_before_a_login_passes(blue: FilterTest) -> None:
    assert blue.request(SaslHandshakeRequest(mechanism="PLAIN"), 1) == SaslHandshakeRequest(mechanism="PLAIN")


# -------------------------------------------------------------------------------------------------------- by topic id


def asks_for(*ids: UUID) -> FetchRequest:
    return FetchRequest(
        max_bytes=1,
        topics=[fetch.FetchTopic(topic_id=i, partitions=[fetch.FetchPartition(partition=0)]) for i in ids],
    )


def test_a_topic_of_another_is_unknown_by_its_id(blue: FilterTest) -> None:
    seen = blue.request(asks_for(OWN, STRANGE, UUID(int=9)), 16)
    assert [topic.topic_id for topic in seen.topics] == [OWN]
    part = fetched.PartitionData(partition_index=0, records=b"")
    told = blue.response(FetchResponse(responses=[fetched.FetchableTopicResponse(topic_id=OWN, partitions=[part])]))
    codes = {topic.topic_id: [p.error_code for p in topic.partitions] for topic in told.responses}
    assert codes == {OWN: [0], STRANGE: [ErrorCode.UNKNOWN_TOPIC_ID], UUID(int=9): [ErrorCode.UNKNOWN_TOPIC_ID]}


def test_a_request_for_nothing_else_is_answered_at_once(blue: FilterTest) -> None:
    told = blue.request(asks_for(STRANGE), 16)
    assert isinstance(told, FetchResponse)
    assert [p.error_code for t in told.responses for p in t.partitions] == [ErrorCode.UNKNOWN_TOPIC_ID]
    told = blue.request(DeleteTopicsRequest(topics=[deletion.DeleteTopicState(topic_id=STRANGE)]), 6)
    assert [(t.name, t.topic_id, t.error_code) for t in told.responses] == [(None, STRANGE, 100)]
    seen = blue.request(MetadataRequest(topics=[metadata.MetadataRequestTopic(name=None, topic_id=STRANGE)]), 12)
    assert (seen.topics, type(seen)) == ([], MetadataRequest)  # where brokers are is asked for all the same
    told = blue.response(MetadataResponse())
    assert [(t.name, t.topic_id, t.error_code) for t in told.topics] == [(None, STRANGE, 100)]


def test_what_is_written_by_id_without_an_answer_goes_nowhere(blue: FilterTest) -> None:
    topic = produce.TopicProduceData(topic_id=STRANGE, partition_data=[produce.PartitionProduceData(records=b"")])
    assert blue.request(ProduceRequest(acks=0, topic_data=[topic]), 13) is None
    assert blue.closed


def test_a_topic_deleted_by_name_beside_one_by_id(blue: FilterTest) -> None:
    state = deletion.DeleteTopicState
    seen = blue.request(DeleteTopicsRequest(topics=[state(name="orders"), state(topic_id=STRANGE)]), 6)
    assert [topic.name for topic in seen.topics] == ["blue-orders"]
    told = blue.response(DeleteTopicsResponse(responses=[deleted.DeletableTopicResult(name="blue-orders")]))
    assert [(t.name, t.topic_id.int, t.error_code) for t in told.responses] == [("orders", 0, 0), (None, 2, 100)]


# -------------------------------------------------------------------------------------------------- names in disguise


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("orders.*", "^blue-(?:orders.*)"),
        ("^orders|^x$", "^blue-(?:orders|x$)"),
        (r"a\(b[()\]]c", r"^blue-(?:a\(b[()\]]c)"),
        ("[^]^](a|(?i:b))", "^blue-(?:[^]^](a|(?i:b)))"),
        (r"\Aa", "^blue-(?:a)"),
    ],
)
def test_a_pattern_stays_behind_the_prefix(blue: FilterTest, pattern: str, told: str) -> None:
    seen = blue.request(ConsumerGroupHeartbeatRequest(group_id="g", subscribed_topic_regex=pattern), 1)
    assert (seen.group_id, seen.subscribed_topic_regex) == ("blue-g", told)


@pytest.mark.parametrize(
    "pattern", [")|(?:.*", "a)|.*", "(", r"\Q)|\E(", "[", "(?x:#(\n))", "a\\", r"\Q", "(?#", "[a[b]"]
)
def test_a_pattern_that_might_get_out_is_refused(blue: FilterTest, pattern: str) -> None:
    told = blue.request(ConsumerGroupHeartbeatRequest(group_id="g", subscribed_topic_regex=pattern), 1)
    assert told.error_code == ErrorCode.INVALID_REGULAR_EXPRESSION


def test_patterns_there_and_back() -> None:
    assert behind("a.b-", "x") == "^a[.]b-(?:x)"
    assert without("a.b-", "^a[.]b-(?:x)") == "x"
    assert without("a.b-", "x") is None
    with pytest.raises(InvalidPattern):
        behind("a-", "(")


def test_members_of_a_group_name_topics_to_each_other(blue: FilterTest) -> None:
    protocol = join.JoinGroupRequestProtocol(name="range", metadata=embedded("orders", "subscription"))
    seen = blue.request(JoinGroupRequest(group_id="g", protocol_type="consumer", protocols=[protocol]), 9)
    assert seen.protocols[0].metadata == embedded("blue-orders", "subscription")
    connect = join.JoinGroupRequestProtocol(name="default", metadata=embedded("orders", "subscription"))
    seen = blue.request(JoinGroupRequest(group_id="g", protocol_type="connect", protocols=[connect]), 9)
    assert seen.protocols[0].metadata == embedded("orders", "subscription")


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"\0\0", b"\xff\xff\0\0\0\0", b"\0\1\0\0\0\7orders", b"\0\0\xff\xff\xff\xff"]
)
def test_other_bytes_of_members_stay(blue: FilterTest, data: bytes) -> None:
    protocol = join.JoinGroupRequestProtocol(name="range", metadata=data)
    seen = blue.request(JoinGroupRequest(group_id="g", protocol_type="consumer", protocols=[protocol]), 9)
    assert seen.protocols[0].metadata == data


def test_a_newer_version_of_the_consumer_protocol_keeps_what_follows(blue: FilterTest) -> None:
    data = b"\0\7" + embedded("orders", "subscription")[2:] + b"newer"
    protocol = join.JoinGroupRequestProtocol(name="range", metadata=data)
    seen = blue.request(JoinGroupRequest(group_id="g", protocol_type="consumer", protocols=[protocol]), 9)
    assert seen.protocols[0].metadata == b"\0\7" + embedded("blue-orders", "subscription")[2:] + b"newer"


def test_all_topics_begin_with_the_tenants_own_and_end_behind_them(blue: FilterTest) -> None:
    seen = blue.request(DescribeTopicPartitionsRequest(), 0)
    assert (seen.cursor.topic_name, seen.cursor.partition_index) == ("blue-", 0)
    names = ["blue-a", "blue-b", "red-a"]
    found = [pages.DescribeTopicPartitionsResponseTopic(name=name) for name in names]
    told = blue.response(DescribeTopicPartitionsResponse(topics=found, next_cursor=pages.Cursor(topic_name="red-b")))
    assert ([topic.name for topic in told.topics], told.next_cursor) == (["a", "b"], None)


# ------------------------------------------------------------------------------------------------------- ACLs, quotas


def test_acls_of_all_names_are_those_of_all_that_the_tenant_has(blue: FilterTest) -> None:
    creation = acls.AclCreation(resource_type=TOPIC, resource_name="*", resource_pattern_type=3)
    seen = blue.request(CreateAclsRequest(creations=[creation]), 3).creations[0]
    assert (seen.resource_name, seen.resource_pattern_type) == ("blue-", 4)


def test_acls_of_others_and_of_all_are_left_out(blue: FilterTest) -> None:
    def resource(name: str, pattern_type: int, kind: int = TOPIC) -> described.DescribeAclsResource:
        acl = described.AclDescription(principal="User:a", host="*", operation=3, permission_type=3)
        return described.DescribeAclsResource(
            resource_type=kind, resource_name=name, pattern_type=pattern_type, acls=[acl]
        )

    blue.request(PROTOCOL.request(ApiKey.DESCRIBE_ACLS, 3)[0](), 3)
    all_ = [("blue-", 4, TOPIC), ("blue-x", 3, ID), ("blue-y", 4, GROUP)]
    others = [("*", 3, TOPIC), ("b", 4, TOPIC), ("red-x", 3, TOPIC), ("kafka-cluster", 3, 4), ("blue-u", 3, 7)]
    told = blue.response(DescribeAclsResponse(resources=[resource(*one) for one in (*all_, *others)]))
    found = [(one.resource_name, one.pattern_type, one.resource_type) for one in told.resources]
    assert found == [("*", 3, TOPIC), ("x", 3, ID), ("y", 4, GROUP)]


TOKEN, BROKER, MATCH = 6, 4, 2
USERS = quotas.EntityData(entity_type="user", entity_name="red")
ALL_CLIENTS = quotas.EntityData(entity_type="client-id", entity_name=None)
MATCHING = removal.DeleteAclsFilter(resource_type_filter=2, resource_name_filter="a", pattern_type_filter=MATCH)
REACHING = [
    (CreateAclsRequest(creations=[acls.AclCreation(resource_type=4, resource_name="kafka-cluster")]), 3),
    (CreateAclsRequest(creations=[acls.AclCreation(resource_type=TOKEN, resource_name="token")]), 3),
    (DeleteAclsRequest(filters=[removal.DeleteAclsFilter(resource_type_filter=1)]), 3),
    (DeleteAclsRequest(filters=[MATCHING]), 3),
    (ElectLeadersRequest(topic_partitions=None), 2),
    (IncrementalAlterConfigsRequest(resources=[configs.AlterConfigsResource(resource_type=BROKER)]), 1),
    (AlterClientQuotasRequest(entries=[quotas.EntryData(entity=[USERS])]), 1),
    (AlterClientQuotasRequest(entries=[quotas.EntryData(entity=[ALL_CLIENTS])]), 1),
]


@pytest.mark.parametrize(("request_", "version"), REACHING, ids=lambda x: type(x).__name__)
def test_what_would_concern_others_is_refused(blue: FilterTest, request_: Request, version: int) -> None:
    told = blue.request(request_, version)
    assert isinstance(told, Response)
    code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    assert str(int(code)) in str(told.to_json(version))


def test_client_ids_and_their_quotas_are_the_tenants(blue: FilterTest) -> None:
    with FilterTest(TenantPrefix("blue-"), Peeks()) as test:
        test.request(MetadataRequest(), 12, client_id="app")
        assert Peeks.seen == "blue-app"
    blue.request(DescribeClientQuotasRequest(), 1)

    def entry(*entity: tuple[str, str | None]) -> limits.EntryData:
        return limits.EntryData(entity=[limits.EntityData(entity_type=t, entity_name=n) for t, n in entity])

    given: list[list[tuple[str, str | None]]] = [
        [("client-id", "blue-app")],
        [("client-id", "red-app")],
        [("user", "bob")],
        [("client-id", None)],
    ]
    told = blue.response(DescribeClientQuotasResponse(entries=[entry(*one) for one in given]))
    assert [[(p.entity_type, p.entity_name) for p in one.entity] for one in told.entries] == [[("client-id", "app")]]


class Peeks(TenantPrefix):
    seen: str | None = None

    def __init__(self) -> None:
        super().__init__("x-")

    def on_request(self, ctx: Any, header: RequestHeader, request: Any) -> None:
        Peeks.seen = header.client_id

    def on_response(self, ctx: Any, header: Any, response: Any) -> None: ...


# ------------------------------------------------------------------------------------------------------- who is whose


@pytest.mark.parametrize("prefix", ["{principal}", "{sni}{principal}-", "{client_id}-", "a b-", "", "ü-", "{}-"])
def test_a_prefix_that_keeps_nobody_apart_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        TenantPrefix(prefix)


def told_name(filter_: TenantPrefix, **known: Any) -> str:
    with FilterTest(filter_, **known) as test:
        seen = test.request(MetadataRequest(topics=[metadata.MetadataRequestTopic(name="t")]), 12)
        return str(seen.topics[0].name)


def test_whose_a_client_is() -> None:
    assert told_name(TenantPrefix("{principal}."), principal="User:ann-b") == "ann-b.t"
    assert told_name(TenantPrefix("{sni}-"), sni="Blue.kafka.example") == "blue-t"
    assert told_name(TenantPrefix("x-{cluster}_{sni}-"), sni="blue") == "x-test_blue-t"


@pytest.mark.parametrize(
    ("prefix", "known"),
    [("{principal}-", {}), ("{principal}-", {"principal": "User:a-b"}), ("{principal}-", {"principal": "User:CN=x"}),
     ("{sni}-", {}), ("{sni}-", {"sni": "a-b.example"})],
)  # fmt: skip
def test_who_cannot_be_told_from_others_gets_nothing(prefix: str, known: dict[str, Any]) -> None:
    with pytest.raises(NoTenant):
        told_name(TenantPrefix(prefix), **known)


def test_an_embedded_name_of_another_is_left_out() -> None:
    message = filled(PROTOCOL.message_class(ApiKey.SYNC_GROUP, "response"), 5, lambda *_: None)
    message.assignment = embedded("red-orders", "assignment")
    message.protocol_type = "consumer"
    rewrite(message, 5, Prefix("blue-"), is_request=False)
    assert message.assignment == b"\0\3" + ConsumerProtocolAssignment().encode(3)
