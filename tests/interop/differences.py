"""Where our answers may differ from Apache Kafka's, each with the reason. There is no other place for exceptions."""

from __future__ import annotations

from tests.interop.compare import ABSENT, EITHER, EXTRA, ORDER, VALUE, Rule

__all__ = ["OLD_RULES", "RULES", "UNSERVED"]

_BROKERS = "there is one broker, which need not ask another for the states of records"
_LETTERS = "there are no dead letter queues"
_STREAMS = "streams groups are not served"
_CONTROLLERS = "there is one node, and voters cannot be added to it or removed"
UNSERVED: dict[int, str] = {
    **dict.fromkeys((83, 84, 85, 86, 87), _BROKERS),
    **dict.fromkeys((88, 89, 93), _STREAMS),
    **dict.fromkeys((64, 80, 81, 94), _CONTROLLERS),
}
"""API keys that only Apache Kafka serves, each with the reason."""

_REQUEST_AS_TEXT = "Apache Kafka prints its request as an object of Java there"
_HASHED = "Apache Kafka keeps it in a hash table, so its order means nothing"

_CLOCK = "the time at which it happened"
_OFFSET = "offsets of the metadata log: each broker writes down different things there"
_OLDER = "we still serve the versions that 4.0 removed (KIP-896)"
_NEWER = "we also serve the newest version, of 4.4"
_ONE_NODE = "an option of something that is not here: replication, controllers, security, tiered storage, thread pools"
_WORDS = "our documentation has sentences of its own"
_INERT = "a topic option of tiered storage, which has no broker option behind it here"
_LISTENERS = "listeners cannot change while our broker runs"
_STARTED = "the two are started in ways of their own, with addresses and directories of their own"
_PATTERN = "a pattern is resolved at once; Apache Kafka does so behind its answer"
_NO_TIME = "a time limit of 0 ms is enough for us"
_SEGMENT_TIME = "a segment's time is its largest timestamp with us, that of its file with Apache Kafka"
_STARTS_BEHIND = "where a share group stands in a partition is found out behind the first answers, which may lack it"
_TRIPS = "Apache Kafka trips over a share fetch of nothing but a topic id that it does not know"
_OWN_RECORDS = "what a broker writes for itself has times and ids of its own"

