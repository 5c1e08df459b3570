"""What the linters do not check: unfinished work, and paths of the makers' machines."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support import tools

ROOT = Path(__file__).parents[2]
FOLDERS = ("codegen", "kraft_wire", "kraft_core", "kraft_spark", "tests", "benchmarks", "examples")
MARKER = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|NotImplementedError|assert True\b")


def test_no_marker_of_unfinished_work():
    sources = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    assert len(sources) > 500
    marked = {
        path.relative_to(ROOT).as_posix(): markers
        for path in sources - {Path(__file__)}
        if (markers := MARKER.findall(path.read_text(encoding="utf-8")))
    }
    assert marked == {}


def test_the_project_names_no_place_of_its_makers():
    places = ("/wo" + "rk/", "/ro" + "ot/", "../sha" + "red", ".libr" + "ary", "/tm" + "p/")
    listed = subprocess.run(
        [tools.git(), "ls-files", "--cached", "--others", "--exclude-standard"],
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


def test_tests_wait_with_one_helper():
    """A loop with a deadline of its own fails without naming what it waited for."""
    loop = re.compile(r"while .*(?:monotonic|perf_counter)\(\)|monotonic\(\) > deadline")
    programs = {"test_shrinking_file.py", "test_seed_limits.py", "waiting.py"}  # load for a while
    found = {
        path.name
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__) and loop.search(path.read_text(encoding="utf-8"))
    }
    assert found == programs


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
