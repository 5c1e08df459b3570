"""The keys of RFC 7677, section 3; those of kafka-storage are in tests/node/test_scram.py."""

from __future__ import annotations

import base64

from kraft_core.scram_mechanism import SCRAM_MECHANISMS

SIGNED = (
    b"n=user,r=rOprNGfwEbeRWgbNEkqO,"
    b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
    b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
)
PROOF = "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
VERIFIER = "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def test_the_keys_of_the_rfc():
    mechanism = SCRAM_MECHANISMS["SCRAM-SHA-256"]
    salt = base64.b64decode("W22ZaJ0SNY7soEsUEjb6gQ==")
    salted = mechanism.salted_password("pencil", salt, 4096)
    assert mechanism.sign(mechanism.server_key(salted), SIGNED) == base64.b64decode(VERIFIER)
    key = mechanism.client_key(salted)
    signature = mechanism.sign(mechanism.stored_key(key), SIGNED)
    assert bytes(a ^ b for a, b in zip(key, signature, strict=True)) == base64.b64decode(PROOF)


def test_passwords_are_utf_8_as_they_are():
    """SASLprep would make an "a" of the first and a "1" of the other."""
    mechanism = SCRAM_MECHANISMS["SCRAM-SHA-512"]
    plain = [mechanism.salted_password(text, b"salt", 4096) for text in ("a", "1")]
    odd = [mechanism.salted_password(text, b"salt", 4096) for text in ("\u00aa", "\u00b9")]
    assert len({*plain, *odd}) == 4
    assert len(mechanism.stored_key(plain[0])) == 64


def test_numbers_and_bounds_are_those_of_kafka():
    found = {name: (one.number, one.lowest, one.highest) for name, one in SCRAM_MECHANISMS.items()}
    assert found == {"SCRAM-SHA-256": (1, 4096, 16384), "SCRAM-SHA-512": (2, 4096, 16384)}
