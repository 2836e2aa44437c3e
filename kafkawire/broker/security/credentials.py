"""What a broker knows of its users, by mechanism: who may log in, and with what.

There are four places. `Broker(users={"alice": "secret"})` counts for PLAIN and SCRAM on all listeners, for as long as
the broker runs. A listener's own line of JAAS counts for PLAIN there. The metadata log has what admin tools have set
for SCRAM, which goes before the first, and delegation tokens. Passwords and keys are in no repr.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from kafkawire.broker.config.listeners import Listener
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.config.security import MECHANISMS as BUILT_IN
from kafkawire.broker.config.security import check_mechanism_name, jaas_users
from kafkawire.protocol.sasl.server_plain import ServerPlain, check_passwords
from kafkawire.protocol.sasl.server_scram import (
    MECHANISMS,
    SaltForm,
    ScramCredential,
    ServerScram,
    TokenCredential,
    derive_credential,
    salt_for,
)

if TYPE_CHECKING:
    from kafkawire.broker.config.broker import BrokerConfig
    from kafkawire.broker.loop.clock import Clock
    from kafkawire.broker.metadata.security import SecurityState
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator

__all__ = ["Credentials"]


class Credentials:
    """The users of one broker; `stored` is what is kept of users and tokens, once the broker runs.

    `own` has mechanisms of the broker's owner by name, which go before those that are built in. Raises `InvalidOption`
    for a name or a password that is empty, and for what is no mechanism.
    """

    def __init__(
        self,
        users: Mapping[str, str],
        stored: Callable[[], SecurityState],
        validator: TokenValidator | None,
        clock: Clock,
        own: Mapping[str, Callable[[], ServerMechanism]] = MappingProxyType({}),
    ) -> None:
        if any(not text or "\0" in text for pair in users.items() for text in pair):
            raise InvalidOption("users: names and passwords must not be empty, or have NUL characters")
        for name, make in own.items():
            check_mechanism_name("sasl_mechanisms", name)
            if not callable(make):
                raise InvalidOption(f"sasl_mechanisms: {name} needs a function that makes a mechanism, not {make!r}")
        self._own = dict(own)
        self._passwords = dict(users)
        self._stored = stored
        self._validator = validator
        self._clock = clock
        self._mechanisms: set[str] = set()
        self._derived: dict[tuple[str, str], ScramCredential] = {}

    def mechanism(self, config: BrokerConfig, listener: Listener, name: str) -> Callable[[], ServerMechanism]:
        """What makes a mechanism of that name for each authentication on a listener. Raises `InvalidOption`."""
        if name in self._own:
            return self._own[name]
        if name in MECHANISMS:
            self._mechanisms.add(name)
            return partial(self._scram, name)
        if name == "PLAIN":
            passwords = {**self._passwords, **jaas_users(config, listener)}
            return lambda: ServerPlain(lambda user, given: check_passwords(passwords.get(user), given))
        if name == "OAUTHBEARER":
            return self._bearer()
        known = f"it must be one of {', '.join(BUILT_IN)}, or be given as Broker(sasl_mechanisms=...)"
        raise InvalidOption(f"sasl.enabled.mechanisms: {name} is not served here, {known}")

    def _bearer(self) -> Callable[[], ServerMechanism]:
        from kafkawire.protocol.sasl.server_oauthbearer import ServerOAuthBearer

        if self._validator is None:
            raise InvalidOption("sasl.enabled.mechanisms: OAUTHBEARER needs Broker(token_validator=...)")
        return partial(ServerOAuthBearer, self._validator)

    def prepare(self) -> None:
        """Work out what SCRAM keeps of users: before the first client comes, or the time would tell who there is."""
        secret = self._stored().secret
        for mechanism, (user, password) in product(self._mechanisms, self._passwords.items()):
            salt = salt_for(secret, mechanism, user)
            self._derived[mechanism, user] = derive_credential(mechanism, password, salt)

    def _scram(self, mechanism: str) -> ServerScram:
        forms = self._stored().scram.forms[mechanism] + Counter({SaltForm(): len(self._passwords)})
        return ServerScram(
            mechanism,
            partial(self._find, mechanism),
            secret=self._stored().secret,
            forms=forms,
            find_token=partial(self._find_token, mechanism),
        )

    def _find(self, mechanism: str, user: str) -> ScramCredential | None:
        return self._stored().scram.find(mechanism, user) or self._derived.get((mechanism, user))

    def _find_token(self, mechanism: str, token_id: str) -> TokenCredential | None:
        tokens = self._stored().tokens
        if not tokens.are_served:
            return None
        # The long work is done for ids that nobody has, too: else its time would tell them.
        salt = salt_for(self._stored().secret, mechanism, token_id)
        credential = derive_credential(mechanism, tokens.password_of(token_id), salt)
        token = tokens.get(token_id)
        if token is None or token.is_over(self._clock.time_ms()):
            return None
        return TokenCredential(token.owner.partition(":")[2], token.expires_ms, credential)
