"""Kafka's codec vectors (tests/data/codec), and the expected result of kraft's codecs for each.

A failed check raises AssertionError or the error of the codec. `STRICTER` lists input that Java
accepts and kraft refuses; all other input that Java accepts must give the same value in kraft.
Divergence W1 to W11.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kraft_wire import json_form
from kraft_wire.errors import (
    InvalidLengthError,
    InvalidTagError,
    InvalidTextError,
    InvalidVarintError,
    JsonFormError,
    LimitError,
    TrailingBytesError,
    WireError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

Vector = dict[str, Any]

RELEASES = ("3.9.2", "4.4.0")
GOOD = ("defaults", "small", "edge", "null", "mix")
KINDS = (*GOOD, "ignored", "float", "unknown_tags", "malformed", "cuts", "refused")

STRICTER_ERRORS = (
    InvalidLengthError,
    InvalidTagError,
    InvalidTextError,
    InvalidVarintError,
    LimitError,
)
"""Errors of kraft for bytes that Java accepts (docs/divergence.md)."""

STRICTER: tuple[tuple[str, type[WireError] | tuple[type[WireError], ...]], ...] = (
    (r"UTF-8 ", InvalidTextError),
    (r"varint of 5 bytes, high bits$", InvalidVarintError),
    (r"_len (in array )?-\d+$", InvalidLengthError),
    (r"tag (un)?known twice$", InvalidTagError),
    (r"tag \d+$", InvalidTagError),
    (r"tag size .*, known$", InvalidTagError),
    (r"tag count -?\d+$", (InvalidLengthError, InvalidTagError, LimitError)),
    (r"^\d+ unknown tags$", LimitError),
)
"""The damage named by the vectors, and how kraft refuses bytes that Java accepts."""

SHIFTED = re.compile(r"(one less|null, nullable|struct flag \w+)$")
"""Damage after which the rest is read from another place: Java takes some of it by luck, we may
refuse it for one of the reasons above."""

_FOLDER = Path(__file__).parents[1] / "data" / "codec"


def read_vectors(release: str, *kinds: str) -> Iterator[Vector]:
    """Yield the vectors of a release, of these kinds or of all."""
    path = _FOLDER / f"vectors-{release}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            vector = json.loads(line)
            if not kinds or vector["kind"] in kinds:
                yield vector


def check_all(lines: Iterable[Vector], check_one: Callable[[Vector], None]) -> int:
    """Check every line, then fail once with the first few that were wrong; return their number."""
    count = 0
    faults = []
    for vector in lines:
        count += 1
        try:
            check_one(vector)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # told below
            faults.append(f"{place(vector)}: {type(error).__name__}: {error}"[:1000])
    assert not faults, f"{len(faults)} of {count} lines differ\n" + "\n".join(faults[:10])
    return count


def check(vector: Vector, messages: MessageSet) -> None:
    """Check one line against the codecs."""
    _CHECKS[vector["kind"]](vector, messages.message_class(vector["message"]))


def place(vector: Vector) -> str:
    """Return a readable name of the vector."""
    parts = (vector["message"], str(vector["version"]), vector["kind"], vector.get("what", ""))
    return " ".join(filter(None, parts))


def check_good(vector: Vector, cls: type[Message]) -> None:
    """Check that bytes decode to the JSON and the JSON encodes to the bytes."""
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    message = cls.decode(octets, version)
    assert_same_json(json_form.to_json(message, version), vector["json"])
    assert message.encode(version) == octets
    assert cls.decode_prefix(octets + b"\xff", version) == (message, len(octets))
    for given in (vector["json"], vector.get("given", vector["json"])):
        assert json_form.from_json(cls, given, version).encode(version) == octets


def check_defaults(vector: Vector, cls: type[Message]) -> None:
    """Check a message with default values."""
    check_good(vector, cls)
    assert cls().encode(vector["version"]).hex() == vector["hex"]


def check_float(vector: Vector, cls: type[Message]) -> None:
    """Check that NaN and infinities keep their bits and cannot be read from JSON."""
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    message = cls.decode(octets, version)
    assert_same_json(json_form.to_json(message, version), vector["json"])
    assert message.encode(version) == octets
    with pytest.raises(JsonFormError):
        json_form.from_json(cls, vector["json"], version)


def check_unknown_tags(vector: Vector, cls: type[Message]) -> None:
    """Check that unknown tagged fields are encoded again and omitted from JSON."""
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    message = cls.decode(octets, version)
    assert_same_json(json_form.to_json(message, version), vector["json"])
    assert message.encode(version) == octets
    assert json_form.count_unknown_tags(message) == vector["unknown"] > 0


def check_cuts(vector: Vector, cls: type[Message]) -> None:
    """Check that the whole decodes, and that every proper prefix is refused."""
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    assert vector["accepted"] == []
    assert cls.decode(octets, version).encode(version) == octets
    for length in range(len(octets)):
        cut = octets[:length]
        _refuses(WireError, partial(cls.decode, cut, version))
        _refuses(WireError, partial(cls.decode_prefix, cut, version))


def check_refused(vector: Vector, cls: type[Message]) -> None:
    """Check that JSON is refused that Java refuses or, for int8 128 to 256, encodes wrongly."""

    def through() -> bytes:
        return json_form.from_json(cls, vector["json"], vector["version"]).encode(vector["version"])

    if not vector["refused"]:
        assert "int8" in vector["what"]
    _refuses(WireError, through)


def check_malformed(vector: Vector, cls: type[Message]) -> None:
    """Check damaged bytes: refused if Java refuses or `STRICTER` says so, else Java's value."""
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    refusal = WireError if "error" in vector else _stricter(vector["what"])
    if refusal is not None:
        _refuses(refusal, lambda: cls.decode(octets, version))
        _refuses(refusal, lambda: cls.decode_prefix(octets, version))
        return
    try:
        message, length = cls.decode_prefix(octets, version)
    except WireError as error:
        if not SHIFTED.search(vector["what"]) or not isinstance(error, STRICTER_ERRORS):
            raise
        return
    assert length == len(octets) - vector.get("rest", 0)
    assert_same_json(json_form.to_json(message, version), vector["json"])
    assert json_form.count_unknown_tags(message) == vector.get("unknown", 0)
    again = message.encode(version)
    if "again_error" in vector:  # Java cannot write these tags in order; kraft can
        assert cls.decode(again, version) == message
    else:
        assert again.hex() == vector.get("again", octets[:length].hex())
    if length == len(octets):
        assert repr(cls.decode(octets, version)) == repr(message)
    else:
        fault = _refuses(TrailingBytesError, lambda: cls.decode(octets, version))
        assert fault.offset == length


