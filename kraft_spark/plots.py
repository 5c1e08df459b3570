"""Pictures of histories and of the doctor's tables, with matplotlib: one function for each.

A function takes a DataFrame of Spark, or a table of Arrow with the same columns, and returns a
figure; `save_svg` writes it with the same bytes each time. Extra `plots`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

Row = dict[str, Any]

_SIZE: Final = (9.0, 3.2)
_COLORS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
"""Colours that readers distinguish without red and green (Okabe and Ito)."""

_TABLES_SHOWN_MAX: Final = 12
_BARS_MAX: Final = 30
_NO_LEADER: Final = -1


def leaders_per_broker(partitions: Any) -> Any:
    """Plot the number of partitions that each broker leads over time; `partitions` of `history`."""
    figure, axes = _figure("Leaders per broker", "partitions")
    rows = [row for row in _rows(partitions) if row["leader"] != _NO_LEADER]
    _steps(axes, rows, lambda row: f"broker {row['leader']}")
    return figure


def replicas_in_sync(partitions: Any) -> Any:
    """Plot the number of partitions with too few replicas in sync, or no leader, over time."""
    figure, axes = _figure("Partitions with missing replicas", "partitions")

    def kind(row: Row) -> str | None:
        if row["leader"] == _NO_LEADER:
            return "without leader"
        return "under-replicated" if len(row["isr"]) < len(row["replicas"]) else None

    _steps(axes, [row for row in _rows(partitions) if kind(row)], kind)
    return figure


def elections(partitions: Any) -> Any:
    """Plot the active controller by epoch, from a table of `history`."""
    figure, axes = _figure("Active controllers", "epoch")
    seen = {
        (row["activeControllerEpoch"], row["activeController"], row["validFrom"])
        for row in _rows(partitions)
        if row["activeControllerEpoch"] is not None and row["validFrom"] is not None
    }
    found: dict[Any, list[tuple[datetime, int]]] = defaultdict(list)
    for epoch, controller, moment in seen:
        found[controller].append((moment, epoch))
    for number, controller in enumerate(sorted(found, key=str)):
        moments, epochs = zip(*sorted(found[controller]), strict=True)
        color = _COLORS[number % len(_COLORS)]
        axes.plot(moments, epochs, "o", markersize=3, color=color, label=f"controller {controller}")
    axes.yaxis.get_major_locator().set_params(integer=True)
    _legend(axes, bool(found))
    return figure


def changes_per_day(**tables: Any) -> Any:
    """Plot the number of rows per day (UTC), by table: `changes_per_day(topics=history.topics)`."""
    figure, axes = _figure("Changes per day", "rows")
    days: dict[str, Counter[str]] = {
        name: Counter(
            row["validFrom"].strftime("%Y-%m-%d")
            for row in _rows(table)
            if row["validFrom"] is not None
        )
        for name, table in tables.items()
    }
    _stacked(axes, days)
    return figure


def storage_by_day(storage: Any) -> Any:
    """Draw bytes by topic and day of the newest record; `storage` is a table of the doctor."""
    figure, axes = _figure("Storage by day of the newest record", "KiB")
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in _rows(storage):
        found[row["topic"]][str(row["day"])] += row["bytes"] / 1024
    _stacked(axes, found)
    return figure


def compaction(table: Any) -> Any:
    """Draw the work that compaction has left, by partition; `compaction` of the doctor."""
    figure, axes = _figure("Values of compacted topics", "bytes")
    rows = sorted(_rows(table), key=lambda row: (row["topic"], row["partition"]))[:_BARS_MAX]
    names = [f"{row['topic']}-{row['partition']}" for row in rows]
    live = [row["liveValueBytes"] or 0 for row in rows]
    rest = [(row["valueBytes"] or 0) - one for row, one in zip(rows, live, strict=True)]
    axes.bar(names, live, color=_COLORS[0], label="live")
    axes.bar(names, rest, bottom=live, color=_COLORS[1], label="superseded")
    axes.tick_params(axis="x", rotation=20)
    _legend(axes, bool(rows))
    return figure


def lag(table: Any) -> Any:
    """Draw the lag of each group over time, in records; `lag` of the doctor."""
    figure, axes = _figure("Consumer lag", "records")
    found: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
    for row in _rows(table):
        if row["time"] is not None and row["lag"] is not None:
            name = f"{row['groupId']}: {row['topic']}-{row['partition']}"
            found[name].append((row["time"], row["lag"]))
    for number, name in enumerate(sorted(found)[:_TABLES_SHOWN_MAX]):
        moments, values = zip(*sorted(found[name]), strict=True)
        color = _COLORS[number % len(_COLORS)]
        axes.step(moments, values, where="post", color=color, label=name)
    _legend(axes, bool(found))
    return figure


def save_svg(figure: Any, path: str) -> None:
    """Write a figure as SVG; text stays text, and the same figure gives the same bytes."""
    import matplotlib as mpl  # an extra

    with mpl.rc_context({"svg.hashsalt": "kraft", "svg.fonttype": "none"}):
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _rows(table: Any) -> list[Row]:
    arrow = table.toArrow() if hasattr(table, "toArrow") else table
    rows: list[Row] = arrow.to_pylist()
    return rows


def _figure(title: str, unit: str) -> tuple[Any, Any]:
    require("kraft_spark.plots", "matplotlib")
    from matplotlib.figure import Figure  # no window, no global state

    figure = Figure(figsize=_SIZE, layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left")
    axes.set_ylabel(unit)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _steps(axes: Any, rows: Iterable[Row], name_of: Callable[[Row], str | None]) -> None:
    """Plot the number of valid rows over time by name. Older rows count from the first change.

    A line ends with the last change of any row.
    """
    changes: dict[str, Counter[datetime]] = defaultdict(Counter)
    known = list(rows)
    moments = {row[name] for row in known for name in ("validFrom", "validTo")} - {None}
    if not moments:
        return
    for row in known:
        name = name_of(row)
        if name is not None:
            changes[name][row["validFrom"] or min(moments)] += 1
            if row["validTo"] is not None:
                changes[name][row["validTo"]] -= 1
    for number, name in enumerate(sorted(changes)):
        times, counts, count = [min(moments)], [0], 0
        for moment in sorted(changes[name]):
            count += changes[name][moment]
            times.append(moment)
            counts.append(count)
        times.append(max(moments))
        counts.append(count)
        color = _COLORS[number % len(_COLORS)]
        axes.step(times, counts, where="post", color=color, label=name)
    axes.set_ylim(bottom=0)
    _legend(axes, bool(changes))


def _stacked(axes: Any, values: dict[str, Counter[str]]) -> None:
    """Draw a bar for each day with the names stacked; the smallest names become `others`."""
    order = sorted(values, key=lambda name: -sum(values[name].values()))
    shown = {name: values[name] for name in order[:_TABLES_SHOWN_MAX]}
    for name in order[_TABLES_SHOWN_MAX:]:
        shown["others"] = shown.get("others", Counter()) + values[name]
    days = sorted({day for one in values.values() for day in one})[-_BARS_MAX:]
    below = [0.0] * len(days)
    for number, (name, one) in enumerate(shown.items()):
        heights = [float(one[day]) for day in days]
        axes.bar(days, heights, bottom=below, color=_COLORS[number % len(_COLORS)], label=name)
        below = [low + height for low, height in zip(below, heights, strict=True)]
    axes.tick_params(axis="x", rotation=20)
    _legend(axes, bool(days))


def _legend(axes: Any, has_some: bool) -> None:
    if has_some:
        axes.legend(frameon=False, fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
