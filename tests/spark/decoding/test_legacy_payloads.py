from __future__ import annotations

import pytest

from kraft_spark.decoding import decoded_batches
from kraft_spark.decoding.decoded_batches import legacy_batch, read_legacy
from kraft_spark.files.segment_scan import block_of, follow
from kraft_wire.records import iter_batches
from tests.spark.log_rows import DATA

FOLDERS = sorted((DATA / "3.9.2" / "legacy-magic").glob("magic[01]-*"))


def block(data, *, check_crcs=True):
    return block_of(data, 0, follow(memoryview(data), 0, len(data)), check_crcs=check_crcs)


def content(folder):
    return (folder / f"{0:020}.log").read_bytes()


def offsets(found):
    base = found.block.heads["baseOffset"].astype("i8")
    return (base[found.spans.batch] + found.spans.delta).tolist()


@pytest.mark.parametrize("group_bytes", [100, 1 << 20])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_offsets_are_those_that_the_wire_layer_reads(folder, group_bytes, monkeypatch):
    monkeypatch.setattr(decoded_batches, "GROUP_BYTES", group_bytes)
    data = content(folder)
    wanted = [record.offset for batch in iter_batches(data) for record in batch.records()]
    found = list(read_legacy(block(data), max_bytes=1 << 20))
    assert [offset for read in found for offset in offsets(read)] == wanted
    assert all(read.bad == {} for read in found)


def test_a_batch_that_unpacks_to_too_much_is_bad():
    (folder,) = (one for one in FOLDERS if one.name.startswith("magic1-gzip"))
    (found,) = read_legacy(block(content(folder)), max_bytes=10)
    assert found.bad
    assert not len(found.spans.batch)


def test_checksums_inside_count_where_checksums_count(monkeypatch):
    (folder,) = (one for one in FOLDERS if one.name.startswith("magic1-none"))
    data = bytearray(content(folder))
    data[-1] ^= 1
    (found,) = read_legacy(block(bytes(data)), max_bytes=1 << 20)
    assert list(found.bad) == [len(found.block) - 1]
    (found,) = read_legacy(block(bytes(data), check_crcs=False), max_bytes=1 << 20)
    assert found.bad == {}


def test_legacy_batch_is_read_as_by_kraft_wire():
    data = content(FOLDERS[0])
    assert bytes(legacy_batch(block(data), 0)) == bytes(next(iter_batches(data)))
