"""The compiled engine and pure Python: one verdict, one value, on everything."""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
import threading
from functools import partial
from importlib import import_module

import pytest

import kraft_wire
from codegen.__main__ import run as generate
from kraft_wire import native
from kraft_wire.errors import EncodeError, EngineError, WireError
from kraft_wire.messages import (
    ApiVersionsResponse,
    FetchRequest,
    FetchResponse,
    LeaderChangeMessage,
    MetadataResponse,
    VoteRequest,
    kafka_messages,
    message_class,
)
from kraft_wire.primitives import Uuid
from tests.fuzz.odd_values import ODD_VALUES
from tests.support import engines, vectors
from tests.support.engines import SteppedAsideError, exact, native_alone

pytestmark = engines.needs_native

EVERY = [
    (name, version)
    for name, entry in sorted(kafka_messages().entries.items())
    for version in range(entry.lowest, entry.highest + 1)
]


def python(name):
    return native.PYTHON[name]


def outcome(call, *arguments):
    """A value, or what tells a refusal."""
    try:
        return call(*arguments)
    except WireError as error:
        return type(error), error.offset, error.path, error.detail
    except Exception as error:  # noqa: BLE001  # which one it is, is compared
        return type(error)


def alone(call, *arguments):
    """What the engine makes of it by itself; None where it steps aside."""
    with native_alone():
        try:
            return call(*arguments)
        except SteppedAsideError:
            return None


def test_engine_in_use_is_reported():
    assert kraft_wire.engine == native.ENGINE == "native"


@pytest.mark.parametrize(("value", "engine"), [("python", "python"), ("native", "native")])
def test_the_environment_chooses(value, engine):
    code = "import kraft_wire; print(kraft_wire.engine)"
    environment = os.environ | {native.VARIABLE: value}
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert shown.stdout.strip() == engine


def test_another_choice_is_refused():
    code = "import kraft_wire; kraft_wire.engine"
    environment = os.environ | {native.VARIABLE: "rust"}
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    sentence = "invalid KRAFT_WIRE_ENGINE='rust': use python or native"
    assert result.stderr.endswith(f"kraft_wire.errors.EngineError: {sentence}\n")
    command = [sys.executable, "-m", "kraft_core.cli", "--version"]
    for options in ([], ["--json"]):
        result = subprocess.run(
            [*command, *options], capture_output=True, text=True, check=False, env=environment
        )
        error = {"error": {"kind": "failed", "message": sentence}}
        expected = json.dumps(error) if options else f"kraft: {sentence}"
        assert (result.returncode, result.stderr) == (1, f"{expected}\n")


