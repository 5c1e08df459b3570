from __future__ import annotations

from pathlib import Path

import pytest

from kraft_spark.files.log_file import LogFile, PartitionName, read_named_file
from kraft_spark.files.store import locate


def file_at(path):
    store, place = locate(str(path))
    owner = PartitionName("orders", 0)
    return LogFile(store, place, 0, None, read_named_file(path.name), owner, True, frozenset())


@pytest.mark.parametrize(
    ("name", "is_log", "source"),
    [
        (f"{7:020}.log", True, "log"),
        (f"{9:020}-{3:010}.checkpoint", False, "snapshot"),
        ("bootstrap.checkpoint", False, "bootstrap"),
    ],
)
def test_file_name_gives_the_source_of_its_records(tmp_path, name, is_log, source):
    file = file_at(tmp_path / name)
    assert (file.is_log, file.source) == (is_log, source)


def test_log_file_has_folder_uri_and_sidecars(tmp_path):
    path = tmp_path / "orders-0" / f"{7:020}.log"
    file = file_at(path)
    assert file.folder == str(path.parent)
    assert file.uri == path.as_uri()
    assert file.sidecar(".timeindex") == str(path.with_suffix(".timeindex"))


def test_a_file_of_the_root_stands_in_the_root():
    assert file_at(Path(f"/{7:020}.log")).folder == "/"
