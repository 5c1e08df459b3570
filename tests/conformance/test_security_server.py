"""Kafka's own clients at the project's server side of TLS and SASL."""

from __future__ import annotations

import subprocess
from functools import partial

import pytest

from kraft_core.security.oauthbearer import UnsecuredValidator
from kraft_core.security.tls import server_context
from kraft_wire.sasl import BearerServer, PlainServer
from tests.conformance import kafka
from tests.conformance.secure_front import CLUSTER_ID, front
from tests.conformance.test_security import (
    STORES,
    TRUSTED,
    USER,
    bearer,
    java_store,
    sasl,
)
from tests.security.test_sasl_server import GENERIC, INVALID, PASSWORDS, SHA_256, SHA_512, scram
from tests.security.test_tls import JKS, TRUSTED_JKS
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(180)]

MECHANISMS = {
    "PLAIN": partial(PlainServer, PASSWORDS),
    SHA_256: scram(SHA_256),
    SHA_512: scram(SHA_512),
    "OAUTHBEARER": partial(BearerServer, UnsecuredValidator()),
}
TLS = server_context(JKS)
MUTUAL_TLS = server_context(JKS | TRUSTED_JKS | {"ssl.client.auth": "required"})


@pytest.fixture(params=["3.9.2", "4.3.1"])
def version(request):
    return request.param


def cluster_id(version, server, tmp_path, *lines):
    """Run Kafka's own tool against the front."""
    config = tmp_path / "client.properties"
    lines = (*lines, "request.timeout.ms=30000", "default.api.timeout.ms=60000")
    config.write_text("".join(f"{line}\n" for line in lines))
    where = ("--bootstrap-controller", server.where, "--config", str(config))
    return kafka.tool(version, "kafka-cluster", "cluster-id", *where)


WAYS = {
    "plain": (None, "SASL_PLAINTEXT", sasl("PLAIN")),
    "scram 256": (None, "SASL_PLAINTEXT", sasl(SHA_256)),
    "scram 512 over tls": (TLS, "SASL_SSL", (*TRUSTED, *sasl(SHA_512))),
    "bearer over tls": (
        TLS,
        "SASL_SSL",
        (*java_store("PKCS12", "truststore", "trusted.p12"), *bearer()),
    ),
    "mutual tls": (MUTUAL_TLS, "SSL", (*STORES, *TRUSTED)),
    "mutual tls 1.2": (
        MUTUAL_TLS,
        "SSL",
        (*STORES, *TRUSTED, "ssl.enabled.protocols=TLSv1.2", "ssl.protocol=TLSv1.2"),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_client_of_kafka_is_accepted(version, way, tmp_path):
    tls, protocol, lines = WAYS[way]
    mechanisms = MECHANISMS if protocol.startswith("SASL") else None
    with front(tls, mechanisms) as server:
        done = cluster_id(version, server, tmp_path, f"security.protocol={protocol}", *lines)
    assert (done.returncode, server.failures) == (0, []), done.stdout + done.stderr
    assert CLUSTER_ID in done.stdout
    assert set(server.principals) == {USER if mechanisms else "CN=localhost"}


REFUSED = {
    "plain": (None, "SASL_PLAINTEXT", sasl("PLAIN", "wrong"), INVALID),
    "scram": (None, "SASL_PLAINTEXT", sasl(SHA_512, "wrong"), f"{GENERIC} {SHA_512}"),
    "bearer": (
        None,
        "SASL_PLAINTEXT",
        bearer('unsecuredLoginStringClaim_name="x" unsecuredLoginPrincipalClaimName=name'),
        '{"status":"invalid_token"}',
    ),
    "no certificate": (MUTUAL_TLS, "SSL", TRUSTED, "SslAuthenticationException"),
    "certificate not trusted": (TLS, "SSL", (), "SslAuthenticationException"),
}


@pytest.mark.parametrize("way", REFUSED)
def test_a_client_of_kafka_gets_to_know_why_it_is_refused(version, way, tmp_path):
    tls, protocol, lines, text = REFUSED[way]
    with front(tls, MECHANISMS if protocol.startswith("SASL") else None) as server:
        done = cluster_id(version, server, tmp_path, f"security.protocol={protocol}", *lines)
    assert done.returncode != 0
    assert text in done.stdout + done.stderr
    assert server.failures
    assert server.principals == []


def test_a_client_of_kafka_authenticates_again_on_its_connection(version, tmp_path):
    config = tmp_path / "client.properties"
    lines = ("security.protocol=SASL_PLAINTEXT", *sasl(SHA_256))
    source = kafka.Path(__file__).with_name("SecureClient.java")
    with front(None, MECHANISMS, max_reauth_ms=8_000) as server:
        where = f"bootstrap.controllers={server.where}"
        config.write_text("".join(f"{line}\n" for line in (*lines, where)))
        command = kafka.java_program(source, version, [str(config), "120"])
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as client:
            try:
                # every 6.8 to 7.6 s, on as many connections as there are: more log-ins than those.
                # What is left of 8 s is the time that a request may take to get here
                wait_until(
                    lambda: (
                        client.poll() is not None
                        or len(server.principals) >= server.connections + 2
                    ),
                    "the client to authenticate again",
                    90,
                )
                assert client.poll() is None, client.stderr.read().decode()
            finally:
                client.kill()
    assert server.failures == []
    assert set(server.principals) == {USER}
