"""What administrative calls about rules, users and tokens put on the wire, and what they make of answers."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from kafkawire import ApiKey, messages
from kafkawire.client.admin import (
    Acl,
    AclFilter,
    AdminError,
    ScramDeletion,
    ScramUpsertion,
    SomeFailed,
)
from kafkawire.client.errors import InvalidOption
from kafkawire.errors import UnsupportedVersion
from kafkawire.messages import (
    alter_user_scram_credentials_response,
    create_acls_response,
    delete_acls_response,
    describe_acls_response,
    describe_delegation_token_response,
    describe_user_scram_credentials_response,
)
from tests.client.admin_script import Script, run


class TestAcls:
    def test_a_rule_is_written_in_kafkas_numbers(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(
                ApiKey.CREATE_ACLS, messages.CreateAclsResponse(results=[create_acls_response.AclCreationResult()])
            )
            async with script.admin() as admin:
                await admin.create_acls([Acl("TOPIC", "t", "User:a", "READ", "DENY", "10.0.0.1", "PREFIXED")])
            (request,) = script.asked(ApiKey.CREATE_ACLS)
            expected = "02 02 02 74 04 07 557365723a61 09 31302e302e302e31 03 02 00 00".replace(" ", "")
            assert request.encode(3).hex() == expected

        run(main())

    def test_results_belong_to_rules_by_their_order(self) -> None:
        async def main() -> None:
            script = Script()
            results = [
                create_acls_response.AclCreationResult(error_code=0),
                create_acls_response.AclCreationResult(error_code=42, error_message="bad"),
            ]
            script.on(ApiKey.CREATE_ACLS, messages.CreateAclsResponse(results=results))
            one, two, three = (Acl("TOPIC", name, "User:a", "READ") for name in "xyz")
            async with script.admin() as admin:
                with pytest.raises(SomeFailed) as caught:
                    await admin.create_acls([one, two, three])
            assert {acl.resource_name: error.code for acl, error in caught.value.errors.items()} == {"y": 42, "z": -1}

        run(main())

    def test_filters_and_what_they_find(self) -> None:
        async def main() -> None:
            script = Script()
            acls = [describe_acls_response.AclDescription(principal="User:a", host="*", operation=3, permission_type=3)]
            unknown = [
                describe_acls_response.AclDescription(principal="User:b", host="*", operation=77, permission_type=2)
            ]
            found = [
                describe_acls_response.DescribeAclsResource(
                    resource_type=2, resource_name="t", pattern_type=3, acls=acls
                ),
                describe_acls_response.DescribeAclsResource(
                    resource_type=99, resource_name="u", pattern_type=4, acls=unknown
                ),
            ]
            script.on(ApiKey.DESCRIBE_ACLS, messages.DescribeAclsResponse(resources=found))
            async with script.admin() as admin:
                rules = await admin.describe_acls(AclFilter("topic", "t", pattern_type="match"))
            assert rules == [
                Acl("TOPIC", "t", "User:a", "READ"),
                Acl("UNKNOWN_99", "u", "User:b", "UNKNOWN_77", "DENY", "*", "PREFIXED"),
            ]
            (asked,) = script.asked(ApiKey.DESCRIBE_ACLS)
            assert (asked.resource_type_filter, asked.resource_name_filter, asked.pattern_type_filter) == (2, "t", 2)
            assert (asked.principal_filter, asked.host_filter) == (None, None)
            assert (asked.operation, asked.permission_type) == (1, 1)

        run(main())

    def test_delete_says_what_is_gone_and_what_could_not_be(self) -> None:
        async def main() -> None:
            script = Script()
            matching = delete_acls_response.DeleteAclsMatchingAcl
            results = [
                delete_acls_response.DeleteAclsFilterResult(
                    matching_acls=[
                        matching(
                            error_code=0,
                            error_message=None,
                            resource_type=3,
                            resource_name="g",
                            pattern_type=3,
                            principal="User:a",
                            host="*",
                            operation=3,
                            permission_type=3,
                        )
                    ]
                ),
                delete_acls_response.DeleteAclsFilterResult(
                    matching_acls=[
                        matching(
                            error_code=31,
                            error_message="no",
                            resource_type=2,
                            resource_name="t",
                            pattern_type=3,
                            principal="User:b",
                            host="*",
                            operation=4,
                            permission_type=3,
                        )
                    ]
                ),
            ]
            script.on(ApiKey.DELETE_ACLS, messages.DeleteAclsResponse(filter_results=results))
            one, two = AclFilter(principal="User:a"), AclFilter(principal="User:b")
            async with script.admin() as admin:
                with pytest.raises(SomeFailed, match="CLUSTER_AUTHORIZATION_FAILED") as caught:
                    await admin.delete_acls([one, two])
            assert caught.value.results == {one: [Acl("GROUP", "g", "User:a", "READ")]}
            assert [*caught.value.errors] == [two]

        run(main())

    def test_names_that_do_not_exist_and_versions_that_are_too_old(self) -> None:
        async def main() -> None:
            script = Script(describe_acls=0)
            script.on(ApiKey.DESCRIBE_ACLS, messages.DescribeAclsResponse())
            async with script.admin() as admin:
                with pytest.raises(InvalidOption, match="no operation is called 'reed': did you mean 'READ'"):
                    await admin.describe_acls(AclFilter(operation="reed"))
                with pytest.raises(UnsupportedVersion, match=r"offers 0-0.*needs 1-"):
                    await admin.describe_acls(AclFilter(pattern_type="PREFIXED"))

        run(main())


def scram_done(request: Any) -> Any:
    users = [change.name for change in [*request.deletions, *request.upsertions]]
    assert len(users) == len(set(users)), "brokers refuse two changes of a user in one request"
    result = alter_user_scram_credentials_response.AlterUserScramCredentialsResult
    return messages.AlterUserScramCredentialsResponse(results=[result(user=user) for user in users])


class TestScramUsers:
    SALT = base64.b64decode("W22ZaJ0SNY7soEsUEjb6gQ==")
    SALTED = "c4a49510323ab4f952cac1fa99441939e78ea74d6be81ddf7096e87513dc615d"  # RFC 7677: "pencil", 4096 rounds

    def test_passwords_are_salted_on_this_side(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.ALTER_USER_SCRAM_CREDENTIALS, scram_done)
            change = ScramUpsertion("user", "pencil", "SCRAM-SHA-256", 4096, self.SALT)
            assert "pencil" not in repr(change)
            async with script.admin() as admin:
                await admin.alter_user_scram_credentials([change])
            (sent,) = script.asked(ApiKey.ALTER_USER_SCRAM_CREDENTIALS)[0].upsertions
            assert (sent.name, sent.mechanism, sent.iterations, sent.salt) == ("user", 1, 4096, self.SALT)
            assert sent.salted_password.hex() == self.SALTED

        run(main())

    def test_every_salt_is_another_one(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.ALTER_USER_SCRAM_CREDENTIALS, scram_done)
            async with script.admin() as admin:
                await admin.alter_user_scram_credentials([ScramUpsertion("a", "x"), ScramUpsertion("b", "x")])
            one, two = script.asked(ApiKey.ALTER_USER_SCRAM_CREDENTIALS)[0].upsertions
            assert len(one.salt) == len(two.salt) == 32
            assert one.salt != two.salt
            assert len(one.salted_password) == 64
            assert one.salted_password != two.salted_password

        run(main())

    def test_two_changes_of_one_user_go_in_two_requests(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.ALTER_USER_SCRAM_CREDENTIALS, scram_done)
            changes: list[ScramUpsertion | ScramDeletion]
            changes = [ScramUpsertion("a", "x"), ScramDeletion("a", "scram-sha-256"), ScramDeletion("b")]
            async with script.admin() as admin:
                await admin.alter_user_scram_credentials(changes)
            first, second = script.asked(ApiKey.ALTER_USER_SCRAM_CREDENTIALS)
            assert ([u.name for u in first.upsertions], [d.name for d in first.deletions]) == (["a"], ["b"])
            assert [(d.name, d.mechanism) for d in second.deletions] == [("a", 1)]

        run(main())

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            (ScramUpsertion("a", "x", iterations=4095), "4095 iterations; brokers accept 4096 to 16384"),
            (ScramUpsertion("a", "x", iterations=2**31), "brokers accept"),
            (ScramUpsertion("", "x"), "needs a name"),
            (ScramUpsertion("a", ""), "password is empty"),
            (ScramUpsertion("a", "x", "SCRAM-SHA-265"), "did you mean 'SCRAM-SHA-256'"),
        ],
    )
    def test_what_no_broker_would_take_is_not_sent(self, change: ScramUpsertion, text: str) -> None:
        async def main() -> None:
            script = Script()
            async with script.admin() as admin:
                with pytest.raises(InvalidOption, match=text):
                    await admin.alter_user_scram_credentials([change])

        run(main())

    def test_describe(self) -> None:
        async def main() -> None:
            script = Script()
            m = describe_user_scram_credentials_response
            results = [
                m.DescribeUserScramCredentialsResult(
                    user="a",
                    error_code=0,
                    error_message=None,
                    credential_infos=[
                        m.CredentialInfo(mechanism=2, iterations=8192),
                        m.CredentialInfo(mechanism=9, iterations=1),
                    ],
                ),
                m.DescribeUserScramCredentialsResult(user="b", error_code=91, error_message="no such user"),
            ]
            answer = messages.DescribeUserScramCredentialsResponse(results=results)
            script.on(ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, answer)
            async with script.admin() as admin:
                with pytest.raises(SomeFailed, match=r"RESOURCE_NOT_FOUND.*'b'.*no such user") as caught:
                    await admin.describe_user_scram_credentials(["a", "b"])
            assert [(c.mechanism, c.iterations) for c in caught.value.results["a"]] == [
                ("SCRAM-SHA-512", 8192),
                ("UNKNOWN_9", 1),
            ]

        run(main())


class TestDelegationTokens:
    ANSWER = messages.CreateDelegationTokenResponse(
        principal_type="User",
        principal_name="bob",
        token_requester_principal_type="User",
        token_requester_principal_name="alice",
        issue_timestamp_ms=1,
        expiry_timestamp_ms=2,
        max_timestamp_ms=3,
        token_id="id",
        hmac=b"secret",
    )

    def test_create(self) -> None:
        async def main() -> None:
            script = Script()
            script.on(ApiKey.CREATE_DELEGATION_TOKEN, self.ANSWER)
            async with script.admin() as admin:
                token = await admin.create_delegation_token(renewers=["User:c:d"], owner="User:bob", max_lifetime_ms=9)
            (asked,) = script.asked(ApiKey.CREATE_DELEGATION_TOKEN)
            assert (asked.owner_principal_type, asked.owner_principal_name, asked.max_lifetime_ms) == ("User", "bob", 9)
            assert [(r.principal_type, r.principal_name) for r in asked.renewers] == [("User", "c:d")]
            assert (token.owner, token.requester, token.hmac) == ("User:bob", "User:alice", b"secret")
            assert "secret" not in repr(token)

        run(main())

    def test_without_an_owner_it_is_ours_whatever_the_version(self) -> None:
        async def main() -> None:
            for newest in (1, 3):
                script = Script(create_delegation_token=newest)
                script.on(ApiKey.CREATE_DELEGATION_TOKEN, messages.CreateDelegationTokenResponse(token_id="id"))
                async with script.admin() as admin:
                    assert (await admin.create_delegation_token()).token_id == "id"
                (asked,) = script.asked(ApiKey.CREATE_DELEGATION_TOKEN)
                assert asked.owner_principal_name == (None if newest == 3 else "")
                assert asked.max_lifetime_ms == -1

        run(main())

    def test_an_owner_needs_a_newer_broker_and_a_principal_its_type(self) -> None:
        async def main() -> None:
            script = Script(create_delegation_token=2)
            script.on(ApiKey.CREATE_DELEGATION_TOKEN, self.ANSWER)
            async with script.admin() as admin:
                with pytest.raises(UnsupportedVersion, match="needs 3-"):
                    await admin.create_delegation_token(owner="User:bob")
                with pytest.raises(InvalidOption, match="such as User:alice"):
                    await admin.create_delegation_token(owner="bob")

        run(main())

    def test_renew_expire_describe(self) -> None:
        async def main() -> None:
            script = Script()
            m = describe_delegation_token_response
            tokens = [
                m.DescribedDelegationToken(
                    principal_type="User",
                    principal_name="a",
                    renewers=[m.DescribedDelegationTokenRenewer(principal_type="User", principal_name="b")],
                )
            ]
            script.on(ApiKey.RENEW_DELEGATION_TOKEN, messages.RenewDelegationTokenResponse(expiry_timestamp_ms=7))
            script.on(ApiKey.EXPIRE_DELEGATION_TOKEN, messages.ExpireDelegationTokenResponse(error_code=62))
            script.on(ApiKey.DESCRIBE_DELEGATION_TOKEN, messages.DescribeDelegationTokenResponse(tokens=tokens))
            async with script.admin() as admin:
                assert await admin.renew_delegation_token(b"h", renew_period_ms=5) == 7
                with pytest.raises(
                    AdminError, match=r"DELEGATION_TOKEN_NOT_FOUND.*could not expire the delegation token"
                ):
                    await admin.expire_delegation_token(b"h")
                (token,) = await admin.describe_delegation_tokens(["User:a"])
            assert (token.owner, token.requester, token.renewers) == ("User:a", "", ("User:b",))
            assert script.asked(ApiKey.RENEW_DELEGATION_TOKEN)[0].renew_period_ms == 5
            assert script.asked(ApiKey.EXPIRE_DELEGATION_TOKEN)[0].expiry_time_period_ms == -1

        run(main())
