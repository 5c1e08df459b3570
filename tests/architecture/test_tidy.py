"""The code checks itself: lengths, markers, a test for each module, paths that must not appear."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("codegen", "kraft_wire", "kraft_core", "kraft_spark")
LINES_PER_FILE = 400
LINES_PER_FUNCTION = 50
COLUMNS = 100

LONG_FILES: dict[str, str] = {}
"""Files that may be longer, each with its reason."""

LONG_FUNCTIONS: dict[str, str] = {}
"""Functions ("file:name") that may be longer, each with its reason."""

TESTED_ELSEWHERE: dict[str, str] = {
    "codegen/classes.py": "tests/codegen/test_render.py (goldens)",
    "codegen/codecs.py": "tests/codegen/test_render.py (goldens)",
    "codegen/descriptions.py": "tests/codegen/test_render.py (goldens)",
    "codegen/spec.py": "tests/codegen/test_reader.py (values without logic)",
    "kraft_wire/limits.py": "tests/wire/test_fuzz.py (bounds, each tested where it is held)",
    "kraft_wire/schema.py": "tests/wire/inspection/test_plan.py (values without logic)",
}
"""Modules without a test module of their own name, and where they are tested."""


def sources(*folders: str) -> list[Path]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "generated" not in path.parts)


OURS = sources(*PACKAGES)
ALL = [*OURS, *sources("tests", "benchmarks", "examples")]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_file_and_line_length(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    if name_of(path) not in LONG_FILES:
        assert len(lines) <= LINES_PER_FILE
    too_wide = [number for number, line in enumerate(lines, 1) if len(line) > COLUMNS]
    assert too_wide == []


@pytest.mark.parametrize("path", OURS, ids=name_of)
def test_function_length(path):
    too_long = [
        f"{node.name}: {length}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > LINES_PER_FUNCTION
        if f"{name_of(path)}:{node.name}" not in LONG_FUNCTIONS
    ]
    assert too_long == []


@pytest.mark.parametrize("path", OURS, ids=name_of)
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_every_module_has_a_test_module():
    tests = {path.name for path in sources("tests")}
    missing = [
        name_of(path)
        for path in OURS
        if path.name != "__init__.py" and name_of(path) not in TESTED_ELSEWHERE
        if f"test_{path.stem.strip('_')}.py" not in tests
    ]
    assert missing == []


def test_tests_of_the_pipeline_stand_as_its_packages_do():
    """Several packages have `options` and `columns`: each is tested in the folder of its own."""
    modules = [path.relative_to(ROOT / "kraft_spark") for path in sources("kraft_spark")]
    missing = [
        module.as_posix()
        for module in modules
        if module.name != "__init__.py"
        if not (ROOT / "tests/spark" / module.with_name(f"test_{module.name}")).is_file()
    ]
    assert missing == []


def test_exceptions_are_still_needed():
    named = {*LONG_FILES, *(name.split(":")[0] for name in LONG_FUNCTIONS), *TESTED_ELSEWHERE}
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []
    for module, where in TESTED_ELSEWHERE.items():
        assert (ROOT / where.split(" ", maxsplit=1)[0]).exists(), module


MARKER = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|NotImplementedError|assert True\b")


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_no_marker_of_unfinished_work(path):
    if path == Path(__file__):
        return
    assert MARKER.findall(path.read_text(encoding="utf-8")) == []


def test_the_project_names_no_place_of_its_makers():
    places = ("/wo" + "rk/", "/ro" + "ot/", "../sha" + "red", ".libr" + "ary", "/tm" + "p/")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    texts = (
        ".py",
        ".md",
        ".j2",
        ".toml",
        ".java",
        ".xml",
        ".json",
        ".cfg",
        ".txt",
        "Makefile",
        "run",
    )
    for name in listed:
        if (
            name.startswith("tests/data/")
            or not name.endswith(texts)
            or not (ROOT / name).is_file()
        ):
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        assert [place for place in places if place in text] == [], name


def test_assertions_are_on():
    assert __debug__


def test_commands_import_little():
    """The help of the command line comes without codecs, tables or Jinja."""
    code = (
        "import sys; from kraft_core.cli.main import run; run(['--help']);"
        "heavy = ('rich', 'jinja2', 'kraft_wire.messages', 'asyncio');"
        "print([name for name in heavy if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"
