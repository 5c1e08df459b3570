from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kraft_core.client import LeaderNotFoundError
from kraft_core.security.certificates import read_certificate
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.tls import (
    client_context,
    handshake,
    own_certificate,
    server_context,
)
from tests.client.both_ways import HASTY, Blocking
from tests.client.loopback import ENCRYPTED_PEM, PEM, controller
from tests.security.test_stores import CERTIFICATE

TRUSTED = {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(PEM)}
OWN = {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(PEM)}
STORES = Path(__file__).parent


def store(name, kind, *, of="keystore", **more):
    """The keys of a store that keytool or openssl made of the certificate of the tests."""
    keys = {"type": kind, "location": str(STORES / name), "password": "hidden"}
    return {f"ssl.{of}.{key}": value for key, value in keys.items()} | more


JKS = store("localhost.jks", "JKS", **{"ssl.key.password": "other-hidden"})
P12 = store("localhost.p12", "PKCS12")
KEYTOOL_P12 = store("localhost-keytool.p12", "PKCS12")
TRUSTED_JKS = store("trusted.jks", "JKS", of="truststore")
TRUSTED_P12 = store("trusted.p12", "PKCS12", of="truststore")


def in_one_line(kind):
    """A block of the file as a value in a properties file."""
    text = PEM.read_text()
    begin, end = f"-----BEGIN {kind}-----", f"-----END {kind}-----"
    body = text.split(begin)[1].split(end)[0]
    return f"{begin} {body.replace(chr(10), ' ')} {end}"


INLINE = {
    "ssl.truststore.type": "PEM",
    "ssl.truststore.certificates": in_one_line("CERTIFICATE"),
    "ssl.keystore.type": "PEM",
    "ssl.keystore.key": in_one_line("PRIVATE KEY"),
    "ssl.keystore.certificate.chain": in_one_line("CERTIFICATE"),
}


def leader_over(values, **options):
    with controller(tls=True, **options) as (_, address):
        return Blocking.ask(address, "leader", tls=client_context(values), settings=HASTY)


@pytest.mark.parametrize(
    "values",
    [
        TRUSTED,
        TRUSTED | OWN,
        INLINE,
        TRUSTED_JKS,
        TRUSTED_JKS | {"ssl.truststore.password": ""},
        TRUSTED_P12,
        # the content decides, as in Java
        TRUSTED_P12 | {"ssl.truststore.type": "JKS"},
        store("localhost.jks", "PKCS12", of="truststore", **JKS),
    ],
)
def test_a_server_that_is_trusted(values):
    assert leader_over(values).node_id == 1


@pytest.mark.parametrize(
    "values",
    [
        TRUSTED | OWN,
        INLINE,
        TRUSTED | JKS,
        TRUSTED | P12,
        TRUSTED | KEYTOOL_P12,
        TRUSTED_JKS | P12 | {"ssl.keystore.type": "JKS"},
    ],
)
def test_a_server_that_wants_a_certificate(values):
    assert leader_over(values, wants_certificate=True).node_id == 1
    with pytest.raises(LeaderNotFoundError):
        leader_over(TRUSTED, wants_certificate=True)


def test_default_trust_store_is_that_of_the_system():
    with pytest.raises(LeaderNotFoundError, match="its certificate is refused: self-signed"):
        leader_over({})


def test_the_name_is_checked_unless_it_shall_not_be():
    key = "ssl.endpoint.identification.algorithm"
    context = client_context(TRUSTED)
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
    assert client_context(TRUSTED | {key: "HTTPS"}).check_hostname
    context = client_context(TRUSTED | {key: ""})
    assert (context.check_hostname, context.verify_mode) == (False, ssl.CERT_REQUIRED)


def test_enabled_protocols_bound_the_tls_version():
    newest = client_context({"ssl.enabled.protocols": "TLSv1.3"})
    assert newest.minimum_version == newest.maximum_version == ssl.TLSVersion.TLSv1_3
    both = client_context({})
    assert both.minimum_version == ssl.TLSVersion.TLSv1_2


