from __future__ import annotations

import pytest

from kraft_wire.errors import EncodeError
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records import record
from kraft_wire.records.record import TIME_DELTAS, VARINTS, encoded_headers
from tests.support.record_batches import part, varint

NUMBERS = [0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1 << 20, -(1 << 31), 2**63 - 1, -(2**63)]


@pytest.mark.parametrize("number", NUMBERS)
def test_varint_tables_equal_the_encoder(number: int) -> None:
    assert VARINTS[number] == varint(number)
    assert VARINTS[number] == varint(number)  # kept or made again
    assert TIME_DELTAS[number] == b"\0" + varint(number)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
def test_numbers_have_64_bits(number: int) -> None:
    with pytest.raises(EncodeError):
        VARINTS[number]


def test_only_small_numbers_are_kept() -> None:
    VARINTS[123456789]
    assert 123456789 not in VARINTS


def test_headers_are_counted_and_prefixed() -> None:
    assert encoded_headers(()) == varint(0)
    assert encoded_headers((("naïve", None), ("", b""), ("k", b"v" * 100))) == (
        varint(3)
        + part("naïve".encode())
        + part(None)
        + part(b"")
        + part(b"")
        + part(b"k")
        + part(b"v" * 100)
    )


def test_headers_are_bounded() -> None:
    with pytest.raises(EncodeError):
        encoded_headers((("k", None),) * (RECORD_HEADERS_MAX + 1))


def test_few_and_short_names_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    names = type(record._NAMES)()
    monkeypatch.setattr(record, "_NAMES", names)
    monkeypatch.setattr(record, "_NAMES_MAX", 3)
    for name in ("a" * 5000, *"abcdefgh"):
        assert encoded_headers(((name, b"v"),)) == varint(1) + part(name.encode()) + part(b"v")
    assert list(names) == ["a", "b", "c"]
