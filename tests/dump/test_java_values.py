"""Text and numbers as Java makes them."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.java_values import (
    decremented_sequence,
    incremented_sequence,
    int_of,
    long_of,
    name_of,
    optional_long,
    parse_integer,
    path_of,
    short_of,
)
from kraft_wire.records.record import java_text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("grün 🦊".encode(), "grün 🦊"),
        (b"a\xffb", "a\ufffdb"),
        (b"\xe2\x82", "\ufffd"),
        (b"\xf0\x9f\xa6", "\ufffd"),
        (b"\xc0\x80", "\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd"),  # a surrogate is one fault for Java, three for Python
        (b"\xed\xa0", "\ufffd"),
        (b"\xed\xbf\x41", "\ufffdA"),
        (b"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_text_of_bytes(data, text):
    assert java_text(data) == text


@pytest.mark.parametrize(
    ("wrap", "value", "wrapped"),
    [
        (short_of, 40_000, -25_536),
        (int_of, 2**31, -(2**31)),
        (int_of, -5, -5),
        (long_of, 2**63 + 1, -(2**63) + 1),
        (long_of, -(2**63) - 1, 2**63 - 1),
    ],
)
def test_java_arithmetic_wraps_around(wrap, value, wrapped):
    assert wrap(value) == wrapped


@pytest.mark.parametrize(
    ("text", "value"), [("00000000000000000107", 107), ("+7", 7), ("-0", 0), ("٤٢", 42)]
)
def test_numbers_that_java_reads(text, value):
    assert parse_integer(text) == value


@pytest.mark.parametrize("text", ["", "-", " 1", "1_0", "0x1", "9223372036854775808", "1.0", "²"])
def test_numbers_that_java_refuses(text):
    with pytest.raises(ValueError, match="For input string"):
        parse_integer(text)


def test_integer_outside_java_range_is_rejected():
    assert parse_integer("-2147483648", 2**31 - 1) == -(2**31)
    with pytest.raises(ValueError, match="For input string"):
        parse_integer("2147483648", 2**31 - 1)


def test_sequences_wrap_as_in_java():
    assert incremented_sequence(2**31 - 1, 1) == 0
    assert incremented_sequence(5, 7) == 12
    assert incremented_sequence(5, -1) == 4 - 2**31  # the overflow of Java's check
    assert decremented_sequence(0, 1) == 2**31 - 1
    assert decremented_sequence(12, 7) == 5


def test_optional_long_is_written_as_in_java():
    assert optional_long(None) == "OptionalLong.empty"
    assert optional_long(-1) == "OptionalLong[-1]"


@pytest.mark.parametrize(
    ("given", "path", "name"),
    [
        ("a//b///0.log", "a/b/0.log", "0.log"),
        ("./0.log/", "./0.log", "0.log"),
        ("//", "/", ""),
        ("", "", ""),
        ("0.log", "0.log", "0.log"),
    ],
)
def test_path_is_normalized_as_in_java(given, path, name):
    assert path_of(given) == path
    assert name_of(path) == name
