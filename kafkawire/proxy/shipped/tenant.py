"""Several tenants in one cluster: each has topics, groups and ids of its own, under the names that it gives them.

```python
Proxy([VirtualCluster("broker:9092", filters=[TenantPrefix("blue-")])])
Proxy([VirtualCluster("broker:9092")], [TenantPrefix("{principal}-")], sasl_mechanisms=...)
```

A tenant asks for `orders`, and the broker for `blue-orders`. Names of topics, groups, transactional ids and client ids
get the prefix in requests, and lose it in responses; what has another one is left out, internal topics with it. A
topic whose id the tenant has guessed is unknown to it. What concerns the cluster as a whole is refused:
`REFUSED`, and in `_refusal` what would concern others besides. Which field holds which name is in `naming.py`.
"""

from __future__ import annotations

import re
from collections.abc import Coroutine
from string import Formatter
from typing import Any, NamedTuple
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError
from kafkawire.message import Request, Response
from kafkawire.messages import RequestHeader, ResponseHeader
from kafkawire.protocol.error_responses import error_response
from kafkawire.proxy.context import Context
from kafkawire.proxy.filters import CLOSE, Filter, Result
from kafkawire.proxy.shipped.naming import rewrite
from kafkawire.proxy.shipped.patterns import InvalidPattern, behind, without
from kafkawire.proxy.shipped.refusing import merge, take_out
from kafkawire.spec import FieldSpec, StructSpec

__all__ = ["PASSED", "REFUSED", "NoTenant", "Prefix", "TenantPrefix"]

PASSED = frozenset({ApiKey.API_VERSIONS, ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE})
"""What clients ask before it is known who they are; it holds no names."""

_OF_BROKERS = "brokers and controllers say it to each other"
_OF_CLUSTER = "it concerns the whole cluster"
_OF_USERS = "users are those of the cluster, and no tenant's"
REFUSED: dict[ApiKey, str] = {
    **dict.fromkeys((ApiKey.LEADER_AND_ISR, ApiKey.STOP_REPLICA, ApiKey.UPDATE_METADATA), _OF_BROKERS),
    **dict.fromkeys((ApiKey.CONTROLLED_SHUTDOWN, ApiKey.WRITE_TXN_MARKERS, ApiKey.ENVELOPE), _OF_BROKERS),
    **dict.fromkeys((ApiKey.VOTE, ApiKey.BEGIN_QUORUM_EPOCH, ApiKey.END_QUORUM_EPOCH), _OF_BROKERS),
    **dict.fromkeys((ApiKey.ALTER_PARTITION, ApiKey.FETCH_SNAPSHOT, ApiKey.ALLOCATE_PRODUCER_IDS), _OF_BROKERS),
    **dict.fromkeys((ApiKey.BROKER_REGISTRATION, ApiKey.BROKER_HEARTBEAT), _OF_BROKERS),
    **dict.fromkeys((ApiKey.CONTROLLER_REGISTRATION, ApiKey.ASSIGN_REPLICAS_TO_DIRS), _OF_BROKERS),
    **dict.fromkeys((ApiKey.INITIALIZE_SHARE_GROUP_STATE, ApiKey.READ_SHARE_GROUP_STATE), _OF_BROKERS),
    **dict.fromkeys((ApiKey.WRITE_SHARE_GROUP_STATE, ApiKey.DELETE_SHARE_GROUP_STATE), _OF_BROKERS),
    ApiKey.READ_SHARE_GROUP_STATE_SUMMARY: _OF_BROKERS,
    **dict.fromkeys((ApiKey.DESCRIBE_QUORUM, ApiKey.UPDATE_FEATURES, ApiKey.UNREGISTER_BROKER), _OF_CLUSTER),
    **dict.fromkeys((ApiKey.ADD_RAFT_VOTER, ApiKey.REMOVE_RAFT_VOTER, ApiKey.UPDATE_RAFT_VOTER), _OF_CLUSTER),
    ApiKey.UNREGISTER_CONTROLLER: _OF_CLUSTER,
    **dict.fromkeys((ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, ApiKey.ALTER_USER_SCRAM_CREDENTIALS), _OF_USERS),
    **dict.fromkeys((ApiKey.CREATE_DELEGATION_TOKEN, ApiKey.RENEW_DELEGATION_TOKEN), _OF_USERS),
    **dict.fromkeys((ApiKey.EXPIRE_DELEGATION_TOKEN, ApiKey.DESCRIBE_DELEGATION_TOKEN), _OF_USERS),
}
"""What no tenant may ask, and why."""

