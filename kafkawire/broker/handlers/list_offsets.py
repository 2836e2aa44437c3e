"""ListOffsets: v1-11. Earliest, latest, largest timestamp, by timestamp; there is no tiered storage to ask for."""

from __future__ import annotations

import logging

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.leadership import epoch_error
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError
from kafkawire.messages import ListOffsetsRequest, ListOffsetsResponse
from kafkawire.messages.list_offsets_request import ListOffsetsPartition
from kafkawire.messages.list_offsets_response import ListOffsetsPartitionResponse, ListOffsetsTopicResponse

__all__ = ["list_offsets"]

_LOG = logging.getLogger("kafkawire.broker")
_LATEST, _EARLIEST, _MAX_TIMESTAMP, _EARLIEST_LOCAL, _LATEST_TIERED, _EARLIEST_PENDING_UPLOAD = -1, -2, -3, -4, -5, -6
_NOWHERE = (-1, -1)
_HAS_EPOCH = 4


@handles(ApiKey.LIST_OFFSETS, versions=range(1, 12))
def list_offsets(ctx: Context, request: ListOffsetsRequest) -> ListOffsetsResponse:
    """Find an offset of each partition by what the client knows about it."""
    return ListOffsetsResponse(
        topics=[
            ListOffsetsTopicResponse(topic.name, [_partition(ctx, topic.name, part) for part in topic.partitions])
            for topic in request.topics
        ]
    )


def _partition(ctx: Context, topic: str, part: ListOffsetsPartition) -> ListOffsetsPartitionResponse:
    result = ListOffsetsPartitionResponse(part.partition_index)
    log = ctx.log(topic, part.partition_index)
    if log is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    result.error_code = epoch_error(log, part.current_leader_epoch)
    if result.error_code:
        return result
    try:
        result.timestamp, result.offset = _find(log, part.timestamp)
    except OSError as exc:
        _LOG.error("%s cannot be read: %s", log.directory, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    except KafkaWireError as exc:
        _LOG.error("%s: %s", log.directory, exc)
        result.error_code = ErrorCode.CORRUPT_MESSAGE
    if result.offset >= 0 and ctx.version >= _HAS_EPOCH:
        result.leader_epoch = log.epoch_at(result.offset)
    return result


def _find(log: PartitionLog, wanted: int) -> tuple[int, int]:
    if wanted == _LATEST:
        return -1, log.high_watermark
    if wanted in (_EARLIEST, _EARLIEST_LOCAL):
        return -1, log.log_start_offset
    if wanted in (_LATEST_TIERED, _EARLIEST_PENDING_UPLOAD):
        return _NOWHERE
    if wanted == _MAX_TIMESTAMP:
        largest = log.largest_timestamp()
        return _first_since(log, largest) if largest >= 0 else _NOWHERE
    return _first_since(log, wanted) if wanted >= 0 else _NOWHERE


def _first_since(log: PartitionLog, timestamp: int) -> tuple[int, int]:
    from kafkawire.records import read_batches

    for _, stored in log.batches_since(timestamp):
        for batch in read_batches(stored.read()):
            for record in batch:
                if record.timestamp >= timestamp and record.offset >= log.log_start_offset:
                    return record.timestamp, record.offset
    return _NOWHERE
