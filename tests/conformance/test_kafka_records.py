from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from kraft_wire import json_form
from kraft_wire.errors import WireError
from kraft_wire.messages import kafka_messages, message_class
from kraft_wire.records import Compression, RecordBatchBuilder
from kraft_wire.records.control import (
    ControlRecordType,
    decode_control_record,
    encode_control_record,
    encode_transaction_marker,
)
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    encode_coordinator_record,
    record_names,
)
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)
from tests.conformance import kafka
from tests.conformance.batches import (
    CODECS,
    described,
    random_batch,
    with_right_checksum,
)
from tests.conformance.comparison import TALLIES
from tests.conformance.content import CONTENTS, MOODS, SEED, Filler, damage

pytestmark = pytest.mark.kafka

NEWEST = kafka.RELEASES[-1]
BATCHES = max(2, CONTENTS // 2)
FORMATS = [
    (magic, codec) for magic in (0, 1, 2) for codec in CODECS if magic == 2 or codec != "zstd"
]

SERDES = {
    Coordinator.GROUP: "org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde",
    Coordinator.SHARE: "org.apache.kafka.coordinator.share.ShareCoordinatorRecordSerde",
    Coordinator.TRANSACTION: (
        "org.apache.kafka.coordinator.transaction.TransactionCoordinatorRecordSerde"
    ),
}


@pytest.fixture(scope="module")
def tally():
    counted = Counter()
    TALLIES.append(("records", counted))
    return counted


def unhex(text):
    return None if text is None else bytes.fromhex(text)


def built_here(batch):
    """The batch that `build` of the oracle describes, by our builder."""
    append_time = batch["logAppendTime"] if batch["timestampType"] == "LogAppendTime" else None
    builder = RecordBatchBuilder(
        base_offset=batch["baseOffset"],
        partition_leader_epoch=batch["epoch"],
        compression=Compression[batch["compression"].upper()],
        producer_id=batch["producerId"],
        producer_epoch=batch["producerEpoch"],
        base_sequence=batch["baseSequence"],
        is_transactional=batch["transactional"],
        append_time=append_time,
    )
    for record in batch["records"]:
        headers = tuple((name, unhex(value)) for name, value in record["headers"])
        key, value = unhex(record["key"]), unhex(record["value"])
        builder.append(record["timestamp"], key, value, headers, record["offset"])
    return builder.build()


def kafkas_description(oracle, octets):
    return kafkas_descriptions(oracle, [octets])[0]


def kafkas_descriptions(oracle, all_octets):
    asked = [{"op": "batches", "hex": octets.hex()} for octets in all_octets]
    answers = oracle.ask_all(asked)
    for answer in answers:
        for batch in answer["batches"]:
            for record in batch["records"]:
                record.pop("control", None)
    return answers


def asked_records(batch):
    """Key, value, headers and offset of the records, as they were asked for."""
    names = ("offset", "key", "value", "headers")
    return [{name: record[name] for name in names} for record in batch["records"]]


@pytest.mark.parametrize(("magic", "codec"), FORMATS)
def test_batches_built_by_kafka_say_the_same_to_both(comparison, magic, codec):
    for number in range(BATCHES):
        batch = random_batch(Random(f"{SEED} {magic} {codec} {number}"), magic, codec)
        octets = bytes.fromhex(comparison.oracle.ask("build", **batch)["hex"])
        found = described(octets)
        assert found == kafkas_description(comparison.oracle, octets)
        assert "stopped" not in found
        assert [record for one in found["batches"] for record in asked_records(one)] == (
            asked_records(batch)
        )


@pytest.mark.parametrize("codec", CODECS)
def test_batches_built_here_are_read_by_kafka(comparison, codec):
    for number in range(BATCHES):
        batch = random_batch(Random(f"{SEED} {codec} {number}"), 2, codec)
        octets = built_here(batch)
        kafkas = kafkas_description(comparison.oracle, octets)
        assert "stopped" not in kafkas
        assert asked_records(kafkas["batches"][0]) == asked_records(batch)
        assert described(octets) == kafkas
        built_there = bytes.fromhex(comparison.oracle.ask("build", **batch)["hex"])
        if codec == "none":
            assert octets == built_there
        else:  # all but length, checksum and the compressed bytes
            assert (octets[:8], octets[12:17]) == (built_there[:8], built_there[12:17])
            assert octets[21:61] == built_there[21:61]


@pytest.mark.parametrize(("magic", "codec"), FORMATS)
def test_damaged_batches_are_not_taken_where_kafka_refuses(comparison, tally, magic, codec):
    for number in range(BATCHES):
        random = Random(f"{SEED} {magic} {codec} {number}")
        batch = random_batch(random, magic, codec)
        whole = bytes.fromhex(comparison.oracle.ask("build", **batch)["hex"])
        bad = [with_right_checksum(damage(whole, random)) for _ in range(8)]
        for octets, kafkas in zip(bad, kafkas_descriptions(comparison.oracle, bad), strict=True):
            ours = described(octets)
            refusal = ours.pop("stopped", None)
            if "stopped" in kafkas:
                assert refusal is not None, (kafkas["stopped"], octets.hex())
                tally["damaged batches refused"] += 1
            elif refusal is not None:  # the one thing in a batch where Kafka is lenient
                assert "UTF-8" in str(refusal), (refusal, octets.hex())
                tally["damaged batches that only Kafka takes"] += 1
            else:
                assert ours == kafkas, octets.hex()
                tally["damaged batches that both take"] += 1


CONTROLS = [
    ("LEADER_CHANGE", "LeaderChangeMessage"),
    ("SNAPSHOT_HEADER", "SnapshotHeaderRecord"),
    ("SNAPSHOT_FOOTER", "SnapshotFooterRecord"),
    ("KRAFT_VERSION", "KRaftVersionRecord"),
    ("KRAFT_VOTERS", "VotersRecord"),
]


@pytest.mark.parametrize(("type_name", "message_name"), CONTROLS)
def test_control_batches_are_the_same_bytes(comparison, tally, type_name, message_name):
    schema = comparison.schemas[message_name]
    for number in range(BATCHES):
        random = Random(f"{SEED} {type_name} {number}")
        content = Filler(random, MOODS[number % 4]).message(schema, 0)
        content["version"] = 0
        place = {"offset": random.randrange(1 << 40), "timestamp": 1_700_000_000_000 + number}
        asked = {"type": type_name, "json": content, "epoch": random.randrange(100), **place}
        octets = bytes.fromhex(comparison.oracle.ask("control", **asked)["hex"])
        message = json_form.from_json(message_class(message_name), content, 0)
        key, value = encode_control_record(message)
        builder = RecordBatchBuilder(
            base_offset=place["offset"], partition_leader_epoch=asked["epoch"], is_control=True
        )
        builder.append(place["timestamp"], key, value)
        assert builder.build() == octets
        (batch,) = described(octets)["batches"]
        assert batch["isControl"]
        assert decode(batch) == (ControlRecordType[type_name], message)
        tally["control batches"] += 1


@pytest.mark.parametrize("type_name", ["COMMIT", "ABORT"])
def test_transaction_markers_are_the_same_bytes(comparison, tally, type_name):
    for number in range(BATCHES):
        random = Random(f"{SEED} {type_name} {number}")
        epoch = random.choice((0, 1, 2**31 - 1, random.randrange(1 << 20)))
        producer = {"producerId": random.randrange(1 << 50), "producerEpoch": number}
        asked = {"type": type_name, "json": {"coordinatorEpoch": epoch}, "epoch": 5, **producer}
        answer = comparison.oracle.ask("control", offset=number, timestamp=1_700_000, **asked)
        key, value = encode_transaction_marker(
            commit=type_name == "COMMIT", coordinator_epoch=epoch
        )
        builder = RecordBatchBuilder(
            base_offset=number,
            partition_leader_epoch=5,
            producer_id=producer["producerId"],
            producer_epoch=number,
            is_transactional=True,
            is_control=True,
        )
        builder.append(1_700_000, key, value)
        assert builder.build().hex() == answer["hex"]
        (batch,) = described(bytes.fromhex(answer["hex"]))["batches"]
        found, message = decode(batch)
        assert (found, message.coordinator_epoch) == (ControlRecordType[type_name], epoch)
        tally["transaction markers"] += 1


class Decodable:
    """Key and value of a described record, as `decode_control_record` takes them."""

    def __init__(self, record):
        self.key, self.value = unhex(record["key"]), unhex(record["value"])


def decode(batch):
    (record,) = batch["records"]
    decoded = decode_control_record(Decodable(record))
    return decoded.type, decoded.message


def metadata_contents(schemas):
    for schema in schemas.values():
        if schema.kind != "metadata" or schema.name.startswith("Remote"):
            continue  # Remote... records are those of another topic, with keys of their own
        for version in schema.versions:
            for number in range(BATCHES):
                random = Random(f"{SEED} {schema.name} {version} {number}")
                content = Filler(random, MOODS[number % 4]).message(schema, version)
                yield random, schema.name, version, content


def test_metadata_records_have_the_same_frame(comparison, tally):
    contents = list(metadata_contents(comparison.schemas))
    for _, name, version, content in contents:
        answer = comparison.oracle.ask("frame", message=name, version=version, json=content)
        message = json_form.from_json(message_class(name), content, version)
        framed = encode_metadata_record(MetadataRecord(message, version))
        assert framed.hex() == answer["hex"]
        assert decode_metadata_record(framed) == (message, version)
        tally["metadata records"] += 1
    assert len(contents) >= BATCHES * 30


def test_damaged_metadata_records_are_not_taken_where_kafka_refuses(comparison, tally):
    for random, name, version, content in metadata_contents(comparison.schemas):
        asked = {"message": name, "version": version, "json": content}
        whole = bytes.fromhex(comparison.oracle.ask("frame", **asked)["hex"])
        octets = damage(whole, random)
        kafkas = comparison.oracle.ask("unframe", hex=octets.hex())
        if kafkas.get("message") not in (None, *kafka_messages().entries):
            continue
        try:
            record = decode_metadata_record(octets)
        except WireError:
            tally["damaged metadata records refused"] += 1
        else:
            newer = comparison.oracle.version != NEWEST  # it knows fewer records and versions
            assert newer or "error" not in kafkas, (kafkas["error"], octets.hex())
            if "error" not in kafkas:
                text = json_form.dumps(json_form.to_json(record.message, record.version))
                assert (text, record.version) == (kafkas["text"], kafkas["version"])
                tally["damaged metadata records that both take"] += 1


@pytest.mark.parametrize("comparison", [NEWEST], indirect=True)  # older ones number them otherwise
@pytest.mark.parametrize("coordinator", Coordinator)
def test_coordinator_records_say_the_same_to_both(comparison, tally, coordinator):
    for number, name in record_names(coordinator).items():
        key_schema, value_schema = (comparison.schemas[name + part] for part in ("Key", "Value"))
        for version in value_schema.versions:
            for seed in range(BATCHES):
                filler = Filler(Random(f"{SEED} {name} {version} {seed}"), MOODS[seed % 4])
                key = filler.message(key_schema, 0)
                value = filler.message(value_schema, version) if seed % 5 else None
                record = CoordinatorRecord(
                    number,
                    json_form.from_json(message_class(name + "Key"), key, 0),
                    None
                    if value is None
                    else json_form.from_json(message_class(name + "Value"), value, version),
                    None if value is None else version,
                )
                check_coordinator_record(comparison.oracle, coordinator, record)
                tally["coordinator records"] += 1


def check_coordinator_record(oracle, coordinator, record):
    key, value = encode_coordinator_record(record)
    answer = oracle.ask(
        "coordinator",
        serde=SERDES[coordinator],
        key=key.hex(),
        value=None if value is None else value.hex(),
    )
    assert decode_coordinator_record(coordinator, key, value) == record
    assert answer["key"]["message"] == type(record.key).__name__
    assert json.loads(answer["key"]["text"]) == json_form.to_json(record.key, 0)
    assert ("value" in answer) == (record.value is not None)
    if record.value is not None:
        assert answer["value"]["version"] == record.version
        shown = json_form.dumps(json_form.to_json(record.value, record.version))
        assert answer["value"]["text"] == shown
