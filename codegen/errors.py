"""The one error that a broken schema raises."""

from __future__ import annotations


class SchemaError(ValueError):
    """A schema breaks a rule; the text names the file, the field and the rule."""

    def __init__(self, source: str, path: str, rule: str) -> None:
        self.source = source
        self.path = path
        self.rule = rule
        super().__init__(": ".join(part for part in (source, path, rule) if part))
