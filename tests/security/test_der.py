"""Object identifiers as text (X.690, 8.19)."""

from __future__ import annotations

import pytest

from kraft_core.security.der import oid_text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("550403", "2.5.4.3"),
        ("2a864886f70d010901", "1.2.840.113549.1.9.1"),
        ("0992268993f22c640101", "0.9.2342.19200300.100.1.1"),
        ("883703", "2.999.3"),
        ("27", "0.39"),
        ("28", "1.0"),
        ("50", "2.0"),
    ],
)
def test_first_two_arcs_of_an_oid_share_a_number(content, text):
    assert oid_text(bytes.fromhex(content)) == text


@pytest.mark.parametrize("content", ["", "80", "5584"])
def test_identifier_that_ends_early_is_refused(content):
    with pytest.raises(ValueError, match="truncated"):
        oid_text(bytes.fromhex(content))
