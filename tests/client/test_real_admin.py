"""The administrative client against a broker that runs elsewhere; it is skipped without one.

Set `KAFKAWIRE_TEST_BROKER` to the HOST:PORT of a broker whose authorizer lets us do anything: Apache Kafka, or
kafkawire's own. What a broker does not serve is left out.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest

from kafkawire import ApiKey
from kafkawire.cli import main as command
from kafkawire.client import Admin, Producer
from kafkawire.client.admin import HIGH_WATERMARK, AdminError, ConfigChange, NewTopic, OffsetSpec, SomeFailed
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.client.real_admin import ADDRESS, eventually, new_name, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


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


def test_topics_come_in_pages() -> None:
    async def main(admin: Admin) -> None:
        names = [new_name(), new_name()]
        await admin.create_topics(dict.fromkeys(names, 5))
        found = await eventually(lambda: admin.describe_topics(names, page_size=2), lambda found: len(found) == 2)
        for name in names:
            assert [p.partition for p in found[name].partitions] == [0, 1, 2, 3, 4]

    run(main, ApiKey.DESCRIBE_TOPIC_PARTITIONS)


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
    assert [row["after"] for row in kafkawire(f"offsets reset {name} {name} --to earliest --execute")] == [0, 0]
    assert [row["lag"] for row in kafkawire(f"groups lag {name}")] == [0, 0]
    assert kafkawire(f"groups delete {name}") == [{"group": name}]
    kafkawire(f"configs alter topic {name} retention.ms=6000")
    assert "retention.ms" in [entry["option"] for entry in kafkawire(f"configs describe topic {name}")]
    for line in ("cluster describe", "cluster apis", "features list", "quorum describe", "cluster log-dirs"):
        assert kafkawire(line)
    for line in ("quotas list", "users list", "reassignments list", "reassignments watch", "transactions hanging"):
        assert isinstance(kafkawire(line), list)
    if "DescribeAcls" in [api["name"] for api in kafkawire("cluster apis")]:
        rule = f"--resource topic --name {name} --principal User:{name}"
        (created,) = kafkawire(f"acls create {rule} --operation read")
        assert kafkawire(f"acls delete --principal User:{name}") == [created]
    kafkawire(f"topics delete {name}")
