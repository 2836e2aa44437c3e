"""Users, their rights, quotas and tokens, administered on a broker that runs elsewhere.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them; `KAFKAWIRE_TEST_SASL_BROKER` and `KAFKAWIRE_TEST_SASL_USER`
(NAME:PASSWORD) add delegation tokens. What a broker does not serve is left out.
"""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client import Admin
from kafkawire.client.admin import (
    ANY_NAME,
    Acl,
    AclFilter,
    AdminError,
    ClientQuota,
    ScramDeletion,
    ScramUpsertion,
    SomeFailed,
)
from tests.client.real_admin import ADDRESS, SASL_ADDRESS, USERNAME, eventually, new_name, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


def test_acls() -> None:
    async def main(admin: Admin) -> None:
        name = new_name()
        acls = [
            Acl("TOPIC", name, f"User:{name}", "READ"),
            Acl("GROUP", name[:5], f"User:{name}", "DESCRIBE", "DENY", "127.0.0.1", "PREFIXED"),
        ]
        await admin.create_acls(acls)
        mine = AclFilter(principal=f"User:{name}")
        found = await eventually(lambda: admin.describe_acls(mine), lambda found: len(found) == 2)
        assert set(found) == set(acls)
        matching = AclFilter("GROUP", name, pattern_type="MATCH", principal=f"User:{name}")
        assert await admin.describe_acls(matching) == [acls[1]]
        with pytest.raises(AdminError, match="INVALID_REQUEST"):
            await admin.create_acls([Acl("CLUSTER", "not-the-cluster", f"User:{name}", "ALTER")])
        removed = await admin.delete_acls([mine, AclFilter(principal="User:nobody")])
        assert {one.principal: len(gone) for one, gone in removed.items()} == {f"User:{name}": 2, "User:nobody": 0}
        await eventually(lambda: admin.describe_acls(mine), lambda found: not found)

    run(main, ApiKey.DESCRIBE_ACLS)


def test_quotas() -> None:
    async def main(admin: Admin) -> None:
        user = new_name()
        entities: list[dict[str, str | None]] = [{"user": user}, {"user": user, "client-id": None}]
        quotas = [
            ClientQuota(entities[0], {"producer_byte_rate": 1e6}),
            ClientQuota(entities[1], {"request_percentage": 50}),
        ]
        await admin.alter_client_quotas(quotas)
        both = await eventually(lambda: admin.describe_client_quotas({"user": user}), lambda found: len(found) == 2)
        assert sorted(len(quota.entity) for quota in both) == [1, 2]
        assert await admin.describe_client_quotas({"user": user}, strict=True) == quotas[:1]
        (default,) = await admin.describe_client_quotas({"user": user, "client-id": ANY_NAME})
        assert (dict(default.entity), default.values) == (entities[1], {"request_percentage": 50.0})
        with pytest.raises(SomeFailed, match="INVALID_REQUEST") as caught:
            await admin.alter_client_quotas(
                [ClientQuota(entities[0], {"nonsense": 1}), ClientQuota({"user": None}, {})]
            )
        assert [*caught.value.errors] == [(("user", user),)]
        await admin.alter_client_quotas([ClientQuota(q.entity, dict.fromkeys(q.values)) for q in quotas])
        await eventually(lambda: admin.describe_client_quotas({"user": user}), lambda found: not found)

    run(main, ApiKey.ALTER_CLIENT_QUOTAS)


def test_scram_users() -> None:
    async def main(admin: Admin) -> None:
        user = new_name()
        await admin.alter_user_scram_credentials(
            [ScramUpsertion(user, "secret", iterations=4096), ScramUpsertion(user, "secret", "SCRAM-SHA-256")]
        )
        found = await eventually(
            lambda: admin.describe_user_scram_credentials([user]), lambda found: len(found[user]) == 2
        )
        assert {(c.mechanism, c.iterations) for c in found[user]} == {("SCRAM-SHA-256", 8192), ("SCRAM-SHA-512", 4096)}
        assert user in await admin.describe_user_scram_credentials()
        if SASL_ADDRESS:
            options: dict[str, Any] = {"sasl_username": user, "sasl_password": "secret"}
            for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
                options |= {"sasl_mechanism": mechanism, "security_protocol": "SASL_PLAINTEXT"}
                async with Admin(SASL_ADDRESS, **options) as theirs:
                    assert (await theirs.describe_cluster()).brokers
        deletions = [ScramDeletion(user), ScramDeletion(user, "SCRAM-SHA-256")]
        await admin.alter_user_scram_credentials(deletions)
        with pytest.raises(SomeFailed, match="RESOURCE_NOT_FOUND"):
            await admin.alter_user_scram_credentials(deletions)

    run(main, ApiKey.ALTER_USER_SCRAM_CREDENTIALS)


@pytest.mark.skipif(not (SASL_ADDRESS and USERNAME), reason="KAFKAWIRE_TEST_SASL_BROKER and _USER are not set")
def test_delegation_tokens() -> None:
    async def main(admin: Admin) -> None:
        me = f"User:{USERNAME}"
        token = await admin.create_delegation_token(renewers=["User:renewer"], max_lifetime_ms=3_600_000)
        assert (token.owner, token.renewers) == (me, ("User:renewer",))
        assert token.max_timestamp_ms - token.issue_timestamp_ms == 3_600_000
        found = await eventually(
            lambda: admin.describe_delegation_tokens([me]), lambda found: token.token_id in [t.token_id for t in found]
        )
        (same,) = [t for t in found if t.token_id == token.token_id]
        assert (same.hmac, same.renewers, same.owner) == (token.hmac, token.renewers, me)
        renewed = await eventually(lambda: admin.renew_delegation_token(token.hmac, renew_period_ms=60_000), bool)
        assert token.issue_timestamp_ms < renewed <= token.max_timestamp_ms
        await admin.expire_delegation_token(token.hmac)
        with pytest.raises(AdminError, match="DELEGATION_TOKEN_NOT_FOUND"):
            await admin.renew_delegation_token(b"nonsense")

    run(main, ApiKey.CREATE_DELEGATION_TOKEN, sasl=True)


def test_tokens_need_an_authenticated_connection() -> None:
    async def main(admin: Admin) -> None:
        with pytest.raises(AdminError, match=r"DELEGATION_TOKEN_REQUEST_NOT_ALLOWED.*could not create a delegation"):
            await admin.create_delegation_token()

    run(main, ApiKey.CREATE_DELEGATION_TOKEN)
