"""Topics, groups and offsets where brokers differ by age, answer in pages, or answer with something odd."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.admin import AdminError, ConfigChange, OffsetSpec, SomeFailed
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import RemoteProtocolError, UnsupportedVersion
from kafkawire.messages import (
    alter_replica_log_dirs_response,
    consumer_group_describe_response,
    delete_topics_response,
    describe_configs_response,
    describe_groups_response,
    describe_log_dirs_response,
    describe_share_group_offsets_response,
    describe_topic_partitions_response,
    elect_leaders_response,
    incremental_alter_configs_response,
    leave_group_response,
    offset_commit_response,
    offset_fetch_response,
    share_group_describe_response,
    streams_group_describe_response,
)
from tests.client.admin_script import Script, run


def page(*partitions: tuple[str, int], then: tuple[str, int] | None = None) -> messages.DescribeTopicPartitionsResponse:
    m = describe_topic_partitions_response
    topics = [
        m.DescribeTopicPartitionsResponseTopic(
            error_code=0,
            name=name,
            topic_id=UUID(int=1),
            is_internal=False,
            partitions=[m.DescribeTopicPartitionsResponsePartition(error_code=0, partition_index=index, leader_id=1)],
            topic_authorized_operations=1 << 3,
        )
        for name, index in partitions
    ]
    cursor = None if then is None else m.Cursor(topic_name=then[0], partition_index=then[1])
    return messages.DescribeTopicPartitionsResponse(topics=topics, next_cursor=cursor)


class TestTopics:
    def test_pages_are_put_together(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(
                ApiKey.DESCRIBE_TOPIC_PARTITIONS,
                page(("a", 0), ("b", 0), then=("b", 1)),
                page(("b", 1), then=("b", 2)),
                page(("b", 2)),
            )
            async with script.admin() as admin:
                topics = await admin.describe_topics(["b", "a"])
            assert {name: [p.partition for p in t.partitions] for name, t in topics.items()} == {
                "b": [0, 1, 2],
                "a": [0],
            }
            assert topics["a"].authorized_operations == frozenset({"READ"})
            asked = script.asked(ApiKey.DESCRIBE_TOPIC_PARTITIONS)
            cursors = [
                request.cursor and (request.cursor.topic_name, request.cursor.partition_index) for request in asked
            ]
            assert cursors == [None, ("b", 1), ("b", 2)]
            assert [[topic.name for topic in request.topics] for request in asked] == [["a", "b"]] * 3

        run(main())

    @pytest.mark.parametrize("then", [("b", 1), ("a", 7)])
    def test_a_broker_that_goes_round_in_circles_is_stopped(self, then: tuple[str, int]) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.DESCRIBE_TOPIC_PARTITIONS, page(("b", 0), then=("b", 1)), page(("b", 1), then=then))
            async with script.admin() as admin:
                with pytest.raises(RemoteProtocolError, match="wants to go on at"):
                    await admin.describe_topics(["b"])
            assert len(script.asked(ApiKey.DESCRIBE_TOPIC_PARTITIONS)) == 2

        run(main())

    def test_older_brokers_answer_at_once(self) -> None:
        async def main() -> None:
            script = Script({"t": 2}, brokers=2)
            async with script.admin() as admin:
                topic = (await admin.describe_topics(["t"]))["t"]
                assert [(p.partition, p.leader, p.isr) for p in topic.partitions] == [(0, 1, (1,)), (1, 2, (2,))]
                assert topic.partitions[0].eligible_leader_replicas is None
                with pytest.raises(SomeFailed, match="'nowhere'") as caught:
                    await admin.describe_topics(["t", "nowhere"])
                assert caught.value.results == {"t": topic}
            assert not any(r.allow_auto_topic_creation for r in script.asked(ApiKey.METADATA))

        run(main())

    def test_delete_by_name_and_by_id(self) -> None:
        def gone(request: Any) -> Any:
            m = delete_topics_response.DeletableTopicResult
            states = [m(name=state.name or "looked-up", topic_id=state.topic_id) for state in request.topics]
            return messages.DeleteTopicsResponse(responses=states or [m(name=name) for name in request.topic_names])

        async def main() -> None:
            old, new = Script(delete_topics=5), Script()
            old.on(ApiKey.DELETE_TOPICS, gone)
            new.on(ApiKey.DELETE_TOPICS, gone)
            async with old.admin() as admin:
                await admin.delete_topics(["a"])
                with pytest.raises(UnsupportedVersion, match=r"offers 0-5.*needs 6-"):
                    await admin.delete_topics([UUID(int=4)])
            async with new.admin() as admin:
                await admin.delete_topics(["a", UUID(int=4)])
            assert old.asked(ApiKey.DELETE_TOPICS)[0].topic_names == ["a"]
            sent = new.asked(ApiKey.DELETE_TOPICS)[0].topics
            assert [(state.name, state.topic_id) for state in sent] == [("a", UUID(int=0)), (None, UUID(int=4))]

        run(main())

    def test_a_topic_that_is_gone_is_not_listed_any_more(self) -> None:
        async def main() -> None:
            script = Script({"a": 1, "b": 1})
            async with script.admin() as admin:
                assert [*await admin.list_topics()] == ["a", "b"]
                del script.ids["a"]
                assert [*await admin.list_topics()] == ["b"]

        run(main())

    @pytest.mark.parametrize(
        ("spec", "newest"),
        [
            (OffsetSpec.MAX_TIMESTAMP, 6),
            (OffsetSpec.EARLIEST_LOCAL, 7),
            (OffsetSpec.LATEST_TIERED, 8),
            (OffsetSpec.EARLIEST_PENDING_UPLOAD, 10),
        ],
    )
    def test_what_an_old_broker_would_take_for_a_time_is_not_asked(self, spec: OffsetSpec, newest: int) -> None:
        async def main() -> None:
            script = Script({"t": 1}, list_offsets=newest)
            async with script.admin() as admin:
                with pytest.raises(UnsupportedVersion, match=rf"the broker offers 0-{newest}.*needs {newest + 1}-"):
                    await admin.list_offsets({TP("t", 0): spec})

        run(main())


class TestConfigs:
    def test_brokers_are_asked_about_themselves(self) -> None:
        def described(request: Any) -> Any:
            m = describe_configs_response.DescribeConfigsResult
            return messages.DescribeConfigsResponse(
                results=[
                    m(error_code=0, error_message=None, resource_type=r.resource_type, resource_name=r.resource_name)
                    for r in request.resources
                ]
            )

        async def main() -> None:
            script = Script(brokers=3)
            script.on(ApiKey.DESCRIBE_CONFIGS, described)
            async with script.admin() as admin:
                wanted = [("topic", "t"), ("broker", "2"), ("broker_logger", "2"), ("broker", ""), ("group", "g")]
                assert [*await admin.describe_configs(wanted)] == wanted
                with pytest.raises(AdminError, match=r"BROKER_NOT_AVAILABLE.*broker '9'.*are 1, 2, 3"):
                    await admin.describe_configs([("broker", "9")])
            asked = zip(script.nodes_asked(ApiKey.DESCRIBE_CONFIGS), script.asked(ApiKey.DESCRIBE_CONFIGS), strict=True)
            about = {node: [(r.resource_type, r.resource_name) for r in request.resources] for node, request in asked}
            assert about == {1: [(2, "t"), (4, ""), (32, "g")], 2: [(4, "2"), (8, "2")]}

        run(main())

    def test_changes_have_kafkas_operations(self) -> None:
        async def main() -> None:
            script = Script()
            m = incremental_alter_configs_response.AlterConfigsResourceResponse
            done = messages.IncrementalAlterConfigsResponse(
                responses=[m(error_code=0, error_message=None, resource_type=2, resource_name="t")]
            )
            script.on(ApiKey.INCREMENTAL_ALTER_CONFIGS, done)
            changes = {"a": "1", "b": None, "c": ConfigChange("append", "x"), "d": ConfigChange("subtract", "y")}
            async with script.admin() as admin:
                await admin.alter_configs({("topic", "t"): changes}, validate_only=True)
            (resource,) = script.asked(ApiKey.INCREMENTAL_ALTER_CONFIGS)[0].resources
            assert [(c.name, c.config_operation, c.value) for c in resource.configs] == [
                ("a", 0, "1"),
                ("b", 1, None),
                ("c", 2, "x"),
                ("d", 3, "y"),
            ]

        run(main())


def classic(**fields: Any) -> messages.DescribeGroupsResponse:
    return messages.DescribeGroupsResponse(groups=[describe_groups_response.DescribedGroup(group_id="g", **fields)])


class TestGroups:
    @pytest.mark.parametrize("unknown", [{"group_state": "Dead"}, {"error_code": 69}])
    def test_a_group_is_found_whatever_its_type(self, unknown: dict[str, Any]) -> None:
        async def main() -> None:
            script = Script()
            consumer, share = consumer_group_describe_response, share_group_describe_response
            streams = streams_group_describe_response
            member = share.Member(
                member_id="m",
                rack_id="rack",
                member_epoch=4,
                client_id="c",
                client_host="/h",
                subscribed_topic_names=["t"],
            )
            member.assignment = share.Assignment(
                topic_partitions=[share.TopicPartitions(topic_id=UUID(int=1), topic_name="t", partitions=[0, 1])]
            )
            script.on(ApiKey.DESCRIBE_GROUPS, classic(**unknown))
            script.on(
                ApiKey.CONSUMER_GROUP_DESCRIBE,
                messages.ConsumerGroupDescribeResponse(groups=[consumer.DescribedGroup(error_code=69, group_id="g")]),
            )
            script.on(
                ApiKey.SHARE_GROUP_DESCRIBE,
                messages.ShareGroupDescribeResponse(
                    groups=[
                        share.DescribedGroup(
                            error_code=0,
                            error_message=None,
                            group_id="g",
                            group_state="Stable",
                            group_epoch=3,
                            assignment_epoch=2,
                            assignor_name="simple",
                            members=[member],
                        )
                    ]
                ),
                messages.ShareGroupDescribeResponse(groups=[share.DescribedGroup(error_code=69, group_id="g")]),
            )
            task = streams.Assignment(active_tasks=[streams.TaskIds(subtopology_id="0", partitions=[1, 2])])
            script.on(
                ApiKey.STREAMS_GROUP_DESCRIBE,
                messages.StreamsGroupDescribeResponse(
                    groups=[
                        streams.DescribedGroup(
                            error_code=0,
                            error_message=None,
                            group_id="g",
                            group_state="Stable",
                            members=[streams.Member(member_id="s", assignment=task)],
                        )
                    ]
                ),
                messages.StreamsGroupDescribeResponse(groups=[streams.DescribedGroup(error_code=69, group_id="g")]),
            )
            async with script.admin() as admin:
                first = (await admin.describe_groups(["g"]))["g"]
                second = (await admin.describe_groups(["g"]))["g"]
                with pytest.raises(AdminError, match="GROUP_ID_NOT_FOUND"):
                    await admin.describe_groups(["g"])
            assert (first.type, first.state, first.group_epoch, first.assignor) == ("share", "Stable", 3, "simple")
            assert first.members[0].assignment == (TP("t", 0), TP("t", 1))
            assert (second.type, second.members[0].tasks) == ("streams", (("0", (1, 2)),))

        run(main())

    def test_what_members_write_cannot_break_the_description(self) -> None:
        async def main() -> None:
            script = Script()
            m = describe_groups_response.DescribedGroupMember
            good = m(
                member_id="good",
                group_instance_id=None,
                client_id="c",
                client_host="/h",
                member_metadata=b"\0\0\0\0\0\1\0\1t\xff\xff\xff\xff",
                member_assignment=b"\0\0\0\0\0\1\0\1t\0\0\0\1\0\0\0\5\xff\xff\xff\xff",
            )
            bad = m(
                member_id="bad",
                group_instance_id="static",
                client_id="c",
                client_host="/h",
                member_metadata=b"\0\0\x7f\xff\xff\xff",
                member_assignment=b"\xff",
            )
            fields = {"group_state": "Stable", "protocol_type": "consumer", "protocol_data": "range"}
            script.on(ApiKey.DESCRIBE_GROUPS, classic(members=[good, bad], **fields))
            async with script.admin() as admin:
                group = (await admin.describe_groups(["g"]))["g"]
            assert (group.type, group.assignor, group.coordinator) == ("classic", "range", 1)
            assert group.members[0].subscribed_topics == ("t",)
            assert group.members[0].assignment == (TP("t", 5),)
            assert (group.members[1].instance_id, group.members[1].assignment) == ("static", ())

        run(main())

    def test_remove_members(self) -> None:
        async def main() -> None:
            script = Script(leave_group=4)
            m = leave_group_response.MemberResponse
            answers = [
                m(member_id="dynamic", group_instance_id=None, error_code=0),
                m(member_id="", group_instance_id="static", error_code=82),
            ]
            script.on(ApiKey.LEAVE_GROUP, messages.LeaveGroupResponse(members=answers))
            async with script.admin() as admin:
                with pytest.raises(SomeFailed, match=r"FENCED_INSTANCE_ID.*member 'static' of group 'g'"):
                    await admin.remove_members("g", member_ids=["dynamic"], instance_ids=["static"], reason="why")
            (asked,) = script.asked(ApiKey.LEAVE_GROUP)
            sent = [(i.member_id, i.group_instance_id, i.reason) for i in asked.members]
            assert sent == [("dynamic", None, None), ("", "static", None)]  # version 4 has no reason

        run(main())


class TestOffsets:
    def test_many_groups_in_one_request(self) -> None:
        def fetched(request: Any) -> Any:
            m = offset_fetch_response
            parts = [
                m.OffsetFetchResponsePartitions(
                    partition_index=0, committed_offset=5, committed_leader_epoch=1, metadata="x"
                ),
                m.OffsetFetchResponsePartitions(partition_index=1, committed_offset=-1),
            ]
            return messages.OffsetFetchResponse(
                groups=[
                    m.OffsetFetchResponseGroup(
                        group_id=g.group_id, topics=[m.OffsetFetchResponseTopics(name="t", partitions=parts)]
                    )
                    for g in request.groups
                ]
            )

        async def main() -> None:
            script = Script()
            script.on(ApiKey.OFFSET_FETCH, fetched)
            async with script.admin() as admin:
                found = await admin.list_group_offsets({"a": None, "b": [TP("t", 0), TP("t", 1)]}, require_stable=True)
            assert [*found] == ["a", "b"]
            assert {tp: (at.offset, at.leader_epoch, at.metadata) for tp, at in found["a"].items()} == {
                TP("t", 0): (5, 1, "x")
            }
            ((_, _, version, asked),) = script.seen(ApiKey.OFFSET_FETCH)
            assert version == 9  # 10 has topic ids instead of names
            groups: Any = asked
            assert [g.topics and [(t.name, list(t.partition_indexes)) for t in g.topics] for g in groups.groups] == [
                None,
                [("t", [0, 1])],
            ]
            assert groups.require_stable

        run(main())

    def test_before_kafka_3_one_group_at_a_time(self) -> None:
        async def main() -> None:
            script = Script(offset_fetch=7)
            m = offset_fetch_response
            parts = [m.OffsetFetchResponsePartition(partition_index=0, committed_offset=5)]
            script.on(
                ApiKey.OFFSET_FETCH,
                messages.OffsetFetchResponse(topics=[m.OffsetFetchResponseTopic(name="t", partitions=parts)]),
                messages.OffsetFetchResponse(error_code=30),
            )
            async with script.admin() as admin:
                with pytest.raises(SomeFailed, match=r"GROUP_AUTHORIZATION_FAILED.*group 'b'") as caught:
                    await admin.list_group_offsets(["a", "b"])
            assert caught.value.results["a"][TP("t", 0)].offset == 5
            assert [request.group_id for request in script.asked(ApiKey.OFFSET_FETCH)] == ["a", "b"]

        run(main())

    def test_groups_with_members_keep_their_offsets(self) -> None:
        async def main() -> None:
            script = Script()
            m = offset_commit_response
            parts = [
                m.OffsetCommitResponsePartition(partition_index=0, error_code=25),
                m.OffsetCommitResponsePartition(partition_index=1, error_code=0),
            ]
            answer = messages.OffsetCommitResponse(topics=[m.OffsetCommitResponseTopic(name="t", partitions=parts)])
            script.on(ApiKey.OFFSET_COMMIT, answer)
            async with script.admin() as admin:
                with pytest.raises(
                    SomeFailed, match=r"UNKNOWN_MEMBER_ID.*group 'g', t-0: the group has members"
                ) as caught:
                    await admin.alter_group_offsets({"g": {TP("t", 0): 7, TP("t", 1): 8}})
            assert [*caught.value.errors] == [("g", TP("t", 0))]
            ((_, _, version, asked),) = script.seen(ApiKey.OFFSET_COMMIT)
            request: Any = asked
            assert (version, request.member_id, request.generation_id_or_member_epoch) == (9, "", -1)

        run(main())

    def test_share_groups(self) -> None:
        async def main() -> None:
            script = Script()
            m = describe_share_group_offsets_response
            parts = [
                m.DescribeShareGroupOffsetsResponsePartition(partition_index=0, start_offset=5, leader_epoch=2, lag=9),
                m.DescribeShareGroupOffsetsResponsePartition(partition_index=1, start_offset=-1),
            ]
            group = m.DescribeShareGroupOffsetsResponseGroup(
                group_id="g", topics=[m.DescribeShareGroupOffsetsResponseTopic(topic_name="t", partitions=parts)]
            )
            script.on(ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS, messages.DescribeShareGroupOffsetsResponse(groups=[group]))
            script.on(
                ApiKey.ALTER_SHARE_GROUP_OFFSETS,
                messages.AlterShareGroupOffsetsResponse(error_code=68, error_message="not empty"),
            )
            async with script.admin() as admin:
                found = (await admin.list_share_group_offsets(["g"]))["g"]
                with pytest.raises(AdminError, match=r"NON_EMPTY_GROUP.*group 'g', t-0: not empty"):
                    await admin.alter_share_group_offsets({"g": {TP("t", 0): 1}})
            assert {tp: (at.start_offset, at.leader_epoch, at.lag) for tp, at in found.items()} == {
                TP("t", 0): (5, 2, 9)
            }
            assert script.asked(ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS)[0].groups[0].topics is None

        run(main())


class TestReplicas:
    def test_an_election_that_is_not_needed_is_no_error(self) -> None:
        async def main() -> None:
            script = Script()
            m = elect_leaders_response
            parts = [
                m.PartitionResult(partition_id=0, error_code=84),
                m.PartitionResult(partition_id=1, error_code=0),
                m.PartitionResult(partition_id=2, error_code=80, error_message="down"),
            ]
            results = [m.ReplicaElectionResult(topic="t", partition_result=parts)]
            script.on(ApiKey.ELECT_LEADERS, messages.ElectLeadersResponse(replica_election_results=results))
            async with script.admin() as admin:
                with pytest.raises(SomeFailed, match=r"PREFERRED_LEADER_NOT_AVAILABLE.*t-2: down") as caught:
                    await admin.elect_leaders("preferred", [TP("t", n) for n in range(3)])
                assert caught.value.results == {TP("t", 0): False, TP("t", 1): True}
                assert await admin.elect_leaders("preferred", [TP("t", 0), TP("t", 1)]) == [TP("t", 1)]

        run(main())

    def test_a_broken_disk_is_told_with_the_others(self) -> None:
        async def main() -> None:
            script = Script(brokers=2)
            m = describe_log_dirs_response
            dirs = [
                m.DescribeLogDirsResult(error_code=56, log_dir="/bad"),
                m.DescribeLogDirsResult(error_code=0, log_dir="/good", topics=[], total_bytes=10, usable_bytes=5),
            ]
            script.on(ApiKey.DESCRIBE_LOG_DIRS, messages.DescribeLogDirsResponse(results=dirs))
            moved = alter_replica_log_dirs_response
            results = [
                moved.AlterReplicaLogDirTopicResult(
                    topic_name="t",
                    partitions=[moved.AlterReplicaLogDirPartitionResult(partition_index=0, error_code=57)],
                )
            ]
            script.on(ApiKey.ALTER_REPLICA_LOG_DIRS, messages.AlterReplicaLogDirsResponse(results=results))
            async with script.admin() as admin:
                bad, good = (await admin.describe_log_dirs([2]))[2]
                with pytest.raises(AdminError, match=r"LOG_DIR_NOT_FOUND.*t-0 on broker 2"):
                    await admin.alter_replica_log_dirs({2: {TP("t", 0): "/bad"}})
            assert bad.error is not None
            assert (bad.path, bad.error.name, good.error) == ("/bad", "KAFKA_STORAGE_ERROR", None)
            assert script.nodes_asked(ApiKey.DESCRIBE_LOG_DIRS) == [2]

        run(main())
