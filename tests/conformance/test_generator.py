"""Schemas that Kafka's own generator takes are taken, and those that it refuses are refused.

The generator is a jar on Maven. Differences are listed with their reasons, and no other may occur.
"""

from __future__ import annotations

import base64
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codegen.errors import SchemaError
from codegen.schema.reader import read_message
from tests.conformance import kafka
from tests.support.random_schemas import SchemaDrawing
from tests.support.schemas import field, schema

pytestmark = pytest.mark.kafka

DRAWN = 300

TAKEN_HERE = {
    "Unable to locate a specification": "divergence W16",
    "have no versions in common": "divergence W16",
    "You must specify a value for flexibleVersions": "optional up to 2.8; a note names the file",
    "not one of the values accepted for Enum class: [brokerId": "forks have entity types",
    "empty String": "no entity type",
    "the tag IDs are not contiguous": "tags from 10,000 on are those of forks",
}
"""What Kafka refuses and codegen takes."""

REFUSED_HERE = {
    "half of a surrogate pair": "no file can hold it",
    "must be all or none": "divergence S2",
    "cannot name a message or structure": "divergence S3",
    "generated modules use it": "divergence S3",
    "is not a valid range of versions": "a range that runs backwards is a mistake, not no version",
    "must be text": "numbers stand for text in defaults, tags and versions only",
    "is not defined": "a class that other Java code would have to bring",
    "is not a valid name": "no class, in Java either, can be called that",
    "must be a number from 0 to 32767": "keys are not negative on the wire",
    "apiKey: is missing": "what has no key cannot be sent or found",
    "is given twice": "two values for one attribute",
}
"""What codegen refuses and Kafka takes."""


