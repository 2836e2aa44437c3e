"""A registry, and Confluent's client for it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.unit.serde.registry import FakeRegistry, running


@pytest.fixture
def fake() -> Iterator[FakeRegistry]:
    """A registry; the test is skipped without Confluent's client and all that it needs."""
    for name in ("confluent_kafka", "authlib", "cachetools", "fastavro", "google.protobuf", "jsonschema"):
        if find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install 'kafkawire[registry]'")
    with running() as registry:
        yield registry
