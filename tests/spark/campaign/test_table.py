from __future__ import annotations

from kraft_spark.seeds.campaign import CampaignTable
from kraft_spark.seeds.simulation import SeedWork
from tests.spark.campaign_rows import row_of

WORK = SeedWork()


def test_a_table_that_is_not_there_has_no_rows(tmp_path):
    table = CampaignTable(str(tmp_path / "nothing"))
    assert table.finished(WORK, 0, 100) == set()
    (tmp_path / "nothing").mkdir()
    assert table.digests(WORK, 0, 100) == {}


def test_rows_are_found_by_work_code_and_seed(tmp_path):
    table = CampaignTable(str(tmp_path / "table"))
    table.write_rows([row_of(WORK, seed) for seed in range(5)])
    table.write_rows([row_of(WORK, seed) for seed in range(5, 8)])
    table.write_rows([{**row_of(WORK, 9), "codeVersion": "older"}])
    table.write_rows([row_of(SeedWork(campaign="other"), 10)])
    assert table.finished(WORK, 0, 100) == set(range(8))
    assert table.finished(WORK, 3, 6) == {3, 4, 5}
    assert table.digests(WORK, 6, 100) == {6: "digest 6", 7: "digest 7"}
    assert table.finished(SeedWork(campaign="other"), 0, 100) == {10}
    (row,) = table.rows(WORK, ["seed", "coverage"], 2, 3)
    assert row == {"seed": 2, "coverage": [("became-leader", 2), ("case:VoteDurable", 1)]}


def test_a_file_that_is_not_finished_is_no_part(tmp_path):
    table = CampaignTable(str(tmp_path))
    table.write_rows([row_of(WORK, 0)])
    (tmp_path / "_part-000000000001-x.parquet").write_bytes(b"PAR1")
    (tmp_path / "_SUCCESS").touch()
    assert table.finished(WORK, 0, 100) == {0}
