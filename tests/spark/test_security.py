from __future__ import annotations

import pickle
import ssl
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ConsumerOptions, ProducerOptions
from kafkawire.spark.kafka_options import client_arguments
from kafkawire.spark.security import Tls, open_arguments

PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="alice" password="a\\"b;c";'
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule required\n  username='bob'\n  password=secret;"


def _arguments(**given: str) -> dict[str, Any]:
    options = {"kafka." + name.replace("_", "."): value for name, value in given.items()}
    return client_arguments(ConsumerOptions, options, defaults={}, refused={})


def test_names_and_passwords_come_from_jaas() -> None:
    plain = _arguments(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_jaas_config=PLAIN)
    assert (plain["sasl_username"], plain["sasl_password"]) == ("alice", 'a"b;c')
    scram = _arguments(security_protocol="sasl_plaintext", sasl_mechanism="SCRAM-SHA-512", sasl_jaas_config=SCRAM)
    assert (scram["sasl_username"], scram["sasl_password"]) == ("bob", "secret")
    assert scram["security_protocol"] == "SASL_PLAINTEXT"


def test_delegation_tokens_and_kerberos_are_passed_on() -> None:
    token = SCRAM.replace(";", " tokenauth=true;")
    arguments = _arguments(security_protocol="SASL_PLAINTEXT", sasl_mechanism="SCRAM-SHA-256", sasl_jaas_config=token)
    assert arguments["sasl_delegation_token"] is True
    kerberos = _arguments(security_protocol="SASL_PLAINTEXT", sasl_kerberos_service_name="kafka")
    assert (kerberos["sasl_mechanism"], kerberos["sasl_kerberos_service_name"]) == ("GSSAPI", "kafka")


def test_a_token_source_crosses_to_an_executor() -> None:
    arguments = _arguments(
        security_protocol="SASL_SSL",
        sasl_mechanism="OAUTHBEARER",
        sasl_jaas_config='OAuthBearerLoginModule required clientId="app" clientSecret="s3" scope="k";',
        sasl_oauthbearer_token_endpoint_url="https://idp/token",
    )
    again = pickle.loads(pickle.dumps(arguments))
    assert callable(again["sasl_oauth_token_provider"])
    assert "s3" not in repr(arguments)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sasl_jaas_config": "nonsense"}, "'kafka.sasl.jaas.config' must be"),
        ({"sasl_jaas_config": 'x.Y required username="a" password="b" & more;'}, "'kafka.sasl.jaas.config' must be"),
        ({"sasl_jaas_config": 'x.Y required username="a";'}, "PLAIN needs username and password"),
        ({"sasl_mechanism": "GSSAPI"}, "GSSAPI .* needs the option 'kafka.sasl.kerberos.service.name'"),
        ({"sasl_mechanism": "OAUTHBEARER"}, "token.endpoint.url"),
    ],
)
def test_what_cannot_let_us_in_is_said_before_anything_is_asked(given: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        _arguments(**({"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "PLAIN"} | given))


def test_a_wrong_password_is_not_in_the_error() -> None:
    with pytest.raises(InvalidOption) as caught:
        _arguments(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_jaas_config="Plain password=hush")
    assert "hush" not in str(caught.value)


def test_java_key_stores_are_refused_with_what_to_do() -> None:
    with pytest.raises(InvalidOption, match=r"'kafka.ssl.truststore.type' must be PEM.*openssl pkcs12"):
        _arguments(security_protocol="SSL", ssl_truststore_location="/etc/kafka/trust.jks")


def test_pem_files_make_a_context_where_the_connection_is_opened(tmp_path: Path) -> None:
    store = tmp_path / "ca.pem"
    arguments = _arguments(
        security_protocol="SSL",
        ssl_truststore_type="PEM",
        ssl_truststore_location=str(store),
        ssl_endpoint_identification_algorithm="",
    )
    assert arguments["tls"] == Tls(trust_file=str(store), check_hostname=False)
    assert pickle.loads(pickle.dumps(arguments)) == arguments
    with pytest.raises(InvalidOption, match=r"kafka\.ssl\.truststore\.location.: .*No such file"):
        open_arguments(arguments)  # there is no such file
    del arguments["tls"]
    assert open_arguments(arguments) == {"security_protocol": "SSL"}


def test_versions_of_tls_are_bounds() -> None:
    context = Tls(protocols=("TLSv1.3",)).context()
    assert context.minimum_version == context.maximum_version == ssl.TLSVersion.TLSv1_3
    with pytest.raises(InvalidOption, match=r"TLSv1\.2 and TLSv1\.3"):
        _arguments(security_protocol="SSL", ssl_enabled_protocols="SSLv3")


def test_options_of_java_alone_have_no_effect_and_are_no_error() -> None:
    assert _arguments(max_poll_records="500", receive_buffer_bytes="65536", group_id="g") == {}


def test_options_have_the_types_of_their_client() -> None:
    given = {
        "kafka.acks": "1",
        "kafka.linger.ms": "5",
        "kafka.compression.type": "ZSTD",
        "kafka.enable.idempotence": "false",
    }
    arguments = client_arguments(ProducerOptions, given, defaults={}, refused={})
    assert arguments == {"acks": 1, "linger_ms": 5, "compression_type": "zstd", "enable_idempotence": False}
