"""Compiles message schemas into Python. Standard library only; imports nothing of kafkawire.

From Python, what the command line does:

    from kafkawire import codegen

    codegen.generate("my_schemas", "my_package/messages", package="my_package.messages")

`generate` writes a package and says what it did, `check` says what `generate` would change. A `SchemaError` holds every
`Problem` of every file. What is odd but harmless goes into a list that is given as `warnings`.
"""

from __future__ import annotations

from .errors import Problem, SchemaError
from .generated import Generated, UsageError, check, generate

__all__ = ["Generated", "Problem", "SchemaError", "UsageError", "check", "generate"]
