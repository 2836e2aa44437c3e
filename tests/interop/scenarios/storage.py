"""DeleteRecords, DescribeLogDirs, AlterReplicaLogDirs, reassignments and elections: where logs are, and what moves."""

from __future__ import annotations

from kafkawire.messages import (
    AlterPartitionReassignmentsRequest,
    AlterReplicaLogDirsRequest,
    DeleteRecordsRequest,
    DescribeLogDirsRequest,
    ElectLeadersRequest,
    ListPartitionReassignmentsRequest,
    alter_partition_reassignments_request,
    alter_replica_log_dirs_request,
)
from kafkawire.messages.delete_records_request import DeleteRecordsPartition, DeleteRecordsTopic
from kafkawire.messages.describe_log_dirs_request import DescribableLogDirTopic
from kafkawire.messages.elect_leaders_request import TopicPartitions
from kafkawire.messages.list_partition_reassignments_request import ListPartitionReassignmentsTopics
from tests.interop.requests import batch, fetch, list_offsets, part, produce
from tests.interop.session import Session


def delete_records(s: Session) -> None:
    """Up to an offset, to the end, and outside of the log."""
    topic = "shortened", s.create_topic("shortened", 2)
    for _ in range(5):
        s.quietly(produce(9, topic, batch(b"a", b"b")), 9)

    def up_to(offset: int, name: str = "shortened", partition: int = 0) -> DeleteRecordsRequest:
        return DeleteRecordsRequest(
            topics=[
                DeleteRecordsTopic(
                    name=name, partitions=[DeleteRecordsPartition(partition_index=partition, offset=offset)]
                )
            ],
            timeout_ms=5000,
        )

    for version in s.versions(DeleteRecordsRequest.API_KEY):
        s.ask("up to an offset", up_to(1 + 2 * version), version)
        s.ask("again", up_to(1 + 2 * version), version)
        s.ask("below", up_to(0), version)
        for offset in (11, 1000, -2, -3):
            s.ask(f"offset {offset}", up_to(offset), version)
        s.ask("a partition that is not there", up_to(0, partition=7), version)
        s.ask("a topic that is not there", up_to(0, "not-there"), version)
        s.ask("a bad name", up_to(0, "a b"), version)
        s.ask("an empty log", up_to(-1, partition=1), version)
        s.ask("the log starts there", list_offsets("shortened", (0, -2), (0, -1)))
        s.ask("records below it are gone", fetch(s.newest(1), topic, part(0)))
        s.ask("records behind it are there", fetch(s.newest(1), topic, part(7)))
    s.ask("to the end", up_to(-1))
    s.ask("the log is empty", list_offsets("shortened", (0, -2), (0, -1)))
    parts = [
        DeleteRecordsPartition(partition_index=0, offset=10),
        DeleteRecordsPartition(partition_index=1, offset=0),
        DeleteRecordsPartition(partition_index=7, offset=0),
    ]
    s.ask(
        "several",
        DeleteRecordsRequest(
            topics=[DeleteRecordsTopic(name="shortened", partitions=parts), *up_to(0, "not-there").topics],
            timeout_ms=5000,
        ),
    )
    s.ask("an internal topic", up_to(0, "__cluster_metadata"))
    compacted = "shortened-compacted", s.create_topic("shortened-compacted", cleanup_policy="compact")
    s.quietly(produce(9, compacted, batch(b"a", b"b")), 9)
    s.ask("a compacted topic", up_to(1, "shortened-compacted"))