IANA_AND_OPENSSL = {
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384": "ECDHE-ECDSA-AES256-GCM-SHA384",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256": "ECDHE-RSA-AES128-SHA256",
    "TLS_DHE_RSA_WITH_AES_256_CBC_SHA": "DHE-RSA-AES256-SHA",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256": "ECDHE-RSA-CHACHA20-POLY1305",
    "TLS_RSA_WITH_AES_128_GCM_SHA256": "AES128-GCM-SHA256",
}


def test_cipher_suites_have_iana_names():
    older = {"ssl.cipher.suites": ",".join(IANA_AND_OPENSSL)}
    context = client_context(older)
    found = {each["name"] for each in context.get_ciphers() if each["protocol"] != "TLSv1.3"}
    assert found == set(IANA_AND_OPENSSL.values())
    # no suite of TLS 1.3 is listed, or no other
    assert context.maximum_version is ssl.TLSVersion.TLSv1_2
    newer = client_context({"ssl.cipher.suites": "TLS_AES_256_GCM_SHA384"})
    assert newer.minimum_version is ssl.TLSVersion.TLSv1_3
    both = client_context(
        {"ssl.cipher.suites": ",".join((*IANA_AND_OPENSSL, "TLS_AES_128_GCM_SHA256"))}
    )
    assert (both.minimum_version, both.maximum_version) == (
        ssl.TLSVersion.TLSv1_2,
        ssl.TLSVersion.TLSv1_3,
    )


def test_handshake_in_memory_raises_if_one_end_refuses_the_other():
    handshake(client_context(TRUSTED), server_context(OWN | TRUSTED))
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(client_context({}), server_context(OWN | TRUSTED))
    required = server_context(OWN | TRUSTED | {"ssl.client.auth": "required"})
    handshake(client_context(TRUSTED | OWN), required)
    with pytest.raises(ssl.SSLError):
        handshake(client_context(TRUSTED), required)


@pytest.mark.parametrize("own", [OWN, INLINE, JKS, P12, KEYTOOL_P12, {}])
def test_own_certificate_comes_from_key_store(own):
    found = own_certificate(own)
    assert found == (CERTIFICATE if own else None)


def test_certificate_subject_names_and_expiry_are_read():
    found = read_certificate(CERTIFICATE)
    assert (found.subject, found.names) == ("CN=localhost", {"localhost"})
    hosts = ("LOCALHOST.", "127.0.0.1", "localhost.example", "127.0.0.2")
    assert [found.fits(host) for host in hosts] == [True, True, False, False]
    assert found.not_after > datetime.now(UTC)
    assert found._replace(names=frozenset({"*.example"})).fits("a.example")
    for wrong in (b"", CERTIFICATE[:300], b"\x30\x02\x30\0"):
        with pytest.raises(ValueError):
            read_certificate(wrong)


