"""`Admin` for code without an event loop. Every call is the one of `Admin`, run through in one go."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

from kafkawire.client.admin import Admin
from kafkawire.client.arguments import ClientArguments
from kafkawire.client.blocking_runtime import BlockingRuntime, run

__all__ = ["BlockingAdmin"]

P = ParamSpec("P")
T = TypeVar("T")


def _blocking(
    method: Callable[Concatenate[Admin, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[BlockingAdmin, P], T]:
    @wraps(method)
    def call(self: BlockingAdmin, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return run(method(self.asynchronous, *args, **kwargs))

    return call


class BlockingAdmin:
    """`Admin`, blocking: `with Admin("127.0.0.1:9092") as admin`. Options: `ClientOptions`. Not for several threads."""

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        runtime: BlockingRuntime | None = None,
        **options: Unpack[ClientArguments],
    ) -> None:
        self.asynchronous = Admin(bootstrap_servers, runtime=runtime or BlockingRuntime(), **options)
        """What does the work. It never suspends over this runtime."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return self.asynchronous.metrics()

    start = _blocking(Admin.start)
    close = _blocking(Admin.close)
    create_topics = _blocking(Admin.create_topics)
    delete_topics = _blocking(Admin.delete_topics)
    list_topics = _blocking(Admin.list_topics)
    describe_topics = _blocking(Admin.describe_topics)
    create_partitions = _blocking(Admin.create_partitions)
    list_offsets = _blocking(Admin.list_offsets)
    delete_records = _blocking(Admin.delete_records)
    describe_producers = _blocking(Admin.describe_producers)
    describe_configs = _blocking(Admin.describe_configs)
    alter_configs = _blocking(Admin.alter_configs)
    list_config_resources = _blocking(Admin.list_config_resources)
    list_client_metrics_resources = _blocking(Admin.list_client_metrics_resources)
    describe_acls = _blocking(Admin.describe_acls)
    create_acls = _blocking(Admin.create_acls)
    delete_acls = _blocking(Admin.delete_acls)
    list_groups = _blocking(Admin.list_groups)
    describe_groups = _blocking(Admin.describe_groups)
    delete_groups = _blocking(Admin.delete_groups)
    remove_members = _blocking(Admin.remove_members)
    list_group_offsets = _blocking(Admin.list_group_offsets)
    alter_group_offsets = _blocking(Admin.alter_group_offsets)
    delete_group_offsets = _blocking(Admin.delete_group_offsets)
    list_share_group_offsets = _blocking(Admin.list_share_group_offsets)
    alter_share_group_offsets = _blocking(Admin.alter_share_group_offsets)
    delete_share_group_offsets = _blocking(Admin.delete_share_group_offsets)
    describe_log_dirs = _blocking(Admin.describe_log_dirs)
    alter_replica_log_dirs = _blocking(Admin.alter_replica_log_dirs)
    alter_partition_reassignments = _blocking(Admin.alter_partition_reassignments)
    list_partition_reassignments = _blocking(Admin.list_partition_reassignments)
    elect_leaders = _blocking(Admin.elect_leaders)
    describe_client_quotas = _blocking(Admin.describe_client_quotas)
    alter_client_quotas = _blocking(Admin.alter_client_quotas)
    describe_user_scram_credentials = _blocking(Admin.describe_user_scram_credentials)
    alter_user_scram_credentials = _blocking(Admin.alter_user_scram_credentials)
    create_delegation_token = _blocking(Admin.create_delegation_token)
    renew_delegation_token = _blocking(Admin.renew_delegation_token)
    expire_delegation_token = _blocking(Admin.expire_delegation_token)
    describe_delegation_tokens = _blocking(Admin.describe_delegation_tokens)
    list_transactions = _blocking(Admin.list_transactions)
    describe_transactions = _blocking(Admin.describe_transactions)
    abort_transaction = _blocking(Admin.abort_transaction)
    force_terminate_transaction = _blocking(Admin.force_terminate_transaction)
    fence_producers = _blocking(Admin.fence_producers)
    describe_cluster = _blocking(Admin.describe_cluster)
    api_versions = _blocking(Admin.api_versions)
    request = _blocking(Admin.request)
    describe_features = _blocking(Admin.describe_features)
    update_features = _blocking(Admin.update_features)
    client_instance_id = _blocking(Admin.client_instance_id)
    describe_quorum = _blocking(Admin.describe_quorum)
    unregister_broker = _blocking(Admin.unregister_broker)
    add_raft_voter = _blocking(Admin.add_raft_voter)
    remove_raft_voter = _blocking(Admin.remove_raft_voter)
