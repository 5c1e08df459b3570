"""Keys and values of internal topics and of the metadata log, against Kafka's dump, to the byte."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.spark.log_rows import DATA, rows

COORDINATED = [
    (case, view)
    for names, view in (
        (("consumer-offsets", "share-group-state"), "offsets"),
        (("transaction-state",), "transactions"),
    )
    for name in names
    for case in sorted(DATA.glob(f"*/{name}"))
]
METADATA = sorted(path.parent for path in DATA.glob("*/metadata-log*/dump.txt.gz"))
KEYED = re.compile(r"\| offset: (\d+) .*? key: (.*) payload: (.*)")
PLAIN = re.compile(r"\| offset: (\d+) .*? payload: (.*)")


def name_of(case):
    return case if isinstance(case, str) else f"{case.parent.name}/{case.name}"


def dumped(case, pattern):
    """What the dump shows of each record, by file."""
    found, file = {}, None
    with gzip.open(case / "dump.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("Dumping "):
                file = line.split()[1]
            elif match := pattern.match(line.rstrip("\n")):
                found.setdefault(file, []).append(match.groups())
    return found


def data_of(shown):
    """The data part of the JSON around a key or a payload."""
    match = re.fullmatch(r'\{"(?:type|version)":.*?"data":(.*)\}', shown)
    return match[1] if match else None


def by_file(case, found):
    files = {}
    for row in found:
        files.setdefault(row["path"].removeprefix(case.as_uri() + "/"), []).append(row)
    return files


@pytest.mark.parametrize(("case", "view"), COORDINATED, ids=name_of)
def test_coordinator_records_equal_kafkas_dump(case, view):
    found = by_file(case, rows(case, view=view))
    shown = dumped(case, KEYED)
    assert sum(map(len, shown.values())) >= 10
    for file, records in shown.items():
        offsets = {row["recordOffset"]: row for row in found[file]}
        assert len(offsets) == len(found[file])
        for offset, key, payload in records:
            row = offsets[int(offset)]
            assert row["decodedKey"] == data_of(key)
            assert row["decoded"] == data_of(payload)
            assert row["isTombstone"] is (payload == "<DELETE>")
            assert row["decodeError"] is None


@pytest.mark.parametrize("case", METADATA, ids=name_of)
def test_metadata_records_equal_kafkas_dump(case):
    found = by_file(case, rows(case, view="metadata", includeSecrets=True))
    compared = 0
    for file, records in dumped(case, PLAIN).items():
        offsets = {row["offset"]: row for row in found[file] if not row["isControl"]}
        for offset, payload in records:
            text = data_of(payload)
            if text is not None:
                compared += 1
                assert offsets[int(offset)]["decoded"] == text
    assert compared > 100
