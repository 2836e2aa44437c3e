"""TLS, looked into by `tshark`, for whoever has the keys: a key-log file, as agents write it for Java, or Python by
`SSLContext.keylog_filename`.

kafkawire decrypts nothing itself. What tshark finds is written as one of our own captures, and read as such.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kafkawire.capture.packets import Source
from kafkawire.capture.writer import CaptureWriter
from kafkawire.errors import KafkaWireError

__all__ = ["CannotDecrypt", "decrypted"]

_FIELDS = ("tcp.stream", "frame.time_epoch", "ip.src", "ipv6.src", "tcp.srcport")
_MORE_FIELDS = ("ip.dst", "ipv6.dst", "tcp.dstport", "data.data")


class CannotDecrypt(KafkaWireError):
    """TLS cannot be looked into; the text says why, and what helps."""


@contextmanager
def decrypted(path: str | os.PathLike[str], key_log: str | os.PathLike[str], ports: Iterable[int]) -> Iterator[Source]:
    """What went through TLS to the ports of servers, as a capture without TLS. Raises `CannotDecrypt`, `OSError`."""
    program = shutil.which("tshark")
    if program is None:
        raise CannotDecrypt("tshark decrypts TLS, and it is not installed: apt install tshark, or the like")
    servers = sorted({*ports})
    if not servers:
        raise CannotDecrypt("for TLS the ports of the servers have to be named")
    for file in (path, key_log):  # tshark says nothing of a key log that is not there
        with open(file, "rb"):
            pass
    with tempfile.TemporaryDirectory(prefix="kafkawire-") as directory:
        made = Path(directory) / "decrypted.pcapng"
        _decrypt([program, "-r", os.fspath(path), "-o", f"tls.keylog_file:{os.fspath(key_log)}"], servers, made)
        with made.open("rb") as opened:
            yield opened


def _decrypt(command: list[str], ports: list[int], target: Path) -> None:
    """Run tshark, which prints the decrypted bytes of each packet as a line, and write them down."""
    for port in ports:
        command += ["-d", f"tls.port=={port},data"]
    command += ["-n", "-Y", "tls && data", "-T", "fields"]
    command += [word for name in (*_FIELDS, *_MORE_FIELDS) for word in ("-e", name)]
    with CaptureWriter(target) as writer, tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as process:  # noqa: S603
            assert process.stdout is not None
            known: set[str] = set()
            for line in process.stdout:
                _write(writer, line.decode("ascii", "replace").rstrip("\n").split("\t"), ports, known)
        if process.returncode and not known:
            said.seek(0)
            lines = said.read().decode(errors="replace").strip().splitlines()
            raise CannotDecrypt(f"tshark failed: {lines[-1] if lines else process.returncode}")
    if not known:
        named = " or ".join(map(str, ports))
        raise CannotDecrypt(
            f"nothing on port {named} could be decrypted: the key log has no keys of its connections, or the capture"
            " lacks their beginning, or there is no TLS"
        )


def _write(writer: CaptureWriter, fields: list[str], ports: list[int], known: set[str]) -> None:
    stream, time, source4, source6, source_port, target4, target6, target_port, data = fields
    source, target = (source4 or source6, int(source_port)), (target4 or target6, int(target_port))
    to_server = target[1] in ports
    if stream not in known:
        known.add(stream)
        client, server = (source, target) if to_server else (target, source)
        writer.open(stream, client, server, float(time), {"tls": "decrypted by tshark"})
    writer.write(stream, "request" if to_server else "response", float(time), bytes.fromhex(data.replace(",", "")))
