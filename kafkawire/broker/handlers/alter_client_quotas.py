"""AlterClientQuotas: v0-1, for users and client ids. Rates of connections and of changes to topics are not enforced."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.quotas.store import CLIENT_ID, ENFORCED, IP, REQUEST_SHARE, USER
from kafkawire.broker.resources import CLUSTER_DENIED
from kafkawire.broker.sparing import Sparing
from kafkawire.error_code import ErrorCode
from kafkawire.message import Message
from kafkawire.messages import AlterClientQuotasRequest, AlterClientQuotasResponse, ClientQuotaRecord
from kafkawire.messages.alter_client_quotas_request import EntryData
from kafkawire.messages.alter_client_quotas_response import EntityData as EntityAnswer
from kafkawire.messages.alter_client_quotas_response import EntryData as EntryAnswer
from kafkawire.messages.client_quota_record import EntityData

__all__ = ["alter_client_quotas"]

_LOG = Sparing("kafkawire.broker.security")
_NOT_ENFORCED = ("controller_mutation_rate", "connection_creation_rate")
_ORDER = {CLIENT_ID: 0, USER: 1, IP: 2}  # in which Kafka tells the parts of an entity
_LARGEST = 2.0**63
_FRACTION = 1e-6


@handles(ApiKey.ALTER_CLIENT_QUOTAS, versions=range(2))
def alter_client_quotas(ctx: Context, request: AlterClientQuotasRequest) -> AlterClientQuotasResponse:
    """Set and take back quotas; each entity is judged by itself."""
    if not ctx.allows(Operation.ALTER_CONFIGS, ResourceType.CLUSTER):
        return _refused(request, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_DENIED)
    faults = [_fault(entry) for entry in request.entries]
    good = [entry for entry, fault in zip(request.entries, faults, strict=True) if not fault]
    try:
        if not request.validate_only:
            records = [record for entry in good for record in _records(ctx, entry)]
            ctx.node.quotas.change(records, ctx.time_ms())
    except OSError as exc:
        _LOG.error("quotas cannot be written down: %s", exc)
        return _refused(request, ErrorCode.KAFKA_STORAGE_ERROR, "The change could not be written down.")
    return AlterClientQuotasResponse(entries=[_answer(*pair) for pair in zip(request.entries, faults, strict=True)])


def _fault(entry: EntryData) -> str:
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
    keys = [op.key for op in entry.ops]
    if len({*keys}) < len(keys):
        names = ", ".join(f"{part.entity_type}={part.entity_name or 'null'}" for part in entry.entity)
        return f"Ignoring duplicate entity ClientQuotaEntity(entries={{{names}}})"
    return next((fault for op in entry.ops if not op.remove and (fault := _value_fault(op.key, op.value, kinds))), "")


def _value_fault(key: str, value: float, kinds: list[str]) -> str:
    if key in _NOT_ENFORCED:
        return f"Quota {key} is not enforced by this broker"
    if key not in ENFORCED or IP in kinds:
        return f"Invalid configuration key {key}"
    if not value > 0:
        return f"Quota {key} must be greater than 0"
    if key == REQUEST_SHARE:
        return ""
    if value > _LARGEST:
        return f"Proposed value for {key} is too large for a LONG."
    return f"{key} cannot be a fractional value." if value % 1.0 > _FRACTION else ""


def _records(ctx: Context, entry: EntryData) -> list[Message]:
    entity = [EntityData(part.entity_type, part.entity_name) for part in entry.entity]
    there = ctx.node.quotas.by_entity.get(frozenset((part.entity_type, part.entity_name) for part in entity), {})
    return [
        ClientQuotaRecord(entity, op.key, 0.0 if op.remove else op.value, op.remove)
        for op in entry.ops
        if (op.key in there if op.remove else there.get(op.key) != op.value)
    ]


def _answer(entry: EntryData, fault: str) -> EntryAnswer:
    parts = sorted(entry.entity, key=lambda part: _ORDER.get(part.entity_type, -1))
    entity = [EntityAnswer(part.entity_type, part.entity_name) for part in parts]
    return EntryAnswer(ErrorCode.INVALID_REQUEST, fault, entity) if fault else EntryAnswer(0, None, entity)


def _refused(request: AlterClientQuotasRequest, code: ErrorCode, message: str) -> AlterClientQuotasResponse:
    answers = [_answer(entry, message) for entry in request.entries]
    for answer in answers:
        answer.error_code = code
    return AlterClientQuotasResponse(entries=answers)
