"""The two brokers: ours as the command that users start, Apache Kafka by a script."""

from __future__ import annotations

import compileall
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Protocol

from tests import corpus
from tests.abuse.stage import HONEST, Stage
from tests.integration.certificates import Certificates
from tests.ports import free_ports

VERSION = "4.3.1"
LAST_STOP = 5.5
"""Seconds after SIGTERM until the broker is killed."""
_HOST = "127.0.0.1"
_PLAIN, _CONTROLLER, _SASL, _TLS = range(4)  # offsets from the first port
_ROOT = Path(__file__).resolve().parents[2]
_OPTIONS = {
    "offsets.topic.num.partitions": "2",
    "transaction.state.log.num.partitions": "2",
    "group.consumer.min.heartbeat.interval.ms": "1000",
}
"""Set for both; all else is as users have it."""


class Broker(Protocol):
    """What is attacked."""

    name: str
    stage: Stage

    def restart(self) -> None:
        """Begin anew, with nothing in it."""

    def is_up(self) -> bool:
        """Whether its process runs."""

    def close(self) -> None:
        """End it and remove its files."""


class OurBroker:
    """`kafkawire broker`, and what the system says of its process."""

    name = "kafkawire"

    def __init__(self, certificates: Certificates | None) -> None:
        """Without certificates there is no listener with TLS."""
        self._directory = Path(tempfile.mkdtemp(prefix="abuse-kafkawire-"))
        self._log = self._directory / "log"
        self._process: subprocess.Popen[str] | None = None
        port = free_ports(4)
        self.stage = _stage(port)
        compileall.compile_dir(_ROOT / "kafkawire", quiet=1)  # as an installed package is: else the first request waits
        self._options = {
            "listeners": _listeners(port, "PLAINTEXT", "SASL_PLAINTEXT", *(["SSL"] if certificates else [])),
            "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": "User:ANONYMOUS;User:alice",
            "allow.everyone.if.no.acl.found": "true",
            **(_tls(certificates) if certificates else {}),
            **_OPTIONS,
        }

    def restart(self) -> None:
        self.stop()
        shutil.rmtree(self._directory, ignore_errors=True)
        self._directory.mkdir()
        users = self._directory / "users"
        users.write_text("alice:alice-secret\n")
        where = ["--data-dir", str(self._directory / "logs"), "--users", str(users)]
        settings = [word for pair in self._options.items() for word in ("--set", "=".join(pair))]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "kafkawire", "broker", *where, *settings],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": str(_ROOT)},
            )
        assert self._process.stdout is not None
        if "listening on" not in self._process.stdout.readline():
            raise OSError(f"our broker did not start: {self._log.read_text()[-2000:]}")
        self.stage.create(HONEST)

    def is_up(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> float:
        """SIGTERM, and after a while SIGKILL; the seconds it took."""
        if self._process is None:
            return 0.0
        began = time.perf_counter()
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(LAST_STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
        taken = time.perf_counter() - began
        self._process.communicate()
        self._process = None
        return taken

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._directory, ignore_errors=True)

    def forget_peak(self) -> int:
        """Let the peak of its memory begin anew; what it has now, in bytes."""
        Path(f"/proc/{self._pid}/clear_refs").write_text("5")
        return self._memory("VmRSS")

    def peak(self) -> int:
        """Bytes of memory, at most, since then."""
        return self._memory("VmHWM")

    def log_lines(self) -> int:
        """How many it has written."""
        return self._log.read_bytes().count(b"\n")

    @property
    def _pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _memory(self, what: str) -> int:
        status = Path(f"/proc/{self._pid}/status").read_text()
        return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith(what + ":"))


class ApacheKafka:
    """A JVM, used for several attacks; KAFKAWIRE_KAFKA_TOOLS names the directory of the script that starts it."""

    name = "kafka"

    def __init__(self, certificates: Certificates) -> None:
        self._tools = Path(os.environ.get("KAFKAWIRE_KAFKA_TOOLS") or corpus.SHARED / "tools" / "real-kafka")
        if not (self._tools / "start.sh").exists():
            sys.exit(f"no start.sh in {self._tools}: name its directory in KAFKAWIRE_KAFKA_TOOLS, or --broker ours")
        self._directory = Path(tempfile.mkdtemp(prefix="abuse-kafka-"))
        port = free_ports(4)
        self.stage = _stage(port)
        names = "PLAINTEXT", "SASL_PLAINTEXT", "SSL"
        self._options = {
            "listeners": f"{_listeners(port, *names)},CONTROLLER://{_HOST}:{port + _CONTROLLER}",
            "advertised.listeners": _listeners(port, *names),
            "listener.security.protocol.map": ",".join(f"{n}:{n}" for n in names) + ",CONTROLLER:PLAINTEXT",
            "group.initial.rebalance.delay.ms": "3000",  # its default, which the script changes
            **_tls(certificates),
            **_OPTIONS,
        }

    def restart(self) -> None:
        self._stop()
        self._directory.mkdir()
        extra = "\n".join("=".join(pair) for pair in self._options.items())
        command = [str(self._tools / "start.sh"), str(self._directory), str(self.stage.plain[1]), VERSION]
        subprocess.run(command, env={**os.environ, "EXTRA": extra}, check=True, stdout=subprocess.DEVNULL)
        self.stage.create(HONEST)

    def is_up(self) -> bool:
        pid = self._directory / "pid"
        return pid.exists() and Path("/proc", pid.read_text().strip()).exists()

    def close(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if (self._directory / "pid").exists():
            subprocess.run([self._tools / "stop.sh", self._directory], check=True)
        shutil.rmtree(self._directory, ignore_errors=True)


def _stage(port: int) -> Stage:
    return Stage((_HOST, port + _PLAIN), (_HOST, port + _SASL), (_HOST, port + _TLS))


def _listeners(port: int, *names: str) -> str:
    offsets = {"PLAINTEXT": _PLAIN, "SASL_PLAINTEXT": _SASL, "SSL": _TLS}
    return ",".join(f"{name}://{_HOST}:{port + offsets[name]}" for name in names)


def _tls(certificates: Certificates) -> dict[str, str]:
    return {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(certificates.server)}
