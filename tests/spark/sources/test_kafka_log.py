"""The source inside Spark. Everything that needs no Spark is tested without it, elsewhere."""

from __future__ import annotations

import pytest

from kraft_spark.errors import condition
from kraft_spark.log.options import VIEWS
from tests.spark.log_rows import KAFKA, batch, rows, write_log

pytestmark = pytest.mark.spark

CASES = {
    "records": "topic-txn",
    "batches": "topic-txn",
    "metadata": "metadata-log",
    "control": "topic-txn",
    "offsets": "consumer-offsets",
    "transactions": "transaction-state",
    "files": "topic-segments",
    "tiers": "../../tiered",
}


def frame(spark, path, schema=None, **options):
    reader = spark.read.format("kafka_log").options(**options)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.load(str(path))


@pytest.mark.parametrize("view", VIEWS)
def test_spark_shows_what_the_reader_gives(spark, view):
    path = KAFKA / CASES[view]
    found = frame(spark, path, view=view).collect()
    wanted = rows(path, view=view)
    assert len(found) == len(wanted) > 0
    assert list(found[0].asDict()) == list(wanted[0])
    plain = [name for name in wanted[0] if "imestamp" not in name and name != "modificationTime"]
    shown = [[row.asDict(recursive=True)[name] for name in plain] for row in found]
    assert shown == [[row[name] for name in plain] for row in wanted]


def test_a_schema_chooses_columns(spark):
    found = frame(
        spark,
        KAFKA / "topic-txn",
        "PATH STRING, Offset BIGINT, headers ARRAY<STRUCT<key: STRING, value: BINARY>>",
    )
    assert found.columns == ["PATH", "Offset", "headers"]
    assert found.agg({"Offset": "max"}).first()[0] == 191


@pytest.mark.parametrize(
    ("schema", "options", "words"),
    [
        ("nope STRING", {}, "no column nope"),
        ("offset INT", {}, "the schema declares INT"),
        ("offset BIGINT", {"view": "nope"}, "option view"),
        (None, {"wiew": "records"}, "unknown option wiew"),
        (
            None,
            {"isolationLevel": "read_committed", "view": "files"},
            "isolationLevel does not apply",
        ),
    ],
)
def test_refusals_reach_the_user(spark, schema, options, words):
    with pytest.raises(Exception, match=words):
        frame(spark, KAFKA / "topic-txn", schema, **options).collect()


def test_missing_or_empty_path_is_refused_or_ignored_by_option(spark, tmp_path):
    with pytest.raises(Exception, match="no such file or directory"):
        frame(spark, tmp_path / "nothing")
    with pytest.raises(Exception, match="KRAFT_EMPTY_PATH"):
        frame(spark, tmp_path).count()
    assert frame(spark, tmp_path, allowEmpty="true").count() == 0
    assert frame(spark, tmp_path / "nothing", ignoreMissingFiles="true").count() == 0


def test_mode_selects_how_damaged_batches_are_read(spark, tmp_path):
    wrong = bytearray(batch(3))
    wrong[-1] ^= 1
    path = write_log(tmp_path / "orders-0", batch(0), bytes(wrong), batch(6))
    with pytest.raises(Exception, match="the checksum is wrong"):
        frame(spark, path).count()
    assert frame(spark, path, mode="DROPMALFORMED").count() == 6
    permissive = frame(spark, path, mode="PERMISSIVE")
    assert permissive.where("errorReason is not null").count() == 1
    assert permissive.count() == 7


def test_filters_are_taken_and_evaluated_again(spark):
    path = KAFKA / "topic-txn"
    condition = "offset between 5 and 90 and partition in (0) and timestamp >= '2000-01-01'"
    name = "spark.sql.python.filterPushdown.enabled"
    assert spark.conf.get(name) == "true"
    wanted = frame(spark, path, filterPushdown="false").where(condition).count()
    assert frame(spark, path).where(condition).count() == wanted > 0
    spark.conf.set(name, "false")
    try:
        assert frame(spark, path).where(condition).count() == wanted
    finally:
        spark.conf.set(name, "true")


def test_filters_leave_files_unread(spark, tmp_path):
    """Reading the other partition would fail."""
    write_log(tmp_path / "orders-0", batch(0))
    wrong = bytearray(batch(0))
    wrong[-1] ^= 1
    write_log(tmp_path / "orders-1", bytes(wrong))
    assert frame(spark, tmp_path).where("partition = 0").count() == 3
    with pytest.raises(Exception, match="the checksum is wrong"):
        frame(spark, tmp_path).where("partition = 1").count()


def test_sql_view_reads_control_records(spark):
    path = KAFKA / "topic-txn"
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW log (path STRING, offset BIGINT) USING kafka_log "
        f"OPTIONS (path '{path}', includeControl 'true')"
    )
    assert spark.sql("SELECT count(*) FROM log").first()[0] == 322


def test_several_paths_and_globs(spark):
    names = ["topic-none", "topic-gzip"]
    both = spark.read.format("kafka_log").load([str(KAFKA / name) for name in names])
    assert both.count() == sum(len(rows(KAFKA / name)) for name in names)
    pattern = f"{KAFKA}/topic-{{none,gzip}}"
    assert frame(spark, pattern).count() == both.count()


def test_latest_offsets_are_a_query(spark):
    offsets = frame(
        spark,
        KAFKA / "consumer-offsets",
        view="offsets",
        isolationLevel="read_committed",
        replicas="one",
    )
    offsets.createOrReplaceTempView("offsets")
    found = spark.sql(
        "SELECT groupId, topic, partition, l.committedOffset FROM (SELECT groupId, topic, "
        "partition, max_by(struct(committedOffset, isTombstone), recordOffset) AS l FROM offsets "
        "WHERE recordType = 'OFFSET_COMMIT' GROUP BY groupId, topic, partition) "
        "WHERE NOT l.isTombstone"
    ).collect()
    assert found
    assert all(row.committedOffset >= 0 for row in found)


def test_decoded_text_is_variant(spark):
    metadata = frame(spark, KAFKA / "metadata-log", view="metadata")
    names = metadata.where("recordType = 'TOPIC_RECORD'").selectExpr(
        "parse_json(decoded):name::string AS name"
    )
    assert names.where("name IS NULL").count() == 0


def test_a_stream_of_a_view_without_offsets_is_refused_with_a_sentence(spark, tmp_path):
    source = spark.readStream.format("kafka_log").option("view", "files")
    writer = source.load(str(KAFKA / "topic-none")).writeStream.format("noop")
    with pytest.raises(Exception, match="view=files cannot be streamed") as raised:
        writer.option("checkpointLocation", str(tmp_path)).start().processAllAvailable()
    assert condition(raised.value) == "KRAFT_OPTION"


@pytest.mark.parametrize(
    ("path", "options", "is_told"),
    [
        ("/a/__cluster_metadata-0", {}, True),
        ("/a/__cluster_metadata-0/", {}, True),
        ("/a/__cluster_metadata-0", {"view": "records"}, False),
        ("/a", {}, False),
    ],
)
def test_loading_the_metadata_log_without_a_view_gives_a_hint(caplog, path, options, is_told):
    from kraft_spark.sources.kafka_log import KafkaLogSource

    KafkaLogSource({"path": path, "ignoreMissingFiles": "true", **options}).schema()
    assert ("option view=metadata decodes them" in caplog.text) == is_told
