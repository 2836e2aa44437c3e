# ruff: noqa: E501 (in the tables, one case is one line)
from __future__ import annotations

import re
from array import array
from random import Random
from typing import Any
from uuid import UUID

import pytest

from kafkawire import DecodeError, EncodeError, FieldNotInVersion, KafkaWireError, UnsupportedVersion, ValueOutOfRange
from kafkawire.message import Message
from kafkawire.messages import (
    AlterUserScramCredentialsRequest,
    ApiVersionsResponse,
    CreateDelegationTokenResponse,
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    RequestHeader,
    SaslAuthenticateRequest,
    SaslHandshakeResponse,
)
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialUpsertion
from kafkawire.messages.fetch_request import ReplicaState
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.metadata_response import (
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.packing import StoredBytes
from tests import reference
from tests.property.strategies import Maker
from tests.reference import Struct, schemas
from tests.vectors import message_class

# ---------------------------------------------------------------------------------------------------------- equality


def test_messages_are_equal_field_by_field() -> None:
    one, other = (
        MetadataResponseBroker(node_id=1, host="h", port=9092),
        MetadataResponseBroker(node_id=1, host="h", port=9092),
    )
    assert one == other
    other.port = 9093
    assert one != other


def test_a_tuple_and_a_list_of_the_same_values_are_equal() -> None:
    one = MetadataResponsePartition(replica_nodes=[1, 2, 3])
    assert one == MetadataResponsePartition(replica_nodes=(1, 2, 3))
    assert one != MetadataResponsePartition(replica_nodes=(1, 2))
    assert MetadataResponse(topics=[MetadataResponseTopic(partitions=[one])]) == MetadataResponse(
        topics=(MetadataResponseTopic(partitions=(one,)),)  # type: ignore[arg-type]
    )


def test_null_is_not_empty() -> None:
    assert MetadataRequest(topics=None) != MetadataRequest(topics=[])


def test_no_unknown_tags_and_an_empty_dict_are_equal() -> None:
    assert RequestHeader(unknown_tags={}) == RequestHeader()
    assert RequestHeader(unknown_tags={1: b""}) != RequestHeader()


def test_nan_equals_nan() -> None:
    from kafkawire.messages.describe_client_quotas_response import ValueData

    assert ValueData(key="k", value=float("nan")) == ValueData(key="k", value=float("nan"))
    assert ValueData(key="k", value=float("nan")) != ValueData(key="k", value=0.0)


def test_other_classes_are_never_equal() -> None:
    assert MetadataRequest() != MetadataResponse()
    assert MetadataRequest() != "MetadataRequest()"
    assert MetadataRequest().__eq__(1) is NotImplemented


def test_messages_cannot_be_hashed_since_they_can_change() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(MetadataRequest())


def test_a_misspelt_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError):
        MetadataRequest().topic = []  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        MetadataRequest(topic=[])  # type: ignore[call-arg]


def test_defaults_are_not_shared() -> None:
    MetadataResponse().brokers.append(MetadataResponseBroker())
    assert MetadataResponse().brokers == []


# ---------------------------------------------------------------------------------------------------------- repr


def test_repr_shows_what_is_set() -> None:
    assert (
        repr(MetadataResponseBroker(node_id=1, host="h", port=9092))
        == "MetadataResponseBroker(node_id=1, host='h', port=9092)"
    )
    assert repr(RequestHeader(unknown_tags={5: b"x"})).endswith("unknown_tags={5: b'x'})")


def test_repr_shortens_long_bytes() -> None:
    text = repr(PartitionData(records=bytes(range(100))))
    assert "records=<100 bytes 0001020304050607…>" in text
    assert "records=b'short'" in repr(PartitionData(records=b"short"))
    assert "records=<100 bytes 0001020304050607…>" in repr(PartitionData(records=memoryview(bytes(range(100)))))


