"""What passes a proxy, in a capture: in the filter's place, bounded, and in nobody's way."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from kafkawire import capture
from kafkawire.client import Admin
from kafkawire.messages import HeartbeatRequest, HeartbeatResponse, SaslAuthenticateRequest, SaslAuthenticateResponse
from kafkawire.proxy import Context, Filter, Proxy, VirtualCluster
from kafkawire.proxy.loading import InvalidFilterOption, load_filter
from kafkawire.proxy.shipped.capture import Capture
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker


class Rename(Filter):
    """Has another group in each heartbeat, and answers those of one itself."""

    def on_heartbeat_request(self, ctx: Context, header: Any, request: HeartbeatRequest) -> Any:
        if request.group_id == "own":
            return HeartbeatResponse(error_code=25)
        request.group_id = f"x-{request.group_id}"
        return request

    def on_heartbeat_response(self, ctx: Context, header: Any, response: HeartbeatResponse) -> Any:
        response.throttle_time_ms = 7
        return response


def _recorded(file: Path, *filters: Filter) -> list[tuple[str, int, int]]:
    """What was asked and answered of two heartbeats: group, error, throttle time."""
    with broker() as kafka:

        async def talk() -> None:
            cluster = VirtualCluster(kafka.bootstrap_servers, listen="127.0.0.1:0")
            async with Proxy([cluster], filters) as proxy, Admin(proxy.bootstrap_servers) as admin:
                for group in ("g", "own"):
                    await admin.request(HeartbeatRequest(group_id=group, member_id="m"))

        asyncio.run(talk())
    found: list[Any] = [each for each in capture.read(file) if each.api == "Heartbeat"]
    assert not [each.error for each in found if each.error]
    return [(e.request.group_id, e.response.error_code, e.response.throttle_time_ms) for e in found]


def test_what_is_written_is_what_passes_in_its_place(tmp_path: Path) -> None:
    before, behind = tmp_path / "before.pcapng", tmp_path / "behind.pcapng"
    assert _recorded(before, Capture(before), Rename()) == [("g", 25, 7), ("own", 25, 0)]
    assert _recorded(behind, Rename(), Capture(behind)) == [("x-g", 25, 0)]


def test_secrets_are_written_only_if_asked_for(tmp_path: Path) -> None:
    for secrets in (False, True):
        file = tmp_path / f"{secrets}.pcapng"
        written = Capture(file, secrets=secrets)
        with FilterTest(written) as test:
            test.request(SaslAuthenticateRequest(auth_bytes=b"\0alice\0very secret"), 2)
            test.response(SaslAuthenticateResponse())
        asyncio.run(written.stop())
        assert (b"very secret" in file.read_bytes()) == secrets


def test_a_filter_of_the_same_path_goes_on_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.pcapng"
    first = Capture(file)
    with FilterTest(Capture(file)) as test:
        test.request(HeartbeatRequest(group_id="g"), 4)
        test.response(HeartbeatResponse())
    asyncio.run(first.stop())
    assert [each.api for each in capture.read(file)] == ["Heartbeat"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_does_not_stop_the_traffic(caplog: pytest.LogCaptureFixture) -> None:
    filter_ = Capture("/dev/full")
    with FilterTest(filter_) as test:
        for number in range(300):
            sent = test.request(HeartbeatRequest(group_id="g" * 200, generation_id=number), 4)
            assert isinstance(sent, HeartbeatRequest)
            assert test.response(HeartbeatResponse()) == HeartbeatResponse()
    asyncio.run(filter_.stop())
    assert len([each for each in caplog.records if "recording ends here" in each.getMessage()]) == 1


def test_a_file_that_cannot_be_made_is_an_option_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(InvalidFilterOption, match="No such file"):
        load_filter(f"kafkawire.proxy.shipped.capture:Capture:path={tmp_path / 'nowhere' / 'a.pcapng'}")
