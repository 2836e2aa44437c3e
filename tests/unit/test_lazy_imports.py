"""What an import loads, seen from fresh interpreters."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import kafkawire
from kafkawire import messages
from tests import corpus, reference

_PROGRAM = """
import sys
bare = set(sys.modules)
{code}
print(*sorted(set(sys.modules) - bare))
"""


def loaded_by(code: str) -> set[str]:
    """The modules that some code loads in a fresh interpreter."""
    command = [
        sys.executable,
        "-I",
        "-c",
        f"import sys; sys.path.insert(0, {str(corpus.ROOT)!r})\n" + _PROGRAM.format(code=code),
    ]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def of_kafkawire(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] == "kafkawire"}


def test_import_kafkawire_loads_few_modules_of_ours() -> None:
    loaded = loaded_by("import kafkawire")
    assert of_kafkawire(loaded) == {
        *("kafkawire", "kafkawire._version", "kafkawire.errors", "kafkawire.lazy", "kafkawire.limits"),
        "kafkawire.slotted",
    }


@pytest.mark.parametrize(
    "name",
    ["asyncio", "dataclasses", "typing", "ssl", "socket", "json", "numpy", "crc32c", "lz4", "snappy", "zstandard"],
)
def test_import_kafkawire_does_not_load(name: str) -> None:
    assert name not in loaded_by("import kafkawire")


def test_the_set_of_messages_loads_none_of_them() -> None:
    loaded = of_kafkawire(loaded_by("from kafkawire.messages import PROTOCOL; len(PROTOCOL)"))
    assert {name for name in loaded if name.startswith("kafkawire.messages.")} == {"kafkawire.messages._protocol"}
    assert not {"typing", "dataclasses"} & loaded


def test_the_messages_package_loads_no_message() -> None:
    loaded = of_kafkawire(loaded_by("import kafkawire.messages"))
    assert {name for name in loaded if name.startswith("kafkawire.messages")} == {"kafkawire.messages"}


def test_one_message_loads_itself_and_no_codec() -> None:
    loaded = of_kafkawire(loaded_by("from kafkawire.messages import MetadataRequest"))
    assert {name for name in loaded if name.startswith("kafkawire.messages.")} == {
        "kafkawire.messages.metadata_request"
    }
    assert {"kafkawire.spec", "kafkawire.explain_decode", "kafkawire.jsonform", "kafkawire.api_key"} & loaded == set()


def test_a_decode_loads_one_codec() -> None:
    code = "from kafkawire.messages import MetadataRequest; MetadataRequest.decode(bytes(4), 0).encode(0)"
    loaded = of_kafkawire(loaded_by(code))
    codecs = {name for name in loaded if name.startswith("kafkawire.messages._codec.")}
    assert len(codecs) == 1  # that of the messages whose names begin with the same word
    assert {"kafkawire.spec", "kafkawire.explain_decode", "kafkawire.jsonform"} & loaded == set()
    assert not {"asyncio", "ssl", "socket"} & loaded


def test_every_public_name_resolves() -> None:
    for name in kafkawire.__all__:
        assert getattr(kafkawire, name) is not None
    assert sorted(kafkawire.__all__, key=lambda name: (not name.isupper(), name)) == kafkawire.__all__
    assert set(kafkawire.__all__) <= set(dir(kafkawire))


@pytest.mark.parametrize(
    "name", ["kafkawire", "kafkawire.broker", "kafkawire.client", "kafkawire.client.consumer", "kafkawire.records"]
)
def test_dir_shows_what_is_public_and_nothing_else(name: str) -> None:
    package = importlib.import_module(name)
    assert dir(package) == sorted(package.__all__)
    assert all(getattr(package, public) is not None for public in package.__all__)


def test_a_star_import_brings_the_public_names() -> None:
    loaded = loaded_by(
        "space = {}\nexec('from kafkawire import *', space)\nimport kafkawire\n"
        "assert set(kafkawire.__all__) <= set(space), set(kafkawire.__all__) - set(space)"
    )
    assert "kafkawire.api_key" in loaded


def test_a_name_is_looked_up_once() -> None:
    first = kafkawire.ApiKey
    assert vars(kafkawire)["ApiKey"] is first


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'kafkawire' has no attribute 'nothing'"):
        _ = kafkawire.nothing  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"module 'kafkawire\.messages' has no attribute 'NoRequest'"):
        _ = messages.NoRequest


def test_every_message_resolves_by_its_name() -> None:
    names = messages.PROTOCOL.names
    assert names == sorted(reference.schemas())
    assert sorted(messages.__all__) == sorted([*names, "PROTOCOL"])
    for name in names:
        assert getattr(messages, name).__name__ == name
    assert set(messages.__all__) <= set(dir(messages))
