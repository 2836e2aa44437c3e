"""A few rounds of what `make reliability-proxy` does many of."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.proxied import CLIENTS, Run


@pytest.mark.parametrize("client", CLIENTS)
def test_what_was_written_through_a_proxy_that_dies_is_there_once(tmp_path: Path, client: Any) -> None:
    if client == "confluent":
        pytest.importorskip("confluent_kafka")
    result = asyncio.run(Run(tmp_path, CLIENTS[client], seed=1).run(3))
    assert result.acknowledged > 100
    assert not result.given_up
