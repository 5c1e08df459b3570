"""The pictures of docs/benchmarks.md show the figures of its tables."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks import plots
from benchmarks.race import Spread

ROOT = Path(__file__).parents[2]
MEASURED = json.loads((plots.FOLDER / plots.MEASURED).read_text())


def test_every_ratio_of_the_pictures_is_in_the_tables():
    lines = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ")]
    missing = [
        (operation, peer)
        for benchmark, operations in MEASURED.items()
        for operation, ratios in operations.items()
        for peer, ratio in ratios.items()
        if not any(
            str(Spread(*ratio)) in row and name_in(row, benchmark, operation) for row in rows
        )
    ]
    assert missing == []


def name_in(row, benchmark, operation):
    name = operation if benchmark == "quorum" else operation.partition(" ")[2]
    return row.split("|")[1].strip() == name


@pytest.mark.parametrize("plot", plots.PLOTS, ids=lambda plot: plot.name)
def test_a_picture_is_what_its_figures_draw(plot):
    bars = plots.bars(MEASURED, plot)
    drawn = plots.drawn(plot, bars)
    assert (plots.FOLDER / f"{plot.name}.svg").read_text() == drawn
    shapes = [each.get("class") for each in ET.fromstring(drawn).iter() if "rect" in each.tag]  # noqa: S314
    slower = sum(bar.ratio.median < 1 for bar in bars)
    assert shapes.count("slower") == slower
    assert shapes.count("faster") == len(bars) - slower > 0
    assert f"pictures/{plot.name}.svg" in (ROOT / "docs" / "benchmarks.md").read_text()


def test_a_result_of_a_benchmark_replaces_its_ratios_and_its_pictures_alone(tmp_path):
    shutil.copyfile(plots.FOLDER / plots.MEASURED, tmp_path / plots.MEASURED)
    facts = {
        "at": {"date": "2026-11-25"},
        "wire": {
            "rows": [
                {"operation": "encode A & B", "ratios": {"kio": [0.5, 0.4, 0.6]}},
                {"operation": "encode C", "ratios": {"kio": None}},
            ]
        },
    }
    result = tmp_path / "result.json"
    result.write_text(json.dumps(facts))
    plots.main([str(result)], tmp_path)
    picture = (tmp_path / "encode.svg").read_text()
    assert "A &amp; B" in picture
    assert 'class="slower"' in picture
    assert not (tmp_path / "decode.svg").exists()
    measured = json.loads((tmp_path / plots.MEASURED).read_text())
    assert measured == MEASURED | {
        "wire": {"encode A & B": {"kio": [0.5, 0.4, 0.6]}, "encode C": {}}
    }


def test_rounds_of_a_quorum_are_read_with_their_ratio():
    facts = {
        "quorum": {"results": {"kill": {"unit": "s", "ratio": [2.0, 1.0, 3.0], "kraft": [1.0]}}}
    }
    assert plots.reduced(facts) == {"quorum": {"kill": {"Kafka": [2.0, 1.0, 3.0]}}}
