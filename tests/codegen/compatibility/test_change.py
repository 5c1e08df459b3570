"""Versions written as ranges."""

from __future__ import annotations

import pytest

from codegen.compatibility.evolution import Change, ranges


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        ([], "none"),
        ([3], "3"),
        ([2, 0, 1], "0-2"),
        ({5, 0, 1, 7, 8}, "0-1, 5, 7-8"),
    ],
)
def test_versions_are_shown_as_ranges(versions, text):
    assert ranges(versions) == text


def test_changes_are_values():
    change = Change("Thing", "A", "tag", "0", "1", legal=False, rule="a field keeps its tag")
    assert change == Change(
        "Thing", "A", "tag", "0", "1", legal=False, rule="a field keeps its tag"
    )
    assert hash(change)
