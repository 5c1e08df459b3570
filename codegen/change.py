"""One difference between two releases of a message, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codegen.versions import NONE, Versions

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Change:
    """A difference: `path` is the dotted path of the field, "" for the message as a whole.

    `legal` says whether the rules of evolution allow it, `rule` which rule says so.
    """

    message: str
    path: str
    what: str
    before: str | None
    after: str | None
    legal: bool
    rule: str


def ranges(versions: Iterable[int]) -> str:
    """Write a set of versions as ranges: "0-2, 5"."""
    found: list[Versions] = []
    for version in sorted(versions):
        if found and found[-1].highest + 1 == version:
            found[-1] = Versions(found[-1].lowest, version)
        else:
            found.append(Versions(version, version))
    return ", ".join(str(one) for one in found) or str(NONE)