RULES: tuple[Rule, ...] = (
    Rule("SASL_HANDSHAKE", "mechanisms", ORDER, _HASHED),
    Rule("DESCRIBE_USER_SCRAM_CREDENTIALS|ALTER_USER_SCRAM_CREDENTIALS", "results", ORDER, _HASHED, "user"),
    Rule("DESCRIBE_USER_SCRAM_CREDENTIALS", "results[*].credentialInfos", ORDER, _HASHED, "mechanism"),
    Rule("DESCRIBE_ACLS", "resources", ORDER, _HASHED, "resourceType,resourceName,patternType"),
    Rule("DESCRIBE_ACLS", "resources[*].acls", ORDER, _HASHED, "principal,host,operation,permissionType"),
    Rule("DESCRIBE_CLIENT_QUOTAS|ALTER_CLIENT_QUOTAS", "entries", ORDER, _HASHED, "entity"),
    Rule("LIST_OFFSETS", "topics", ORDER, "what is denied stands apart", "name", step="what_acls_allow"),
    Rule("CREATE_ACLS|DELETE_ACLS", "*esults[*].errorMessage", VALUE, _REQUEST_AS_TEXT, step=" rules"),
    Rule("DESCRIBE_ACLS", "errorMessage", VALUE, _REQUEST_AS_TEXT, step="to see rules"),
    Rule("DELETE_ACLS", "filterResults[*].matchingAcls", ORDER, _HASHED, "resourceName,operation,permissionType"),
    *(
        Rule(f"{api}_PARTITION_REASSIGNMENTS", "errorMessage", VALUE, _REQUEST_AS_TEXT, step="sasl bob")
        for api in ("ALTER", "LIST")
    ),
    Rule(
        "ELECT_LEADERS|ALTER_PARTITION_REASSIGNMENTS",
        "*[*].partition*[0].errorMessage",
        VALUE,
        _REQUEST_AS_TEXT,
        step="sasl bob",
    ),
    Rule("SHARE_GROUP_HEARTBEAT", "memberEpoch", VALUE, _STARTS_BEHIND, step="internal_topics_after"),
    Rule("SHARE_FETCH", "responses[0]", EITHER, _STARTS_BEHIND, step="internal_topics_after"),
    *(
        Rule("SHARE_FETCH", path, EITHER, _TRIPS, step="internal_topics_after / __cluster_metadata")
        for path in ("errorCode", "acquisitionLockTimeoutMs")
    ),
    *(
        Rule("FETCH", f"responses[0].partitions[0].records{path}", EITHER, _OWN_RECORDS, step="internal_topics_after")
        for path in (".batches[*].records[*][?]", ".batches[*].*")
    ),
    Rule("API_VERSIONS", "supportedFeatures", ORDER, _HASHED, "name"),
    Rule("API_VERSIONS", "finalizedFeatures", ORDER, _HASHED, "name"),
    Rule("API_VERSIONS", "finalizedFeaturesEpoch", VALUE, _OFFSET),
    Rule("API_VERSIONS", "supportedFeatures[kraft.version].maxVersion", VALUE, _CONTROLLERS),
    *(
        Rule("API_VERSIONS", f"{kind}Features[{name}.version]", ABSENT, why)
        for kind in ("supported", "finalized")
        for name, why in {
            "eligible.leader.replicas": "there is one replica, so no other one is ever eligible",
            "streams": _STREAMS,
        }.items()
    ),
    Rule("API_VERSIONS", "apiKeys", ORDER, "the order is that of the keys in both but for gaps", "apiKey"),
    *(Rule("API_VERSIONS", f"apiKeys[{key}]", ABSENT, why) for key, why in UNSERVED.items()),
    *(
        Rule("API_VERSIONS", f"apiKeys[{key}].minVersion", VALUE, _OLDER)
        for key in (1, 2, 8, 9, 19, 20, 23, 27, 32, 34, 35)
    ),
    *(Rule("API_VERSIONS", f"apiKeys[{key}].maxVersion", VALUE, _NEWER) for key in (18, 28, 42)),
    Rule("METADATA", "topics", ORDER, _HASHED, "name,errorCode"),
    Rule("CREATE_TOPICS", "topics", ORDER, _HASHED, "name"),
    Rule("CREATE_TOPICS", "topics[*].configs", ORDER, _HASHED, "name"),
    Rule("CREATE_TOPICS|CREATE_PARTITIONS", "throttleTimeMs", VALUE, _CLOCK, step="over the quota"),
    Rule("CREATE_TOPICS", "topics[hasty].*", VALUE, _NO_TIME, step="no time"),
    Rule("CREATE_TOPICS", "topics[hasty].errorMessage", EITHER, _NO_TIME, step="no time"),
    Rule("CREATE_TOPICS", "topics[hasty].configs[*]", EXTRA, _NO_TIME, step="no time"),
    Rule(
        "CREATE_PARTITIONS",
        "results[*].error*",
        EITHER,
        "Apache Kafka fails on so many at once",
        step="100000 partitions",
    ),
    Rule("DELETE_TOPICS", "responses", ORDER, "Apache Kafka shuffles it, so that nobody relies on it", "name"),
    Rule(
        "DESCRIBE_TOPIC_PARTITIONS",
        "topics[*].*",
        EITHER,
        "Apache Kafka fails on some of them and answers -1 for all",
        step="bad names",
    ),
    Rule("DESCRIBE_CONFIGS", "results[*].configs", ORDER, _HASHED, "name"),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[*].documentation", VALUE, _WORDS),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[*]", ABSENT, _ONE_NODE, step="describe_broker"),
    *(
        Rule("DESCRIBE_CONFIGS", f"results[*].configs[{name}].{field}", EITHER, why, step="describe_broker")
        for names, why in (
            (("listener.security.protocol.map", "sasl.enabled.mechanisms"), _STARTED),
            (("ssl.keystore.type", "ssl.truststore.type"), "stores in formats of Java cannot be read here"),
        )
        for name in names
        for field in ("value", "configType", "configSource", "isSensitive", "documentation", "synonyms[*]*")
    ),
    *(
        Rule("DESCRIBE_CONFIGS", f"results[*].configs[{name}].readOnly", VALUE, _LISTENERS, step="describe_broker")
        for name in ("listener.security.protocol.map", "sasl.enabled.mechanisms", "ssl.*")
    ),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[cluster.id]", EXTRA, "an option of ours", step="describe_broker"),
    *(
        Rule("DESCRIBE_CONFIGS", f"results[*].configs[{name}].{field}", kind, _STARTED, step="describe_broker")
        for name in ("advertised.listeners", "auto.create.topics.enable", "listeners", "log.dirs", "num.partitions")
        for field, kind in {
            "value": VALUE,
            "configSource": VALUE,
            "synonyms[*]": EITHER,
            "synonyms[*].source": VALUE,
            "synonyms[*].value": VALUE,
        }.items()
    ),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[node.id].configSource", VALUE, _STARTED, step="describe_broker"),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[node.id].synonyms[*].source", VALUE, _STARTED, step="describe_broker"),
    Rule(
        "DESCRIBE_CONFIGS",
        "results[*].configs[log.cleaner.threads].readOnly",
        VALUE,
        "our cleaner keeps the threads that it was started with",
        step="describe_broker",
    ),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[*listeners].readOnly", VALUE, _LISTENERS, step="describe_broker"),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[local.retention.*].synonyms[*]", ABSENT, _INERT),
    Rule(
        "INCREMENTAL_ALTER_CONFIGS",
        "responses[*].errorMessage",
        VALUE,
        "smaller segments are allowed",
        step="segment.bytes=13",
    ),
    Rule("INCREMENTAL_ALTER_CONFIGS", "responses[*].error*", EITHER, "NaN is no ratio", step="dirty.ratio=NaN"),
    Rule("INCREMENTAL_ALTER_CONFIGS", "responses[*].errorMessage", VALUE, _LISTENERS, step="fixed: listeners"),
    Rule(
        "INCREMENTAL_ALTER_CONFIGS",
        "responses[*].error*",
        EITHER,
        "an unknown option here, kept unread",
        step="log.cleaner.threads=x",
    ),
    Rule(
        "INCREMENTAL_ALTER_CONFIGS",
        "responses[*].error*",
        EITHER,
        "no topic may have it either",
        step="log.flush.interval.ms=-3",
    ),
    Rule("ALTER_REPLICA_LOG_DIRS", "results", ORDER, _HASHED, "topicName"),
    Rule("DESCRIBE_LOG_DIRS", "results[*].usableBytes", VALUE, "the disk is in use meanwhile"),
    Rule("ELECT_LEADERS", "replicaElectionResults", ORDER, _HASHED, "topic"),
    Rule("PRODUCE", "responses[*].partitionResponses", ORDER, _HASHED, "index"),
    Rule("PRODUCE", "responses", ORDER, _HASHED, "name,topicId"),
    Rule("PRODUCE", "responses[*].partitionResponses[*].logAppendTimeMs", VALUE, _CLOCK, step="log append time"),
    *(
        Rule(
            "PRODUCE",
            "responses[*].partitionResponses[*].recordErrors[*].batchIndexErrorMessage",
            VALUE,
            _CLOCK,
            step=step,
        )
        for step in ("far in the future", "too late")
    ),
    Rule("FETCH", "responses[*].partitions[*].records.batches[*].records[*][1]", VALUE, _CLOCK, step="transactions_"),
    Rule("FETCH", "responses[*].partitions[*].records.batches[*].records[*][1]", VALUE, _CLOCK, step="fenced_prod"),
    Rule("FETCH", "responses[*].partitions[*].records.batches[*].records[*][1]", VALUE, _CLOCK, step="written_mark"),
    Rule("DESCRIBE_PRODUCERS", "topics[*].partitions[*].activeProducers", ORDER, _HASHED, "producerId"),
    Rule("DESCRIBE_PRODUCERS", "topics[*].partitions[*].activeProducers[*].lastTimestamp", VALUE, _CLOCK),
    Rule("DESCRIBE_TRANSACTIONS", "transactionStates[*].transactionStartTimeMs", VALUE, _CLOCK),
    Rule("DESCRIBE_TRANSACTIONS", "transactionStates[*].topics", ORDER, _HASHED, "topic"),
    Rule("DESCRIBE_TRANSACTIONS", "transactionStates[*].topics[*].partitions[*]", VALUE, _HASHED),
    Rule("OFFSET_FETCH", "groups[*].topics[*].partitions", ORDER, _HASHED, "partitionIndex"),
    Rule(
        "ADD_PARTITIONS_TO_TXN",
        "resultsByTransaction[*].topicResults[*].resultsByPartition",
        ORDER,
        _HASHED,
        "partitionIndex",
    ),
    Rule("LIST_TRANSACTIONS", "transactionStates", ORDER, _HASHED, "transactionalId"),
    Rule("DELETE_RECORDS", "topics[*].partitions", ORDER, _HASHED, "partitionIndex"),
    Rule("DELETE_RECORDS", "topics", ORDER, _HASHED, "name"),
    Rule("LIST_OFFSETS", "topics[*].partitions", ORDER, _HASHED, "partitionIndex"),
    *(
        Rule("LIST_OFFSETS", "topics[*].partitions[*].oldStyleOffsets*", EITHER, _SEGMENT_TIME, step=f"T0 + {after}")
        for after in (1000, 1001)
    ),
    Rule("FETCH", "sessionId", VALUE, "session ids are drawn at random"),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[streams.*]", ABSENT, _STREAMS, step="_others / "),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[errors.*]", ABSENT, _LETTERS, step="_others / "),
    Rule("LIST_CONFIG_RESOURCES", "configResources", ORDER, _HASHED, "resourceType,resourceName"),
    *(
        Rule("DESCRIBE_QUORUM", f"topics[*].partitions[*].{field}", VALUE, why)
        for field, why in {
            "leaderEpoch": "Apache Kafka's grows with its elections of controllers",
            "highWatermark": _OFFSET,
            "currentVoters[*].logEndOffset": _OFFSET,
            "currentVoters[*].lastFetchTimestamp": _CLOCK,
            "currentVoters[*].lastCaughtUpTimestamp": _CLOCK,
        }.items()
    ),
    Rule("DESCRIBE_QUORUM", "nodes[*].listeners[*].*", EITHER, "one listener serves for all here"),
    Rule("UPDATE_FEATURES", "*", EITHER, "levels cannot be changed here", step="lower, safely"),
    Rule("UPDATE_FEATURES", "results[*]", ABSENT, "levels cannot be changed here", step="lower, safely"),
    Rule("JOIN_GROUP", "members", ORDER, _HASHED, "memberId"),
    Rule("DESCRIBE_GROUPS", "groups[*].members", ORDER, _HASHED, "memberId"),
    Rule("LIST_GROUPS", "groups", ORDER, _HASHED, "groupId"),
    Rule("DELETE_GROUPS", "results", ORDER, _HASHED, "groupId"),
    Rule("CONSUMER_GROUP_DESCRIBE", "groups", ORDER, "Apache Kafka answers as its coordinators come to it", "groupId"),
    *(
        Rule("CONSUMER_GROUP_DESCRIBE", f"groups[*].members[*].{name}.topicPartitions", ORDER, _HASHED, "topicName")
        for name in ("assignment", "targetAssignment")
    ),
    Rule("CONSUMER_GROUP_HEARTBEAT", "memberEpoch", VALUE, _PATTERN, step="pattern / join"),
    Rule("CONSUMER_GROUP_HEARTBEAT", "assignment.topicPartitions[*]", EXTRA, _PATTERN, step="pattern / join"),
    Rule("JOIN_GROUP", "memberId", VALUE, "member ids are drawn at random", step="a classic member"),
)

