"""Other ways to run: executors that get the package as a zip, and Spark Connect."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import zipfile
from collections import Counter

import pytest

from kraft_spark.cluster_image.files import read_image
from tests.spark.log_rows import KAFKA, ROOT, rows

pytestmark = pytest.mark.spark

LOG = KAFKA / "topic-segments"
METADATA = KAFKA / "metadata-log"
PACKAGES = ("kraft_wire", "kraft_core", "kraft_spark")


def run(program, *arguments):
    """What a program of this folder prints; a session of its own, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYSPARK_PYTHON", None)
    command = [sys.executable, "-m", f"tests.spark.{program}", *map(str, arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=580
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_executors_get_the_package_as_a_zip(tmp_path):
    archive = tmp_path / "kraft.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for package in PACKAGES:
            for path in (ROOT / package).rglob("*.py*"):
                if path.suffix in {".py", ".pyi"}:
                    packed.write(path, path.relative_to(ROOT))
    found = run("shipped_session", archive, LOG)
    wanted = sorted([row["topic"], row["partition"], row["offset"]] for row in rows(LOG))
    assert found["offsets"] == wanted
    assert found["tasks"] >= 2
    assert found["places"]
    assert all(archive.name in place for place in found["places"])


def test_spark_connect(tmp_path):
    missing = [name for name in ("grpc", "pandas") if importlib.util.find_spec(name) is None]
    assert not missing, f"Spark Connect needs {', '.join(missing)}: make spark-setup"
    found = run("connected_session", LOG, METADATA, tmp_path / "made")
    assert found["session"].startswith("pyspark.sql.connect")
    wanted = Counter((row["topic"], row["partition"]) for row in rows(LOG))
    assert {(topic, partition): count for topic, partition, count in found["counts"]} == wanted
    assert found["written"] == found["records"] > 0
    assert found["topics"] == len(read_image(str(METADATA)).state.topics) <= found["created"]
