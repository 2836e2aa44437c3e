"""The administrative client: all that the protocol lets one see and change, one method for each call.

A call about several things either returns a result for each, or raises `SomeFailed` once all have been tried; it has
the errors and the results. A call about one thing raises `AdminError`. Both are `KafkaError`s.
"""

from __future__ import annotations

from kafkawire.client.admin.acls import Acl, AclFilter, AclsAdmin
from kafkawire.client.admin.cluster_info import (
    BrokerDescription,
    ClusterAdmin,
    ClusterDescription,
    Features,
    FeatureUpdate,
    QuorumInfo,
    QuorumReplica,
)
from kafkawire.client.admin.configs import ConfigChange, ConfigEntry, ConfigResource, ConfigsAdmin, ConfigSynonym
from kafkawire.client.admin.describing import PartitionDescription, TopicDescription
from kafkawire.client.admin.group_kinds import GroupDescription, MemberDescription
from kafkawire.client.admin.group_offsets import CommittedOffset, GroupOffsetsAdmin
from kafkawire.client.admin.groups import GroupsAdmin, ListedGroup
from kafkawire.client.admin.log_dirs import LogDir, LogDirsAdmin, ReplicaInfo
from kafkawire.client.admin.outcome import AdminError, SomeFailed
from kafkawire.client.admin.quotas import ANY_NAME, ClientQuota, QuotasAdmin
from kafkawire.client.admin.reassignments import PartitionReassignment, ReassignmentsAdmin
from kafkawire.client.admin.records import HIGH_WATERMARK, ListedOffset, OffsetSpec, ProducerState, RecordsAdmin
from kafkawire.client.admin.share_offsets import ShareGroupOffset, ShareOffsetsAdmin
from kafkawire.client.admin.tokens import DelegationToken, TokensAdmin
from kafkawire.client.admin.topics import CreatedTopic, NewPartitions, NewTopic, TopicsAdmin
from kafkawire.client.admin.transactions import (
    ListedTransaction,
    ProducerIdentity,
    TransactionDescription,
    TransactionsAdmin,
)
from kafkawire.client.admin.users import ScramCredential, ScramDeletion, ScramUpsertion, UsersAdmin

__all__ = [
    "ANY_NAME",
    "HIGH_WATERMARK",
    "Acl",
    "AclFilter",
    "Admin",
    "AdminError",
    "BrokerDescription",
    "ClientQuota",
    "ClusterDescription",
    "CommittedOffset",
    "ConfigChange",
    "ConfigEntry",
    "ConfigResource",
    "ConfigSynonym",
    "CreatedTopic",
    "DelegationToken",
    "FeatureUpdate",
    "Features",
    "GroupDescription",
    "ListedGroup",
    "ListedOffset",
    "ListedTransaction",
    "LogDir",
    "MemberDescription",
    "NewPartitions",
    "NewTopic",
    "OffsetSpec",
    "PartitionDescription",
    "PartitionReassignment",
    "ProducerIdentity",
    "ProducerState",
    "QuorumInfo",
    "QuorumReplica",
    "ReplicaInfo",
    "ScramCredential",
    "ScramDeletion",
    "ScramUpsertion",
    "ShareGroupOffset",
    "SomeFailed",
    "TopicDescription",
    "TransactionDescription",
]


class Admin(
    TopicsAdmin,
    RecordsAdmin,
    ConfigsAdmin,
    AclsAdmin,
    GroupsAdmin,
    GroupOffsetsAdmin,
    ShareOffsetsAdmin,
    LogDirsAdmin,
    ReassignmentsAdmin,
    QuotasAdmin,
    UsersAdmin,
    TokensAdmin,
    TransactionsAdmin,
    ClusterAdmin,
):
    """An administrative client: `async with Admin("127.0.0.1:9092") as admin`. Options: `ClientOptions`."""
