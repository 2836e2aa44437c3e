"""What is wrong with a cluster, each thing with what to do about it: `kafkawire cluster health`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kafkawire.cli.admin_command import partly
from kafkawire.cli.groups import lag_of
from kafkawire.cli.hanging import hanging
from kafkawire.errors import KafkaWireError, UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.client import TopicPartition
    from kafkawire.client.admin import BrokerDescription, LogDir, PartitionDescription, TopicDescription
    from kafkawire.client.blocking import Admin

__all__ = ["CHECKS", "Finding", "Findings"]

T = TypeVar("T")

_FENCED = "start it, or, if it is gone for good, `kafkawire cluster unregister {}`"
_GROUP_TYPES = ("classic", "consumer", "")  # "": an old broker; a share group's records are the broker's business


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: its kind, where, and what to do."""

    problem: str
    where: str
    what: str
    advice: str


class Findings:
    """Looks at a cluster. `longer_than_ms`: when a transaction counts as hanging; `lag`: how much of it is fine."""

    def __init__(self, admin: Admin, longer_than_ms: int, lag: int) -> None:
        self._admin, self._longer_than_ms, self._lag = admin, longer_than_ms, lag
        self.brokers = _brokers(admin)
        self.unseen: list[str] = []
        """What could not be looked at, and why."""
        described = self._some("topics", lambda: admin.describe_topics(admin.list_topics()))
        self.topics: list[TopicDescription] = list(described.values())

    def find(self, ignored: Iterable[str] = ()) -> list[Finding]:
        """All that is wrong, apart from problems that are ignored."""
        return [found for name, check in CHECKS.items() if name not in ignored for found in self._checked(name, check)]

    def _checked(self, name: str, check: Callable[[Findings], Iterator[Finding]]) -> list[Finding]:
        try:
            return list(check(self))
        except KafkaWireError as exc:
            self.unseen.append(f"{name}: {exc}")
            return []

    def _some(self, name: str, call: Callable[[], Mapping[Any, T]]) -> Mapping[Any, T]:
        """What a call can say; what it cannot, is remembered."""
        results, error = partly(call)
        if error is not None:
            self.unseen.append(f"{name}: {error}")
        return results

    # --- brokers ----------------------------------------------------------------------------------------------------

    def unreachable(self) -> Iterator[Finding]:
        """Brokers that do not answer, or have lost touch with the controller."""
        for broker in self.brokers.values():
            where = f"broker {broker.node_id} at {broker.host}:{broker.port}"
            if broker.is_fenced:
                yield Finding("unreachable", where, "is fenced", _FENCED.format(broker.node_id))
            elif cause := self._cause(broker.node_id):
                yield Finding("unreachable", where, cause, "look at its log; see that its listener can be reached")
        for node in sorted({r for _, p in self._partitions() for r in p.replicas} - self.brokers.keys()):
            advice = "start it, or move its replicas: `kafkawire reassignments plan`"
            yield Finding("unreachable", f"broker {node}", "has replicas, but is not there", advice)

    def _cause(self, node: int) -> str | None:
        try:
            self._admin.api_versions([node])
        except KafkaWireError as exc:
            return f"does not answer: {exc}"
        return None

    def disks(self) -> Iterator[Finding]:
        """Log directories that are broken."""
        up = [node for node, broker in self.brokers.items() if not broker.is_fenced]
        found = self._some("broken-disk", lambda: self._admin.describe_log_dirs(up))
        broken: list[tuple[int, LogDir]] = [(node, one) for node, dirs in found.items() for one in dirs if one.error]
        for node, one in broken:
            advice = "mend or replace the disk, then start the broker anew"
            yield Finding("broken-disk", f"broker {node}, {one.path}", str(one.error), advice)

    # --- partitions -------------------------------------------------------------------------------------------------

    def _partitions(self) -> Iterator[tuple[str, PartitionDescription]]:
        for topic in self.topics:
            for partition in topic.partitions:
                yield topic.name, partition

    def offline(self) -> Iterator[Finding]:
        """Partitions that nobody leads: nothing can be read or written."""
        for topic, p in self._partitions():
            if p.leader < 0:
                may_lead = p.isr or p.eligible_leader_replicas or p.last_known_elr or p.replicas
                advice = f"start broker {' or '.join(map(str, may_lead))}"
                yield Finding("offline", f"{topic}-{p.partition}", "has no leader", advice)

    def under_min_isr(self) -> Iterator[Finding]:
        """Partitions that refuse records of producers with acks=all."""
        wanted = self._min_isr()
        for topic, p in self._partitions():
            least = min(wanted.get(topic, 1), len(p.replicas))  # as Kafka counts: one replica cannot be two in sync
            if p.leader >= 0 and len(p.isr) < least:
                what = f"{len(p.isr)} in sync, min.insync.replicas is {least}: acks=all fails"
                advice = f"bring back {_ids(_missing(p))}"
                yield Finding("under-min-isr", f"{topic}-{p.partition}", what, advice)

    def _min_isr(self) -> Mapping[str, int]:
        option = "min.insync.replicas"
        lacking = {topic for topic, p in self._partitions() if p.leader >= 0 and len(p.isr) < len(p.replicas)}
        resources = [("topic", topic) for topic in sorted(lacking)]
        found = self._some("under-min-isr", lambda: self._admin.describe_configs(resources, names=[option]))
        return {
            resource[1]: int(entries[option].value or 1) for resource, entries in found.items() if option in entries
        }

    def under_replicated(self) -> Iterator[Finding]:
        """Partitions of which replicas are behind; one that is being added may be, until it has caught up."""
        from kafkawire.client import TopicPartition

        lacking = [(topic, p) for topic, p in self._partitions() if p.leader >= 0 and len(p.isr) < len(p.replicas)]
        added = self._added([TopicPartition(topic, p.partition) for topic, p in lacking])
        for topic, p in lacking:
            if len(p.isr) < len(p.replicas) - len(added.get((topic, p.partition), ())):
                what = f"{len(p.isr)} of {len(p.replicas)} replicas in sync, not {_ids(_missing(p))}"
                advice = "start those brokers; if they run, look at their disk, network and load"
                yield Finding("under-replicated", f"{topic}-{p.partition}", what, advice)

    def _added(self, partitions: list[TopicPartition]) -> Mapping[tuple[str, int], Sequence[int]]:
        """The brokers that partitions are moving to; brokers before Kafka 2.4 do not say."""
        if not partitions:
            return {}
        try:
            moves = self._some("under-replicated", lambda: self._admin.list_partition_reassignments(partitions))
        except UnsupportedVersion:
            return {}
        return {tp: move.adding_replicas for tp, move in moves.items()}

    def not_preferred(self) -> Iterator[Finding]:
        """Partitions that another replica should lead: some brokers have more to do than they should."""
        for topic, p in self._partitions():
            if p.leader >= 0 and p.leader != p.replicas[0] and p.replicas[0] in p.isr:
                what = f"led by {p.leader}, preferred is {p.replicas[0]}"
                advice = f"`kafkawire cluster elect-leaders {topic}:{p.partition}`"
                yield Finding("leader-not-preferred", f"{topic}-{p.partition}", what, advice)

    # --- transactions and groups ------------------------------------------------------------------------------------

    def hanging_transactions(self) -> Iterator[Finding]:
        """Transactions that nobody will end; readers of committed records wait for them."""
        from kafkawire.client import TopicPartition

        led = [TopicPartition(topic, p.partition) for topic, p in self._partitions() if p.leader >= 0]
        found, unseen = hanging(self._admin, led, self._longer_than_ms)
        if unseen is not None:
            self.unseen.append(f"hanging-transaction: {unseen}")
        for one in found:
            begins = one.producer.current_txn_start_offset
            what = f"transaction of producer {one.producer.producer_id} open for {one.open_ms // 60_000} min"
            advice = f"`kafkawire transactions abort {one.partition.topic}:{one.partition.partition} --offset {begins}`"
            yield Finding("hanging-transaction", str(one.partition), what, advice)

    def forsaken_groups(self) -> Iterator[Finding]:
        """Groups that nobody reads for any more, while records are waiting."""
        empty = [group for group in self._admin.list_groups(states=["Empty"]) if group.type in _GROUP_TYPES]
        for group in empty:
            lag = sum(row["lag"] or 0 for row in lag_of(self._admin, group.group_id) if row["committed"] is not None)
            if lag > self._lag:
                advice = f"start its consumers, or `kafkawire groups delete {group.group_id}` if nobody needs it"
                yield Finding("forsaken-group", f"group {group.group_id}", f"no members, {lag} records behind", advice)


CHECKS: Mapping[str, Callable[[Findings], Iterator[Finding]]] = {
    "unreachable": Findings.unreachable,
    "broken-disk": Findings.disks,
    "offline": Findings.offline,
    "under-min-isr": Findings.under_min_isr,
    "under-replicated": Findings.under_replicated,
    "leader-not-preferred": Findings.not_preferred,
    "hanging-transaction": Findings.hanging_transactions,
    "forsaken-group": Findings.forsaken_groups,
}
"""The worst comes first."""


def _brokers(admin: Admin) -> dict[int, BrokerDescription]:
    try:
        cluster = admin.describe_cluster(include_fenced_brokers=True)
    except UnsupportedVersion:  # before Kafka 4.0: a fenced broker is not there
        cluster = admin.describe_cluster()
    return {broker.node_id: broker for broker in cluster.brokers}


def _missing(partition: PartitionDescription) -> list[int]:
    return [replica for replica in partition.replicas if replica not in partition.isr]


def _ids(nodes: Iterable[int]) -> str:
    return ", ".join(map(str, nodes))
