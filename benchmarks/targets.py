"""What kafkawire promises: how many times as fast as a peer each operation has to be. The only place that says so."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

KAFKA_PYTHON, KIO, AIOKAFKA = "kafka-python", "kio", "aiokafka"


@dataclass(frozen=True)
class Target:
    """A factor for all operations that match one of the patterns, against each of the peers."""

    patterns: tuple[str, ...]
    peers: tuple[str, ...]
    factor: float


TARGETS = (
    Target(("metadata_response.v12.decode",), (KAFKA_PYTHON,), 4),
    Target(("metadata_response.v12.decode",), (KIO,), 0.8),  # kio reads in Rust
    Target(("metadata_response.*.cluster.decode",), (KAFKA_PYTHON,), 3),
    Target(("metadata_response.*.cluster.decode",), (KIO,), 0.65),
    Target(("*.of_1.decode", "*.of_100.decode", "*.of_5000.decode"), (KAFKA_PYTHON,), 1.5),
    Target(("api_versions_request.*.decode", "heartbeat_*.decode", "join_group_*.decode"), (KAFKA_PYTHON,), 2.5),
    Target(("*_request.*.encode", "*_response.*.encode"), (KAFKA_PYTHON,), 5),
    Target(("*_request.*.encode", "*_response.*.encode"), (KIO,), 7),
    Target(("fetch_response.*.decode", "produce_request.*.decode"), (KAFKA_PYTHON,), 1.7),
    Target(("*.decode.zero_copy",), (KAFKA_PYTHON,), 2),
    Target(("records.100B.decode",), (KAFKA_PYTHON,), 5),
    Target(("records.100B.encode",), (KAFKA_PYTHON,), 4),
    Target(("records.100B.headers.decode",), (KAFKA_PYTHON,), 3),
    Target(("records.100B.headers.encode",), (KAFKA_PYTHON,), 2.5),
    Target(("records.1KB.*", "records.10KB.*"), (AIOKAFKA,), 1),  # aiokafka's records are Cython
    Target(("columns.10000.decode",), (AIOKAFKA,), 1),
    Target(
        tuple(f"records.{codec}.encode" for codec in ("gzip", "snappy", "lz4", "zstd")), (KAFKA_PYTHON, AIOKAFKA), 1
    ),
)


def targets_of(operation: str) -> dict[str, float]:
    """The factors that an operation has to reach, by peer."""
    return {
        peer: target.factor
        for target in TARGETS
        if any(fnmatchcase(operation, pattern) for pattern in target.patterns)
        for peer in target.peers
    }
