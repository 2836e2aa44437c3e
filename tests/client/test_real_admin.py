"""The administrative client against a broker that runs elsewhere; it is skipped without one.

Set `KAFKAWIRE_TEST_BROKER` to the HOST:PORT of a broker whose authorizer lets us do anything: Apache Kafka, or
kafkawire's own. `KAFKAWIRE_TEST_SASL_BROKER` and `KAFKAWIRE_TEST_SASL_USER` (NAME:PASSWORD) add delegation tokens.
What a broker does not serve is left out.
"""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar
from uuid import UUID

import pytest

from kafkawire import ApiKey
from kafkawire.cli import main as command
from kafkawire.client import Admin, Consumer, Producer
from kafkawire.client.admin import (
    ANY_NAME,
    HIGH_WATERMARK,
    Acl,
    AclFilter,
    AdminError,
    ClientQuota,
    CommittedOffset,
    ConfigChange,
    NewTopic,
    OffsetSpec,
    ScramDeletion,
    ScramUpsertion,
    SomeFailed,
)
from kafkawire.client.errors import ProducerFenced
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError

ADDRESS = os.environ.get("KAFKAWIRE_TEST_BROKER", "")
SASL_ADDRESS = os.environ.get("KAFKAWIRE_TEST_SASL_BROKER", "")
USERNAME, _, PASSWORD = os.environ.get("KAFKAWIRE_TEST_SASL_USER", "").partition(":")

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]

T = TypeVar("T")


def run(work: Callable[[Admin], Coroutine[Any, Any, None]], *needs: ApiKey, sasl: bool = False) -> None:
    """Do it with a client, in at most a minute; skip where the broker lacks an API."""
    options: dict[str, Any] = {"sasl_mechanism": "SCRAM-SHA-256", "security_protocol": "SASL_PLAINTEXT"}
    options |= {"sasl_username": USERNAME, "sasl_password": PASSWORD}

    async def limited() -> None:
        async with asyncio.timeout(60), Admin(SASL_ADDRESS if sasl else ADDRESS, **(options if sasl else {})) as admin:
            (broker, *_) = (await admin.describe_cluster()).brokers
            served = (await admin.api_versions([broker.node_id]))[broker.node_id]
            lacking = [api.name for api in needs if api not in served]
            if lacking:
                pytest.skip(f"the broker does not serve {', '.join(lacking)}")
            await work(admin)

    asyncio.run(limited())


async def eventually(ask: Callable[[], Awaitable[T]], expected: Callable[[T], object]) -> T:
    """Ask until the answer is as expected: what a controller has decided reaches brokers a moment later."""
    while True:
        try:
            found = await ask()
            if expected(found):
                return found
        except KafkaError as exc:
            if exc.name not in ("DELEGATION_TOKEN_NOT_FOUND", "UNKNOWN_TOPIC_OR_PARTITION", "RESOURCE_NOT_FOUND"):
                raise
        await asyncio.sleep(0.05)


def new_name() -> str:
    return f"kafkawire-{uuid.uuid4().hex[:12]}"


async def new_topic(admin: Admin, partitions: int = 1) -> str:
    name = new_name()
    await admin.create_topics({name: partitions})
    await eventually(lambda: admin.describe_topics([name]), bool)
    return name


