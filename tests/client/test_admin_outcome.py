"""What a call about several things returns and raises, and how it finds its way when brokers move."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.admin import Acl, AdminError, OffsetSpec, SomeFailed
from kafkawire.client.errors import TimedOut
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError, UnsupportedVersion
from kafkawire.messages import (
    CreateTopicsResponse,
    DeleteGroupsResponse,
    DescribeAclsResponse,
    ListGroupsResponse,
    ListOffsetsResponse,
)
from kafkawire.messages.create_topics_response import CreatableTopicResult
from kafkawire.messages.delete_groups_response import DeletableGroupResult
from kafkawire.messages.list_groups_response import ListedGroup
from kafkawire.messages.list_offsets_response import ListOffsetsPartitionResponse, ListOffsetsTopicResponse
from kafkawire.protocol.frames import encode_response
from tests.client.admin_script import Script, run
from tests.client.scripted import LOSE_ANSWER, LOSE_REQUEST


def created(codes: dict[str, int]) -> Any:
    """An answer with a code for each topic that is asked for; 0 where `codes` says nothing."""

    def answer(request: Any) -> CreateTopicsResponse:
        names = [topic.name for topic in request.topics]
        return CreateTopicsResponse(
            topics=[
                CreatableTopicResult(name=n, error_code=codes.get(n, 0), error_message="no" if codes.get(n) else None)
                for n in names
            ]
        )

    return answer


def test_one_thing_that_fails_is_one_error_with_code_message_and_what_it_was() -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.CREATE_TOPICS, created({"t": 44}))
        async with script.admin() as admin:
            with pytest.raises(AdminError, match=r"^POLICY_VIOLATION \(44\): topic 't': no$") as caught:
                await admin.create_topics({"t": 1})
        error = caught.value
        assert (error.code, error.name, error.message, error.item) == (44, "POLICY_VIOLATION", "no", "t")

    run(main())


def test_several_things_are_all_told_about() -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.CREATE_TOPICS, created({"b": 36, "d": 44}))
        async with script.admin() as admin:
            with pytest.raises(SomeFailed, match=r"TOPIC_ALREADY_EXISTS.*'b'.*POLICY.*'d'.*2 of 4 failed") as caught:
                await admin.create_topics({"a": 1, "b": 1, "c": 1, "d": 1})
        assert isinstance(caught.value, KafkaError)
        assert {name: error.code for name, error in caught.value.errors.items()} == {"b": 36, "d": 44}
        assert sorted(caught.value.results) == ["a", "c"]
        assert caught.value.code == 36

    run(main())


def test_a_long_list_of_errors_is_cut() -> None:
    async def main() -> None:
        script = Script()
        names = [f"t{n}" for n in range(50)]
        script.on(ApiKey.CREATE_TOPICS, created(dict.fromkeys(names, 44)))
        async with script.admin() as admin:
            with pytest.raises(SomeFailed, match="and 45 more") as caught:
                await admin.create_topics(dict.fromkeys(names, 1))
        assert len(str(caught.value)) < 400
        assert len(caught.value.errors) == 50

    run(main())


def test_an_answer_that_leaves_things_out_or_invents_some() -> None:
    async def main() -> None:
        script = Script()
        answer = CreateTopicsResponse(topics=[CreatableTopicResult(name="invented", error_code=7)])
        script.on(ApiKey.CREATE_TOPICS, answer)
        async with script.admin() as admin:
            with pytest.raises(AdminError, match=r"UNKNOWN_SERVER_ERROR.*'t'.*does not say what became of it"):
                await admin.create_topics({"t": 1})

    run(main())


def test_the_new_controller_is_found() -> None:
    async def main() -> None:
        script = Script(brokers=2)

        def moved(request: Any) -> Any:
            script.controller = 2
            return created({"a": 41, "b": 0})(request)

        script.on(ApiKey.CREATE_TOPICS, moved, created({}))
        async with script.admin() as admin:
            assert sorted(await admin.create_topics({"a": 1, "b": 1})) == ["a", "b"]
        assert script.nodes_asked(ApiKey.CREATE_TOPICS) == [1, 2]
        assert [topic.name for topic in script.asked(ApiKey.CREATE_TOPICS)[1].topics] == ["a"]

    run(main())


def deleted(code: int = 0) -> Any:
    def answer(request: Any) -> DeleteGroupsResponse:
        return DeleteGroupsResponse(
            results=[DeletableGroupResult(group_id=name, error_code=code) for name in request.groups_names]
        )

    return answer


def test_groups_go_to_their_coordinators_in_one_request_each() -> None:
    async def main() -> None:
        script = Script(brokers=3)
        script.coordinators = {"a": 2, "b": 3, "*": 2}
        script.on(ApiKey.DELETE_GROUPS, deleted())
        async with script.admin() as admin:
            await admin.delete_groups(["a", "b", "c"])
        asked = zip(script.nodes_asked(ApiKey.DELETE_GROUPS), script.asked(ApiKey.DELETE_GROUPS), strict=True)
        assert [(node, request.groups_names) for node, request in asked] == [(2, ["a", "c"]), (3, ["b"])]
        assert len(script.asked(ApiKey.FIND_COORDINATOR)) == 1

    run(main())


def test_before_kafka_3_coordinators_are_found_one_by_one() -> None:
    async def main() -> None:
        script = Script(brokers=2, find_coordinator=3)
        script.coordinators = {"a": 1, "*": 2}
        script.on(ApiKey.DELETE_GROUPS, deleted())
        async with script.admin() as admin:
            await admin.delete_groups(["a", "b"])
        assert [request.key for request in script.asked(ApiKey.FIND_COORDINATOR)] == ["a", "b"]
        assert script.nodes_asked(ApiKey.DELETE_GROUPS) == [1, 2]

    run(main())


@pytest.mark.parametrize("code", [14, 15, 16])
def test_a_coordinator_that_moves_or_loads_is_asked_again(code: int) -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.DELETE_GROUPS, deleted(code), deleted(code), deleted())
        async with script.admin() as admin:
            await admin.delete_groups(["a"])
        assert len(script.asked(ApiKey.FIND_COORDINATOR)) == 3

    run(main())


def test_what_stays_that_way_is_raised_when_the_time_is_up() -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.DELETE_GROUPS, deleted(16))
        loop = asyncio.get_running_loop()
        async with script.admin(default_api_timeout_ms=5_000) as admin:
            started = loop.time()
            with pytest.raises(AdminError, match=r"NOT_COORDINATOR.*'a'"):
                await admin.delete_groups(["a"])
        assert loop.time() - started == pytest.approx(5, abs=1)

    run(main())


@pytest.mark.parametrize("fault", [LOSE_REQUEST, LOSE_ANSWER])
def test_a_lost_connection_costs_one_attempt(fault: str) -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.DELETE_GROUPS, deleted())
        script.faults[ApiKey.DELETE_GROUPS] = [fault]
        async with script.admin() as admin:
            await admin.delete_groups(["a"])
        assert len(script.asked(ApiKey.DELETE_GROUPS)) == 2

    run(main())


def listed(offset: int) -> Any:
    def answer(request: Any) -> ListOffsetsResponse:
        return ListOffsetsResponse(
            topics=[
                ListOffsetsTopicResponse(
                    name=t.name,
                    partitions=[
                        ListOffsetsPartitionResponse(partition_index=p.partition_index, offset=offset)
                        for p in t.partitions
                    ],
                )
                for t in request.topics
            ]
        )

    return answer


def test_a_broker_that_is_down_does_not_keep_the_others_from_being_asked() -> None:
    async def main() -> None:
        script = Script({"t": 2}, brokers=2)
        script.on(ApiKey.LIST_OFFSETS, listed(7))
        async with script.admin(default_api_timeout_ms=3_000) as admin:
            script.stop(2)
            with pytest.raises(SomeFailed, match=r"REQUEST_TIMED_OUT.*t-1.*b2:9092.*1 of 2 failed") as caught:
                await admin.list_offsets({TP("t", 0): OffsetSpec.LATEST, TP("t", 1): OffsetSpec.LATEST})
        assert caught.value.results[TP("t", 0)].offset == 7

    run(main())


def test_when_nothing_at_all_got_through_the_error_is_that() -> None:
    async def main() -> None:
        script = Script({"t": 2}, brokers=2)
        script.on(ApiKey.LIST_OFFSETS, listed(7))
        async with script.admin(default_api_timeout_ms=3_000) as admin:
            script.stop(2)
            with pytest.raises(TimedOut, match="b2:9092"):
                await admin.list_offsets({TP("t", 1): OffsetSpec.LATEST})

    run(main())


def test_the_new_leader_is_asked() -> None:
    async def main() -> None:
        script = Script({"t": 1}, brokers=2)

        def moved(request: Any) -> ListOffsetsResponse:
            script.logs["t", 0].leader = 2
            parts = [ListOffsetsPartitionResponse(partition_index=0, error_code=6)]
            return ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name="t", partitions=parts)])

        script.on(ApiKey.LIST_OFFSETS, moved, listed(9))
        async with script.admin() as admin:
            assert (await admin.list_offsets({TP("t", 0): 0}))[TP("t", 0)].offset == 9
        assert script.nodes_asked(ApiKey.LIST_OFFSETS) == [1, 2]

    run(main())


def test_a_topic_that_does_not_exist_is_told_soon() -> None:
    async def main() -> None:
        script = Script({"t": 1})
        script.on(ApiKey.LIST_OFFSETS, listed(7))
        loop = asyncio.get_running_loop()
        async with script.admin() as admin:
            with pytest.raises(SomeFailed, match=r"UNKNOWN_TOPIC_OR_PARTITION \(3\): partition nowhere-0") as caught:
                await admin.list_offsets({TP("t", 0): -1, TP("nowhere", 0): -1, TP("t", 8): -1})
        assert [*caught.value.errors] == [TP("nowhere", 0), TP("t", 8)]
        assert loop.time() < 1004

    run(main())


def test_lists_are_put_together_from_all_brokers() -> None:
    async def main() -> None:
        script = Script(brokers=2)
        script.on(
            ApiKey.LIST_GROUPS,
            ListGroupsResponse(
                groups=[ListedGroup(group_id="b", protocol_type="consumer", group_state="Stable", group_type="classic")]
            ),
            ListGroupsResponse(
                groups=[ListedGroup(group_id="a", protocol_type="consumer", group_state="Empty", group_type="consumer")]
            ),
        )
        async with script.admin() as admin:
            groups = await admin.list_groups(states=["Stable", "Empty"])
        assert [(group.group_id, group.state, group.type) for group in groups] == [
            ("a", "Empty", "consumer"),
            ("b", "Stable", "classic"),
        ]
        assert sorted(script.nodes_asked(ApiKey.LIST_GROUPS)) == [1, 2]
        assert script.asked(ApiKey.LIST_GROUPS)[0].states_filter == ["Stable", "Empty"]

    run(main())


def test_a_broker_that_lacks_the_api_is_named_with_what_it_serves() -> None:
    async def main() -> None:
        script = Script(list_groups=3)
        script.on(ApiKey.LIST_GROUPS, ListGroupsResponse())
        async with script.admin() as admin:
            with pytest.raises(UnsupportedVersion, match=r"b1:9092: .*DESCRIBE_ACLS \(29\): the broker does not offer"):
                await admin.describe_acls()
            with pytest.raises(UnsupportedVersion, match=r"LIST_GROUPS \(16\): the broker offers 0-3.*needs 4-"):
                await admin.list_groups(states=["Stable"])
            assert await admin.list_groups() == []

    run(main())


def test_nothing_to_do_asks_nobody() -> None:
    async def main() -> None:
        script = Script()
        async with script.admin() as admin:
            script.requests.clear()
            assert await admin.describe_topics([]) == {}
            assert await admin.create_topics({}) == {}
            assert await admin.list_group_offsets([]) == {}
            await admin.delete_topics([])
            await admin.create_acls([])
        assert script.requests == []

    run(main())


def test_a_call_that_is_cancelled_leaves_the_client_usable() -> None:
    async def main() -> None:
        script = Script()
        script.on(ApiKey.DESCRIBE_ACLS, DescribeAclsResponse())
        async with script.admin() as admin:
            task = asyncio.create_task(admin.describe_acls())
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert await admin.describe_acls(Acl("TOPIC", "t", "User:a", "READ")) == []

    run(main())


@pytest.mark.parametrize("cut", [1, 5])
def test_an_answer_that_cannot_be_read_costs_the_connection_and_is_raised_in_time(
    cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = encode_response

    def broken(response: Any, **options: Any) -> bytes:
        data = whole(response, **options)
        if isinstance(response, DescribeAclsResponse):
            data = (len(data) - 4 - cut).to_bytes(4, "big") + data[4:-cut]
        return data

    async def main() -> None:
        monkeypatch.setattr("tests.client.scripted.encode_response", broken)
        script = Script()
        script.on(ApiKey.DESCRIBE_ACLS, DescribeAclsResponse(error_message="a longer text"))
        loop = asyncio.get_running_loop()
        async with script.admin(default_api_timeout_ms=5_000) as admin:
            with pytest.raises(TimedOut, match=r"could not list ACLs within 5 s: .*DESCRIBE_ACLS \(29\) v3 is broken"):
                await admin.describe_acls()
            assert loop.time() == pytest.approx(1005, abs=1)
            assert [*await admin.list_topics()] == []
        assert len({id(transport) for transport in script.network.open}) > 3

    run(main())
