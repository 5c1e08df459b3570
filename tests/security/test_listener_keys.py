"""Precedence of a listener's keys, and what is refused that Kafka starts with."""

from __future__ import annotations

import pytest

from kraft_core.security.client_keys import read_security
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.listener_keys import keys_of_node
from kraft_core.security.oauthbearer import UnsecuredValidator
from tests.node.security_keys import (
    LISTENER,
    PLAIN_MODULE,
    SCRAM_MODULE,
    TOKEN_MODULE,
    bearer,
    plain,
)
from tests.security.test_tls import OWN, TRUSTED

STORES = OWN | TRUSTED
VALIDATOR = "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler"
HANDLER = "sasl.server.callback.handler.class"
SIGNED = {
    f"{LISTENER}.sasl.enabled.mechanisms": "OAUTHBEARER",
    "sasl.mechanism.controller.protocol": "OAUTHBEARER",
    f"{LISTENER}.oauthbearer.{HANDLER}": VALIDATOR,
    f"{LISTENER}.oauthbearer.sasl.jaas.config": (
        f'{TOKEN_MODULE} required unsecuredLoginStringClaim_sub="node";'
    ),
    "sasl.oauthbearer.jwks.endpoint.url": "file:///etc/kafka/jwks.json",
    "sasl.oauthbearer.expected.audience": "kafka, other",
    f"{LISTENER}.sasl.oauthbearer.expected.issuer": "https://issuer",
}
SCRAM = {
    f"{LISTENER}.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
    f"{LISTENER}.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
}


def read(protocol, values):
    keys = keys_of_node(values.get, {"CONTROLLER": protocol})
    return keys, keys.listeners["CONTROLLER"]


def test_the_most_specific_key_wins():
    values = STORES | {
        "ssl.client.auth": "required",
        f"{LISTENER}.ssl.client.auth": "requested",
        "listener.name.CONTROLLER.ssl.key.password": "not found: upper case",
        f"{LISTENER}.ssl.truststore.location": "/trusted",
    }
    _, listener = read("SSL", values)
    assert listener.tls["ssl.client.auth"] == "requested"
    assert listener.tls["ssl.truststore.location"] == "/trusted"
    assert "ssl.key.password" not in listener.tls
    assert not listener.authenticates
    more = plain() | {
        "connections.max.reauth.ms": "-1",
        f"{LISTENER}.plain.connections.max.reauth.ms": "7000",
        "sasl.server.max.receive.size": "524288",
        "connection.failed.authentication.delay.ms": "300",
    }
    keys, listener = read("SASL_PLAINTEXT", more)
    assert (keys.failed_delay_ms, listener.sasl.receive_bytes) == (300, 524_288)
    assert listener.sasl.reauth_ms == {"PLAIN": 7000}
    assert listener.sasl.passwords == {"node": "node-secret"}
    assert "node-secret" not in repr(keys)


@pytest.mark.parametrize("given", [{}, {"connections.max.reauth.ms": "-1"}])
def test_sessions_have_no_limit_by_default(given):
    _, listener = read("SASL_PLAINTEXT", plain() | given)
    assert listener.sasl.reauth_ms == {"PLAIN": 0}


def test_client_certificates_under_sasl_need_the_key_of_the_listener():
    bare = STORES | plain() | {"ssl.client.auth": "required"}
    keys, listener = read("SASL_SSL", bare)
    assert "ssl.client.auth" not in listener.tls
    assert "does not hold for the SASL_SSL listener CONTROLLER" in keys.warnings[0]
    keys, listener = read("SASL_SSL", bare | {f"{LISTENER}.ssl.client.auth": "required"})
    assert listener.tls["ssl.client.auth"] == "required"
    assert keys.warnings == ()


def test_a_controller_connects_as_its_first_listener_says():
    keys, _ = read("SASL_SSL", STORES | plain("me", "my-secret"))
    security = read_security(keys.client)
    assert security.tls.check_hostname
    assert (security.sasl.mechanism, security.sasl.user) == ("PLAIN", "me")
    keys, _ = read("SASL_PLAINTEXT", bearer("me"))
    assert read_security(keys.client).sasl.tokens.claims == {"sub": "me"}
    keys, _ = read("SSL", STORES | {"ssl.endpoint.identification.algorithm": ""})
    assert not read_security(keys.client).tls.check_hostname
    assert read_security(read("PLAINTEXT", STORES | plain())[0].client) == (None, None)


def test_scram_beside_plain():
    _, listener = read("SASL_PLAINTEXT", plain() | SCRAM)
    assert listener.sasl.mechanisms == ("PLAIN", "SCRAM-SHA-256")
    assert listener.authenticates


