"""Kafka 4.3.1's own kafka-dump-log beside ours, on the same files with the same options."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from kraft_core.cli.dump_log import command
from tests.conformance import kafka
from tests.support.segments import batch_of, record

pytestmark = [pytest.mark.kafka, pytest.mark.core]

ROOT = Path(__file__).parents[1] / "data" / "kafka"
SUFFIXES = (".log", ".checkpoint", ".index", ".timeindex", ".snapshot", ".txnindex")
JVM = ("-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8")
TOOLS = "org.apache.kafka.tools.api."


def files_of(*cases):
    """The files of cases, as paths from the root of all fixtures."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for case in cases
        for path in (ROOT / case).rglob("*")
        if path.suffix in SUFFIXES and "offset-checkpoint" not in path.name
    )


def compare(folder, arguments, release="4.3.1"):
    """Run both in a folder; return the standard output that they share, and our exit code."""
    theirs = subprocess.run(
        kafka.tool_command(release, "kafka-dump-log", arguments, jvm=JVM),
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=120,
    )
    ours = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert ours.exception is None
    assert ours.stdout_bytes == theirs.stdout
    assert ours.return_value == 1 or theirs.returncode == 0
    return theirs.stdout.decode(), ours.return_value


TOPICS = ("topic-none", "topic-mixed-codecs", "topic-txn", "topic-compacted-txn", "topic-epochs")
OPTIONS = (
    ["--print-data-log"],
    ["--deep-iteration", "--skip-record-metadata"],
    ["--print-data-log", "--skip-record-metadata"],
    ["--verify-index-only", "--max-bytes", "5000", "--deep-iteration"],
    ["--index-sanity-check", "--max-bytes=20000", "--value-decoder-class"],
    ["--cluster-metadata-decoder"],
)


@pytest.mark.parametrize("release", ["3.9.2", "4.3.1"])
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_options_on_topics(options, release, monkeypatch):
    monkeypatch.chdir(ROOT)
    files = files_of(*(f"{release}/{case}" for case in TOPICS))
    text, _ = compare(ROOT, [*options, "--files", ",".join(files)])
    assert text.count("Dumping ") == len(files)


def test_header_keys_that_are_not_utf_8(tmp_path, monkeypatch):
    """Kafka's consumer and tool show U+FFFD; the broker does not look into them."""
    keys = (b"a\xff", b"\xed\xa0\x80", b"\xc3", b"\xe2\x82", b"\xf4\x90\x80\x80", b"\xc0\x80x")
    headers = [(key, b"v") for key in keys]
    data = batch_of([record(0, b"k", b"v", headers=headers), record(1, None, b"w")])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "00000000000000000000.log").write_bytes(data)
    text, _ = compare(tmp_path, ["--print-data-log", "--files", "00000000000000000000.log"])
    assert text.count("| offset: ") == 2
    assert "headerKeys: [a\ufffd,\ufffd,\ufffd,\ufffd,\ufffd\ufffd\ufffd\ufffd," in text


def test_old_message_formats(monkeypatch):
    monkeypatch.chdir(ROOT)
    files = files_of("3.9.2/legacy-magic")
    text, _ = compare(ROOT, ["--print-data-log", "--files", ",".join(files)])
    assert text.count("Dumping ") == len(files)


@pytest.mark.parametrize(
    ("case", "decoder"),
    [
        ("consumer-offsets", "--offsets-decoder"),
        ("transaction-state", "--transaction-log-decoder"),
        ("share-group-state", "--share-group-state-decoder"),
        ("metadata-log", "--cluster-metadata-decoder"),
    ],
)
def test_decoders_without_record_metadata(case, decoder, monkeypatch):
    monkeypatch.chdir(ROOT)
    files = files_of(f"4.3.1/{case}")
    compare(ROOT, [decoder, "--skip-record-metadata", "--files", ",".join(files)])


def test_metadata_of_the_newest_release(monkeypatch):
    monkeypatch.chdir(ROOT)
    files = files_of("4.4.0/metadata-log")
    arguments = ["--cluster-metadata-decoder", "--files", ",".join(files)]
    text, code = compare(ROOT, arguments, release="4.4.0")
    assert "UNREGISTER_CONTROLLER_RECORD" in text
    assert code == 0


@pytest.mark.parametrize(
    ("key", "value"), [("LongDecoder", "StringDecoder"), ("StringDecoder", "IntegerDecoder")]
)
def test_decoder_classes_print_as_kafka_does(key, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = random.Random(3)
    records = [record(delta, rng.randbytes(8), rng.randbytes(8)) for delta in range(50)]
    records.append(record(50, b"short", b"sh"))
    Path("0.log").write_bytes(batch_of(records))
    options = ["--key-decoder-class", f"{TOOLS}{key}", "--value-decoder-class", f"{TOOLS}{value}"]
    text, code = compare(tmp_path, [*options, "--files", "0.log"])
    assert text.count("| offset") == 51
    assert code == 1  # the last record is too short for a number: both end there


def damaged(data, rng):
    """One change that a disk or a crash may make."""
    place = rng.randrange(len(data))
    kind = rng.randrange(4)
    if kind == 0:
        return data[:place]
    if kind == 1:
        return data + rng.choice((bytes(40), rng.randbytes(70)))
    if kind == 2:
        return data[:place] + bytes((data[place] ^ 1 << rng.randrange(8),)) + data[place + 1 :]
    return data[:place] + rng.randbytes(4) + data[place + 4 :]


@pytest.mark.parametrize(
    ("case", "options"),
    [
        ("4.3.1/topic-none", ["--print-data-log"]),
        ("4.3.1/topic-zstd", ["--deep-iteration"]),
        ("4.3.1/consumer-offsets", ["--offsets-decoder"]),
        ("4.3.1/metadata-log", ["--cluster-metadata-decoder"]),
        ("3.9.2/legacy-magic", ["--print-data-log"]),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_are_dumped_as_by_kafka(case, options, seed, tmp_path, monkeypatch):
    """Several damaged copies in one run; at the first that Kafka cannot go on with, both end."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(f"{case} {seed}")
    logs = [path for path in (ROOT / case).rglob("*.log") if 0 < path.stat().st_size < 200_000]
    files = []
    for number, path in enumerate(rng.choices(sorted(logs), k=6)):
        copy = tmp_path / str(number) / path.name
        copy.parent.mkdir()
        copy.write_bytes(damaged(path.read_bytes(), rng))
        files.append(copy.relative_to(tmp_path).as_posix())
    _, code = compare(tmp_path, [*options, "--files", ",".join(files)])
    assert code == 1
