"""Small state files: bounded, UTF-8, and not writable by everybody."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage import text_files
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError, UnsafeFileError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.text_files import read_text, whole_number
from tests.storage.content import put


def test_text_and_its_absence():
    disk = MemoryDisk()
    assert read_text(disk.root, "a") is None
    put(disk.root, "a", "grüß".encode())
    assert read_text(disk.root, "a") == "grüß"


def test_invalid_utf_8_and_long_files_are_refused(monkeypatch):
    disk = MemoryDisk("d")
    put(disk.root, "a", b"ok\xff")
    with pytest.raises(DamagedFileError, match=r"d/a is not valid UTF-8 at byte 2\."):
        read_text(disk.root, "a")
    monkeypatch.setattr(text_files, "TEXT_BYTES_MAX", 2)
    with pytest.raises(DamagedFileError, match="longer than 2 bytes"):
        read_text(disk.root, "a")
    put(disk.root, "b", b"ok")
    assert read_text(disk.root, "b") == "ok"


def test_world_writable_file_is_not_trusted(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "a").chmod(0o666)
    with pytest.raises(UnsafeFileError, match="every user"):
        read_text(DiskFolder(tmp_path), "a")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("0", 0),
        ("100", 100),
        ("101", None),
        ("-1", None),
        ("+1", None),
        ("1_0", None),
        ("", None),
        (" 1", None),
        ("\u0661", None),
        ("1" * 5000, None),
    ],
)
def test_whole_number_has_plain_digits_and_a_limit(text, wanted):
    assert whole_number(text, 100) == wanted