@pytest.mark.parametrize(
    ("message", "secret"),
    [
        (SaslAuthenticateRequest(auth_bytes=b"\0user\0pencil"), "pencil"),
        (ScramCredentialUpsertion(salted_password=b"pencil"), "pencil"),
        (CreateDelegationTokenResponse(hmac=b"pencil"), "pencil"),
        (AlterUserScramCredentialsRequest(upsertions=[ScramCredentialUpsertion(salted_password=b"pencil")]), "pencil"),
    ],
)
def test_repr_hides_secrets(message: object, secret: str) -> None:
    assert secret not in repr(message)
    assert "<hidden>" in repr(message)


def test_an_error_shows_no_secret_and_no_long_bytes() -> None:
    with pytest.raises(KafkaWireError) as caught:
        SaslAuthenticateRequest(auth_bytes="pencil").encode(0)  # type: ignore[arg-type]
    assert "pencil" not in str(caught.value)
    for name in schemas():
        for struct in (schemas()[name].root, *schemas()[name].structs.values()):
            for field in struct.fields:
                if field.name in ("Hmac", "SaltedPassword", "AuthBytes"):
                    assert field.versions.start <= schemas()[name].versions.start or field.ignorable


# ---------------------------------------------------------------------------------------------------------- versions


@pytest.mark.parametrize("version", [-1, 14, 99, "1", None, 1.5])
def test_a_version_that_never_was_is_refused_both_ways(version: Any) -> None:
    text = re.escape(f"MetadataRequest has no version {version!r}; it has 0 to 13")
    for call in (
        lambda: MetadataRequest().encode(version),
        lambda: MetadataRequest.decode(b"", version),
        lambda: MetadataRequest.decode_prefix(b"", version),
        lambda: MetadataRequest().to_json(version),
        lambda: MetadataRequest.from_json({}, version),
    ):
        with pytest.raises(UnsupportedVersion, match=text):
            call()


def test_an_unstable_version_is_not_the_latest_stable_one() -> None:
    from kafkawire.messages import InitProducerIdRequest

    assert InitProducerIdRequest.VERSIONS.stop - 1 == InitProducerIdRequest.LATEST_STABLE_VERSION + 1


def test_what_is_not_bytes_like_is_no_data() -> None:
    for data in (5, "text", None, [0, 0]):
        with pytest.raises(TypeError):
            MetadataRequest.decode(data, 0)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            MetadataRequest.decode_prefix(data, 0)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------------- the wire


def test_metadata_v0_of_the_protocol_guide() -> None:
    data = b"\x00\x00\x00\x01\x00\x01t"
    assert MetadataRequest.decode(data, 0) == MetadataRequest(topics=[MetadataRequestTopic(name="t")])
    assert MetadataRequest(topics=[MetadataRequestTopic(name="t")]).encode(0) == data


def test_fetch_v13_has_topic_ids_instead_of_names() -> None:
    topic = FetchableTopicResponse(topic="name", topic_id=UUID(int=7))
    by_name = FetchResponse(responses=[topic]).encode(12)
    by_id = FetchResponse(responses=[topic]).encode(13)
    assert b"name" in by_name
    assert UUID(int=7).bytes not in by_name
    assert b"name" not in by_id
    assert UUID(int=7).bytes in by_id


def test_a_list_a_tuple_and_a_range_of_numbers_are_written_alike() -> None:
    expected = MetadataResponsePartition(replica_nodes=[1, 2, 3])
    for numbers in ((1, 2, 3), range(1, 4), array("i", [1, 2, 3])):
        topic = MetadataResponseTopic(partitions=[MetadataResponsePartition(replica_nodes=numbers)])
        assert MetadataResponse(topics=[topic]).encode(1) == MetadataResponse(
            topics=[MetadataResponseTopic(partitions=[expected])]
        ).encode(1)


def test_records_of_any_bytes_like_type_are_written_alike() -> None:
    def request(records: Any) -> bytes:
        return ProduceRequest(
            topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=records)])]
        ).encode(9)

    assert request(bytearray(b"abc")) == request(memoryview(b"abc")) == request(b"abc")


