"""java.util.Properties as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.raft.storage.text_files import format_properties, parse_properties


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {}),
        ("#c\n!d\n\n  # e\na=1\n", {"a": "1"}),
        ("a = 1", {"a": "1"}),
        ("a:1\nb 2\nc\t3\nd", {"a": "1", "b": "2", "c": "3", "d": ""}),
        ("a==1", {"a": "=1"}),
        ("a =: 1", {"a": ": 1"}),
        (r"a\=b\:c\ d = x", {"a=b:c d": "x"}),
        ("a=1 \\\n   2\\\n#3", {"a": "1 2#3"}),
        ("a=x\\\\\nb=2", {"a": "x\\", "b": "2"}),
        (r"a=\t\n\r\f\q\u0041", {"a": "\t\n\r\fqA"}),
        ("a=1\r\nb=2\rc=3", {"a": "1", "b": "2", "c": "3"}),
        ("a=1\\", {"a": "1"}),
        ("=1", {"": "1"}),
        ("a = 1 ", {"a": "1 "}),
        ("a=1\nb=2\na=3", {"a": "3", "b": "2"}),
    ],
)
def test_properties_are_parsed_as_in_java(text, wanted):
    assert parse_properties(text) == wanted


@pytest.mark.parametrize("text", [r"a=\u12g4", r"a=\u12"])
def test_invalid_unicode_escape_is_refused(text):
    with pytest.raises(ValueError, match="hex digits"):
        parse_properties(text)


def test_special_characters_are_escaped():
    assert format_properties({"a b": " x=1:#!"}) == "a\\ b=\\ x\\=1\\:\\#\\!\n"


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=4))
def test_formatted_properties_are_parsed_back(properties):
    assert parse_properties(format_properties(properties)) == properties
