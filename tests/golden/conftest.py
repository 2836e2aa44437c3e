"""The log directories of real brokers, unpacked."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tests.corpus import path

STATES = ("clean", "unclean", "old", "damaged", "damaged/recovered")


@pytest.fixture(scope="session")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log directories, unpacked once."""
    root = tmp_path_factory.mktemp("segments")
    for state in STATES:
        archive = path("segments", *state.split("/"), "logs.tar.xz")
        if archive.exists():
            with tarfile.open(archive) as tar:
                tar.extractall(root / state.replace("/", "-"), filter="data")
    return root
