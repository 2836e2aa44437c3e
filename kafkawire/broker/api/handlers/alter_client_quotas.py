"""AlterClientQuotas: v0-1, for users, client ids and addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.resources import CLUSTER_DENIED
from kafkawire.broker.log.metadata import MOST_RECORDS
from kafkawire.broker.quotas.store import (
    CLIENT_ID,
    CONNECTION_RATE,
    IP,
    MUTATION_RATE,
    OF_CLIENTS,
    REQUEST_SHARE,
    USER,
    addresses_of,
)
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.message import Message
from kafkawire.messages import AlterClientQuotasRequest, AlterClientQuotasResponse, ClientQuotaRecord
from kafkawire.messages.alter_client_quotas_request import EntryData
from kafkawire.messages.alter_client_quotas_response import EntityData as EntityResult
from kafkawire.messages.alter_client_quotas_response import EntryData as EntryResult
from kafkawire.messages.client_quota_record import EntityData
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["alter_client_quotas"]

_LOG = RateLimitedLogger("kafkawire.broker.security")
_FRACTIONS = (REQUEST_SHARE, MUTATION_RATE)
_ORDER = {CLIENT_ID: 0, USER: 1, IP: 2}  # in which Kafka tells the parts of an entity
_LARGEST_INT, _LARGEST_LONG = 2.0**31 - 1, 2.0**63
_FRACTION = 1e-6
_AT_ONCE = 100  # entities whose quotas are written down together
_TOO_MANY = "Request parameters do not satisfy the configured policy."


@handles(ApiKey.ALTER_CLIENT_QUOTAS, versions=range(2))
async def alter_client_quotas(ctx: Context, request: AlterClientQuotasRequest) -> AlterClientQuotasResponse:
    """Set and take back quotas; each entity is judged by itself."""
    if not ctx.allows(Operation.ALTER_CONFIGS, ResourceType.CLUSTER):
        return await _refused(ctx, request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    named = {part.entity_name for entry in request.entries for part in entry.entity if part.entity_type == IP}
    # An address is remembered once it is known; nobody else waits for a name server.
    nowhere = {name for name in named if name and not await asyncio.to_thread(addresses_of, name)}
    faults = [_fault(entry, nowhere) async for entry in ctx.paced(request.entries)]
    good = [entry for entry, fault in zip(request.entries, faults, strict=True) if not fault]
    try:
        if not request.validate_only:
            if sum([len(_records(ctx, entry)) async for entry in ctx.paced(good)]) > MOST_RECORDS:
                return await _refused(ctx, request, ErrorCode.POLICY_VIOLATION, _TOO_MANY)
            async for start in ctx.paced(range(0, len(good), _AT_ONCE)):
                some = good[start : start + _AT_ONCE]
                records = [record for entry in some for record in _records(ctx, entry)]
                ctx.node.controller.write(records, ctx.time_ms())
    except OSError as exc:
        _LOG.error("quotas cannot be written down: %s", exc)
        return await _refused(ctx, request, ErrorCode.KAFKA_STORAGE_ERROR, "The change could not be written down.")
    pairs = zip(request.entries, faults, strict=True)
    return AlterClientQuotasResponse(entries=[_entry(*pair) async for pair in ctx.paced(pairs)])


def _fault(entry: EntryData, nowhere: Collection[str | None]) -> str:
    """What is wrong with a change, in Kafka's words where Kafka would refuse it too."""
    kinds = [part.entity_type for part in entry.entity]
    for part in entry.entity:
        if part.entity_type not in (USER, CLIENT_ID, IP):
            return f"Unhandled client quota entity type: {part.entity_type}"
        if part.entity_name == "":
            return f"Empty {part.entity_type} not supported"
    if not kinds:
        return "Invalid empty client quota entity"
    if len({*kinds}) < len(kinds):
        return f"Invalid client quota entity, duplicate entity entry {kinds[-1]}"
    if IP in kinds and len(kinds) > 1:
        return "Invalid quota entity combination, IP entity shouldnot be combined with User or ClientId"
    if kinds == [IP] and entry.entity[0].entity_name in nowhere:
        return f"{entry.entity[0].entity_name} is not a valid IP or resolvable host."
    keys = [op.key for op in entry.ops]
    if len({*keys}) < len(keys):
        names = ", ".join(f"{part.entity_type}={part.entity_name or 'null'}" for part in entry.entity)
        return f"Ignoring duplicate entity ClientQuotaEntity(entries={{{names}}})"
    return next((fault for op in entry.ops if not op.remove and (fault := _value_fault(op.key, op.value, kinds))), "")


def _value_fault(key: str, value: float, kinds: list[str]) -> str:
    if key not in ((CONNECTION_RATE,) if IP in kinds else OF_CLIENTS):
        return f"Invalid configuration key {key}"
    if not value > 0:
        return f"Quota {key} must be greater than 0"
    if key in _FRACTIONS:
        return ""
    largest, word = (_LARGEST_INT, "an INT") if key == CONNECTION_RATE else (_LARGEST_LONG, "a LONG")
    if value > largest:
        return f"Proposed value for {key} is too large for {word}."
    return f"{key} cannot be a fractional value." if value % 1.0 > _FRACTION else ""


def _records(ctx: Context, entry: EntryData) -> list[Message]:
    entity = [EntityData(entity_type=part.entity_type, entity_name=part.entity_name) for part in entry.entity]
    there = ctx.node.quotas.by_entity.get(frozenset((part.entity_type, part.entity_name) for part in entity), {})
    return [
        ClientQuotaRecord(entity=entity, key=op.key, value=0.0 if op.remove else op.value, remove=op.remove)
        for op in entry.ops
        if (op.key in there if op.remove else there.get(op.key) != op.value)
    ]


def _entry(entry: EntryData, fault: str) -> EntryResult:
    parts = sorted(entry.entity, key=lambda part: _ORDER.get(part.entity_type, -1))
    entity = [EntityResult(entity_type=part.entity_type, entity_name=part.entity_name) for part in parts]
    return (
        EntryResult(error_code=ErrorCode.INVALID_REQUEST, error_message=fault, entity=entity)
        if fault
        else EntryResult(error_code=0, error_message=None, entity=entity)
    )


async def _refused(
    ctx: Context, request: AlterClientQuotasRequest, code: ErrorCode, message: str
) -> AlterClientQuotasResponse:
    entries = [_entry(entry, message) async for entry in ctx.paced(request.entries)]
    for entry in entries:
        entry.error_code = code
    return AlterClientQuotasResponse(entries=entries)
