"""What can be wrong with a command line that argparse does not see."""

from __future__ import annotations

__all__ = ["UsageError"]


class UsageError(Exception):
    """The command was called wrongly; the text says how, and what to do. Ends with exit code 2."""