def without_abouts_of_structures(top: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not of Kafka's language: `about` of messages and structures."""
    structs = [
        {name: value for name, value in struct.items() if name != "about"}
        for struct in top.get("commonStructs", [])
    ]
    kept = {name: value for name, value in top.items() if name != "about"}
    return kept | ({"commonStructs": structs} if structs else {})


def drawn() -> list[str]:
    texts = []
    for seed in range(DRAWN):
        top = SchemaDrawing(random.Random(seed), f"Thing{seed}").schema()
        texts.append(json.dumps(without_abouts_of_structures(top)))
    return texts


def request(*fields: dict[str, Any], **top: Any) -> str:
    return schema(*fields, **{"type": "request", "apiKey": 99, "name": "ThingRequest", **top})


TAGGED = {"tag": 0, "taggedVersions": "2+", "versions": "2+"}
INNER = [field("X")]
ODD = [
    *(schema(field("A"), flexibleVersions=each) for each in (..., "none", "0+", "0-3", "", "3", 2)),
    *(schema(field("A"), validVersions=each) for each in ("0", "0-3", "3-0", "a", "", "0,1", 0)),
    *(schema(field("A", versions=each)) for each in ("0+", 1, "1-2", "2-1", "-1", "1-", True, [])),
    *(schema(field("A", "string", entityType=e)) for e in ("topicName", "nodeName", "unknown", "")),
    *(schema(field("A", "int32", entityType=each)) for each in ("brokerId", "topicName", 5)),
    *(
        schema(field("A", kind))
        for kind in ("int24", "[]", "[][]int8", "[]int8", "string ", "Int8")
    ),
    *(schema(field("A", kind)) for kind in ("[]records", "records", "uint32", "float32", "B")),
    *(schema(field(name)) for name in ("a", "A b", "1A", "", "A_b", "Ä")),
    *(
        schema(field("A", nullableVersions="0+")),
        schema(field("A", "string", nullableVersions="0")),
    ),
    *(
        schema(field("A", **(TAGGED | more)))
        for more in ({}, {"tag": 1}, {"tag": -1}, {"tag": "0"})
    ),
    *(schema(field("A", **(TAGGED | m))) for m in ({"taggedVersions": "2-3"}, {"versions": "3+"})),
    *(schema(field("A", **(TAGGED | m))) for m in ({"taggedVersions": "1+"}, {"tag": 10_000})),
    schema(field("A", tag=0)),
    schema(field("A", taggedVersions="2+")),
    schema(field("A", **TAGGED), field("B", **TAGGED)),
    schema(field("A"), field("A")),
    *(schema(field("A", default=each)) for each in (0, "0", "x", "0x7f", "-1", 2**31, None, True)),
    *(schema(field("A", "bool", default=each)) for each in ("true", "yes", True, 1, "TRUE")),
    *(schema(field("A", "string", default=each)) for each in ("null", "text", "", 7)),
    *(schema(field("A", "[]int8", default=each)) for each in ("null", "1", "")),
    *(schema(field("A", "float64", default=each)) for each in ("1", "1.5", "NaN", "x", "1e5")),
    *(schema(field("A", "bytes", zeroCopy=each)) for each in (True, "true", "yes")),
    schema(field("A", zeroCopy=True)),
    schema(field("A", mapKey=True)),
    *(schema(field("A", "[]B", fields=each)) for each in (INNER, INNER * 2, [{}])),
    schema(field("A", "[]B", fields=[field("X", mapKey=True)])),
    schema(field("A", "int32", fields=INNER)),
    schema(field("A", "B", fields=INNER), field("C", "B")),
    schema(field("A", "B", fields=INNER), field("C", "B", fields=INNER)),
    schema(field("A", "B"), commonStructs=[{"name": "B", "versions": "0+", "fields": INNER}]),
    schema(field("A", "B"), commonStructs=[{"name": "B", "versions": "1+", "fields": INNER}]),
    schema(field("A", "B"), commonStructs=[{"name": "B", "fields": INNER}]),
    schema(field("A"), commonStructs=[{"name": "b", "versions": "0+", "fields": INNER}]),
    *(schema(field("A"), type=each) for each in ("data", "header", "record", "Data", "")),
    *(schema(field("A"), name=each) for each in ("thing", "Thing", "", "Thing Two", ...)),
    *(request(field("A"), apiKey=each) for each in (0, 10_001, 32_767, -1, 40_000, "7", ..., None)),
    *(request(field("A"), listeners=each) for each in (["broker"], ["nobody"], [], "broker")),
    *(request(field("A"), latestVersionUnstable=each) for each in (True, "true", False)),
    *(request(field("A"), deprecatedVersions=each) for each in ("0", "0-1", "9", "none", "x")),
    schema(field("A"), listeners=["broker"]),
    schema(field("A"), latestVersionUnstable=True),
    schema(field("A"), unknownAttribute=1),
    schema(field("A", unknownAttribute=1)),
    schema(field("A", ignorable="true")),
    schema(field("A", ignorable="yes")),
    schema(field("A", about=5)),
    schema(field("A"), validVersions="none"),
    schema(field("A")) + "}",
    schema(field("A")) + " // end",
    schema(field("A")) + "{}",
    "/* first */" + schema(field("A")),
    schema(field("A")).replace("{", "{ // comment\n", 1),
    schema(field("A")).replace('"fields"', '"name": "Other", "fields"', 1),
    schema(field("A")).replace('"fields"', '"name": "Thing", "fields"', 1),
    schema(field("A")).replace("]", ",]", 1),
    schema(field("A")).replace('"', "'"),
    "",
    "[]",
    "5",
]
"""Schemas that are odd in one place each."""


def asked(texts: list[str]) -> list[str]:
    """Ask Kafka's generator; return "taken" or "refused: " and the reason for each schema."""
    lines = (base64.b64encode(text.encode("utf-8", "surrogatepass")).decode() for text in texts)
    source = Path(__file__).parent / "generator" / "GeneratorOracle.java"
    try:
        jars = kafka.generator()
    except kafka.KafkaUnavailableError as reason:
        kafka.skip_unless_required(str(reason))
    command = kafka.program_against(jars, source, "org.apache.kafka.message.GeneratorOracle")
    done = subprocess.run(
        command, input="\n".join([*lines, ""]), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def verdict(text: str) -> str:
    try:
        read_message(text, "Thing.json")
    except SchemaError as error:
        return f"refused: {error}"
    return "taken"


@pytest.mark.parametrize("texts", [drawn(), ODD], ids=["drawn", "odd"])
def test_schemas_are_taken_and_refused_as_by_kafkas_generator(texts):
    theirs = asked(texts)
    assert len(theirs) == len(texts)
    counts = {True: 0, False: 0}
    unlisted = []
    for text, answer in zip(texts, theirs, strict=True):
        own = verdict(text)
        listed = REFUSED_HERE if answer == "taken" else TAKEN_HERE
        both = (own == "taken", answer == "taken")
        counts[both[0]] += both[0] == both[1]
        if both[0] != both[1] and not any(reason in answer + own for reason in listed):
            unlisted.append((own, answer, text))
    assert unlisted == []
    assert min(counts.values()) > 30
