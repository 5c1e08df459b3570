"""Compressed batches: every codec, and refusals as an end of the dump."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.records import decompressed
from kraft_core.cli.dump.report import StoppedError
from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import compress


@pytest.mark.parametrize("codec", list(Compression)[1:])
def test_each_codec_restores_the_data(codec):
    data = b"data " * 1000
    assert decompressed(codec, compress(codec, data), 2) == data


@pytest.mark.parametrize("codec", list(Compression)[1:])
def test_data_that_cannot_be_decompressed_is_refused(codec):
    with pytest.raises(StoppedError, match="cannot be decompressed: "):
        decompressed(codec, b"\xff" * 40, 2)
