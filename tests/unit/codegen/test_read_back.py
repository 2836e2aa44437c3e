"""What is read back from generated classes is what the schema files say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from codegen.model import MessageSpec
from codegen.read_back import PackageSpecs
from codegen.schema import load_directory
from codegen.show import show
from tests.corpus import ROOT

NAMES = ("FetchRequest", "FetchResponse", "MetadataRequest", "ProduceRequest", "RequestHeader", "FeatureLevelRecord")


@pytest.fixture(scope="module")
def ours() -> PackageSpecs:
    return PackageSpecs("kafkawire.messages")


@pytest.fixture(scope="module")
def schemas() -> dict[str, MessageSpec]:
    return load_directory(ROOT / "schemas")


def test_all_names_are_there(ours: PackageSpecs, schemas: dict[str, MessageSpec]) -> None:
    assert sorted(ours) == sorted(schemas)
    assert len(ours) == len(schemas)
    with pytest.raises(KeyError, match="NoSuchRequest"):
        ours["NoSuchRequest"]


@pytest.mark.parametrize("name", NAMES)
def test_versions_and_fields_are_those_of_the_schema(
    name: str, ours: PackageSpecs, schemas: dict[str, MessageSpec]
) -> None:
    read, written = ours[name], schemas[name]
    assert (read.name, read.kind, read.valid_versions) == (written.name, written.kind, written.valid_versions)
    assert read.source == "kafkawire.messages"
    for version in written.valid_versions:
        assert show(read, version) == show(written, version)


def test_a_struct_that_stands_in_two_places_is_one() -> None:
    fields = {field.name: field for field in PackageSpecs("kafkawire.messages")["UpdateMetadataRequest"].root.fields}
    below = {field.name: field for field in fields["TopicStates"].struct.fields}  # type: ignore[union-attr]
    assert below["PartitionStates"].struct is fields["UngroupedPartitionStates"].struct


def test_a_module_that_is_no_such_package() -> None:
    with pytest.raises(ImportError, match="json is no package of generated messages: it has no PROTOCOL"):
        PackageSpecs("json")
    with pytest.raises(ImportError, match="no_such_package"):
        PackageSpecs("no_such_package")


def test_packages_of_the_working_directory_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty_messages.py").write_text("class PROTOCOL:\n    names = []\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    assert list(PackageSpecs("empty_messages")) == []
    assert sys.path.count(str(tmp_path)) == 1
    PackageSpecs("empty_messages")
    assert sys.path.count(str(tmp_path)) == 1
    del sys.modules["empty_messages"]
