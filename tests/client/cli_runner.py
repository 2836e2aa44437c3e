"""Runs commands against a broker, as people write them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from kafkawire.cli import main
from kafkawire.client.admin.blocking import BlockingAdmin
from kafkawire.client.blocking import run
from kafkawire.client.connection import ByVersion
from kafkawire.messages import ProduceRequest
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.records import write_batch


class Runner:
    """The command line, with `-b` and what else each command needs to find the broker."""

    def __init__(self, capsys: pytest.CaptureFixture[Any], address: str, *more: str) -> None:
        self.address = address
        self._capsys = capsys
        self._more = ("-b", address, *more)

    def __call__(self, line: str, *more: str) -> tuple[int, str, str]:
        """Exit code, output, errors."""
        self._capsys.readouterr()
        code = main([*line.split(), *more, *self._more])
        printed = self._capsys.readouterr()
        return code, _text(printed.out), _text(printed.err)

    def json(self, line: str, code: int = 0) -> Any:
        """What it prints with `--json`."""
        found, out, err = self(line + " --json")
        assert found == code, err
        return json.loads(out)

    def table(self, line: str) -> list[list[str]]:
        """The words of each line that it prints."""
        code, out, err = self(line)
        assert code == 0, err
        return [text.split() for text in out.splitlines()]


def _text(printed: str | bytes) -> str:
    return printed.decode() if isinstance(printed, bytes) else printed


def leave_hanging(address: str, topic: str, producer_id: int, age_ms: int) -> None:
    """Write a transactional record that no coordinator knows of, so long ago.

    Version 11 of Produce: from 12 on the broker itself would add the partition to the transaction.
    """
    at = int(time.time() * 1000) - age_ms
    records = write_batch(
        [(0, at, None, b"open", ())], producer_id=producer_id, producer_epoch=0, base_sequence=0, is_transactional=True
    )
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=records)])
    request = ProduceRequest(transactional_id="lost", acks=-1, timeout_ms=5000, topic_data=[data])
    with BlockingAdmin(address) as admin:
        cluster = admin.asynchronous._cluster
        response: Any = run(cluster.request(1, ByVersion(ProduceRequest.API_KEY, lambda _: request), at_most=11))
    assert response.responses[0].partition_responses[0].error_code == 0
