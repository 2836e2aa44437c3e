"""`--capture FILE` of commands that carry traffic: what goes over their connections into a capture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kafkawire.cli.usage import positive
from kafkawire.limits import MIB

if TYPE_CHECKING:
    from kafkawire.capture.recorder import Recorder

__all__ = ["add_arguments", "recorder_of"]

_MIB_OF_A_FILE, _FILES = 256, 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--capture` and what belongs to it."""
    group = parser.add_argument_group("capture")
    about = "record what goes over the wire, for `kafkawire capture` and Wireshark"
    group.add_argument("--capture", metavar="FILE", help=about)
    about = f"begin another file after so much, FILE with a number before its ending (default {_MIB_OF_A_FILE})"
    group.add_argument("--capture-mib", metavar="N", type=positive, default=_MIB_OF_A_FILE, help=about)
    about = f"so many files stay, the newest (default {_FILES})"
    group.add_argument("--capture-files", metavar="N", type=positive, default=_FILES, help=about)
    about = "record SASL tokens, passwords and the like as well; else they are asterisks"
    group.add_argument("--capture-secrets", action="store_true", help=about)


@contextmanager
def recorder_of(args: argparse.Namespace) -> Iterator[Recorder | None]:
    """What records, if anything is to. Raises `OSError` if the file cannot be made."""
    if args.capture is None:
        yield None
        return
    from kafkawire.capture.recorder import Recorder

    limit = args.capture_mib * MIB
    recorder = Recorder(args.capture, max_bytes=limit, keep=args.capture_files, secrets=args.capture_secrets)
    try:
        yield recorder
    finally:
        recorder.close()
