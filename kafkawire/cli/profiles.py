"""Profiles: named sets of client options in one file, `kafkawire/config.toml` in the directory for configurations.

There may be passwords in it, so it is made for its owner's eyes alone, and none is ever shown.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kafkawire.cli.output import named
from kafkawire.cli.usage import NotThere, UsageError
from kafkawire.cli.words import nearest

__all__ = ["HIDDEN", "Profiles", "config_directory", "is_secret", "shown"]

HIDDEN = "<hidden>"
_VARIABLE = "KAFKAWIRE_CONFIG"
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_NO_NAMES = ("none",)  # what `--profile` takes for: without one
_SECRET = re.compile(r"password|secret|jaas|token(?!\.endpoint)|user\.info|\.hmac|keystore\.key$|key\.pem$|^ssl\.key$")
_PASSWORD_IN_URL = re.compile(r"//[^/@]*@")


@dataclass
class Profiles:
    """What the file says: options by profile, and which profile is in use."""

    path: Path
    current: str | None = None
    options: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls) -> Profiles:
        """Out of the file; without one there are none. Raises `UsageError`, `OSError`."""
        found = os.environ.get(_VARIABLE)
        profiles = cls(Path(found) if found else config_directory() / "kafkawire" / "config.toml")
        try:
            text = profiles.path.read_text("utf-8")
        except FileNotFoundError:
            return profiles
        except UnicodeDecodeError as exc:
            raise UsageError(f"{profiles.path}: {exc}") from exc
        profiles._read(text)
        return profiles

    def _read(self, text: str) -> None:
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as exc:
            raise UsageError(f"{self.path}: {exc}") from exc
        options, current = table.pop("profiles", {}), table.pop("current", None)
        is_good = isinstance(options, dict) and all(isinstance(one, dict) for one in options.values())
        if table or not is_good or not isinstance(current, str | None):
            raise UsageError(f"{self.path}: want current = NAME, and tables [profiles.NAME] with options")
        self.options = {name: dict(_flat(one)) for name, one in options.items()}
        self.current = current
        if any(is_secret(name) for one in self.options.values() for name in one):
            self._ensure_private()

    def _ensure_private(self) -> None:
        mode = self.path.stat().st_mode & 0o777
        if os.name == "posix" and mode & 0o077:
            print(f"kafkawire: {self.path} has secrets and mode {mode:o}: chmod 600 {self.path}", file=sys.stderr)

    def of(self, name: str) -> dict[str, str]:
        """The options of a profile. Raises `UsageError` if there is none of that name."""
        if name not in self.options:
            raise NotThere(f"there is no profile {name!r}{nearest(name, self.options)}; `kafkawire profile list`")
        return self.options[name]

    def add(self, name: str, options: Mapping[str, str]) -> None:
        """A profile; the first one is in use at once. Raises `UsageError` for what is no name."""
        if not _NAME.fullmatch(name) or name in _NO_NAMES:
            raise UsageError(f"{name!r} is no name for a profile: letters, digits, '.', '_' and '-'")
        self.options[name] = dict(options)
        self.current = self.current or name

    def remove(self, name: str) -> None:
        """Forget a profile. Raises `UsageError` if there is none of that name."""
        self.of(name)
        del self.options[name]
        if self.current == name:
            self.current = None

    def save(self) -> None:
        """Write the file, whole or not at all, readable for its owner only. Raises `OSError`."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=self.path.parent, prefix=".config-")  # its mode is 600
        try:
            with named(self.path), open(number, "w", encoding="utf-8") as file:
                file.write(self._text())
            os.replace(name, self.path)
        except BaseException:
            os.unlink(name)
            raise

    def _text(self) -> str:
        lines = ["# Profiles of kafkawire; `kafkawire profile` writes this file anew."]
        if self.current is not None:
            lines.append(f"current = {_quoted(self.current)}")
        for name, options in sorted(self.options.items()):
            lines += ["", f"[profiles.{_quoted(name)}]"]
            lines += [f"{_quoted(key)} = {_quoted(text)}" for key, text in options.items()]
        return "\n".join(lines) + "\n"


def config_directory() -> Path:
    """Where programs of this user keep their configurations."""
    found = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(found) if os.path.isabs(found) else Path.home() / ".config"


def is_secret(name: str) -> bool:
    """Whether an option of that name may hold what nobody is to see."""
    return _SECRET.search(name.replace("_", ".")) is not None


def shown(name: str, text: str) -> str:
    """The value of an option as people may see it."""
    return HIDDEN if is_secret(name) else _PASSWORD_IN_URL.sub(f"//{HIDDEN}@", text)


def _flat(table: Mapping[str, object], above: str = "") -> list[tuple[str, str]]:
    """`security.protocol = "SSL"` without quotes is a table in a table."""
    pairs: list[tuple[str, str]] = []
    for name, value in table.items():
        if isinstance(value, dict):
            pairs += _flat(value, f"{above}{name}.")
        else:
            pairs.append((above + name, str(value).lower() if isinstance(value, bool) else str(value)))
    return pairs


def _quoted(text: str) -> str:
    """A text as TOML has it, which is JSON's way but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
