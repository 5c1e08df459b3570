"""The state of a cluster inside Spark; what is in it is tested without Spark, elsewhere."""

from __future__ import annotations

from datetime import datetime

import pytest

import kraft_spark
from kraft_spark.cluster_image.files import read_image
from kraft_spark.cluster_image.tables import TABLES, table_columns, table_rows
from kraft_spark.columns import spark_schema
from tests.spark.log_rows import KAFKA, ms

pytestmark = pytest.mark.spark

LOG = str(KAFKA / "metadata-log")


def in_microseconds(value):
    return ms(value) * 1_000 if isinstance(value, datetime) else value


def test_every_table_has_its_rows_and_its_schema(spark):
    image = kraft_spark.image(spark, LOG, at=500)
    assert image.offset == 500
    state = read_image(LOG, 500).state
    for table in TABLES:
        frame = getattr(image, table)
        assert frame.schema == spark_schema(table_columns(table))
        wanted = table_rows(table, state)
        names = frame.columns
        found = [
            {name: in_microseconds(value) for name, value in row.asDict(recursive=True).items()}
            for row in frame.collect()
        ]
        assert found == [{name: row.get(name) for name in names} for row in wanted]
    assert image.topics is image.topics


def test_tables_join(spark):
    image = kraft_spark.image(spark, LOG)
    lonely = image.partitions.join(
        image.brokers, image.partitions.leader == image.brokers.brokerId, "left_anti"
    )
    assert lonely.where("leader >= 0").count() == 0
