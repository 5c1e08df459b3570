from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time

import pytest

from kraft_spark.seed_limits import SeedTimeout, memory_limit, time_limit


@pytest.fixture
def timer():
    """Another timer that runs meanwhile; that of pytest-timeout is put back behind it."""
    handler = signal.signal(signal.SIGALRM, lambda *_: None)
    before = signal.setitimer(signal.ITIMER_REAL, 500)
    yield
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, *before)


def sleep_through_errors():
    """As a simulation does, which takes for a bug what it catches."""
    with contextlib.suppress(Exception):
        time.sleep(60)


def test_a_block_is_ended_when_its_time_is_over(timer):
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(SeedTimeout), time_limit(50):
        sleep_through_errors()
    assert signal.getsignal(signal.SIGALRM) is before
    assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 500


def test_a_block_that_is_quick_is_left_alone(timer):
    with time_limit(60_000):
        assert signal.getitimer(signal.ITIMER_REAL)[0] <= 60
    assert 60 < signal.getitimer(signal.ITIMER_REAL)[0] < 500
    with time_limit(None), memory_limit(None):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 60


def test_memory_has_a_bound_inside_the_block_alone():
    """In a process of its own, whose address space is not yet full of libraries."""
    code = (
        "from kraft_spark.seed_limits import memory_limit\n"
        "try:\n"
        "    with memory_limit(512):\n"
        "        bytearray(1 << 30)\n"
        "except MemoryError:\n"
        "    print(len(bytearray(1 << 30)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(1 << 30), done.stderr
