"""Messages in a reused buffer, as lists of buffers, and with views of what they were read from."""

from __future__ import annotations

import array
import gc
import subprocess
import sys
import tracemalloc

import pytest

from kraft_wire import headers, native
from kraft_wire.errors import DecodeError, EncodeError, UnsupportedVersionError, WireError
from kraft_wire.framing import frame
from kraft_wire.limits import COPIED_BYTES_MAX
from kraft_wire.message import Message
from kraft_wire.messages import (
    FetchResponse,
    JoinGroupRequest,
    ProduceRequest,
    VoteRequest,
    message_class,
)
from kraft_wire.primitives import Uuid
from tests.support import vectors
from tests.support.engines import exact, needs_native

PURE = pytest.param(native.PYTHON, id="python")
IN_USE = pytest.param(
    {name: getattr(Message, name) for name in ("encode_into", "encode_buffers")}, id="engine"
)
both_engines = pytest.mark.parametrize("methods", [PURE, IN_USE])

VERSIONS = (3, 4, 11, 12, 17)
MIB = 1 << 20


def fetch_response(values, version=17):
    partitions = [
        FetchResponse.PartitionData(partition_index=index, records=value)
        for index, value in enumerate(values)
    ]
    name = {"topic_id": Uuid(bytes(range(16)))} if version > 12 else {"topic": "orders"}
    topic = FetchResponse.FetchableTopicResponse(partitions=partitions, **name)
    return FetchResponse(responses=[topic])


def reading(name, cls, *, is_pure):
    """The function `decode` or `decode_prefix` of an engine."""
    if not is_pure:
        return getattr(cls, name)
    return lambda *given, **named: native.PYTHON[name](cls, *given, **named)


def blobs(message):
    """All values of bytes and records in a message, but unknown tags."""
    found = []
    for name in message._FIELDS:
        value = getattr(message, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Message.__mro__[1]):
                found += blobs(one)
            elif isinstance(one, (bytes, memoryview)) and not isinstance(one, Uuid):
                found.append(one)
    return found


@pytest.mark.parametrize("kind", vectors.GOOD)
def test_good_vectors_are_written_alike_by_all_writers(kind):
    target = bytearray()

    def check(vector):
        cls, version = message_class(vector["message"]), vector["version"]
        octets = bytes.fromhex(vector["hex"])
        message = cls.decode(octets, version)
        for methods in (native.PYTHON, {"encode_into": cls.encode_into, "encode_buffers": None}):
            write = methods["encode_buffers"] or cls.encode_buffers
            assert b"".join(write(message, version)) == octets
            end = methods["encode_into"](message, target, version)
            assert target[:end] == octets

    assert vectors.check_all(vectors.read_vectors("4.4.0", kind), check) == 739


@pytest.mark.parametrize("kind", vectors.GOOD)
@pytest.mark.parametrize("is_pure", [False, True])
def test_good_vectors_are_read_alike_with_views(kind, is_pure):
    def check(vector):
        cls, version = message_class(vector["message"]), vector["version"]
        octets = bytes.fromhex(vector["hex"])
        expected = cls.decode(octets, version)
        for start, data in ((0, octets), (2, bytearray(b"ab" + octets)), (0, memoryview(octets))):
            message = reading("decode", cls, is_pure=is_pure)(data, version, start, views=True)
            assert message == expected
            assert message.encode(version) == octets
            for value in blobs(message):
                if value != b"":
                    assert type(value) is memoryview
                    assert value.readonly
        trailing = reading("decode_prefix", cls, is_pure=is_pure)(
            octets + b"x", version, views=True
        )
        assert trailing == (expected, len(octets))

    assert vectors.check_all(vectors.read_vectors("4.4.0", kind), check) == 739


@pytest.mark.parametrize("kind", ["unknown_tags", "malformed", "cuts"])
@pytest.mark.parametrize("is_pure", [False, True])
def test_bad_bytes_are_refused_alike_with_views(kind, is_pure):
    def outcome(call):
        try:
            return exact_without_views(call())
        except WireError as error:
            return type(error), error.offset, error.path, error.detail

    def check(vector):
        cls, version = message_class(vector["message"]), vector["version"]
        octets = bytes.fromhex(vector["hex"])
        decode = reading("decode", cls, is_pure=is_pure)
        whole = kind != "cuts"
        for end in [len(octets)] if whole else range(0, len(octets), 3):
            expected = outcome(lambda end=end: cls.decode(b"ab" + octets[:end], version, 2))
            with_views = outcome(
                lambda end=end: decode(b"ab" + octets[:end], version, 2, views=True)
            )
            assert with_views == expected

    assert vectors.check_all(vectors.read_vectors("4.4.0", kind), check) > 10


def exact_without_views(message):
    """The message in exact form, views taken as bytes."""
    cls = type(message)
    for version in range(cls.VERSIONS[1], cls.VERSIONS[0] - 1, -1):
        try:
            return exact(cls.decode(message.encode(version), version)), version
        except WireError:
            continue
    raise AssertionError(cls)


