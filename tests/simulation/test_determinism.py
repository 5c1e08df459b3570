"""The same seed is the same run: in every process, with every hash seed, however many jobs."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys

import pytest

from kraft_core.sim.quorum.campaign import run, run_seed
from kraft_core.sim.quorum.cluster import Cluster

SCENARIOS = ("default", "membership", "power", "snapshots", "upgrade")


def runs(scenario, hash_seed):
    """Everything that a process of that hash seed tells of a few seeds."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "kraft_core.cli", "simulate", "--jobs", "1", "--json"),
            *("--seeds", "0:3", "--scenario", scenario),
        ],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    *seeds, last = map(json.loads, done.stdout.splitlines())
    assert [each["seed"] for each in seeds] == [0, 1, 2]
    del last["seconds"], last["seeds_per_second"]
    return seeds, last


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_processes_with_different_hash_seeds_agree(scenario):
    assert runs(scenario, "1") == runs(scenario, "4242")


def test_two_runs_in_one_process_have_one_digest():
    assert run_seed(3, "default") == run_seed(3, "default")


def test_earlier_runs_do_not_change_the_result():
    alone = run_seed(5, "default")
    run_seed(6, "membership")
    assert run_seed(5, "default") == alone


def test_the_number_of_jobs_does_not_matter():
    here = list(run(range(4), "default"))
    assert list(run(range(4), "default", jobs=2)) == here


def test_different_seeds_have_different_digests():
    assert len({each.digest for each in run(range(4), "elect")}) == 4


def clusters():
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Cluster)]


def test_run_leaves_no_state():
    """A campaign of many seeds needs no more memory than one of few."""
    others = clusters()  # of tests that ran before
    run_seed(7, "elect")
    assert [each for each in clusters() if not any(each is other for other in others)] == []
