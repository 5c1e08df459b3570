from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kraft_wire.records import header_layouts
from kraft_wire.records.header_layouts import read_headers
from kraft_wire.records.record_encoding import encoded_headers
from tests.support.record_batches import headers, part, varint


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_layouts, "_LAYOUTS", {})
    monkeypatch.setattr(header_layouts, "_MISSES", {})


@given(st.lists(headers.filter(bool), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_any_headers_twice(found: list[list[tuple[str, bytes | None]]]) -> None:
    for _ in range(2):
        for pairs in found:
            assert read_headers(encoded_headers(tuple(pairs))) == tuple(pairs)


def test_blocks_with_equal_names_and_sizes_have_one_layout() -> None:
    for number in range(20):
        pairs = (("trace", b"%016d" % number), ("", b""), ("content-type", b"x" * 100))
        assert read_headers(encoded_headers(pairs)) == pairs
    assert next(iter(header_layouts._LAYOUTS.values())).names == ("trace", "", "content-type")
    assert list(header_layouts._MISSES.values()) == [1]


def test_blocks_of_one_size_that_differ_are_told_apart() -> None:
    rng = random.Random(1)
    for _ in range(300):
        name, other = rng.randrange(1, 9), rng.randrange(1, 9)
        pairs = (
            ("a" * name, rng.randbytes(9 - name)),
            ("b" * other, rng.choice([rng.randbytes(9 - other), None])),
        )
        assert read_headers(encoded_headers(pairs)) == pairs
    assert len(header_layouts._LAYOUTS) <= len(header_layouts._MISSES)


def test_layouts_are_made_less_and_less_often() -> None:
    made = 0
    before = None
    for number in range(64):
        pairs = ((f"n{number % 7}", b"v"),)
        read_headers(encoded_headers(pairs))
        now = header_layouts._LAYOUTS.get(len(encoded_headers(pairs)))
        made += now is not before
        before = now
    assert made <= 7


def test_sizes_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_layouts, "_SIZES_MAX", 5)
    for size in range(30):
        read_headers(encoded_headers((("k", bytes(size)),)))
    assert len(header_layouts._LAYOUTS) <= len(header_layouts._MISSES) <= 5


@pytest.mark.parametrize("pairs", [(("k", b"v"),) * 100, (("k" * 2000, b"v"),), (("k", None),)])
def test_large_or_null_headers_leave_no_layout(pairs: tuple[tuple[str, bytes | None], ...]) -> None:
    assert read_headers(encoded_headers(pairs)) == pairs
    assert header_layouts._LAYOUTS == {}


GOOD = varint(1) + part(b"key") + part(b"value")


@pytest.mark.parametrize("is_known", [False, True])
@pytest.mark.parametrize(
    "block",
    [
        b"",
        varint(0) + b"x",
        varint(-1) + part(b"key") + part(b"value"),
        varint(2) + part(b"key") + part(b"value"),
        varint(1) + varint(-4) + b"key" + part(b"value"),
        varint(1) + part(b"key") + varint(-6) + b"value",
        varint(1) + part(b"key") + part(b"valu") + b"x",
        varint(1) + part(b"key") + varint(9) + b"value",
        varint(1) + part(b"k\xffy") + part(b"value"),
        varint(90) + bytes(10),
        varint(1 << 27),
    ],
)
def test_other_blocks_are_left_to_careful_reading(block: bytes, is_known: bool) -> None:
    if is_known:
        read_headers(GOOD)
    with pytest.raises((ValueError, IndexError)):
        read_headers(block)
