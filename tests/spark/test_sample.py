from __future__ import annotations

from pathlib import Path

import kraft_spark
from tests.spark import sample_log
from tests.spark.log_rows import rows


def files(root):
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(Path(root).rglob("*"))
        if path.is_file()
    }


def test_sample_is_what_its_generator_writes(tmp_path):
    sample_log.write(tmp_path / "logs")
    assert files(kraft_spark.sample()) == files(tmp_path / "logs")


def test_sample_has_the_rows_that_its_docstring_names():
    sample = kraft_spark.sample()
    assert len(rows(sample, "offset BIGINT", subscribe="orders")) == 80
    assert len(rows(sample, "offset BIGINT", subscribe="payments")) == 9
    committed = {"subscribe": "payments", "isolationLevel": "read_committed"}
    assert len(rows(sample, "offset BIGINT", **committed)) == 6
    (first, second) = rows(sample, "groupId STRING, committedOffset BIGINT", view="offsets")
    assert (first["groupId"], first["committedOffset"], second["committedOffset"]) == (
        *("billing", 40, 25),
    )
    health = rows(
        sample,
        "trailingBytes BIGINT, badRegions BIGINT, indexMismatches BIGINT, "
        "timeIndexMismatches BIGINT",
        view="files",
    )
    assert len(health) == 4
    assert all(not value for row in health for value in row.values())
