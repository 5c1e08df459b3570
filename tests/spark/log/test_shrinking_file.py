"""A broker truncates a segment while it is read: an error or fewer rows, but no signal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.spark.log_rows import ROOT, batch, write_log

PLANS = """
import os, sys, threading, time
from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of

path, isolation = sys.argv[1:]
size = os.path.getsize(path)
content = open(path, "rb").read()
is_done = threading.Event()

def truncate():
    with open(path, "r+b") as file:
        while not is_done.is_set():
            file.truncate(100)
            file.seek(0)
            file.write(content)
            file.flush()

thread = threading.Thread(target=truncate, daemon=True)
thread.start()
options = parse_options(
    {"path": path, "maxPartitionBytes": "64k", "isolationLevel": isolation, "mode": "PERMISSIVE"}
)
deadline = time.monotonic() + 2
while time.monotonic() < deadline:
    for task in plan(options):
        for batch in reader_of(options, picked_columns(options)).read(task):
            pass
is_done.set()
thread.join()
"""


@pytest.mark.parametrize("isolation", ["read_uncommitted", "read_committed"])
def test_truncating_a_segment_ends_no_process(tmp_path, isolation):
    batches = [batch(3 * n, value=b"x" * 1_000) for n in range(300)]
    path = write_log(tmp_path / "orders-0", *batches)
    command = [sys.executable, "-W", "ignore", "-c", PLANS, str(path), isolation]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-500:]
