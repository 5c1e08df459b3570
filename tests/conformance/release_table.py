"""`python -m tests.conformance.release_table`: write the imports and merges of twelve releases.

The table is that of docs/codecs-of-your-own.md. A release whose server's jars are not here is read
from the jar of its client, which lacks the records of the metadata log and of coordinators.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from codegen.releases.merge import merge
from codegen.releases.sources import read_sources
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegen.releases.merge import LeftOut
    from codegen.releases.sources import Release
    from codegen.schema.model import MessageSpec

RELEASES = (
    *kafka.OLD_CLIENTS,
    *("3.3.2", "3.6.2", "3.9.2", "4.0.2", "4.1.2", "4.2.1", "4.3.1", "4.4.0"),
)
SERVERS = ("3.9.2", "4.3.1", "4.4.0")
"""Releases whose server's jars every run of the conformance tests has."""

NEWEST = RELEASES[-1]
DOCUMENT = Path(__file__).parents[2] / "docs" / "codecs-of-your-own.md"
_BEGIN = "<!-- written by python -m tests.conformance.release_table -->\n"
_END = "<!-- end -->\n"
_HEAD = (
    f"| Release | Jars | Messages | Versions | Merged with {NEWEST}: messages | Versions"
    " | Left out |\n|---|---|---|---|---|---|---|\n"
)


def read(release: str) -> Release:
    """Import the jars of a release."""
    folder = kafka.jars(release) if release in SERVERS else kafka.client_jars(release)
    paths = [folder] if release in SERVERS else [folder / f"kafka-clients-{release}.jar"]
    (found,) = (each for each in read_sources(paths) if each.version == release)
    return found


def table() -> str:
    """Return the table as the jars make it."""
    newest = read(NEWEST)
    return _HEAD + "".join(f"| {' | '.join(_row(name, newest))} |\n" for name in RELEASES)


def _row(name: str, newest: Release) -> Iterator[str]:
    release = newest if name == NEWEST else read(name)
    yield from (name, "server" if name in SERVERS else "client")
    yield from _counts(release.messages.values())
    if release is newest:
        yield from ("", "", "")
        return
    merged = merge([newest, release])
    yield from _counts(merged.messages.values())
    yield _left_out(merged.left_out)


def _counts(messages: Iterable[MessageSpec]) -> tuple[str, str]:
    specs = list(messages)
    return str(len(specs)), str(sum(len(list(spec.valid_versions)) for spec in specs))


def _left_out(found: list[LeftOut]) -> str:
    """Name the versions of old that no single schema can hold with the newest ones."""
    return "none" if not found else ", ".join(f"{each.message} {each.versions}" for each in found)


def written(document: str, made: str) -> str:
    """Return the document with this table in the place of its own."""
    front, _, rest = document.partition(_BEGIN)
    _, _, back = rest.partition(_END)
    if not back:
        raise ValueError(f"{DOCUMENT.name} has no place for the table")
    return f"{front}{_BEGIN}{made}{_END}{back}"


def main() -> int:
    """Write the table; return the exit status."""
    try:
        made = table()
    except kafka.KafkaUnavailableError as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8"), made), encoding="utf-8")
    sys.stdout.write(f"{DOCUMENT.name}: {len(RELEASES)} releases\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
