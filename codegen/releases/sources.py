"""Sources of schemas: released jars, a checkout of Kafka's source, folders of JSON.

Kafka keeps its schemas in the resource folders `common/message`, `common/metadata` and `message`;
jars contain the same folders; other JSON in a jar or checkout is ignored. Schemas of one
version are one release, from any number of jars. Sentences of Kafka are dropped.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.releases.folder import BANNER, without_abouts
from codegen.schema.error_codes import schema_files
from codegen.schema.reader import read_message, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from codegen.schema.model import MessageSpec

RESOURCE_FOLDERS = ("common/message", "common/metadata", "message")
"""The folders of a jar, or below a module's resources, that hold schemas."""

AREAS = {
    "kafka-clients": "clients",
    "kafka-metadata": "metadata",
    "kafka-raft": "raft",
    "kafka-storage": "storage",
    "kafka-streams": "streams",
    "kafka-group-coordinator": "coordinator",
    "kafka-share-coordinator": "coordinator",
    "kafka-transaction-coordinator": "coordinator",
}
"""The folder that the schemas of each Kafka module are kept in."""

_JAR = re.compile(r"(?P<artifact>.+?)-(?P<version>\d+(?:\.\d+)+(?:-[A-Za-z0-9.-]+)?)\.jar")
_JAR_OF_TESTS = re.compile(r".*-(?:tests?|javadoc)\.jar")
_PROPERTY = re.compile(r"^version=(\d+(?:\.\d+)+(?:-\S+)?)\s*$", re.MULTILINE)
HIGHEST_SIZE = 8 * 2**20
"""Bytes of one schema inside a jar; Kafka's largest has 30 KiB."""


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """One schema before it is read; `area` is the folder that an import writes it to."""

    source: str
    area: str
    octets: bytes
    is_of_jar: bool = False
    """Released schemas can have text after the JSON, as one of 2.8.2 has."""


@dataclass(slots=True)
class Release:
    """The schemas of one version of Kafka, or of a folder that names no version (`version` "")."""

    version: str
    messages: dict[str, MessageSpec] = field(default_factory=dict)
    areas: dict[str, str] = field(default_factory=dict)

    def rank(self) -> tuple[object, ...]:
        """Sort key: higher versions last; a release candidate comes before its release."""
        numbers, _, rest = self.version.partition("-")
        return (tuple(int(part) for part in numbers.split(".") if part), not rest, rest)

    def add(self, file: SchemaFile) -> None:
        """Read one more schema. Raises SchemaError, also where two files differ about a message."""
        text = read_text(file.octets, file.source)
        spec = read_message(text, file.source, may_trail=file.is_of_jar)
        if spec is None:
            return
        if not text.startswith(BANNER):
            spec = without_abouts(spec)
        known = self.messages.get(spec.name)
        if known is None:
            self.messages[spec.name] = spec
            self.areas[spec.name] = file.area
        elif replace(spec, source="") != replace(known, source=""):
            detail = f"{spec.name} differs from the message of that name in {known.source}"
            raise SchemaError(file.source, "", detail)


def read_sources(paths: Iterable[Path]) -> list[Release]:
    """Read every source and group them by version, newest first.

    Sources without a version (folders of JSON) are releases of their own and come
    last, in the order given. Raises SchemaError, also for a source without schemas.
    """
    versioned: dict[str, Release] = {}
    others: list[Release] = []
    for path in paths:
        count = 0
        local = Release("")
        for version, file in _files(path):
            release = versioned.setdefault(version, Release(version)) if version else local
            release.add(file)
            count += 1
        if not count:
            raise SchemaError(str(path), "", "contains no schemas")
        if local.messages:
            others.append(local)
    ranked = sorted(versioned.values(), key=Release.rank, reverse=True)
    return [*ranked, *others]


def _files(path: Path) -> Iterator[tuple[str, SchemaFile]]:
    """Yield the files of one source, with the version that it states."""
    if path.is_file():
        yield from _files_of_jar(path)
    elif not path.is_dir():
        raise SchemaError(str(path), "", "does not exist")
    elif modules := sorted(_modules(path)):
        yield from _files_of_checkout(path, modules)
    elif jars := _jars(path) or _jars(path / "libs"):
        for jar in jars:
            yield from _files_of_jar(jar)
    else:
        yield from _files_of_folder(path)


def _jars(path: Path) -> list[Path]:
    return sorted(jar for jar in path.glob("*.jar") if not _JAR_OF_TESTS.fullmatch(jar.name))


def _files_of_jar(path: Path) -> Iterator[tuple[str, SchemaFile]]:
    """Yield the schemas of a jar; its version is the one of its file name."""
    try:
        with zipfile.ZipFile(path) as jar:
            for name in sorted(jar.namelist()):
                folder, _, file = name.rpartition("/")
                if folder not in RESOURCE_FOLDERS or not file.endswith(".json"):
                    continue
                if jar.getinfo(name).file_size > HIGHEST_SIZE:
                    raise SchemaError(f"{path.name}:{name}", "", "is too large for a schema")
                version, area = _identity_of_jar(path.name)
                yield (
                    version,
                    SchemaFile(f"{path.name}:{file}", area, jar.read(name), is_of_jar=True),
                )
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        # RuntimeError: encrypted, or compressed with a method that zipfile does not support
        raise SchemaError(str(path), "", f"is not a jar: {error}") from None


def _identity_of_jar(name: str) -> tuple[str, str]:
    match = _JAR.fullmatch(name)
    if match is None:
        artifact = name.removesuffix(".jar")
        return "", AREAS.get(artifact, artifact)
    return match["version"], AREAS.get(match["artifact"], match["artifact"])


def _modules(path: Path) -> Iterator[Path]:
    """Yield the resource folders with schemas of a source checkout; tests have others."""
    for folder in RESOURCE_FOLDERS:
        yield from path.glob(f"*/src/main/resources/{folder}")


def _files_of_checkout(path: Path, modules: list[Path]) -> Iterator[tuple[str, SchemaFile]]:
    properties = path / "gradle.properties"
    text = properties.read_text(encoding="utf-8", errors="replace") if properties.is_file() else ""
    match = _PROPERTY.search(text)
    version = match[1] if match else ""
    for folder in modules:
        module = folder.relative_to(path).parts[0]
        area = AREAS.get(f"kafka-{module}", module)
        for file in sorted(folder.glob("*.json")):
            yield version, SchemaFile(f"{module}/{file.name}", area, file.read_bytes())


def _files_of_folder(path: Path) -> Iterator[tuple[str, SchemaFile]]:
    """Yield the JSON of a folder: of its resource folders where it has some, else all of it."""
    files = list(schema_files(path))
    endings = tuple(f"/{folder}" for folder in RESOURCE_FOLDERS)
    resources = [file for file in files if file.resolve().parent.as_posix().endswith(endings)]
    for file in resources or files:
        inside = file.relative_to(path)
        area = "" if resources else inside.parent.as_posix().removeprefix(".")
        yield "", SchemaFile(inside.as_posix(), area, file.read_bytes())
