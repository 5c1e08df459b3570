"""The files port on a real disk."""

from __future__ import annotations

import os

import pytest

from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.errors import UnsafeFileError
from kraft_core.storage.files import rewrite_file
from tests.storage.files_contract import FilesContract


class TestDiskFiles(FilesContract):
    @pytest.fixture
    def folder(self, tmp_path):
        return DiskFolder(tmp_path)


def test_symbolic_links_are_refused(tmp_path):
    (tmp_path / "real").write_text("x")
    (tmp_path / "link").symlink_to("real")
    folder = DiskFolder(tmp_path)
    for use in (folder.open, folder.open_to_read, folder.create):
        with pytest.raises(UnsafeFileError, match="is a symbolic link"):
            use("link")
    assert "link" in folder.names()


def test_files_that_everybody_may_write(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "a").chmod(0o644)
    assert not DiskFolder(tmp_path).is_open_to_all("a")
    (tmp_path / "a").chmod(0o666)
    assert DiskFolder(tmp_path).is_open_to_all("a")


def test_new_files_are_not_open_to_all(tmp_path):
    before = os.umask(0)
    try:
        DiskFolder(tmp_path).create("a").close()
    finally:
        os.umask(before)
    assert not DiskFolder(tmp_path).is_open_to_all("a")


def test_short_writes_and_reads_are_completed(tmp_path, monkeypatch):
    file = DiskFolder(tmp_path).create("a")
    pieces = [bytes([number]) * 7 for number in range(20)]
    write, read = os.pwritev, os.pread
    monkeypatch.setattr(
        os, "pwritev", lambda fd, buffers, at: write(fd, [memoryview(buffers[0])[:5]], at)
    )
    file.write(3, pieces)
    monkeypatch.setattr(os, "pread", lambda fd, size, at: read(fd, min(size, 4), at))
    assert file.read(3, 140) == b"".join(pieces)
    assert file.read(3, 500) == b"".join(pieces)
    file.close()


def test_a_read_only_file_is_rewritten_and_stays_read_only(tmp_path):
    folder = DiskFolder(tmp_path)
    file = folder.create("a")
    file.write(0, (b"content",))
    file.close()
    folder.make_read_only("a")
    mode = (tmp_path / "a").stat().st_mode
    rewrite_file(folder, "a")
    assert (tmp_path / "a").read_bytes() == b"content"
    assert (tmp_path / "a").stat().st_mode == mode
    (tmp_path / "link").symlink_to("a")
    with pytest.raises(UnsafeFileError):
        rewrite_file(folder, "link")


def test_make_read_only_takes_every_right_to_write(tmp_path):
    folder = DiskFolder(tmp_path)
    folder.create("a").close()
    folder.make_read_only("a")
    assert (tmp_path / "a").stat().st_mode & 0o222 == 0
