"""The built-in handlers, one module per API."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from kafkawire.broker.dispatch import Handler

__all__ = ["default_handlers"]

_MODULES = (
    "alter_configs",
    "alter_partition_reassignments",
    "alter_replica_log_dirs",
    "api_versions",
    "consumer_group_describe",
    "consumer_group_heartbeat",
    "create_partitions",
    "create_topics",
    "delete_groups",
    "delete_records",
    "delete_topics",
    "describe_cluster",
    "describe_configs",
    "describe_groups",
    "describe_log_dirs",
    "describe_producers",
    "describe_quorum",
    "describe_topic_partitions",
    "elect_leaders",
    "fetch",
    "find_coordinator",
    "heartbeat",
    "incremental_alter_configs",
    "init_producer_id",
    "join_group",
    "leave_group",
    "list_config_resources",
    "list_groups",
    "list_offsets",
    "list_partition_reassignments",
    "metadata",
    "offset_commit",
    "offset_delete",
    "offset_fetch",
    "offset_for_leader_epoch",
    "produce",
    "sync_group",
    "update_features",
)


def default_handlers() -> list[Handler]:
    """One handler per module; the function in it has the module's name."""
    return [cast("Handler", getattr(import_module(f"{__name__}.{name}"), name)) for name in _MODULES]
