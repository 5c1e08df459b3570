from __future__ import annotations

from kraft_spark.simulation.columns import SIMULATION_COLUMNS
from kraft_spark.simulation.seed_runs import SeedWork


def test_every_value_of_a_row_has_a_column():
    row = SeedWork(max_steps=1)(0)
    names = {column.name for column in SIMULATION_COLUMNS.all}
    assert set(row) <= names
    assert names - set(row) == {"trace"}
