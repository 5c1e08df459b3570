"""Logs as text: titles, ends, damage, gaps."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.log_text import dump_log, title_of
from kraft_core.cli.dump.report import DumpOptions, Report, StoppedError
from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import compress
from tests.support.segments import batch, batch_of, message, record

GOOD = batch([(b"k", b"v"), (None, b"w")])


@pytest.fixture
def dump(tmp_path):
    def run(data, name="00000000000000000000.log", **options):
        path = tmp_path / name
        path.write_bytes(data)
        pieces, report = [], Report()
        try:
            dump_log(str(path), DumpOptions(**options), report, pieces.append)
        except StoppedError as stopped:
            report.damaged(str(path), stopped.reason, stopped.position)
        found = {file.removeprefix(f"{tmp_path}/"): text for file, text in report.damage.items()}
        damage = found.get(name, "").removeprefix(f"{path}: ")
        return b"".join(pieces).decode(), damage, report

    return run


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("00000000000000000107.log", "Log starting offset: 107\n"),
        ("-5.x.log", "Log starting offset: -5\n"),
        ("bootstrap.checkpoint", "KRaft bootstrap snapshot\n"),
        (
            "00000000000000000137-0000000005.checkpoint",
            "Snapshot end offset: 137, epoch: 5\n",
        ),
        ("00000000000000000137x0000000005-y.checkpoint", "Snapshot end offset: 137, epoch: 5\n"),
    ],
)
def test_file_name_gives_the_title(name, title):
    assert title_of(name) == title


@pytest.mark.parametrize(
    "name",
    [
        ".log",
        "x.log",
        "99999999999999999999.log",
        "short.checkpoint",
        "00000000000000000137-9999999999.checkpoint",
    ],
)
def test_names_without_a_title(name):
    with pytest.raises(StoppedError, match="not the name of a log or snapshot"):
        title_of(name)


def test_shallow_and_deep(dump):
    text, damage, _ = dump(GOOD)
    assert [line.split(":")[0] for line in text.splitlines()] == [
        "Log starting offset",
        "baseOffset",
    ]
    assert damage == ""
    text, _, _ = dump(GOOD, deep_iteration=True)
    assert [line.split(":")[0] for line in text.splitlines()[2:]] == ["| offset"] * 2
    assert "key: k payload: v\n" in dump(GOOD, print_data_log=True)[0]


def test_empty_log_prints_start_offset(dump):
    assert dump(b"")[:2] == ("Log starting offset: 0\n", "")


def test_incomplete_batch_is_counted_as_invalid_bytes(dump):
    text, damage, _ = dump(GOOD + GOOD[:-1])
    assert text.endswith(
        f"Found {len(GOOD) - 1} invalid bytes at the end of 00000000000000000000.log\n"
    )
    assert damage == f"{len(GOOD) - 1} bytes are not a whole batch at position {len(GOOD)}"


def test_a_limit_of_bytes_is_no_damage(dump):
    text, damage, _ = dump(GOOD + GOOD, max_bytes=len(GOOD) + 30)
    assert text.count("baseOffset") == 1
    assert "invalid bytes" not in text
    assert damage == ""
    assert "Found" in dump(GOOD + b"x", max_bytes=2**31 - 1)[0]
    assert dump(GOOD, max_bytes=-1)[1] == "-1 is not a valid size"


def test_zeros_at_the_end(dump):
    text, damage, _ = dump(GOOD + bytes(100))
    assert text.count("\n") == 2
    assert damage.startswith("a record size of 0 is less than the 14 bytes")
    assert damage.endswith(f"at position {len(GOOD)}")


def test_a_wrong_checksum_does_not_end_the_dump(dump):
    wrong = GOOD[:50] + b"\7" + GOOD[51:]
    text, damage, _ = dump(wrong + GOOD, deep_iteration=True)
    assert text.count("isvalid: false") == 1
    assert text.count("isvalid: true") == 1
    assert text.count("| offset") == 4
    assert damage.startswith("the checksum of the batch is ")
    assert damage.endswith(" at position 0")


def test_a_bad_record_ends_the_dump_behind_the_good_ones(dump):
    bad = batch_of([record(0, b"k", b"v"), b"\x05\0"])
    text, damage, _ = dump(bad + GOOD, deep_iteration=True)
    assert text.count("| offset") == 1
    assert damage == "a record extends beyond its batch at position 0"
    assert dump(bad + GOOD)[1] == ""  # nobody looks at records there


def test_a_bad_record_in_a_compressed_batch_hides_all(dump):
    content = compress(Compression.GZIP, record(0, b"k", b"v") + b"\x05\0")
    data = batch_of([content], attributes=1, count=2)
    text, damage, _ = dump(data, deep_iteration=True)
    assert "| offset" not in text
    assert damage == "a record extends beyond its batch at position 0"


def test_a_compressed_batch_of_many_records(dump, monkeypatch):
    monkeypatch.setattr("kraft_core.cli.dump.records.RUN", 4)
    monkeypatch.setattr("kraft_core.cli.dump.log_text.RUN", 4)
    records = [record(delta, None, b"x") for delta in range(10)]
    content = compress(Compression.ZSTD, b"".join(records))
    text, damage, _ = dump(batch_of([content], attributes=4, count=10), deep_iteration=True)
    assert (text.count("| offset"), damage) == (10, "")
    content = compress(Compression.ZSTD, b"".join(records[:-1]))
    text, _, _ = dump(batch_of([content], attributes=4, count=10), deep_iteration=True)
    assert "| offset" not in text


def test_a_batch_without_records(dump):
    text, damage, _ = dump(batch_of([b"left over"], count=0), deep_iteration=True)
    assert (text.count("\n"), damage) == (2, "")


@pytest.mark.parametrize("size", [14, 40, 48])
def test_a_batch_that_is_shorter_than_its_header(dump, size):
    data = GOOD[:8] + size.to_bytes(4, "big") + GOOD[12 : 12 + size]
    text, damage, _ = dump(data + GOOD)
    assert "isvalid: false" in text
    assert text.count("baseOffset") == 2
    assert "is too short for its header" in damage
    text, damage, _ = dump(data + GOOD, deep_iteration=True)
    assert text.count("baseOffset") == 1
    text, damage, _ = dump(data)  # the header goes on beyond the file
    assert "baseOffset" not in text
    assert "too short" in damage


def test_a_compression_that_is_none_breaks_its_line(dump):
    text, damage, _ = dump(batch([(None, b"x")], attributes=5))
    assert text.endswith("deleteHorizonMs: OptionalLong.empty")
    assert damage == "unknown compression codec 5 at position 0"


def test_a_format_that_is_none_breaks_its_line(dump):
    text, damage, _ = dump(message(7, None, b"x", magic=-3))
    assert text == "Log starting offset: 0\noffset: 7"
    assert damage == "the format -3 is not a valid message format at position 0"


def test_offset_gaps_are_reported(dump):
    data = b"".join(
        (
            batch([(None, b"")] * 3, base_offset=50),
            batch_of([record(0, None, b""), record(4, None, b"")], base_offset=53),
            message(80, None, b"x"),
        )
    )
    _, damage, report = dump(data, deep_iteration=True)
    assert list(report.gaps.values()) == [[(53, 57), (57, 80)]]
    assert damage == ""
    assert dump(data)[2].gaps == {}
