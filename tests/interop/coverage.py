"""Whether every version of every API that both brokers serve was asked."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from tests.interop.session import Exchange, Versions

__all__ = ["only_old", "uncovered"]

_FIRST_OF_4 = {
    ApiKey.PRODUCE: 3,
    ApiKey.FETCH: 4,
    ApiKey.LIST_OFFSETS: 1,
    ApiKey.OFFSET_COMMIT: 2,
    ApiKey.OFFSET_FETCH: 1,
    ApiKey.CREATE_TOPICS: 2,
    ApiKey.DELETE_TOPICS: 1,
    ApiKey.OFFSET_FOR_LEADER_EPOCH: 2,
    ApiKey.DESCRIBE_CONFIGS: 1,
    ApiKey.ALTER_REPLICA_LOG_DIRS: 1,
    ApiKey.DESCRIBE_LOG_DIRS: 1,
    ApiKey.WRITE_TXN_MARKERS: 1,
}


def only_old(versions: Versions) -> Versions:
    """Of all versions those that Apache Kafka 4.0 removed (KIP-896)."""
    return {key: range(versions[key].start, _FIRST_OF_4[ApiKey(key)]) for key in versions if key in _FIRST_OF_4}


def uncovered(versions: Versions, exchanges: Iterable[Exchange]) -> list[str]:
    """What was never asked, as "API vN"."""
    asked = {(exchange.api, exchange.version) for exchange in exchanges}
    every = [(ApiKey(key).name, version) for key, span in sorted(versions.items()) for version in span]
    return [f"{api} v{version}" for api, version in every if (api, version) not in asked]
