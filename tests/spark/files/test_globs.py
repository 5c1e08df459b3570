from __future__ import annotations

import pytest

from kraft_spark.files.store import GlobError, fits, is_glob, without_braces


@pytest.mark.parametrize(
    ("pattern", "wanted", "unwanted"),
    [
        ("*.log", ["a.log", ".log"], ["a.logs", "log"]),
        ("{a,b}?.log", ["a1.log", "b2.log"], ["c1.log", "a.log", "{a,b}1.log"]),
        ("x{1,{2,3}}", ["x1", "x2", "x3"], ["x4", "x"]),
        ("[!a]x", ["bx"], ["ax"]),
        ("[^a]x", ["bx"], ["ax", "x"]),
        ("a{b", ["a{b"], ["ab"]),
        ("A*", ["Ab"], ["ab"]),
    ],
)
def test_glob_wildcards_classes_and_braces_match(pattern, wanted, unwanted):
    assert is_glob(pattern)
    assert all(fits(name, pattern) for name in wanted)
    assert not any(fits(name, pattern) for name in unwanted)


def test_braces_are_bounded():
    assert without_braces("{a,b}{c,d}") == ["ac", "ad", "bc", "bd"]
    with pytest.raises(GlobError, match="more than 10000 patterns"):
        without_braces("{a,b}" * 40)
