"""What the metadata log says (an image), who writes to it (a controller), and the logs that follow (a reconciler)."""

from __future__ import annotations

import errno
import uuid
from collections import deque
from collections.abc import Iterator

import pytest

from kafkawire import messages
from kafkawire.broker.config.dynamic import CLUSTER, DynamicConfig
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.records import BROKER, GROUP, TOPIC
from kafkawire.broker.metadata.security import SecurityState
from kafkawire.broker.node.node import Node
from kafkawire.message import Message
from tests.broker.wire import NOW_MS, loaded_node


def node_on(files: MemoryFiles, **options: str) -> Node:
    return loaded_node({"log.dirs": "data", **{name.replace("_", "."): text for name, text in options.items()}}, files)


def done(steps: Iterator[None]) -> None:
    deque(steps, maxlen=0)


def facts(image: MetadataImage) -> object:
    topics = {topic.name: (topic.topic_id, topic.partitions, topic.options) for topic in image.topics}
    dynamic = image.dynamic
    options = (dynamic.options, dynamic.groups, dynamic.client_metrics, dynamic.current)
    return topics, options, image.features, image.next_producer_id, image.alike("a_b"), set(image.security.acls)


def test_the_log_applied_from_its_beginning_gives_the_image_that_the_changes_gave() -> None:
    node = node_on(MemoryFiles())
    controller = node.controller
    done(controller.delete([controller.create("gone", 2, {"retention.ms": "1"}, NOW_MS)], NOW_MS))
    topic = controller.create("a.b", 1, {"retention.ms": "1", "segment.bytes": "2000000"}, NOW_MS)
    done(controller.add_partitions(topic, 3, NOW_MS))
    controller.alter(topic, {"retention.ms": "2", "cleanup.policy": "compact"}, NOW_MS)
    controller.alter_broker(CLUSTER, {**node.dynamic.options[CLUSTER], "max.connections": "77"}, NOW_MS)
    controller.alter_broker("1", {"max.connections": "78", "somebody.elses": "x"}, NOW_MS)
    controller.alter_group("g", {"consumer.session.timeout.ms": "50000"}, NOW_MS)
    controller.alter_client_metrics("m", {"interval.ms": "1000"}, NOW_MS)
    node.producer_ids.new(NOW_MS)

    dynamic = DynamicConfig(node.dynamic.static)
    again = MetadataImage(dynamic, SecurityState(node.dynamic.static, b"secret"))
    for records in node.metadata_log.replay():
        again.apply(records)
    assert facts(again) == facts(node.image)
    assert node.image.topics.by_id(topic.topic_id) is topic
    assert (topic.partitions, topic.options) == (3, {"retention.ms": "2", "cleanup.policy": "compact"})
    assert again.next_producer_id == 1000


def test_records_that_somebody_else_wrote_open_alter_and_close_logs() -> None:
    node = node_on(MemoryFiles())
    topic_id = uuid.uuid4()

    def apply(*records: Message) -> None:
        done(node.reconciler.follow(node.image.apply(records)))

    made = [messages.PartitionRecord(topic_id=topic_id, partition_id=number) for number in range(2)]
    retention = messages.ConfigRecord(resource_type=TOPIC, resource_name="t", name="retention.ms", value="5")
    apply(messages.TopicRecord(name="t", topic_id=topic_id), retention, *made)
    logs = [node.topics.log("t", number) for number in range(3)]
    assert [log and log.config.retention_ms for log in logs] == [5, 5, None]

    apply(messages.ConfigRecord(resource_type=TOPIC, resource_name="t", name="retention.ms", value=None))
    apply(messages.ConfigRecord(resource_type=BROKER, resource_name="", name="log.retention.ms", value="6"))
    apply(messages.PartitionRecord(topic_id=topic_id, partition_id=2))
    opened = [log for number in range(3) if (log := node.topics.log("t", number))]
    assert opened[:2] == logs[:2]
    assert [log.config.retention_ms for log in opened] == [6, 6, 6]

    apply(messages.RemoveTopicRecord(topic_id=topic_id))
    assert node.topics.get("t") is node.topics.by_id(topic_id) is None
    assert all(log.is_closed for log in opened)
    assert not [name for name in node.directory.files.list("data") if name.startswith("t-")]


