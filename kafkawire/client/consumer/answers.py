"""What the answer for one partition means: records, a place elsewhere, or an error that passes or does not."""

from __future__ import annotations

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.batches import read_fetched, size_for_cut_batch
from kafkawire.client.consumer.counting import count_fetched
from kafkawire.client.consumer.fetch import FetchedPartition
from kafkawire.client.consumer.partition import Divergence, PartitionState
from kafkawire.client.consumer.placement import Placement
from kafkawire.client.consumer.truncation import look_for_truncation
from kafkawire.client.options import ConsumerOptions
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Answers"]

# The broker cannot read its own log. Another replica may lead soon and do better; if not, there is no end to waiting.
_DAMAGED = {ErrorCode.CORRUPT_MESSAGE, ErrorCode.KAFKA_STORAGE_ERROR}
_DAMAGED_ATTEMPTS = 10
_DETOURS_AT_ONCE = 3  # a new leader, the replica that it prefers, an offset that this one does not have


class Answers:
    """Takes answers in. What fresh metadata may mend is returned as text, what it may not ends up in the state."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions, placement: Placement) -> None:
        self._cluster = cluster
        self._options = options
        self._placement = placement
        self._read_committed = options.isolation_level == "read_committed"

    def take_in(self, state: PartitionState, answer: FetchedPartition) -> str:
        """Take in one partition's answer; returns what fresh metadata may mend, or nothing."""
        if answer.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            if state.replica is None:
                state.lose()
                return self._detour(state, f"{state.tp} is out of range again")
            self._placement.stall(state)  # only the leader knows; it may send us to the same replica at once
            return f"the replica of {state.tp} lags behind"
        if answer.error_code:
            return self._moved(state) if answer.has_moved else self.refused(state, _error(state, answer.error_code))
        state.failures = 0
        committed = self._read_committed and answer.last_stable_offset >= 0  # what lies behind cannot be read yet
        state.high_watermark = answer.last_stable_offset if committed else answer.high_watermark
        if answer.diverging is not None and answer.diverging.epoch >= 0:
            look_for_truncation(state, Divergence(answer.diverging.end_offset, answer.diverging.epoch))
            return self._detour(state, f"the log of {state.tp} parts again from what was read")
        if answer.preferred_replica >= 0:
            is_from_leader = state.replica is None
            problem = self._placement.prefer(state, answer.preferred_replica)
            return problem if problem or is_from_leader else self._detour(state, f"no replica of {state.tp} is the one")
        state.detours = 0
        self._placement.succeeded(state)
        self._keep(state, answer)
        return ""

    def _moved(self, state: PartitionState) -> str:
        """The next round asks the new leader."""
        self._placement.forget_replica(state)
        state.changed()
        return self._detour(state, f"{state.tp} has moved again")

    def _detour(self, state: PartitionState, problem: str) -> str:
        """Go there at once, but not in circles: what goes on without records waits as any other trouble does."""
        state.detours += 1
        if state.detours <= _DETOURS_AT_ONCE:
            return ""
        self._placement.stall(state)
        return problem

    def refused(self, state: PartitionState, error: KafkaError) -> str:
        """The broker gave an error: either it may pass, and is returned, or the application is to see it."""
        state.failures += error.code in _DAMAGED
        passes = error.retriable or error.code == ErrorCode.UNKNOWN_SERVER_ERROR
        if passes and state.failures < _DAMAGED_ATTEMPTS:
            self._placement.stall(state)
            return str(error)
        state.failures = 0
        state.fail(error)
        return ""

    def _keep(self, state: PartitionState, answer: FetchedPartition) -> None:
        if state.out_of_range or not answer.records:
            return
        start, checks = state.fetch_offset, self._options.check_crcs
        try:
            batches = read_fetched(answer, start, read_committed=self._read_committed, check_crc=checks)
            if batches:
                state.put(batches, len(answer.records))
                count_fetched(self._cluster, sum(batch.record_count for batch in batches), len(answer.records))
            elif not answer.is_crowded_out:
                state.max_bytes = size_for_cut_batch(answer, start, state.max_bytes)
                state.changed()
        except KafkaWireError as exc:
            state.fail(exc)


def _error(state: PartitionState, code: int) -> KafkaError:
    return KafkaError(code, f"fetch of {state.tp} at offset {state.fetch_offset}")
