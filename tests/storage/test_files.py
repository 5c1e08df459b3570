"""What is built on the port: replacing a file whole, copying a folder."""

from __future__ import annotations

import random

from kraft_core.raft.storage.files import copy_folder, read_whole, replace_file, sync_file
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import content_of, put


class Ended(Exception):  # noqa: N818  # the end of a process is not an error
    pass


def test_a_replaced_file_is_the_old_or_the_new_one_whenever_the_power_goes():
    seen = set()
    for seed in range(200):
        disk, rng = MemoryDisk(), random.Random(seed)
        put(disk.root, "state", b"old")
        left = rng.randrange(7)

        def before(kind, path, counter=[left]):  # noqa: B006  # counts down across calls
            counter[0] -= 1
            if counter[0] < 0:
                raise Ended

        disk.before = before
        try:
            replace_file(disk.root, "state", b"new")
            done = True
        except Ended:
            done = False
        disk.before = None
        disk.power_loss(rng)
        found = content_of(disk.root, "state")
        assert found == b"new" or (found == b"old" and not done)
        seen.add(found)
    assert seen == {b"old", b"new"}


def test_small_files_are_read_up_to_a_limit():
    disk = MemoryDisk()
    assert read_whole(disk.root, "a", 10) is None
    put(disk.root, "a", b"0123456789abc")
    assert read_whole(disk.root, "a", 10) == b"0123456789a"
    assert read_whole(disk.root, "a", 100) == b"0123456789abc"


def test_a_file_can_be_made_durable_by_name():
    disk = MemoryDisk()
    disk.root.create("a").write(0, (b"x",))
    disk.root.sync()
    sync_file(disk.root, "a")
    disk.power_loss()
    assert content_of(disk.root, "a") == b"x"


def test_folders_are_copied():
    source, target = MemoryDisk(), MemoryDisk()
    put(source.root, "a", b"1")
    put(source.root, "b", b"2")
    copy_folder(source.root, target.root, ["b"])
    assert target.root.names() == ["b"]
    copy_folder(source.root, target.root)
    assert content_of(target.root, "a") == b"1"
