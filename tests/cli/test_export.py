"""`kraft export`: what it adds, what it prints, what it refuses."""

from __future__ import annotations

import json
import re
import shutil

import pyarrow.dataset as ds
import pytest

from kraft_core.cli.main import run
from kraft_spark.log.options import EXPORT, OPTIONS
from tests.spark.log_rows import batch, write_log


@pytest.fixture
def log(tmp_path):
    write_log(tmp_path / "logs" / "orders-0", batch(0), batch(3))
    write_log(tmp_path / "logs" / "others-0", batch(0))
    return tmp_path / "logs"


def test_second_export_adds_only_new_rows(log, tmp_path, capsys):
    out = tmp_path / "table"
    arguments = ["export", str(log), "--out", str(out), "--topics", "orders", "--jobs", "1"]
    arguments += ["--option", "end=logEnd"]
    assert run([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["rows"], result["version"]) == (6, 0)
    assert result["progress"] == {"orders-0": 6}
    assert run(arguments) == 0
    assert capsys.readouterr().out == "Nothing new.\n"
    write_log(log / "orders-0", batch(0), batch(3), batch(6))
    assert run(arguments) == 0
    assert capsys.readouterr().out.startswith("3 rows in 1 file, ")
    assert sorted(ds.dataset(out).to_table()["offset"].to_pylist()) == list(range(9))


def test_help_lists_the_options_of_kafka_log_that_an_export_accepts(capsys):
    assert run(["export", "--help"]) == 0
    text = capsys.readouterr().out
    listed = set()
    for section in text.split(" (--option NAME=VALUE):\n")[1:]:
        listed |= set(re.findall(r"^  (\w+)", section.split("\n\n")[0], re.MULTILINE))
    assert {"isolationLevel", "end", "startingOffsets", "valueDecoder", "mode"} < listed
    assert not {"maxBytesPerTrigger", "endingOffsets", "replicas", "filterPushdown"} & listed
    for option in OPTIONS.options:
        needed = dict.fromkeys(option.scope.needs, (*option.scope.values, "any")[0])
        views = option.scope.views or ("records",)
        refused = option.scope.refusal(views[0], EXPORT, needed) is not None
        is_own = option.name in ("path", "paths", "view", "replicas")
        assert (option.name in listed) is not (refused or is_own), option.name
    assert "highWatermark" in text
    assert "`" not in text
    assert "](" not in text


def test_columns_partitioning_and_options(log, tmp_path):
    out = tmp_path / "table"
    more = ["--columns", "topic,offset,headers", "--partition-by", "topic", "--jobs", "2"]
    options = ["--option", "maxPartitionBytes=1k", "--option", "openCostInBytes=1k"]
    options += ["--option", "end=logEnd"]
    assert run(["export", str(log), "--out", str(out), *more, *options]) == 0
    table = ds.dataset(out, partitioning="hive").to_table()
    assert set(table.column_names) == {"topic", "offset", "headers"}
    assert table.num_rows == 9


def test_unproven_offsets_are_reported(log, tmp_path, capsys):
    out = tmp_path / "table"
    assert run(["export", str(log), "--out", str(out), "--jobs", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "Nothing new.\n"
    assert "Left out: 9 offsets of 2 partitions, since nothing says" in captured.err
    (log / "replication-offset-checkpoint").write_text("0\n2\norders 0 3\nothers 0 3\n")
    assert run(["export", str(log), "--out", str(out), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["rows"], result["unproven"], result["lost"]) == (6, {}, {})


def test_partition_whose_directory_is_gone_is_named(log, tmp_path, capsys, caplog):
    arguments = ["export", str(log), "--out", str(tmp_path / "table"), "--jobs", "1", "--json"]
    arguments += ["--option", "end=logEnd"]
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == []
    shutil.rmtree(log / "others-0")
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == ["others-0"]
    assert "no directory under the paths; their progress is kept (others-0)" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--option", "view"], "--option view: expected NAME=VALUE"),
        (["--option", "wiew=records"], "unknown option wiew"),
        (["--columns", "color"], "has no column color"),
        (["--partition-by", "value"], "partitionBy cannot be value"),
        (["--option", "view=files"], "option view is set by an argument"),
        (["--topics", "ordesr"], "no directory of ordesr"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(log, tmp_path, capsys, arguments, sentence):
    assert run(["export", str(log), "--out", str(tmp_path / "table"), *arguments]) == 1
    assert sentence in capsys.readouterr().err


def test_missing_path_is_refused(tmp_path, capsys):
    assert run(["export", str(tmp_path / "none"), "--out", str(tmp_path / "table")]) == 1
    assert "no such file or directory" in capsys.readouterr().err


def test_folder_without_a_log_is_an_error(tmp_path, capsys):
    (tmp_path / "wrong").mkdir()
    assert run(["export", str(tmp_path / "wrong"), "--out", str(tmp_path / "table")]) == 1
    assert "contains no segment and no snapshot" in capsys.readouterr().err
