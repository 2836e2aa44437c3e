"""Who may do what, by rules like those of Kafka's ACLs, before the cluster is asked.

```python
Proxy([VirtualCluster("broker:9092")], [Authorize("rules.txt", super_users="User:ops")], sasl_mechanisms=...)
```

A rule is a line of the file; `#` begins a comment, and several operations stand behind each other with commas:

```text
allow User:ann write,describe topic orders
allow User:ann read           group prefix:readers-
allow *        read           topic *
deny  User:bob all            topic orders from 10.0.0.7
allow User:ann idempotent_write cluster
```

The rules are judged by the broker's own `StandardAuthorizer`. What is refused is not asked of the broker, and answered
as it would answer: at each topic or group, beside what it says of the others. What may not be described is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.security.acls import Acl, Acls, Pattern, Permission
from kafkawire.broker.security.authorizer import CLUSTER, Action, Client, Operation, ResourceType
from kafkawire.broker.security.standard_authorizer import StandardAuthorizer
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request, Response
from kafkawire.messages import RequestHeader, ResponseHeader
from kafkawire.protocol.error_responses import error_response
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import CLOSE, Filter, Result
from kafkawire.proxy.shipped.naming import rewrite
from kafkawire.proxy.shipped.refusing import merge, take_out
from kafkawire.proxy.shipped.rights import HIDING, Need, need_of
from kafkawire.spec import FieldSpec
from kafkawire.wire import ZERO_UUID

__all__ = ["Authorize", "parse_rules"]

_KINDS = {kind.name.lower(): kind for kind in ResourceType}
_CODES = {
    ResourceType.TOPIC: ErrorCode.TOPIC_AUTHORIZATION_FAILED,
    ResourceType.GROUP: ErrorCode.GROUP_AUTHORIZATION_FAILED,
    ResourceType.TRANSACTIONAL_ID: ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
    ResourceType.CLUSTER: ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
}
_MARKS = {
    ResourceType.TRANSACTIONAL_ID: "transactionalId",
    ResourceType.GROUP: "groupId",
    ResourceType.TOPIC: "topicName",
}
_NAMED = {"topic": ResourceType.TOPIC, "group": ResourceType.GROUP, "transactional_id": ResourceType.TRANSACTIONAL_ID}
_OF_CONFIGS = {2: ResourceType.TOPIC, 32: ResourceType.GROUP}
_OF_KEYS = {0: ResourceType.GROUP, 1: ResourceType.TRANSACTIONAL_ID}
_ALL = 2


def parse_rules(text: str) -> Iterator[Acl]:
    """The rules in a text. Raises `ValueError` with the number of the line."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            yield from _rules(words)
        except (KeyError, ValueError) as exc:
            raise ValueError(f"line {number}: {exc}: want ALLOW|DENY WHO OPERATIONS KIND NAME [from HOST]") from exc


def _rules(words: list[str]) -> Iterator[Acl]:
    permission, who, operations, kind, *rest = words
    host = "*"
    if len(rest) >= 2 and rest[-2] == "from":
        *rest, _, host = rest
    [name] = [CLUSTER] if kind == "cluster" and not rest else rest
    prefix = name.startswith("prefix:")
    pattern = Pattern.PREFIXED if prefix else Pattern.LITERAL
    for operation in operations.split(","):
        what = _ALL if operation == "all" else Operation[operation.upper()]
        principal = "User:*" if who == "*" else who
        name = name.removeprefix("prefix:")
        yield Acl(_KINDS[kind], name, pattern, principal, host, what, Permission[permission.upper()])


