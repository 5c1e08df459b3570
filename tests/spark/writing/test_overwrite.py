"""An overwrite that stops at any of its steps: all of the old rows or all of the new ones."""

from __future__ import annotations

from uuid import UUID

import pyarrow as pa
import pytest
from pyarrow import fs

from kraft_spark.files import store
from kraft_spark.files.store import Store
from kraft_spark.log.options import parse_write_options
from kraft_spark.writing.job_folder import UnfinishedWriteError
from kraft_spark.writing.log_writer import LogWriter
from tests.spark.log_rows import rows

STEPS = ("move", "remove_file", "remove_folder", "create")
OLD = {("a", b"old"), ("b", b"old"), ("c", b"old")}
NEW = {("b", b"new"), ("c", b"new"), ("d", b"new")}


class CrashError(Exception):
    """The process ends here."""


@pytest.fixture(params=["file", "object"])
def path(request, tmp_path, monkeypatch):
    if request.param == "file":
        return str(tmp_path / "log")
    (tmp_path / "bucket").mkdir()
    system = fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem())
    monkeypatch.setitem(store.SYSTEMS, "object", system)
    return "object://bucket/log"


def write(path, number, expected, **options):
    given = {"path": path, **options}
    writer = LogWriter(parse_write_options(given), UUID(int=number).hex, overwrite=True)
    topics, values = zip(*sorted(expected), strict=True)
    batch = pa.RecordBatch.from_pydict({"topic": list(topics), "value": list(values)})
    writer.commit([writer.write([batch], "0-0")])


def content(path):
    found = [(row["topic"], row["value"]) for row in rows(path)]
    assert len(found) == len(set(found))
    return set(found)


class Steps:
    """Counts what changes the store, and crashes at one of its steps."""

    def __init__(self, monkeypatch, crash_at):
        self.count = 0
        self.crash_at = crash_at
        for name in STEPS:
            monkeypatch.setattr(Store, name, self._counted(getattr(Store, name)))

    def _counted(self, step):
        def counted(*given):
            self.count += 1
            if self.count == self.crash_at:
                raise CrashError
            return step(*given)

        return counted


def steps_of_an_overwrite(path, monkeypatch):
    with monkeypatch.context() as patched:
        steps = Steps(patched, None)
        write(path, 2, NEW)
        return steps.count


def test_a_crash_at_any_step_loses_nothing(path, monkeypatch):
    write(path, 1, OLD)
    assert content(path) == OLD
    last = steps_of_an_overwrite(path, monkeypatch)
    assert content(path) == NEW
    assert last > 15
    outcomes = set()
    for number in range(1, last + 1):
        write(path, 100 + 2 * number, OLD, cleanup="true")
        assert content(path) == OLD
        with monkeypatch.context() as patched:
            Steps(patched, number)
            with pytest.raises(CrashError):
                write(path, 101 + 2 * number, NEW)
        if path.startswith("object"):
            assert content(path) >= OLD or content(path) >= NEW
        # a write that repairs, and has nothing of its own
        repairing = LogWriter(
            parse_write_options({"path": path, "cleanup": "true", "topic": "t"}),
            UUID(int=number).hex,
            overwrite=False,
        )
        repairing.commit([])
        found = content(path)
        assert found in (OLD, NEW)
        outcomes.add(found == NEW)
    assert outcomes == {True, False}


def test_an_interrupted_overwrite_is_not_written_over(path, monkeypatch):
    write(path, 1, OLD)
    last = steps_of_an_overwrite(path, monkeypatch)
    write(path, 3, OLD)
    with monkeypatch.context() as patched:
        Steps(patched, last - 4)
        with pytest.raises(CrashError):
            write(path, 4, NEW)
    with pytest.raises(UnfinishedWriteError, match="cleanup=true"):
        write(path, 5, OLD)
    write(path, 6, OLD, cleanup="true")
    assert content(path) == OLD