_LEGAL = re.compile(r"[A-Za-z0-9._-]+")
_ANY, _MATCH, _LITERAL, _PREFIXED = 1, 2, 3, 4
_ACLS_OF_TENANTS = (2, 3, 5)  # topics, groups, transactional ids
_BROKER_CONFIGS = (4, 8)
_ASKED_ANYWAY = (ApiKey.CONSUMER_GROUP_HEARTBEAT, ApiKey.METADATA)  # they say more than what is refused


class NoTenant(KafkaWireError):
    """A client of which nobody can say whose it is."""


class Prefix:
    """The names of one tenant."""

    def __init__(self, prefix: str, *, tells_errors: bool = False) -> None:
        self.prefix = prefix
        self._tells_errors = tells_errors

    def to_broker(self, kind: str, name: str) -> str:  # noqa: ARG002 - the same for all kinds
        """With the prefix."""
        return self.prefix + name

    def to_client(self, kind: str, name: str) -> str | None:  # noqa: ARG002
        """Without it."""
        return name[len(self.prefix) :] if name.startswith(self.prefix) else None

    def pattern_to_broker(self, kind: str, pattern: str) -> str:  # noqa: ARG002
        """With the prefix. Raises `InvalidPattern`."""
        return behind(self.prefix, pattern)

    def pattern_to_client(self, kind: str, pattern: str) -> str | None:  # noqa: ARG002
        """Without it."""
        return without(self.prefix, pattern)

    def acl_to_broker(self, kind: str, name: str, pattern_type: int) -> tuple[str, int]:  # noqa: ARG002
        """All names are all that begin with the prefix."""
        if name == "*" and pattern_type in (_LITERAL, _ANY):
            return self.prefix, _PREFIXED
        return self.prefix + name, pattern_type

    def acl_to_client(self, kind: str, name: str, pattern_type: int) -> tuple[str, int] | None:
        """And the other way round."""
        if kind == "other" or not name.startswith(self.prefix):
            return None
        if (name, pattern_type) == (self.prefix, _PREFIXED):
            return "*", _LITERAL
        return name[len(self.prefix) :], pattern_type

    def text(self, text: str) -> str | None:
        """Nothing, unless it is wanted: Kafka's words may name what is another tenant's."""
        return text.replace(self.prefix, "") if self._tells_errors else None


