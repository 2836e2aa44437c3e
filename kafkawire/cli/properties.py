"""Java properties files, as Kafka's configuration is kept in: `name=value` lines, with comments and continued lines.

And the files of kcat, which look alike and know neither escapes nor continued lines.
"""

from __future__ import annotations

import re

from kafkawire.errors import DecodeError

__all__ = ["parse", "parse_plain"]

_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\\n[ \t\f]*")
_PAIR = re.compile(r"((?:\\.|[^\\=:\s])*)\s*[=:]?\s*(.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


def parse(data: bytes) -> dict[str, str]:
    """Name -> value. Raises `DecodeError` if it is not text."""
    try:
        text = data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as exc:
        raise DecodeError(f"not a properties file: {exc}") from exc
    joined = _CONTINUED.sub(lambda found: found[0].split("\n")[0][:-1], text)
    lines = [line.strip() for line in joined.split("\n")]
    pairs = [_PAIR.match(line) for line in lines if line and line[0] not in "#!"]
    return {_plain(pair[1]): _plain(pair[2]) for pair in pairs if pair}


def parse_plain(text: str) -> dict[str, str]:
    """Name -> value out of a file of kcat: a backslash there is a backslash. Raises `DecodeError`."""
    pairs = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, equals, value = line.partition("=")
        if equals:
            pairs[name.strip()] = value.strip()
        elif line.strip() and not line.lstrip().startswith("#"):
            raise DecodeError(f"line {number}: want NAME=VALUE")
    return {name: value for name, value in pairs.items() if not name.startswith("#")}


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda found: _letter(found[1]), text)


def _letter(escaped: str) -> str:
    return chr(int(escaped[1:], 16)) if len(escaped) > 1 else _LETTERS.get(escaped, escaped)