class Authorize(Filter):
    """Lets clients do what the rules in a file allow. `super_users` may do everything: `User:a;User:b`."""

    strict = True

    def __init__(self, rules: str, *, super_users: str = "", allow_everyone_if_no_acl_found: bool = False) -> None:
        config = BrokerConfig(super_users=super_users, allow_everyone_if_no_acl_found=allow_everyone_if_no_acl_found)
        acls = Acls()
        try:
            for record in acls.creating(parse_rules(Path(rules).read_text())):
                acls.replay(record)
        except (OSError, ValueError) as exc:
            raise ValueError(f"{rules}: {exc}") from exc
        self._authorizer = StandardAuthorizer(config, acls)

    # -------------------------------------------------------------------------------------------------------- requests

    def on_request(
        self, ctx: Context, header: RequestHeader, request: Request | None
    ) -> Result | Coroutine[Any, Any, Result]:
        """Refuse what may not be done."""
        if request is None:
            return None
        unknown = [i for i in _topic_ids(request) if i not in ctx.connection.surroundings.topic_names]
        return self._learn(ctx, header, request, unknown) if unknown else self._judge(ctx, header, request)

    async def _learn(self, ctx: Context, header: RequestHeader, request: Request, unknown: list[Any]) -> Result:
        for topic_id in unknown:
            await ctx.topic_name(topic_id)
        return self._judge(ctx, header, request)

    def _judge(self, ctx: Context, header: RequestHeader, request: Request) -> Result:
        rights, version = _Rights(self._authorizer, ctx), header.request_api_version
        if not _may_begin(rights, request):
            return error_response(request, version, ErrorCode.CLUSTER_AUTHORIZATION_FAILED) or CLOSE
        if ctx.api_key == ApiKey.METADATA:
            _make_no_topics(rights, header, request)
        errors: list[Response] = []
        for check in _checks(request, rights):
            answer = self._refuse(check, request, version, errors)
            if answer is not None:
                return answer
        if not errors:
            return request if ctx.api_key == ApiKey.METADATA else None  # which may have been changed
        ctx.exchange[Authorize] = errors
        if ctx.api_key == ApiKey.METADATA:
            header.request_api_version = max(header.request_api_version, 1)  # where no topics are not all topics
        return request

    def _refuse(self, check: _Check, request: Request, version: int, errors: list[Response]) -> Result:
        """Take out of a request what a check refuses; the answer if nothing is left to ask."""
        code = _CODES[check.kind]
        if check.refuses_root(request, version):
            return error_response(request, version, code) or CLOSE
        found = take_out(request, version, check.refuses)
        if found is None:
            return None
        taken, is_more = found
        error = error_response(taken, version, code, at=check.at)
        if error is None:  # there is no place beside each
            return error_response(request, version, code) or CLOSE
        errors.append(error)
        if is_more or request.API_KEY == ApiKey.METADATA:  # whose brokers are told anyway
            return None
        for other in errors[:-1]:
            merge(error, other, version)
        return error

    # ------------------------------------------------------------------------------------------------------- responses

    def on_response(
        self,
        ctx: Context,
        header: ResponseHeader,  # noqa: ARG002 - what all hooks get
        response: Response | None,
    ) -> Result | Coroutine[Any, Any, Result]:
        """Leave out what may not be described, and put in what was refused."""
        if response is None or not (Authorize in ctx.exchange or ctx.api_key in (*HIDING, *_TELLING)):
            return None
        rights = _Rights(self._authorizer, ctx)
        if ctx.api_key == ApiKey.DESCRIBE_TOPIC_PARTITIONS and _goes_on_unseen(rights, response):
            return self._read_on(ctx, rights, response)
        return self._shown(ctx, rights, response)

    async def _read_on(self, ctx: Context, rights: _Rights, response: Any) -> Result:
        """Have a page of all topics end at one that the client may know of."""
        from kafkawire.messages import DescribeTopicPartitionsRequest
        from kafkawire.messages.describe_topic_partitions_request import Cursor

        while _goes_on_unseen(rights, response):
            cursor = Cursor(topic_name=response.next_cursor.topic_name, partition_index=0)
            more: Any = await ctx.send(DescribeTopicPartitionsRequest(cursor=cursor), version=ctx.version)
            response.topics += more.topics
            response.next_cursor = more.next_cursor
        return self._shown(ctx, rights, response)

    def _shown(self, ctx: Context, rights: _Rights, response: Response) -> Result:
        errors = ctx.exchange.get(Authorize, ())
        if ctx.api_key in HIDING:
            rewrite(response, ctx.version, rights, is_request=False)
        if ctx.api_key in _TELLING:
            _tell_own_rights(rights, response)
        for error in errors:
            merge(response, error, ctx.version)
        return response


_GROUPS = ("groups", "authorized_operations", "group_id", ResourceType.GROUP)
_TOPICS = ("topics", "topic_authorized_operations", "name", ResourceType.TOPIC)
_TELLING = {
    ApiKey.METADATA: _TOPICS,
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: _TOPICS,
    ApiKey.DESCRIBE_CLUSTER: None,
    **dict.fromkeys((ApiKey.DESCRIBE_GROUPS, ApiKey.CONSUMER_GROUP_DESCRIBE), _GROUPS),
    **dict.fromkeys((ApiKey.SHARE_GROUP_DESCRIBE, ApiKey.STREAMS_GROUP_DESCRIBE), _GROUPS),
}
"""Responses that say what a client may do: with the array, the fields of rights and of names, and what has them."""
_NOT_ASKED = -(2**31)


