"""A log that ends below its durable mark is refused, and nothing else is."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.durable_mark import DurableMark, read_mark, write_mark
from kraft_core.raft.storage.errors import DamagedFileError, MissingRecordsError
from kraft_core.raft.storage.leader_epochs import read_epochs
from tests.storage.content import (
    batch,
    content_of,
    formatted,
    log_folder,
    opened,
    put,
    run,
    snapshot,
)
from tests.storage.leftovers import KAFKA, SMALL_LOG, cut, ends, front_of_log, lived, of_kafka


def test_a_real_log_cut_at_every_byte_may_not_end_below_its_mark():
    marked = sorted(ends())[len(ends()) // 2]
    whole_disk = front_of_log(max(ends()))
    opened(whole_disk, KAFKA).election.write(Election(5), 1, ())
    state = content_of(log_folder(whole_disk), "quorum-state")
    epoch = next(epoch for epoch, _ in reversed(read_epochs(log_folder(whole_disk))))
    for size in range(max(ends()) + 1):
        disk = front_of_log(size)
        put(log_folder(disk), "quorum-state", state)
        write_mark(log_folder(disk), DurableMark(ends()[marked], epoch))
        good = max(place for place in ends() if place <= size)
        if size < marked:
            with pytest.raises(MissingRecordsError) as refusal:
                opened(disk, KAFKA)
            assert refusal.value.loss == f"{ends()[good]}-{ends()[marked]}"
        else:
            assert opened(disk, KAFKA).log.end_offset == ends()[good]


@pytest.mark.parametrize("place", [0, 5, 11, 17, 40, 70, 139])
def test_a_flipped_bit_above_the_mark_is_cut_and_below_it_refused(place):
    each = [batch(offset, size=140) for offset in range(3)]
    size = len(each[0][1])
    for damaged, mark in ((2, 2), (1, 2)):
        disk = formatted()
        lived(disk, *each, settings=KAFKA, renewed=False)
        write_mark(log_folder(disk), DurableMark(mark, 1))
        file = log_folder(disk).open("00000000000000000000.log")
        at = damaged * size + min(place, size - 1)
        file.write(at, (bytes([file.read(at, 1)[0] ^ 4]),))
        if 8 <= place < 12 or place >= 16:
            if damaged < mark:
                with pytest.raises(MissingRecordsError):
                    opened(disk, KAFKA)
            else:
                assert opened(disk, KAFKA).log.end_offset == 2
        else:  # offset and epoch are in no checksum, but have to follow
            with pytest.raises(DamagedFileError, match=r"is due|is of epoch"):
                opened(disk, KAFKA)


def test_a_refused_directory_stays_as_it_is():
    disk = formatted()
    lived(disk, *run(0, 20))
    put(log_folder(disk), "00000000000000000099.index", b"stray")
    put(log_folder(disk), "00000000000000000005-0000000001-1.checkpoint.part", b"part")
    last = max(name for name in log_folder(disk).names() if name.endswith(".log"))
    cut(disk, last, 1)

    def everything():
        folder = log_folder(disk)
        return {name: content_of(folder, name) for name in folder.names()}

    before = everything()
    for _ in range(2):
        with pytest.raises(MissingRecordsError):
            opened(disk)
        assert everything() == before


def test_missing_records_error_says_what_to_do():
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    cut(disk, "00000000000000000000.log", 300)
    with pytest.raises(MissingRecordsError) as refusal:
        opened(disk)
    sentence = str(refusal.value)
    for part in (
        "ends at offset 3",
        "below offset 5 (epoch 1) was on disk before",
        "new directory id",
        "KIP-853",
        "kraft start FILE --override kraft.accepted.loss=3-5)",
    ):
        assert part in sentence


def test_a_loss_is_accepted_by_its_own_name_only():
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    cut(disk, "00000000000000000000.log", 300)
    for wrong in ("3-6", "yes", ""):
        with pytest.raises(MissingRecordsError):
            opened(disk, accepted_loss=wrong)
    directory = opened(disk, accepted_loss="3-5")
    assert "the loss 3-5 is accepted" in directory.notes
    assert directory.log.end_offset == 3
    assert read_mark(log_folder(disk)) == DurableMark(3, 1)
    disk.restart()
    assert opened(disk).log.end_offset == 3


def test_a_log_that_vanished_is_missed():
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    log_folder(disk).remove("00000000000000000000.log")
    with pytest.raises(MissingRecordsError, match="ends at offset 0"):
        opened(disk)


def test_other_records_below_the_mark_are_missed_records():
    disk = formatted()
    lived(disk, *run(0, 3), settings=KAFKA)
    put(log_folder(disk), "00000000000000000000.log", b"".join(c for _, c in run(0, 3, epoch=2)))
    with pytest.raises(MissingRecordsError, match="has a record of epoch 2 before offset 3"):
        opened(disk)


def test_a_mark_is_void_where_kafka_wrote_quorum_state_last():
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    line = content_of(log_folder(disk), "quorum-state").split(b"\n")[0]
    put(log_folder(disk), "quorum-state", line)
    cut(disk, "00000000000000000000.log", 300)
    directory = opened(disk)
    assert directory.log.end_offset == 3
    assert any("the durable mark is void" in note for note in directory.notes)
    assert read_mark(log_folder(disk)) == DurableMark(3, 1)


def test_missing_quorum_state_is_refused_unless_accepted():
    """Else this replica could vote twice in an epoch."""
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    log_folder(disk).remove("quorum-state")
    with pytest.raises(MissingRecordsError, match="quorum-state is missing") as refusal:
        opened(disk)
    assert refusal.value.loss == "quorum-state"
    directory = opened(disk, accepted_loss="quorum-state")
    assert "the loss of quorum-state is accepted" in directory.notes
    assert directory.started().election is None


def test_two_losses_are_accepted_by_both_their_names():
    disk = formatted()
    lived(disk, *run(0, 5), settings=KAFKA)
    log_folder(disk).remove("quorum-state")
    cut(disk, "00000000000000000000.log", 300)
    for one in ("quorum-state", "3-5"):
        with pytest.raises(MissingRecordsError):
            opened(disk, accepted_loss=one)
    with pytest.raises(MissingRecordsError, match=r"kraft\.accepted\.loss=quorum-state,3-5\)"):
        opened(disk, accepted_loss="quorum-state")
    directory = opened(disk, accepted_loss="quorum-state,3-5")
    assert directory.log.end_offset == 3
    assert [note for note in directory.notes if "is accepted" in note] == [
        "the loss of quorum-state is accepted",
        "the loss 3-5 is accepted",
    ]


def test_a_directory_that_was_never_used_has_no_election_to_lose():
    disk = formatted()
    opened(disk)
    disk.restart()
    assert opened(disk).started().election is None


def test_a_snapshot_that_reaches_the_mark_makes_up_for_a_lost_log():
    disk = formatted()
    directory = lived(disk, *run(0, 5), settings=KAFKA)
    put(log_folder(disk), "00000000000000000005-0000000001.checkpoint", snapshot(1))
    log_folder(disk).remove("00000000000000000000.log")
    directory = opened(disk)
    assert (directory.log.start_offset, directory.log.end_offset) == (5, 5)


@pytest.mark.parametrize(
    ("offset", "epoch", "makes_up"),
    [(5, 3, True), (6, 3, True), (5, 4, True), (4, 3, False), (5, 2, False), (9, 2, False)],
)
def test_snapshot_makes_up_for_a_lost_log_by_offset_and_epoch(offset, epoch, makes_up):
    """The mark says that 5 records were durable, the last one of epoch 3.

    A snapshot of an older epoch may end above it and hold records of another history.
    """
    disk = formatted()
    lived(disk, *run(0, 5, epoch=3), settings=KAFKA)
    assert read_mark(log_folder(disk)) == DurableMark(5, 3)
    name = f"{offset:020d}-{epoch:010d}.checkpoint"
    put(log_folder(disk), name, snapshot(epoch))
    log_folder(disk).remove("00000000000000000000.log")
    if makes_up:
        assert opened(disk).log.start_offset == offset
        return
    with pytest.raises(MissingRecordsError) as refusal:
        opened(disk)
    assert refusal.value.loss == "0-5"


@pytest.mark.parametrize("epoch", [2, 3])
def test_log_that_ends_below_its_mark_needs_a_snapshot_of_that_epoch(epoch):
    disk = formatted()
    lived(disk, *run(0, 5, epoch=3), settings=KAFKA)
    cut(disk, "00000000000000000000.log", 300)
    put(log_folder(disk), f"{5:020d}-{epoch:010d}.checkpoint", snapshot(epoch))
    if epoch == 3:
        assert opened(disk).log.start_offset == 5
        return
    with pytest.raises(MissingRecordsError):
        opened(disk)


def test_a_directory_without_a_mark_gets_one():
    disk = of_kafka(SMALL_LOG)
    opened(disk, KAFKA)
    assert read_mark(log_folder(disk)) == DurableMark(880, 5)
