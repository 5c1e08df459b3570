"""Only Kafka's named fault may run a test again: counted, printed and limited."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLAKY = """
import pytest
from tests.conformance.quorum import KafkaFaultError

SEEN = set()

@pytest.mark.parametrize("case", range({count}))
def test_flaky(case):
    if case not in SEEN:
        SEEN.add(case)
        raise {error}("Timeout: not within 30 s")
"""


def run(folder, count, error):
    path = folder / "test_flaky.py"
    path.write_text(FLAKY.format(count=count, error=error))
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "tests.conformance.reruns"),
        *("-p", "no:cacheprovider", "-p", "no:randomly", "--rootdir", str(folder), str(path)),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=120
    )
    return done.returncode, done.stdout


def test_the_known_fault_of_kafka_runs_a_test_again_and_is_named(tmp_path):
    code, out = run(tmp_path, 3, "KafkaFaultError")
    assert code == 0, out
    assert "reruns because of KafkaFaultError: 3\n" in out
    assert out.count("  test_flaky.py::test_flaky[") == 3


def test_too_many_reruns_fail_the_run(tmp_path):
    code, out = run(tmp_path, 4, "KafkaFaultError")
    assert code == 1
    assert "reruns because of KafkaFaultError: 4, and 3 are allowed: failed" in out


def test_a_timeout_fails_at_once(tmp_path):
    code, out = run(tmp_path, 1, "TimeoutError")
    assert code == 1
    assert "reruns because of KafkaFaultError: 0" in out


def test_the_makefile_asks_for_this_and_no_other_rerun():
    makefile = (ROOT / "Makefile").read_text()
    runs = [line for line in makefile.splitlines() if "tests/conformance" in line]
    assert len(runs) == 4
    assert all("pytest" in line and " -p tests.conformance.reruns " in line for line in runs)
    assert "--reruns" not in makefile
    assert "--only-rerun" not in makefile