def _tell_own_rights(rights: _Rights, response: Any) -> None:
    """Say of rights those that the client has, of those that whoever logs in at the cluster has."""
    told = _TELLING[response.API_KEY]
    if told is not None:
        items, attr, name, kind = told
        for item in getattr(response, items):
            setattr(item, attr, rights.of(getattr(item, attr), kind, getattr(item, name) or ""))
    if hasattr(response, "cluster_authorized_operations"):
        response.cluster_authorized_operations = rights.of_cluster(response.cluster_authorized_operations)


def _goes_on_unseen(rights: _Rights, response: Any) -> bool:
    cursor = response.next_cursor
    return cursor is not None and rights.to_client("topic", cursor.topic_name) is None


class _Rights:
    """What the client of a request may do. Names are as they are; those that it may not see are hidden."""

    def __init__(self, authorizer: StandardAuthorizer, ctx: Context) -> None:
        self.authorizer, self._ctx = authorizer, ctx
        self.client = Client(ctx.principal, f"/{ctx.client_address[0]}", ctx.client_id)

    def may(self, operation: str, kind: ResourceType, name: str = CLUSTER) -> bool:
        return self.authorizer.allows(self.client, Action(Operation[operation], kind, name))

    def may_some(self, operation: str, kind: ResourceType) -> bool:
        return self.authorizer.allows_some(self.client, Operation[operation], kind)

    def of(self, operations: int, kind: ResourceType, name: str = CLUSTER) -> int:
        """Of those operations, a bit for each, the ones that the client may do."""
        if operations == _NOT_ASKED:
            return operations
        return sum(1 << one for one in Operation if operations >> one & 1 and self.may(one.name, kind, name))

    def of_cluster(self, operations: int) -> int:
        """Those that concern the cluster, for who may describe it."""
        is_told = operations == _NOT_ASKED or self.may("DESCRIBE", ResourceType.CLUSTER)
        return self.of(operations, ResourceType.CLUSTER) if is_told else 0

    def name_of(self, topic_id: Any) -> str | None:
        return self._ctx.connection.surroundings.topic_names.get(topic_id)

    def to_broker(self, kind: str, name: str) -> str:  # noqa: ARG002
        return name

    def to_client(self, kind: str, name: str) -> str | None:
        if kind not in _NAMED or self.may("DESCRIBE", _NAMED[kind], name):
            return name
        sees_all = self._ctx.api_key == ApiKey.LIST_GROUPS and self.may("DESCRIBE", ResourceType.CLUSTER)
        return name if sees_all else None

    def pattern_to_broker(self, kind: str, pattern: str) -> str:  # noqa: ARG002
        return pattern

    def pattern_to_client(self, kind: str, pattern: str) -> str | None:  # noqa: ARG002
        return pattern

    def acl_to_broker(self, kind: str, name: str, pattern_type: int) -> tuple[str, int]:  # noqa: ARG002
        return name, pattern_type

    def acl_to_client(self, kind: str, name: str, pattern_type: int) -> tuple[str, int] | None:  # noqa: ARG002
        return name, pattern_type

    def text(self, text: str) -> str | None:
        return text


class _Check(NamedTuple):
    """What is refused of one kind: by the name that an element of a request has, if it has one."""

    kind: ResourceType
    may: Callable[[str], bool]
    name_of: Callable[[FieldSpec, Any], str | None]
    at: Callable[[FieldSpec], bool]
    is_root: Callable[[FieldSpec], bool]

    def refuses(self, field: FieldSpec, item: Any) -> bool:
        """Whether an element of an array is refused."""
        name = self.name_of(field, item)
        return name is not None and not self.may(name)

    def refuses_root(self, request: Any, version: int) -> bool:
        """Whether the name that concerns the whole request is."""
        fields = (f for f in request.spec().root.fields if self.is_root(f) and version in f.versions)
        names = (getattr(request, field.attr) for field in fields if not field.is_array)
        return any(name is not None and not self.may(name) for name in names)


def _may_begin(rights: _Rights, request: Any) -> bool:
    """Whether the client has the right to the cluster that a request needs as a whole."""
    need = need_of(request.API_KEY)
    if request.API_KEY == ApiKey.INIT_PRODUCER_ID and request.transactional_id is None:
        may = rights.may("IDEMPOTENT_WRITE", ResourceType.CLUSTER)
        return may or rights.may_some("WRITE", ResourceType.TOPIC)
    if request.API_KEY == ApiKey.FIND_COORDINATOR and request.key_type not in _OF_KEYS:
        return rights.may("CLUSTER_ACTION", ResourceType.CLUSTER)
    return need is None or not need.cluster or rights.may(need.cluster, ResourceType.CLUSTER)


