"""ACLs: which of them speak of a resource, what they allow, and how they are made, told, deleted and kept."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.security.acls import Acl, AclFilter, Acls
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.error_code import ErrorCode
from kafkawire.message import Message
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.delete_acls_request import DeleteAclsFilter
from tests.broker.wire import QUICK, Wire, serving

ANY, TOPIC, GROUP, OF_CLUSTER = 1, 2, 3, 4
MATCH, LITERAL, PREFIXED = 2, 3, 4
ALL, READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE = 2, 3, 4, 5, 6, 7, 8
DESCRIBE_CONFIGS, ALTER_CONFIGS = 10, 11
DENY, ALLOW = 2, 3
STANDARD: dict[str, Any] = {"authorizer_class_name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer"}
EVERYTHING: dict[str, Any] = {
    "resource_type_filter": ANY,
    "resource_name_filter": None,
    "pattern_type_filter": ANY,
    "principal_filter": None,
    "host_filter": None,
    "operation": ANY,
    "permission_type": ANY,
}


def acl(name: str = "t", operation: int = READ, permission: int = ALLOW, **other: Any) -> Acl:
    fields: dict[str, Any] = {
        "resource_type": TOPIC,
        "pattern_type": LITERAL,
        "principal": "User:bob",
        "host": "*",
    } | other
    return Acl(name=name, operation=operation, permission=permission, **fields)


def acl_fields(rule: Acl) -> dict[str, Any]:
    fields = rule._asdict()
    return {"resource_name": fields.pop("name"), "permission_type": fields.pop("permission"), **fields}


def replay(rules: Acls, records: Iterable[Message]) -> None:
    for record in records:
        rules.replay(record)


def authorizer(*acls: Acl, **options: Any) -> StandardAuthorizer:
    found = Acls()
    replay(found, found.creating(acls))
    return StandardAuthorizer(BrokerConfig(**options), found)


def allows(
    who: StandardAuthorizer, operation: int, name: str = "t", principal: str = "User:bob", host: str = "/10.0.0.1"
) -> bool:
    return who.allows(Client(principal, host, None), Action(Operation(operation), ResourceType.TOPIC, name))


@pytest.mark.parametrize(
    ("rules", "operation", "name", "expected"),
    [
        ([], READ, "t", False),
        ([acl()], READ, "t", True),
        ([acl()], WRITE, "t", False),
        ([acl()], READ, "tt", False),
        ([acl(principal="User:*")], READ, "t", True),
        ([acl(principal="User:carol")], READ, "t", False),
        ([acl(principal="Group:bob")], READ, "t", False),
        ([acl(host="10.0.0.1")], READ, "t", True),
        ([acl(host="10.0.0.2")], READ, "t", False),
        ([acl("*")], READ, "anything", True),
        ([acl("*", pattern_type=PREFIXED)], READ, "anything", False),
        ([acl("*", pattern_type=PREFIXED)], READ, "*thing", True),
        ([acl("te", pattern_type=PREFIXED)], READ, "te", True),
        ([acl("te", pattern_type=PREFIXED)], READ, "test", True),
        ([acl("te", pattern_type=PREFIXED)], READ, "t", False),
        ([acl(resource_type=GROUP)], READ, "t", False),
        ([acl(operation=ALL)], CREATE, "t", True),
        ([acl(), acl(permission=DENY)], READ, "t", False),
        ([acl(), acl("*", operation=ALL, permission=DENY)], READ, "t", False),
        ([acl(), acl("t", pattern_type=PREFIXED, permission=DENY)], READ, "t", False),
        ([acl(), acl(permission=DENY, host="10.0.0.2")], READ, "t", True),
    ],
)
def test_what_rules_allow(rules: list[Acl], operation: int, name: str, expected: bool) -> None:
    assert allows(authorizer(*rules), operation, name) is expected
    assert allows(authorizer(*reversed(rules)), operation, name) is expected


def test_a_rule_for_a_prefix_is_over_when_it_is_deleted() -> None:
    rules = Acls()
    short, long = acl("a", pattern_type=PREFIXED), acl("abc", pattern_type=PREFIXED)
    replay(rules, rules.creating([short, long]))
    assert list(rules.of(TOPIC, "ab")) == [short]
    assert {*rules.of(TOPIC, "abcd")} == {short, long}
    replay(rules, rules.deleting([short]))
    assert list(rules.of(TOPIC, "abcd")) == [long]
    replay(rules, rules.deleting([long]))
    assert list(rules.of(TOPIC, "abcd")) == []


def test_a_rule_that_a_log_has_twice_can_be_deleted() -> None:
    rules, ids = Acls(), [uuid.uuid4() for _ in range(2)]
    fields = acl_fields(acl("a", pattern_type=PREFIXED))
    for each in ids:
        rules.replay(messages.AccessControlEntryRecord(id=each, **fields))
    for each in reversed(ids):
        rules.replay(messages.RemoveAccessControlEntryRecord(id=each))
    assert list(rules.of(TOPIC, "abcd")) == []


def test_rights_that_come_with_others() -> None:
    implied = {
        DESCRIBE: {DESCRIBE, READ, WRITE, DELETE, ALTER},
        DESCRIBE_CONFIGS: {DESCRIBE_CONFIGS, ALTER_CONFIGS},
    }
    for asked in range(READ, ALTER_CONFIGS + 1):
        for given in range(READ, ALTER_CONFIGS + 1):
            expected = given in implied.get(asked, {asked})
            assert allows(authorizer(acl(operation=given)), asked) is expected, (asked, given)
            denied = authorizer(acl(operation=ALL), acl(operation=given, permission=DENY))
            assert allows(denied, asked) is (asked != given), (asked, given)


def test_super_users_and_what_nobody_has_ruled_on() -> None:
    who = authorizer(acl(permission=DENY, operation=ALL, principal="User:*"), super_users="User:root; User:CN=a,O=b")
    assert allows(who, READ, principal="User:root")
    assert allows(who, READ, principal="User:CN=a,O=b")
    assert not allows(who, READ, principal="User:bob")
    assert not allows(who, READ, "free")
    lenient = authorizer(acl(principal="User:carol"), allow_everyone_if_no_acl_found=True)
    assert allows(lenient, READ, "free")
    assert not allows(lenient, READ, "t")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([], False),
        ([acl(operation=WRITE)], True),
        ([acl(operation=ALL)], True),
        ([acl(operation=READ)], False),
        ([acl(operation=WRITE, host="10.0.0.2")], False),
        ([acl(operation=WRITE, resource_type=GROUP)], False),
        ([acl(operation=WRITE), acl(operation=WRITE, permission=DENY)], False),
        ([acl(operation=WRITE), acl("tt", operation=WRITE, permission=DENY)], True),
        ([acl("tt", operation=WRITE), acl("t", operation=ALL, permission=DENY, pattern_type=PREFIXED)], False),
        ([acl("t", operation=WRITE, pattern_type=PREFIXED), acl("t", operation=WRITE, permission=DENY)], True),
        ([acl("t", operation=WRITE, pattern_type=PREFIXED), acl("*", operation=ALL, permission=DENY)], False),
        ([acl("*", operation=WRITE), acl("t", operation=WRITE, permission=DENY, pattern_type=PREFIXED)], True),
    ],
)
def test_whether_there_is_anything_that_a_client_may_write_to(rules: list[Acl], expected: bool) -> None:
    client = Client("User:bob", "/10.0.0.1", None)
    assert authorizer(*rules).allows_some(client, Operation.WRITE, ResourceType.TOPIC) is expected


def test_a_producer_id_is_for_those_who_may_write_to_a_topic_yet_to_be() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        request = messages.InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000)
        denied = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
        assert (await wire.ask(request, 4)).error_code == denied
        rule = acl("later", WRITE, principal="User:ANONYMOUS")
        broker.node.controller.write(broker.node.security.acls.creating([rule]), 0)
        assert (await wire.ask(request, 4)).error_code == 0

    run(body, **STANDARD)


@pytest.mark.parametrize(
    ("wanted", "matches"),
    [
        ((ANY, None, ANY, None, None, ANY, ANY), True),
        ((TOPIC, "te", PREFIXED, "User:bob", "*", READ, ALLOW), True),
        ((TOPIC, "test", MATCH, None, None, ANY, ANY), True),
        ((TOPIC, "te", MATCH, None, None, ANY, ANY), True),
        ((TOPIC, "t", MATCH, None, None, ANY, ANY), False),
        ((TOPIC, None, MATCH, None, None, ANY, ANY), True),
        ((TOPIC, "test", PREFIXED, None, None, ANY, ANY), False),
        ((TOPIC, "te", LITERAL, None, None, ANY, ANY), False),
        ((GROUP, None, ANY, None, None, ANY, ANY), False),
        ((ANY, None, ANY, "User:carol", None, ANY, ANY), False),
        ((ANY, None, ANY, None, "10.0.0.1", ANY, ANY), False),
        ((ANY, None, ANY, None, None, WRITE, ANY), False),
        ((ANY, None, ANY, None, None, ANY, DENY), False),
    ],
)
def test_filters(wanted: tuple[Any, ...], matches: bool) -> None:
    assert AclFilter(*wanted).matches(acl("te", pattern_type=PREFIXED)) is matches


def run(
    body: Callable[[Broker, Wire], Awaitable[None]], files: MemoryFiles | None = None, **options: str
) -> MemoryFiles:
    files = files or MemoryFiles()

    async def main() -> None:
        named = {name.replace("_", "."): value for name, value in options.items()}
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **named})
        async with serving(Broker(config, files=files)) as broker:
            await body(broker, await Wire.to(broker))

    asyncio.run(main())
    return files


TRUSTED = STANDARD | {"super_users": "User:ANONYMOUS"}


def creation(rule: Acl) -> AclCreation:
    fields = acl_fields(rule)
    return AclCreation(resource_pattern_type=fields.pop("pattern_type"), **fields)


def topic_filter(name: str, pattern: int) -> DeleteAclsFilter:
    wanted = {"resource_type_filter": TOPIC, "resource_name_filter": name, "pattern_type_filter": pattern}
    return DeleteAclsFilter(**EVERYTHING | wanted)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_rules_are_made_told_and_deleted(version: int) -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        rules = [acl(), acl(operation=WRITE), acl("te", pattern_type=PREFIXED), acl()]
        made = await wire.ask(messages.CreateAclsRequest(creations=[creation(rule) for rule in rules]), version)
        assert [(result.error_code, result.error_message) for result in made.results] == [(0, "")] * 4
        told = await wire.ask(messages.DescribeAclsRequest(**EVERYTHING), version)
        assert (told.error_code, told.error_message) == (0, "")
        found = {(r.resource_name, r.pattern_type): [a.operation for a in r.acls] for r in told.resources}
        assert found == {("t", LITERAL): [READ, WRITE], ("te", PREFIXED): [READ]}
        filters = [topic_filter("test", MATCH), DeleteAclsFilter(**EVERYTHING)]
        gone = await wire.ask(messages.DeleteAclsRequest(filters=filters), version)
        assert [[m.resource_name for m in r.matching_acls] for r in gone.filter_results] == [["te"], ["t", "t", "te"]]
        assert (await wire.ask(messages.DescribeAclsRequest(**EVERYTHING), version)).resources == []

    run(body, **TRUSTED)


def test_rules_outlive_a_restart() -> None:
    async def make(_broker: Broker, wire: Wire) -> None:
        await wire.ask(messages.CreateAclsRequest(creations=[creation(acl()), creation(acl("gone"))]), 3)
        await wire.ask(messages.DeleteAclsRequest(filters=[topic_filter("gone", LITERAL)]), 3)

    async def look(broker: Broker, _wire: Wire) -> None:
        assert list(broker.node.security.acls) == [acl()]
        assert broker.node.authorizer is not None
        assert broker.node.authorizer.allows(
            Client("User:bob", "/1.2.3.4", None), Action(Operation.READ, ResourceType.TOPIC, "t")
        )

    run(look, run(make, **TRUSTED), **TRUSTED)


def test_without_an_authorizer_there_are_no_rules() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        made = await wire.ask(messages.CreateAclsRequest(creations=[creation(acl())] * 2), 3)
        assert [(r.error_code, r.error_message) for r in made.results] == [
            (ErrorCode.SECURITY_DISABLED, "No Authorizer is configured.")
        ] * 2
        told = await wire.ask(messages.DescribeAclsRequest(**EVERYTHING), 3)
        assert (told.error_code, told.error_message) == (
            ErrorCode.SECURITY_DISABLED,
            "No Authorizer is configured on the broker",
        )
        gone = await wire.ask(messages.DeleteAclsRequest(filters=[DeleteAclsFilter(**EVERYTHING)]), 3)
        assert [r.error_code for r in gone.filter_results] == [ErrorCode.SECURITY_DISABLED]

    run(body)


def test_who_may_not_do_anything_is_told_so() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        denied = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
        assert (await wire.ask(messages.CreateAclsRequest(creations=[creation(acl())]), 3)).results[
            0
        ].error_code == denied
        assert (await wire.ask(messages.DescribeAclsRequest(**EVERYTHING), 3)).error_code == denied
        gone = await wire.ask(messages.DeleteAclsRequest(filters=[DeleteAclsFilter(**EVERYTHING)]), 3)
        assert gone.filter_results[0].error_code == denied
        assert (await wire.ask(messages.DescribeUserScramCredentialsRequest(), 0)).error_code == denied
        cluster = messages.DescribeClusterRequest(include_cluster_authorized_operations=True)
        assert (await wire.ask(cluster, 0)).cluster_authorized_operations == 0

    run(body, **STANDARD)


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"name": "", "resource_type": GROUP}, ErrorCode.INVALID_REQUEST, "Invalid empty resource name"),
        ({"resource_type": OF_CLUSTER}, ErrorCode.INVALID_REQUEST, f"for the CLUSTER resource is {CLUSTER}"),
        ({"resource_type": 99}, ErrorCode.INVALID_REQUEST, "Invalid resourceType UNKNOWN"),
        ({"pattern_type": 99}, ErrorCode.INVALID_REQUEST, "Invalid patternType UNKNOWN"),
        ({"operation": 99}, ErrorCode.INVALID_REQUEST, "Invalid operation UNKNOWN"),
        ({"permission": 99}, ErrorCode.INVALID_REQUEST, "Invalid permissionType UNKNOWN"),
        (
            {"principal": "alice"},
            ErrorCode.INVALID_REQUEST,
            "Could not parse principal from `alice` (no colon",
        ),
    ],
)
def test_a_bad_rule_is_refused_among_good_ones(change: dict[str, Any], code: ErrorCode, said: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        rules = [acl("a"), acl(**change), acl("b")]
        made = await wire.ask(messages.CreateAclsRequest(creations=[creation(rule) for rule in rules]), 3)
        assert [result.error_code for result in made.results] == [0, code, 0]
        assert said in made.results[1].error_message
        assert [rule.name for rule in broker.node.security.acls] == ["a", "b"]

    run(body, **TRUSTED)


@pytest.mark.parametrize("field", ["resource_type", "pattern_type", "operation", "permission"])
def test_rules_that_are_filters_or_nothing(field: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        change: dict[str, Any] = {field: ANY}
        nothing: dict[str, Any] = {field: 0}
        of_filters, of_nothing = acl()._replace(**change), acl()._replace(**nothing)
        rules = [creation(acl()), creation(of_filters)]
        made = await wire.ask(messages.CreateAclsRequest(creations=rules), 3)
        assert [result.error_code for result in made.results] == [ErrorCode.UNKNOWN_SERVER_ERROR] * 2
        assert list(broker.node.security.acls) == []
        wire.send(messages.CreateAclsRequest(creations=[creation(of_nothing)]), 3)
        assert await wire.is_closed()

    run(body, **TRUSTED)