def test_unknown_tags_are_written_in_order_of_their_number() -> None:
    header = RequestHeader(
        request_api_key=1, request_api_version=2, correlation_id=3, client_id=None, unknown_tags={300: b"b", 5: b"a"}
    )
    assert header.encode(2) == bytes.fromhex("0001000200000003ffff02") + b"\x05\x01a\xac\x02\x01b"


def test_known_and_unknown_tags_are_merged_in_order() -> None:
    response = ApiVersionsResponse(
        finalized_features_epoch=7, zk_migration_ready=True, unknown_tags={2**31 - 2: b"", 4: b"x"}
    )
    data = response.encode(3)
    assert ApiVersionsResponse.decode(data, 3) == response
    assert data.hex() == "0000010000000004" + "01080000000000000007" + "030101" + "040178" + "feffffff0700"


def test_a_tagged_struct_of_defaults_is_not_written() -> None:
    assert FetchRequest(replica_state=ReplicaState()).encode(15) == FetchRequest().encode(15)
    assert FetchRequest.decode(FetchRequest().encode(15), 15).replica_state is None
    tagged = FetchRequest(replica_state=ReplicaState(replica_id=1))
    assert FetchRequest.decode(tagged.encode(15), 15).replica_state == ReplicaState(replica_id=1)


def test_a_decoded_message_can_be_changed_and_written_again() -> None:
    message = SaslHandshakeResponse.decode(b"\0\0\0\0\0\1\0\1a", 0)
    message.mechanisms.append("b")
    assert message.encode(0) == b"\0\0\0\0\0\2\0\1a\0\1b"


# ---------------------------------------------------------------------------------------------------------- refused


def topic(**values: Any) -> MetadataRequest:
    return MetadataRequest(topics=[MetadataRequestTopic(name="fine"), MetadataRequestTopic(**values)])


