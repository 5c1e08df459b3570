from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SENTENCE = "Java is not installed"


def run_without_java(tmp_path, *arguments, ci):
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment["PATH"] = str(tmp_path)
    if ci:
        environment["CI"] = "true"
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("ci", "status"), [(False, 0), (True, 1)])
def test_a_missing_java_is_one_sentence(tmp_path, ci, status):
    done = run_without_java(tmp_path, "tests.conformance.prepare", ci=ci)
    assert done.returncode == status
    assert done.stdout.count(SENTENCE) == 1
    assert len(done.stdout.strip().splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(("ci", "status", "outcome"), [(False, 0, "skipped"), (True, 1, "error")])
def test_without_java_the_tests_are_skipped_but_fail_in_ci(tmp_path, ci, status, outcome):
    test = "tests/conformance/test_vectors.py"
    done = run_without_java(tmp_path, "pytest", "-p", "no:cacheprovider", test, ci=ci)
    assert done.returncode == status
    assert SENTENCE in done.stdout
    assert outcome in done.stdout.splitlines()[-1]