def test_topics() -> None:
    async def main(admin: Admin) -> None:
        name, other = new_name(), new_name()
        (broker, *_) = (await admin.describe_cluster()).brokers
        new: dict[str, int | NewTopic] = {name: 3, other: NewTopic(assignments={0: [broker.node_id]})}
        created = await admin.create_topics(new, validate_only=True)
        assert created[name].partitions == 3
        created = await admin.create_topics(new)
        with pytest.raises(SomeFailed, match="TOPIC_ALREADY_EXISTS") as caught:
            await admin.create_topics({name: 1, new_name(): 1})
        assert ([*caught.value.errors], len(caught.value.results)) == ([name], 1)
        topics = await eventually(lambda: admin.describe_topics([name, other]), bool)
        assert [p.partition for p in topics[name].partitions] == [0, 1, 2]
        assert {p.leader for topic in topics.values() for p in topic.partitions} == {broker.node_id}
        assert topics[name].topic_id == created[name].topic_id
        assert "DESCRIBE" in (topics[name].authorized_operations or ())
        by_id = await admin.describe_topics([created[name].topic_id, created[other].topic_id])
        assert [topic.name for topic in by_id.values()] == [name, other]
        await admin.create_partitions({name: 5})
        with pytest.raises(AdminError, match="INVALID_PARTITIONS"):
            await admin.create_partitions({name: 4})
        await eventually(lambda: admin.describe_topics([name]), lambda found: len(found[name].partitions) == 5)
        with pytest.raises(SomeFailed, match="UNKNOWN_TOPIC_OR_PARTITION") as caught:
            await admin.delete_topics([name, "nowhere"])
        assert [*caught.value.errors] == ["nowhere"]
        await admin.delete_topics([created[other].topic_id])
        await eventually(admin.list_topics, lambda found: not {name, other} & set(found))
        with pytest.raises(SomeFailed, match="UNKNOWN_TOPIC_ID"):
            await admin.delete_topics([UUID(int=9), UUID(int=8)])

    run(main)


def test_records() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 2)
        tp, empty = TP(name, 0), TP(name, 1)
        async with Producer(ADDRESS) as producer:
            for n in range(10):
                producer.send(name, b"%d" % n, partition=0, timestamp_ms=1_700_000_000_000 + n % 7)
        found = await admin.list_offsets({tp: OffsetSpec.MAX_TIMESTAMP, empty: OffsetSpec.MAX_TIMESTAMP})
        assert (found[tp].offset, found[tp].timestamp, found[empty].offset) == (6, 1_700_000_000_006, -1)
        ends = await admin.list_offsets({tp: OffsetSpec.LATEST}, isolation_level="read_committed")
        assert (ends[tp].offset, ends[tp].leader_epoch) == (10, 0)
        assert (await admin.list_offsets({tp: 1_700_000_000_003}))[tp].offset == 3
        for spec, expected in (
            (OffsetSpec.EARLIEST, 0),
            (OffsetSpec.EARLIEST_LOCAL, 0),
            (OffsetSpec.LATEST_TIERED, -1),
        ):
            assert (await admin.list_offsets({tp: spec}))[tp].offset == expected
        (state,) = (await admin.describe_producers([tp]))[tp]
        assert (state.last_sequence, state.current_txn_start_offset) == (9, -1)
        assert await admin.delete_records({tp: 4, empty: HIGH_WATERMARK}) == {tp: 4, empty: 0}
        assert (await admin.list_offsets({tp: OffsetSpec.EARLIEST}))[tp].offset == 4
        with pytest.raises(SomeFailed, match="OFFSET_OUT_OF_RANGE"):
            await admin.delete_records({tp: 11, empty: 1})

    run(main)


def test_configs() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin)
        topic = ("topic", name)
        changes: dict[str, str | ConfigChange | None] = {"retention.ms": "7000", "segment.ms": "9000"}
        await admin.alter_configs({topic: changes | {"cleanup.policy": ConfigChange("append", "compact")}})
        await admin.alter_configs({topic: {"segment.ms": None}})
        await admin.alter_configs({topic: {"retention.ms": "9"}}, validate_only=True)
        found = await eventually(
            lambda: admin.describe_configs([topic], synonyms=True, documentation=True),
            lambda found: not found[topic]["retention.ms"].is_default and found[topic]["segment.ms"].is_default,
        )
        entries = found[topic]
        assert (entries["retention.ms"].value, entries["retention.ms"].type) == ("7000", "LONG")
        assert set((entries["cleanup.policy"].value or "").split(",")) == {"delete", "compact"}
        assert entries["cleanup.policy"].synonyms[-1][:2] == ("log.cleanup.policy", "delete")
        assert entries["retention.ms"].documentation
        with pytest.raises(AdminError, match="INVALID_CONFIG"):
            await admin.alter_configs({topic: {"retention.mss": "1"}})
        broker = str((await admin.describe_cluster()).brokers[0].node_id)
        assert (await admin.describe_configs([("broker", broker)]))["broker", broker]["log.dirs"].is_read_only

    run(main)


