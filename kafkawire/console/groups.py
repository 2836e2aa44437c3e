"""Groups of all kinds, their members, and how far they lag behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafkawire.client.metadata import TopicPartition
from kafkawire.console.parameters import text
from kafkawire.console.rows import MOST_ROWS, Rows, first_rows, known
from kafkawire.console.view import Params
from kafkawire.errors import KafkaWireError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

__all__ = ["group", "groups"]

_MOST_NAMED = 100  # partitions of a member


async def groups(admin: Admin, params: Params) -> Any:
    """All groups."""
    found = await admin.list_groups()
    rows: Rows = [
        {"group": one.group_id, "type": one.type, "state": one.state, "protocol": one.protocol_type} for one in found
    ]
    return first_rows(rows, params, "group", "type", "state")


async def group(admin: Admin, params: Params) -> Any:
    """One group: its members, and its lag by partition."""
    name = text(params, "group")
    group = (await admin.describe_groups([name]))[name]
    members: Rows = [
        {
            "member": one.member_id,
            "instance": one.instance_id,
            "client": one.client_id,
            "host": one.client_host,
            "epoch": known(one.member_epoch),
            "assignment": [str(tp) for tp in one.assignment[:_MOST_NAMED]]
            or [f"{t}-{n}" for t, ns in one.tasks[:_MOST_NAMED] for n in ns[:_MOST_NAMED]][:_MOST_NAMED],
        }
        for one in group.members
    ]
    facts = {
        "group": name,
        "type": group.type,
        "state": group.state,
        "assignor": group.assignor,
        "coordinator": group.coordinator,
        "epoch": known(group.group_epoch),
    }
    lag, notes = await _lag(admin, group)
    behind = [row["lag"] for row in lag if row["lag"] is not None]
    facts |= {"members": members[:MOST_ROWS], "memberCount": len(members), "lag": sum(behind) if lag else None}
    return first_rows(lag, params, "topic") | facts | {"notes": notes}


async def _lag(admin: Admin, group: Any) -> tuple[Rows, list[str]]:
    from kafkawire.client.admin.group_offsets import CommittedOffset
    from kafkawire.client.admin.lag import group_lag, lag_after, topics_of

    said: dict[TopicPartition, int] = {}
    try:
        if group.type == "share":  # its coordinator knows the lag: records that are done lie behind the start too
            offsets = (await admin.list_share_group_offsets([group.group_id]))[group.group_id]
            said = {tp: one.lag for tp, one in offsets.items() if one.lag >= 0}
            committed = {tp: CommittedOffset(one.start_offset) for tp, one in offsets.items()}
            found = await lag_after(admin, committed, topics_of(group))
        else:
            found = await group_lag(admin, group.group_id, topics_of(group))
    except KafkaWireError as exc:
        return [], [f"no offsets: {exc}"]
    return [
        {
            "topic": one.topic,
            "partition": one.partition,
            "committed": one.committed,
            "start": one.start,
            "end": one.end,
            "lag": said.get(TopicPartition(one.topic, one.partition), one.lag),
        }
        for one in found
    ], []
