"""Small schemas for tests, and the facts of two releases from tests/data/schemas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegen.releases.sources import read_sources
from codegen.schema.reader import read_message

if TYPE_CHECKING:
    from codegen.releases.sources import Release
    from codegen.schema.model import MessageSpec

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "message-specs"
RELEASES = ROOT / "tests" / "data" / "schemas"


def field(name: str, kind: str = "int32", versions: str | None = "0+", **more: Any) -> dict:
    """Return the JSON of one field; versions None leaves the attribute out."""
    given = {} if versions is None else {"versions": versions}
    return {"name": name, "type": kind, **given, **more}


def schema(*fields: dict, **top: Any) -> str:
    """Return the text of a data message Thing with versions 0-3, flexible from 2 on."""
    facts = {
        "type": "data",
        "name": "Thing",
        "validVersions": "0-3",
        "flexibleVersions": "2+",
        "fields": list(fields),
        **top,
    }
    return json.dumps({name: value for name, value in facts.items() if value is not ...})


def spec_of(*fields: dict, **top: Any) -> MessageSpec:
    """Return the spec of `schema`."""
    spec = read_message(schema(*fields, **top), "Thing.json")
    assert spec is not None
    return spec


@cache
def release(version: str) -> Release:
    """Return the schemas of a release: "3.9.2" or "4.4.0"."""
    (found,) = read_sources([RELEASES / version])
    return found