def test_configs_of_loggers_and_metrics() -> None:
    async def main(admin: Admin) -> None:
        broker = str((await admin.describe_cluster()).brokers[0].node_id)
        logger, metrics = ("broker_logger", broker), ("client_metrics", new_name())
        loggers = (await admin.describe_configs([logger]))[logger]
        name = next(name for name in loggers if name != "root")  # which cannot be left without a level
        await admin.alter_configs({logger: {name: "WARN"}})
        assert (await admin.describe_configs([logger], names=[name]))[logger][name].value == "WARN"
        await admin.alter_configs({logger: {name: None}, metrics: {"interval.ms": "100000"}})
        await eventually(admin.list_client_metrics_resources, lambda names: metrics[1] in names)
        assert (await admin.describe_configs([metrics]))[metrics]["interval.ms"].value == "100000"
        await admin.alter_configs({metrics: {"interval.ms": None}})

    run(main, ApiKey.LIST_CONFIG_RESOURCES)  # Kafka 3.7 and later


def test_configs_of_groups() -> None:
    async def main(admin: Admin) -> None:
        group = ("group", new_name())
        await admin.alter_configs({group: {"consumer.session.timeout.ms": "50000"}})
        await eventually(
            lambda: admin.describe_configs([group]),
            lambda found: found[group]["consumer.session.timeout.ms"].value == "50000",
        )
        assert group in await admin.list_config_resources(["group"])
        await admin.alter_configs({group: {"consumer.session.timeout.ms": None}})

    run(main, ApiKey.ALTER_SHARE_GROUP_OFFSETS)  # Kafka 4.1 and later


def test_acls() -> None:
    async def main(admin: Admin) -> None:
        name = new_name()
        acls = [
            Acl("TOPIC", name, f"User:{name}", "READ"),
            Acl("GROUP", name[:5], f"User:{name}", "DESCRIBE", "DENY", "127.0.0.1", "PREFIXED"),
        ]
        await admin.create_acls(acls)
        mine = AclFilter(principal=f"User:{name}")
        found = await eventually(lambda: admin.describe_acls(mine), lambda found: len(found) == 2)
        assert set(found) == set(acls)
        matching = AclFilter("GROUP", name, pattern_type="MATCH", principal=f"User:{name}")
        assert await admin.describe_acls(matching) == [acls[1]]
        with pytest.raises(AdminError, match="INVALID_REQUEST"):
            await admin.create_acls([Acl("CLUSTER", "not-the-cluster", f"User:{name}", "ALTER")])
        removed = await admin.delete_acls([mine, AclFilter(principal="User:nobody")])
        assert {one.principal: len(gone) for one, gone in removed.items()} == {f"User:{name}": 2, "User:nobody": 0}
        await eventually(lambda: admin.describe_acls(mine), lambda found: not found)

    run(main, ApiKey.DESCRIBE_ACLS)


