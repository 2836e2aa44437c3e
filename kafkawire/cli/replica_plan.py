"""Which brokers shall have which replicas: an even spread over brokers and racks, with few records moved.

Three steps, each of which keeps what the one before has reached:

1. Replicas stay where they are, if they may; what is missing goes to the brokers with the fewest replicas.
2. While a broker has two replicas more than another, of one topic or in all, one of them moves.
3. The first replica of a partition is the preferred leader: replicas change places until leaders are spread as well.

Racks: of one partition a rack has as few replicas as it can have, which is one where there are racks enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from kafkawire.client.metadata import TopicPartition

__all__ = ["Replicas", "spread"]

Replicas = dict[TopicPartition, list[int]]


def spread(
    present: Mapping[TopicPartition, Sequence[int]], racks: Mapping[int, str | None], factor: int | None = None
) -> Replicas:
    """New replicas for partitions, on the brokers that `racks` has; a rack of None is one of its own.

    `factor`: how many replicas each partition shall have, by default as many as now. Raises `ValueError` if there are
    fewer brokers than that.
    """
    plan = _Plan({broker: broker if rack is None else rack for broker, rack in racks.items()})
    for tp, replicas in sorted(present.items()):
        plan.place(tp, replicas, factor or len(replicas))
    for topic in sorted({tp.topic for tp in present}):
        plan.even(plan.by_topic[topic], topic)
    plan.even(plan.load)
    plan.even_leaders()
    return plan.replicas


class _Plan:
    """Replicas that are placed so far, and how many of them each broker has."""

    def __init__(self, racks: Mapping[int, object]) -> None:
        self.replicas: Replicas = {}
        self.load: Counter[int] = Counter(dict.fromkeys(racks, 0))
        self.by_topic: dict[str, Counter[int]] = defaultdict(lambda: Counter(dict.fromkeys(racks, 0)))
        self._on: dict[tuple[str, int], dict[TopicPartition, None]] = defaultdict(dict)
        self._racks = racks
        self._rack_count = len(set(racks.values()))

    def place(self, tp: TopicPartition, before: Sequence[int], factor: int) -> None:
        """Step 1 for a partition."""
        if factor > len(self.load):
            raise ValueError(f"{tp} shall have {factor} replicas, and there are {len(self.load)} brokers")
        replicas: list[int] = self.replicas.setdefault(tp, [])
        for broker in before:
            if broker in self.load and len(replicas) < factor and self._has_room(replicas, broker, factor):
                self._add(tp, broker)
        while len(replicas) < factor:
            free = [broker for broker in self.load if self._may_have(replicas, broker, factor)]
            free = free or [broker for broker in self.load if broker not in replicas]  # racks differ in size
            self._add(tp, min(free, key=lambda broker: (self.by_topic[tp.topic][broker], self.load[broker], broker)))

    def even(self, load: Counter[int], topic: str | None = None) -> None:
        """Step 2: move replicas from the brokers with most to those with fewest, as long as that evens the load.

        A round has one move for each pair of brokers at most: a broker that gave all to the first would have that pass
        on what it was given. A pair that has nothing to move, as its racks have their share, is not looked at again:
        that is what takes the time with ten thousand partitions.
        """
        hopeless: set[tuple[int, int]] = set()
        has_moved = True
        while has_moved:
            has_moved = False
            for pair in _uneven(load):
                if pair in hopeless or load[pair[0]] - load[pair[1]] < 2:
                    continue
                if self._move_one(*pair, topic):
                    has_moved = True
                else:
                    hopeless.add(pair)

    def _move_one(self, high: int, low: int, topic: str | None) -> bool:
        return any(self._move(tp, high, low) for tp in self._movable(high, low, topic))

    def _movable(self, high: int, low: int, topic: str | None) -> Iterator[TopicPartition]:
        """Partitions that one broker may hand to another. What is even within its topic stays so."""
        for name in [topic] if topic is not None else list(self.by_topic):
            counts = self.by_topic[name]
            if topic is not None or counts[high] > counts[low]:
                yield from list(self._on[name, high])

    def _move(self, tp: TopicPartition, high: int, low: int) -> bool:
        replicas = self.replicas[tp]
        others = [broker for broker in replicas if broker != high]
        if not self._may_have(others, low, len(replicas)):
            return False
        at = replicas.index(high)
        self._remove(tp, high)
        self._add(tp, low)
        replicas.insert(at, replicas.pop())
        return True

    def even_leaders(self) -> None:
        """Step 3. A swap is worth it if it evens the number of leaders of two brokers."""
        leads = Counter(dict.fromkeys(self.load, 0))
        leads.update(replicas[0] for replicas in self.replicas.values() if replicas)
        has_changed = True
        while has_changed:
            has_changed = False
            for replicas in self.replicas.values():
                best = min(range(len(replicas)), key=lambda at: leads[replicas[at]], default=0)
                if best and leads[replicas[0]] - leads[replicas[best]] > 1:
                    leads[replicas[0]] -= 1
                    leads[replicas[best]] += 1
                    replicas[0], replicas[best] = replicas[best], replicas[0]
                    has_changed = True

    def _may_have(self, replicas: Sequence[int], broker: int, factor: int) -> bool:
        return broker not in replicas and self._has_room(replicas, broker, factor)

    def _has_room(self, replicas: Sequence[int], broker: int, factor: int) -> bool:
        rack = self._racks[broker]
        return sum(self._racks[other] == rack for other in replicas) < ceil(factor / self._rack_count)

    def _add(self, tp: TopicPartition, broker: int) -> None:
        self.replicas[tp].append(broker)
        self._on[tp.topic, broker][tp] = None
        self.load[broker] += 1
        self.by_topic[tp.topic][broker] += 1

    def _remove(self, tp: TopicPartition, broker: int) -> None:
        self.replicas[tp].remove(broker)
        del self._on[tp.topic, broker][tp]
        self.load[broker] -= 1
        self.by_topic[tp.topic][broker] -= 1


def _uneven(load: Mapping[int, int]) -> list[tuple[int, int]]:
    """Pairs of brokers of which the first has two more at least, the most uneven ones first."""
    pairs = [(high, low) for high in load for low in load if load[high] - load[low] > 1]
    return sorted(pairs, key=lambda pair: load[pair[1]] - load[pair[0]])
