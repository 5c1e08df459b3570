"""Pictures: what is drawn is what the tables say, and the same picture has the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pyarrow as pa
import pytest

from kraft_spark import plots
from kraft_spark.cluster_image.changes import history_columns
from kraft_spark.cluster_image.files import read_timelines
from tests.spark.log_rows import KAFKA, ROOT

pytest.importorskip("matplotlib")

pytestmark = pytest.mark.spark  # packages of make spark-setup

BEGIN = datetime(2026, 11, 25, tzinfo=UTC)
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))


def at(hours):
    return BEGIN + timedelta(hours=hours)


def row(leader, since, until, isr=(1, 2), **more):
    return {
        "leader": leader,
        "replicas": [1, 2],
        "isr": list(isr),
        "validFrom": None if since is None else at(since),
        "validTo": None if until is None else at(until),
        "activeController": 3000,
        "activeControllerEpoch": 4,
        **more,
    }


def lines(figure):
    (axes,) = figure.axes
    return {
        line.get_label(): list(zip(line.get_xdata(), line.get_ydata(), strict=True))
        for line in axes.get_lines()
    }


def bars(figure):
    (axes,) = figure.axes
    return {
        group.get_label(): [bar.get_height() for bar in group.patches] for group in axes.containers
    }


def test_leaders_rise_and_fall_with_the_rows_that_are_valid():
    table = pa.Table.from_pylist(
        [row(1, None, 2), row(2, 2, None), row(1, 1, None), row(-1, 3, None)]
    )
    found = lines(plots.leaders_per_broker(table))
    assert found["broker 1"] == [(at(1), 0), (at(1), 2), (at(2), 1), (at(2), 1)]
    assert found["broker 2"][-1] == (at(2), 1)
    assert set(found) == {"broker 1", "broker 2"}


def test_partitions_with_missing_replicas():
    table = pa.Table.from_pylist(
        [row(1, 0, 1), row(1, 1, 3, isr=(1,)), row(-1, 2, 3, isr=()), row(1, 3, None)]
    )
    found = lines(plots.replicas_in_sync(table))
    assert found["under-replicated"][1:3] == [(at(1), 1), (at(3), 0)]
    assert found["without leader"][1:3] == [(at(2), 1), (at(3), 0)]


def test_changes_and_storage_are_bars_by_day():
    table = pa.Table.from_pylist([row(1, 1, 2), row(1, 2, 30), row(1, 30, None), row(1, None, 1)])
    assert bars(plots.changes_per_day(partitions=table)) == {"partitions": [2, 1]}
    storage = pa.Table.from_pylist(
        [{"topic": f"t{n}", "day": "2026-11-25", "bytes": 1024 * (n + 1)} for n in range(14)]
    )
    found = bars(plots.storage_by_day(storage))
    assert len(found) == 13
    assert found["others"] == [3.0]
    assert sum(height for heights in found.values() for height in heights) == sum(range(1, 15))


def test_legend_is_outside_the_plot():
    figure = plots.leaders_per_broker(pa.Table.from_pylist([row(1, None, 2), row(2, 2, None)]))
    (axes,) = figure.axes
    corner = axes.get_legend().get_bbox_to_anchor().p0
    assert axes.transAxes.inverted().transform(corner).tolist() == pytest.approx([1, 1])


def test_compaction_and_lag():
    table = pa.Table.from_pylist(
        [{"topic": "a", "partition": 0, "valueBytes": 10, "liveValueBytes": 4}]
    )
    assert bars(plots.compaction(table)) == {"live": [4], "superseded": [6]}
    table = pa.Table.from_pylist(
        [
            {"groupId": "g", "topic": "a", "partition": 0, "time": at(hour), "lag": lag}
            for hour, lag in ((1, 5), (0, 7))
        ]
    )
    assert lines(plots.lag(table)) == {"g: a-0": [(at(0), 7), (at(1), 5)]}


def test_a_picture_has_the_same_bytes_each_time(tmp_path):
    (timeline,) = read_timelines(str(KAFKA / "metadata-log" / "node"))
    table = pa.Table.from_pylist(timeline.rows("partitions"), history_columns("partitions"))
    contents = []
    for name in ("a.svg", "b.svg"):
        plots.save_svg(plots.leaders_per_broker(table), str(tmp_path / name))
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    assert b"broker 1" in contents[0]
    assert contents[0].rstrip().endswith(b"</svg>")


@pytest.mark.parametrize("plot", [plots.leaders_per_broker, plots.storage_by_day, plots.lag])
def test_a_table_without_rows_is_an_empty_picture(plot, tmp_path):
    plots.save_svg(plot(pa.table({})), str(tmp_path / "empty.svg"))
    assert (tmp_path / "empty.svg").stat().st_size > 500


def test_notebooks_are_sources_of_jupytext():
    jupytext = pytest.importorskip("jupytext")
    assert len(NOTEBOOKS) == 2
    for path in NOTEBOOKS:
        notebook = jupytext.read(path)
        kinds = [cell.cell_type for cell in notebook.cells]
        assert kinds.count("markdown") >= 3
        assert kinds.count("code") >= 4
        assert not any(cell.get("outputs") for cell in notebook.cells)


def test_the_document_shows_pictures_that_a_notebook_makes():
    text = (ROOT / "docs" / "spark-doctor.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(pictures/(\w+)\.svg\)", text)
    sources = "".join(path.read_text(encoding="utf-8") for path in NOTEBOOKS)
    assert len(shown) == 3
    for name in shown:
        assert f'"{name}.svg"' in sources
        content = (ROOT / "docs" / "pictures" / f"{name}.svg").read_bytes()
        assert content.rstrip().endswith(b"</svg>")


@pytest.mark.timeout(600)
def test_notebooks_run_over_the_fixtures(tmp_path):
    begin = time.monotonic()
    for path in NOTEBOOKS:
        environment = {**os.environ, "KRAFT_ROOT": str(ROOT), "PICTURES": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, str(path)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr[-4000:]
    names = {path.stem for path in tmp_path.glob("*.svg")}
    assert names == {"leaders", "replicas", "elections", "changes", "storage", "compaction"}
    print(f"notebooks: {time.monotonic() - begin:.0f} s")
