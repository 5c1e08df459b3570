"""Drawn histories of a partition: every committed record once, or an error with a cause.

KRAFT_HISTORIES=A:B names the seeds, 2,000 without it.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from kraft_spark.log import stream
from kraft_spark.log.position import CONTINUES, AllowedEnd
from tests.spark.log.position_model import (
    Export,
    ModelError,
    Stream,
    run_equal_length,
    run_history,
)

PARTS = 8


def seeds():
    first, _, end = os.environ.get("KRAFT_HISTORIES", "0:2000").partition(":")
    return range(int(first), int(end))


@pytest.fixture
def folder(tmp_path):
    """In memory where that is possible: histories make and remove very many small files."""
    memory = Path("/dev/shm")  # noqa: S108
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory) as made:
        yield Path(made)


def outcome_of(seed, folder):
    root = folder / str(seed)
    root.mkdir()
    try:
        return run_history(Random(seed), root / "logs")
    except ModelError as error:
        raise ModelError(f"seed {seed}: {error}") from error
    finally:
        shutil.rmtree(root)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_committed_record_comes_once_or_its_loss_is_an_error(part, folder):
    mine = seeds()[part::PARTS]
    outcomes = Counter(outcome_of(seed, folder) for seed in mine)
    assert outcomes["whole"] > len(mine) // 3
    assert sum(count for name, count in outcomes.items() if "unclean" in name) > 0


@pytest.mark.parametrize("make", [Stream, Export])
def test_records_replaced_at_the_same_end_are_read_once_if_the_loss_is_accepted(make, folder):
    for seed in range(60):
        run_equal_length(Random(seed), folder / str(seed), make)


def first_outcomes(folder):
    return [outcome_of(seed, folder) for seed in range(400)]


@pytest.mark.timeout(600)
def test_histories_find_a_stream_that_compares_no_epochs(folder, monkeypatch):
    monkeypatch.setattr(stream, "continues", lambda *_: CONTINUES)
    with pytest.raises(ModelError):
        first_outcomes(folder)


@pytest.mark.timeout(600)
def test_histories_find_a_stream_that_takes_the_log_end_for_committed(folder, monkeypatch):
    monkeypatch.setattr(stream.Replica, "allowed_end", lambda log, _: AllowedEnd(log.end))
    with pytest.raises(ModelError):
        first_outcomes(folder)