def test_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 2)
        async with Consumer(ADDRESS, group_id=name, topics=[name], client_id="c") as consumer:
            while len(consumer.assignment) < 2:
                await consumer.fetch(timeout=0.2)
            listed = await admin.list_groups(states=["Stable"])
            assert name in [group.group_id for group in listed]
            group = (await admin.describe_groups([name]))[name]
            (member,) = group.members
            assert (group.state, member.client_id, member.subscribed_topics) == ("Stable", "c", (name,))
            assert sorted(member.assignment) == [TP(name, 0), TP(name, 1)]
            with pytest.raises(AdminError, match="NON_EMPTY_GROUP"):
                await admin.delete_groups([name])
            with pytest.raises(AdminError, match="stop them first"):
                await admin.alter_group_offsets({name: {TP(name, 0): 5}})
            with pytest.raises(AdminError, match="GROUP_SUBSCRIBED_TO_TOPIC"):
                await admin.delete_group_offsets({name: [TP(name, 0)]})
            await admin.remove_members(name, reason="test")
            assert (await admin.describe_groups([name]))[name].state == "Empty"

    run(main)


def test_offsets_of_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 3)
        one, two, nobody = f"{name}-1", f"{name}-2", f"{name}-3"
        offsets: dict[str, dict[TP, int | CommittedOffset]]
        offsets = {one: {TP(name, 0): 5, TP(name, 1): CommittedOffset(6, 0, "here")}, two: {TP(name, 2): 7}}
        await admin.alter_group_offsets(offsets)
        assert await admin.list_group_offsets([one, two, nobody]) == {
            one: {TP(name, 0): CommittedOffset(5), TP(name, 1): CommittedOffset(6, 0, "here")},
            two: {TP(name, 2): CommittedOffset(7)},
            nobody: {},
        }
        found = await admin.list_group_offsets({one: [TP(name, 1), TP(name, 2)]}, require_stable=True)
        assert found == {one: {TP(name, 1): CommittedOffset(6, 0, "here")}}
        with pytest.raises(SomeFailed, match="UNKNOWN_TOPIC_OR_PARTITION"):
            await admin.alter_group_offsets({one: {TP(name, 0): 8, TP(name, 99): 1}})
        await admin.delete_group_offsets({one: [TP(name, 0)], two: [TP(name, 2)]})
        assert [*(await admin.list_group_offsets([one]))[one]] == [TP(name, 1)]
        with pytest.raises(SomeFailed, match="GROUP_ID_NOT_FOUND") as caught:
            await admin.delete_groups([one, nobody])
        assert [*caught.value.results] == [one]
        with pytest.raises(AdminError, match="GROUP_ID_NOT_FOUND"):
            await admin.describe_groups([nobody])

    run(main)


def test_share_groups() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 1)
        tp = TP(name, 0)
        await eventually(lambda: admin.alter_share_group_offsets({name: {tp: 0}}), lambda _: True)
        found = await eventually(lambda: admin.list_share_group_offsets([name]), lambda found: tp in found[name])
        assert found[name][tp].start_offset == 0
        group = (await admin.describe_groups([name]))[name]
        assert (group.type, group.state, group.members) == ("share", "Empty", ())
        assert name in [group.group_id for group in await admin.list_groups(types=["share"])]
        with pytest.raises(AdminError, match=r"group '.*', "):
            await admin.alter_share_group_offsets({name: {TP("nowhere", 0): 0}})
        await admin.delete_share_group_offsets({name: [name]})
        await admin.delete_groups([name])

    run(main, ApiKey.ALTER_SHARE_GROUP_OFFSETS)


def test_log_dirs_and_reassignments() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin, 2)
        (broker, *_) = (await admin.describe_cluster()).brokers
        found = await eventually(
            lambda: admin.describe_log_dirs([broker.node_id], partitions=[TP(name, 0)]),
            lambda found: any(directory.replicas for directory in found[broker.node_id]),
        )
        directory = next(directory for directory in found[broker.node_id] if directory.replicas)
        assert [*directory.replicas] == [TP(name, 0)]
        assert directory.path
        assert directory.total_bytes != 0
        with pytest.raises(AdminError, match="LOG_DIR_NOT_FOUND"):
            await admin.alter_replica_log_dirs({broker.node_id: {TP(name, 0): "/nowhere"}})
        assert await admin.list_partition_reassignments([TP(name, 0)]) == {}
        with pytest.raises(SomeFailed, match="NO_REASSIGNMENT_IN_PROGRESS"):
            await admin.alter_partition_reassignments({TP(name, 0): None, TP(name, 1): [broker.node_id]})
        assert await admin.elect_leaders("preferred", [TP(name, 0)]) == []
        with pytest.raises(SomeFailed, match="UNKNOWN_TOPIC_OR_PARTITION"):
            await admin.elect_leaders("unclean", [TP(name, 0), TP("nowhere", 1)])

    run(main)


