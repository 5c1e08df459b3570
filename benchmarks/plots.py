"""Draws the ratios of docs/benchmarks.md as pictures: `python -m benchmarks.plots [RESULT ...]`.

A RESULT is what `python -m benchmarks wire records quorum --json` prints. Its ratios replace those
of docs/pictures/benchmarks.json, from which the pictures next to it are drawn; without a RESULT
they are drawn again from that file. A test keeps the file equal to the tables of the document.
"""

from __future__ import annotations

import json
import math
import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.race import Spread

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MEASURED = "benchmarks.json"

_WIDTH, _LABELS, _RIGHT, _ROW, _TOP = 900, 330, 60, 24, 58
_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)
_STYLE = """
  svg { font: 13px sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { fill: #656d76 }
  .middle { text-anchor: middle } .end { text-anchor: end }
  .grid { stroke: #d0d7de }
  .even { stroke: #1f2328; stroke-width: 1.5 }
  .faster { fill: #2da44e } .slower { fill: #cf6a32 }
  .spread { stroke: #656d76; stroke-width: 1.5 }
  .ground { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    svg { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #3d444d }
    .even { stroke: #e6edf3 } .spread { stroke: #9198a1 } .ground { fill: #0d1117 }
  }
"""


class Bar(NamedTuple):
    """The speed of kraft as a multiple in one case: median, lowest and highest of the rounds."""

    label: str
    ratio: Spread


class Plot(NamedTuple):
    """A picture: bars on a logarithmic scale with a line where both are equally fast."""

    name: str
    title: str
    benchmark: str
    peer: str
    operations: tuple[str, ...]
    """Prefix of the operations of the benchmark that are shown."""


_LOAD = (*(f"{size} bytes" for size in (64, 256, 1024)), "100", "5000", "without", "kill")
_REST = ("start", "remove", "add", "metadata-quorum", "features", "idle")
PLOTS = (
    Plot("encode", "Encode messages: times as fast as kio", "wire", "kio", ("encode ",)),
    Plot("decode", "Decode messages: times as fast as kio (Rust)", "wire", "kio", ("decode ",)),
    Plot(
        "build", "Build record batches: times as fast as aiokafka", "records", "aiokafka", "build "
    ),
    Plot(
        "read", "Read record batches: times as fast as aiokafka", "records", "aiokafka", "decode "
    ),
    Plot("quorum", "A quorum of three: times as good as Kafka 4.3.1", "quorum", "Kafka", _LOAD),
    Plot(
        "quorum-operations",
        "Start, tools, idle: times as good as Kafka 4.3.1",
        "quorum",
        "Kafka",
        _REST,
    ),
)


def reduced(facts: dict[str, Any]) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Reduce the JSON of the benchmarks to ratios by benchmark, operation and peer."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for name in {plot.benchmark for plot in PLOTS} & facts.keys():
        rows = facts[name].get("rows") or [
            {"operation": what, "ratios": {"Kafka": result["ratio"]}}
            for what, result in facts[name]["results"].items()
        ]
        found[name] = {
            row["operation"]: {peer: ratio for peer, ratio in row["ratios"].items() if ratio}
            for row in rows
        }
    return found


def bars(measured: dict[str, Any], plot: Plot) -> list[Bar]:
    """Return the rows of a picture, in the order of the table."""
    verb = plot.operations[0] if len(plot.operations) == 1 else ""
    return [
        Bar(operation.removeprefix(verb), Spread(*ratios[plot.peer]))
        for operation, ratios in measured.get(plot.benchmark, {}).items()
        if operation.startswith(plot.operations) and plot.peer in ratios
    ]


def drawn(plot: Plot, found: list[Bar]) -> str:
    low = math.floor(math.log10(min(0.5, *(bar.ratio.lowest for bar in found))) * 4) / 4
    high = math.ceil(math.log10(max(2.0, *(bar.ratio.highest for bar in found))) * 4) / 4
    across = _WIDTH - _LABELS - _RIGHT

    def x(value: float) -> float:
        return round(_LABELS + across * (math.log10(value) - low) / (high - low), 1)

    bottom = _TOP + _ROW * len(found)
    lines = [
        _text(12, 26, plot.title, "title"),
        _text(12, 45, "median of the rounds, lowest to highest; logarithmic", "quiet"),
    ]
    for tick in _TICKS:
        if low <= math.log10(tick) <= high:
            lines.append(_line(x(tick), x(tick), _TOP - 4, bottom, "even" if tick == 1 else "grid"))
            lines.append(_text(x(tick), bottom + 18, f"{tick:g}", "quiet middle"))
    for index, (label, ratio) in enumerate(found):
        top = _TOP + _ROW * index
        left, right = sorted((x(1), x(ratio.median)))
        digits = 0 if ratio.median >= 100 else 1 if ratio.median >= 10 else 2
        kind = "faster" if ratio.median >= 1 else "slower"
        lines += [
            _text(_LABELS - 10, top + 16, label, "end"),
            (
                f'<rect class="{kind}" x="{left}" y="{top + 4}"'
                f' width="{right - left:.1f}" height="15"/>'
            ),
            _line(x(ratio.lowest), x(ratio.highest), top + 11.5, top + 11.5, "spread"),
            _text(max(x(ratio.highest), x(1)) + 6, top + 16, f"{ratio.median:.{digits}f}", ""),
        ]
    size = f'width="{_WIDTH}" height="{bottom + 32}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_WIDTH} {bottom + 32}"'
    return "\n".join(
        [
            f'{head} role="img" aria-label="{escape(plot.title)}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" {size}/>',
            *lines,
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _line(x1: float, x2: float, y1: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:g}" x2="{x2:g}" y1="{y1:g}" y2="{y2:g}"/>'


def main(paths: list[str], folder: Path = FOLDER) -> None:
    """Read the ratios of the results, and draw every picture that has some."""
    measured = json.loads((folder / MEASURED).read_text()) if (folder / MEASURED).exists() else {}
    for path in paths:
        measured |= reduced(json.loads(Path(path).read_text()))
    if paths:
        (folder / MEASURED).write_text(json.dumps(measured, indent=1) + "\n")
    for plot in PLOTS:
        if found := bars(measured, plot):
            (folder / f"{plot.name}.svg").write_text(drawn(plot, found))


if __name__ == "__main__":
    main(sys.argv[1:])
