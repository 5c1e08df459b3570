from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SENTENCE = "Java is not installed"


def run_without_java(tmp_path, *arguments, required):
    environment = {**os.environ, "KRAFT_REQUIRE": required, "PATH": str(tmp_path)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("required", "status"), [("", 0), ("git", 0), ("java", 1), ("maven", 1)])
def test_missing_java_is_reported_in_one_line(tmp_path, required, status):
    done = run_without_java(tmp_path, "tests.conformance.prepare", required=required)
    assert done.returncode == status
    assert done.stdout.count(SENTENCE) == 1
    assert len(done.stdout.strip().splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("required", "status", "outcome"), [("", 0, "skipped"), ("maven,java", 1, "error")]
)
def test_without_java_tests_are_skipped_or_fail(tmp_path, required, status, outcome):
    test = "tests/conformance/test_vectors.py"
    done = run_without_java(tmp_path, "pytest", "-p", "no:cacheprovider", test, required=required)
    assert done.returncode == status
    assert SENTENCE in done.stdout
    assert outcome in done.stdout.splitlines()[-1]