def test_unknown_tags_stay_bytes_with_views():
    message = VoteRequest(unknown_tagged_fields=((77, b"kept"),))
    for is_pure in (False, True):
        read = reading("decode", VoteRequest, is_pure=is_pure)(message.encode(2), 2, views=True)
        ((tag, data),) = read.unknown_tagged_fields
        assert (tag, data, type(data)) == (77, b"kept", bytes)


def test_views_show_and_hold_what_they_were_read_from():
    data = bytearray(fetch_response([b"records of some length"]).encode(17))
    for is_pure in (False, True):
        message = reading("decode", FetchResponse, is_pure=is_pure)(data, 17, views=True)
        (view,) = blobs(message)
        assert view.obj is data
        data[data.index(b"some")] = ord("S")
        assert b"Some" in bytes(view)
        data[data.index(b"Some")] = ord("s")
        with pytest.raises(BufferError):
            data.clear()
        with pytest.raises(TypeError):
            view[0] = 0
        del message, view


def test_views_of_wider_items_and_of_views_with_gaps():
    octets = fetch_response([b"records of some length.."]).encode(17)
    octets += bytes(-len(octets) % 4)
    for is_pure in (False, True):
        decode = reading("decode_prefix", FetchResponse, is_pure=is_pure)
        for data in (
            memoryview(array.array("I", octets)),
            memoryview(bytes(2).join(octets[index : index + 1] for index in range(len(octets))))[
                ::3
            ],
        ):
            message, _ = decode(data, 17, views=True)
            assert blobs(message) == [b"records of some length.."]


def test_a_subclass_gets_views_too():
    class Own(FetchResponse):
        pass

    message = Own.decode(fetch_response([b"records"]).encode(17), 17, views=True)
    assert type(message) is Own
    assert [type(value) for value in blobs(message)] == [memoryview]


@pytest.mark.parametrize("start", [-1, 99_999])
def test_a_start_outside_is_refused(start):
    octets = VoteRequest().encode(2)
    for is_pure in (False, True):
        with pytest.raises(ValueError, match="outside"):
            reading("decode", VoteRequest, is_pure=is_pure)(octets, 2, start, views=True)
        write = native.PYTHON["encode_into"] if is_pure else VoteRequest.encode_into
        with pytest.raises(ValueError, match="outside"):
            write(VoteRequest(), bytearray(9), 2, start)


# -- lists of buffers ------------------------------------------------------------------------------


@both_engines
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_only_values_above_the_bound_are_buffers_of_their_own(methods, version, kind):
    values = [
        kind(bytes([size % 251]) * size)
        for size in (0, 100, COPIED_BYTES_MAX, COPIED_BYTES_MAX + 1, 70_000, 0)
    ]
    message = fetch_response(values, version)
    buffers = methods["encode_buffers"](message, version)
    assert b"".join(buffers) == message.encode(version)
    large = [buffer for buffer in buffers if len(buffer) > COPIED_BYTES_MAX + 1000]
    (found,) = large
    source = found.obj if isinstance(found, memoryview) else found
    held = values[4].obj if kind is memoryview else values[4]
    assert source is held
    assert len(buffers) == 5
    assert len(buffers[1]) == COPIED_BYTES_MAX + 1


@both_engines
def test_large_values_in_arrays_and_at_both_ends(methods):
    large = bytes(5000)
    request = JoinGroupRequest(
        group_id="g",
        protocol_type="consumer",
        protocols=[
            JoinGroupRequest.JoinGroupRequestProtocol(name=name, metadata=large) for name in "ab"
        ],
    )
    buffers = methods["encode_buffers"](request, 9)
    assert [buffer is large for buffer in buffers] == [False, True, False, True, False]
    assert b"".join(buffers) == request.encode(9)
    authenticate = message_class("SaslAuthenticateRequest")(auth_bytes=large)
    assert [buffer is large for buffer in methods["encode_buffers"](authenticate, 0)] == [
        False,
        True,
    ]


@both_engines
def test_large_unknown_tags_are_written(methods):
    message = VoteRequest(unknown_tagged_fields=((77, bytes(9000)),))
    assert b"".join(methods["encode_buffers"](message, 2)) == message.encode(2)


@both_engines
def test_writers_refuse_as_encode_does(methods):
    for message, version, error in (
        (VoteRequest(), 99, UnsupportedVersionError),
        (VoteRequest(voter_id=1 << 40), 2, EncodeError),
        (fetch_response([bytes(9000), "no bytes"]), 17, EncodeError),
    ):
        with pytest.raises(error) as expected:
            message.encode(version)
        with pytest.raises(error) as refusal:
            methods["encode_buffers"](message, version)
        assert str(refusal.value) == str(expected.value)
        with pytest.raises(error) as refusal:
            methods["encode_into"](message, bytearray(), version)
        assert str(refusal.value) == str(expected.value)


