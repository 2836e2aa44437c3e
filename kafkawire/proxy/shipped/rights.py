"""Which right each request needs, as Kafka has it: the operation on each topic, group and id that it names."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.api_key import ApiKey

__all__ = ["HIDING", "NEEDS", "PASSED", "Need", "need_of"]


class Need(NamedTuple):
    """Names of operations, empty where nothing is asked. `either`: who may do that to the cluster needs no other."""

    cluster: str = ""
    transactional_id: str = ""
    group: str = ""
    topic: str = ""
    either: str = ""


_GROUP_READ, _TOPIC_WRITE = Need(group="READ"), Need(transactional_id="WRITE", topic="WRITE")
_CLUSTER_ALTER, _CLUSTER_DESCRIBE = Need(cluster="ALTER"), Need(cluster="DESCRIBE")
_READS_BOTH = Need(group="READ", topic="READ")
_OF_BROKERS = Need(cluster="CLUSTER_ACTION")

PASSED = frozenset(
    {
        *(ApiKey.API_VERSIONS, ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE, ApiKey.DESCRIBE_CLUSTER),
        *(ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, ApiKey.PUSH_TELEMETRY),
        ApiKey.INIT_PRODUCER_ID,  # see `Authorize`: the last three need one of several rights, or what resources say
        *(ApiKey.FIND_COORDINATOR, ApiKey.DESCRIBE_CONFIGS, ApiKey.ALTER_CONFIGS, ApiKey.INCREMENTAL_ALTER_CONFIGS),
        *(ApiKey.LIST_GROUPS, ApiKey.LIST_TRANSACTIONS),  # what may not be seen is left out
    }
)
"""What everybody may ask, or what is looked at more closely than a table can say."""

NEEDS: dict[ApiKey, Need] = {
    ApiKey.PRODUCE: _TOPIC_WRITE,
    ApiKey.FETCH: Need(topic="READ"),
    ApiKey.LIST_OFFSETS: Need(topic="DESCRIBE"),
    ApiKey.METADATA: Need(topic="DESCRIBE"),
    ApiKey.OFFSET_COMMIT: _READS_BOTH,
    ApiKey.OFFSET_FETCH: Need(group="DESCRIBE", topic="DESCRIBE"),
    **dict.fromkeys((ApiKey.JOIN_GROUP, ApiKey.HEARTBEAT, ApiKey.LEAVE_GROUP, ApiKey.SYNC_GROUP), _GROUP_READ),
    ApiKey.DESCRIBE_GROUPS: Need(group="DESCRIBE"),
    ApiKey.CREATE_TOPICS: Need(topic="CREATE", either="CREATE"),
    ApiKey.DELETE_TOPICS: Need(topic="DELETE", either="DELETE"),
    ApiKey.DELETE_RECORDS: Need(topic="DELETE"),
    ApiKey.OFFSET_FOR_LEADER_EPOCH: Need(topic="DESCRIBE", either="CLUSTER_ACTION"),
    ApiKey.ADD_PARTITIONS_TO_TXN: _TOPIC_WRITE,
    ApiKey.ADD_OFFSETS_TO_TXN: Need(transactional_id="WRITE", group="READ"),
    ApiKey.END_TXN: Need(transactional_id="WRITE"),
    ApiKey.TXN_OFFSET_COMMIT: Need(transactional_id="WRITE", group="READ", topic="READ"),
    ApiKey.DESCRIBE_ACLS: _CLUSTER_DESCRIBE,
    **dict.fromkeys((ApiKey.CREATE_ACLS, ApiKey.DELETE_ACLS), _CLUSTER_ALTER),
    ApiKey.ALTER_REPLICA_LOG_DIRS: _CLUSTER_ALTER,
    ApiKey.DESCRIBE_LOG_DIRS: _CLUSTER_DESCRIBE,
    ApiKey.CREATE_PARTITIONS: Need(topic="ALTER"),
    ApiKey.DELETE_GROUPS: Need(group="DELETE"),
    **dict.fromkeys((ApiKey.ELECT_LEADERS, ApiKey.ALTER_PARTITION_REASSIGNMENTS), _CLUSTER_ALTER),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: _CLUSTER_DESCRIBE,
    ApiKey.OFFSET_DELETE: Need(group="DELETE", topic="READ"),
    ApiKey.DESCRIBE_CLIENT_QUOTAS: Need(cluster="DESCRIBE_CONFIGS"),
    ApiKey.ALTER_CLIENT_QUOTAS: Need(cluster="ALTER_CONFIGS"),
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: _CLUSTER_DESCRIBE,
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _CLUSTER_ALTER,
    # A broker gives tokens to whom it knows; behind a proxy that logs in by itself that would be the proxy.
    **dict.fromkeys((ApiKey.CREATE_DELEGATION_TOKEN, ApiKey.RENEW_DELEGATION_TOKEN), _CLUSTER_ALTER),
    **dict.fromkeys((ApiKey.EXPIRE_DELEGATION_TOKEN, ApiKey.DESCRIBE_DELEGATION_TOKEN), _CLUSTER_ALTER),
    ApiKey.DESCRIBE_QUORUM: _CLUSTER_DESCRIBE,
    **dict.fromkeys((ApiKey.UPDATE_FEATURES, ApiKey.UNREGISTER_BROKER), _CLUSTER_ALTER),
    **dict.fromkeys((ApiKey.ADD_RAFT_VOTER, ApiKey.REMOVE_RAFT_VOTER), _CLUSTER_ALTER),
    ApiKey.UNREGISTER_CONTROLLER: _CLUSTER_ALTER,
    ApiKey.DESCRIBE_PRODUCERS: Need(topic="READ"),
    ApiKey.DESCRIBE_TRANSACTIONS: Need(transactional_id="DESCRIBE"),
    ApiKey.CONSUMER_GROUP_HEARTBEAT: Need(group="READ", topic="DESCRIBE"),
    ApiKey.CONSUMER_GROUP_DESCRIBE: Need(group="DESCRIBE"),
    ApiKey.LIST_CONFIG_RESOURCES: Need(cluster="DESCRIBE_CONFIGS"),
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: Need(topic="DESCRIBE"),
    ApiKey.SHARE_GROUP_HEARTBEAT: Need(group="READ", topic="DESCRIBE"),
    ApiKey.SHARE_GROUP_DESCRIBE: Need(group="DESCRIBE"),
    **dict.fromkeys((ApiKey.SHARE_FETCH, ApiKey.SHARE_ACKNOWLEDGE), _READS_BOTH),
    ApiKey.STREAMS_GROUP_HEARTBEAT: Need(group="READ", topic="DESCRIBE"),
    ApiKey.STREAMS_GROUP_DESCRIBE: Need(group="DESCRIBE"),
    ApiKey.STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE: _GROUP_READ,
    ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS: Need(group="DESCRIBE", topic="DESCRIBE"),
    ApiKey.ALTER_SHARE_GROUP_OFFSETS: _READS_BOTH,
    ApiKey.DELETE_SHARE_GROUP_OFFSETS: Need(group="DELETE", topic="READ"),
}
"""What a request needs; one that is neither here nor in `PASSED` is for brokers."""

HIDING = frozenset(
    {
        *(ApiKey.METADATA, ApiKey.LIST_GROUPS, ApiKey.LIST_TRANSACTIONS, ApiKey.OFFSET_FETCH),
        *(ApiKey.DESCRIBE_TRANSACTIONS, ApiKey.DESCRIBE_TOPIC_PARTITIONS, ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS),
        *(ApiKey.CONSUMER_GROUP_DESCRIBE, ApiKey.SHARE_GROUP_DESCRIBE, ApiKey.STREAMS_GROUP_DESCRIBE),
    }
)
"""Responses that may name what nobody has asked for by name: what may not be described is left out."""


def need_of(api_key: int) -> Need | None:
    """What a request of that API needs; None if that is not in the table."""
    return None if api_key in PASSED else NEEDS.get(ApiKey(api_key), _OF_BROKERS)