def test_bearer_keys_select_the_validator():
    keys, listener = read("SASL_PLAINTEXT", bearer())
    assert listener.sasl.bearer == UnsecuredValidator(skew_ms=1000)
    assert "any client can use any name" in keys.warnings[0]
    keys, listener = read("SASL_PLAINTEXT", SIGNED)
    assert keys.warnings == ()
    assert listener.sasl.bearer.url == "file:///etc/kafka/jwks.json"
    assert listener.sasl.bearer.audience == ("kafka", "other")
    assert listener.sasl.bearer.issuer == "https://issuer"
    assert (listener.sasl.bearer.skew_ms, listener.sasl.bearer.refresh_ms) == (30_000, 3_600_000)
    assert (listener.sasl.bearer.principal_claim, listener.sasl.bearer.scope_claim) == (
        "sub",
        "scope",
    )
    claim = {"sasl.oauthbearer.sub.claim.name": "user", "sasl.oauthbearer.scope.claim.name": "may"}
    bearer_keys = read("SASL_PLAINTEXT", SIGNED | claim)[1].sasl.bearer
    assert (bearer_keys.principal_claim, bearer_keys.scope_claim) == ("user", "may")
    url = {"sasl.oauthbearer.jwks.endpoint.url": "https://keys"}
    allowed = {"kraft.sasl.oauthbearer.allowed.urls": "https://a,https://keys"}
    assert read("SASL_PLAINTEXT", SIGNED | url | allowed)[1].sasl.bearer.url == "https://keys"


def jaas(text, mechanism="plain"):
    return plain() | {f"{LISTENER}.{mechanism}.sasl.jaas.config": text}


def without(values, *keys):
    return {key: value for key, value in values.items() if key not in keys}


REFUSED = {
    "mechanisms by default": ({}, "sasl.enabled.mechanisms: GSSAPI is not supported"),
    "no mechanism": (
        plain() | {f"{LISTENER}.sasl.enabled.mechanisms": ""},
        "an empty name is not supported",
    ),
    "lower case": ({"sasl.enabled.mechanisms": "plain"}, "plain is not supported on listener"),
    "no jaas entry": (
        without(plain(), f"{LISTENER}.plain.sasl.jaas.config"),
        f"{LISTENER}.plain.sasl.jaas.config is missing; a JAAS file",
    ),
    "jaas entry without mechanism": (
        without(plain(), f"{LISTENER}.plain.sasl.jaas.config")
        | {f"{LISTENER}.sasl.jaas.config": f"{PLAIN_MODULE} required;"},
        f"{LISTENER}.plain.sasl.jaas.config is missing",
    ),
    "no semicolon": (
        jaas(f'{PLAIN_MODULE} required password="hidden"'),
        f"{LISTENER}.plain.sasl.jaas.config must end with a semicolon",
    ),
    "two modules": (
        jaas(f"{PLAIN_MODULE} required; {PLAIN_MODULE} required;"),
        "has several login modules",
    ),
    "unknown flag": (jaas(f"{PLAIN_MODULE} must;"), "a control flag (required)"),
    "other module": (jaas(f"{SCRAM_MODULE} required;"), f"PLAIN needs {PLAIN_MODULE}"),
    "scram among controllers": (
        plain() | SCRAM | {"sasl.mechanism.controller.protocol": "SCRAM-SHA-256"},
        "controllers cannot use it among themselves, since its credentials are in the metadata",
    ),
    "kerberos among controllers": (
        without(plain(), "sasl.mechanism.controller.protocol"),
        "sasl.mechanism.controller.protocol=GSSAPI: controllers cannot use it",
    ),
    "own mechanism is not enabled": (
        plain() | {"sasl.mechanism.controller.protocol": "OAUTHBEARER"},
        "is not among sasl.enabled.mechanisms of listener CONTROLLER",
    ),
    "delay": (
        plain()
        | {
            "connection.failed.authentication.delay.ms": "5000",
            "connections.max.idle.ms": "4000",
        },
        "should always be less than connections.max.idle.ms=4000",
    ),
    "no frame fits": (
        plain() | {f"{LISTENER}.sasl.server.max.receive.size": "0"},
        f"{LISTENER}.sasl.server.max.receive.size=0: expected an integer of 64 or more",
    ),
    "no number": (plain() | {"connections.max.reauth.ms": "soon"}, "expected an integer"),
    "unsecured tokens": (
        without(bearer(), "kraft.sasl.oauthbearer.unsecured"),
        "any client could use any name",
    ),
    "no jwks": (without(SIGNED, "sasl.oauthbearer.jwks.endpoint.url"), "url is missing"),
    "no audience": (without(SIGNED, "sasl.oauthbearer.expected.audience"), "are required"),
    "other url": (
        SIGNED | {"sasl.oauthbearer.jwks.endpoint.url": "https://x"},
        "https://x is not one of kraft.sasl.oauthbearer.allowed.urls",
    ),
    "server callback": (
        plain() | {f"{LISTENER}.plain.{HANDLER}": "a.B"},
        f"{LISTENER}.plain.{HANDLER}=a.B is not supported: it is a Java class",
    ),
    "login class": (plain() | {"sasl.login.class": "a.B"}, "sasl.login.class=a.B is not supported"),
    "principal builder": (
        plain() | {"principal.builder.class": "a.B"},
        "principal.builder.class=a.B is not supported",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_security_property_is_refused(name):
    values, sentence = REFUSED[name]
    with pytest.raises(SecurityConfigError) as caught:
        read("SASL_PLAINTEXT", values)
    assert sentence in str(caught.value)
    assert "hidden" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"ssl.principal.mapping.rules": "FOO"}, "invalid rule at 'FOO'"),
        ({"ssl.principal.mapping.rules": "default"}, "invalid rule at 'default'"),
        (
            {"ssl.principal.mapping.rules": "", "ssl.client.auth": "required"},
            "no certificate would map to a name",
        ),
    ],
)
def test_mapping_rules_that_are_refused(values, sentence):
    with pytest.raises(SecurityConfigError, match=sentence):
        read("SSL", STORES | values)
