"""What the view of a cluster says, beside what other clients have done there."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest

import kafkawire.testing
from kafkawire import ApiKey, messages
from kafkawire.client import Consumer
from kafkawire.client.admin import Admin
from kafkawire.client.admin.transactions import TransactionsAdmin
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.runtime import AioRuntime
from kafkawire.console import searching
from kafkawire.console.cluster import ClusterView
from kafkawire.console.decoders import Decoding
from kafkawire.console.reading import Range
from kafkawire.console.view import Refused
from kafkawire.errors import KafkaWireError
from kafkawire.messages import describe_groups_response, offset_fetch_response
from kafkawire.messages import streams_group_describe_response as streams
from kafkawire.testing import ThreadedBroker
from tests.client.admin_script import Script, run
from tests.spark.values.fake_registry import running_registry

confluent_kafka = pytest.importorskip("confluent_kafka")
fastavro = pytest.importorskip("fastavro")

SCRIPT = b"<script>alert(1)</script>"
ASTRAY = "(a+)+$"


@pytest.fixture(scope="module")
def broker() -> Iterator[ThreadedBroker]:
    """Ten records in each of two partitions, written by librdkafka with timestamps 1000, 1001, ..."""
    with kafkawire.testing.broker(topics={"orders": 2, "empty": 1, "odd": 1}) as made:
        producer = confluent_kafka.Producer({"bootstrap.servers": made.bootstrap_servers})
        for n in range(20):
            key = SCRIPT if n == 7 else b"k%d" % n
            producer.produce("orders", b'{"n": %d}' % n, key, n % 2, timestamp=1000 + n, headers={"trace": b"\xff"})
        producer.produce("odd", None, None, 0)
        producer.produce("odd", b"\x00\xff", b"", 0)
        producer.produce("odd", b"a" * 40 + b"!", b"astray", 0)
        assert producer.flush(10) == 0
        yield made


async def answer(view: ClusterView, route: str, **params: Any) -> Any:
    """What a route says, or why it does not."""
    try:
        return await view.routes()[route](params)
    except Refused:
        raise
    except KafkaWireError as exc:
        return {"unavailable": str(exc)}


def ask(broker: ThreadedBroker, route: str, **params: Any) -> Any:
    async def main() -> Any:
        view = ClusterView(broker.bootstrap_servers, {}, now=params.pop("now", lambda: 0.0))
        try:
            return await answer(view, route, **params)
        finally:
            await view.close()

    return asyncio.run(main())


def search(broker: ThreadedBroker, **params: Any) -> Any:
    async def main() -> Any:
        view = ClusterView(broker.bootstrap_servers, {})
        routes = view.routes()
        try:
            number = (await routes["search"]({"topic": "orders", "start": "oldest"} | params))["search"]
            while not (state := await routes["searched"]({"search": number}))["ended"]:
                await asyncio.sleep(0.01)
            return state
        finally:
            await view.close()

    return asyncio.run(main())


def places(found: Any) -> list[tuple[int, int]]:
    return [(row["partition"], row["offset"]) for row in found["rows"]]


# --- topics -----------------------------------------------------------------------------------------------------------


def test_topics_are_those_that_librdkafka_sees(broker: ThreadedBroker) -> None:
    seen = confluent_kafka.Producer({"bootstrap.servers": broker.bootstrap_servers}).list_topics(timeout=10)
    found = {row["topic"]: row for row in ask(broker, "topics", internal=True)["rows"]}
    assert {name: row["partitions"] for name, row in found.items()} == {
        name: len(topic.partitions) for name, topic in seen.topics.items()
    }
    assert found["empty"]["size"] == 0 < found["orders"]["size"]
    assert all(row["underReplicated"] == row["leaderless"] == 0 for row in found.values())


def test_lists_are_bounded_and_say_how_much_there_is(broker: ThreadedBroker) -> None:
    found = ask(broker, "topics", limit="1", filter="D")
    assert ([row["topic"] for row in found["rows"]], found["fitting"], found["total"]) == (["odd"], 2, 3)


def test_partitions_have_leader_replicas_offsets_and_size(broker: ThreadedBroker) -> None:
    rows = ask(broker, "topic", topic="orders")["rows"]
    told = [(r["partition"], r["leader"], r["replicas"], r["isr"], r["offline"], r["start"], r["end"]) for r in rows]
    assert told == [(0, 1, [1], [1], [], 0, 10), (1, 1, [1], [1], [], 0, 10)]
    assert sum(row["size"] for row in rows) == ask(broker, "topics", filter="orders")["rows"][0]["size"]


def test_a_topic_that_is_not_there_is_one_line(broker: ThreadedBroker) -> None:
    assert "UNKNOWN_TOPIC_OR_PARTITION" in ask(broker, "topic", topic="nosuch")["unavailable"]
    assert "UNKNOWN_TOPIC_OR_PARTITION" in ask(broker, "messages", topic="nosuch")["unavailable"]


def test_options_say_where_they_come_from(kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("short", 1, {"max.message.bytes": "1000"})
    first, *others = ask(kafka_broker, "configs", kind="topic", resource="short")["rows"]
    assert (first["name"], first["value"], first["source"]) == ("max.message.bytes", "1000", "DYNAMIC_TOPIC_CONFIG")
    assert [(one["name"], one["value"], one["source"]) for one in first["synonyms"]] == [
        ("max.message.bytes", "1000", "DYNAMIC_TOPIC_CONFIG"),
        ("message.max.bytes", "1048588", "DEFAULT_CONFIG"),
    ]
    assert {row["source"] for row in others} >= {"DEFAULT_CONFIG"}


# --- messages ---------------------------------------------------------------------------------------------------------


def test_newest_records_come_first_and_pages_go_back_to_the_beginning(broker: ThreadedBroker) -> None:
    seen: list[tuple[int, int]] = []
    positions: dict[str, int] = {}
    more = True
    while more:
        page = ask(broker, "messages", topic="orders", limit=7, positions=positions)
        seen += places(page)
        positions, more = page["positions"], page["more"]
    assert seen == [(n % 2, n // 2) for n in reversed(range(20))]


def test_oldest_records_come_first_and_pages_go_on_to_the_end(broker: ThreadedBroker) -> None:
    first = ask(broker, "messages", topic="orders", start="oldest", limit=12)
    second = ask(broker, "messages", topic="orders", start="oldest", limit=12, positions=first["positions"])
    assert places(first) + places(second) == [(n % 2, n // 2) for n in range(20)]
    assert (first["more"], second["more"]) == (True, False)


def test_records_of_one_partition_keep_their_order_whatever_their_times_are(kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("t")
    producer = confluent_kafka.Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})
    for timestamp in (5, 9, 1, 7):
        producer.produce("t", b"v", timestamp=timestamp)
    assert producer.flush(10) == 0
    first = ask(kafka_broker, "messages", topic="t", limit=2)
    second = ask(kafka_broker, "messages", topic="t", limit=2, positions=first["positions"])
    assert places(first) + places(second) == [(0, 3), (0, 2), (0, 1), (0, 0)]


def test_records_from_an_offset_of_one_partition_and_from_a_time_to_a_time(broker: ThreadedBroker) -> None:
    page = ask(broker, "messages", topic="orders", start="offset", at="8", partition="1")
    assert places(page) == [(1, 8), (1, 9)]
    page = ask(broker, "messages", topic="orders", start="time", at="1015", until="1018")
    assert [row["timestamp"] for row in page["rows"]] == [1015, 1016, 1017]


def test_what_is_no_text_is_hex_and_what_is_not_there_is_null(broker: ThreadedBroker) -> None:
    tombstone, odd, _ = ask(broker, "messages", topic="odd", start="oldest")["rows"]
    assert (tombstone["key"], tombstone["value"]) == (None, None)
    assert (odd["key"]["text"], odd["value"]["kind"], odd["value"]["text"]) == ("", "hex", "00ff")
    row = ask(broker, "messages", topic="orders", limit=1)["rows"][0]
    assert (row["value"]["kind"], row["value"]["text"], row["value"]["size"]) == ("json", '{\n  "n": 19\n}', 9)
    assert [(name, value["text"]) for name, value in row["headers"]] == [("trace", "ff")]


def test_commits_are_typed_records(kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("t")
    consumer = confluent_kafka.Consumer({"bootstrap.servers": kafka_broker.bootstrap_servers, "group.id": "readers"})
    consumer.commit(offsets=[confluent_kafka.TopicPartition("t", 0, 42)], asynchronous=False)
    consumer.close()
    rows = ask(kafka_broker, "messages", topic="__consumer_offsets", start="oldest")["rows"]
    key, value = next((r["key"], r["value"]) for r in rows if r["key"]["kind"] == "OffsetCommit key")
    assert json.loads(key["text"]) == {"group": "readers", "topic": "t", "partition": 0}
    assert json.loads(value["text"])["offset"] == 42


def test_framed_avro_is_read_by_the_registry_and_by_a_file(kafka_broker: ThreadedBroker) -> None:
    import io

    schema = {"type": "record", "name": "Fare", "fields": [{"name": "cents", "type": "long"}]}
    body = io.BytesIO()
    fastavro.schemaless_writer(body, fastavro.parse_schema(schema), {"cents": 12_900})
    kafka_broker.create_topic("fares")
    producer = confluent_kafka.Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})
    producer.produce("fares", struct.pack(">bi", 0, 7) + body.getvalue())
    producer.produce("fares", struct.pack(">bi", 0, 8) + body.getvalue())
    assert producer.flush(10) == 0
    with running_registry() as registry:
        registry.add(7, schema)
        page = ask(kafka_broker, "messages", topic="fares", start="oldest", registry=registry.url)
        known, unknown = (row["value"] for row in page["rows"])
    assert (known["kind"], json.loads(known["text"])) == ("avro 7", {"cents": 12_900})
    assert unknown["kind"] == "hex"
    assert "/schemas/ids/8" in unknown["note"]
    by_file = {"valueAs": "avro", "schema": json.dumps(schema), "framed": True}
    page = ask(kafka_broker, "messages", topic="fares", start="oldest", **by_file)
    assert [json.loads(row["value"]["text"]) for row in page["rows"]] == [{"cents": 12_900}] * 2


def test_parameters_that_make_no_sense_are_refused(broker: ThreadedBroker) -> None:
    odd: list[dict[str, Any]] = [
        {"start": "middle"},
        {"partition": "x"},
        {"positions": [1]},
        {"topic": 7},
        {"limit": {}},
    ]
    for wrong in odd:
        with pytest.raises(Refused):
            ask(broker, "messages", **{"topic": "orders", **wrong})
    assert (
        "decoder 'xml' is none of auto, text" in ask(broker, "messages", topic="orders", valueAs="xml")["unavailable"]
    )
    assert "no partition 9" in ask(broker, "messages", topic="orders", partition=9)["unavailable"]


# --- search -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "text", "more", "found"),
    [
        ("contains", "script>", {}, [(1, 3)]),
        ("contains", "K1", {}, []),
        ("contains", "K19", {"ignoreCase": True}, [(1, 9)]),
        ("key", "k1", {}, [(1, 0)]),
        ("regex", "^k1[0-2]$", {"fields": "key"}, [(0, 5), (0, 6), (1, 5)]),
        ("regex", '"n": 4', {"fields": "value"}, [(0, 2)]),
        ("regex", '"n": 4', {"fields": "key"}, []),
    ],
)
def test_a_search_finds(broker: ThreadedBroker, look: str, text: str, more: Any, found: Any) -> None:
    state = search(broker, look=look, text=text, **more)
    assert (sorted(places(state)), state["ended"], state["failed"]) == (found, "all searched", False)
    assert (state["scanned"], state["total"]) == (20, 20)


def test_a_search_stops_where_it_was_asked_to(broker: ThreadedBroker) -> None:
    state = search(broker, text='"n"', most=5)
    assert (state["scanned"], state["found"], state["ended"]) == (5, 5, "stopped after 5 records, as asked")


def test_a_search_of_the_newest_is_in_the_last_records(broker: ThreadedBroker) -> None:
    state = search(broker, start="newest", text='"n": 1', most=6)
    assert (sorted(places(state)), state["total"]) == ([(0, 7), (0, 8), (0, 9), (1, 7), (1, 8), (1, 9)], 6)


def test_a_regular_expression_that_goes_astray_is_given_up(
    broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "_PATTERN_SECONDS", 0.3)
    state = search(broker, topic="odd", look="regex", text=ASTRAY)
    assert state["failed"]
    assert state["ended"].startswith("gave up: the regular expression took more than 0.3 s")


def test_a_regular_expression_that_is_none_says_why(broker: ThreadedBroker) -> None:
    assert search(broker, look="regex", text="(")["ended"].startswith("(: not a regular expression: missing )")


def test_a_search_can_be_cancelled(broker: ThreadedBroker) -> None:
    async def main() -> Any:
        view = ClusterView(broker.bootstrap_servers, {})
        routes = view.routes()
        params = {"topic": "odd", "start": "oldest", "look": "regex", "text": ASTRAY}
        number = (await routes["search"](params))["search"]
        found = await routes["cancel"]({"search": number})
        await view.close()
        return found

    found = asyncio.run(main())
    assert (found["ended"], found["found"]) == ("cancelled", 0)


def test_a_search_that_nobody_asks_about_any_more_ends_and_fetches_nothing(
    broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "_UNASKED_SECONDS", 0.3)
    fetches = broker.fail("Fetch", client_id="searching", error="NOT_LEADER_OR_FOLLOWER")  # which is tried again

    async def main() -> None:
        wanted, decoding = Range(topic="orders", start="oldest"), Decoding(topic="orders")
        search = searching.Search(wanted, searching.Pattern(text="v"), decoding, most=100, seconds=60)
        search.start(broker.bootstrap_servers, {"client_id": "searching"})
        while not fetches.count:
            assert not search.state()["ended"]
            await asyncio.sleep(0.01)
        await search.wait()
        assert search.state()["ended"] == "nobody has asked about it for 0.3 s"
        count = fetches.count
        async with Consumer(broker.bootstrap_servers) as reader:
            reader.assign([TopicPartition("empty", 0)])
            assert await reader.fetch(timeout=1.0) == []  # longer than there is between two tries
        assert fetches.count == count

    asyncio.run(main())


# --- groups -----------------------------------------------------------------------------------------------------------


def test_lag_has_partitions_without_a_commit(kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("t", 2)
    producer = confluent_kafka.Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})
    for n in range(6):
        producer.produce("t", b"v", partition=n % 2)
    assert producer.flush(10) == 0
    consumer = confluent_kafka.Consumer({"bootstrap.servers": kafka_broker.bootstrap_servers, "group.id": "readers"})
    consumer.commit(offsets=[confluent_kafka.TopicPartition("t", 1, 2)], asynchronous=False)
    consumer.close()
    listed = ask(kafka_broker, "groups")["rows"]
    assert [(row["group"], row["type"], row["state"]) for row in listed] == [("readers", "classic", "Empty")]
    group = ask(kafka_broker, "group", group="readers")
    told = [(r["partition"], r["committed"], r["start"], r["end"], r["lag"]) for r in group["rows"]]
    assert told == [(0, None, 0, 3, 3), (1, 2, 0, 3, 1)]
    assert (group["lag"], group["memberCount"]) == (4, 0)


def test_members_of_a_group_of_the_new_protocol_are_there(kafka_broker: ThreadedBroker) -> None:
    kafka_broker.create_topic("t", 2)
    options = {"group.id": "modern", "group.protocol": "consumer", "client.id": "me"}
    consumer = confluent_kafka.Consumer({"bootstrap.servers": kafka_broker.bootstrap_servers, **options})
    consumer.subscribe(["t"])
    while len(consumer.assignment()) < 2:
        consumer.poll(0.05)
    group = ask(kafka_broker, "group", group="modern")
    consumer.close()
    assert (group["type"], [(m["client"], m["assignment"]) for m in group["members"]]) == (
        "consumer",
        [("me", ["t-0", "t-1"])],
    )
    assert [(row["committed"], row["lag"]) for row in group["rows"]] == [(None, 0)] * 2


def test_a_share_group_has_lag(kafka_broker: ThreadedBroker) -> None:
    from kafkawire.client.blocking import ShareConsumer

    kafka_broker.create_topic("t")
    producer = confluent_kafka.Producer({"bootstrap.servers": kafka_broker.bootstrap_servers})
    with ShareConsumer(kafka_broker.bootstrap_servers, group_id="sharers", topics=["t"]) as consumer:
        assert consumer.fetch(timeout=0.5) == []
        for _ in range(3):
            producer.produce("t", b"v")
        assert producer.flush(10) == 0
        group = ask(kafka_broker, "group", group="sharers")
    assert (group["type"], group["memberCount"]) == ("share", 1)
    assert [(row["partition"], row["end"], row["lag"]) for row in group["rows"]] == [(0, 3, 3)]


def test_a_group_of_kafka_streams_has_tasks_and_lag() -> None:
    task = streams.Assignment(active_tasks=[streams.TaskIds(subtopology_id="0", partitions=[0, 1])])
    member = streams.Member(member_id="s", client_id="app", assignment=task)
    fetched = offset_fetch_response.OffsetFetchResponsePartitions(partition_index=0, committed_offset=2)
    topic = offset_fetch_response.OffsetFetchResponseTopics(name="t", partitions=[fetched])
    script = Script({"t": 2})
    script.logs["t", 0].end = 3
    script.on(
        ApiKey.DESCRIBE_GROUPS,
        messages.DescribeGroupsResponse(
            groups=[describe_groups_response.DescribedGroup(error_code=69, group_id="app")]
        ),
    )
    described = streams.DescribedGroup(error_message=None, group_id="app", group_state="Stable", members=[member])
    script.on(ApiKey.STREAMS_GROUP_DESCRIBE, messages.StreamsGroupDescribeResponse(groups=[described]))
    group = offset_fetch_response.OffsetFetchResponseGroup(group_id="app", topics=[topic])
    script.on(ApiKey.OFFSET_FETCH, messages.OffsetFetchResponse(groups=[group]))

    async def main() -> Any:
        view = ClusterView("b1:9092", {"runtime": AioRuntime(script.network.dial)})
        found = await view.routes()["group"]({"group": "app"})
        await view.close()
        return found

    found = run(main())
    assert (found["type"], found["members"][0]["assignment"]) == ("streams", ["0-0", "0-1"])
    told = [(row["topic"], row["partition"], row["committed"], row["end"], row["lag"]) for row in found["rows"]]
    assert told == [("t", 0, 2, 3, 1), ("t", 1, None, 0, 0)]


# --- the rest ---------------------------------------------------------------------------------------------------------


def test_a_transaction_is_open_and_hangs_once_its_timeout_is_over(
    kafka_broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    kafka_broker.create_topic("t")
    options = {"transactional.id": "etl", "transaction.timeout.ms": 60_000}
    producer = confluent_kafka.Producer({"bootstrap.servers": kafka_broker.bootstrap_servers, **options})
    producer.init_transactions(10)
    producer.begin_transaction()
    producer.produce("t", b"v")
    producer.flush(10)
    (row,) = ask(kafka_broker, "transactions", now=time.time)["rows"]
    assert (row["id"], row["state"], row["timeout"], row["partitions"]) == ("etl", "Ongoing", 60_000, ["t-0"])
    assert not row["hangs"]
    (row,) = ask(kafka_broker, "transactions", now=lambda: time.time() + 61)["rows"]
    assert row["hangs"]
    (one,) = ask(kafka_broker, "producers", topic="t")["rows"]
    assert (one["producer"], one["began"], one["hangs"]) == (row["producer"], 0, False)

    async def nothing(_: Admin) -> list[Any]:
        return []

    monkeypatch.setattr(TransactionsAdmin, "list_transactions", nothing)  # coordinators have forgotten it
    assert ask(kafka_broker, "producers", topic="t")["rows"][0]["hangs"]
    producer.abort_transaction(10)


def test_rights_and_quotas(kafka_broker_factory: Any) -> None:
    from kafkawire.client.admin import Acl, ClientQuota
    from kafkawire.client.blocking import Admin as BlockingAdmin

    made = kafka_broker_factory(
        options={
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": "User:ANONYMOUS",
        }
    )
    with BlockingAdmin(made.bootstrap_servers) as admin:
        admin.create_acls([Acl("TOPIC", "flights", "User:alice", "READ")])
        admin.alter_client_quotas([ClientQuota({"user": None}, {"producer_byte_rate": 1e6})])
    (row,) = ask(made, "acls")["rows"]
    assert (row["principal"], row["permission"], row["operation"], row["resource"], row["name"]) == (
        *("User:alice", "ALLOW", "READ"),
        *("TOPIC", "flights"),
    )
    (row,) = ask(made, "quotas")["rows"]
    assert (row["entity"], row["values"]) == ("user (default)", {"producer_byte_rate": 1e6})


def test_log_directories_and_brokers(broker: ThreadedBroker) -> None:
    (row,) = ask(broker, "logdirs")["rows"]
    assert (row["broker"], row["error"]) == (1, None)
    assert row["size"] >= sum(one["size"] for one in ask(broker, "topics")["rows"])
    found = ask(broker, "overview")
    host, port = broker.bootstrap_servers.split(":")
    assert [(b["id"], b["host"], str(b["port"]), b["fenced"]) for b in found["brokers"]] == [(1, host, port, False)]


def test_what_is_not_served_is_one_line_and_the_rest_is_there(kafka_broker_factory: Any) -> None:
    made = kafka_broker_factory(topics={"t": 1})
    made.fail("DescribeLogDirs", error="CLUSTER_AUTHORIZATION_FAILED")
    assert "CLUSTER_AUTHORIZATION_FAILED" in ask(made, "logdirs")["unavailable"]
    (row,) = ask(made, "topic", topic="t")["rows"]
    assert (row["leader"], row["end"], row["size"]) == (1, 0, None)


def test_an_api_that_is_not_served_is_one_line_and_the_rest_is_there() -> None:
    async def main() -> Any:
        view = ClusterView("b1:9092", {"runtime": AioRuntime(Script({"t": 2}).network.dial)})
        found = [await answer(view, route, topic="t") for route in ("transactions", "producers", "topics")]
        await view.close()
        return found

    transactions, producers, topics = run(main())
    assert "LIST_TRANSACTIONS" in transactions["unavailable"]
    assert "DESCRIBE_PRODUCERS" in producers["unavailable"]
    assert [(row["topic"], row["partitions"], row["size"]) for row in topics["rows"]] == [("t", 2, None)]
    assert "DESCRIBE_LOG_DIRS" in topics["notes"][0]


def test_a_broker_that_cannot_be_reached_is_one_line() -> None:
    async def main() -> Any:
        view = ClusterView("127.0.0.1:1", {"default_api_timeout_ms": 300})
        found = await answer(view, "topics"), await answer(view, "messages", topic="t")
        await view.close()
        return found

    for found in asyncio.run(main()):
        assert "127.0.0.1:1" in found["unavailable"]
        assert "\n" not in found["unavailable"]


def test_numbers_that_javascript_would_round_are_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> Any:
        view = ClusterView("127.0.0.1:1", {})

        async def overview(_: Any) -> Any:
            return {"rows": [{"id": 2**53 + 1, "n": 2**53 - 1}]}

        monkeypatch.setattr(view, "_overview", overview)
        return await view.routes()["overview"]({})

    assert asyncio.run(main()) == {"rows": [{"id": "9007199254740993", "n": 9007199254740991}]}
