"""Each example says what it does and what it takes, also without what it needs to run."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted([*EXAMPLES.glob("*.py"), EXAMPLES / "demo"])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_example_answers_help(program):
    asked = subprocess.run(
        [sys.executable, str(program), "--help"],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.startswith("usage: ")


def test_enough_example_programs_exist():
    assert len(PROGRAMS) > 15
