"""Run a program as on a system that is not POSIX: `python tests/without_posix.py program [arguments]`.

What Python itself needs is loaded before, since it is Python for POSIX all the same. Of what is hidden afterwards
nothing may be asked for without looking whether it is there.
"""

from __future__ import annotations

import asyncio  # noqa: F401
import contextlib
import importlib
import multiprocessing
import os
import runpy
import signal
import socket
import ssl  # noqa: F401
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401

for name in ("numpy", "pyarrow", "uuid", "concurrent.futures", "multiprocessing.context", "xml.sax"):
    with contextlib.suppress(ImportError):
        importlib.import_module(name)

MODULES = ("fcntl", "grp", "posix_ipc", "pwd", "resource", "syslog", "termios", "tty", "uvloop")
NAMES = {
    os: (
        *("chown", "fchmod", "fchown", "fdatasync", "fork", "forkpty", "geteuid", "getgid", "getloadavg", "getuid"),
        *("killpg", "mkfifo", "posix_fadvise", "posix_fallocate", "pread", "preadv", "pwrite", "pwritev", "readv"),
        *("register_at_fork", "sched_getaffinity", "sched_setaffinity", "sendfile", "setsid", "statvfs", "sysconf"),
        *("uname", "wait", "waitpid", "writev"),
    ),
    signal: ("SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGUSR2", "pthread_sigmask"),
    socket: ("AF_UNIX", "MSG_DONTWAIT", "MSG_NOSIGNAL", "SO_REUSEPORT", "TCP_USER_TIMEOUT"),
}


def hide() -> None:
    """Take away what is not everywhere."""
    pair, unix = socket.socketpair, socket.AF_UNIX
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for owner, names in NAMES.items():
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    # Event loops wake themselves with a pair of sockets, which other systems make of TCP.
    setattr(socket, "socketpair", lambda *_: pair(unix))  # noqa: B010
    multiprocessing.set_start_method("spawn")


if __name__ == "__main__":
    hide()
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
