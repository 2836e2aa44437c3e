"""ACLs, and what they let a user do who is no super user."""

from __future__ import annotations

from typing import Any

from kafkawire.messages import (
    CreateAclsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeClusterRequest,
    InitProducerIdRequest,
    ListOffsetsRequest,
    MetadataRequest,
)
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.delete_acls_request import DeleteAclsFilter
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.interop.scenarios.authentication import log_in, set_password
from tests.interop.session import Session

ANY, TOPIC, GROUP, CLUSTER = 1, 2, 3, 4
MATCH, LITERAL, PREFIXED = 2, 3, 4
ALL, READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE, CONFIGS = 2, 3, 4, 5, 6, 7, 8, 11
DENY, ALLOW = 2, 3
CLUSTER_NAME = "kafka-cluster"
ENUMS = {0: "resource_type_filter", 2: "pattern_type_filter", 5: "operation", 6: "permission_type"}


def rule(
    name: str = "of-acls",
    operation: int = READ,
    permission: int = ALLOW,
    kind: int = TOPIC,
    pattern: int = LITERAL,
    principal: str = "User:bob",
    host: str = "*",
) -> AclCreation:
    """One rule to make."""
    return AclCreation(
        resource_type=kind,
        resource_name=name,
        resource_pattern_type=pattern,
        principal=principal,
        host=host,
        operation=operation,
        permission_type=permission,
    )


def matching(
    name: str | None = None,
    kind: int = ANY,
    pattern: int = ANY,
    principal: str | None = None,
    host: str | None = None,
    operation: int = ANY,
    permission: int = ANY,
) -> dict[str, Any]:
    """A filter, as the fields of either request."""
    return {
        "resource_type_filter": kind,
        "resource_name_filter": name,
        "pattern_type_filter": pattern,
        "principal_filter": principal,
        "host_filter": host,
        "operation": operation,
        "permission_type": permission,
    }


def make(s: Session, *rules: AclCreation) -> None:
    s.quietly(CreateAclsRequest(creations=list(rules)))
    last = rules[-1]
    fields = matching(
        last.resource_name,
        last.resource_type,
        last.resource_pattern_type,
        last.principal,
        last.host,
        last.operation,
        last.permission_type,
    )
    s.until("", DescribeAclsRequest(**fields), lambda found: len(found.resources) == 1)


def clear(s: Session) -> None:
    s.quietly(DeleteAclsRequest(filters=[DeleteAclsFilter(**matching())]))
    s.until("", DescribeAclsRequest(**matching()), lambda found: not found.resources)


RULES = (
    rule(),
    rule(operation=WRITE, permission=DENY, host="10.0.0.1"),
    rule("of-", pattern=PREFIXED, operation=DESCRIBE),
    rule("*", kind=GROUP, principal="User:*"),
    rule(CLUSTER_NAME, kind=CLUSTER, operation=CREATE, principal="User:CN=eve,O=Evil, Inc"),
)


def describe_acls(s: Session) -> None:
    """By every field of a filter, in every version."""
    s.ask_all("none yet", DescribeAclsRequest(**matching()))
    make(s, *RULES)
    for step, wanted in {
        "all": matching(),
        "topics": matching(kind=TOPIC),
        "a name": matching("of-acls"),
        "a literal name": matching("of-acls", TOPIC, LITERAL),
        "what matches a name": matching("of-acls", TOPIC, MATCH),
        "what matches a group": matching("g", GROUP, MATCH),
        "what matches nothing": matching("no", TOPIC, MATCH),
        "what matches, without a name": matching(None, TOPIC, MATCH),
        "prefixed": matching(None, ANY, PREFIXED),
        "a prefix": matching("of-", TOPIC, PREFIXED),
        "the star": matching("*", GROUP, LITERAL),
        "a principal": matching(principal="User:bob"),
        "a host": matching(host="10.0.0.1"),
        "an operation": matching(operation=READ),
        "denials": matching(permission=DENY),
        "an unknown operation": matching(operation=99),
        "an unknown type": matching(kind=99),
        "an unknown pattern": matching(pattern=99),
    }.items():
        s.ask_all(step, DescribeAclsRequest(**wanted))
    for index, field in ENUMS.items():
        fields = matching() | {field: 0}
        s.ask(f"a zero at {index}", DescribeAclsRequest(**fields), on=f"zero {index}")
    clear(s)


def create_acls(s: Session) -> None:
    """Good ones, once more, and bad ones among them."""
    for version in s.versions(CreateAclsRequest.API_KEY):
        s.ask("one", CreateAclsRequest(creations=[rule(f"v{version}")]), version)
    s.ask("the same once more", CreateAclsRequest(creations=[rule("v1")]))
    s.ask("none", CreateAclsRequest(creations=[]))
    s.ask("the same twice", CreateAclsRequest(creations=[rule("twice"), rule("twice")]))
    s.ask("good and bad", CreateAclsRequest(creations=[rule("good"), rule(""), rule("better")]))
    for step, wanted in {
        "another cluster": rule("my-cluster", kind=CLUSTER),
        "any type": rule(kind=ANY),
        "an unknown type": rule(kind=99),
        "any pattern": rule(pattern=ANY),
        "a pattern to match": rule(pattern=MATCH),
        "an unknown pattern": rule(pattern=99),
        "any operation": rule(operation=ANY),
        "an unknown operation": rule(operation=99),
        "any permission": rule(permission=ANY),
        "an unknown permission": rule(permission=99),
        "all operations": rule("everything", operation=ALL),
        "a group of users": rule("grouped", principal="Group:admins"),
        "an empty principal name": rule("nobody", principal="User:"),
        "an empty host": rule("no-host", host=""),
        "a host name": rule("host-name", host="localhost"),
        "an operation that topics have not": rule("odd", operation=12),
        "tokens": rule("t", kind=6, operation=DESCRIBE),
        "users": rule("u", kind=7, operation=13),
    }.items():
        s.ask(step, CreateAclsRequest(creations=[wanted]))
    for step, wanted in {
        "no type": rule(kind=0),
        "no pattern": rule(pattern=0),
        "no operation": rule(operation=0),
        "no permission": rule(permission=0),
    }.items():
        s.ask(step, CreateAclsRequest(creations=[wanted]), on=step)
    s.until(
        "all", DescribeAclsRequest(**matching()), lambda found: any(r.resource_name == "u" for r in found.resources)
    )
    clear(s)