def _checks(request: Any, rights: _Rights) -> Iterator[_Check]:
    """What is to be looked at in a request, in Kafka's order."""
    need = need_of(request.API_KEY)
    if request.API_KEY == ApiKey.INIT_PRODUCER_ID:
        need = Need(transactional_id="WRITE")
    if request.API_KEY == ApiKey.FIND_COORDINATOR and request.key_type in _OF_KEYS:
        yield _keys(rights, _OF_KEYS[request.key_type])
    elif request.API_KEY in (ApiKey.DESCRIBE_CONFIGS, ApiKey.ALTER_CONFIGS, ApiKey.INCREMENTAL_ALTER_CONFIGS):
        operation = "DESCRIBE_CONFIGS" if request.API_KEY == ApiKey.DESCRIBE_CONFIGS else "ALTER_CONFIGS"
        for kind in (ResourceType.CLUSTER, ResourceType.GROUP, ResourceType.TOPIC):
            yield _resources(rights, kind, operation)
    if need is None or (need.either and rights.may(need.either, ResourceType.CLUSTER)):
        return
    for kind in _MARKS:
        operation = getattr(need, kind.name.lower())
        if operation:
            yield _named(rights, kind, operation)


def _named(rights: _Rights, kind: ResourceType, operation: str) -> _Check:
    """The fields that the schemas mark as names of that kind; a topic may have an id in place of one."""
    mark = _MARKS[kind]

    def is_marked(field: FieldSpec) -> bool:
        return field.entity_type == mark

    def name_of(field: FieldSpec, item: Any) -> str | None:
        if field.struct is None:
            return str(item) if is_marked(field) else None
        name = next((getattr(item, inner.attr) for inner in field.struct.fields if is_marked(inner)), None)
        if not name and kind is ResourceType.TOPIC and hasattr(item, "topic_id"):
            name = rights.name_of(item.topic_id)  # one that nobody knows is the broker's to refuse
        return name

    def is_at(field: FieldSpec) -> bool:
        return is_marked(field) or (kind is ResourceType.TOPIC and field.attr == "topic_id")

    return _Check(kind, lambda name: rights.may(operation, kind, name), name_of, is_at, is_marked)


def _keys(rights: _Rights, kind: ResourceType) -> _Check:
    """The keys of coordinators."""

    def name_of(field: FieldSpec, item: Any) -> str | None:
        return str(item) if field.attr == "coordinator_keys" else None

    def is_key(field: FieldSpec) -> bool:
        return field.attr == "key"

    return _Check(kind, lambda name: rights.may("DESCRIBE", kind, name), name_of, is_key, is_key)


def _resources(rights: _Rights, kind: ResourceType, operation: str) -> _Check:
    """Resources that have options, of one kind: what is no topic and no group is a matter of the cluster."""

    def name_of(field: FieldSpec, item: Any) -> str | None:
        if field.attr != "resources" or _OF_CONFIGS.get(item.resource_type, ResourceType.CLUSTER) is not kind:
            return None
        return CLUSTER if kind is ResourceType.CLUSTER else str(item.resource_name)

    def is_at(field: FieldSpec) -> bool:
        return field.attr == "resource_name"

    return _Check(kind, lambda name: rights.may(operation, kind, name), name_of, is_at, lambda _: False)


def _make_no_topics(rights: _Rights, header: RequestHeader, request: Any) -> None:
    """Have the broker make no topic because somebody asks for it who may not make it."""
    names = [topic.name for topic in request.topics or () if topic.name]
    if rights.may("CREATE", ResourceType.CLUSTER) or all(
        rights.may("CREATE", ResourceType.TOPIC, name) for name in names
    ):
        return
    if header.request_api_version == 0 and not request.topics:
        request.topics = None  # all of them, as later versions say it
    header.request_api_version = max(header.request_api_version, 4)  # the first that can say so
    request.allow_auto_topic_creation = False


def _topic_ids(request: Any) -> set[Any]:
    """The ids in a request whose topics have no name there."""
    found: set[Any] = set()

    def gather(field: FieldSpec, item: Any) -> bool:
        if field.struct is not None and getattr(item, "topic_id", ZERO_UUID) != ZERO_UUID:
            found.add(item.topic_id)
        return False

    if need_of(request.API_KEY) is not None:
        take_out(request, request.VERSIONS[-1], gather)
    return found
