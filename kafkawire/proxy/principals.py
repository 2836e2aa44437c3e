"""Who a client with a certificate is, as the broker has it: `User:CN=alice,O=Example`, or what rules make of that."""

from __future__ import annotations

from kafkawire.broker.config.options import InvalidOption as InvalidRules
from kafkawire.broker.config.principals import check_mapping_rules
from kafkawire.broker.security.tls import principal_of_certificate
from kafkawire.client.errors import InvalidOption

__all__ = ["check_rules", "principal_of_certificate"]


def check_rules(rules: str) -> None:
    """Refuse rules that make no sense. Raises `InvalidOption`."""
    try:
        check_mapping_rules(rules)
    except InvalidRules as exc:
        raise InvalidOption(f"principal_mapping_rules: {exc}") from exc
