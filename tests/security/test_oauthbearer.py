"""Tokens: what clients say, and which ones are taken. Signed ones are PyJWT's own."""

from __future__ import annotations

import base64
import json
import sys

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from kraft_core.security.errors import AuthenticationError, SecurityConfigError
from kraft_core.security.oauthbearer import (
    TOKEN_BYTES_MAX,
    SignedValidator,
    TokenFile,
    UnsecuredValidator,
    read_jwks,
)
from kraft_wire.sasl import Claims, TokenRefusedError

NOW_S = 1_800_000_000
NOW_MS = NOW_S * 1000
GOOD = {"sub": "alice", "iat": NOW_S - 10, "exp": NOW_S + 60, "iss": "idp", "aud": ["kraft", "x"]}
KEYS = {
    "rsa": rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "other": rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "ec": ec.generate_private_key(ec.SECP256R1()),
}


def public(name, **more):
    algorithm = jwt.algorithms.ECAlgorithm if name == "ec" else jwt.algorithms.RSAAlgorithm
    return {**algorithm.to_jwk(KEYS[name].public_key(), as_dict=True), "kid": name, **more}


JWKS = json.dumps(
    {
        "keys": [
            public("rsa"),
            public("ec"),
            {"kty": "oct", "kid": "oct", "k": base64.urlsafe_b64encode(bytes(32)).decode()},
            public("other", kid="encrypts", use="enc"),
        ]
    }
).encode()


def validator(**more):
    return SignedValidator(JWKS, **({"audience": ["kraft"], "issuer": "idp"} | more))


def signed(claims=GOOD, key="rsa", algorithm="RS256", **headers):
    named = {"kid": key} | headers
    given = {name: value for name, value in named.items() if value is not None}
    return jwt.encode(claims, KEYS[key], algorithm, headers=given)


def unsecured(claims=GOOD, header=None, signature=""):
    parts = (header or {"alg": "none"}, claims)
    encoded = [base64.urlsafe_b64encode(json.dumps(one).encode()).decode() for one in parts]
    return ".".join((*(one.rstrip("=") for one in encoded), signature))


def test_a_signed_token_is_taken():
    expected = Claims("alice", NOW_MS + 60_000)
    assert validator().validate(signed(), NOW_MS) == expected
    assert validator().validate(signed(algorithm="PS512"), NOW_MS) == expected
    assert validator().validate(signed(key="ec", algorithm="ES256"), NOW_MS) == expected
    # one key alone fits the algorithm
    assert validator().validate(signed(key="ec", algorithm="ES256", kid=None), NOW_MS) == expected
    clocks_differ = NOW_MS + 60_000 + 29_999
    assert validator().validate(signed(), clocks_differ) == expected
    named = validator(principal_claim="client").validate(signed(GOOD | {"client": " c "}), NOW_MS)
    assert named.principal == "c"


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        (unsecured(), "0 keys match"),
        (signed(key="other"), "0 keys match"),
        (signed(key="other", kid="rsa"), "Signature verification failed"),
        (signed(key="other", kid="encrypts"), "0 keys match"),
        (signed(kid="ec"), "0 keys match"),
        (jwt.encode(GOOD, bytes(32), "HS256", headers={"kid": "oct"}), "0 keys match"),
        (jwt.encode(GOOD, b"x" * 32, "HS256", headers={"kid": "rsa"}), "0 keys match"),
        (signed(crit=["x"], x=1), "critical"),
        (signed(GOOD | {"exp": NOW_S - 30}), "has expired"),
        (signed(GOOD | {"exp": 0}), "has expired"),
        (signed(GOOD | {"exp": -1}), "not a time"),
        (signed({**GOOD, "exp": None}), "lacks exp"),
        (signed(GOOD | {"exp": "soon"}), "not a time"),
        (signed(GOOD | {"exp": True}), "not a time"),
        (signed(GOOD | {"exp": 1e300}), "not a time"),
        (signed(GOOD | {"exp": 1 << 53}), "not a time"),
        (signed(GOOD | {"nbf": NOW_S + 31}), "nbf of the token is in the future"),
        (signed(GOOD | {"iat": NOW_S + 31}), "iat of the token is in the future"),
        (signed(GOOD | {"iat": NOW_S + 20, "exp": NOW_S + 10}), "issued after its expiry"),
        (signed({one: GOOD[one] for one in GOOD if one != "iat"}), "lacks iat"),
        (signed(GOOD | {"iss": "other"}), "another issuer"),
        (signed(GOOD | {"aud": "other"}), "another audience"),
        (signed(GOOD | {"aud": {"kraft": 1}}), "another audience"),
        (signed(GOOD | {"sub": " "}), "lacks sub"),
        (signed(GOOD | {"scope": ["a", "a"]}), "a duplicate entry"),
        (signed(GOOD | {"scope": 7}), "scope of the token is not valid"),
        (signed() + "x", "not valid"),
        ("a.b", "three parts"),
        ("a.b.c.d", "three parts"),
        ("....", "three parts"),
        ("e30.W10.x", "not a JSON object"),
        ("!.e30.x", "not a JSON object"),
        ("a" * (TOKEN_BYTES_MAX + 1), "longer than"),
        (
            base64.urlsafe_b64encode(b"[" * 40_000).decode().rstrip("=") + ".e30.",
            "not a JSON object",
        ),
    ],
)
def test_tokens_that_are_refused(token, reason):
    with pytest.raises(TokenRefusedError, match=reason) as caught:
        validator().validate(token, NOW_MS)
    assert caught.value.to_json() == b'{"status":"invalid_token"}'


