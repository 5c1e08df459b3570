from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_spark.seeds.simulation import code_version

ROOT = Path(__file__).parents[3]
PACKAGES = ("kraft_core", "kraft_spark", "kraft_wire")


def version_in(place):
    code = "from kraft_spark.seeds.simulation import code_version; print(code_version())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT / "tests",
        env={**os.environ, "PYTHONPATH": str(place)},
    )
    return done.stdout.strip().partition("+")[2]


@pytest.fixture
def copy(tmp_path):
    for package in PACKAGES:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / "copy" / package, ignore=ignore)
    return tmp_path / "copy"


def test_release_and_digest():
    assert re.fullmatch(r"[\w.]+\+[0-9a-f]{12}", code_version())


def test_code_version_covers_the_rules_and_is_the_same_in_an_archive(copy, tmp_path):
    own = code_version().partition("+")[2]
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", copy)
    assert version_in(archive) == own
    told = copy / "kraft_core" / "cli" / "main.py"
    told.write_text(told.read_text() + "\n# what decides about no life\n")
    assert version_in(copy) == own
    rules = copy / "kraft_core" / "raft" / "consensus" / "voters.py"
    rules.write_text(rules.read_text() + "\n# another rule\n")
    assert version_in(copy) != own
