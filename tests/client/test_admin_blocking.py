"""The blocking `Admin`: every call, typed, and without a second copy of anything."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.client import admin as package
from kafkawire.client import blocking
from kafkawire.client.admin import Admin, AdminError
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.testing.threaded import ThreadedBroker

PROGRAM = """
import asyncio
from kafkawire.client import Admin, TopicPartition
from kafkawire.client.admin import Acl, CommittedOffset, ConfigChange, ListedOffset, NewTopic, OffsetSpec, SomeFailed
from kafkawire.client.blocking import Admin as BlockingAdmin


async def main() -> None:
    async with Admin("127.0.0.1:9092", client_id="c", request_timeout_ms=1000) as admin:
        await admin.create_topics({"t": 3})
        await admin.create_topics({"t": 3, "u": NewTopic(2, configs={"retention.ms": "1"})}, exist_ok=True)
        wanted = {TopicPartition("t", 0): OffsetSpec.LATEST}
        offsets: dict[TopicPartition, ListedOffset] = await admin.list_offsets(wanted)
        resources = await admin.describe_configs([("topic", "t")])
        await admin.alter_configs({resource: {"a": None} for resource in resources})
        await admin.alter_configs({("topic", "t"): {"a": "1", "b": ConfigChange("append", "x"), "c": None}})
        try:
            await admin.create_acls([Acl("TOPIC", "t", "User:a", "READ")])
        except SomeFailed as exc:
            print(exc.code, exc.errors)
        print(offsets)


with BlockingAdmin("127.0.0.1:9092", client_id="c") as blocking:
    committed: dict[str, dict[TopicPartition, CommittedOffset]] = blocking.list_group_offsets(["g"])
    names: list[str] = list(blocking.list_topics())
    blocking.create_topics({"t": 3}, exist_ok=True)
asyncio.run(main())
"""
WRONG = """
from kafkawire.client.blocking import Admin

Admin("a", clientid="c")
with Admin("a") as admin:
    admin.create_topics({"t": 3}, exists_ok=True)
    admin.create_topics({"t": "3"})
    admin.no_such_call()
    admin.list_topics().nothing
"""


def check(program: str, tmp_path: Path) -> str:
    file = tmp_path / "program.py"
    file.write_text(program)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--cache-dir",
        str(tmp_path / "c"),
        str(file),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
def test_a_users_program_is_checked_strictly(tmp_path: Path) -> None:
    assert check(PROGRAM, tmp_path) == "Success: no issues found in 1 source file\n"
    errors = [line.split(":")[1] for line in check(WRONG, tmp_path).splitlines() if ": error: " in line]
    assert errors == ["4", "6", "7", "8", "9"]


def test_every_call_is_there() -> None:
    calls = {name for name, value in inspect.getmembers(Admin, inspect.iscoroutinefunction) if not name.startswith("_")}
    assert len(calls) > 50
    for name in sorted(calls):
        ours = getattr(blocking.Admin, name)
        assert not inspect.iscoroutinefunction(ours)
        assert ours.__doc__ == getattr(Admin, name).__doc__
        assert inspect.signature(ours) == inspect.signature(getattr(Admin, name))


def test_every_public_name_resolves_and_is_described() -> None:
    for name in package.__all__:
        value = getattr(package, name)
        assert not isinstance(value, type) or value.__doc__
    for name, call in inspect.getmembers(Admin, inspect.iscoroutinefunction):
        assert name.startswith("_") or call.__doc__


def test_calls_run_without_an_event_loop(kafka_broker: ThreadedBroker) -> None:
    with blocking.Admin(kafka_broker.bootstrap_servers) as admin:
        admin.create_topics({"t": 2})
        assert [*admin.list_topics()] == ["t"]
        admin.alter_group_offsets({"g": {TP("t", 1): 5}})
        assert admin.list_group_offsets(["g"])["g"][TP("t", 1)].offset == 5
        assert [group.group_id for group in admin.list_groups()] == ["g"]
        with pytest.raises(AdminError, match="'u'"):
            admin.describe_topics(["u"])


def test_readers_do_not_load_the_administrative_client() -> None:
    code = (
        "import sys, kafkawire.client.blocking as b; b.BlockingReader; print('kafkawire.client.admin' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"
    with pytest.raises(AttributeError, match="has no attribute 'Amdin'"):
        _ = blocking.Amdin  # type: ignore[attr-defined]
