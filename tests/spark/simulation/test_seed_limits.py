from __future__ import annotations

import contextlib
import gc
import signal
import subprocess
import sys
import time
import weakref

import pytest

from kraft_spark.seeds import simulation
from kraft_spark.seeds.simulation import SeedTimeout, memory_limit, time_limit


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


def test_fast_block_restores_the_outer_timer(timer):
    with time_limit(60_000):
        assert signal.getitimer(signal.ITIMER_REAL)[0] <= 60
    assert 60 < signal.getitimer(signal.ITIMER_REAL)[0] < 500
    with time_limit(None), memory_limit(None):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 60


def busy(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def and_then_busy(action):
    action()
    busy(60)


def test_a_time_that_is_over_while_garbage_is_collected_is_told_behind_it(timer):
    """As hypothesis has one, and others that measure: what a callback raises is dropped."""
    phases = []

    def callback(phase, _):
        phases.append(phase)
        busy(0.1)

    gc.callbacks.append(callback)
    try:
        with pytest.raises(SeedTimeout), time_limit(50):
            and_then_busy(gc.collect)
    finally:
        gc.callbacks.remove(callback)
    assert phases[:2] == ["start", "stop"]


class InACycle:
    """Garbage that only the collector finds."""

    def __init__(self):
        self.itself = self


def test_a_time_that_is_over_in_the_callback_of_a_weak_reference_is_told_behind_it(timer):
    """As a WeakSet has one for each of its members."""
    called = []

    def callback(_):
        busy(0.1)
        called.append(True)

    def collect():
        reference = weakref.ref(InACycle(), callback)
        gc.collect()
        return reference

    with pytest.raises(SeedTimeout), time_limit(50):
        and_then_busy(collect)
    assert called == [True]


def test_callbacks_of_the_collector_are_left_as_they_were():
    before = list(gc.callbacks)
    with pytest.raises(SeedTimeout), time_limit(50):
        busy(60)
    assert gc.callbacks == before


def test_a_timeout_that_python_drops_comes_again(timer, monkeypatch):
    dropped = []
    monkeypatch.setattr(simulation, "_AGAIN_S", 0.2)
    monkeypatch.setattr(sys, "unraisablehook", lambda each: dropped.append(each.exc_type))

    class Slow:
        def __del__(self):
            busy(0.1)

    with pytest.raises(SeedTimeout), time_limit(50):
        and_then_busy(Slow)
    assert dropped == [SeedTimeout]


def test_memory_has_a_bound_inside_the_block_alone():
    """In a process of its own, whose address space is not yet full of libraries."""
    code = (
        "from kraft_spark.seeds.simulation import memory_limit\n"
        "try:\n"
        "    with memory_limit(512):\n"
        "        bytearray(1 << 30)\n"
        "except MemoryError:\n"
        "    print(len(bytearray(1 << 30)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(1 << 30), done.stderr
