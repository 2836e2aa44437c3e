"""Every address in the schemas is decided on, and clients are told of none that is not the proxy's."""

from __future__ import annotations

import pytest

from kafkawire.message import Request, Response
from kafkawire.messages import (
    PROTOCOL,
    DescribeClusterResponse,
    FetchResponse,
    FindCoordinatorResponse,
    MetadataResponse,
    ProduceResponse,
    ShareAcknowledgeResponse,
    ShareFetchResponse,
)
from kafkawire.messages import describe_cluster_response as cluster
from kafkawire.messages import fetch_response as fetch
from kafkawire.messages import find_coordinator_response as coordinator
from kafkawire.messages import metadata_response as metadata
from kafkawire.messages import produce_response as produce
from kafkawire.messages import share_acknowledge_response as acknowledge
from kafkawire.messages import share_fetch_response as share
from kafkawire.proxy.addresses import _TESTS, LEFT_ALONE, REWRITTEN, Address, rewrite_addresses
from kafkawire.spec import FieldSpec, StructSpec, paths_of

PORTS = {1: 19001, 2: 19002}


def told(node_id: int, host: str, port: int) -> Address | None:
    assert host.startswith("inside")
    return ("outside", PORTS[node_id]) if node_id in PORTS else None


def messages() -> list[type[Request | Response]]:
    requests = [PROTOCOL.message_class(key, "request") for key in PROTOCOL]
    return [*requests, *(PROTOCOL.message_class(key, "response") for key in PROTOCOL)]


def test_every_address_in_the_schemas_is_decided_on() -> None:
    found = {(cls.__name__, str(path)) for cls in messages() for path in paths_of(cls, "address")}
    assert found == REWRITTEN.keys() | LEFT_ALONE.keys()
    assert not REWRITTEN.keys() & LEFT_ALONE.keys()


def test_no_field_looks_like_an_address_and_is_none() -> None:
    """A host, endpoint or address that `paths_of` does not take for one; each of these is known to be none."""
    none = {
        ("DescribeGroupsResponse", "ClientHost"),  # of a client
        ("ConsumerGroupDescribeResponse", "ClientHost"),
        ("ShareGroupDescribeResponse", "ClientHost"),
        ("StreamsGroupDescribeResponse", "ClientHost"),
        ("DescribeAclsRequest", "HostFilter"),  # where clients come from
        ("DescribeAclsResponse", "Host"),
        ("CreateAclsRequest", "Host"),
        ("DeleteAclsRequest", "HostFilter"),
        ("DeleteAclsResponse", "Host"),
        ("DescribeClusterRequest", "EndpointType"),  # which kind is asked for
        ("DescribeClusterResponse", "EndpointType"),
        ("StreamsGroupHeartbeatResponse", "EndpointInformationEpoch"),
        ("StreamsGroupHeartbeatRequest", "EndpointInformationEpoch"),
    }
    seen = set()
    for cls in messages():
        addresses = {path.field.name for path in paths_of(cls, "address")}
        for item in fields(cls.spec().root, set()):
            is_odd = any(word in item.name for word in ("Host", "Endpoint", "Address")) and item.struct is None
            if is_odd and item.name not in addresses:
                seen.add((cls.__name__, item.name))
    assert {pair for pair in seen if pair[0] != "EnvelopeRequest"} == none


def fields(struct: StructSpec, known: set[str]) -> list[FieldSpec]:
    if struct.name in known:
        return []
    known.add(struct.name)
    return [*struct.fields, *(each for item in struct.fields if item.struct for each in fields(item.struct, known))]


