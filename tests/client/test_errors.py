from __future__ import annotations

import ssl

import pytest

from kraft_core.client import errors
from kraft_core.client.errors import ClientError, ConnectionLostError, RefusedError, connection_lost


def tls_error(reason, kind=ssl.SSLError):
    error = kind(1, f"[SSL: {reason}] text of OpenSSL (_ssl.c:1006)")
    error.reason = reason
    return error


def untrusted():
    error = tls_error("CERTIFICATE_VERIFY_FAILED", ssl.SSLCertVerificationError)
    error.verify_message = "self-signed certificate"
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TimeoutError(), "c1:9093 did not answer in time"),
        (ConnectionRefusedError(111, "Connection refused"), "connection refused by c1:9093"),
        (
            ConnectionResetError(104, "Connection reset by peer"),
            "c1:9093: Connection reset by peer",
        ),
        (OSError("strange"), "c1:9093: strange"),
        (OSError(), "c1:9093: OSError"),
        (untrusted(), "c1:9093: its certificate is refused: self-signed certificate"),
        (
            tls_error("TLSV13_ALERT_CERTIFICATE_REQUIRED"),
            "c1:9093: TLS fails: tlsv13 alert certificate required",
        ),
        (
            tls_error("WRONG_VERSION_NUMBER"),
            "c1:9093: TLS fails: wrong version number; the listener may have no TLS",
        ),
        (
            tls_error("UNEXPECTED_EOF_WHILE_READING", ssl.SSLEOFError),
            "c1:9093: TLS fails: unexpected eof while reading; the listener may have no TLS",
        ),
    ],
)
def test_network_error_becomes_one_sentence(error, said):
    found = connection_lost("c1:9093", error)
    assert type(found) is ConnectionLostError
    assert str(found) == said


def test_a_refusal_names_kafka_s_error():
    assert str(RefusedError("reading", 31)) == (
        "reading was refused with error 31 (CLUSTER_AUTHORIZATION_FAILED)"
    )


def test_all_errors_have_one_root():
    found = [each for each in vars(errors).values() if isinstance(each, type)]
    own = [
        each for each in found if issubclass(each, Exception) and each.__module__ == errors.__name__
    ]
    assert len(own) >= 9
    assert all(issubclass(each, ClientError) for each in own)
