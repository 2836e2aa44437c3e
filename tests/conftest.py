"""Settings that all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kafkawire import rate_limited_log

# Every change runs the same examples, so that a red run can be repeated; the long profile looks for new ones.
settings.register_profile(
    "short",
    max_examples=60,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", max_examples=5_000, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("KAFKAWIRE_HYPOTHESIS", "short"))

# A shell has what it starts in the background ignore Ctrl-C, and that is inherited: commands under test would, too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def _no_test_reads_what_this_user_has_configured(monkeypatch: pytest.MonkeyPatch, _nobodys_home: Path) -> None:
    monkeypatch.setenv("KAFKAWIRE_CONFIG", str(_nobodys_home / "config.toml"))
    monkeypatch.setenv("KCAT_CONFIG", str(_nobodys_home / "kcat.conf"))
    # On a busy machine two seconds pass before a command has its answer; what waits says so, which no test expects.
    monkeypatch.setenv("KAFKAWIRE_PATIENCE", "1h")
    for name in ("KAFKAWIRE_BOOTSTRAP_SERVERS", "KAFKAWIRE_PROFILE", "KAFKAWIRE_COMMAND_CONFIG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _every_test_hears_of_what_it_causes() -> None:
    """A line that the test before has caused within this second does not count."""
    for one in list(rate_limited_log._ALL):
        one._last.clear()
        one._left_out.clear()