def log_dirs(s: Session) -> None:
    """How large logs are, and where they are."""
    topic = "measured", s.create_topic("measured", 2)
    s.quietly(produce(9, topic, batch(b"a", b"b")), 9)

    def ask(what: str, *topics: tuple[str, list[int]]) -> None:
        s.ask_all(
            what,
            DescribeLogDirsRequest(
                topics=[DescribableLogDirTopic(topic=name, partitions=numbers) for name, numbers in topics]
            ),
        )

    ask("one topic", ("measured", [0, 1]))
    ask("one partition", ("measured", [1]))
    ask("what is not there", ("not-there", [0]), ("measured", [7]))
    ask("nothing")
    answer = s.quietly(DescribeLogDirsRequest(topics=None))
    there = answer.results[0].log_dir

    def move(what: str, *dirs: tuple[str, str, list[int]]) -> None:
        module = alter_replica_log_dirs_request
        entries = [
            module.AlterReplicaLogDir(path=path, topics=[module.AlterReplicaLogDirTopic(name=name, partitions=numbers)])
            for path, name, numbers in dirs
        ]
        s.ask_all(what, AlterReplicaLogDirsRequest(dirs=entries))

    move("where it is", (there, "measured", [0]))
    move("elsewhere", ("/elsewhere", "measured", [0, 1]))
    move("not there", (there, "measured", [7]), (there, "not-there", [0]))
    move("a relative path", ("elsewhere", "measured", [0]))
    move("no path", ("", "measured", [0]))
    move("a bad name", (there, "a b", [0]))


def reassignments(s: Session) -> None:
    """Only broker 1 can have anything."""
    s.create_topic("reassigned", 2)
    module = alter_partition_reassignments_request

    def ask(what: str, *partitions: tuple[int, list[int] | None], name: str = "reassigned") -> None:
        topic = module.ReassignableTopic(
            name=name,
            partitions=[
                module.ReassignablePartition(partition_index=number, replicas=replicas)
                for number, replicas in partitions
            ],
        )
        s.ask_all(what, AlterPartitionReassignmentsRequest(timeout_ms=5000, topics=[topic]))

    ask("as it is", (0, [1]))
    for replicas in ([2], [1, 2], [], [1, 1], [-1]):
        ask(f"to {replicas}", (0, replicas))
    ask("cancel", (0, None))
    ask("a partition that is not there", (7, [1]))
    ask("a topic that is not there", (0, [1]), name="not-there")
    ask("two partitions", (0, [1]), (1, [2]))
    s.ask("nothing", AlterPartitionReassignmentsRequest(timeout_ms=5000))
    fixed = module.ReassignableTopic(
        name="reassigned", partitions=[module.ReassignablePartition(partition_index=0, replicas=[1])]
    )
    s.ask(
        "with a fixed factor",
        AlterPartitionReassignmentsRequest(timeout_ms=5000, allow_replication_factor_change=False, topics=[fixed]),
    )
    ongoing = ListPartitionReassignmentsRequest
    s.ask_all("under way", ongoing(timeout_ms=5000))
    for name, numbers in (("reassigned", [0, 7]), ("not-there", [0])):
        s.ask(
            f"under way of {name}",
            ongoing(timeout_ms=5000, topics=[ListPartitionReassignmentsTopics(name=name, partition_indexes=numbers)]),
        )


def elections(s: Session) -> None:
    """The leader is the only replica."""
    s.create_topic("elected", 2)

    def ask(what: str, topics: list[TopicPartitions] | None, kind: int = 0) -> None:
        s.ask_all(
            what, lambda version: ElectLeadersRequest(election_type=kind, topic_partitions=topics, timeout_ms=5000)
        )

    for kind in (0, 1):
        ask(f"kind {kind}", [TopicPartitions(topic="elected", partitions=[0, 1])], kind)
        ask(
            f"kind {kind} of what is not there",
            [TopicPartitions(topic="elected", partitions=[7]), TopicPartitions(topic="not-there", partitions=[0])],
            kind,
        )
    ask("nothing", [])
    s.ask(
        "of a kind that is not there",
        ElectLeadersRequest(
            election_type=7, topic_partitions=[TopicPartitions(topic="elected", partitions=[0])], timeout_ms=5000
        ),
    )
    s.ask("everything", ElectLeadersRequest(election_type=0, topic_partitions=None, timeout_ms=5000))
    s.ask("everything, by force", ElectLeadersRequest(election_type=1, topic_partitions=None, timeout_ms=5000))


SCENARIOS = (delete_records, log_dirs, reassignments, elections)
OLD = (log_dirs,)
