"""Kafka's schema files, straight out of the released jars.

A second, much smaller reader than `codegen`'s, on purpose: what the random messages look like must
not rest on the code that they test. It knows only what is needed to fill a message.
"""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_FOLDERS = ("common/message/", "common/metadata/", "message/")
_COMMENT = re.compile(r"^\s*//.*$|(?<=[\s,{}\[\]])//[^\"]*$", re.MULTILINE)
_NEVER = range(0)


def version_range(text: str) -> range:
    """Read "3", "2-4", "5+" or "none"."""
    if text == "none":
        return _NEVER
    lowest, _, highest = text.removesuffix("+").partition("-")
    if text.endswith("+"):
        return range(int(lowest), 32768)
    return range(int(lowest), int(highest or lowest) + 1)


@dataclass(frozen=True, slots=True)
class Field:
    """A field as its schema file states it; `fields` are those of its structure, if it is one."""

    name: str
    type: str
    is_array: bool
    versions: range
    nullable: range
    tagged: range
    ignorable: bool
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """A message of the release."""

    name: str
    kind: str
    versions: range
    flexible: range
    fields: tuple[Field, ...]


def read_jars(folder: Path, version: str) -> dict[str, Schema]:
    """All messages of a release by name, without those that have no version left."""
    found: dict[str, Schema] = {}
    for jar in sorted(folder.glob(f"kafka*-{version}.jar")):
        with zipfile.ZipFile(jar) as archive:
            for name in archive.namelist():
                if name.endswith(".json") and name.startswith(_FOLDERS):
                    text = archive.read(name).decode("utf-8")
                    bare = _COMMENT.sub("", text).lstrip()
                    _add(found, json.JSONDecoder().raw_decode(bare)[0])
    return found


def read_specs(folder: Path) -> dict[str, Schema]:
    """All messages of a folder that an import wrote, by name."""
    found: dict[str, Schema] = {}
    for path in sorted(folder.rglob("*.json")):
        _add(found, json.loads(_COMMENT.sub("", path.read_text(encoding="utf-8"))))
    return found


def _add(found: dict[str, Schema], text: dict[str, Any]) -> None:
    versions = version_range(text["validVersions"])
    if not versions:
        return
    shared = {struct["name"]: struct["fields"] for struct in text.get("commonStructs", [])}
    flexible = version_range(text.get("flexibleVersions", "none"))
    fields = tuple(_field(field, shared) for field in text["fields"])
    found[text["name"]] = Schema(text["name"], text["type"], versions, flexible, fields)


def _field(text: dict[str, Any], shared: dict[str, list[dict[str, Any]]]) -> Field:
    type_name = text["type"]
    element = type_name.removeprefix("[]")
    tagged = text.get("taggedVersions", "none")
    inner = text.get("fields") or shared.get(element, [])
    return Field(
        name=text["name"][0].lower() + text["name"][1:],
        type=element,
        is_array=type_name != element,
        versions=version_range(text.get("versions", tagged)),
        nullable=version_range(text.get("nullableVersions", "none")),
        tagged=version_range(tagged),
        ignorable=str(text.get("ignorable", False)).lower() == "true",
        fields=tuple(_field(field, shared) for field in inner),
    )