def test_encrypted_key_needs_its_password():
    store = OWN | {"ssl.keystore.location": str(ENCRYPTED_PEM)}
    values = TRUSTED | store | {"ssl.key.password": "hidden"}
    assert leader_over(values, wants_certificate=True).node_id == 1
    for wrong in ("", "other"):
        with pytest.raises(SecurityConfigError, match=r"ssl.keystore.location=.* cannot be read"):
            client_context(store | {"ssl.key.password": wrong})


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"ssl.truststore.location": str(PEM)}, "it is a PEM file; set the type of the store"),
        ({"ssl.keystore.location": str(PEM)}, "ssl.keystore.password is missing"),
        (JKS | {"ssl.keystore.location": str(PEM)}, "it is a PEM file; set the type of the store"),
        (JKS | {"ssl.keystore.location": "/none"}, "=/none cannot be read: No such file"),
        (JKS | {"ssl.keystore.password": "hidden2"}, "the password is wrong or the store is"),
        (JKS | {"ssl.key.password": "hidden"}, "the password of its private key is wrong"),
        (JKS | {"ssl.keystore.location": str(STORES / "trusted.jks")}, "it holds 0 private keys"),
        (P12 | {"ssl.keystore.password": "hidden2"}, "the password is wrong or the store is"),
        (P12 | {"ssl.key.password": "hidden2"}, "key has a different password is not supported"),
        (TRUSTED_P12 | {"ssl.truststore.password": ""}, "a PKCS12 store needs its password"),
        (TRUSTED_P12 | {"ssl.truststore.location": __file__}, "it is not JKS, PKCS12 or PEM"),
        (
            {"ssl.truststore.type": "BKS", "ssl.truststore.location": "x"},
            "type=BKS: expected one of JKS,",
        ),
        (INLINE | {"ssl.keystore.type": "JKS"}, "inline values need ssl.keystore.type=PEM"),
        (TRUSTED | {"ssl.truststore.location": "/none"}, "=/none cannot be read: No such file"),
        (OWN | {"ssl.keystore.location": "/none"}, "=/none cannot be read: No such file"),
        (TRUSTED | {"ssl.truststore.location": __file__}, "cannot be read: "),
        (INLINE | {"ssl.truststore.certificates": "x"}, "ssl.truststore.certificates cannot be"),
        (INLINE | {"ssl.keystore.key": "x"}, "ssl.keystore.key cannot be read"),
        (TRUSTED | {"ssl.truststore.certificates": "x"}, "exclude each other"),
        ({"ssl.keystore.key": "x"}, "must be set together"),
        (TRUSTED | {"ssl.truststore.password": "hidden"}, "a PEM store has no password"),
        (OWN | {"ssl.keystore.password": "hidden"}, "a PEM store has no password"),
        ({"ssl.cipher.suites": "TLS_X"}, "ssl.cipher.suites: 'TLS_X' is not supported"),
        (
            {"ssl.cipher.suites": "TLS_AES_128_GCM_SHA256", "ssl.enabled.protocols": "TLSv1.2"},
            "none of these belongs to a version of ssl.enabled.protocols",
        ),
        ({"ssl.engine.factory.class": "x"}, "ssl.engine.factory.class=x is not supported"),
        ({"ssl.protocol": "TLSv9"}, "ssl.protocol=TLSv9: expected one of TLSv1.2, TLSv1.3"),
        ({"ssl.enabled.protocols": "TLSv1.2,TLSv9"}, "'TLSv9' is not one of TLSv1.2, TLSv1.3"),
        ({"ssl.enabled.protocols": "TLSv1.1"}, "'TLSv1.1' is not one of TLSv1.2, TLSv1.3"),
        ({"ssl.endpoint.identification.algorithm": "ldaps"}, "=ldaps: expected https"),
    ],
)
def test_invalid_tls_property_is_refused(values, sentence):
    with pytest.raises(SecurityConfigError, match=sentence) as caught:
        client_context(values)
    assert str(caught.value).startswith("ssl.")
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("own", [OWN, JKS, P12], ids=["pem", "jks", "pkcs12"])
def test_a_listener_takes_the_same_stores(own):
    context = server_context(own | TRUSTED_JKS | {"ssl.client.auth": "required"})
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert (context.num_tickets, bool(context.options & ssl.OP_NO_TICKET)) == (0, True)
    assert server_context(own).verify_mode is ssl.CERT_NONE


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (TRUSTED, "a listener with TLS needs a key store"),
        (OWN | {"ssl.client.auth": "required"}, "ssl.client.auth=required needs ssl.truststore"),
        (OWN | {"ssl.client.auth": "REQUIRED"}, "one of none, requested, required"),
    ],
)
def test_server_context_refuses_invalid_properties(values, sentence):
    with pytest.raises(SecurityConfigError, match=sentence):
        server_context(values)
