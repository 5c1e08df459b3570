"""Iteration over the files: each is printed according to the end of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.cli.dump.java_values import name_of, path_of
from kraft_core.cli.dump.report import Report, StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.cli.dump.report import DumpOptions


def dump_files(
    files: Iterable[str], options: DumpOptions, write: Callable[[bytes], object]
) -> Report:
    """Print files one after the other and return the findings; `write` takes the output.

    Where Kafka's tool ends early, the remaining files are left out and the report says why.
    """
    report = Report()
    for name in files:
        path = path_of(name)
        try:
            if options.records_as_json:
                _dump_json(path, options, report, write)
            else:
                _dump_text(path, options, report, write)
        except StoppedError as error:
            report.damaged(path, error.reason, error.position)
            break
    return report


def _dump_text(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    write(f"Dumping {path}\n".encode("utf-8", "replace"))
    name = name_of(path)
    match name.rpartition(".")[1:]:
        case (".", "log" | "checkpoint"):
            from kraft_core.cli.dump.log_text import dump_log

            dump_log(path, options, report, write)
        case (".", "index"):
            from kraft_core.cli.dump.indexes import dump_offset_index

            dump_offset_index(path, options, report, write)
        case (".", "timeindex"):
            from kraft_core.cli.dump.indexes import dump_time_index

            dump_time_index(path, options, report, write)
        case (".", "snapshot"):
            from kraft_core.cli.dump.producer_state import dump_producer_snapshot

            dump_producer_snapshot(path, report, write)
        case (".", "txnindex"):
            from kraft_core.cli.dump.producer_state import dump_transaction_index

            dump_transaction_index(path, report, write)
        case _:
            report.unknown_files.append(path)


def _dump_json(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    """Print the records of a log; other files hold none."""
    if path.endswith((".log", ".checkpoint")):
        from kraft_core.cli.dump.record_json import dump_records

        dump_records(path, options, report, write)
    else:
        report.files_without_records.append(path)
