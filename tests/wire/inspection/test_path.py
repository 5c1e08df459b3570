from __future__ import annotations

import pytest

from kraft_wire.errors import join_path


@pytest.mark.parametrize(
    ("outer", "inner", "path"),
    [
        ("a", None, "a"),
        ("a", "", "a"),
        ("a", "b", "a.b"),
        ("a", "[0].b", "a[0].b"),
        ("", "b", "b"),
        ("[0]", "b", "[0].b"),
    ],
)
def test_paths_are_put_together(outer, inner, path):
    assert join_path(outer, inner) == path
