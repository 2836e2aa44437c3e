"""Manual replica assignments, in CreateTopics, CreatePartitions and reassignments. This broker is all there can be."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError

__all__ = ["check_replicas"]

_INCLUDES = "The manual partition assignment includes"


def check_replicas(replicas: Sequence[int], node_id: int) -> None:
    """Refuse replicas other than this broker alone. Raises `KafkaError`."""
    fault = _fault(replicas, node_id)
    if fault:
        raise KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, f"{_INCLUDES} {fault}")


def _fault(replicas: Sequence[int], node_id: int) -> str:
    if not replicas:
        return "an empty replica list."
    others = [replica for replica in replicas if replica != node_id]
    if others:
        return f"broker {others[0]}, but no such broker is registered."
    return f"the broker {node_id} more than once." if len(replicas) > 1 else ""
