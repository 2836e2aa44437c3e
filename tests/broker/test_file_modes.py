"""Nobody but the broker's own user may read its files: there are keys and tokens in some."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialUpsertion
from tests.broker.wire import NOW_MS, QUICK, Wire, batch_of, serving


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def run(path: Path, body: Callable[[Broker], Awaitable[None]]) -> None:
    async def main() -> None:
        config = BrokerConfig.from_options({**QUICK, "log.dirs": str(path), "log.cleaner.backoff.ms": "3600000"})
        async with serving(Broker(config), seconds=60) as broker:
            await body(broker)

    asyncio.run(main())


async def work(broker: Broker) -> None:
    """Let every kind of file come about: users, segments that are full, indexes, checkpoints, compacted ones."""
    wire = await Wire.to(broker)
    user = ScramCredentialUpsertion(name="alice", mechanism=1, iterations=4096, salt=b"salt", salted_password=b"x" * 32)
    await wire.ask(messages.AlterUserScramCredentialsRequest(deletions=[], upsertions=[user]), 0)
    options = {"cleanup.policy": "compact", "segment.bytes": "1048576", "min.cleanable.dirty.ratio": "0"}
    topic = broker.node.topics.get("t") or broker.node.controller.create("t", 1, options, NOW_MS)
    for number in range(20):
        topic.logs[0].append(batch_of(b"v" * 100_000, key=b"k", timestamp=NOW_MS + number), NOW_MS + number)
    assert await broker.node.cleaner.clean_dirtiest()


def modes(path: Path) -> dict[str, int]:
    files = (file for file in path.rglob("*") if file.is_file())
    return {str(file.relative_to(path)): stat.S_IMODE(file.stat().st_mode) for file in files}


def test_new_files_are_their_owners_alone(tmp_path: Path) -> None:
    run(tmp_path, work)
    found = modes(tmp_path)
    assert {"kafkawire.secret", "__cluster_metadata-0/00000000000000000000.log", "meta.properties"} <= found.keys()
    assert len([name for name in found if name.endswith(".log")]) >= 3
    assert {name for name, mode in found.items() if mode != 0o600} == set()


def test_files_that_were_open_to_others_are_closed_to_them(tmp_path: Path) -> None:
    run(tmp_path, work)
    snapshot = tmp_path / "__cluster_metadata-0" / "00000000000000000001-0000000001.checkpoint"
    snapshot.write_bytes(b"")
    for name in modes(tmp_path):
        (tmp_path / name).chmod(0o664)
    run(tmp_path, work)
    secret = {name: mode for name, mode in modes(tmp_path).items() if name.startswith("__cluster_metadata")}
    logs = {name: mode for name, mode in secret.items() if name.endswith((".log", ".checkpoint"))}
    assert len(logs) == 2
    assert set(logs.values()) == {0o600}
    assert modes(tmp_path)["kafkawire.secret"] == 0o600
