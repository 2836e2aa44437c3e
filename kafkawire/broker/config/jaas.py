"""The users of a listener as Kafka has them in its options: a line of JAAS for each mechanism.

    org.apache.kafka.common.security.plain.PlainLoginModule required user_alice="alice-secret" user_bob="bobs";

Of PLAIN it says who may log in. SCRAM needs no more than that it is there: its users are in the metadata log.
"""

from __future__ import annotations

import re

from kafkawire.broker.config.options import InvalidOption

__all__ = ["parse_jaas", "plain_users"]

_MODULES = {
    "PLAIN": "plain.PlainLoginModule",
    "SCRAM-SHA-256": "scram.ScramLoginModule",
    "SCRAM-SHA-512": "scram.ScramLoginModule",
    "OAUTHBEARER": "oauthbearer.OAuthBearerLoginModule",
}
_VALUE = r'"(?:[^"\\]|\\.)*"|[^\s";]+'
_LINE = re.compile(rf"\s*(?P<module>[\w.]+)\s+(?P<flag>\w+)(?P<options>(?:\s+[^\s=;\"]+\s*=\s*(?:{_VALUE}))*)\s*;\s*")
_OPTION = re.compile(rf"([^\s=;\"]+)\s*=\s*({_VALUE})")
_USER = "user_"


def parse_jaas(mechanism: str, text: str) -> dict[str, str]:
    """The options of the module. Raises `InvalidOption`, whose text shows nothing of the line: it may be secret."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise InvalidOption(f"the JAAS line of {mechanism} is not 'MODULE required name=\"value\" ...;'")
    module = f"org.apache.kafka.common.security.{_MODULES[mechanism]}"
    if found["module"] != module:
        raise InvalidOption(f"the JAAS line of {mechanism} names another module than {module}")
    return {name: _unquoted(value) for name, value in _OPTION.findall(found["options"])}


def plain_users(options: dict[str, str]) -> dict[str, str]:
    """Name -> password."""
    return {name.removeprefix(_USER): value for name, value in options.items() if name.startswith(_USER)}


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