@pytest.mark.parametrize(
    ("jwks", "sentence"),
    [
        (b"", "not valid"),
        (b"[]", "not valid"),
        (b'{"keys":[{}]}', "not valid"),
        (b'{"keys":[{"kty":"RSA","n":"!","e":"AQAB"}]}', "not valid"),
        (b'{"keys":[{"kty":"oct","k":"AA"}]}', "no RSA or EC key"),
        (b" " * (2 << 20), "larger than"),
    ],
)
def test_documents_without_keys(jwks, sentence):
    with pytest.raises(SecurityConfigError, match=sentence):
        SignedValidator(jwks, audience=["kraft"], issuer="idp")


def test_an_audience_and_an_issuer_are_required(tmp_path):
    for more in ({"audience": []}, {"issuer": ""}):
        with pytest.raises(
            SecurityConfigError, match="tokens for other services would be accepted"
        ):
            validator(**more)
    with pytest.raises(SecurityConfigError, match="No such file"):
        read_jwks(tmp_path / "none")
    (tmp_path / "jwks").write_bytes(JWKS)
    assert read_jwks(tmp_path / "jwks") == JWKS


def test_signed_tokens_without_package_are_reported_in_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "jwt", None)
    with pytest.raises(SecurityConfigError, match=r"the package PyJWT, which the extra security"):
        validator()


def test_unsecured_token_needs_the_required_scope():
    check = UnsecuredValidator(required_scope=("a",))
    assert check.validate(unsecured(GOOD | {"scope": "a b"}), NOW_MS).principal == "alice"
    with pytest.raises(TokenRefusedError) as caught:
        check.validate(unsecured(GOOD | {"scope": ["b"]}), NOW_MS)
    assert caught.value.to_json() == b'{"status":"insufficient_scope", "scope":"a"}'
    for token in (signed(), unsecured(signature="x"), unsecured(GOOD | {"exp": NOW_S})):
        with pytest.raises(TokenRefusedError):
            UnsecuredValidator().validate(token, NOW_MS)


def test_a_token_file_is_read_for_each_connection(tmp_path):
    path = tmp_path / "token"
    tokens = TokenFile(path)
    with pytest.raises(AuthenticationError, match="token cannot be read: No such file"):
        tokens.token()
    for text in ("a.b.c", "d.e.f\n"):
        path.write_text(text)
        assert tokens.token() == text.strip()
    for text in ("a b", "", "\u00e4", "a" * (TOKEN_BYTES_MAX + 2)):
        path.write_text(text)
        with pytest.raises(AuthenticationError) as caught:
            tokens.token()
        assert text not in str(caught.value) or not text
