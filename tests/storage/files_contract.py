"""What every folder and file keeps to, real or not. Subclasses give `folder`, which is empty."""

from __future__ import annotations

import pytest


class FilesContract:
    def test_a_file_is_written_read_and_cut(self, folder):
        file = folder.create("a")
        assert file.size() == 0
        file.write(0, (b"hello ", b"", memoryview(b"world")))
        file.write(3, (b"LO",))
        assert file.size() == 11
        assert file.read(0, 100) == b"helLO world"
        assert file.read(6, 3) == b"wor"
        assert file.read(11, 5) == b""
        file.truncate(5)
        assert file.read(0, 100) == b"helLO"
        file.write(8, (b"x",))
        assert file.read(0, 100) == b"helLO\0\0\0x"
        file.sync()
        file.close()
        file.close()

    def test_many_buffers_are_one_write(self, folder):
        pieces = [b"%d," % number for number in range(3000)]
        file = folder.create("a")
        file.write(0, pieces)
        assert file.read(0, 100_000) == b"".join(pieces)
        file.close()

    def test_names_come_and_go(self, folder):
        for name in ("b", "a", "c"):
            folder.create(name).close()
        folder.rename("a", "d")
        folder.rename("b", "c")
        folder.sync()
        assert folder.names() == ["c", "d"]
        folder.remove("c")
        assert folder.names() == ["d"]

    def test_creating_a_file_that_is_there_empties_it(self, folder):
        file = folder.create("a")
        file.write(0, (b"old",))
        file.close()
        again = folder.create("a")
        assert again.size() == 0
        again.close()

    def test_missing_file_raises_file_not_found(self, folder):
        for use in (folder.open, folder.open_to_read, folder.remove):
            with pytest.raises(FileNotFoundError):
                use("nothing")
        with pytest.raises(FileNotFoundError):
            folder.rename("nothing", "b")

    def test_a_read_only_file_can_be_read_synced_renamed_and_removed(self, folder):
        file = folder.create("a")
        file.write(0, (b"text",))
        file.close()
        folder.make_read_only("a")
        folder.rename("a", "b")
        kept = folder.open_to_read("b")
        kept.sync()
        assert kept.read(0, 9) == b"text"
        kept.close()
        folder.remove("b")
        assert folder.names() == []

    def test_folders_in_folders(self, folder):
        assert not folder.has_folder("sub")
        sub = folder.folder("sub")
        sub.create("a").close()
        assert folder.has_folder("sub")
        assert folder.folder("sub").names() == ["a"]
        assert folder.names() == []
        assert sub.path == f"{folder.path}/sub"

    def test_a_lock_is_exclusive_until_it_is_released(self, folder):
        lock = folder.lock(".lock")
        assert lock is not None
        assert folder.lock(".lock") is None
        lock.release()
        lock.release()
        again = folder.lock(".lock")
        assert again is not None
        again.release()
