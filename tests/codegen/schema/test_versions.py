"""Ranges of versions: their text, their arithmetic, their ends."""

from __future__ import annotations

import pytest

from codegen.schema.model import ALL, MAX_VERSION, NONE, Versions


@pytest.mark.parametrize(
    ("text", "lowest", "highest"),
    [
        ("0", 0, 0),
        ("4", 4, 4),
        ("0-3", 0, 3),
        ("7-7", 7, 7),
        ("3+", 3, MAX_VERSION),
        (" 1-2 ", 1, 2),
        ("32767", MAX_VERSION, MAX_VERSION),
    ],
)
def test_parses_kafkas_ranges(text, lowest, highest):
    assert Versions.parse(text) == Versions(lowest, highest)


def test_versions_none_is_empty():
    assert Versions.parse("none") == NONE
    assert not NONE
    assert list(NONE) == []
    assert 0 not in NONE


@pytest.mark.parametrize(
    "text", ["", "+", "-1", "3-1", "1-", "1-2-3", "a", "0x1", "1+2", "32768", "0-99999", "1 - 2"]
)
def test_invalid_version_range_is_refused(text):
    with pytest.raises(ValueError, match="is not a valid range of versions"):
        Versions.parse(text)


@pytest.mark.parametrize("text", ["0", "4", "0-3", "3+", "none"])
def test_prints_what_it_parsed(text):
    assert str(Versions.parse(text)) == text


def test_contains_both_ends_and_nothing_but_numbers():
    versions = Versions(2, 4)
    assert [version for version in range(7) if version in versions] == [2, 3, 4]
    assert list(versions) == [2, 3, 4]
    assert "2" not in versions


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [("0-3", "2+", "2-3"), ("0+", "1+", "1+"), ("0-1", "2+", "none"), ("0-3", "none", "none")],
)
def test_intersection_is_symmetric(one, other, both):
    assert Versions.parse(one) & Versions.parse(other) == Versions.parse(both)
    assert Versions.parse(other) & Versions.parse(one) == Versions.parse(both)


@pytest.mark.parametrize(
    ("outer", "inner", "covers"),
    [
        ("0+", "3-5", True),
        ("3-5", "3-5", True),
        ("3-5", "3-6", False),
        ("3-5", "2-4", False),
        ("none", "none", True),
        ("1", "none", True),
        ("none", "1", False),
    ],
)
def test_range_covers_its_parts(outer, inner, covers):
    assert Versions.parse(outer).covers(Versions.parse(inner)) is covers


def test_all_covers_everything():
    assert ALL.covers(Versions(0, MAX_VERSION))