def delete_acls(s: Session) -> None:
    """By filters, of which several may match one rule."""
    for version in s.versions(DeleteAclsRequest.API_KEY):
        make(s, *RULES)
        for step, filters in {
            "nothing": [matching("not-there")],
            "a name and a principal": [matching("of-acls", principal="User:bob", operation=READ)],
            "two filters for one": [matching("*"), matching(kind=GROUP)],
            "a bad one among them": [matching(kind=99), matching("of-", TOPIC, MATCH), matching(operation=99)],
            "no filters": [],
        }.items():
            s.ask(step, DeleteAclsRequest(filters=[DeleteAclsFilter(**wanted) for wanted in filters]), version)
        s.ask("the rest", DeleteAclsRequest(filters=[DeleteAclsFilter(**matching())]), version)
        s.until("", DescribeAclsRequest(**matching()), lambda found: not found.resources)
    for index, field in ENUMS.items():
        fields = matching() | {field: 0}
        s.ask(f"a zero at {index}", DeleteAclsRequest(filters=[DeleteAclsFilter(**fields)]), on=f"zero {index}")


def _topic_operations(s: Session, step: str, *names: str) -> None:
    request = MetadataRequest(
        topics=[MetadataRequestTopic(name=name) for name in names],
        allow_auto_topic_creation=False,
        include_topic_authorized_operations=True,
    )
    s.ask(step, request, 12, on="sasl bob")


def what_acls_allow(s: Session) -> None:
    """A user with some rules asks for things."""
    names = ("ruled", "ruled-too", "free")
    for name in names:
        s.create_topic(name)
    set_password(s, "bob", "bob-secret")
    assert log_in(s, "sasl bob", "SCRAM-SHA-256", "bob", "bob-secret")
    _topic_operations(s, "no rules", *names)
    for step, wanted in {
        "of somebody else": rule("ruled", principal="User:carol"),
        "to read": rule("ruled"),
        "to alter configs": rule("ruled", operation=CONFIGS),
        "from another host": rule("ruled", operation=WRITE, host="10.0.0.1"),
        "from this host": rule("ruled", operation=WRITE, host="127.0.0.1"),
        "not to read": rule("ruled", permission=DENY),
        "everybody": rule("ruled-", pattern=PREFIXED, operation=ALL, principal="User:*"),
        "none may describe": rule("ruled-", pattern=PREFIXED, operation=DESCRIBE, permission=DENY, principal="User:*"),
        "a prefix that is a star": rule("*", pattern=PREFIXED, operation=DELETE, permission=DENY),
        "all names": rule("*", operation=ALTER),
        "no name": rule("*", operation=ALL, permission=DENY),
    }.items():
        make(s, wanted)
        _topic_operations(s, step, *names)
    clear(s)
    make(s, rule("ruled", operation=DESCRIBE), rule(CLUSTER_NAME, CREATE, kind=CLUSTER))
    s.ask("all that may be seen", MetadataRequest(topics=None), 12, on="sasl bob")
    parts = [ListOffsetsPartition(partition_index=0, current_leader_epoch=-1, timestamp=-1)]
    s.ask(
        "offsets",
        ListOffsetsRequest(
            replica_id=-1, isolation_level=0, topics=[ListOffsetsTopic(name=name, partitions=parts) for name in names]
        ),
        on="sasl bob",
    )
    topics = [DeleteTopicState(name=name) for name in ("ruled", "not-there")]
    s.ask("to delete", DeleteTopicsRequest(topics=topics, timeout_ms=5000), on="sasl bob")
    s.ask("the cluster", DescribeClusterRequest(include_cluster_authorized_operations=True), 0, on="sasl bob")
    still_loading = 14
    s.until(
        "an id for a producer",
        InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000),
        lambda found: found.error_code != still_loading,
        on="sasl bob",
    )
    s.ask("to see rules", DescribeAclsRequest(**matching()), on="sasl bob")
    s.ask("to make rules", CreateAclsRequest(creations=[rule(), rule()]), on="sasl bob")
    s.ask("to delete rules", DeleteAclsRequest(filters=[DeleteAclsFilter(**matching())]), on="sasl bob")
    s.ask(
        "to make a topic",
        CreateTopicsRequest(
            topics=[CreatableTopic(name="made-by-bob", num_partitions=1, replication_factor=1)], timeout_ms=5000
        ),
        on="sasl bob",
    )
    clear(s)


SCENARIOS = (describe_acls, create_acls, delete_acls, what_acls_allow)
