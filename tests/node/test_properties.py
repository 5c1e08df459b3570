"""Java's file format, Kafka's types, and who asked for what."""

from __future__ import annotations

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.properties import INT_MAX, Properties

TEXT = r"""
# a comment
! another one
node.id = 3
listeners=A://:1, \
   B://:2
spaced : value with spaces\u0020
log.dirs=/a\u0020b
empty=
node.id=4
"""


def test_a_file_is_read_as_java_reads_it():
    properties = Properties.parse(TEXT, "FILE")
    assert properties.text("node.id") == "4"
    assert properties.list("listeners") == ("A://:1", "B://:2")
    assert properties.text("spaced") == "value with spaces"
    assert properties.text("log.dirs") == "/a b"
    assert properties.text("empty") == ""
    assert properties.list("empty") == ()
    assert properties.text("missing") is None


def test_duplicate_keys_are_reported_and_the_last_value_counts():
    properties = Properties.parse("a=1\nb=2\na=3\na=4\n", "FILE")
    assert properties.repeated == ("a",)
    assert properties.integer("a", 0) == 4


def test_unread_properties_are_unused():
    properties = Properties.parse("a=1\nb=2\nc=3\n", "FILE")
    properties.integer("b", 0)
    assert properties.unused == ("a", "c")
    assert "a" in properties
    assert properties.keys() == ["a", "b", "c"]


def test_properties_with_a_given_prefix_are_used():
    properties = Properties.parse("ssl.a= 1 \nssl.b=2\nsasl=3\nother=4\n", "FILE")
    assert properties.beginning_with("ssl.", "sasl") == {"ssl.a": "1", "ssl.b": "2", "sasl": "3"}
    assert properties.beginning_with("none") == {}
    assert properties.unused == ("other",)


def test_override_replaces_a_property_of_the_file():
    properties = Properties.parse("a=1\n", "FILE", {"a": "2", "b": "3"})
    assert (properties.text("a"), properties.text("b")) == ("2", "3")
    assert properties.repeated == ()


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), (" 7 ", 7), ("+7", 7), ("-7", -7), ("0007", 7)]
)
def test_whole_number_is_parsed_as_in_java(text, value):
    assert Properties({"k": text}).integer("k", 0, -10) == value


@pytest.mark.parametrize(
    "text", ["", "x", "1.0", "0x7", "1e3", "7 7", "--7", "\u0667", "9" * 30, "-1"]
)
def test_other_numbers_are_refused_with_key_and_value(text):
    with pytest.raises(ConfigurationError, match=r"^k=.*: expected an integer.*\.$"):
        Properties({"k": text}).integer("k", 0)


def test_bounds_are_those_of_the_type():
    assert Properties({"k": "2147483647"}).integer("k", 0) == INT_MAX
    with pytest.raises(ConfigurationError, match="from 0 to 2147483647"):
        Properties({"k": "2147483648"}).integer("k", 0)
    assert Properties({}).integer("k", 5) == 5


@pytest.mark.parametrize(("text", "value"), [("true", True), ("FALSE", False), (" True ", True)])
def test_flag_ignores_case_and_spaces(text, value):
    assert Properties({"k": text}).flag("k", default=not value) is value


def test_other_flags_and_choices_are_refused():
    with pytest.raises(ConfigurationError, match="true or false"):
        Properties({"k": "yes"}).flag("k", default=False)
    with pytest.raises(ConfigurationError, match="one of a, b"):
        Properties({"k": "c"}).choice("k", "a", ("a", "b"))
    assert Properties({}).choice("k", "a", ("a", "b")) == "a"


def test_an_empty_entry_of_a_list_is_refused():
    with pytest.raises(ConfigurationError, match="empty entry"):
        Properties({"k": "a,,b"}).list("k")


@pytest.mark.parametrize("text", ["a:b:1,c: 2", "a:b:1 , c:2,", "a:b:1,c:2, ,"])
def test_pairs_end_at_the_last_colon_and_may_have_commas_at_the_end(text):
    assert Properties({"k": text}).pairs("k") == (("a:b", "1"), ("c", "2"))


def test_empty_pairs_are_an_empty_tuple():
    assert Properties({"k": ","}).pairs("k") == Properties({}).pairs("k") == ()


@pytest.mark.parametrize("text", ["a", ",a:1", "a:1,,b:2"])
def test_pairs_without_a_colon_are_refused(text):
    with pytest.raises(ConfigurationError, match="is not a valid NAME:VALUE"):
        Properties({"k": text}).pairs("k")


def test_a_bad_escape_is_refused_with_its_line():
    with pytest.raises(ConfigurationError, match=r"FILE, line 3: .*hex digits"):
        Properties.parse("a=1\n\nb=\\u12\n", "FILE")


def test_files_are_read_as_latin_1_and_missing_file_is_reported(tmp_path):
    path = tmp_path / "a.properties"
    path.write_bytes(b"name=caf\xe9\r\nother=1\rthird=2\n")
    properties = Properties.load(path)
    assert properties.text("name") == "caf\u00e9"
    assert (properties.integer("other", 0), properties.integer("third", 0)) == (1, 2)
    with pytest.raises(ConfigurationError, match=r"cannot be read: No such file or directory\.$"):
        Properties.load(tmp_path / "none")
    path.write_bytes(b"#" * ((16 << 20) + 1))
    with pytest.raises(ConfigurationError, match="longer than"):
        Properties.load(path)
