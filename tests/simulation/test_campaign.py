"""Tests of campaigns and their worker processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from kraft_core.sim.quorum import campaign
from kraft_core.sim.quorum.campaign import WorkerError, in_order
from tests.simulation import made_up


@pytest.fixture
def runs(monkeypatch):
    """Seeds 3 and 5 fail; tells what was run."""
    ran = []

    def run_seed(seed, scenario, plant=None):
        ran.append((seed, scenario, plant))
        return made_up.failed(seed) if seed in {3, 5} else made_up.result(seed)

    monkeypatch.setattr(campaign, "run_seed", run_seed)
    return ran


def test_results_come_in_order(runs):
    assert [each.seed for each in campaign.run(range(2, 7), "calm")] == [2, 3, 4, 5, 6]
    assert runs == [(seed, "calm", None) for seed in range(2, 7)]


def test_until_failure_ends_with_the_lowest_failing_seed(runs):
    results = list(campaign.run(range(10), until_failure=True))
    assert [each.seed for each in results] == [0, 1, 2, 3]
    assert results[-1].failure is not None
    assert len(runs) == 4


def test_an_injected_bug_is_there_while_its_seed_runs_and_gone_afterwards(monkeypatch):
    log = []

    @contextmanager
    def injected(name):
        log.append(f"injected {name}")
        yield
        log.append("gone")

    class Simulator:
        def __init__(self, seed, scenario, **options):
            self.told = (seed, scenario, options)

        def run(self):
            log.append(self.told)
            return made_up.result(self.told[0])

    monkeypatch.setitem(
        sys.modules, "kraft_core.sim.quorum.injected_bugs", SimpleNamespace(injected=injected)
    )
    monkeypatch.setitem(
        sys.modules,
        "kraft_core.sim.quorum.simulator",
        SimpleNamespace(Simulator=Simulator),
    )
    assert campaign.run_seed(4, "calm", "votes-twice", schedule=()).seed == 4
    options = {"schedule": (), "on_line": None, "steps_max": None}
    assert log == ["injected votes-twice", (4, "calm", options), "gone"]


ROOT = Path(__file__).parents[2]


def doubled(number):
    return 2 * number, os.getpid()


def slow_at_first(number):
    time.sleep(0.2 if number == 0 else 0)
    return number


def refuses_seven(number):
    if number == 7:
        raise ValueError("seven it is not")
    return number


def dies_at_five(number):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leaves_at_two(number):
    if number == 2:
        os._exit(3)
    return number


def hash_of_a_word(number):
    return hash("word"), number


def how_interrupts_are_taken(number):
    del number
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_one_job_works_here():
    assert list(in_order(doubled, range(3), 1)) == [(2 * n, os.getpid()) for n in range(3)]


def test_several_jobs_work_elsewhere_and_all_of_them_work():
    results = list(in_order(doubled, range(100, 140), 2))
    assert [result for result, _ in results] == [2 * n for n in range(100, 140)]
    processes = {process for _, process in results}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_results_wait_for_those_before_them():
    assert list(in_order(slow_at_first, range(20), 2)) == list(range(20))


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_that_raises_is_named_and_what_came_before_is_there(jobs):
    results = in_order(refuses_seven, range(20), jobs)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(WorkerError, match=r"(?s)seed 7: .*seven it is not"):
        next(results)


def test_a_worker_that_is_killed_is_named_by_its_seed():
    with pytest.raises(WorkerError, match=r"ended at seed 5 with signal 9 \(seeds 5, .* handed"):
        list(in_order(dies_at_five, range(20), 2))


def test_a_worker_that_leaves_is_named_by_its_seed():
    with pytest.raises(WorkerError, match="ended at seed 2 with exit code 3"):
        list(in_order(leaves_at_two, range(4), 2))


def test_workers_end_when_results_are_closed():
    results = in_order(doubled, range(1000), 2)
    process = next(results)[1]
    results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_each_worker_has_a_hash_seed_of_its_own(monkeypatch):
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    assert len({found for found, _ in in_order(hash_of_a_word, range(60), 2)}) == 2


def test_only_the_parent_handles_ctrl_c():
    """In a process that never had workers before: its first ones are started differently."""
    code = (
        "from tests.simulation import test_campaign as own;"
        "from kraft_core.sim.quorum import campaign;"
        "print(*campaign.in_order(own.how_interrupts_are_taken, range(4), 2));"
        "print(own.how_interrupts_are_taken(0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True True True True\nFalse\n"


def test_no_numbers_no_results():
    assert list(in_order(doubled, range(5, 5), 2)) == []
