"""Clients: `Producer`, `Consumer`, `ShareConsumer` and `Admin` for asyncio, with what they take, give and raise.

The same without asyncio is in `kafkawire.client.blocking`. Names load on first touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.lazy import lazily

if TYPE_CHECKING:
    from kafkawire.client.admin import ANY_NAME as ANY_NAME
    from kafkawire.client.admin import HIGH_WATERMARK as HIGH_WATERMARK
    from kafkawire.client.admin import Acl as Acl
    from kafkawire.client.admin import AclFilter as AclFilter
    from kafkawire.client.admin import Admin as Admin
    from kafkawire.client.admin import AdminError as AdminError
    from kafkawire.client.admin import BrokerDescription as BrokerDescription
    from kafkawire.client.admin import ClientQuota as ClientQuota
    from kafkawire.client.admin import ClusterDescription as ClusterDescription
    from kafkawire.client.admin import CommittedOffset as CommittedOffset
    from kafkawire.client.admin import ConfigChange as ConfigChange
    from kafkawire.client.admin import ConfigEntry as ConfigEntry
    from kafkawire.client.admin import ConfigResource as ConfigResource
    from kafkawire.client.admin import ConfigSynonym as ConfigSynonym
    from kafkawire.client.admin import CreatedTopic as CreatedTopic
    from kafkawire.client.admin import DelegationToken as DelegationToken
    from kafkawire.client.admin import Features as Features
    from kafkawire.client.admin import FeatureUpdate as FeatureUpdate
    from kafkawire.client.admin import GroupDescription as GroupDescription
    from kafkawire.client.admin import ListedGroup as ListedGroup
    from kafkawire.client.admin import ListedOffset as ListedOffset
    from kafkawire.client.admin import ListedTransaction as ListedTransaction
    from kafkawire.client.admin import LogDir as LogDir
    from kafkawire.client.admin import MemberDescription as MemberDescription
    from kafkawire.client.admin import NewPartitions as NewPartitions
    from kafkawire.client.admin import NewTopic as NewTopic
    from kafkawire.client.admin import OffsetSpec as OffsetSpec
    from kafkawire.client.admin import PartitionDescription as PartitionDescription
    from kafkawire.client.admin import PartitionReassignment as PartitionReassignment
    from kafkawire.client.admin import ProducerIdentity as ProducerIdentity
    from kafkawire.client.admin import ProducerState as ProducerState
    from kafkawire.client.admin import QuorumInfo as QuorumInfo
    from kafkawire.client.admin import QuorumReplica as QuorumReplica
    from kafkawire.client.admin import ReplicaInfo as ReplicaInfo
    from kafkawire.client.admin import ScramCredential as ScramCredential
    from kafkawire.client.admin import ScramDeletion as ScramDeletion
    from kafkawire.client.admin import ScramUpsertion as ScramUpsertion
    from kafkawire.client.admin import ShareGroupOffset as ShareGroupOffset
    from kafkawire.client.admin import SomeFailed as SomeFailed
    from kafkawire.client.admin import TopicDescription as TopicDescription
    from kafkawire.client.admin import TransactionDescription as TransactionDescription
    from kafkawire.client.arguments import ClientArguments as ClientArguments
    from kafkawire.client.arguments import ConsumerArguments as ConsumerArguments
    from kafkawire.client.arguments import ProducerArguments as ProducerArguments
    from kafkawire.client.consumer import ColumnBatch as ColumnBatch
    from kafkawire.client.consumer import Consumer as Consumer
    from kafkawire.client.consumer import ConsumerHealth as ConsumerHealth
    from kafkawire.client.consumer import ConsumerRecord as ConsumerRecord
    from kafkawire.client.consumer import PartitionRecords as PartitionRecords
    from kafkawire.client.consumer.membership import Listener as Listener
    from kafkawire.client.errors import AcknowledgeFailed as AcknowledgeFailed
    from kafkawire.client.errors import BatchRefused as BatchRefused
    from kafkawire.client.errors import BrokersUnavailable as BrokersUnavailable
    from kafkawire.client.errors import BufferFull as BufferFull
    from kafkawire.client.errors import ClientClosed as ClientClosed
    from kafkawire.client.errors import DeliveryTimedOut as DeliveryTimedOut
    from kafkawire.client.errors import DeserializationFailed as DeserializationFailed
    from kafkawire.client.errors import InvalidOption as InvalidOption
    from kafkawire.client.errors import LogTruncated as LogTruncated
    from kafkawire.client.errors import NoOffset as NoOffset
    from kafkawire.client.errors import NotAcknowledged as NotAcknowledged
    from kafkawire.client.errors import NotHeld as NotHeld
    from kafkawire.client.errors import NoTransaction as NoTransaction
    from kafkawire.client.errors import ProducerFenced as ProducerFenced
    from kafkawire.client.errors import RecordTooLarge as RecordTooLarge
    from kafkawire.client.errors import SerializationFailed as SerializationFailed
    from kafkawire.client.errors import TimedOut as TimedOut
    from kafkawire.client.errors import TransactionAborted as TransactionAborted
    from kafkawire.client.metadata import GroupMetadata as GroupMetadata
    from kafkawire.client.metadata import Node as Node
    from kafkawire.client.metadata import TopicPartition as TopicPartition
    from kafkawire.client.metrics import ClientMetrics as ClientMetrics
    from kafkawire.client.metrics import Measured as Measured
    from kafkawire.client.metrics import PrometheusCollector as PrometheusCollector
    from kafkawire.client.metrics import Sample as Sample
    from kafkawire.client.metrics import observe as observe
    from kafkawire.client.oauth import ClientCredentials as ClientCredentials
    from kafkawire.client.oauth import Token as Token
    from kafkawire.client.oauth import TokenProvider as TokenProvider
    from kafkawire.client.options import MechanismFactory as MechanismFactory
    from kafkawire.client.partitioner import Partitioner as Partitioner
    from kafkawire.client.producer import Delivery as Delivery
    from kafkawire.client.producer import Producer as Producer
    from kafkawire.client.producer import RecordMetadata as RecordMetadata
    from kafkawire.client.runtime import Runtime as Runtime
    from kafkawire.client.serializing import Deserializer as Deserializer
    from kafkawire.client.serializing import Serializer as Serializer
    from kafkawire.client.share import AcknowledgeType as AcknowledgeType
    from kafkawire.client.share import ShareConsumer as ShareConsumer
    from kafkawire.client.share import ShareRecord as ShareRecord
    from kafkawire.client.share.consumer import OnAcknowledged as OnAcknowledged
    from kafkawire.client.share.options import ShareArguments as ShareArguments
    from kafkawire.client.telemetry import context_of as context_of
    from kafkawire.client.telemetry import trace_headers as trace_headers
    from kafkawire.errors import KafkaError as KafkaError
    from kafkawire.errors import KafkaWireError as KafkaWireError
    from kafkawire.protocol.sasl.mechanism import AuthenticationFailed as AuthenticationFailed
    from kafkawire.protocol.sasl.mechanism import Mechanism as Mechanism
    from kafkawire.transport.errors import ConnectFailed as ConnectFailed
    from kafkawire.transport.errors import ConnectionLost as ConnectionLost
    from kafkawire.transport.errors import RequestTimedOut as RequestTimedOut
    from kafkawire.transport.errors import TransportError as TransportError
    from kafkawire.transport.errors import Untrusted as Untrusted

__all__ = [
    "ANY_NAME",
    "HIGH_WATERMARK",
    "AcknowledgeFailed",
    "AcknowledgeType",
    "Acl",
    "AclFilter",
    "Admin",
    "AdminError",
    "AuthenticationFailed",
    "BatchRefused",
    "BrokerDescription",
    "BrokersUnavailable",
    "BufferFull",
    "ClientArguments",
    "ClientClosed",
    "ClientCredentials",
    "ClientMetrics",
    "ClientQuota",
    "ClusterDescription",
    "ColumnBatch",
    "CommittedOffset",
    "ConfigChange",
    "ConfigEntry",
    "ConfigResource",
    "ConfigSynonym",
    "ConnectFailed",
    "ConnectionLost",
    "Consumer",
    "ConsumerArguments",
    "ConsumerHealth",
    "ConsumerRecord",
    "CreatedTopic",
    "DelegationToken",
    "Delivery",
    "DeliveryTimedOut",
    "DeserializationFailed",
    "Deserializer",
    "FeatureUpdate",
    "Features",
    "GroupDescription",
    "GroupMetadata",
    "InvalidOption",
    "KafkaError",
    "KafkaWireError",
    "ListedGroup",
    "ListedOffset",
    "ListedTransaction",
    "Listener",
    "LogDir",
    "LogTruncated",
    "Measured",
    "Mechanism",
    "MechanismFactory",
    "MemberDescription",
    "NewPartitions",
    "NewTopic",
    "NoOffset",
    "NoTransaction",
    "Node",
    "NotAcknowledged",
    "NotHeld",
    "OffsetSpec",
    "OnAcknowledged",
    "PartitionDescription",
    "PartitionReassignment",
    "PartitionRecords",
    "Partitioner",
    "Producer",
    "ProducerArguments",
    "ProducerFenced",
    "ProducerIdentity",
    "ProducerState",
    "PrometheusCollector",
    "QuorumInfo",
    "QuorumReplica",
    "RecordMetadata",
    "RecordTooLarge",
    "ReplicaInfo",
    "RequestTimedOut",
    "Runtime",
    "Sample",
    "ScramCredential",
    "ScramDeletion",
    "ScramUpsertion",
    "SerializationFailed",
    "Serializer",
    "ShareArguments",
    "ShareConsumer",
    "ShareGroupOffset",
    "ShareRecord",
    "SomeFailed",
    "TimedOut",
    "Token",
    "TokenProvider",
    "TopicDescription",
    "TopicPartition",
    "TransactionAborted",
    "TransactionDescription",
    "TransportError",
    "Untrusted",
    "context_of",
    "observe",
    "trace_headers",
]

_HOME = {
    "ANY_NAME": "kafkawire.client.admin",
    "AcknowledgeFailed": "kafkawire.client.errors",
    "AcknowledgeType": "kafkawire.client.share",
    "Acl": "kafkawire.client.admin",
    "AclFilter": "kafkawire.client.admin",
    "Admin": "kafkawire.client.admin",
    "AdminError": "kafkawire.client.admin",
    "AuthenticationFailed": "kafkawire.protocol.sasl.mechanism",
    "BatchRefused": "kafkawire.client.errors",
    "BrokerDescription": "kafkawire.client.admin",
    "BrokersUnavailable": "kafkawire.client.errors",
    "BufferFull": "kafkawire.client.errors",
    "ClientArguments": "kafkawire.client.arguments",
    "ClientClosed": "kafkawire.client.errors",
    "ClientCredentials": "kafkawire.client.oauth",
    "ClientMetrics": "kafkawire.client.metrics",
    "ClientQuota": "kafkawire.client.admin",
    "ClusterDescription": "kafkawire.client.admin",
    "ColumnBatch": "kafkawire.client.consumer",
    "CommittedOffset": "kafkawire.client.admin",
    "ConfigChange": "kafkawire.client.admin",
    "ConfigEntry": "kafkawire.client.admin",
    "ConfigResource": "kafkawire.client.admin",
    "ConfigSynonym": "kafkawire.client.admin",
    "ConnectFailed": "kafkawire.transport.errors",
    "ConnectionLost": "kafkawire.transport.errors",
    "Consumer": "kafkawire.client.consumer",
    "ConsumerArguments": "kafkawire.client.arguments",
    "ConsumerHealth": "kafkawire.client.consumer",
    "ConsumerRecord": "kafkawire.client.consumer",
    "CreatedTopic": "kafkawire.client.admin",
    "DelegationToken": "kafkawire.client.admin",
    "Delivery": "kafkawire.client.producer",
    "DeliveryTimedOut": "kafkawire.client.errors",
    "DeserializationFailed": "kafkawire.client.errors",
    "Deserializer": "kafkawire.client.serializing",
    "FeatureUpdate": "kafkawire.client.admin",
    "Features": "kafkawire.client.admin",
    "GroupDescription": "kafkawire.client.admin",
    "GroupMetadata": "kafkawire.client.metadata",
    "HIGH_WATERMARK": "kafkawire.client.admin",
    "InvalidOption": "kafkawire.client.errors",
    "KafkaError": "kafkawire.errors",
    "KafkaWireError": "kafkawire.errors",
    "ListedGroup": "kafkawire.client.admin",
    "ListedOffset": "kafkawire.client.admin",
    "ListedTransaction": "kafkawire.client.admin",
    "Listener": "kafkawire.client.consumer.membership",
    "LogDir": "kafkawire.client.admin",
    "LogTruncated": "kafkawire.client.errors",
    "Measured": "kafkawire.client.metrics",
    "Mechanism": "kafkawire.protocol.sasl.mechanism",
    "MechanismFactory": "kafkawire.client.options",
    "MemberDescription": "kafkawire.client.admin",
    "NewPartitions": "kafkawire.client.admin",
    "NewTopic": "kafkawire.client.admin",
    "NoOffset": "kafkawire.client.errors",
    "NoTransaction": "kafkawire.client.errors",
    "Node": "kafkawire.client.metadata",
    "NotAcknowledged": "kafkawire.client.errors",
    "NotHeld": "kafkawire.client.errors",
    "OffsetSpec": "kafkawire.client.admin",
    "OnAcknowledged": "kafkawire.client.share.consumer",
    "PartitionDescription": "kafkawire.client.admin",
    "PartitionReassignment": "kafkawire.client.admin",
    "PartitionRecords": "kafkawire.client.consumer",
    "Partitioner": "kafkawire.client.partitioner",
    "Producer": "kafkawire.client.producer",
    "ProducerArguments": "kafkawire.client.arguments",
    "ProducerFenced": "kafkawire.client.errors",
    "ProducerIdentity": "kafkawire.client.admin",
    "ProducerState": "kafkawire.client.admin",
    "PrometheusCollector": "kafkawire.client.metrics",
    "QuorumInfo": "kafkawire.client.admin",
    "QuorumReplica": "kafkawire.client.admin",
    "RecordMetadata": "kafkawire.client.producer",
    "RecordTooLarge": "kafkawire.client.errors",
    "ReplicaInfo": "kafkawire.client.admin",
    "RequestTimedOut": "kafkawire.transport.errors",
    "Runtime": "kafkawire.client.runtime",
    "Sample": "kafkawire.client.metrics",
    "ScramCredential": "kafkawire.client.admin",
    "ScramDeletion": "kafkawire.client.admin",
    "ScramUpsertion": "kafkawire.client.admin",
    "SerializationFailed": "kafkawire.client.errors",
    "Serializer": "kafkawire.client.serializing",
    "ShareArguments": "kafkawire.client.share.options",
    "ShareConsumer": "kafkawire.client.share",
    "ShareGroupOffset": "kafkawire.client.admin",
    "ShareRecord": "kafkawire.client.share",
    "SomeFailed": "kafkawire.client.admin",
    "TimedOut": "kafkawire.client.errors",
    "Token": "kafkawire.client.oauth",
    "TokenProvider": "kafkawire.client.oauth",
    "TopicDescription": "kafkawire.client.admin",
    "TopicPartition": "kafkawire.client.metadata",
    "TransactionAborted": "kafkawire.client.errors",
    "TransactionDescription": "kafkawire.client.admin",
    "TransportError": "kafkawire.transport.errors",
    "Untrusted": "kafkawire.transport.errors",
    "context_of": "kafkawire.client.telemetry",
    "observe": "kafkawire.client.metrics",
    "trace_headers": "kafkawire.client.telemetry",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, _HOME)