def test_quotas() -> None:
    async def main(admin: Admin) -> None:
        user = new_name()
        entities: list[dict[str, str | None]] = [{"user": user}, {"user": user, "client-id": None}]
        quotas = [
            ClientQuota(entities[0], {"producer_byte_rate": 1e6}),
            ClientQuota(entities[1], {"request_percentage": 50}),
        ]
        await admin.alter_client_quotas(quotas)
        both = await eventually(lambda: admin.describe_client_quotas({"user": user}), lambda found: len(found) == 2)
        assert sorted(len(quota.entity) for quota in both) == [1, 2]
        assert await admin.describe_client_quotas({"user": user}, strict=True) == quotas[:1]
        (default,) = await admin.describe_client_quotas({"user": user, "client-id": ANY_NAME})
        assert (dict(default.entity), default.values) == (entities[1], {"request_percentage": 50.0})
        with pytest.raises(SomeFailed, match="INVALID_REQUEST") as caught:
            await admin.alter_client_quotas(
                [ClientQuota(entities[0], {"nonsense": 1}), ClientQuota({"user": None}, {})]
            )
        assert [*caught.value.errors] == [(("user", user),)]
        await admin.alter_client_quotas([ClientQuota(q.entity, dict.fromkeys(q.values)) for q in quotas])
        await eventually(lambda: admin.describe_client_quotas({"user": user}), lambda found: not found)

    run(main, ApiKey.ALTER_CLIENT_QUOTAS)


def test_scram_users() -> None:
    async def main(admin: Admin) -> None:
        user = new_name()
        await admin.alter_user_scram_credentials(
            [ScramUpsertion(user, "secret", iterations=4096), ScramUpsertion(user, "secret", "SCRAM-SHA-256")]
        )
        found = await eventually(
            lambda: admin.describe_user_scram_credentials([user]), lambda found: len(found[user]) == 2
        )
        assert {(c.mechanism, c.iterations) for c in found[user]} == {("SCRAM-SHA-256", 8192), ("SCRAM-SHA-512", 4096)}
        assert user in await admin.describe_user_scram_credentials()
        if SASL_ADDRESS:
            options: dict[str, Any] = {"sasl_username": user, "sasl_password": "secret"}
            for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
                options |= {"sasl_mechanism": mechanism, "security_protocol": "SASL_PLAINTEXT"}
                async with Admin(SASL_ADDRESS, **options) as theirs:
                    assert (await theirs.describe_cluster()).brokers
        deletions = [ScramDeletion(user), ScramDeletion(user, "SCRAM-SHA-256")]
        await admin.alter_user_scram_credentials(deletions)
        with pytest.raises(SomeFailed, match="RESOURCE_NOT_FOUND"):
            await admin.alter_user_scram_credentials(deletions)

    run(main, ApiKey.ALTER_USER_SCRAM_CREDENTIALS)


