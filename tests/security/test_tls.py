from __future__ import annotations

import ssl

import pytest

from kraft_core.client import LeaderNotFoundError
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.tls import tls_context
from tests.client.both_ways import HASTY, Blocking
from tests.client.loopback import ENCRYPTED_PEM, PEM, controller

TRUSTED = {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(PEM)}
OWN = {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(PEM)}


def in_one_line(kind):
    """A block of the file as it stands in a file of properties."""
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
        return Blocking.ask(address, "leader", tls=tls_context(values), settings=HASTY)


@pytest.mark.parametrize("values", [TRUSTED, TRUSTED | OWN, INLINE], ids=["file", "own", "inline"])
def test_a_server_that_is_trusted(values):
    assert leader_over(values).node_id == 1


@pytest.mark.parametrize("values", [TRUSTED | OWN, INLINE], ids=["file", "inline"])
def test_a_server_that_wants_a_certificate(values):
    assert leader_over(values, wants_certificate=True).node_id == 1
    with pytest.raises(LeaderNotFoundError):
        leader_over(TRUSTED, wants_certificate=True)


def test_what_the_system_trusts_is_the_default():
    with pytest.raises(LeaderNotFoundError, match="certificate verify failed"):
        leader_over({})


def test_the_name_is_checked_unless_it_shall_not_be():
    key = "ssl.endpoint.identification.algorithm"
    context = tls_context(TRUSTED)
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
    assert tls_context(TRUSTED | {key: "HTTPS"}).check_hostname
    context = tls_context(TRUSTED | {key: ""})
    assert (context.check_hostname, context.verify_mode) == (False, ssl.CERT_REQUIRED)


def test_versions():
    newest = tls_context({"ssl.enabled.protocols": "TLSv1.3"})
    assert newest.minimum_version == newest.maximum_version == ssl.TLSVersion.TLSv1_3
    both = tls_context({})
    assert both.minimum_version == ssl.TLSVersion.TLSv1_2


def test_a_key_with_a_password():
    store = OWN | {"ssl.keystore.location": str(ENCRYPTED_PEM)}
    values = TRUSTED | store | {"ssl.key.password": "hidden"}
    assert leader_over(values, wants_certificate=True).node_id == 1
    for wrong in ("", "other"):
        with pytest.raises(SecurityConfigError, match=r"ssl.keystore.location=.* cannot be read"):
            tls_context(store | {"ssl.key.password": wrong})


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"ssl.truststore.location": str(PEM)}, "ssl.truststore.type=JKS: only PEM"),
        ({"ssl.keystore.location": str(PEM)}, "ssl.keystore.type=JKS: only PEM"),
        (TRUSTED | {"ssl.truststore.location": "/none"}, "=/none cannot be read: No such file"),
        (OWN | {"ssl.keystore.location": "/none"}, "=/none cannot be read: No such file"),
        (TRUSTED | {"ssl.truststore.location": __file__}, "cannot be read: "),
        (INLINE | {"ssl.truststore.certificates": "x"}, "ssl.truststore.certificates cannot be"),
        (INLINE | {"ssl.keystore.key": "x"}, "ssl.keystore.key cannot be read"),
        (TRUSTED | {"ssl.truststore.certificates": "x"}, "exclude each other"),
        ({"ssl.keystore.key": "x"}, "go together"),
        ({"ssl.truststore.password": "hidden"}, "a PEM trust store has none"),
        ({"ssl.keystore.password": "hidden"}, "a PEM key store has none"),
        ({"ssl.cipher.suites": "TLS_X"}, "ssl.cipher.suites: this client does not"),
        ({"ssl.engine.factory.class": "x"}, "ssl.engine.factory.class: this client does not"),
        ({"ssl.enabled.protocols": "TLSv1.1"}, "'TLSv1.1' is none of TLSv1.2, TLSv1.3"),
        ({"ssl.endpoint.identification.algorithm": "ldaps"}, "=ldaps: https is expected"),
    ],
)
def test_what_is_refused(values, sentence):
    with pytest.raises(SecurityConfigError, match=sentence) as caught:
        tls_context(values)
    assert str(caught.value).startswith("ssl.")
    assert "hidden" not in str(caught.value)
