"""One large request that changes, or would change, what a broker knows: topics, configurations, ACLs, quotas."""

from __future__ import annotations

from uuid import uuid4

from kafkawire.messages import (
    AddPartitionsToTxnRequest,
    AlterClientQuotasRequest,
    CreateAclsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DescribeTransactionsRequest,
    IncrementalAlterConfigsRequest,
)
from kafkawire.messages.add_partitions_to_txn_request import AddPartitionsToTxnTopic, AddPartitionsToTxnTransaction
from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData
from kafkawire.messages.create_acls_request import AclCreation
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.delete_topics_request import DeleteTopicState
from kafkawire.messages.incremental_alter_configs_request import AlterableConfig, AlterConfigsResource
from tests.abuse.attacks.registry import Collection
from tests.abuse.sending import Attacking, Exchange
from tests.abuse.stage import HONEST, Stage, frame

ALL = Collection()
_TOPIC = 2
_LITERAL, _READ, _ALLOW = 3, 3, 3


@ALL.attack()
def create_topics_100k_to_validate(stage: Stage) -> Attacking:
    """CreateTopics v7 of 100,000 topics, to be validated only."""
    topics = [CreatableTopic(name=f"valid-{n}", num_partitions=1, replication_factor=1) for n in range(100_000)]
    return Exchange(stage.plain, [frame(CreateTopicsRequest(topics=topics, validate_only=True), 7)])


@ALL.attack(litters=True, more=True)
def create_topics_2000(stage: Stage) -> Attacking:
    """CreateTopics v7 of 2,000 topics."""
    run = uuid4()
    topics = [CreatableTopic(name=f"created-{run}-{n}", num_partitions=1, replication_factor=1) for n in range(2000)]
    return Exchange(stage.plain, [frame(CreateTopicsRequest(topics=topics), 7)])


@ALL.attack(more=True)
def delete_topics_500k(stage: Stage) -> Attacking:
    """DeleteTopics v6 of 500,000 topics that are not there."""
    topics = [DeleteTopicState(name=f"{n:06}") for n in range(500_000)]
    return Exchange(stage.plain, [frame(DeleteTopicsRequest(topics=topics, timeout_ms=5000), 6)])


@ALL.attack(more=True)
def alter_configs_100k(stage: Stage) -> Attacking:
    """IncrementalAlterConfigs v1 of 100,000 topics that are not there."""
    configs = [AlterableConfig(name="retention.ms", config_operation=0, value="1000000")]
    resources = [
        AlterConfigsResource(resource_type=_TOPIC, resource_name=f"none-{n}", configs=configs) for n in range(100_000)
    ]
    return Exchange(stage.plain, [frame(IncrementalAlterConfigsRequest(resources=resources), 1)])


@ALL.attack(litters=True)
def create_acls_100k(stage: Stage) -> Attacking:
    """CreateAcls v3 of 100,000 bindings."""
    bindings = [
        AclCreation(
            resource_type=_TOPIC,
            resource_name=f"topic-{n}",
            resource_pattern_type=_LITERAL,
            principal="User:mallory",
            host="*",
            operation=_READ,
            permission_type=_ALLOW,
        )
        for n in range(100_000)
    ]
    return Exchange(stage.plain, [frame(CreateAclsRequest(creations=bindings), 3)])


@ALL.attack(litters=True)
def alter_quotas_100k(stage: Stage) -> Attacking:
    """AlterClientQuotas v1 of 100,000 client ids."""
    entries = [
        EntryData(
            entity=[EntityData(entity_type="client-id", entity_name=f"client-{n}")],
            ops=[OpData(key="producer_byte_rate", value=1e6)],
        )
        for n in range(100_000)
    ]
    return Exchange(stage.plain, [frame(AlterClientQuotasRequest(entries=entries), 1)])


@ALL.attack()
def add_partitions_100k_transactions(stage: Stage) -> Attacking:
    """AddPartitionsToTxn v4 of 100,000 transactions with five partitions each."""
    stage.await_coordinator("any", key_type=1)
    topics = [AddPartitionsToTxnTopic(name=HONEST, partitions=range(5))]
    transactions = [
        AddPartitionsToTxnTransaction(
            transactional_id=f"{n:06}", producer_id=n, producer_epoch=0, verify_only=False, topics=topics
        )
        for n in range(100_000)
    ]
    return Exchange(stage.plain, [frame(AddPartitionsToTxnRequest(transactions=transactions), 4)])


@ALL.attack(more=True)
def describe_transactions_500k(stage: Stage) -> Attacking:
    """DescribeTransactions of 500,000 transactional ids that are not there."""
    stage.await_coordinator("any", key_type=1)
    names = [f"{n:06}" for n in range(500_000)]
    return Exchange(stage.plain, [frame(DescribeTransactionsRequest(transactional_ids=names), 0)])
