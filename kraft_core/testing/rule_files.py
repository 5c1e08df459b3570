"""Rules without Python: tables of a TOML file, or words of a command line.

    [[rule]]
    api = "Produce"
    topic = "orders"
    times = 3
    error = "NOT_LEADER_OR_FOLLOWER"

Conditions and actions that a rule can never have are refused with RuleError when it is read.
"""

from __future__ import annotations

import math
import shlex
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from kraft_core.testing.rules import RuleError, fields_of
from kraft_wire.primitives import Uuid
from kraft_wire.registry import near_name
from kraft_wire.schema import INTEGERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_core.testing.rules import Rule
    from kraft_wire.schema import FieldSchema

__all__ = ["add_rule", "rules_of_toml", "table_of_words"]

RULES_MAX: Final = 1000
TEXT_MAX: Final = 1 << 20
"""Characters of a file."""

Table = dict[str, Any]


class Ruled(Protocol):
    """A mock cluster or a proxy."""

    def on(self, api: str, **conditions: Any) -> Rule:
        """Add a rule for an API and return it."""


class _Kind(NamedTuple):
    """A kind of value: its name, a check, and a parser of words."""

    expected: str
    is_right: Callable[[Any], bool]
    of_word: Callable[[str], Any] = str


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _is_code(value: Any) -> bool:
    lowest, highest = INTEGERS["int16"]
    return _is_integer(value) and lowest <= value <= highest


def _is_versions(value: object) -> bool:
    is_pair = isinstance(value, list) and len(value) == 2 and all(map(_is_integer, value))
    return is_pair or _is_integer(value)


def _integer_of(word: str) -> int | str:
    return int(word) if word.removeprefix("-").isdecimal() else word


def _versions_of(word: str) -> Any:
    ends = word.split("-")
    are_numbers = len(ends) == 2 and all(each.isdecimal() for each in ends)
    return [int(each) for each in ends] if are_numbers else _integer_of(word)


def _number_of(word: str) -> float | str:
    try:
        return float(word)
    except ValueError:
        return word


def _flag_of(word: str) -> bool | str:
    return {"": True, "true": True, "false": False}.get(word, word)


_TEXT: Final = _Kind("text", _is_text)
_INTEGER: Final = _Kind("a whole number", _is_integer, _integer_of)
_CONDITIONS: Final = {
    "version": _Kind("a version, or the lowest and the highest", _is_versions, _versions_of),
    "direction": _TEXT,
    "node": _INTEGER,
    "client_id": _TEXT,
    "topic": _TEXT,
    "partition": _INTEGER,
}
_COUNTS: Final = {"times": _INTEGER, "nth": _INTEGER}
_ACTIONS: Final = {
    "error": _Kind(
        "the name or number of an error",
        lambda value: _is_text(value) or _is_code(value),
        _integer_of,
    ),
    "delay": _Kind("a number of seconds", _is_number, _number_of),
    "drop": _Kind("true, or nothing", lambda value: value is True, _flag_of),
    "reset": _Kind(
        "before or after",
        lambda value: value in ("before", "after"),
        lambda word: word or "before",
    ),
    "cut": _Kind("a number of bytes", _is_integer, _integer_of),
}
_OWN: Final = {"api": _TEXT, **_CONDITIONS, **_COUNTS, **_ACTIONS, "level": _TEXT}


def rules_of_toml(text: str) -> list[Table]:
    """Return the tables of `[[rule]]`; raises RuleError for anything else in the file."""
    if len(text) > TEXT_MAX:
        raise RuleError(f"a file of rules has at most {TEXT_MAX} characters")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(str(error)) from None
    if unknown := sorted(document.keys() - {"rule"}):
        raise RuleError(f"unknown key {unknown[0]!r}: expected tables [[rule]]")
    tables = document.get("rule")
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise RuleError("expected tables [[rule]]")
    if len(tables) > RULES_MAX:
        raise RuleError(f"{len(tables)} rules: expected at most {RULES_MAX}")
    return tables


