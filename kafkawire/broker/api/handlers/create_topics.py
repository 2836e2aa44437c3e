"""CreateTopics: v0-7. Replica assignments are taken if they name this broker alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.describe_configs import options_of_topic
from kafkawire.broker.api.mutation_quota import MutationQuota
from kafkawire.broker.api.resources import reason
from kafkawire.broker.log.topic_names import refuse_own_log
from kafkawire.broker.loop.background import FEW
from kafkawire.broker.metadata.controller import MOST_AT_ONCE
from kafkawire.broker.metadata.topics import NewTopic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import CreateTopicsRequest, CreateTopicsResponse
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.create_topics_response import CreatableTopicConfigs, CreatableTopicResult
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["AT_ONCE", "TOO_MANY", "add_topics", "check_replicas", "create_topics", "take_steps"]

_LOG = RateLimitedLogger("kafkawire.broker")
TOO_MANY = "Excessively large number of partitions per request."
_NOT_A_FACTOR = "Replication factor must be larger than 0, or -1 to use the default value."
_OUT_OF_REACH = (
    "Unable to replicate the partition {0} time(s): The target replication factor of {0} cannot be reached because "
    "only 1 broker(s) are registered or some brokers have all their log directories cordoned."
)
_BOTH = "A manual partition assignment was specified, but {} was not set to -1."
_DEFAULT = -1
AT_ONCE = 50
"""Topics that are written down together."""
_KNOWS_QUOTAS = 6


@handles(ApiKey.CREATE_TOPICS, versions=range(8))
async def create_topics(ctx: Context, request: CreateTopicsRequest) -> CreateTopicsResponse:
    """Make each topic, or say why not."""
    denied = await _denied(ctx, request)
    if not _is_few(ctx, request, denied):
        code = ErrorCode.POLICY_VIOLATION
        refused = [_failed(wanted.name, code, TOO_MANY) async for wanted in ctx.paced(request.topics)]
        return CreateTopicsResponse(topics=refused)
    asked = Counter(topic.name for topic in request.topics)
    once = {wanted.name: wanted for wanted in request.topics}  # one answer for a topic that is named twice
    quota = MutationQuota(ctx, _KNOWS_QUOTAS)
    plans: list[NewTopic | CreatableTopicResult] = []
    steps = list[Iterator[None]]()
    wanted = list(once.values())
    async for start in ctx.paced(range(0, len(wanted), AT_ONCE)):  # others may make topics in between
        some = wanted[start : start + AT_ONCE]
        found = [_plan(ctx, one, asked[one.name] > 1, one.name in denied, quota) for one in some]
        plans += found if request.validate_only else _added(ctx, found, steps)
    if steps:
        await take_steps(ctx, steps, sum(plan.partitions for plan in plans if isinstance(plan, NewTopic)))
    known = _Configs()
    return quota.throttled(CreateTopicsResponse(topics=[_result(ctx, plan, known) async for plan in ctx.paced(plans)]))


def _is_few(ctx: Context, request: CreateTopicsRequest, denied: set[str]) -> bool:
    """Whether one request may ask for so many partitions."""
    counts = accumulate(_count(ctx, wanted) for wanted in request.topics if wanted.name not in denied)
    return all(count <= MOST_AT_ONCE for count in counts)


def _added(
    ctx: Context, plans: list[NewTopic | CreatableTopicResult], steps: list[Iterator[None]]
) -> list[NewTopic | CreatableTopicResult]:
    """Let those exist that were found possible; `steps` gets what makes their logs."""
    failure = add_topics(ctx, [plan for plan in plans if isinstance(plan, NewTopic)], steps)
    if failure is None:
        return plans
    failed = ErrorCode.KAFKA_STORAGE_ERROR
    return [_failed(plan.name, failed, failure) if isinstance(plan, NewTopic) else plan for plan in plans]


def add_topics(ctx: Context, topics: Sequence[NewTopic], steps: list[Iterator[None]]) -> str | None:
    """Let planned topics exist; what went wrong if they cannot. `steps` gets what makes their logs."""
    try:
        steps.append(ctx.node.controller.add(topics, ctx.time_ms()))
    except (OSError, KafkaError) as exc:
        _LOG.error("%d topics cannot be made: %s", len(topics), exc)
        return str(exc)
    return None


async def take_steps(ctx: Context, steps: Iterable[Iterator[None]], count: int) -> None:
    """Make or remove `count` logs."""
    if count > FEW:
        await ctx.node.background.run(chain.from_iterable(steps))
    else:
        deque(chain.from_iterable(steps), maxlen=0)


async def _denied(ctx: Context, request: CreateTopicsRequest) -> set[str]:
    """The names of those topics that the client may not make."""
    if ctx.allows(Operation.CREATE, ResourceType.CLUSTER):
        return set()
    return await ctx.denied(Operation.CREATE, (wanted.name for wanted in request.topics))


def _plan(
    ctx: Context, wanted: CreatableTopic, is_repeated: bool, is_denied: bool, quota: MutationQuota
) -> NewTopic | CreatableTopicResult:
    try:
        if is_repeated:
            raise KafkaError(ErrorCode.INVALID_REQUEST, "Duplicate topic name.")
        refuse_own_log(wanted.name)
        if is_denied:
            raise KafkaError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Authorization failed.")
        topic = ctx.node.controller.plan(wanted.name, _partitions(ctx, wanted), _options(wanted))
        quota.take(topic.partitions)
        return topic
    except KafkaError as exc:
        return _failed(wanted.name, exc.code, reason(exc))


def _result(ctx: Context, plan: NewTopic | CreatableTopicResult, known: _Configs) -> CreatableTopicResult:
    if not isinstance(plan, NewTopic):
        return plan
    if not ctx.allows(Operation.DESCRIBE_CONFIGS, ResourceType.TOPIC, plan.name):
        hidden = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        return CreatableTopicResult(
            name=plan.name, topic_id=plan.topic_id, error_message=None, topic_config_error_code=hidden
        )
    return CreatableTopicResult(
        name=plan.name,
        topic_id=plan.topic_id,
        error_message=None,
        num_partitions=plan.partitions,
        replication_factor=1,
        configs=known.of(ctx, plan),
    )


def _count(ctx: Context, wanted: CreatableTopic) -> int:
    return len(wanted.assignments) or max(wanted.num_partitions, 0) or ctx.node.config.num_partitions


def _options(wanted: CreatableTopic) -> dict[str, str]:
    unset = [config.name for config in wanted.configs if config.value is None]
    if unset:
        raise KafkaError(ErrorCode.INVALID_CONFIG, f"Null value not supported for topic configs: {','.join(unset)}")
    return {config.name: config.value or "" for config in wanted.configs}


def _partitions(ctx: Context, wanted: CreatableTopic) -> int:
    if wanted.assignments:
        return _assigned(ctx, wanted)
    factor = wanted.replication_factor
    if factor < _DEFAULT or factor == 0:
        raise KafkaError(ErrorCode.INVALID_REPLICATION_FACTOR, _NOT_A_FACTOR)
    if factor > 1:
        raise KafkaError(ErrorCode.INVALID_REPLICATION_FACTOR, _OUT_OF_REACH.format(factor))
    return ctx.node.config.num_partitions if wanted.num_partitions == _DEFAULT else wanted.num_partitions


def _assigned(ctx: Context, wanted: CreatableTopic) -> int:
    if wanted.replication_factor != _DEFAULT:
        raise KafkaError(ErrorCode.INVALID_REQUEST, _BOTH.format("replication factor"))
    if wanted.num_partitions != _DEFAULT:
        raise KafkaError(ErrorCode.INVALID_REQUEST, _BOTH.format("numPartitions"))
    for assignment in wanted.assignments:
        check_replicas(assignment.broker_ids, ctx.node.config.node_id)
    numbers = sorted(assignment.partition_index for assignment in wanted.assignments)
    if numbers != list(range(len(numbers))):
        raise KafkaError(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT, "partitions should be a consecutive 0-based integer sequence"
        )
    return len(numbers)


def _failed(name: str, code: int, message: str | None) -> CreatableTopicResult:
    return CreatableTopicResult(name=name, error_code=code, error_message=message)


class _Configs:
    """The options of topics, worked out once for all topics of a request that set the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[str, str], ...], list[CreatableTopicConfigs]] = {}

    def of(self, ctx: Context, topic: NewTopic) -> list[CreatableTopicConfigs]:
        """The options of a topic."""
        chosen = tuple(sorted(topic.options.items()))
        if chosen not in self._known:
            self._known[chosen] = [
                CreatableTopicConfigs(
                    name=entry.name,
                    value=entry.value,
                    read_only=False,
                    config_source=entry.config_source,
                    is_sensitive=False,
                )
                for entry in options_of_topic(ctx, topic.options)
            ]
        return self._known[chosen]


def check_replicas(replicas: Sequence[int], node_id: int) -> None:
    """Refuse replicas other than this broker alone. Raises `KafkaError`."""
    fault = _replicas_fault(replicas, node_id)
    if fault:
        raise KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, f"The manual partition assignment includes {fault}")


def _replicas_fault(replicas: Sequence[int], node_id: int) -> str:
    if not replicas:
        return "an empty replica list."
    others = [replica for replica in replicas if replica != node_id]
    if others:
        return f"broker {others[0]}, but no such broker is registered."
    return f"the broker {node_id} more than once." if len(replicas) > 1 else ""
