"""Java's clients log in at mock clusters and proxies over TLS."""

from __future__ import annotations

import pytest

from kraft_core.security.oauthbearer import UnsecuredValidator
from kraft_core.testing import KafkaProxy, MockCluster
from kraft_wire.error_codes import ErrorCode
from tests.conformance import kafka

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

USERS = {"alice": "word"}
SASL = {
    "PLAIN": USERS,
    "SCRAM-SHA-256": USERS,
    "SCRAM-SHA-512": USERS,
    "OAUTHBEARER": UnsecuredValidator(),
}
_SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"
MODULES = {
    "PLAIN": "org.apache.kafka.common.security.plain.PlainLoginModule",
    "SCRAM-SHA-256": _SCRAM,
    "SCRAM-SHA-512": _SCRAM,
    "OAUTHBEARER": "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule",
}


def produced(cluster, folder, mechanism, *, password="word"):  # noqa: S107  # of the mock
    """Produce two records with Java's console producer of 4.3.1; return what it printed."""
    options = f'username="alice" password="{password}"'
    if mechanism == "OAUTHBEARER":
        options = 'unsecuredLoginStringClaim_sub="alice"'
    configuration = folder / "client.properties"
    lines = (
        "security.protocol=SASL_SSL",
        "ssl.truststore.type=PEM",
        f"ssl.truststore.location={cluster.certificate_file}",
        f"sasl.mechanism={mechanism}",
        f"sasl.jaas.config={MODULES[mechanism]} required {options};",
    )
    configuration.write_text("\n".join(lines))
    where = ("--bootstrap-server", cluster.bootstrap_servers, "--topic", "t")
    more = ("--command-config", str(configuration), *kafka.PATIENT_PRODUCER)
    sent = kafka.tool("4.3.1", "kafka-console-producer", *where, *more, stdin="one\ntwo\n")
    return sent.stdout + sent.stderr


@pytest.mark.parametrize("mechanism", SASL)
def test_java_s_producer_logs_in_at_a_mock_cluster(tmp_path, mechanism):
    with MockCluster(strict=True, security="SASL_SSL", sasl=SASL) as mock:
        mock.create_topic("t")
        printed = produced(mock, tmp_path, mechanism)
        assert [each.value for each in mock.records("t")] == [b"one", b"two"], printed
        assert {each.principal for each in mock.requests("Produce")} == {"alice"}
        assert not mock.faults


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-512", "OAUTHBEARER"])
def test_java_s_producer_logs_in_at_a_proxy(tmp_path, mechanism):
    with (
        MockCluster(strict=True) as mock,
        KafkaProxy(mock.bootstrap_servers, security="SASL_SSL", sasl=SASL) as proxy,
    ):
        mock.create_topic("t")
        printed = produced(proxy, tmp_path, mechanism)
        assert [each.value for each in mock.records("t")] == [b"one", b"two"], printed
        assert {each.principal for each in proxy.requests("Produce")} == {"alice"}


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_java_s_producer_reports_a_wrong_password(tmp_path, mechanism):
    with MockCluster(security="SASL_SSL", sasl=SASL) as mock:
        mock.create_topic("t")
        printed = produced(mock, tmp_path, mechanism, password="wrong")  # noqa: S106
        assert "SaslAuthenticationException" in printed
        assert mock.records("t") == []
        last = mock.requests("SaslAuthenticate")[-1].response
        assert last.error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
        assert last.error_message in printed