def responses(host: str, port: int) -> list[tuple[Response, int]]:
    return [
        (MetadataResponse(brokers=[metadata.MetadataResponseBroker(node_id=1, host=host, port=port)]), 12),
        (FindCoordinatorResponse(node_id=1, host=host, port=port), 3),
        (FindCoordinatorResponse(coordinators=[coordinator.Coordinator(node_id=1, host=host, port=port)]), 6),
        (DescribeClusterResponse(brokers=[cluster.DescribeClusterBroker(broker_id=1, host=host, port=port)]), 1),
        (ProduceResponse(node_endpoints=[produce.NodeEndpoint(node_id=1, host=host, port=port)]), 10),
        (FetchResponse(node_endpoints=[fetch.NodeEndpoint(node_id=1, host=host, port=port)]), 16),
        (ShareFetchResponse(node_endpoints=[share.NodeEndpoint(node_id=1, host=host, port=port)]), 1),
        (ShareAcknowledgeResponse(node_endpoints=[acknowledge.NodeEndpoint(node_id=1, host=host, port=port)]), 1),
    ]


@pytest.mark.parametrize("number", range(8))
def test_an_address_is_rewritten(number: int) -> None:
    response, version = responses("inside", 9)[number]
    assert rewrite_addresses(response, told)
    expected, _ = responses("outside", 19001)[number]
    assert response.encode(version) == expected.encode(version)


def test_every_rewritten_message_is_tested() -> None:
    assert {type(response).__name__ for response, _ in responses("", 0)} == {name for name, _ in REWRITTEN}


def test_a_broker_that_has_no_port_here_is_left_out_and_is_no_coordinator() -> None:
    response = MetadataResponse(
        brokers=[metadata.MetadataResponseBroker(node_id=n, host=f"inside{n}", port=9) for n in (1, 2, 3)]
    )
    assert rewrite_addresses(response, told)
    assert [(broker.node_id, broker.port) for broker in response.brokers] == [(1, 19001), (2, 19002)]
    found = FindCoordinatorResponse(
        coordinators=[coordinator.Coordinator(key=str(n), node_id=n, host="inside", port=9) for n in (1, 3)]
    )
    assert rewrite_addresses(found, told)
    assert [(c.node_id, c.host, c.error_code) for c in found.coordinators] == [(1, "outside", 0), (-1, "", 15)]
    single = FindCoordinatorResponse(node_id=3, host="inside", port=9)
    assert rewrite_addresses(single, told)
    assert (single.node_id, single.host, single.port, single.error_code) == (-1, "", -1, 15)


def test_an_error_has_no_address_and_controllers_keep_theirs() -> None:
    assert not rewrite_addresses(FindCoordinatorResponse(error_code=15, node_id=-1, host="", port=-1), told)
    controllers = DescribeClusterResponse(
        endpoint_type=2, brokers=[cluster.DescribeClusterBroker(broker_id=1, host="inside", port=9)]
    )
    assert not rewrite_addresses(controllers, told)


PORTS_THAT_ARE_HARD = [1, 255, 256, 512, 9092, 65280, 65535]


@pytest.mark.parametrize("port", PORTS_THAT_ARE_HARD)
@pytest.mark.parametrize("rack", [None, "", "r"])
def test_no_response_with_an_address_is_taken_for_one_without(port: int, rack: str | None) -> None:
    leader = fetch.NodeEndpoint(node_id=1, host="inside", port=port, rack=rack)
    for version in (16, 17, 18):
        for topics in ([], [fetch.FetchableTopicResponse(partitions=[fetch.PartitionData(records=bytes(9))])]):
            assert _TESTS[1](FetchResponse(responses=topics, node_endpoints=[leader]).encode(version))
    for version in (10, 11, 12, 13):
        for throttle in (0, 5):
            of_produce = produce.NodeEndpoint(node_id=1, host="inside", port=port, rack=rack)
            response = ProduceResponse(throttle_time_ms=throttle, node_endpoints=[of_produce])
            assert _TESTS[0](response.encode(version))


def test_usual_responses_need_not_be_decoded() -> None:
    topics = [fetch.FetchableTopicResponse(partitions=[fetch.PartitionData(records=b"some records \1\2\3\0")])]
    assert not _TESTS[1](FetchResponse(responses=topics).encode(16))
    assert not _TESTS[0](ProduceResponse().encode(11))
