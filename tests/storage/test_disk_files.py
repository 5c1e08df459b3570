"""The files port on a real disk."""

from __future__ import annotations

import os

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder, make_directory, wide_mode
from kraft_core.raft.storage.errors import UnsafeFileError
from kraft_core.raft.storage.files import replace_file, rewrite_file
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


def test_world_writable_file_is_open_to_all(tmp_path):
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


@pytest.mark.parametrize(
    ("root", "folder", "file"),
    [(0o700, 0o700, 0o600), (0o750, 0o750, 0o640), (0o755, 0o750, 0o640), (0o740, 0o700, 0o600)],
    ids=oct,
)
@pytest.mark.parametrize("umask", [0, 0o022], ids=oct)
def test_modes_of_what_is_made_follow_the_directory(tmp_path, root, folder, file, umask):
    """Divergence L10."""
    path = tmp_path / "data"
    path.mkdir()
    path.chmod(root)
    before = os.umask(umask)
    try:
        disk = DiskFolder(path)
        disk.create("file").close()
        replace_file(disk, "replaced", b"x")
        lock = disk.lock(".lock")
        disk.folder("log").create("segment").close()
        disk.folder("log").make_read_only("segment")
    finally:
        os.umask(before)
    lock.release()
    modes = {each.name: each.stat().st_mode & 0o777 for each in path.rglob("*")}
    assert modes == {
        "file": file,
        "replaced": file,
        ".lock": file,
        "log": folder,
        "segment": file & 0o444,
    }
    assert path.stat().st_mode & 0o777 == root


@pytest.mark.parametrize(
    ("mode", "is_wide"), [(0o700, False), (0o750, False), (0o770, True), (0o701, True)], ids=str
)
def test_directory_that_others_open_or_the_group_changes_is_wide(tmp_path, mode, is_wide):
    tmp_path.chmod(mode)
    assert wide_mode(tmp_path) == (mode if is_wide else None)


def test_data_directory_is_made_for_its_owner_alone_and_stays_what_it_is(tmp_path):
    make_directory(tmp_path / "above" / "data")
    assert (tmp_path / "above" / "data").stat().st_mode & 0o777 == 0o700
    (tmp_path / "above" / "data").chmod(0o755)
    make_directory(tmp_path / "above" / "data")
    assert (tmp_path / "above" / "data").stat().st_mode & 0o777 == 0o755


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