class TenantPrefix(Filter):
    """Gives each tenant names of its own.

    `prefix` may say `{principal}` (without `User:`), `{sni}` (the first part of the host name) or `{cluster}` (the
    virtual cluster's name), and then ends in a separator, which tenants do not have in their names. With `tells_errors`
    clients get the broker's own words for errors, which may name topics of other tenants. With `serves_users` they may
    ask for users' passwords and delegation tokens to be changed, as far as the cluster lets them.
    """

    strict = True

    def __init__(self, prefix: str, *, tells_errors: bool = False, serves_users: bool = False) -> None:
        parts = list(Formatter().parse(prefix))
        self._fields = [field for _, field, _, _ in parts if field is not None]
        unknown = {*self._fields} - {"principal", "sni", "cluster"}
        if unknown or (self._fields and parts[-1][1] is not None) or any(not text for text, *_ in parts[1:]):
            raise ValueError(
                f"prefix {prefix!r}: want text, {{principal}}, {{sni}} or {{cluster}}, each before a separator"
            )
        self._separators = [text for text, *_ in parts[1:]]
        self._template, self._tells_errors = prefix, tells_errors
        self._refused = {key for key, reason in REFUSED.items() if not (serves_users and reason is _OF_USERS)}
        self._fixed = None if self._fields else self._names(prefix)

    def _names(self, prefix: str) -> Prefix:
        if not _LEGAL.fullmatch(prefix):
            raise ValueError(f"prefix {prefix!r}: names of topics have letters, digits, '.', '_' and '-'")
        return Prefix(prefix, tells_errors=self._tells_errors)

    def names(self, ctx: Context) -> Prefix:
        """Those of the client's tenant. Raises `NoTenant`."""
        if self._fixed is not None:
            return self._fixed
        key = (self, ctx.principal)
        found: Prefix | None = ctx.connection.state.get(key)
        if found is None:
            found = ctx.connection.state[key] = self._names_of(ctx)
        return found

    def _names_of(self, ctx: Context) -> Prefix:
        known = {
            "principal": ctx.principal.partition(":")[2] if ctx.connection.is_authenticated else "",
            "sni": (ctx.sni or "").partition(".")[0].lower(),
            "cluster": ctx.cluster,
        }
        for field, separator in zip(self._fields, self._separators, strict=True):
            if not _LEGAL.fullmatch(known[field]) or separator in known[field]:
                raise NoTenant(f"{field} {known[field]!r} of {ctx.connection!r} makes no prefix as {self._template!r}")
        return self._names(self._template.format_map(known))

    # -------------------------------------------------------------------------------------------------------- requests

    def on_request(
        self, ctx: Context, header: RequestHeader, request: Request | None
    ) -> Result | Coroutine[Any, Any, Result]:
        """Put the prefix before names."""
        if request is None or ctx.api_key in PASSED:
            return None
        names, version = self.names(ctx), header.request_api_version
        code = ErrorCode.CLUSTER_AUTHORIZATION_FAILED if ctx.api_key in self._refused else _refusal(request)
        if code:
            return error_response(request, version, code) or CLOSE
        strange = [topic_id for topic_id in _topic_ids(request) if topic_id not in _known(ctx, names)]
        if strange:
            return self._check(ctx, names, header, request, strange)
        return self._forward(ctx, names, header, request)

    async def _check(
        self, ctx: Context, names: Prefix, header: RequestHeader, request: Request, strange: list[UUID]
    ) -> Result:
        """Ask the broker whose the topics are, and refuse those of others."""
        refused, known = set(), _known(ctx, names)
        for topic_id in strange:
            name = await ctx.topic_name(topic_id)
            if name is not None and names.to_client("topic", name) is not None:
                known.add(topic_id)
            else:
                refused.add(topic_id)
        answer = _refuse(ctx, header.request_api_version, request, refused) if refused else None
        return answer or self._forward(ctx, names, header, request)

    def _forward(self, ctx: Context, names: Prefix, header: RequestHeader, request: Request) -> Result:
        try:
            rewrite(request, header.request_api_version, names, is_request=True)
        except InvalidPattern:
            return error_response(request, header.request_api_version, ErrorCode.INVALID_REGULAR_EXPRESSION) or CLOSE
        if ctx.api_key == ApiKey.DESCRIBE_TOPIC_PARTITIONS:
            _begin_with_own(request, names)
        if header.client_id is not None:
            header.client_id = names.to_broker("client_id", header.client_id)
        return request

    # ------------------------------------------------------------------------------------------------------- responses

    def on_response(self, ctx: Context, header: ResponseHeader, response: Response | None) -> Result:  # noqa: ARG002
        """Take the prefix off, and leave out what is not the tenant's."""
        if response is None or ctx.api_key in PASSED:
            return None
        names = self.names(ctx)
        if ctx.api_key == ApiKey.DESCRIBE_CLIENT_QUOTAS:
            _keep_own_quotas(response, names)
        rewrite(response, ctx.version, names, is_request=False)
        errors = ctx.exchange.get(TenantPrefix)
        if errors is not None:
            merge(response, errors, ctx.version)
        return response


# ------------------------------------------------------------------------------------------------- what concerns others


