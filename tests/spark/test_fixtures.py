"""Every directory that Kafka wrote, read as every view, against what Kafka reads in it."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from functools import cache

import pytest

from tests.spark.log_rows import DATA, ms, rows

CASES = sorted(path.parent for path in DATA.glob("*/*/batches.jsonl.gz"))
EXPECTED = [case for case in CASES if (case / "expected.jsonl.gz").exists()]
METADATA = [
    case for case in EXPECTED if case.name.startswith(("metadata", "formatted", "unclean-meta"))
]
UNCLEAN = [case for case in CASES if case.name.startswith("unclean")]
TIMESTAMP_TYPES = {"NoTimestampType": -1, "CreateTime": 0, "LogAppendTime": 1}


def name_of(case):
    return f"{case.parent.name}/{case.name}"


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@cache
def expected(case, ending=".log"):
    """The records of a case by file."""
    found = {}
    for record in lines(case / "expected.jsonl.gz"):
        if record["file"].endswith(ending):
            found.setdefault(record["file"], []).append(record)
    return found


def by_file(case, found):
    files = {}
    for row in found:
        files.setdefault(row["path"].removeprefix(case.as_uri() + "/"), []).append(row)
    return files


def data(text):
    return None if text is None else b64decode(text)


def compact(form):
    return json.dumps(form, separators=(",", ":"), ensure_ascii=False)


def as_expected(row):
    """A row of `records` in the words of what Kafka printed."""
    return {
        "offset": row["offset"],
        "timestamp": -1 if row["timestamp"] is None else ms(row["timestamp"]),
        "timestampType": row["timestampType"],
        "key": row["key"],
        "value": row["value"],
        "headers": [(one["key"], one["value"]) for one in row["headers"] or []],
        "producerId": row["producerId"],
        "producerEpoch": row["producerEpoch"],
        "sequence": row["sequence"],
        "isTransactional": row["isTransactional"],
        "isControl": row["isControl"],
        "partitionLeaderEpoch": row["leaderEpoch"],
        "compression": row["compressionType"],
        "magic": row["magic"],
        "batchPosition": row["position"],
        "batchBaseOffset": row["batchBaseOffset"],
    }


PLAIN_FIELDS = (
    "offset",
    "timestamp",
    "producerId",
    "producerEpoch",
    "sequence",
    "isTransactional",
    "isControl",
    "partitionLeaderEpoch",
    "compression",
    "magic",
    "batchPosition",
    "batchBaseOffset",
)


def from_kafka(record):
    return {
        **{name: record[name] for name in PLAIN_FIELDS},
        "timestampType": TIMESTAMP_TYPES[record["timestampType"]],
        "key": data(record["key"]),
        "value": data(record["value"]),
        "headers": [(key, data(value)) for key, value in record["headers"]],
    }


@pytest.mark.parametrize("case", EXPECTED, ids=name_of)
def test_records_equal_kafkas_dump(case):
    found = by_file(case, rows(case, "*", includeControl=True, includeHeaders=True))
    wanted = expected(case)
    assert sorted(found) == sorted(wanted)
    for file, records in wanted.items():
        assert [as_expected(row) for row in found[file]] == [from_kafka(one) for one in records]


@pytest.mark.parametrize("case", METADATA, ids=name_of)
def test_metadata_equals_kafkas_dump(case):
    found = by_file(case, rows(case, view="metadata", includeSecrets=True))
    for file, records in expected(case, "").items():
        assert len(found[file]) == len(records)
        for row, record in zip(found[file], records, strict=True):
            told = record.get("metadata") or record["control"]
            assert (row["offset"], row["epoch"], row["isControl"], row["value"]) == (
                record["offset"],
                record["partitionLeaderEpoch"],
                record["isControl"],
                data(record["value"]),
            )
            assert ms(row["timestamp"]) == record["timestamp"]
            assert (row["recordType"], row["decoded"], row["decodeError"]) == (
                told["type"],
                compact(told["data"]),
                None,
            )
            if not row["isControl"]:
                assert row["recordVersion"] == told["version"]


@pytest.mark.parametrize("case", EXPECTED, ids=name_of)
def test_control_records_equal_kafkas_dump(case):
    wanted = {
        file: [record for record in records if record["isControl"]]
        for file, records in expected(case, "").items()
    }
    wanted = {file: records for file, records in wanted.items() if records}
    found = by_file(case, rows(case, view="control"))
    found.pop("node/bootstrap.checkpoint", None)
    for file, records in wanted.items():
        assert [row["recordType"] for row in found[file]] == [
            record["control"]["type"] for record in records
        ]
        for row, record in zip(found[file], records, strict=True):
            control = record["control"]
            form = control.get("data") or {
                "version": 0,
                "coordinatorEpoch": control["coordinatorEpoch"],
            }
            assert row["decoded"] == compact(form)
            assert (row["producerId"], row["producerEpoch"]) == (
                record["producerId"],
                record["producerEpoch"],
            )


BATCH_FIELDS = {
    "position": "position",
    "sizeInBytes": "size",
    "baseOffset": "baseOffset",
    "lastOffset": "lastOffset",
    "magic": "magic",
    "isValid": "valid",
    "count": "count",
    "crc": "crc",
    "compressionType": "compression",
    "producerId": "producerId",
    "producerEpoch": "producerEpoch",
    "baseSequence": "baseSequence",
    "lastSequence": "lastSequence",
    "partitionLeaderEpoch": "partitionLeaderEpoch",
    "isTransactional": "isTransactional",
    "isControl": "isControl",
    "deleteHorizonMs": "deleteHorizonMs",
}


def listed_batches(case):
    """The batches that Kafka reads, and where it stops, by file."""
    batches, stops = {}, {}
    for line in lines(case / "batches.jsonl.gz"):
        if line.get("valid") is False:
            continue
        if "position" in line:
            batches.setdefault(line["file"], []).append(line)
        else:
            stops[line["file"]] = line
    return batches, stops


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_batches_equal_kafkas_dump(case):
    batches, stops = listed_batches(case)
    found = by_file(case, rows(case, view="batches"))
    for file, listed in batches.items():
        got = found[file]
        if "invalidAt" in stops.get(file, ()):
            assert got[-1]["isValid"] is False
            assert got[-1]["position"] == stops[file]["invalidAt"]
            got = got[:-1]
        assert [{name: row[name] for name in BATCH_FIELDS} for row in got] == [
            {name: line[kafka] for name, kafka in BATCH_FIELDS.items()} for line in listed
        ]
        for row, line in zip(got, listed, strict=True):
            assert row["timestampType"] == TIMESTAMP_TYPES[line["timestampType"]]
            stamp = line["maxTimestamp"]
            assert ms(row["maxTimestamp"]) == (None if stamp == -1 else stamp)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_files_of_kafka_have_no_errors(case):
    batches, stops = listed_batches(case)
    for row in rows(case, view="files"):
        assert row["error"] is None
        assert not row["indexMismatches"]
        assert not row["timeIndexMismatches"]
        assert row["outOfOrderBatches"] == 0
        file = row["path"].removeprefix(case.as_uri() + "/")
        listed = batches.get(file)
        if listed is None:
            continue
        stop = stops.get(file, {})
        assert row["lastOffset"] == listed[-1]["lastOffset"]
        assert row["firstOffset"] == listed[0]["baseOffset"]
        assert row["batches"] == len(listed) + ("invalidAt" in stop)
        assert row["validBytes"] == sum(one["size"] for one in listed)
        assert row["badRegions"] == row["crcFailures"] == int("invalidAt" in stop)
        left = row["sizeInBytes"] - row["validBytes"]
        assert row["trailingBytes"] + row["badBytes"] == left
        if "incompleteAt" in stop:
            assert row["validBytes"] == stop["incompleteAt"]
            assert row["trailingKind"] == case.name.split("-", 2)[2].replace("-", " ")
        elif "stoppedAt" in stop:
            assert row["validBytes"] == stop["stoppedAt"]
            assert row["trailingKind"] == "zeros"
        else:
            assert row["trailingKind"] is None


def committed_of(case):
    """Offsets by file that a consumer of committed records gets, from what Kafka printed."""
    partitions = {}
    for file, records in sorted(expected(case).items()):
        partitions.setdefault(file.rpartition("/")[0], []).extend(records)
    found = {}
    for records in partitions.values():
        pending, aborted = {}, set()
        for record in records:
            if record["isControl"]:
                held = pending.pop(record["producerId"], [])
                if record["control"]["type"] == "ABORT":
                    aborted.update(id(one) for one in held)
            elif record["isTransactional"]:
                pending.setdefault(record["producerId"], []).append(record)
        first_open = [held[0]["offset"] for held in pending.values()]
        stable = min(first_open, default=1 << 62)
        for record in records:
            is_in = record["offset"] < stable and id(record) not in aborted
            if is_in and not record["isControl"]:
                found.setdefault(record["file"], []).append(record["offset"])
    return found


@pytest.mark.parametrize("case", EXPECTED, ids=name_of)
def test_read_committed_returns_the_committed_offsets(case):
    schema = "offset BIGINT, path STRING"
    found = by_file(case, rows(case, schema, isolationLevel="read_committed"))
    wanted = committed_of(case)
    assert {file: [row["offset"] for row in got] for file, got in found.items()} == wanted


def test_committed_differs_from_uncommitted():
    case = DATA / "4.3.1" / "topic-txn"
    assert 0 < len(rows(case, isolationLevel="read_committed")) < len(rows(case))


@pytest.mark.parametrize("case", UNCLEAN, ids=name_of)
def test_unclean_log_is_read_up_to_the_damage(case):
    """It is a copy of a sound log, of which Kafka printed the records."""
    sound = "metadata-log" if "metadata" in case.name else "topic-idempotent"
    batches, _ = listed_batches(case)
    options = {"includeControl": True, "includeHeaders": True}
    if "flipped" in case.name:
        with pytest.raises(ValueError, match="the checksum is wrong"):
            rows(case, **options)
        options["mode"] = "DROPMALFORMED"
    found = by_file(case, rows(case, "*", **options))
    logs = {file: listed for file, listed in batches.items() if file.endswith(".log")}
    assert sorted(found) == sorted(logs)
    for file, listed in logs.items():
        count = sum(one["count"] for one in listed)
        wanted = expected(case.parent / sound)[file][:count]
        assert [as_expected(row) for row in found[file]] == [from_kafka(one) for one in wanted]
