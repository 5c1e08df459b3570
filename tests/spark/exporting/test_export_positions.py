"""Exports of logs that were replaced, and what of it the table remembers."""

from __future__ import annotations

import pytest

from kraft_spark.exporting.job import DataLossError
from tests.spark.exporting.tables_read import FORMATS, table_at
from tests.spark.exporting.test_export import export
from tests.spark.log.brokers import PartitionFiles, write_high_watermarks
from tests.spark.log.test_positions_on_disk import records


def exported(table):
    return sorted((row["offset"], row["value"].decode()) for row in table.rows())


def written(root, *batches, **more):
    files = PartitionFiles(root, segments=[(0, list(batches))], **more)
    files.write()
    return files


def rewrite(files, *batches):
    files.segments = [(0, list(batches))]
    files.write()


FIRST = records(0, 1, "a0", "a1", "a2")
OLD = [(0, "a0"), (1, "a1"), (2, "a2")]


@pytest.mark.parametrize("name", FORMATS)
def test_a_loss_is_accepted_once_also_at_the_same_end(tmp_path, name):
    table = table_at(name, tmp_path)
    files = written(tmp_path / "logs", FIRST, records(3, 1, "a3", "a4"))
    export(files.root, table)
    rewrite(files, FIRST, records(3, 2, "b3", "b4"))
    with pytest.raises(DataLossError, match="it differs from offset 3 on"):
        export(files.root, table)
    found = [export(files.root, table, fail_on_data_loss=False) for _ in range(3)]
    assert [one.rows for one in found] == [2, 0, 0]
    assert [len(one.lost) for one in found] == [1, 0, 0]
    assert exported(table) == [*OLD, (3, "a3"), (3, "b3"), (4, "a4"), (4, "b4")]
    assert export(files.root, table).version is None


@pytest.mark.parametrize("name", FORMATS)
def test_a_loss_is_accepted_once_also_if_nothing_follows(tmp_path, name):
    table, options = table_at(name, tmp_path), {"end": "highWatermark"}
    files = written(tmp_path / "logs", FIRST, records(3, 2, "a3", "a4"))
    write_high_watermarks(files.root, {"orders-0": 5})
    export(files.root, table, options=options)
    rewrite(files, FIRST)  # the log lost its end
    write_high_watermarks(files.root, {"orders-0": 2})
    found = [export(files.root, table, options=options, fail_on_data_loss=False) for _ in range(2)]
    assert [list(one.lost.values()) for one in found] == [[2], []]
    rewrite(files, FIRST, records(3, 3, "b3"))
    write_high_watermarks(files.root, {"orders-0": 4})
    assert export(files.root, table, options=options).rows == 1
