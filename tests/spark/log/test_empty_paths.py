"""A path or a topic without a log is an error, not a read without rows."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kraft_spark.exporting.job import ExportJob, ProcessEngine, run_export
from kraft_spark.log.layout import EmptyPathError, MissingPathError, UnknownTopicError, list_files
from kraft_spark.log.stream import LogStream
from kraft_spark.writing.restore_job import restore_logs
from tests.spark.exporting.test_export import partition
from tests.spark.log_rows import batch, options_of, rows, write_log


@pytest.fixture
def logs(tmp_path):
    for topic in ("orders", "payments"):
        write_log(partition(tmp_path / "logs", topic=topic), batch(0))
    (tmp_path / "logs" / "audit-0").mkdir()
    return tmp_path / "logs"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"subscribe": "ordesr"}, r"no directory of ordesr under .*; did you mean orders\?"),
        ({"subscribe": "orders,gone"}, "no directory of gone"),
        ({"assign": '{"orders": [0, 1]}'}, "no directory of orders-1"),
        ({"startingOffsets": '{"orders": {"0": 0}, "gone": {"0": 1}}'}, "no directory of gone-0"),
        ({"endingOffsets": '{"orders": {"7": 0}}'}, "no directory of orders-7"),
        ({"startingOffsetsByTimestamp": '{"gone": {"0": 0}}'}, "no directory of gone-0"),
    ],
)
def test_named_topic_without_directory_is_an_error(logs, options, words):
    with pytest.raises(UnknownTopicError, match=words):
        rows(logs, **options)
    rows(logs, allowEmpty=True, **options)


def test_named_topic_with_an_empty_directory_has_no_rows(logs):
    assert rows(logs, subscribe="audit") == []
    assert len(rows(logs, assign='{"orders": [0]}')) == 3


def test_view_without_its_topic_has_no_rows(logs):
    assert rows(logs, view="offsets") == []


@pytest.mark.parametrize("view", ["records", "metadata", "files"])
def test_path_without_a_log_is_an_error(tmp_path, view):
    (tmp_path / "empty" / "orders-0").mkdir(parents=True)
    (tmp_path / "empty" / "notes.txt").write_text("x")
    with pytest.raises(EmptyPathError, match="contains no segment and no snapshot"):
        rows(tmp_path / "empty", view=view)
    assert rows(tmp_path / "empty", view=view, allowEmpty=True) == []


def test_every_path_must_have_a_log(logs, tmp_path):
    (tmp_path / "empty").mkdir()
    paths = f'["{logs}", "{tmp_path / "empty"}"]'
    with pytest.raises(EmptyPathError, match="empty contains no segment"):
        list_files(options_of(logs, paths=paths))


def test_link_to_nothing_is_an_error(logs, tmp_path):
    (logs / "refunds-0").symlink_to(tmp_path / "gone")
    with pytest.raises(MissingPathError, match=r"refunds-0 is a link to .*gone"):
        rows(logs)
    assert len(rows(logs, ignoreMissingFiles=True)) == 6
    (logs / "refunds-0").unlink()
    (logs / "orders-0" / f"{7:020}.log").symlink_to(tmp_path / "gone.log")
    with pytest.raises(MissingPathError, match="is a link to"):
        rows(logs)


def test_link_to_nothing_that_is_no_log_does_not_matter(logs, tmp_path):
    (logs / "current").symlink_to(tmp_path / "gone")
    assert len(rows(logs)) == 6


def test_link_loop_gives_each_record_once(logs):
    (logs / "orders-0" / "again").symlink_to(logs)
    (logs / "loop").symlink_to(logs)
    found = rows(logs, "topic STRING, path STRING, offset BIGINT")
    assert len(found) == 6
    assert {row["path"] for row in found if row["topic"] == "orders"} == {
        f"file://{logs}/orders-0/{0:020}.log"
    }


@pytest.mark.parametrize("target", ["logs", "logs/orders-0"])
def test_stream_and_export_end_at_a_link_loop(logs, tmp_path, target):
    (logs / "loop").symlink_to(tmp_path / target)
    (logs / "orders-0" / "again").symlink_to(logs)
    (logs / "more").mkdir()
    (logs / "more" / "itself").symlink_to(logs / "more" / "itself")
    (logs / "more" / "back").symlink_to(logs)
    options = {"path": str(logs), "end": "logEnd", "subscribe": "orders"}
    job = ExportJob(options=options, out=str(tmp_path / "table"))
    assert run_export(job, ProcessEngine()).rows == 3
    stream = LogStream(replace(options_of(**options), replicas="one"))
    assert set(stream.initial()) - {"$kraft"} == {"orders"}


def test_links_to_other_places_are_followed(logs, tmp_path):
    write_log(partition(tmp_path / "disk2", topic="refunds"), batch(0))
    (logs / "refunds-0").symlink_to(tmp_path / "disk2" / "refunds-0")
    assert len(rows(logs)) == 9


def test_export_and_restore_of_a_wrong_folder_are_errors(tmp_path):
    (tmp_path / "wrong").mkdir()
    job = ExportJob(options={"path": str(tmp_path / "wrong")}, out=str(tmp_path / "table"))
    with pytest.raises(EmptyPathError):
        run_export(job, ProcessEngine())
    with pytest.raises(EmptyPathError):
        restore_logs(str(tmp_path / "wrong"), str(tmp_path / "out"))


def test_new_stream_refuses_a_misspelt_topic(logs):
    with pytest.raises(UnknownTopicError, match="did you mean orders"):
        LogStream(options_of(logs, subscribe="ordesr")).initial()
    LogStream(options_of(logs, subscribe="ordesr", allowEmpty=True)).initial()


@contextmanager
def not_as_root():
    """Run as the user nobody if this is root, who can read every directory."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_directory_that_cannot_be_read_is_an_error(logs):
    assert rows(logs)  # imports modules that another user may not be able to read
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # those of pytest are closed to other users
        copy = shutil.copytree(logs, Path(name, "logs"))
        with not_as_root():
            assert rows(copy)
        (copy / "orders-0").chmod(0)
        with not_as_root(), pytest.raises(PermissionError):
            rows(copy)
        (copy / "orders-0").chmod(0o755)
