"""What may differ between two responses to one request, and what has to be translated to ask again: the tables.

All that reads them is `translate.py`; `docs/howto/capture.md` shows them. Names are those of the JSON form.
"""

from __future__ import annotations

from enum import Enum, auto

__all__ = ["BETWEEN_BROKERS", "IDENTITY", "KINDS", "NOT_YET", "TIMING", "VOLATILE", "Kind"]


class Kind(Enum):
    """What kind of thing a field names, which a cluster gives out by itself, so that another gives another."""

    TOPIC = auto()
    PRODUCER = auto()
    PRODUCER_EPOCH = auto()
    MEMBER = auto()
    GENERATION = auto()
    SESSION = auto()
    LEADER_EPOCH = auto()
    TELEMETRY = auto()
    OFFSET = auto()
    NODE = auto()


KINDS: dict[str, Kind] = {
    "topicId": Kind.TOPIC,
    **dict.fromkeys(("producerId", "v3AndBelowProducerId"), Kind.PRODUCER),
    **dict.fromkeys(("producerEpoch", "v3AndBelowProducerEpoch"), Kind.PRODUCER_EPOCH),
    **dict.fromkeys(("memberId", "leader"), Kind.MEMBER),
    **dict.fromkeys(
        ("generationId", "generationIdOrMemberEpoch", "memberEpoch", "groupEpoch", "assignmentEpoch"), Kind.GENERATION
    ),
    "sessionId": Kind.SESSION,
    **dict.fromkeys(
        ("leaderEpoch", "currentLeaderEpoch", "committedLeaderEpoch", "lastFetchedEpoch"), Kind.LEADER_EPOCH
    ),
    **dict.fromkeys(("clientInstanceId", "subscriptionId"), Kind.TELEMETRY),
    **dict.fromkeys(
        ("fetchOffset", "committedOffset", "baseOffset", "offset", "highWatermark", "lastStableOffset"), Kind.OFFSET
    ),
    **dict.fromkeys(
        ("logStartOffset", "startOffset", "endOffset", "firstOffset", "lastOffset", "lowWatermark"), Kind.OFFSET
    ),
    **dict.fromkeys(("leaderId", "controllerId", "nodeId", "brokerId"), Kind.NODE),
    **dict.fromkeys(("replicaNodes", "isrNodes", "offlineReplicas", "replicas"), Kind.NODE),
}
"""Fields that are translated in requests. In responses the first pair is learned, and what does not fit it differs."""

VOLATILE: dict[str, str] = {
    "throttleTimeMs": "depends on the load",
    "clusterId": "each cluster has its own",
    "host": "where the broker is",
    "port": "where the broker is",
    "rack": "where the broker is",
    "clientHost": "where the client is",
    "errorMessage": "wording; the error code beside it counts",
    "acknowledgeErrorMessage": "wording; the error code beside it counts",
    "authBytes": "a login of its own",
    "sessionLifetimeMs": "a login of its own",
    "logAppendTimeMs": "time",
    "transactionStartTimeMs": "time",
    "lastTimestamp": "time",
    "lastFetchTimestamp": "time",
    "lastCaughtUpTimestamp": "time",
    "issueTimestampMs": "time",
    "expiryTimestampMs": "time",
    "maxTimestampMs": "time",
    "tokenId": "chance",
    "hmac": "chance",
    "finalizedFeaturesEpoch": "how often features have changed",
    "logDir": "where the broker keeps its files",
    "totalBytes": "size of the disk",
    "usableBytes": "size of the disk",
    "partitionSize": "bytes on disk",
    "documentation": "wording",
}
"""Fields of responses that are not compared, and why."""

TIMING = frozenset(("highWatermark", "lastStableOffset", "lag", "offsetLag", "coordinatorEpoch", "logEndOffset"))
"""Fields that depend on what other clients have done by then: told, but no reason to fail."""

IDENTITY: tuple[str | tuple[str, ...], ...] = (
    ("resourceType", "resourceName"),
    *("groupId", "name", "topic", "topicId", "partitionIndex", "partition", "index", "apiKey", "memberId", "nodeId"),
    *("brokerId", "transactionalId", "producerId", "feature", "user", "key"),
)
"""What tells the items of a list apart: two lists are compared by the first of these that all items have."""

NOT_YET = frozenset(
    (
        *("COORDINATOR_LOAD_IN_PROGRESS", "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "CONCURRENT_TRANSACTIONS"),
        *("LEADER_NOT_AVAILABLE", "NOT_LEADER_OR_FOLLOWER"),
    )
)
"""Errors that say only that it was too early or the wrong broker: the client asked again. A broker that is quicker
would do it at once, and then again, so such requests are left out."""

BETWEEN_BROKERS = frozenset(
    (
        *("LeaderAndIsr", "StopReplica", "UpdateMetadata", "ControlledShutdown", "WriteTxnMarkers", "Vote"),
        *("BeginQuorumEpoch", "EndQuorumEpoch", "AlterPartition", "Envelope", "FetchSnapshot", "BrokerRegistration"),
        *("BrokerHeartbeat", "UnregisterBroker", "AllocateProducerIds", "ControllerRegistration", "UpdateRaftVoter"),
        *("AssignReplicasToDirs", "AddRaftVoter", "RemoveRaftVoter", "WriteShareGroupState"),
        *("InitializeShareGroupState", "ReadShareGroupState", "DeleteShareGroupState", "ReadShareGroupStateSummary"),
    )
)
"""APIs with which brokers run their cluster: a client that repeats these would damage another one."""
