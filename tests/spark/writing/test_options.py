from __future__ import annotations

import pytest

from kraft_spark.log.options import parse_write_options
from kraft_spark.options import OptionError


def test_defaults_write_records_with_indexes():
    options = parse_write_options({"path": "p"})
    assert (options.view, options.compression, options.write_index) == ("records", "none", True)
    assert options.segment_bytes == 1 << 30


def test_names_and_values_ignore_case():
    options = parse_write_options(
        {"PATH": "p", "compression": "ZSTD", "batchbytes": "1m", "writeIndex": "false"}
    )
    assert (options.compression, options.batch_bytes, options.write_index) == (
        "zstd",
        1 << 20,
        False,
    )
    options = parse_write_options(
        {"path": "p", "view": "metadata", "snapshotEndOffset": "9", "snapshotEpoch": "2"}
    )
    assert (options.snapshot_end_offset, options.snapshot_epoch) == (9, 2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "path"),
        ({"path": "p", "mode": "x"}, "unknown option mode"),
        ({"path": "p", "view": "files"}, "view cannot be 'files'; allowed: records, metadata"),
        ({"path": "p", "compression": "lzo"}, "none, gzip, snappy, lz4, zstd"),
        ({"path": "p", "batchBytes": "0"}, "batchBytes"),
        ({"path": "p", "view": "metadata"}, "snapshotEndOffset and snapshotEpoch are needed"),
        (
            {"path": "p", "view": "metadata", "snapshotEndOffset": "-1", "snapshotEpoch": "1"},
            "snapshotEndOffset",
        ),
    ],
)
def test_refusals_name_the_option(options, words):
    with pytest.raises(OptionError, match=words):
        parse_write_options(options)
