"""Generated packages for tests: from schemas that the test gives, by `codegen`."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegen.python.output import generate
from kraft_wire.registry import MessageSet

if TYPE_CHECKING:
    from collections.abc import Iterable

KAFKA_SPECS = Path(__file__).parents[2] / "message-specs"


def make_package(
    folder: Path, name: str, schemas: Iterable[dict[str, Any]], kafkas: Iterable[str] = ()
) -> MessageSet:
    """Return a package of these schemas, and of named ones of Kafka ("ApiVersionsRequest")."""
    specs = folder / f"specs-{name}"
    specs.mkdir()
    for schema in schemas:
        (specs / f"{schema['name']}.json").write_text(json.dumps(schema))
    for kafka_name in kafkas:
        (path,) = KAFKA_SPECS.glob(f"*/{kafka_name}.json")
        shutil.copy(path, specs)
    generate(specs, folder, name)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return MessageSet(name)
