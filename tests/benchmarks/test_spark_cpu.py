from __future__ import annotations

import os

from benchmarks.spark_cpu import CpuSeconds, taken_by

TICKS = os.sysconf("SC_CLK_TCK")


def line(name, parent, user, system=0, ended=0):
    return f"1 ({name}) S {parent} 0 0 0 0 0 0 0 0 0 {user} {system} {ended} 0 20 0 1 0 0 0 0"


def test_java_and_python_below_a_process_are_added_up_apart():
    stats = {
        10: line("python3", 1, 100 * TICKS),
        11: line("java", 10, 5 * TICKS, 2 * TICKS, ended=3 * TICKS),
        12: line("python3", 11, 1 * TICKS, ended=4 * TICKS),
        13: line("python3 (x)", 12, 2 * TICKS),
        14: line("bash", 10, 9 * TICKS),
        20: line("java", 1, 50 * TICKS),
    }
    assert taken_by(10, stats) == CpuSeconds(7.0, 10.0)
    assert taken_by(10, stats).since(CpuSeconds(1.0, 2.0)) == CpuSeconds(6.0, 8.0)
    assert taken_by(10, stats, without={11}) == CpuSeconds(0.0, 7.0)
