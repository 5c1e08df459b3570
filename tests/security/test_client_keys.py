from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from kraft_core.security.client_keys import KEYS, ClientSecurity, read_security
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.sasl_client import Credentials
from tests.security.test_tls import INLINE, JKS, OWN, TRUSTED, TRUSTED_JKS

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"

BEARER = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"
SUB = 'unsecuredLoginStringClaim_sub="alice"'
FROM_FILE = {
    "sasl.login.callback.handler.class": (
        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler"
    ),
    "sasl.oauthbearer.token.endpoint.url": "file:///etc/kafka/a%20token",
}


def sasl(mechanism="PLAIN", module=PLAIN, options='username="u" password="hidden"', **more):
    return {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": mechanism,
        "sasl.jaas.config": f"{module} required {options};",
        **more,
    }


def test_plain_text_unless_something_else_is_said():
    assert read_security({}) == ClientSecurity(None, None)
    jks = {"ssl.truststore.location": "/none", "sasl.mechanism": "GSSAPI"}
    assert read_security(jks | {"security.protocol": "plaintext"}) == ClientSecurity(None, None)


def test_sasl_keys_give_credentials_that_repr_hides():
    wanted = Credentials("PLAIN", "u", "hidden")
    assert read_security(sasl()) == ClientSecurity(None, wanted)
    for name in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
        found = read_security(sasl(name, SCRAM))
        assert found.sasl == Credentials(name, "u", "hidden")
        assert "hidden" not in repr(found)


def test_bearer_keys_give_an_unsigned_token():
    options = f'{SUB} unsecuredLoginListClaim_scope="|a|b" unsecuredLoginExtension_x=y'
    found = read_security(sasl("OAUTHBEARER", BEARER, options)).sasl
    assert (found.mechanism, found.extensions) == ("OAUTHBEARER", {"x": "y"})
    header, claims, signature = found.tokens.token().split(".")
    assert json.loads(base64.urlsafe_b64decode(header + "==")) == {"alg": "none"}
    claims = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert (claims["sub"], claims["scope"], signature) == ("alice", ["a", "b"], "")
    assert claims["exp"] - claims["iat"] == 3600
    found = read_security(sasl("OAUTHBEARER", BEARER, "extension_x=y", **FROM_FILE)).sasl
    assert (found.tokens.path, found.extensions) == (Path("/etc/kafka/a token"), {"x": "y"})


def test_tls_keys_give_a_context_that_checks_names():
    found = read_security(TRUSTED | {"security.protocol": "SSL"})
    assert found.sasl is None
    assert len(found.tls.get_ca_certs()) == 1
    found = read_security(TRUSTED | sasl() | {"security.protocol": "sasl_ssl"})
    assert found.sasl.user == "u"
    assert found.tls.check_hostname


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            {"security.protocol": "TLS"},
            "TLS: expected one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
        ),
        ({"security.protocol": "SASL_SSL"}, "sasl.mechanism=GSSAPI is not supported"),
        (sasl("GSSAPI"), "GSSAPI is not supported; supported are PLAIN, SCRAM-SHA-256"),
        (sasl("OAUTHBEARER"), "OAUTHBEARER needs org.apache.kafka.common.security.oauthbearer"),
        (sasl("OAUTHBEARER", BEARER, "a=hidden"), "the option a is not supported"),
        (sasl("OAUTHBEARER", BEARER, "unsecuredLoginLifetimeSeconds=x"), "not a number"),
        (sasl("OAUTHBEARER", BEARER, "unsecuredLoginNumberClaim_sub=1"), "StringClaim_sub"),
        (sasl("OAUTHBEARER", BEARER, f"{SUB} unsecuredLoginExtension_auth=b"), "'auth' has no"),
        (
            sasl("OAUTHBEARER", BEARER, SUB, **{"sasl.oauthbearer.token.endpoint.url": "file:/x"}),
            "needs sasl.login.callback.handler.class=",
        ),
        (
            sasl("OAUTHBEARER", BEARER, "a=b", **FROM_FILE)
            | {"sasl.oauthbearer.token.endpoint.url": "https://idp/token"},
            "only file:///PATH is supported",
        ),
        (sasl(**FROM_FILE), "sasl.login.callback.handler.class=.* is not supported"),
        (sasl("PLAIN", SCRAM), "PLAIN needs org.apache.kafka.common.security.plain"),
        (
            sasl("SCRAM-SHA-512", PLAIN),
            "SCRAM-SHA-512 needs org.apache.kafka.common.security.scram",
        ),
        (sasl(options='username="u"'), "lacks password"),
        (sasl(options='password="hidden"'), "lacks username"),
        (
            sasl("SCRAM-SHA-256", SCRAM, 'username=u password=hidden tokenauth="true"'),
            "tokenauth",
        ),
        (sasl(**{"sasl.login.class": "x"}), "sasl.login.class is not supported"),
        (
            sasl() | {"security.protocol": "SASL_SSL", "ssl.truststore.location": "/none"},
            "ssl.truststore.location=/none cannot be read",
        ),
    ],
)
def test_invalid_security_property_is_refused(values, sentence):
    with pytest.raises(SecurityConfigError, match=sentence) as caught:
        read_security(values)
    assert "hidden" not in str(caught.value)


class Asked(dict):
    """Notes which keys are looked at."""

    def __init__(self, values, keys):
        super().__init__(values)
        self._keys = keys

    def get(self, key, default=None):
        self._keys.add(key)
        return super().get(key, default)


def test_every_key_that_is_looked_at_is_understood_or_refused():
    keys = set()
    values = sasl() | {"security.protocol": "SASL_SSL"}
    read_security(Asked(sasl("OAUTHBEARER", BEARER, SUB), keys))
    for stores in (TRUSTED | OWN, INLINE, TRUSTED_JKS | JKS):
        read_security(Asked(values | stores, keys))
    assert set(KEYS) <= keys
    assert len(keys - set(KEYS)) == 5
    for key in keys - set(KEYS):
        with pytest.raises(SecurityConfigError, match=f"^{key}"):
            read_security(values | TRUSTED | {key: "x"})
