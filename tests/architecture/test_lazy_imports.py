"""The pipeline imports inside functions only in its Spark sources and for optional packages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAZY = {
    "columns.py": "PySpark: what tasks and `kraft export` import is there without it",
    "decoding/value_decoders.py": "fastavro and protobuf: the extra values",
    "errors.py": "PySpark: what tasks and `kraft export` import is there without it",
    "exporting/job.py": "deltalake and pyiceberg: the extras delta and iceberg",
    "log/views.py": "registries over HTTP and their formats: the extra values",
    "plots.py": "matplotlib: the extra plots",
    "seeds/simulation.py": "the simulator, zstandard, and `resource`, which Windows does not have",
    "session.py": "PySpark and the sources, when a session is started or gets the formats",
    "sources/kafka_log.py": "a source: planner, workers and columns need different modules",
    "sources/kraft_quorum.py": "a source: workers need no client",
    "sources/kraft_restore.py": "a source: Spark imports it to get the columns",
}
"""Modules of kraft_spark that may import inside functions, with the reason."""


def lazy_imports(source: str) -> list[str]:
    """The imports that run when a function is called."""
    functions = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    ]
    return [
        ast.unparse(node)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func))
    ]


def test_modules_of_the_pipeline_import_at_the_top_unless_they_are_listed():
    package = ROOT / "kraft_spark"
    found = {
        path.relative_to(package).as_posix(): imports
        for path in sorted(package.rglob("*.py"))
        if (imports := lazy_imports(path.read_text(encoding="utf-8")))
    }
    assert found.keys() == LAZY.keys(), found


@pytest.mark.parametrize(
    "line",
    ["import os", "from os import path", "import_module('os')", "importlib.import_module(n)"],
)
def test_an_import_inside_a_function_is_found(line):
    assert lazy_imports(f"def one():\n    {line}\n")
    assert lazy_imports(f"class One:\n    async def two(self):\n        {line}\n")
    assert not lazy_imports(f"{line}\n")