def test_missing_required_engine_is_reported_in_one_line(monkeypatch):
    def without_engine(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(native, "import_module", without_engine)
    monkeypatch.setenv(native.VARIABLE, "native")
    with pytest.raises(EngineError) as refusal:
        native._load()
    assert str(refusal.value) == (
        "KRAFT_WIRE_ENGINE=native, but the compiled engine cannot be loaded (No module named "
        "'kraft_wire.native._engine'): install a C compiler, then reinstall kraft or run "
        "`make engine`"
    )
    assert refusal.value.__suppress_context__
    monkeypatch.setenv(native.VARIABLE, "")
    assert native._load() is None


def test_no_schema_is_loaded_before_a_message_is_read_or_written():
    code = (
        "import sys; from kraft_wire.messages import VoteRequest as V; message = V();"
        "print([m for m in sys.modules if '.schemas' in m or m.endswith('tables')]);"
        "message.encode(2); print([m for m in sys.modules if '.schemas.' in m])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines() == ["[]", "['kraft_wire.generated.schemas.vote_request']"]


def test_every_version_of_every_message_has_a_table():
    left = []
    with native_alone():
        for name, version in EVERY:
            try:
                cls = message_class(name)
                assert cls.decode(python("encode")(cls(), version), version) == cls()
            except WireError:
                left.append((name, version))
            except SteppedAsideError:
                left.append((name, version))
    assert left == []


@pytest.mark.parametrize("kind", vectors.GOOD)
def test_good_vectors_are_read_and_written_without_python(kind):
    def check(vector):
        cls, version = message_class(vector["message"]), vector["version"]
        octets = bytes.fromhex(vector["hex"])
        message = python("decode")(cls, octets, version)
        with native_alone():
            again = cls.decode(octets, version)
            prefix = cls.decode_prefix(octets + b"\xff", version)
            assert again.encode(version) == message.encode(version) == octets
        assert exact(again) == exact(message) == exact(prefix[0])
        assert prefix[1] == len(octets)

    assert vectors.check_all(vectors.read_vectors("4.4.0", kind), check) == 739


@pytest.mark.parametrize("kind", ["ignored", "float", "unknown_tags", "malformed", "cuts"])
def test_the_engine_accepts_no_other_vector_than_python(kind):
    def check(vector):
        cls, version = message_class(vector["message"]), vector["version"]
        whole = bytes.fromhex(vector["hex"])
        ends = range(len(whole) + 1) if kind == "cuts" else [len(whole)]
        for octets in (whole[:end] for end in ends):
            compare_readers(cls, octets, version)

    assert vectors.check_all(vectors.read_vectors("4.4.0", kind), check) > 10


def compare_readers(cls, octets, version):
    """Both engines give one verdict; the engine alone accepts nothing that Python refuses."""
    for name in ("decode", "decode_prefix"):
        expected = outcome(partial(python(name), cls), octets, version)
        fast = alone(getattr(cls, name), octets, version)
        assert fast is None or exact(fast) == exact(expected)
        assert exact(outcome(getattr(cls, name), octets, version)) == exact(expected)


def vote(**changes):
    partition = VoteRequest.PartitionData(replica_epoch=3, replica_id=1, last_offset=42)
    topic = VoteRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    return VoteRequest(**({"cluster_id": "c", "voter_id": 2, "topics": [topic]} | changes))


@pytest.mark.parametrize(
    ("cls", "version"),
    [
        (VoteRequest, 2),
        (FetchRequest, 18),
        (FetchRequest, 11),
        (FetchRequest, 4),
        (FetchResponse, 17),
        (FetchResponse, 3),
        (MetadataResponse, 12),
        (ApiVersionsResponse, 3),
        (message_class("DescribeQuorumResponse"), 2),
        (message_class("RequestHeader"), 2),
        (message_class("ConsumerGroupMemberMetadataValue"), 0),
        (message_class("RegisterBrokerRecord"), 3),
        (message_class("DescribeClientQuotasResponse"), 1),
    ],
)
def test_odd_values_give_one_verdict(cls, version):
    structs = [cls, *(value for value in vars(cls).values() if isinstance(value, type))]
    fields = [
        (struct, name)
        for struct in structs
        if hasattr(struct, "__slots__")
        for name in struct.__slots__
    ]
    assert len(fields) > 3
    for struct, name in fields:
        for value in ODD_VALUES:
            message = with_value(cls, struct, name, value)
            expected = outcome(python("encode"), message, version)
            fast = alone(message.encode, version)
            shown = f"{struct.__name__}.{name} = {value!r}"
            assert fast is None or fast == expected, shown
            assert outcome(message.encode, version) == expected, shown


def with_value(cls, struct, name, value):
    """A message in which every array has an element, and one field of one structure is odd."""
    filled = {}

    def build(made_class, schema):
        made = made_class()
        for field in schema.fields:
            if field.struct is None:
                continue
            inner = build(getattr(cls, field.struct.name), field.struct)
            setattr(made, field.name, (inner, inner) if field.is_array else inner)
        filled[made_class] = made
        return made

    message = build(cls, cls.schema().root)
    setattr(filled[struct], name, value)
    return message


def test_an_empty_slot_is_left_to_python():
    for name in VoteRequest.__slots__:
        message = vote()
        delattr(message, name)
        assert alone(message.encode, 2) is None
        expected = outcome(python("encode"), message, 2)
        assert outcome(message.encode, 2) == expected != vote().encode(2)
    assert alone(VoteRequest.__new__(VoteRequest).encode, 2) is None


class Plain(VoteRequest):
    """A subclass that has something of its own, but no field."""

    extra = 1


class Frozen(VoteRequest.TopicData):
    __slots__ = ()

    def __setattr__(self, name, value):
        raise AttributeError(name)


class Lying(VoteRequest):
    @property
    def voter_id(self):
        return 7


class LyingTopic(VoteRequest.TopicData):
    topic_name = "lie"


class Looking(VoteRequest):
    def __getattribute__(self, name):
        return 9 if name == "voter_id" else super().__getattribute__(name)


def filled(cls):
    """An instance of a subclass with the values of `vote`."""
    made = cls.__new__(cls)
    for name in VoteRequest.__slots__:
        vars(VoteRequest)[name].__set__(made, getattr(vote(), name))
    return made


def test_subclasses_that_override_no_field_are_written_by_the_engine():
    assert alone(filled(Plain).encode, 2) == vote().encode(2)
    topic = Frozen.__new__(Frozen)
    for name in VoteRequest.TopicData.__slots__:
        vars(VoteRequest.TopicData)[name].__set__(topic, getattr(vote().topics[0], name))
    assert alone(vote(topics=[topic]).encode, 2) == vote().encode(2)


@pytest.mark.parametrize(("cls", "voter"), [(Lying, 7), (Looking, 9)])
def test_subclasses_that_override_a_field_are_written_by_python(cls, voter):
    message = filled(cls)
    assert alone(message.encode, 2) is None
    assert message.encode(2) == vote(voter_id=voter).encode(2)


class OwnWriters(VoteRequest):
    _WRITERS = {2: lambda put, _: put(b"own")}  # noqa: RUF012  # as generated code has it


def test_subclasses_with_codecs_of_their_own_are_left_to_python():
    message = filled(OwnWriters)
    assert alone(message.encode, 2) is None
    assert message.encode(2) == b"own"


def test_structures_that_override_a_field_are_written_by_python():
    topic = LyingTopic.__new__(LyingTopic)
    for name in ("partitions", "unknown_tagged_fields"):
        setattr(topic, name, ())
    message = vote(topics=[topic])
    assert alone(message.encode, 2) is None
    assert message.encode(2) == vote(topics=[VoteRequest.TopicData(topic_name="lie")]).encode(2)


def test_a_structure_of_another_class_is_left_to_python():
    message = vote(topics=[VoteRequest.PartitionData()])
    assert alone(message.encode, 2) is None
    with pytest.raises(EncodeError):
        message.encode(2)


def test_decoding_into_a_subclass_is_left_to_python():
    octets = vote().encode(2)
    for cls in (Plain, Lying):
        assert alone(cls.decode, octets, 2) is None
        assert alone(cls.decode_prefix, octets, 2) is None
    assert type(Plain.decode(octets, 2)) is type(python("decode")(Plain, octets, 2)) is Plain
    with pytest.raises(AttributeError, match="voter_id"):
        Lying.decode(octets, 2)  # a field of it cannot be set


@pytest.mark.parametrize("version", [-1, 3, 2**15, 2**40, 10**30, True, 2.0, "2", None])
def test_versions_that_are_not_there_are_left_to_python(version):
    for call, reference in (
        (VoteRequest.decode, partial(python("decode"), VoteRequest)),
        (VoteRequest.decode_prefix, partial(python("decode_prefix"), VoteRequest)),
    ):
        octets = vote().encode(1)
        assert alone(call, octets, version) is None
        assert outcome(call, octets, version) == outcome(reference, octets, version)
    assert outcome(vote().encode, version) == outcome(python("encode"), vote(), version)


def test_arguments_may_have_names():
    octets = vote().encode(version=2)
    assert VoteRequest.decode(data=octets, version=2) == vote()
    assert VoteRequest.decode(octets, version=2) == vote()
    with pytest.raises(TypeError):
        VoteRequest.decode(octets)
    with pytest.raises(TypeError):
        vote().encode(1, 2)
    with pytest.raises(TypeError):
        VoteRequest.decode(*range(20))


def test_buffers_of_any_kind_are_read():
    octets = vote().encode(2)
    doubled = bytes(byte for each in octets for byte in (each, 0))
    for data in (bytearray(octets), memoryview(octets), memoryview(bytearray(octets))):
        assert alone(VoteRequest.decode, data, 2) == vote()
    assert VoteRequest.decode(memoryview(doubled)[::2], 2) == vote()


def test_unknown_tags_are_kept_in_order():
    octets = LeaderChangeMessage(leader_id=1).encode(0)
    ascending = octets[:-1] + bytes.fromhex("02 2a03616263 2b00")
    descending = octets[:-1] + bytes.fromhex("02 2b00 2a03616263")
    message = alone(LeaderChangeMessage.decode, ascending, 0)
    assert message.unknown_tagged_fields == ((42, b"abc"), (43, b""))
    assert LeaderChangeMessage.decode(descending, 0) == message
    assert alone(message.encode, 0) == ascending


def test_unknown_tags_follow_those_that_are_defined():
    known = {"supported_features": [ApiVersionsResponse.SupportedFeatureKey(name="f")]}
    for unknown in ([4], [9], [4, 300], [1], [0], [1, 9], [0, 1], [9, 4], [9, 9]):
        message = ApiVersionsResponse(
            **known,
            finalized_features_epoch=5,
            unknown_tagged_fields=tuple((tag, b"x" * 200) for tag in unknown),
        )
        expected = outcome(python("encode"), message, 4)
        assert outcome(message.encode, 4) == expected
        fast = alone(message.encode, 4)
        assert fast == (expected if unknown in ([4], [9], [4, 300]) else None)


def test_lengths_of_tagged_fields_of_every_size():
    for size in (0, 1, 126, 127, 128, 16382, 16383, 16384, 32767):
        message = FetchRequest(cluster_id="x" * size)
        assert alone(message.encode, 17) == python("encode")(message, 17)
    for size in (20_000, 2**21 - 1, 2**21, 2**21 + 1):
        message = LeaderChangeMessage(unknown_tagged_fields=((7, bytes(size)),))
        octets = alone(message.encode, 0)
        assert octets == python("encode")(message, 0)
        assert alone(LeaderChangeMessage.decode, octets, 0) == message


def test_large_messages_grow_the_buffer():
    for size in (0x3FF0, 0x4000, 0x4001, 100_000, 3_000_000, 10):
        partition = FetchResponse.PartitionData(records=bytes(size))
        topic = FetchResponse.FetchableTopicResponse(partitions=[partition] * 3)
        message = FetchResponse(responses=[topic])
        assert alone(message.encode, 16) == python("encode")(message, 16)


def test_count_is_limited_by_the_bytes_left():
    octets = vote(topics=[]).encode(2)
    huge = octets[:-2] + b"\xff\xff\xff\xff\x0f\x00"
    compare_readers(VoteRequest, huge, 2)
    assert alone(VoteRequest.decode, huge, 2) is None


def test_threads_share_the_engine():
    messages = [vote(voter_id=number, cluster_id="ü" * number) for number in range(50)]
    octets = [python("encode")(message, 2) for message in messages]
    faults = []

    def work():
        for _ in range(200):
            for message, expected in zip(messages, octets, strict=True):
                if message.encode(2) != expected or VoteRequest.decode(expected, 2) != message:
                    faults.append(message)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_threads_may_ask_for_the_first_table_together():
    code = """
import threading
from kraft_wire import native
from kraft_wire.messages import *
from kraft_wire import messages
import kraft_wire.generated as generated
classes = [getattr(messages, name) for name in generated.__all__][:60]
barrier, faults = threading.Barrier(8), []
def work():
    for cls in classes:
        barrier.wait()
        for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
            if cls.decode(cls().encode(version), version) != cls():
                faults.append(cls)
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(faults)
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_reference_counts_stay_as_they_are():
    bad_values = [vote(voter_id="2"), vote(cluster_id="\ud800"), vote(topics=[None])]
    octets = vote().encode(2)
    shared = [(), None, True, VoteRequest, VoteRequest.TopicData, VoteRequest.PartitionData, Uuid]

    def work():
        for _ in range(2000):
            VoteRequest.decode(octets, 2).encode(2)
            alone(VoteRequest.decode, octets[:-9], 2)
            alone(VoteRequest.decode, octets + b"x", 2)
            for message in bad_values:
                alone(message.encode, 2)

    work()
    gc.collect()
    before, blocks = [sys.getrefcount(each) for each in shared], sys.getallocatedblocks()
    work()
    gc.collect()
    after = [sys.getrefcount(each) for each in shared]
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) < 50
    assert abs(sys.getallocatedblocks() - blocks) < 500


def test_half_read_messages_are_safe_from_the_garbage_collector():
    """A collection at every allocation finds nothing unsound, and nothing is lost."""
    message = python("decode")(FetchRequest, big_fetch(), 17)
    before = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(20):
            assert FetchRequest.decode(big_fetch(), 17) == message
    finally:
        gc.set_threshold(*before)


def big_fetch():
    topics = [
        FetchRequest.FetchTopic(
            topic_id=Uuid(bytes([number]) * 16),
            partitions=[FetchRequest.FetchPartition(partition=index) for index in range(5)],
        )
        for number in range(20)
    ]
    return FetchRequest(topics=topics).encode(17)


def test_codecs_from_a_schema_are_served_at_once(tmp_path, monkeypatch):
    schema = {
        "type": "data",
        "name": "Sighting",
        "validVersions": "0-1",
        "flexibleVersions": "1+",
        "fields": [
            {"name": "Birds", "type": "[]Bird", "versions": "0+", "about": "Seen.",
             "fields": [
                 {"name": "Species", "type": "string", "versions": "0+", "about": "Kind."},
                 {"name": "Weight", "type": "float64", "versions": "0+", "about": "In grams."},
             ]},
            {"name": "Place", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 0,
             "nullableVersions": "1+", "default": "null", "about": "Where."},
        ],
    }  # fmt: skip
    specs = tmp_path / "specs"
    specs.mkdir()
    (specs / "Sighting.json").write_text(json.dumps(schema))
    options = ["--specs", str(specs), "--out", str(tmp_path), "--package", "own_birds"]
    assert generate(["generate", *options]) == 0
    monkeypatch.syspath_prepend(str(tmp_path))
    sighting = import_module("own_birds").Sighting
    birds = [sighting.Bird(species=f"robin {number}", weight=16.5) for number in range(3)]
    for version, message in ((0, sighting(birds=birds)), (1, sighting(birds=birds, place="ü"))):
        octets = alone(message.encode, version)
        assert octets == python("encode")(message, version)
        assert alone(sighting.decode, octets, version) == message


@pytest.mark.slow
def test_memory_is_flat_over_a_million_calls():
    octets, bad = vote().encode(2), vote(voter_id="2")
    cut = octets[:-9]

    def work(count):
        for _ in range(count):
            VoteRequest.decode(octets, 2).encode(2)
            for call in (partial(VoteRequest.decode, cut, 2), partial(bad.encode, 2)):
                try:
                    call()
                except SteppedAsideError:
                    continue
                raise AssertionError(call)

    with native_alone():
        work(20_000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        work(300_000)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 2_000  # KiB on Linux


ANOTHER_INTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import kraft_wire
assert kraft_wire.engine == "native"
other = interpreters.create()
failure = interpreters.run_string(other, '''
import kraft_wire
from kraft_wire.messages import VoteRequest
assert VoteRequest.decode(VoteRequest(voter_id=3).encode(2), 2).voter_id == 3
assert kraft_wire.engine == "python"
''')
assert not failure, failure
interpreters.destroy(other)
print("good")
"""


def test_another_interpreter_gets_pure_python():
    shown = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ANOTHER_INTERPRETER],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stdout == "good\n", shown.stderr
