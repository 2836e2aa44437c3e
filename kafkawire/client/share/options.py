"""The options of a share consumer, with the names of `KafkaShareConsumer` in snake_case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kafkawire.client.arguments import ClientArguments
from kafkawire.client.options import ClientOptions
from kafkawire.limits import MIB

__all__ = ["ShareArguments", "ShareOptions"]

AcknowledgementMode = Literal["implicit", "explicit"]
AcquireMode = Literal["batch_optimized", "record_limit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareOptions(ClientOptions):
    """What a share consumer adds to all clients."""

    group_id: str | None = None
    share_acknowledgement_mode: AcknowledgementMode = "implicit"
    """"implicit": whatever was handed out is accepted when the application comes back for more, or commits."""
    share_acquire_mode: AcquireMode = "batch_optimized"
    """"record_limit": never lock more than `max_poll_records` at a time, from one broker at a time (KIP-1206)."""
    max_poll_records: int = 500
    """How many records to lock at a time. With "batch_optimized" it may be more, so that batches stay whole."""
    max_poll_interval_ms: int = 300_000
    """A consumer that is not asked for records for so long leaves its group until it is."""
    fetch_min_bytes: int = 1
    fetch_max_bytes: int = 50 * MIB
    fetch_max_wait_ms: int = 500
    check_crcs: bool = True
    allow_auto_create_topics: bool = True
    client_rack: str = ""


class ShareArguments(ClientArguments, total=False):
    """The options of a share consumer as the types of keyword arguments."""

    group_id: str
    share_acknowledgement_mode: AcknowledgementMode
    share_acquire_mode: AcquireMode
    max_poll_records: int
    max_poll_interval_ms: int
    fetch_min_bytes: int
    fetch_max_bytes: int
    fetch_max_wait_ms: int
    check_crcs: bool
    allow_auto_create_topics: bool
    client_rack: str
