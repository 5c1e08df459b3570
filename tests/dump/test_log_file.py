"""Where batches begin and where reading stops."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.batches import Frame, LogFile
from kraft_core.cli.dump.report import StoppedError
from tests.support.segments import batch, message

FIRST = batch([(b"k", b"v")], base_offset=7)
SECOND = message(9, b"k", b"v", magic=1)


@pytest.fixture
def log_of(tmp_path):
    opened = []

    def open_log(data):
        path = tmp_path / "00000000000000000000.log"
        path.write_bytes(data)
        opened.append(LogFile(str(path)))
        return opened[-1]

    yield open_log
    for log in opened:
        log.__exit__(None, None, None)


def test_frames_of_all_formats(log_of):
    log = log_of(FIRST + SECOND)
    assert list(log.frames(0, log.size)) == [
        Frame(0, len(FIRST), 7, 2),
        Frame(len(FIRST), len(SECOND), 9, 1),
    ]


@pytest.mark.parametrize("left", [1, 11, 12, 16, 17, 30, len(FIRST) - 1])
def test_an_incomplete_batch_ends_the_reading(log_of, left):
    log = log_of(FIRST + FIRST[:left])
    assert [frame.position for frame in log.frames(0, log.size)] == [0]


def test_a_slice_ends_the_reading(log_of):
    log = log_of(FIRST + SECOND)
    assert list(log.frames(0, len(FIRST) - 1)) == []
    assert log.end_of_slice(5, 10) == 15
    assert log.end_of_slice(5, 10_000) == log.size


@pytest.mark.parametrize("size", [0, 13, -1])
def test_a_size_that_no_batch_has(log_of, size):
    log = log_of(FIRST + bytes(8) + size.to_bytes(4, "big", signed=True) + bytes(30))
    frames = log.frames(0, log.size)
    next(frames)
    with pytest.raises(StoppedError, match=f"size of {size} ") as stopped:
        next(frames)
    assert stopped.value.position == len(FIRST)


@pytest.mark.parametrize(("position", "size"), [(-1, 5), (10_000, 5), (0, -1)])
def test_invalid_slice_is_refused(log_of, position, size):
    with pytest.raises(StoppedError):
        log_of(FIRST).end_of_slice(position, size)


def test_reading_beyond_the_end(log_of):
    log = log_of(FIRST)
    assert log.read(3, 4) == FIRST[3:7]
    with pytest.raises(StoppedError, match="5 bytes too short"):
        log.read(len(FIRST) - 1, 6)


def test_missing_log_file_is_an_error(tmp_path):
    with pytest.raises(StoppedError, match="No such file"):
        LogFile(str(tmp_path / "0.log"))


def test_folder_is_refused_as_a_log(tmp_path):
    with LogFile(str(tmp_path)) as log, pytest.raises(StoppedError, match="directory"):
        log.read(0, 1)


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "0.log"
    with path.open("wb") as file:
        file.truncate(2**31)
    with pytest.raises(StoppedError, match="2147483648 bytes"):
        LogFile(str(path))