def _stricter(what: str) -> type[WireError] | tuple[type[WireError], ...] | None:
    return next((error for pattern, error in STRICTER if re.search(pattern, what)), None)


def _refuses(
    error: type[WireError] | tuple[type[WireError], ...], call: Callable[[], object]
) -> WireError:
    with pytest.raises(error) as caught:
        call()
    return caught.value


def assert_same_json(ours: object, kafkas: object) -> None:
    """Compare JSON values; 1, 1.0 and true differ, and so does another order of keys."""
    assert json.dumps(ours) == json.dumps(kafkas)


_CHECKS = {
    **dict.fromkeys(GOOD, check_good),
    "defaults": check_defaults,
    "ignored": check_good,
    "float": check_float,
    "unknown_tags": check_unknown_tags,
    "malformed": check_malformed,
    "cuts": check_cuts,
    "refused": check_refused,
}


def check_through_json(vector: Vector, messages: MessageSet) -> None:
    """Check bytes to JSON and back, for a package whose field names may be newer than the JSON."""
    cls = messages.message_class(vector["message"])
    version, octets = vector["version"], bytes.fromhex(vector["hex"])
    message = cls.decode(octets, version)
    text = json_form.dumps(json_form.to_json(message, version))
    assert json_form.from_json(cls, json.loads(text), version).encode(version) == octets
