from __future__ import annotations

import pytest

from kraft_core.sim.quorum import campaign
from kraft_spark.seeds import campaign as under_test
from kraft_spark.seeds.campaign import CampaignTable, ProcessEngine, SparkEngine
from kraft_spark.seeds.simulation import SeedWork, parse_ranges
from tests.simulation import made_up

WORK = SeedWork()


def lives(monkeypatch, breaks_at=None):
    def run_seed(seed, *_, **options):
        if seed == breaks_at:
            raise KeyboardInterrupt
        return made_up.failed(seed) if seed == 3 else made_up.result(seed)

    monkeypatch.setattr(campaign, "run_seed", run_seed)


def test_processes_fill_the_table_file_by_file(monkeypatch, tmp_path):
    lives(monkeypatch)
    monkeypatch.setattr(under_test, "ROWS_PER_FILE", 2)
    table, told = CampaignTable(str(tmp_path)), []
    engine = ProcessEngine(jobs=1)
    engine.run(WORK, parse_ranges("0:3,8:10"), table, lambda *numbers: told.append(numbers))
    engine.run(WORK, parse_ranges("3:4"), table, lambda *numbers: told.append(numbers))
    assert told == [(1, 0)] * 5 + [(1, 1)]
    assert len(list(tmp_path.iterdir())) == 4
    assert table.finished(WORK, 0, 100) == {0, 1, 2, 3, 8, 9}


def test_results_before_an_interrupt_are_kept(monkeypatch, tmp_path):
    lives(monkeypatch, breaks_at=4)
    table = CampaignTable(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        ProcessEngine(jobs=1).run(WORK, parse_ranges("0:9"), table, lambda *_: None)
    assert table.finished(WORK, 0, 100) == {0, 1, 2, 3}


def test_runs_are_the_same_in_another_process(tmp_path):
    table = CampaignTable(str(tmp_path))
    engine = ProcessEngine(jobs=1)
    engine.run(WORK, parse_ranges("0:1"), table, lambda *_: None)
    assert engine.repeat(WORK, [0], 99) == table.digests(WORK, 0, 1)


@pytest.mark.spark
def test_spark_fills_the_same_table(spark, tmp_path):
    table, told = CampaignTable(str(tmp_path / "table")), []
    engine = SparkEngine(spark)
    seeds = parse_ranges("0:2,5:6")
    engine.run(WORK, seeds, table, lambda *numbers: told.append(numbers))
    assert [sum(numbers) for numbers in zip(*told, strict=True)] == [3, 0]
    found = table.digests(WORK, 0, 100)
    assert set(found) == {0, 1, 5}
    assert engine.repeat(WORK, [1, 5], 7) == {seed: found[seed] for seed in (1, 5)}
    here = CampaignTable(str(tmp_path / "here"))
    ProcessEngine(jobs=1).run(WORK, parse_ranges("5:6"), here, lambda *_: None)
    assert here.digests(WORK, 5, 6) == {5: found[5]}
