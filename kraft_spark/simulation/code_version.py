"""Which code a seed was run by: the release, and a digest of the sources that decide its life."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import metadata, resources
from operator import itemgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_PLACES: Final = (
    "kraft_core/consensus",
    "kraft_core/log_batches.py",
    "kraft_core/replica",
    "kraft_core/simulation",
    "kraft_core/storage",
    "kraft_wire",
)
_DIGITS: Final = 12


@cache
def code_version() -> str:
    """`0.1.0+` and a digest; equal wherever the same code runs, also out of an archive."""
    digest = sha256()
    for place in _PLACES:
        package, *inner = place.split("/")
        found = _sources(resources.files(package).joinpath(*inner), place)
        for path, file in sorted(found, key=itemgetter(0)):
            digest.update(path.encode() + b"\0" + file.read_bytes())
    return f"{_release()}+{digest.hexdigest()[:_DIGITS]}"


def _sources(entry: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    if entry.is_dir():
        for inner in entry.iterdir():
            yield from _sources(inner, f"{path}/{inner.name}")
    elif path.endswith(".py"):
        yield path, entry


def _release() -> str:
    try:
        return metadata.version("kraft")
    except metadata.PackageNotFoundError:
        return "0"
