"""Offsets of a finished batch, written to a consumer group so that whoever watches its lag sees them.

Spark goes by its checkpoint alone; the group is for people and their monitoring. So a commit that fails is said in the
log, and the query goes on: the next batch's commit names later offsets and makes up for it.
"""

from __future__ import annotations

import logging

from kafkawire.errors import KafkaWireError
from kafkawire.spark.offsets import Offsets
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.security import common_arguments, open_arguments

__all__ = ["commit_offsets"]

_log = logging.getLogger("kafkawire.spark")


def commit_offsets(options: SourceOptions, group_id: str, offsets: Offsets) -> None:
    """Write the offsets. A group that has members of its own refuses them, and that is said, too."""
    from kafkawire.client.blocking import Admin

    try:
        with Admin(options.bootstrap_servers, **common_arguments(open_arguments(options.client))) as admin:
            admin.alter_group_offsets({group_id: offsets})
    except KafkaWireError as exc:
        _log.warning("the offsets of group %r were not committed: %s", group_id, exc)