_GONE = "an option that 4.0 removed"
_SINCE_ELR = "it is set for all brokers since there are eligible leader replicas (4.1)"
_CHANGED = "4.0 changed the default (KIP-1030), or the words"
_ROOM = "Apache Kafka fills the room that converted records leave with the beginning of a message that nobody can read"
_FIRST = "the first batch is given whatever the limit, so that an old client gets on"
_WRITTEN = "version 0 goes by the time at which a segment was last written"
_ZOOKEEPER = "version 0 kept offsets in ZooKeeper, so 3.9 without one refuses it; we keep them with the group"
_REMOVED_OPTIONS = ("message.downconversion.enable", "message.format.version", "message.timestamp.difference.max.ms")

OLD_RULES: tuple[Rule, ...] = (
    *RULES,
    Rule("CREATE_TOPICS", "topics[*].configs[min.insync.replicas].configSource", VALUE, _SINCE_ELR),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[min.insync.replicas].configSource", VALUE, _SINCE_ELR),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[min.insync.replicas].isDefault", VALUE, _SINCE_ELR),
    Rule("DESCRIBE_CONFIGS", "results[*].configs[min.insync.replicas].synonyms[*]*", EITHER, _SINCE_ELR),
    *(
        Rule(api, f"{path}.configs[{name}]", ABSENT, _GONE)
        for api, path in (("CREATE_TOPICS", "topics[*]"), ("DESCRIBE_CONFIGS", "results[*]"))
        for name in _REMOVED_OPTIONS
    ),
    *(
        Rule(api, f"{path}.configs[message.timestamp.after.max.ms].value", VALUE, _CHANGED)
        for api, path in (("CREATE_TOPICS", "topics[*]"), ("DESCRIBE_CONFIGS", "results[*]"))
    ),
    Rule("CREATE_TOPICS", "topics[*].errorMessage", VALUE, _CHANGED, step="replication factor"),
    Rule("FETCH", "responses[*].partitions[*].records.batches[*]", EXTRA, _FIRST, step="a small limit"),
    Rule("FETCH", "responses[*].partitions[*].records.bytes", VALUE, _ROOM),
    Rule("LIST_OFFSETS", "topics[*].partitions[*].oldStyleOffsets[*]", EITHER, _WRITTEN, step="T0 + 100"),
    Rule("OFFSET_COMMIT", "topics[*].partitions[*].errorCode", VALUE, _ZOOKEEPER, step="offsets / commit"),
    Rule("OFFSET_FETCH", "topics[*].partitions[*].*", VALUE, _ZOOKEEPER, step="offsets / fetch"),
)
"""For the versions that 4.0 removed, in a comparison with 3.9."""
