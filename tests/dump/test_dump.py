"""Whole runs over Kafka's fixtures: the text of Kafka's own tool, to the byte."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from kraft_core.cli.dump.dump import dump_files
from kraft_core.cli.dump.report import DumpOptions
from tests.support.segments import batch

ROOT = Path(__file__).parents[1] / "data" / "kafka"
CASES = sorted(path.parent.relative_to(ROOT) for path in ROOT.glob("*/*/dump.txt.gz"))
TOPICS = {
    "metadata-log": "cluster-metadata",
    "unclean-metadata": "cluster-metadata",
    "formatted": "cluster-metadata",
    "consumer-offsets": "offsets",
    "transaction-state": "transaction-log",
    "share-group-state": "share-group-state",
}


def topic_of(case):
    found = [topic for start, topic in TOPICS.items() if case.name.startswith(start)]
    return found[0] if found else None


def run(files, **options):
    pieces = []
    report = dump_files(files, DumpOptions(**options), pieces.append)
    return b"".join(pieces), report


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_text_of_kafkas_tool(case, monkeypatch):
    monkeypatch.chdir(ROOT / case)
    expected = gzip.decompress(Path("dump.txt.gz").read_bytes())
    files = [
        line.removeprefix("Dumping ")
        for line in expected.decode().split("\n")
        if line.startswith("Dumping ")
    ]
    topic = topic_of(case)
    text, report = run(files, deep_iteration=True, topic=topic, print_data_log=topic is not None)
    assert text == expected
    assert bool(report.damage) == case.name.startswith("unclean")


def test_enough_cases_are_recorded():
    assert len(CASES) > 100


@pytest.mark.parametrize("release", ["3.9.2", "4.3.1"])
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("torn-batch", "bytes are not a whole batch"),
        ("torn-header", "11 bytes are not a whole batch"),
        ("flipped-bit", "the checksum of the batch is"),
        ("zero-tail", "a record size of 0 is less than"),
    ],
)
@pytest.mark.parametrize("log", ["metadata", "topic"])
def test_dump_reports_position_of_damage(release, damage, reason, log, monkeypatch):
    folder = ROOT / release / f"unclean-{log}-{damage}"
    told = dict(line.split(" ", 1) for line in (folder / "damage.txt").read_text().splitlines())
    monkeypatch.chdir(folder)
    _, report = run([told["file"]])
    (sentence,) = report.damage.values()
    assert sentence.startswith(f"{told['file']}: ")
    assert reason in sentence
    assert sentence.endswith(f" at position {told['last_good_batch_ends_at']}")
    assert report.lines() == []


def test_files_after_a_fatal_error_are_not_dumped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("1.log").write_bytes(batch([(None, b"")]) + b"torn")
    Path("2.log").write_bytes(bytes(50))
    Path("3.log").write_bytes(b"")
    text, report = run(["1.log", "2.log", "3.log"])
    titles = [line for line in text.splitlines() if line.startswith(b"Dumping")]
    assert titles == [b"Dumping 1.log", b"Dumping 2.log"]
    assert list(report.damage) == ["1.log", "2.log"]


def test_unknown_files_are_reported_and_the_rest_is_dumped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["", "quorum-state", "a//b/x.checkpoint.deleted", "1.log"]
    Path("1.log").write_bytes(b"")
    text, report = run(names)
    assert text == (
        b"Dumping \nDumping quorum-state\nDumping a/b/x.checkpoint.deleted\n"
        b"Dumping 1.log\nLog starting offset: 1\n"
    )
    assert report.unknown_files == ["", "quorum-state", "a/b/x.checkpoint.deleted"]
    assert report.damage == {}


def test_an_unknown_decoder_matters_for_logs_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("1.log").write_bytes(b"")
    Path("1.txnindex").write_bytes(b"")
    text, report = run(["1.txnindex", "1.log"], value_decoder_class="no.such.Class")
    assert text == b"Dumping 1.txnindex\nDumping 1.log\n"
    assert list(report.damage) == ["1.log"]


def mutated(data, rng):
    """A few bytes changed, the end cut or something appended."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        kind = rng.randrange(8)
        if kind == 0:
            del data[rng.randrange(len(data) + 1) :]
        elif kind == 1:
            data += rng.choice((bytes(40), rng.randbytes(30)))
        elif data:
            data[rng.randrange(len(data))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    return bytes(data)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_files_produce_only_a_report(seed, tmp_path, monkeypatch):
    """Every kind of file, every decoder, as text and as JSON: no error escapes."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    suffixes = (".log", ".checkpoint", ".index", ".timeindex", ".snapshot", ".txnindex")
    originals = sorted(
        path
        for path in (ROOT / "3.9.2").rglob("*")
        if path.suffix in suffixes and 0 < path.stat().st_size < 30_000
    )
    for original in rng.sample(originals, k=60):
        for sibling in original.parent.glob(f"{original.stem}.*"):
            Path(sibling.name).write_bytes(sibling.read_bytes())
        Path(original.name).write_bytes(mutated(original.read_bytes(), rng))
        topic = rng.choice((None, *TOPICS.values()))
        text, _ = run([original.name], topic=topic, print_data_log=True)
        assert text.startswith(b"Dumping ")
        run([original.name], topic=topic, records_as_json=True)


def test_json_of_files_without_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("1.log").write_bytes(b"")
    text, report = run(["1.index", "1.log"], records_as_json=True)
    assert text == b""
    assert report.files_without_records == ["1.index"]
    assert report.damage == {}
