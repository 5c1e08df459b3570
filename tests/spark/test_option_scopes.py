"""An option that has no effect where it is given is an error, in every view and function."""

from __future__ import annotations

import pytest

from kraft_spark.exporting.job import ExportJob
from kraft_spark.log.options import (
    DOCTOR,
    EXPORT,
    OPTIONS,
    READ,
    RESTORE,
    STREAM,
    VIEWS,
    WRITE_OPTIONS,
    parse_options,
    parse_write_options,
)
from kraft_spark.options import OptionError, with_arguments
from kraft_spark.quorum.options import OPTIONS as QUORUM
from kraft_spark.quorum.options import parse_quorum_options
from kraft_spark.writing.restore_job import restore_logs

USES = (READ, STREAM, EXPORT, RESTORE, DOCTOR)


@pytest.mark.parametrize(
    ("options", "use", "words"),
    [
        ({"endingOffsets": "5"}, STREAM, "does not apply to spark.readStream"),
        ({"endingTimestamp": "5"}, EXPORT, "does not apply to export; use it with spark.read"),
        ({"startingOffsets": "5"}, RESTORE, "does not apply to restore"),
        ({"isolationLevel": "read_committed"}, RESTORE, "isolationLevel does not apply to restore"),
        ({"recordType": "TopicRecord"}, READ, "view=records; use it with view=metadata"),
        ({"view": "files", "startingOffsets": "5"}, READ, "startingOffsets .* view=files"),
        ({"view": "batches", "includeHeaders": "true"}, READ, "includeHeaders .* view=batches"),
        ({"view": "metadata", "includeControl": "true"}, READ, "includeControl .* view=metadata"),
        ({"maxBytesPerTrigger": "1g"}, READ, "maxBytesPerTrigger does not apply to spark.read;"),
        ({"activeSegment": "true"}, RESTORE, "activeSegment does not apply to restore"),
        ({"view": "files", "end": "closedSegments"}, READ, "end does not apply to view=files"),
        ({"failOnDataLoss": "false"}, EXPORT, "failOnDataLoss does not apply to export"),
        ({"columnNameOfCorruptRecord": "bad"}, READ, "needs mode=PERMISSIVE"),
        ({"schemasTopic": "my_schemas"}, READ, "schemasTopic needs valueDecoder or keyDecoder"),
        ({"strict": "true"}, READ, "view=records needs valueDecoder or keyDecoder"),
        ({"startingOffsetsByTimestampStrategy": "error"}, READ, "needs startingTimestamp"),
        ({"transactionState": "x"}, READ, "needs isolationLevel=read_committed"),
        ({"replicas": "all"}, STREAM, "replicas is always one in spark.readStream"),
        ({"view": "tiers", "mode": "PERMISSIVE"}, READ, "mode does not apply to view=tiers"),
    ],
)
def test_option_without_effect_is_refused(options, use, words):
    with pytest.raises(OptionError, match=words):
        parse_options({"path": "p", **options}, use)


@pytest.mark.parametrize(
    ("options", "use"),
    [
        ({"includeHeaders": "false", "view": "files"}, READ),
        ({"replicas": "one"}, EXPORT),
        ({"columnNameOfCorruptRecord": "bad", "mode": "PERMISSIVE"}, READ),
        ({"kafka.bootstrap.servers": "a:1"}, READ),
    ],
)
def test_defaults_and_options_with_an_effect_are_taken(options, use):
    parse_options({"path": "p", **options}, use)


def test_restore_refuses_starts(tmp_path):
    for name in ("startingOffsets", "startingTimestamp"):
        with pytest.raises(OptionError, match=f"{name} does not apply to restore"):
            restore_logs(str(tmp_path), str(tmp_path / "out"), options={name: "5"})
    with pytest.raises(OptionError, match="isolationLevel does not apply to restore"):
        restore_logs(
            str(tmp_path), str(tmp_path / "out"), options={"isolationLevel": "read_committed"}
        )
    with pytest.raises(OptionError, match="option VIEW is set by an argument"):
        restore_logs(str(tmp_path), str(tmp_path / "out"), options={"VIEW": "files"})


def test_export_refuses_what_its_own_arguments_set(tmp_path):
    job = ExportJob(options={"path": str(tmp_path), "failOnDataLoss": "false"}, out="table")
    with pytest.raises(OptionError, match="failOnDataLoss does not apply to export"):
        job.check()


def test_arguments_of_a_function_are_not_options():
    assert with_arguments({"mode": "x"}, {"view": "a"}) == {"mode": "x", "view": "a"}
    with pytest.raises(OptionError, match="option Paths is set by an argument"):
        with_arguments({"Paths": "x"}, {"view": "a"}, "paths")


def test_written_logs_and_snapshots_have_their_own_options():
    with pytest.raises(OptionError, match="snapshotEpoch does not apply to view=records"):
        parse_write_options({"path": "p", "snapshotEpoch": "1"})
    with pytest.raises(OptionError, match="compression does not apply to view=metadata"):
        parse_write_options(
            {
                "path": "p",
                "view": "metadata",
                "snapshotEpoch": "1",
                "snapshotEndOffset": "1",
                "compression": "zstd",
            }
        )


@pytest.mark.parametrize(
    ("options", "use", "words"),
    [
        ({"endingOffsets": "5"}, "spark.readStream", "endingOffsets does not apply to"),
        ({"maxOffsetsPerTrigger": "5"}, "spark.read", "maxOffsetsPerTrigger does not apply to"),
        ({"view": "status", "recordType": "TopicRecord"}, "spark.read", "view=status"),
    ],
)
def test_quorum_options_without_effect_are_refused(options, use, words):
    with pytest.raises(OptionError, match=words):
        parse_quorum_options({"kafka.bootstrap.controllers": "localhost:9093", **options}, use)


@pytest.mark.parametrize("table", [OPTIONS, WRITE_OPTIONS, QUORUM], ids=lambda one: one.reader)
def test_scopes_name_views_and_options_that_exist(table):
    views = {*VIEWS, "status"}
    for option in table.options:
        assert set(option.scope.views) <= views
        assert set(option.scope.needs) <= set(table.names)


def test_applicable_options_are_taken_by_every_view():
    """The doctor and the first pass of read_committed read several views with the same options."""
    given = {"path": "p", "includeSecrets": "true", "mode": "DROPMALFORMED", "layout": "flat"}
    for view in VIEWS:
        for use in USES:
            applicable = OPTIONS.applicable(given, view=view, use=use)
            parse_options({**applicable, "view": view}, use)
            assert applicable["layout"] == "flat"
