"""The built-in handlers: a module for an API, or for a few that are about the same thing."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from kafkawire.broker.api.dispatch import Handler

__all__ = ["default_handlers"]

_MODULES = (
    "acls",
    "alter_client_quotas",
    "alter_configs",
    "alter_share_group_offsets",
    "api_versions",
    "classic_groups",
    "cluster",
    "consumer_group_describe",
    "consumer_group_heartbeat",
    "create_partitions",
    "create_topics",
    "delegation_tokens",
    "delete_records",
    "delete_share_group_offsets",
    "delete_topics",
    "describe_client_quotas",
    "describe_configs",
    "describe_producers",
    "describe_share_group_offsets",
    "describe_topic_partitions",
    "describe_transactions",
    "elect_leaders",
    "fetch",
    "find_coordinator",
    "groups",
    "incremental_alter_configs",
    "list_config_resources",
    "list_offsets",
    "list_transactions",
    "log_dirs",
    "metadata",
    "offset_commit",
    "offset_delete",
    "offset_fetch",
    "produce",
    "reassignments",
    "sasl_authenticate",
    "sasl_handshake",
    "scram_users",
    "share_acknowledge",
    "share_fetch",
    "share_group_describe",
    "share_group_heartbeat",
    "transactions",
    "txn_offset_commit",
    "write_txn_markers",
)


def default_handlers() -> dict[int, Handler]:
    """API key -> built-in handler: what the modules export."""
    modules = [import_module(f"{__name__}.{name}") for name in _MODULES]
    exported = [getattr(module, name) for module in modules for name in module.__all__]
    return {each.api_key: replace(each, is_built_in=True) for each in exported if isinstance(each, Handler)}
