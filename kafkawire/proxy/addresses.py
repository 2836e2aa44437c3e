"""Where brokers are: the fields of responses that say it, and what clients are told in their place.

The schemas say which fields are addresses (`paths_of(message, "address")`). `REWRITTEN` are those that clients connect
to, `LEFT_ALONE` the others, each with the reason; together they are all that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.message import Response
from kafkawire.messages import PROTOCOL
from kafkawire.proxy.filters import Filter, Hook
from kafkawire.spec import FieldPath, paths_of

if TYPE_CHECKING:
    from kafkawire.message_set import MessageSet
    from kafkawire.messages import ResponseHeader
    from kafkawire.proxy.context import Context

__all__ = ["LEFT_ALONE", "REWRITTEN", "Address", "AddressFilter", "rewrite_addresses"]

Address = tuple[str, int]
Told = Callable[[int, str, int], Address | None]
"""What clients are told of a broker, by node id, host and port; None if there is nothing to tell."""

REWRITTEN: dict[tuple[str, str], str] = {
    ("ProduceResponse", "node_endpoints[].host"): "node_id",
    ("FetchResponse", "node_endpoints[].host"): "node_id",
    ("MetadataResponse", "brokers[].host"): "node_id",
    ("FindCoordinatorResponse", "host"): "node_id",
    ("FindCoordinatorResponse", "coordinators[].host"): "node_id",
    ("DescribeClusterResponse", "brokers[].host"): "broker_id",
    ("ShareFetchResponse", "node_endpoints[].host"): "node_id",
    ("ShareAcknowledgeResponse", "node_endpoints[].host"): "node_id",
}
"""Message and path of a host that clients connect to -> the field beside it that says which broker that is."""

_BROKERS = "brokers and controllers say it to each other"
_CONTROLLERS = "a controller's address, which clients of brokers do not connect to"
_STREAMS = "an address of the application's own, for its interactive queries"
LEFT_ALONE: dict[tuple[str, str], str] = {
    ("LeaderAndIsrRequest", "live_leaders[].host_name"): _BROKERS,
    ("UpdateMetadataRequest", "live_brokers[].v0_host"): _BROKERS,
    ("UpdateMetadataRequest", "live_brokers[].endpoints[].host"): _BROKERS,
    ("VoteResponse", "node_endpoints[].host"): _BROKERS,
    ("BeginQuorumEpochRequest", "leader_endpoints[].host"): _BROKERS,
    ("BeginQuorumEpochResponse", "node_endpoints[].host"): _BROKERS,
    ("EndQuorumEpochRequest", "leader_endpoints[].host"): _BROKERS,
    ("EndQuorumEpochResponse", "node_endpoints[].host"): _BROKERS,
    ("FetchSnapshotResponse", "node_endpoints[].host"): _BROKERS,
    ("BrokerRegistrationRequest", "listeners[].host"): _BROKERS,
    ("ControllerRegistrationRequest", "listeners[].host"): _BROKERS,
    ("DescribeQuorumResponse", "nodes[].listeners[].host"): _CONTROLLERS,
    ("AddRaftVoterRequest", "listeners[].host"): _CONTROLLERS,
    ("UpdateRaftVoterRequest", "listeners[].host"): _CONTROLLERS,
    ("UpdateRaftVoterResponse", "current_leader.host"): _CONTROLLERS,
    ("StreamsGroupHeartbeatRequest", "user_endpoint.host"): _STREAMS,
    ("StreamsGroupHeartbeatResponse", "partitions_by_user_endpoint[].user_endpoint.host"): _STREAMS,
    ("StreamsGroupDescribeResponse", "groups[].members[].user_endpoint.host"): _STREAMS,
}
"""Message and path of any other host -> why it stays as it is."""

_OF_CONTROLLERS = 2  # what DescribeCluster was asked for


_PLACES: dict[type[Response], list[tuple[FieldPath, str]]] = {}


def _places(cls: type[Response]) -> list[tuple[FieldPath, str]]:
    """The paths of a response to hosts that are rewritten, and the names of the ids beside them."""
    if cls not in _PLACES:
        paths = [(path, REWRITTEN.get((cls.__name__, str(path)))) for path in paths_of(cls, "address")]
        _PLACES[cls] = [(path, node_id) for path, node_id in paths if node_id is not None]
    return _PLACES[cls]


def rewrite_addresses(response: Response, told: Told) -> bool:
    """Tell of all brokers in a response what `told` says; whether that has changed anything.

    A broker of which nothing can be told is left out of lists, and is no coordinator.
    """
    if getattr(response, "endpoint_type", None) == _OF_CONTROLLERS:
        return False
    changed = False
    for path, node_id in _places(type(response)):
        for holder in _holders(response, path):
            changed |= _rewrite(holder, path, node_id, told)
        if changed and len(path.fields) > 1:
            _leave_out(response, path)
    return changed


def _holders(response: Response, path: FieldPath) -> Iterator[Any]:
    """What holds an address: without a host, as beside an error, there is none."""
    return (holder for holder in path.holders(response) if getattr(holder, path.field.attr))


def _rewrite(holder: Any, path: FieldPath, node_id: str, told: Told) -> bool:
    assert path.port is not None
    before = getattr(holder, path.field.attr), getattr(holder, path.port.attr)
    after = told(getattr(holder, node_id), *before)
    if after is None:
        setattr(holder, path.field.attr, "")
        setattr(holder, path.port.attr, -1)
        if hasattr(holder, "error_code"):
            setattr(holder, node_id, -1)
            holder.error_code = int(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        return True
    setattr(holder, path.field.attr, after[0])
    setattr(holder, path.port.attr, after[1])
    return before != after


def _leave_out(response: Response, path: FieldPath) -> None:
    """Take brokers without an address out of a list; coordinators stay, with their error."""
    (step, host) = path.fields
    items = getattr(response, step.attr)
    if items and not hasattr(items[0], "error_code"):
        setattr(response, step.attr, [item for item in items if getattr(item, host.attr)])


class AddressFilter(Filter):
    """Has clients connect to where they are told."""

    def __init__(self, told: Told) -> None:
        self._told = told

    def hooks(self, messages: MessageSet) -> Iterator[Hook]:  # noqa: ARG002 - what all filters get
        """One for each response that holds an address."""
        for name in dict.fromkeys(name for name, _ in REWRITTEN):
            api_key = PROTOCOL.named(name).API_KEY  # type: ignore[attr-defined]
            yield Hook("response", api_key, self._rewrite, may_concern=_TESTS.get(api_key))

    def _rewrite(self, _ctx: Context, _header: ResponseHeader, response: Response) -> Response | None:
        return response if rewrite_addresses(response, self._told) else None


def _may_hold_leaders(payload: bytes) -> bool:
    """Whether a Fetch response may say where leaders are (KIP-951): a tagged field at its end, which is rarely there.

    Without it the response ends in three empty sets of tags, with it in a port, a rack and a set: so in three zeros
    only if the rack is null and the port a multiple of 256, and then there are two more before that port's other byte.
    (No rack is called by zero bytes.)
    """
    return payload[-3:] != b"\0\0\0" or payload[-6:-4] == b"\0\0"


def _may_hold_produce_leaders(payload: bytes) -> bool:
    """Whether a Produce response may: without it that ends in the throttle time and a set of tags, else in a rack."""
    return payload[-5:] != b"\0\0\0\0\0"


_TESTS: dict[int, Callable[[bytes], bool]] = {
    int(ApiKey.FETCH): _may_hold_leaders,
    int(ApiKey.PRODUCE): _may_hold_produce_leaders,
}
"""What says quickly that a response holds no address, so that it need not be decoded."""