def test_a_topic_that_comes_and_goes_in_one_batch_gets_no_log_and_leaves_no_option() -> None:
    node = node_on(MemoryFiles())
    first, second = uuid.uuid4(), uuid.uuid4()
    changes = node.image.apply(
        [
            messages.TopicRecord(name="t", topic_id=first),
            messages.ConfigRecord(resource_type=TOPIC, resource_name="t", name="retention.ms", value="5"),
            messages.PartitionRecord(topic_id=first, partition_id=0),
            messages.RemoveTopicRecord(topic_id=first),
            messages.TopicRecord(name="t", topic_id=second),
            messages.PartitionRecord(topic_id=second, partition_id=0),
        ]
    )
    done(node.reconciler.follow(changes))
    topic = node.topics.get("t")
    assert topic is not None
    assert (topic.topic_id, topic.options, list(topic.logs)) == (second, {}, [0])
    assert list(changes.grown) == [topic]


def test_options_of_a_broker_that_go_only_together_are_there_after_a_restart() -> None:
    files = MemoryFiles()
    node = node_on(files)
    options = {"max.connections.per.ip": "0", "max.connections.per.ip.overrides": "127.0.0.1:5"}
    node.controller.alter_broker("1", options, NOW_MS)
    assert node.config.max_connections_per_ip == 0
    node.close()
    assert node_on(files).config.max_connections_per_ip == 0


def test_options_of_a_topic_that_go_only_together_are_there_after_a_restart() -> None:
    files, options = MemoryFiles(), {"max.compaction.lag.ms": "10", "min.compaction.lag.ms": "5"}
    node = node_on(files, log_cleaner_min_compaction_lag_ms="1000")
    node.controller.create("t", 1, options, NOW_MS)
    node.close()
    topic = node_on(files, log_cleaner_min_compaction_lag_ms="1000").topics.get("t")
    assert topic is not None
    assert topic.options == options
    assert topic.logs[0].config.max_compaction_lag_ms == 10


def test_of_options_that_make_no_sense_the_others_of_their_batch_are_in_force() -> None:
    node = node_on(MemoryFiles())
    node.controller.create("t", 1, {}, NOW_MS)

    def option(resource_type: int, resource: str, name: str, value: str) -> Message:
        return messages.ConfigRecord(resource_type=resource_type, resource_name=resource, name=name, value=value)

    records = [
        option(TOPIC, "t", "retention.ms", "5"),
        option(TOPIC, "t", "retention.bytes", "many"),
        option(BROKER, "1", "max.connections", "many"),
        option(BROKER, "1", "max.connections.per.ip", "7"),
        option(BROKER, "9", "max.connections.per.ip", "8"),
        option(GROUP, "g", "no.such.option", "1"),
        option(GROUP, "g", "consumer.session.timeout.ms", "50000"),
    ]
    done(node.reconciler.follow(node.image.apply(records)))
    log = node.topics.log("t", 0)
    assert log is not None
    assert log.config.retention_ms == 5
    assert node.dynamic.options["1"] == {"max.connections.per.ip": "7"}
    assert node.config.max_connections_per_ip == 7
    assert node.dynamic.of_group("g") == {"consumer.session.timeout.ms": "50000"}


class StuckFiles(MemoryFiles):
    """The directories of some partitions cannot be renamed."""

    stuck = frozenset({"data/a-0", "data/b-1"})

    def rename(self, old: str, new: str) -> None:
        if old in self.stuck:
            raise OSError(errno.EBUSY, "is in use", old)
        super().rename(old, new)


def test_topics_whose_files_cannot_be_put_out_of_the_way_are_gone_with_those_beside_them() -> None:
    files = StuckFiles()
    node = node_on(files)
    topics = [node.controller.create(name, 2, {}, NOW_MS) for name in "abc"]
    logs = [log for topic in topics for log in topic.logs.values()]
    with pytest.raises(OSError, match="is in use"):
        node.controller.delete(topics, NOW_MS)
    assert list(node.topics) == []
    assert all(log.is_closed for log in logs)
    assert list(node.reconciler.logs()) == [("__cluster_metadata", 0)]
    node.close()
    files.stuck = frozenset()
    assert list(node_on(files).topics) == []
    assert not [name for name in files.list("data") if name[0] in "abc" and name[1] == "-"]