UNENCODABLE = [
    (topic(name=None), 9, ValueOutOfRange, r"MetadataRequest v9 \.topics\[1\]\.name: null is not allowed in version 9"),
    (topic(name=5), 12, ValueOutOfRange, r"MetadataRequest v12 \.topics\[1\]\.name: a str is wanted, not int"),
    (topic(name=b"t"), 0, ValueOutOfRange, r"MetadataRequest v0 \.topics\[1\]\.name: a str is wanted, not bytes"),
    (topic(name="x" * 32768), 0, ValueOutOfRange, r".* \.topics\[1\]\.name: a string of 32768 bytes; 32767 is the most"),
    (topic(name="x" * 32768), 12, ValueOutOfRange, r".* \.topics\[1\]\.name: a string of 32768 bytes; 32767 is the most"),
    (topic(name="é" * 16384), 12, ValueOutOfRange, r".* \.topics\[1\]\.name: a string of 32768 bytes; 32767 is the most"),
    (topic(name="\ud800"), 12, ValueOutOfRange, r".* \.topics\[1\]\.name: .*surrogates not allowed"),
    (topic(topic_id="id"), 12, ValueOutOfRange, r".* \.topics\[1\]\.topic_id: a uuid\.UUID is wanted, not str"),
    (MetadataRequest(topics=None), 0, ValueOutOfRange, r"MetadataRequest v0 \.topics: null is not allowed in version 0"),
    (MetadataRequest(topics=["t"]), 0, ValueOutOfRange, r".* \.topics\[0\]: a MetadataRequestTopic is wanted, not str"),  # type: ignore[list-item]
    (MetadataRequest(topics=5), 0, ValueOutOfRange, r".* \.topics: a list is wanted, not int"),  # type: ignore[arg-type]
    (MetadataRequest(allow_auto_topic_creation=False), 0, FieldNotInVersion, r".* \.allow_auto_topic_creation: holds False, but only versions 4\+ carry it"),
    (HeartbeatRequest(group_instance_id="i"), 2, FieldNotInVersion, r"HeartbeatRequest v2 \.group_instance_id: holds 'i', but only versions 3\+ carry it"),
    (HeartbeatRequest(generation_id=2**31), 0, ValueOutOfRange, r".* \.generation_id: 2147483648 does not fit into int32, -2147483648 to 2147483647"),
    (HeartbeatRequest(generation_id=-(2**31) - 1), 4, ValueOutOfRange, r".* \.generation_id: -2147483649 does not fit into int32.*"),
    (HeartbeatRequest(generation_id=1.0), 4, ValueOutOfRange, r".* \.generation_id: an int32 is wanted, not float"),  # type: ignore[arg-type]
    (HeartbeatRequest(generation_id=None), 4, ValueOutOfRange, r".* \.generation_id: null is not allowed in version 4"),  # type: ignore[arg-type]
    (HeartbeatRequest(unknown_tags={1: b""}), 3, FieldNotInVersion, r"HeartbeatRequest v3 \.unknown_tags: this version has no tagged fields"),
    (HeartbeatRequest(unknown_tags={-1: b""}), 4, ValueOutOfRange, r".*\.unknown_tags\[-1\]: a tag is a number from 0 to 2147483646"),
    (HeartbeatRequest(unknown_tags={2**31 - 1: b""}), 4, ValueOutOfRange, r".*\.unknown_tags\[2147483647\]: a tag is a number .*"),
    (HeartbeatRequest(unknown_tags={"1": b""}), 4, ValueOutOfRange, r".*\.unknown_tags\['1'\]: a tag is a number .*"),  # type: ignore[dict-item]
    (HeartbeatRequest(unknown_tags={1: "x"}), 4, ValueOutOfRange, r".*\.unknown_tags\[1\]: bytes is wanted, not str"),  # type: ignore[dict-item]
    (HeartbeatRequest(unknown_tags=[1]), 4, ValueOutOfRange, r".*\.unknown_tags: a dict is wanted, not list"),  # type: ignore[arg-type]
    (ApiVersionsResponse(unknown_tags={1: b""}), 3, EncodeError, r".*\.unknown_tags\[1\]: that tag is a field of the schema"),
    (FetchRequest(unknown_tags={1: b""}), 13, EncodeError, r".*\.unknown_tags\[1\]: that tag is a field of the schema"),
    (SaslAuthenticateRequest(auth_bytes=None), 2, ValueOutOfRange, r".* \.auth_bytes: null is not allowed in version 2"),  # type: ignore[arg-type]
    (SaslAuthenticateRequest(auth_bytes="x"), 2, ValueOutOfRange, r".* \.auth_bytes: bytes is wanted, not str"),  # type: ignore[arg-type]
    (SaslAuthenticateRequest(auth_bytes=memoryview(b"x")), 2, ValueOutOfRange, r".* \.auth_bytes: bytes is wanted, not memoryview"),  # type: ignore[arg-type]
    (SaslAuthenticateRequest(auth_bytes=[1]), 0, ValueOutOfRange, r".* \.auth_bytes: bytes is wanted, not list"),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize(("message", "version", "error", "text"), UNENCODABLE)
def test_what_cannot_be_written_is_refused_with_its_path(
    message: Message, version: int, error: type[EncodeError], text: str
) -> None:
    with pytest.raises(EncodeError) as caught:
        message.encode(version)
    assert type(caught.value) is error
    assert re.fullmatch(text, str(caught.value)), str(caught.value)


def test_an_ignorable_field_is_left_out_quietly() -> None:
    assert MetadataResponse(cluster_id="c").encode(0) == MetadataResponse().encode(0)


def test_a_bytearray_is_written_as_bytes_are() -> None:
    request = SaslAuthenticateRequest(auth_bytes=bytearray(b"abc"))  # type: ignore[arg-type]
    assert request.encode(2) == SaslAuthenticateRequest(auth_bytes=b"abc").encode(2)


class Odd:
    """Nothing that any field holds."""


WRONG: tuple[Any, ...] = (
    None, True, -1, 1 << 15, 1 << 31, 1 << 63, 1 << 64, -(1 << 63) - 1, 10**400, 1.5, float("nan"), "x", "x" * 40_000, "\ud800",
    b"x", bytearray(b"y"), memoryview(b"z"), [], (), [None], [1 << 40], ["x", 1], [b"x"], [[]], {}, {1: b""}, {"a": 1}, {1, 2}, Odd(),
    Odd, UUID(int=1), range(3), MetadataRequest(), [MetadataRequest()], iter(()), lambda: None,
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(schemas()))
def test_a_wrong_value_anywhere_gives_bytes_or_an_encode_error(name: str) -> None:
    schema, cls, rng = schemas()[name], message_class(name), Random(name)
    for version in {schema.versions.start, schema.versions.stop - 1, rng.choice(schema.versions)}:
        tree = Maker(schema, version, rng, elements=10).tree()
        for obj, attr in places(schema.root, reference.build(schema.root, cls, tree)):
            for value in rng.sample(WRONG, 8):
                message = reference.build(schema.root, cls, tree)
                target = same_place(message, obj)
                setattr(target, attr, value)
                try:
                    data = message.encode(version)
                except EncodeError as exc:
                    assert str(exc).startswith(f"{name} v{version}"), exc
                    assert type(exc) is not EncodeError or "tag" in str(exc), f"{exc}: {attr} = {value!r:.50}"
                else:
                    assert cls.decode(data, version) is not None


Path = tuple[str | int, ...]


def places(struct: Struct, obj: Any, path: Path = ()) -> list[tuple[Path, str]]:
    """Every attribute of a message as (path of its struct, name), first elements of arrays only."""
    found: list[tuple[Path, str]] = [(path, attr) for attr in obj.__slots__]
    for field, attr in zip(struct.fields, obj.__slots__, strict=False):
        value = getattr(obj, attr)
        if field.struct is None or not value:
            continue
        if isinstance(value, list):
            found += places(field.struct, value[0], (*path, attr, 0))
        else:
            found += places(field.struct, value, (*path, attr))
    return found


def same_place(message: Any, path: Path) -> Any:
    for step in path:
        message = message[step] if isinstance(step, int) else getattr(message, step)
    return message


@pytest.mark.parametrize("data", [b"\xff", b"\0\0\0\1", b"\0\0\0\1\0\3ab\xff"])
def test_the_cause_of_a_decode_error_is_kept(data: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        MetadataRequest.decode(data, 0)
    assert caught.value.__cause__ is not None


def test_an_element_is_never_none() -> None:
    with pytest.raises(ValueOutOfRange, match=r"\.brokers\[0\]: a MetadataResponseBroker is wanted, not NoneType"):
        MetadataResponse(brokers=[None]).encode(1)  # type: ignore[list-item]


class Elsewhere(StoredBytes):
    def __len__(self) -> int:
        return 5


def test_large_bytes_are_pieces_of_their_own() -> None:
    records: Any = bytearray(b"abc")
    request = ProduceRequest(
        topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=records)])]
    )
    for version in (3, 9):
        pieces = request.encode_pieces(version)
        assert any(piece is records for piece in pieces)
        assert b"".join(pieces) == request.encode(version)
    assert HeartbeatRequest(group_id="g", generation_id=1, member_id="m").encode_pieces(4) == [
        HeartbeatRequest(group_id="g", generation_id=1, member_id="m").encode(4)
    ]
    with pytest.raises(UnsupportedVersion):
        request.encode_pieces(99)
    request.acks = 1 << 20
    with pytest.raises(ValueOutOfRange, match=r"\.acks"):
        request.encode_pieces(9)


def test_bytes_that_are_elsewhere_can_only_be_a_piece() -> None:
    elsewhere: Any = Elsewhere()
    request = ProduceRequest(
        topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=elsewhere)])]
    )
    pieces = request.encode_pieces(9)
    at = pieces.index(elsewhere)
    assert pieces[at - 1] == b"\6"  # its length and one
    with pytest.raises(EncodeError):
        request.encode(9)
