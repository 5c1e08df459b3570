"""Records as JSON Lines: every record of Kafka's fixtures, and where reading ends."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kraft_core.cli.dump.record_json import dump_records
from kraft_core.cli.dump.report import DumpOptions, Report, StoppedError
from tests.support.segments import batch, batch_of, message, record

ROOT = Path(__file__).parents[1] / "data" / "kafka"
CASES = sorted(path.parent.relative_to(ROOT) for path in ROOT.glob("*/*/expected.jsonl.gz"))
METADATA = ("metadata-log", "formatted-")


def lines_of(path, **options):
    pieces = []
    dump_records(str(path), DumpOptions(**options), Report(), pieces.append)
    return [json.loads(line) for line in b"".join(pieces).decode().split("\n") if line]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_records_that_kafka_reads(case, monkeypatch):
    monkeypatch.chdir(ROOT / case)
    with gzip.open("expected.jsonl.gz", "rt", encoding="utf-8") as lines:
        expected = [json.loads(line) for line in lines]
    topic = "cluster-metadata" if case.name.startswith(METADATA) else None
    found = []
    for path in dict.fromkeys(line["file"] for line in expected):
        found += lines_of(path, topic=topic)
    assert len(expected) > 0
    assert found == expected


def test_enough_cases_are_recorded():
    assert len(CASES) > 60


def test_text_is_not_escaped(tmp_path):
    path = tmp_path / "0.log"
    path.write_bytes(batch_of([record(0, None, None, headers=[("ü\n".encode(), None)])]))
    pieces = []
    dump_records(str(path), DumpOptions(), Report(), pieces.append)
    assert '"headers":[["ü\\n",null]]'.encode() in b"".join(pieces)


def test_a_header_key_that_is_not_utf_8_has_its_bytes(tmp_path):
    path = tmp_path / "0.log"
    headers = [(b"a\xff", b"v"), (b"plain", None), (b"\xed\xa0\x80", None)]
    path.write_bytes(batch_of([record(0, None, None, headers=headers)]))
    (line,) = lines_of(path)
    assert line["headers"] == [
        ["a\ufffd", "dg==", {"keyBytes": "Yf8="}],
        ["plain", None],
        ["\ufffd", None, {"keyBytes": "7aCA"}],
    ]


def test_metadata_only_where_it_was_asked_for(tmp_path):
    path = tmp_path / "0.log"
    path.write_bytes(batch([(None, b"\1\x14\0\0"), (None, b"")]))
    assert [line.get("metadata") for line in lines_of(path)] == [None, None]
    assert [line["metadata"] for line in lines_of(path, topic="cluster-metadata")] == [
        {"type": "NO_OP_RECORD", "apiKey": 20, "version": 0, "data": {}},
        {"error": "Error while reading frame version"},
    ]


def flipped(data):
    return data[:-1] + bytes((data[-1] ^ 1,))


@pytest.mark.parametrize("one", [batch([(None, b"x")]), message(0, None, b"x", magic=0)])
def test_wrong_checksum_stops_the_dump(tmp_path, one):
    path = tmp_path / "0.log"
    path.write_bytes(one + flipped(one) + one)
    pieces = []
    with pytest.raises(StoppedError, match="checksum") as stopped:
        dump_records(str(path), DumpOptions(), Report(), pieces.append)
    assert stopped.value.position == len(one)
    assert len(pieces) == 1


def test_incomplete_batch_is_reported(tmp_path):
    one = batch([(None, b"x")])
    path = tmp_path / "0.log"
    path.write_bytes(one + one[:-1])
    report = Report()
    dump_records(str(path), DumpOptions(), report, bytes)
    assert "not a whole batch" in report.damage[str(path)]
    report = Report()
    dump_records(str(path), DumpOptions(max_bytes=len(one) + 1), report, bytes)
    assert report.damage == {}
