"""`--capture FILE` of commands that carry traffic: what goes over their connections into a capture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kafkawire.cli.usage import positive
from kafkawire.limits import MIB

if TYPE_CHECKING:
    from kafkawire.capture.recorder import Recorder

__all__ = ["add_arguments", "options_of", "recorder_of"]

_MIB_OF_A_FILE, _FILES, _MIB_QUEUED = 256, 4, 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--capture` and what belongs to it."""
    group = parser.add_argument_group("capture")
    about = "record what goes over the wire, for `kafkawire capture` and Wireshark"
    group.add_argument("--capture", metavar="FILE", help=about)
    about = f"begin another file after so much, FILE with a number before its ending (default {_MIB_OF_A_FILE})"
    group.add_argument("--capture-mib", metavar="N", type=positive, default=_MIB_OF_A_FILE, help=about)
    about = f"so many files stay, the newest (default {_FILES})"
    group.add_argument("--capture-files", metavar="N", type=positive, default=_FILES, help=about)
    about = f"so much may wait for a slow disk; what does not fit is not recorded (default {_MIB_QUEUED})"
    group.add_argument("--capture-queue-mib", metavar="N", type=positive, default=_MIB_QUEUED, help=about)
    about = "record SASL tokens, passwords and the like as well; else they are asterisks"
    group.add_argument("--capture-secrets", action="store_true", help=about)


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """What a recorder, or the filter that has one, takes beside the path."""
    return {
        "max_bytes": args.capture_mib * MIB,
        "keep": args.capture_files,
        "max_queued": args.capture_queue_mib * MIB,
        "secrets": args.capture_secrets,
    }


@contextmanager
def recorder_of(args: argparse.Namespace) -> Iterator[Recorder | None]:
    """What records, if anything is to. Raises `OSError` if the file cannot be made."""
    if args.capture is None:
        yield None
        return
    from kafkawire.capture.recorder import Recorder

    recorder = Recorder(args.capture, **options_of(args))
    try:
        yield recorder
    finally:
        recorder.close()