@pytest.mark.skipif(not (SASL_ADDRESS and USERNAME), reason="KAFKAWIRE_TEST_SASL_BROKER and _USER are not set")
def test_delegation_tokens() -> None:
    async def main(admin: Admin) -> None:
        me = f"User:{USERNAME}"
        token = await admin.create_delegation_token(renewers=["User:renewer"], max_lifetime_ms=3_600_000)
        assert (token.owner, token.renewers) == (me, ("User:renewer",))
        assert token.max_timestamp_ms - token.issue_timestamp_ms == 3_600_000
        found = await eventually(
            lambda: admin.describe_delegation_tokens([me]), lambda found: token.token_id in [t.token_id for t in found]
        )
        (same,) = [t for t in found if t.token_id == token.token_id]
        assert (same.hmac, same.renewers, same.owner) == (token.hmac, token.renewers, me)
        renewed = await eventually(lambda: admin.renew_delegation_token(token.hmac, renew_period_ms=60_000), bool)
        assert token.issue_timestamp_ms < renewed <= token.max_timestamp_ms
        await admin.expire_delegation_token(token.hmac)
        with pytest.raises(AdminError, match="DELEGATION_TOKEN_NOT_FOUND"):
            await admin.renew_delegation_token(b"nonsense")

    run(main, ApiKey.CREATE_DELEGATION_TOKEN, sasl=True)


def test_tokens_need_an_authenticated_connection() -> None:
    async def main(admin: Admin) -> None:
        with pytest.raises(AdminError, match=r"DELEGATION_TOKEN_REQUEST_NOT_ALLOWED.*could not create a delegation"):
            await admin.create_delegation_token()

    run(main, ApiKey.CREATE_DELEGATION_TOKEN)


def test_transactions() -> None:
    async def main(admin: Admin) -> None:
        name = new_name()
        with pytest.raises(AdminError, match="TRANSACTIONAL_ID_NOT_FOUND"):
            await admin.describe_transactions([name])
        first = (await admin.fence_producers([name, f"{name}-2"]))[name]
        second = (await admin.fence_producers([name]))[name]
        assert (second.producer_id, second.producer_epoch) > (first.producer_id, first.producer_epoch)
        described = (await admin.describe_transactions([name]))[name]
        assert (described.state, described.producer_id, described.start_time_ms) == ("Empty", second.producer_id, -1)
        listed = await admin.list_transactions(producer_ids=[second.producer_id], states=["Empty"])
        assert name in [one.transactional_id for one in listed]
        topic = await new_topic(admin)
        await admin.abort_transaction(TP(topic, 0), second.producer_id, second.producer_epoch)
        ends = await admin.list_offsets({TP(topic, 0): OffsetSpec.LATEST})
        assert ends[TP(topic, 0)].offset in (0, 1)

    run(main, ApiKey.LIST_TRANSACTIONS, ApiKey.WRITE_TXN_MARKERS)


def test_a_transaction_that_hangs_is_aborted() -> None:
    async def main(admin: Admin) -> None:
        name = await new_topic(admin)
        tp = TP(name, 0)

        async def end() -> int:
            return (await admin.list_offsets({tp: OffsetSpec.LATEST}, isolation_level="read_committed"))[tp].offset

        async def hang(producer: Producer) -> None:
            async with producer.transaction():
                await producer.send(name, b"1", partition=0)
                (state,) = (await admin.describe_producers([tp]))[tp]
                assert (state.current_txn_start_offset, await end()) == (0, 0)
                assert (await admin.describe_transactions([name]))[name].partitions == (tp,)
                assert name in [t.transactional_id for t in await admin.list_transactions(states=["Ongoing"])]
                await admin.abort_transaction(tp, state.producer_id, state.producer_epoch)
                assert await end() == 2  # a record and a marker
                await admin.fence_producers([name])

        async with Producer(ADDRESS, transactional_id=name) as producer:
            with pytest.raises(ProducerFenced):
                await hang(producer)

    run(main, ApiKey.LIST_TRANSACTIONS, ApiKey.WRITE_TXN_MARKERS)


