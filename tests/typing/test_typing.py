"""mypy over uses of the packages: right ones pass, each wrong one is an error at its line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MARK = re.compile(r"#\s*error: ([a-z-]+)$")
ERROR = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[a-z-]+)\]")


def errors_of_mypy():
    """The errors in each of the files: pairs of line and code."""
    errors = {"right_uses.py": [], "wrong_uses.py": []}
    # pyproject's `packages` do not go together with files
    options = ["--strict", "--config-file", "", "--cache-dir", ".mypy_cache/typing"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *(str(HERE / name) for name in errors)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    for match in filter(None, map(ERROR.fullmatch, done.stdout.splitlines())):
        errors[Path(match["file"]).name].append((int(match["line"]), match["code"]))
    return errors


def test_right_uses_pass_and_each_wrong_use_is_an_error_at_its_line():
    text = (HERE / "wrong_uses.py").read_text(encoding="utf-8")
    expected = [
        (number, match[1])
        for number, line in enumerate(text.splitlines(), 1)
        if (match := MARK.search(line))
    ]
    assert len(expected) > 20
    assert errors_of_mypy() == {"right_uses.py": [], "wrong_uses.py": expected}