def _refusal(request: Any) -> int:
    """The error for a request that would concern more than the tenant; 0 for any other."""
    concerns_others = False
    if request.API_KEY == ApiKey.CREATE_ACLS:
        concerns_others = any(acl.resource_type not in _ACLS_OF_TENANTS for acl in request.creations)
    elif request.API_KEY == ApiKey.DELETE_ACLS:
        concerns_others = not all(map(_names_own, request.filters))
    elif request.API_KEY in (ApiKey.ALTER_CONFIGS, ApiKey.INCREMENTAL_ALTER_CONFIGS):
        concerns_others = any(one.resource_type in _BROKER_CONFIGS for one in request.resources)
    elif request.API_KEY == ApiKey.ALTER_CLIENT_QUOTAS:
        concerns_others = not all(_names_client(entry.entity) for entry in request.entries)
    elif request.API_KEY == ApiKey.ELECT_LEADERS:
        concerns_others = request.topic_partitions is None
    return ErrorCode.CLUSTER_AUTHORIZATION_FAILED if concerns_others else 0


def _names_own(acls: Any) -> bool:
    """Whether rules that are to be deleted are called by a name, so that none of others is meant."""
    is_kind = acls.resource_type_filter in (_ANY, *_ACLS_OF_TENANTS)
    return bool(is_kind and acls.resource_name_filter and acls.pattern_type_filter != _MATCH)


def _names_client(entity: Any) -> bool:
    return any(part.entity_type == "client-id" and part.entity_name is not None for part in entity)


def _keep_own_quotas(response: Any, names: Prefix) -> None:
    def is_own(entry: Any) -> bool:
        return any(
            part.entity_type == "client-id" and part.entity_name and names.to_client("client_id", part.entity_name)
            for part in entry.entity
        )

    if response.entries is not None:
        response.entries = [entry for entry in response.entries if is_own(entry)]


def _begin_with_own(request: Any, names: Prefix) -> None:
    """Have all topics listed from the tenant's first on: they come by name, and its own stand behind each other."""
    from kafkawire.messages.describe_topic_partitions_request import Cursor

    if not request.topics and (request.cursor is None or not request.cursor.topic_name):
        request.cursor = Cursor(topic_name=names.prefix, partition_index=0)


# ------------------------------------------------------------------------------------------------------------ topic ids


def _known(ctx: Context, names: Prefix) -> set[UUID]:
    """The ids of topics of which it is known that they are the tenant's; they never become another's."""
    found: set[UUID] = ctx.shared.setdefault((TenantPrefix, names.prefix), set())
    return found


class _Ids(NamedTuple):
    """Where a struct has ids of topics."""

    is_here: bool
    below: list[tuple[str, bool, _Ids]]


def _topic_ids(request: Request) -> set[UUID]:
    """All that a request names."""
    found: set[UUID] = set()
    cls = type(request)
    if cls not in _IDS:
        _IDS[cls] = _places(cls.spec().root)
    _gather(request, _IDS[cls], found)
    return found


_IDS: dict[type[Request], _Ids] = {}


def _places(struct: StructSpec) -> _Ids:
    below = [(field.attr, field.is_array, _places(field.struct)) for field in struct.fields if field.struct is not None]
    is_here = any(field.attr == "topic_id" for field in struct.fields)
    return _Ids(is_here, [one for one in below if one[2].is_here or one[2].below])


def _gather(holder: Any, places: _Ids, found: set[UUID]) -> None:
    if places.is_here and holder.topic_id.int:  # all zeros stand for none
        found.add(holder.topic_id)
    for attr, is_array, further in places.below:
        value = getattr(holder, attr)
        for item in value if value and is_array else (value,) if value else ():
            _gather(item, further, found)


def _refuse(ctx: Context, version: int, request: Request, refused: set[UUID]) -> Result:
    """Take topics out of a request; the answer if that was all."""
    found = take_out(request, version, lambda _, item: getattr(item, "topic_id", None) in refused)
    if found is None:
        return None
    taken, is_more = found
    errors = error_response(taken, version, ErrorCode.UNKNOWN_TOPIC_ID, at=_is_topic)
    if not is_more and ctx.api_key not in _ASKED_ANYWAY:
        return errors or CLOSE  # as brokers do where nobody waits for an answer
    ctx.exchange[TenantPrefix] = errors
    return None


def _is_topic(field: FieldSpec) -> bool:
    return field.entity_type == "topicName" or field.attr == "topic_id"
