"""Functions for users around the formats, with errors in Spark's form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kraft_spark.cluster_image import files
from kraft_spark.disks import Doctor
from kraft_spark.errors import raises_pyspark_errors
from kraft_spark.exporting.job import ExportJob, SparkEngine, run_export
from kraft_spark.log import two_passes
from kraft_spark.log.typed_options import texts_of
from kraft_spark.options import with_arguments
from kraft_spark.writing import restore_job
from kraft_spark.writing.restore_plan import plan_restore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from kraft_spark.exporting.job import ExportResult
    from kraft_spark.log.typed_options import ExportOptions, ReadOptions
    from kraft_spark.writing.restore import RestoredPartition
    from kraft_spark.writing.restore_plan import RestorePlan


def sample() -> str:
    """Return the path of a small log directory that is part of this package.

    It has 80 records of topic `orders`, nine of `payments` in a committed and an aborted
    transaction, and committed offsets of the group `billing`. Where tasks run on other machines,
    the package has to be installed at the same path there.
    """
    return str(Path(__file__).parent / "sample_log")


@raises_pyspark_errors
def read_committed(
    spark: Any,
    path: str | Sequence[str],
    *,
    view: str = "records",
    schema: str | None = None,
    options: Mapping[str, str] | ReadOptions | None = None,
) -> Any:
    """Return the rows that `isolationLevel=read_committed` gives, for logs without sidecar files.

    Tasks read all markers once, now, and then the rows. `options` are those of `kafka_log`,
    `schema` is DDL. Raises PySparkValueError, with conditions as
    KRAFT_OPTION and KRAFT_MISSING_PATH (see `kraft_spark.errors`).
    """
    given = texts_of(options)
    return two_passes.read_committed(spark, path, view=view, schema=schema, options=given)


@raises_pyspark_errors
def export(
    spark: Any,
    path: str | Sequence[str],
    out: str,
    *,
    format: str = "parquet",  # noqa: A002  # as Spark's readers and writers name it
    partitionBy: str | Sequence[str] = (),  # noqa: N803  # as Spark's writers name it
    view: str = "records",
    columns: Sequence[str] | None = None,
    options: Mapping[str, str] | ExportOptions | None = None,
    catalog: Mapping[str, str] | None = None,
    compression: str = "zstd",
    active_segment: bool | None = None,
    fail_on_data_loss: bool = True,
    restart_from: str | Mapping[str, Mapping[str, int]] | None = None,
    target_file_size: int | str | None = None,
) -> ExportResult:
    """Add the new records of a log to a table (Parquet, Delta, Iceberg), each exactly once.

    Tasks write the files themselves; the rows do not pass through Spark. Progress is committed with
    the data: run it again to continue, also after a crash. `out` is a local path, of Delta a path
    or URI, of Iceberg the name NAMESPACE.TABLE in a catalog of pyiceberg with the properties
    `catalog`. `partitionBy` names columns, or `day`, the UTC day of `timestamp`. `options` are
    those of `kafka_log`. Partitions are read up to their high watermark, unless option `end` says
    otherwise (`active_segment` is its name in earlier releases). Of several replicas, the one with
    the highest end offset is read. `restart_from` forgets the progress of the table: `earliest` or
    offsets, `{"orders": {"0": 23}}`. `target_file_size` is in bytes, or a string such as `256m`; by
    default a property of the table, `delta.targetFileSize` or `write.target-file-size-bytes`, else
    1 GiB.

    Raises PySparkValueError, with conditions as KRAFT_EXPORT_CONFLICT, KRAFT_EXPORT_TABLE,
    KRAFT_DATA_LOSS and KRAFT_OPTION; what tasks raise comes as Spark's errors.
    """
    by = (partitionBy,) if isinstance(partitionBy, str) else tuple(partitionBy)
    paths = {"path": path} if isinstance(path, str) else {"paths": json.dumps(list(path))}
    job = ExportJob(
        options=with_arguments(texts_of(options), {**paths, "view": view}, "path", "paths"),
        out=out,
        format=format,
        partition_by=by,
        columns=None if columns is None else tuple(columns),
        catalog=dict(catalog or {}),
        compression=compression,
        active_segment=active_segment,
        fail_on_data_loss=fail_on_data_loss,
        restart_from=restart_from
        if isinstance(restart_from, str | None)
        else json.dumps(restart_from),
        target_file_size=None if target_file_size is None else str(target_file_size),
    )
    return run_export(job, SparkEngine(spark))


@raises_pyspark_errors
def doctor(
    spark: Any,
    path: str | Sequence[str],
    *,
    options: Mapping[str, str] | ReadOptions | None = None,
) -> Doctor:
    """Examine brokers' disks: lag, open transactions, storage, compaction, retention.

    `options` are those of `kafka_log`. Of several replicas, the one with the highest end offset is
    read.
    """
    return Doctor(spark, [path] if isinstance(path, str) else path, texts_of(options))


@raises_pyspark_errors
def restore(
    path: str | Sequence[str],
    out: str,
    *,
    topics: Sequence[str] = (),
    topic_ids: Mapping[str, str] | None = None,
    committed: bool = True,
    options: Mapping[str, str] | ReadOptions | None = None,
    spark: Any = None,
    jobs: int = 1,
) -> list[RestoredPartition]:
    """Copy the valid batches of logs, byte for byte, into a log directory that a broker adopts.

    Sources are paths and URIs of `kafka_log`, tiers too, `options` its options; `out` is a
    directory that no broker is using. With a session `spark` each partition is a task, and the
    driver and all executors must have `out` at the same path, as the same user. Without, `jobs`
    processes of this machine copy. Damaged and torn batches are left out and
    counted. `endingOffsets`, `endingTimestamp` and `endingOffsetsByTimestamp` restore a point in
    time. `committed` ends a partition before the first transaction that is open there. The copy is
    read back and compared before it gets its name.
    `topic_ids` are the ids under which the adopting cluster knows the topics, by default those of
    the source. Raises PySparkValueError, conditions KRAFT_RESTORE, KRAFT_OPTION and
    KRAFT_MISSING_PATH; what tasks of Spark raise comes as Spark's errors.
    """
    return restore_job.restore_logs(
        path,
        out,
        topics=topics,
        topic_ids=topic_ids,
        committed=committed,
        options=texts_of(options),
        engine=restore_job.ProcessEngine(jobs) if spark is None else restore_job.SparkEngine(spark),
    )


@raises_pyspark_errors
def restore_plan(
    path: str | Sequence[str],
    *,
    topics: Sequence[str] = (),
    metadata: str | Sequence[str] | None = None,
    at: int | datetime | None = None,
    committed: bool = True,
    options: Mapping[str, str] | ReadOptions | None = None,
) -> RestorePlan:
    """Return the parts that `restore` with the same arguments does not copy; nothing is written.

    Topics with their partition counts and configs come from the metadata log under `metadata`, by
    default under `path`, after all its records or at `at`, as of `image`. Groups are those whose
    committed offsets in `__consumer_offsets` are above the end of the copies. Raises
    PySparkValueError, conditions KRAFT_RESTORE, KRAFT_IMAGE, KRAFT_OPTION and KRAFT_MISSING_PATH.
    """
    return plan_restore(
        path,
        topics=topics,
        metadata=metadata,
        at=at,
        committed=committed,
        options=texts_of(options),
    )


@raises_pyspark_errors
def keep_history(
    spark: Any,
    path: str | Sequence[str],
    out: str,
    *,
    checkpoint: str,
    include_secrets: bool = False,
    trigger: Mapping[str, Any] | None = None,
) -> Any:
    """Keep the tables of `history` up to date in files of Parquet, while the log grows.

    Each table is `<out>/<table>/history.parquet`, on a disk of the driver, and is replaced as a
    whole. Returns the streaming query of Spark; `checkpoint` is its directory, `trigger` what
    `DataStreamWriter.trigger` takes, every 60 seconds by default. A query that is started again
    continues from its files, also after segments were deleted, as long as a snapshot of the
    cluster reaches that offset. Raises PySparkValueError, condition KRAFT_IMAGE.
    """
    return files.keep_history(
        spark,
        [path] if isinstance(path, str) else list(path),
        out,
        checkpoint=checkpoint,
        include_secrets=include_secrets,
        trigger=None if trigger is None else dict(trigger),
    )