def table_of_words(text: str) -> Table:
    """Return the table of a rule in one line: an API, then NAME=VALUE or NAME."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise RuleError(f"invalid rule {text!r}: {error}") from None
    if not words or "=" in words[0]:
        raise RuleError(f"{text!r} names no API")
    api, *words = words
    table: Table = {"api": api}
    for word in words:
        name, _, value = word.partition("=")
        if name in table:
            raise RuleError(f"{name} is given twice")
        table[name] = value
    kinds = _OWN
    if table.keys() - _OWN.keys():
        kinds = {**_kinds(api, table.get("direction", "request")), **_OWN}
    return {
        name: kinds[name].of_word(value) if name in kinds else value
        for name, value in table.items()
    }


def add_rule(cluster: Ruled, table: Mapping[str, Any]) -> Rule:
    """Add a rule to a mock cluster or proxy; raises RuleError for an invalid one."""
    if "api" not in table:
        raise RuleError("a rule names no API: expected api = NAME")
    for name in ("api", "direction"):
        if name in table:
            _check(name, table[name], _TEXT)
    api, direction = table["api"], table.get("direction", "request")
    known = _kinds(api, direction)
    for name, value in table.items():
        kind = _OWN.get(name) or known.get(name)
        if kind is None:
            raise RuleError(_unknown(api, direction, name, known))
        _check(name, value, kind)
    if {"times", "nth"} <= table.keys():
        raise RuleError("times and nth cannot both be given")
    if "level" in table and "error" not in table:
        raise RuleError("level needs error")
    if not table.keys() & _ACTIONS.keys():
        raise RuleError(f"the rule has no action: expected {', '.join(_ACTIONS)}")
    conditions = {name: table[name] for name in _CONDITIONS if name in table}
    if isinstance(conditions.get("version"), list):
        conditions["version"] = tuple(conditions["version"])
    fields = {name: _value(table[name], known[name]) for name in table if name not in _OWN}
    rule = cluster.on(api, **conditions, **fields)
    for name in (*_COUNTS, *_ACTIONS):
        if name == "drop" and name in table:
            rule.drop()
        elif name in table:
            more = (table.get("level"),) if name == "error" else ()
            getattr(rule, name)(table[name], *more)
    return rule


def _check(name: str, value: object, kind: _Kind) -> None:
    if not kind.is_right(value):
        raise RuleError(f"{name}={value!r}: expected {kind.expected}")


def _unknown(api: str, direction: str, name: str, fields: Iterable[str]) -> str:
    near = near_name(name, (*_OWN, *fields))
    meant = f"; did you mean {near}?" if near else ""
    return f"{api}{direction.capitalize()} has no field {name!r}, and rules have no such key{meant}"


# -- fields of messages ----------------------------------------------------------------------------


def _kinds(api: str, direction: str) -> dict[str, _Kind]:
    """Return the kinds of the fields that a message has, by name; RuleError for unknown APIs."""
    found: dict[str, list[FieldSchema]] = {}
    for field in fields_of(api, direction):
        found.setdefault(field.name, []).append(field)
    return {name: _kind_of(fields) for name, fields in found.items()}


def _kind_of(fields: list[FieldSchema]) -> _Kind:
    """Return the kind of fields of one name, of which a message can have several."""
    kinds = [kind for field in fields if (kind := _single_kind(field)) is not None]
    if not kinds:
        return _Kind("a condition for another field: it is a list or bytes", lambda _: False)
    return _Kind(
        " or ".join(dict.fromkeys(each.expected for each in kinds)),
        lambda value: any(each.is_right(value) for each in kinds),
        kinds[0].of_word,
    )


def _single_kind(field: FieldSchema) -> _Kind | None:
    if field.is_array:
        return None
    if field.type in INTEGERS:
        lowest, highest = INTEGERS[field.type]
        return _Kind(
            f"a whole number from {lowest} to {highest}",
            lambda value: _is_integer(value) and lowest <= value <= highest,
            _integer_of,
        )
    match field.type:
        case "string":
            return _TEXT
        case "bool":
            return _Kind("true or false", lambda value: isinstance(value, bool), _flag_of)
        case "float64":
            return _Kind("a number", _is_number, _number_of)
        case "uuid":
            return _Kind("a uuid in base64url", _is_uuid)
        case _:
            return None


def _is_uuid(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(Uuid.parse(value))
    except ValueError:
        return False


def _value(value: Any, kind: _Kind) -> Any:
    """Return the value in the form of messages."""
    return Uuid.parse(value) if "uuid" in kind.expected else value
