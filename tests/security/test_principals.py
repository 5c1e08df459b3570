"""Names as Java writes them; tests/conformance/test_principals.py compares drawn ones."""

from __future__ import annotations

import ssl

import pytest

from kraft_core.security.errors import AuthenticationError, SecurityConfigError
from kraft_core.security.principals import (
    PrincipalMapper,
    distinguished_name,
    host_text,
    subject_name,
)
from tests.client.loopback import PEM
from tests.security.test_stores import CERTIFICATE


def tlv(tag, content):
    return bytes((tag, len(content))) + content


def name(*attributes):
    return tlv(0x30, b"".join(tlv(0x31, one) for one in attributes))


def attribute(oid, text, tag=0x0C):
    return tlv(0x30, tlv(6, bytes.fromhex(oid)) + tlv(tag, text.encode()))


CN, O, EMAIL = "550403", "55040a", "2a864886f70d010901"  # noqa: E741  # X.500's own names


def test_subject_name_matches_certificate():
    assert PEM.is_file()
    assert subject_name(CERTIFICATE) == "CN=localhost"
    assert ssl.DER_cert_to_PEM_cert(CERTIFICATE)


@pytest.mark.parametrize(
    ("der", "text"),
    [
        (name(attribute(O, "Ex, Inc."), attribute(CN, "a")), "CN=a,O=Ex\\, Inc."),
        (name(attribute(CN, " #node  7\\ ")), "CN=\\ \\#node  7\\\\\\ "),
        (name(attribute(CN, "K\u00f6ln") + attribute(O, "x")), "CN=K\u00f6ln+O=x"),
        (name(attribute(CN, "  ")), "CN=\\ \\ "),
        (name(attribute(CN, "a", 0x04)), "CN=#040161"),
        (
            name(attribute(EMAIL, "a@b.c", 0x16)),
            "1.2.840.113549.1.9.1=#1605614062" + "2e63",
        ),
        (name(tlv(0x30, tlv(6, bytes.fromhex(CN)) + tlv(0x1E, b"\0a\0b"))), "CN=\\00a\\00b"),
        (name(), ""),
    ],
)
def test_distinguished_name_is_written_as_in_java(der, text):
    assert distinguished_name(der) == text


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::1", "0:0:0:0:0:0:0:1"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:DB8::a:0:1", "2001:db8:0:0:0:a:0:1"),
        ("fe80::1%eth0", "fe80:0:0:0:0:0:0:1%eth0"),
        ("", ""),
    ],
)
def test_addresses_as_java_writes_them(address, text):
    assert host_text(address) == text


@pytest.mark.parametrize(
    "certificate",
    [
        b"",
        b"\x30",
        b"\x30\x80",
        b"\x30\x85\0\0\0\0\0",
        b"\x30\x02\x30\0",
        CERTIFICATE[:200],
        b"\x1f\1",
    ],
)
def test_invalid_certificate_is_refused(certificate):
    with pytest.raises(AuthenticationError, match="subject of the certificate is not valid"):
        subject_name(certificate)


def test_no_rule_that_fits_is_refused():
    mapper = PrincipalMapper("RULE:CN=([a-z]+),.*/$1/U")
    assert mapper.name_of("CN=a,O=b") == "A"
    with pytest.raises(AuthenticationError, match="Failed to map name for 'CN=a' based on"):
        mapper.name_of("CN=a")


@pytest.mark.parametrize(
    "pattern",
    [
        r"\p{L}",
        r"[a&&[b]]",
        "[a&&b]",
        r"\Qa\E",
        "(?i)a",
        r"a\Z",
        r"\0101",
        "[[:alpha:]]",
        "(",
        "a{2,1}",
    ],
)
def test_patterns_that_python_reads_otherwise_are_refused(pattern):
    with pytest.raises(SecurityConfigError, match=r"^ssl.principal.mapping.rules: "):
        PrincipalMapper(f"RULE:{pattern}/x/")


@pytest.mark.parametrize("replacement", ["$1", "$", "${user}", "a$b"])
def test_replacements_without_a_group_are_refused(replacement):
    with pytest.raises(SecurityConfigError, match="refers to no group"):
        PrincipalMapper(f"RULE:CN=.*/{replacement}/")