def test_groups_that_the_broker_assigns() -> None:
    async def main(admin: Admin) -> None:
        if (await admin.describe_features()).finalized.get("group.version", (0, 0))[1] < 1:
            pytest.skip("the broker has no groups of KIP-848")
        name = await new_topic(admin)
        async with Consumer(ADDRESS, group_id=name, topics=[name], group_protocol="consumer") as consumer:
            while not consumer.assignment:
                await consumer.fetch(timeout=0.2)
            group = (await admin.describe_groups([name]))[name]
            (member,) = group.members
            assert (group.type, group.state, member.subscribed_topics) == ("consumer", "Stable", (name,))
            assert member.assignment == member.target_assignment == (TP(name, 0),)
            assert group.group_epoch >= group.assignment_epoch >= member.member_epoch > 0
            assert name in [listed.group_id for listed in await admin.list_groups(types=["consumer"])]

    run(main, ApiKey.CONSUMER_GROUP_DESCRIBE)


def test_the_cluster() -> None:
    async def main(admin: Admin) -> None:
        cluster = await admin.describe_cluster(authorized_operations=True)
        assert cluster.cluster_id
        assert "CREATE" in (cluster.authorized_operations or ())
        features = await admin.describe_features()
        assert features.supported
        quorum = await admin.describe_quorum()
        assert quorum.leader_id in [voter.replica_id for voter in quorum.voters]
        assert quorum.high_watermark > 0

    run(main)


def test_features_brokers_and_voters_that_cannot_be_changed() -> None:
    async def main(admin: Admin) -> None:
        with pytest.raises(AdminError, match=r"metadata.version"):
            await admin.update_features({"metadata.version": 999})
        level = (await admin.describe_features()).finalized["metadata.version"][1]
        await admin.update_features({"metadata.version": level}, validate_only=True)
        with pytest.raises(AdminError, match="BROKER_ID_NOT_REGISTERED"):
            await admin.unregister_broker(555)
        with pytest.raises(AdminError, match="could not remove voter 555"):
            await admin.remove_raft_voter(555, UUID(int=5))
        with pytest.raises(AdminError, match="could not add voter 555"):
            await admin.add_raft_voter(555, UUID(int=5), {"CONTROLLER": ("localhost", 1)})

    run(main, ApiKey.UPDATE_FEATURES, ApiKey.REMOVE_RAFT_VOTER)


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    def kafkawire(line: str) -> Any:
        assert command([*line.split(), "--json", "-b", ADDRESS]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    name = new_name()
    assert kafkawire(f"topics create {name} -p 2 -c retention.ms=5000")[0]["partitions"] == 2
    assert name in [topic["topic"] for topic in kafkawire("topics list")]
    assert [row["after"] for row in kafkawire(f"offsets reset {name} {name} --to earliest")] == [0, 0]
    assert [row["lag"] for row in kafkawire(f"groups lag {name}")] == [0, 0]
    assert kafkawire(f"groups delete {name}") == [{"group": name}]
    kafkawire(f"configs alter topic {name} retention.ms=6000")
    assert "retention.ms" in [entry["option"] for entry in kafkawire(f"configs describe topic {name}")]
    for line in ("cluster describe", "cluster apis", "cluster features", "cluster quorum", "cluster log-dirs"):
        assert kafkawire(line)
    if "DescribeAcls" in [api["name"] for api in kafkawire("cluster apis")]:
        rule = f"--resource topic --name {name} --principal User:{name}"
        (created,) = kafkawire(f"acls create {rule} --operation read")
        assert kafkawire(f"acls delete --principal User:{name}") == [created]
    kafkawire(f"topics delete {name}")


def test_topics_come_in_pages() -> None:
    async def main(admin: Admin) -> None:
        names = [new_name(), new_name()]
        await admin.create_topics(dict.fromkeys(names, 5))
        found = await eventually(lambda: admin.describe_topics(names, page_size=2), lambda found: len(found) == 2)
        for name in names:
            assert [p.partition for p in found[name].partitions] == [0, 1, 2, 3, 4]

    run(main, ApiKey.DESCRIBE_TOPIC_PARTITIONS)
