from __future__ import annotations

import ctypes
import random

import pytest

from kraft_wire.errors import EncodeError, FrameError
from kraft_wire.framing import FrameReader, frame
from kraft_wire.limits import FRAME_BYTES_MAX


def struct_view():
    """Bytes as int16 of the other byte order, which a view cannot be cast from."""
    made = (ctypes.c_int16.__ctype_be__ * 6).from_buffer_copy(b"abcdefghijkl")
    assert memoryview(made).format not in ("B", "h")
    return made


PAYLOADS = [b"a", b"bc" * 3, bytes(range(256)) * 5, b"\x00\x00\x00\x01", b"z"]
STREAM = b"".join(map(frame, PAYLOADS))


def test_frame_is_the_length_and_the_payload():
    assert frame(b"kafka") == b"\x00\x00\x00\x05kafka"
    assert frame(memoryview(b"ka")) == b"\x00\x00\x00\x02ka"


# Each holds the twelve bytes `abcdefghijkl`, in other items or with gaps.
VIEWS = {
    "int32": memoryview(b"abcdefghijkl").cast("i"),
    "signed": memoryview(b"abcdefghijkl").cast("b"),
    "characters": memoryview(b"abcdefghijkl").cast("c"),
    "table": memoryview(b"abcdefghijkl").cast("B", [3, 4]),
    "gaps": memoryview(b"a-b-c-d-e-f-g-h-i-j-k-l-")[::2],
    "backwards": memoryview(b"lkjihgfedcba")[::-1],
    "foreign": memoryview(struct_view()),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_views_of_other_items_are_read_byte_by_byte(view):
    assert frame(view) == b"\0\0\0\x0cabcdefghijkl"
    whole = FrameReader()
    whole.feed(b"\0\0\0\x0c")
    assert whole.feed(view) == [b"abcdefghijkl"]
    halves = FrameReader()
    assert halves.feed(b"\0\0\0\x18") == halves.feed(view) == []
    assert halves.feed(view) == [b"abcdefghijkl" * 2]


@pytest.mark.parametrize("item", ["B", "b", "c", "i"])
def test_a_stream_may_come_as_views_of_any_item(item):
    stream = frame(b"kafka!!!") + frame(b"0123") + b"\0\0\0\x09"
    reader = FrameReader()
    assert reader.feed(memoryview(stream).cast(item)) == [b"kafka!!!", b"0123"]
    assert reader.pending_bytes == 4


@pytest.mark.parametrize("odd", ["abcd", 7, None, [0, 0, 0, 1]])
@pytest.mark.parametrize("held", [b"", b"\0\0"])
def test_non_bytes_are_refused_without_effect(odd, held):
    reader = FrameReader()
    reader.feed(held)
    with pytest.raises(TypeError):
        reader.feed(odd)
    assert reader.feed(frame(b"a")[len(held) :]) == [b"a"]
    with pytest.raises(TypeError):
        frame(odd)


def test_a_chunk_can_be_resized_after_it_was_read():
    chunk = bytearray(frame(b"kafka") + b"\xff\xff\xff\xff")
    reader = FrameReader()
    with pytest.raises(FrameError) as refusal:
        reader.feed(chunk)
    chunk.clear()  # while the error and its frames are kept
    assert refusal.value.offset == 9
    assert reader.in_front_of_fault == (b"kafka",)


def test_frame_longer_than_an_int32_is_refused():
    class Huge(bytes):
        def __len__(self):
            return 2**31

    with pytest.raises(EncodeError, match="int32"):
        frame(Huge())


@pytest.mark.parametrize("size", [*range(1, 12), 61, 1024, len(STREAM)])
def test_every_chunk_size_gives_the_same_frames(size):
    reader = FrameReader()
    frames = []
    for begin in range(0, len(STREAM), size):
        frames += reader.feed(STREAM[begin : begin + size])
    assert frames == PAYLOADS
    assert reader.pending_bytes == 0
    reader.finish()


def test_every_split_in_two_gives_the_same_frames():
    for cut in range(len(STREAM) + 1):
        reader = FrameReader()
        assert reader.feed(STREAM[:cut]) + reader.feed(bytearray(STREAM[cut:])) == PAYLOADS


def test_random_chunks_with_empty_ones():
    rng = random.Random(5)
    for _ in range(50):
        reader, frames, begin = FrameReader(), [], 0
        while begin < len(STREAM):
            size = rng.choice((0, 1, 2, 3, 4, 5, 400))
            frames += reader.feed(memoryview(STREAM)[begin : begin + size])
            begin += size
        assert frames == PAYLOADS


def test_payloads_are_bytes_of_their_own():
    reader = FrameReader()
    chunk = bytearray(frame(b"first"))
    (payload,) = reader.feed(chunk)
    chunk[4:] = b"other"
    assert type(payload) is bytes
    assert payload == b"first"


@pytest.mark.parametrize("size", [0, -1, -(2**31), FRAME_BYTES_MAX + 1, 2**31 - 1])
def test_an_absurd_length_ends_the_stream(size):
    reader = FrameReader()
    with pytest.raises(FrameError, match=f"a frame of {size} bytes") as caught:
        reader.feed(size.to_bytes(4, "big", signed=True))
    assert caught.value.offset == 0
    with pytest.raises(FrameError) as again:
        reader.feed(frame(b"fine"))
    assert again.value is caught.value
    with pytest.raises(FrameError):
        reader.finish()


def test_the_longest_frame_is_waited_for_without_allocating_it():
    reader = FrameReader()
    assert reader.feed(FRAME_BYTES_MAX.to_bytes(4, "big")) == []
    assert reader.pending_bytes == 4


def test_the_limit_counts_payload_bytes_and_can_be_raised():
    reader = FrameReader(limit=3)
    assert reader.feed(frame(b"abc")) == [b"abc"]
    reader.limit = 4
    assert reader.feed(frame(b"abcd")) == [b"abcd"]
    with pytest.raises(FrameError, match="1 to 4"):
        reader.feed(frame(b"abcde"))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_frames_in_front_of_the_fault_are_kept_in_every_chunking(size):
    stream = frame(b"one") + frame(b"two") + b"\xff\xff\xff\xff" + frame(b"lost")
    reader, frames = FrameReader(), []
    for begin in range(0, len(stream), size):
        try:
            frames += reader.feed(stream[begin : begin + size])
        except FrameError as error:
            assert error.offset == 14  # noqa: PT017  # the place is the point, at each chunk size
            frames += reader.in_front_of_fault
            break
    assert frames == [b"one", b"two"]


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00", "TLS handshake"),
        (b"\x15\x03\x03\x00\x02", "TLS alert"),
        (b"GET / HTTP/1.1\r\n", "HTTP"),
        (b"POST / HTTP/1.1\r\n", "HTTP"),
        (b"HTTP/1.1 400 Bad Request\r\n", "HTTP"),
        (b"PRI * HTTP/2.0\r\n", "HTTP"),
    ],
)
def test_other_protocols_are_named(start, said):
    with pytest.raises(FrameError, match=said):
        FrameReader().feed(start)


def test_a_stream_that_ends_inside_a_frame():
    reader = FrameReader()
    reader.feed(frame(b"one") + frame(b"two")[:-1])
    with pytest.raises(FrameError, match="ends inside a frame, 6 bytes") as caught:
        reader.finish()
    assert caught.value.offset == 7


def test_a_big_frame_in_small_chunks_takes_linear_time():
    payload = bytes(4_000_000)
    stream = frame(payload)
    reader, frames = FrameReader(), []
    for begin in range(0, len(stream), 1000):
        frames += reader.feed(stream[begin : begin + 1000])
    assert frames == [payload]
