from __future__ import annotations

import pytest

from benchmarks.peers.arrow_decoders import kraft
from benchmarks.spark_logs import SHAPES, write_log
from tests.spark.log_rows import rows


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_generated_log_is_sound_and_has_what_it_says(shape, tmp_path):
    log = write_log(tmp_path, shape, 400_000)
    (health,) = rows(log.path, view="files")
    assert (health["records"], health["endOffset"]) == (log.records, log.records)
    assert (health["sizeInBytes"], health["validBytes"]) == (log.bytes, log.bytes)
    assert (health["crcFailures"], health["offsetGaps"], health["outOfOrderBatches"]) == (0, 0, 0)
    assert 300_000 < log.records * (16 + shape.value_bytes) <= 400_000
    batches = rows(log.path, view="batches")
    assert {row["compressionType"] for row in batches} == {shape.codec.label}
    assert {row["count"] for row in batches} == {shape.records_per_batch}


def test_our_decoder_reads_every_record(tmp_path):
    log = write_log(tmp_path, SHAPES[0], 200_000)
    assert kraft(log.path) == log.records
