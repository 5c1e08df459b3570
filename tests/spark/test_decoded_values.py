from __future__ import annotations

import pytest

from tests.spark.registered_values import ORDER, TEXT, VALUE, avro, log, registered

pytestmark = pytest.mark.spark


def test_values_are_decoded_in_a_session(spark, tmp_path):
    log(tmp_path / "orders-0", (None, avro(ORDER, VALUE)), (None, b"plain"))
    log(tmp_path / "_schemas-0", registered("orders-value", 1, 1, ORDER))
    reader = spark.read.format("kafka_log").option("valueDecoder", "avro")
    reader = reader.option("subscribe", "orders")
    good, bad = reader.load(str(tmp_path)).orderBy("offset").collect()
    assert (good.schemaId, good.decoded, good.decodeError) == (1, TEXT, None)
    assert (bad.schemaId, bad.decoded) == (None, None)
    assert "does not begin with a schema id" in bad.decodeError
    typed = reader.option("valueSchema", "orders-value:1").load(str(tmp_path))
    row = typed.where("decodeError IS NULL").selectExpr("id", "price", "sizes['a'] AS size").first()
    assert (row.id, str(row.price), row.size) == (7, "12.50", 1)


def test_a_stream_knows_schemas_that_were_registered_after_it_began(spark, tmp_path):
    logs, found = tmp_path / "logs", []
    first = registered("s", 1, 1, '"long"')
    log(logs / "_schemas-0", first)
    log(logs / "orders-0", (None, avro("long", 1, 1)))
    stream = spark.readStream.format("kafka_log").option("valueDecoder", "avro")
    stream = stream.option("subscribe", "orders").option("activeSegment", "true")

    def note(frame, _):
        found.extend((row.decoded, row.decodeError) for row in frame.collect())

    query = (
        stream.load(str(logs))
        .writeStream.foreachBatch(note)
        .option("checkpointLocation", str(tmp_path / "checkpoint"))
        .start()
    )
    try:
        query.processAllAvailable()
        log(logs / "_schemas-0", first, registered("s", 2, 2, '"string"'))
        log(logs / "orders-0", (None, avro("long", 1, 1)), (None, avro("string", "new", 2)))
        query.processAllAvailable()
    finally:
        query.stop()
    assert found == [("1", None), ('"new"', None)]
