"""Messages of somebody's own: the same codec, errors and JSON form, from a package that is not ours."""

from __future__ import annotations

import copy
import pickle
import sys
from types import ModuleType
from typing import Any

import pytest

from kafkawire import FieldNotInVersion, InvalidLength, Truncated, UnsupportedVersion, ValueOutOfRange
from kafkawire.message import Message
from tests import reference
from tests.packages import make_package

SHIPMENT: dict[str, Any] = {
    "type": "data",
    "name": "Shipment",
    "validVersions": "0-2",
    "flexibleVersions": "1+",
    "fields": [
        {"name": "OrderId", "type": "int64", "versions": "0+"},
        {"name": "Carrier", "type": "string", "versions": "0+", "nullableVersions": "1+"},
        {"name": "Parcels", "type": "[]Parcel", "versions": "0+", "fields": [
            {"name": "Label", "type": "string", "versions": "0+"},
            {"name": "Grams", "type": "uint32", "versions": "0+"},
            {"name": "Stops", "type": "[]int32", "versions": "2+"},
        ]},
        {"name": "Note", "type": "string", "versions": "2+", "taggedVersions": "2+", "tag": 0, "default": "none"},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return make_package(tmp_path_factory.mktemp("user"), "shipping_messages", [SHIPMENT])


@pytest.fixture
def shipment(package: ModuleType) -> Any:
    parcel = sys.modules["shipping_messages.shipment"].Parcel
    return package.Shipment(
        order_id=7,
        carrier="ups",
        parcels=[parcel(label="a", grams=100, stops=[1, 2]), parcel(label="b", grams=200, stops=[3])],
        note="fragile",
    )


def test_bytes_are_those_of_the_schema(shipment: Any) -> None:
    assert shipment.encode(2).hex() == (
        "0000000000000007" + "04757073" + "03"
        + "0261" + "00000064" + "03" + "00000001" + "00000002" + "00"
        + "0262" + "000000c8" + "02" + "00000003" + "00"
        + "01" + "00" + "08" + "0866726167696c65"
    )  # fmt: skip
    assert type(shipment).decode(shipment.encode(2), 2) == shipment


def test_the_reference_agrees(shipment: Any) -> None:
    schema = reference.load(SHIPMENT)
    assert reference.encode(schema, 2, reference.tree_of(schema.root, shipment)) == shipment.encode(2)


def test_the_json_form(shipment: Any) -> None:
    form = {
        "orderId": 7,
        "carrier": "ups",
        "parcels": [{"label": "a", "grams": 100, "stops": [1, 2]}, {"label": "b", "grams": 200, "stops": [3]}],
        "note": "fragile",
    }
    assert shipment.to_json(2) == form
    assert type(shipment).from_json(form, 2) == shipment


def test_errors_name_the_message_and_the_path(package: ModuleType, shipment: Any) -> None:
    with pytest.raises(
        FieldNotInVersion, match=r"^Shipment v1 \.note: holds 'fragile', but only versions 2\+ carry it$"
    ):
        shipment.encode(1)
    shipment.parcels[1].grams = -1
    with pytest.raises(ValueOutOfRange, match=r"^Shipment v2 \.parcels\[1\]\.grams: -1 does not fit into uint32"):
        shipment.encode(2)
    with pytest.raises(
        InvalidLength, match=r"^Shipment v0 \.parcels: count 2147483647 needs at least 12884901882 bytes, 0 left"
    ):
        package.Shipment.decode(bytes(10) + b"\x7f\xff\xff\xff", 0)
    with pytest.raises(Truncated, match=r"^Shipment v2 \.order_id: 8 bytes wanted, 3 left at offset 0$"):
        package.Shipment.decode(bytes(3), 2)
    with pytest.raises(UnsupportedVersion, match=r"^Shipment has no version 3; it has 0 to 2$"):
        package.Shipment().encode(3)


def test_it_is_a_message_like_ours(package: ModuleType, shipment: Any) -> None:
    assert issubclass(package.Shipment, Message)
    assert not hasattr(package.Shipment, "API_KEY")
    assert list(package.Shipment.VERSIONS) == [0, 1, 2]
    assert list(package.Shipment.FLEXIBLE_VERSIONS) == [1, 2]
    assert package.Shipment.spec().name == "Shipment"
    assert repr(shipment).startswith(
        "Shipment(order_id=7, carrier='ups', parcels=[Parcel(label='a', grams=100, stops=[1, 2]"
    )
    assert copy.deepcopy(shipment) == shipment


def test_messages_can_be_copied_and_pickled() -> None:
    from kafkawire.messages import MetadataRequest
    from kafkawire.messages.metadata_request import MetadataRequestTopic

    message = MetadataRequest(topics=[MetadataRequestTopic(name="t")], unknown_tags={5: b"x"})
    assert pickle.loads(pickle.dumps(message)) == message
    assert copy.copy(message) == message
    assert copy.deepcopy(message).topics is not message.topics
