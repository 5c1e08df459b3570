"""Whatever is wrong with a directory, it opens or is refused with a sentence; nothing else."""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.storage.errors import StorageError
from tests.storage.content import content_of, log_folder, opened, put, whole
from tests.storage.leftovers import KAFKA, of_kafka
from tests.support import kafka_files

CASES = [
    kafka_files.ROOT / "4.3.1" / "metadata-log-killed" / "node",
    kafka_files.ROOT / "4.1.2" / "metadata-log-trimmed" / "node",
    kafka_files.ROOT / "4.4.0" / "formatted-standalone" / "data",
]


def damage(rng, content):
    """The content with something wrong in it."""
    damaged = bytearray(content)
    place = rng.randint(0, len(damaged))
    kind = rng.randrange(6)
    if kind == 0 and damaged:
        damaged[place % len(damaged)] ^= 1 << rng.randrange(8)
    elif kind == 1:
        del damaged[place:]
    elif kind == 2:
        damaged[place:place] = rng.randbytes(rng.randint(1, 100))
    elif kind == 3:
        damaged[place : place + 8] = rng.choice([bytes(8), b"\xff" * 8, b"\x7f" + b"\xff" * 7])
    elif kind == 4:
        damaged += rng.randbytes(rng.randint(1, 200))
    else:
        del damaged[place : place + rng.randint(1, 50)]
    return bytes(damaged)


def spoil(rng, disk):
    """Something is done to one file."""
    folder = rng.choice([disk.root, *[log_folder(disk)] * 5])
    names = folder.names()
    if not names:
        return
    name = rng.choice(names)
    kind = rng.randrange(12)
    if kind == 0:
        folder.remove(name)
    elif kind == 1:
        folder.rename(name, rng.choice(names))
    elif kind == 2:
        folder.rename(name, name.replace(rng.choice("0123456789"), rng.choice("0123456789"), 1))
    else:
        put(folder, name, damage(rng, content_of(folder, name)))


@pytest.mark.parametrize("case", CASES, ids=kafka_files.case_id)
def test_a_damaged_directory_opens_or_is_refused(case):
    opened_count, refusals = 0, []
    for seed in range(150):
        rng = random.Random(seed)
        disk = of_kafka(case)
        for _ in range(rng.randint(1, 3)):
            spoil(rng, disk)
        try:
            directory = opened(disk, KAFKA)
            view = directory.started().log_view
            assert view.start_offset <= view.end_offset == directory.log.end_offset
            whole(directory.log)
            opened_count += 1
        except StorageError as error:
            refusals.append(str(error))
    assert min(opened_count, len(refusals)) > 20
    assert [sentence for sentence in refusals if not sentence.endswith(".")] == []
