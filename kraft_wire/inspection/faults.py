"""Field, position and reason of a refusal; the budget of large messages; a tree of the bytes.

`walk`, `plan` and `value_check` are imported when they are first needed: every message imports this
module, few ever ask it anything.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    LimitError,
    TrailingBytesError,
    UnsupportedVersionError,
    WireError,
)
from kraft_wire.limits import MESSAGE_ELEMENTS_MAX

if TYPE_CHECKING:
    from typing import Protocol

    from kraft_wire.inspection.plan import Structure
    from kraft_wire.inspection.walk import Node, Walk
    from kraft_wire.schema import MessageSchema

    class Described(Protocol):
        """The part of a message class that is used here: its schema."""

        @classmethod
        def schema(cls) -> MessageSchema:
            """Return the structure of the message, as data."""


__all__ = [
    "Reading",
    "check_budget",
    "decode_fault",
    "encode_fault",
    "plan_of",
    "read_tree",
    "unsupported",
]


_PLANS: dict[tuple[type[Described], int], Structure] = {}
_LEAST: dict[tuple[type[Described], int], int | None] = {}


class Reading(NamedTuple):
    """Result of a careful reading: the tree of everything readable, and the fault.

    `end` is the byte after the last one that was read.
    """

    root: Node
    end: int
    fault: WireError | None


def decode_fault(cls: type[Described], data: bytes, version: int, start: int = 0) -> WireError:
    """Return why the bytes from `start` on are not a message of this version."""
    walk = _walk(data)
    try:
        end = plan_of(cls, version).read(walk, start, "")
    except WireError as fault:
        return fault
    if end < len(data):
        return TrailingBytesError(f"{len(data) - end} bytes follow the end", offset=end)
    # never the case as long as both readers agree, which the fuzzer watches
    return DecodeError(f"the fast reader of {cls.__name__} {version} refused what the walk accepts")


def check_budget(cls: type[Described], data: bytes, version: int, start: int = 0) -> None:
    """Refuse the message at `start` if it has more array elements than allowed: LimitError.

    It need not be asked about messages of up to MESSAGE_ELEMENTS_MAX bytes; of larger ones only
    those are walked whose bytes could hold more elements. Other faults are left to the reader.
    """
    least = _least_of(cls, version)
    if least is None or len(data) - start <= MESSAGE_ELEMENTS_MAX * least:
        return
    walk = _walk(data)
    try:
        plan_of(cls, version).read(walk, start, "")
    except LimitError:
        raise
    except WireError:
        return


def read_tree(
    schema: MessageSchema, data: bytes, version: int, *, start: int = 0, path: str = ""
) -> Reading:
    """Read the message that begins at `start` into a tree, as far as its bytes are valid.

    `path` is put in front of all paths. Raises UnsupportedVersionError.
    """
    if not schema.versions[0] <= version <= schema.versions[1]:
        raise unsupported(schema.name, schema.versions, version)
    walk = _walk(data, build=True)
    fault: WireError | None = None
    try:
        end = _plan(schema, version).read(walk, start, path)
    except WireError as error:
        fault = error
        if path:
            fault.path = f"{path}.{error.path}" if error.path else path
    root = (walk.nodes or [])[0]
    return Reading(root, root.offset + root.length if fault else end, fault)


def unsupported(name: str, versions: tuple[int, int], version: int) -> UnsupportedVersionError:
    """Return the refusal of a version that the message lacks."""
    lowest, highest = versions
    shown = version if version.bit_length() < 64 else "of that size"
    return UnsupportedVersionError(f"{name} has no version {shown}, only {lowest} to {highest}")


def encode_fault(message: Described, version: int) -> WireError:
    """Return why this message cannot be written in this version."""
    value_check: Any = importlib.import_module("kraft_wire.inspection.value_check")
    subject = f"{type(message).__name__} {version}"
    try:
        value_check.check(message, version)
    except WireError as fault:
        fault.detail = f"{subject}: {fault.detail}"
        return fault
    except (TypeError, ValueError, AttributeError, RuntimeError) as error:
        return EncodeError(f"{subject}: values of types that no field has: {error}")
    # never the case as long as both writers agree
    return EncodeError(f"the writer of {subject} refused what the check accepts")


def _least_of(cls: type[Described], version: int) -> int | None:
    key = (cls, version)
    if key not in _LEAST:
        plan: Any = importlib.import_module("kraft_wire.inspection.plan")
        _LEAST[key] = plan.least_element_size(cls.schema(), version)
    return _LEAST[key]


def plan_of(cls: type[Described], version: int) -> Structure:
    """Return the plan of a message in a version that it has, made once."""
    key = (cls, version)
    if key not in _PLANS:
        _PLANS[key] = _plan(cls.schema(), version)
    return _PLANS[key]


def _plan(schema: MessageSchema, version: int) -> Structure:
    found: Structure = importlib.import_module("kraft_wire.inspection.plan").plan(schema, version)
    return found


def _walk(data: bytes, *, build: bool = False) -> Walk:
    found: Walk = importlib.import_module("kraft_wire.inspection.walk").Walk(data, build=build)
    return found