@both_engines
def test_encoding_does_not_copy_large_values(methods):
    values = [
        memoryview(bytearray(MIB // 4)) if index % 2 else bytes(MIB // 4) for index in range(64)
    ]
    message = fetch_response(values)
    methods["encode_buffers"](message, 17)
    gc.collect()
    tracemalloc.start()
    buffers = methods["encode_buffers"](message, 17)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(map(len, buffers)) > 16 * MIB
    assert peak < MIB // 8


@needs_native
def test_decoding_to_views_does_not_copy():
    octets = fetch_response([bytes(MIB)] * 16).encode(17)
    FetchResponse.decode(octets, 17, views=True)
    tracemalloc.start()
    message = FetchResponse.decode(octets, 17, views=True)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(map(len, blobs(message))) == 16 * MIB
    assert peak < MIB // 8


def test_frames_of_buffers_are_those_of_bytes():
    response = fetch_response([bytes(70_000), b"few"])
    payload = headers.encode_response(response, 17, 5)
    assert b"".join(headers.encode_response_buffers(response, 17, 5)) == frame(payload)
    request = ProduceRequest(
        topic_data=[
            ProduceRequest.TopicProduceData(
                name="t", partition_data=[ProduceRequest.PartitionProduceData(records=bytes(9000))]
            )
        ]
    )
    payload = headers.encode_request(request, 11, 6, "client")
    assert b"".join(headers.encode_request_buffers(request, 11, 6, "client")) == frame(payload)
    with pytest.raises(EncodeError, match="is not a request"):
        headers.encode_request_buffers(response, 17, 5)


# -- a reused buffer -------------------------------------------------------------------------------


@both_engines
def test_a_reused_buffer_grows_and_never_shrinks(methods):
    write, target = methods["encode_into"], bytearray()
    large, small = fetch_response([bytes(100_000)]), fetch_response([b"few"])
    end = write(large, target, 17)
    assert end == len(target)
    assert target == large.encode(17)
    rest = bytes(target)
    end = write(small, target, 17)
    assert target[:end] == small.encode(17)
    assert target[end:] == rest[end:]
    end = write(small, target, 17, start=len(target))
    assert target[len(rest) : end] == small.encode(17)
    assert len(target) == end
    assert target[len(rest) - 9 : len(rest)] == rest[-9:]


@both_engines
def test_a_buffer_in_use_is_refused(methods):
    target = bytearray(1000)
    with memoryview(target), pytest.raises(BufferError):
        methods["encode_into"](VoteRequest(), target, 2)
    with pytest.raises(BufferError):
        methods["encode_into"](fetch_response([target]), target, 17)
    view = memoryview(target)
    with pytest.raises(BufferError):
        methods["encode_into"](fetch_response([view]), target, 17)
    view.release()
    assert methods["encode_into"](VoteRequest(), target, 2) > 0


@both_engines
@pytest.mark.parametrize("target", [bytes(9), memoryview(bytearray(9)), None, [1]])
def test_another_buffer_than_a_bytearray_is_refused(methods, target):
    with pytest.raises(TypeError, match="into a bytearray"):
        methods["encode_into"](VoteRequest(), target, 2)


@needs_native
def test_encode_into_a_large_enough_buffer_does_not_allocate():
    message, target = fetch_response([bytes(MIB)] * 8), bytearray()
    for _ in range(2):
        message.encode_into(target, 17)
    tracemalloc.start()
    message.encode_into(target, 17)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4096


THREADS = """
import random, sys, threading
from kraft_wire.messages import FetchResponse
from kraft_wire.primitives import Uuid
sys.setswitchinterval(1e-6)
faults = []
def work(number):
    random_ = random.Random(number)
    target = bytearray()
    for _ in range(300):
        values = [random_.randbytes(random_.choice((0, 10, 5000, 30000))) for _ in range(4)]
        parts = [FetchResponse.PartitionData(records=bytearray(value)) for value in values]
        topic = FetchResponse.FetchableTopicResponse(topic_id=Uuid(bytes(16)), partitions=parts)
        message = FetchResponse(responses=[topic])
        octets = message.encode(17)
        end = message.encode_into(target, 17)
        if target[:end] != octets or b"".join(message.encode_buffers(17)) != octets:
            faults.append("other bytes")
        again = FetchResponse.decode(bytearray(octets), 17, views=True)
        if [part.records for part in again.responses[0].partitions] != values:
            faults.append("other views")
threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(faults or "done")
"""


@pytest.mark.parametrize("engine", ["python", pytest.param("", id="engine")])
def test_eight_threads_write_and_read_at_once(engine, monkeypatch):
    monkeypatch.setenv(native.VARIABLE, engine)
    command = [sys.executable, "-X", "faulthandler", "-c", THREADS]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (shown.stdout, shown.stderr) == ("done\n", "")


def test_truncated_views_keep_places_of_errors():
    octets = fetch_response([b"records"]).encode(17)
    for is_pure in (False, True):
        with pytest.raises(DecodeError) as refusal:
            reading("decode", FetchResponse, is_pure=is_pure)(
                b"abc" + octets[:-6], 17, 3, views=True
            )
        with pytest.raises(DecodeError) as expected:
            FetchResponse.decode(b"abc" + octets[:-6], 17, 3)
        assert (refusal.value.offset, refusal.value.path) == (
            expected.value.offset,
            expected.value.path,
        )
