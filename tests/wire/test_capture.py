"""Captures of packets: formats, links, lost and reordered segments, connections of any kind."""

from __future__ import annotations

import gzip
import random as randoms
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from kraft_wire import groups
from kraft_wire.capture import Tracer, captured_packets, segment_of, trace
from kraft_wire.connection import Exchange
from kraft_wire.errors import CaptureError, WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import DescribeClusterRequest, DescribeClusterResponse
from tests.support import captures
from tests.support.captures import Talk, pcap, pcapng

COUNT = 12


def request(number):
    return frame(encode_request(DescribeClusterRequest(), 1, number, "c"))


def response(number):
    answer = DescribeClusterResponse(cluster_id="x" * (30 * number))
    return frame(encode_response(answer, 1, number))


def talk(*, is_from_start=True, count=COUNT, **ends):
    made = Talk(**ends)
    if is_from_start:
        made.open()
    for number in range(count):
        made.say(True, request(number))
        made.say(False, response(number))
    return made


def found(data, size=1000):
    return list(trace(data[at : at + size] for at in range(0, len(data), size)))


def pairs(traced):
    """Correlation ids of what is complete; every one has the right content."""
    numbers = []
    for each in traced:
        event = each.event
        if isinstance(event, Exchange) and event.request and event.response:
            assert event.request_message() == DescribeClusterRequest()
            expected = DescribeClusterResponse(cluster_id="x" * (30 * event.correlation_id))
            assert event.response_message() == expected
            numbers.append(event.correlation_id)
    return numbers


LINKS = [captures.ETHERNET, captures.NULL, captures.SLL, captures.SLL2, captures.RAW]


@pytest.mark.parametrize("link_type", LINKS)
@pytest.mark.parametrize("addresses", [("10.0.0.1", "10.0.0.2"), ("::1", "fe80::2")])
@pytest.mark.parametrize("write", [pcap, pcapng])
@pytest.mark.parametrize("order", "<>")
def test_formats_links_and_addresses(link_type, addresses, write, order):
    client, server = (addresses[0], 50_000), (addresses[1], 39_092)
    made = talk(client=client, server=server)
    traced = found(write(made.packets, link_type, order))
    assert pairs(traced) == list(range(COUNT))
    assert len(traced) == COUNT
    assert traced[0].connection == (1, client, server)
    first = traced[0].event
    assert first.request.began_s == pytest.approx(1_800_000_000.004, abs=1e-5)
    assert first.latency_s == pytest.approx(0.001, abs=1e-5)


def test_nanoseconds_of_pcap():
    traced = found(pcap(talk().packets, is_nano=True))
    assert traced[0].event.latency_s == pytest.approx(0.001, abs=1e-6)


def test_connection_that_was_open_before():
    made = talk(is_from_start=False, count=30)
    for first in range(8):
        traced = found(pcap(made.packets[first:]))
        assert pairs(traced)[-25:] == list(range(5, 30))
        assert {each.connection.client for each in traced} == {made.client}


@pytest.mark.parametrize("seed", range(30))
def test_reordered_and_repeated_segments_change_nothing(seed):
    random = randoms.Random(seed)
    made = Talk()
    made.open()
    for number in range(COUNT):
        for is_client, data in ((True, request(number)), (False, response(number))):
            begin = len(made.packets)
            made.say(is_client, data, size=random.choice((7, 20, 100)))
            sent = made.packets[begin:]
            sent += random.choices(sent, k=random.randrange(3))
            random.shuffle(sent)
            made.packets[begin:] = sent
    assert pairs(found(pcap(made.packets))) == list(range(COUNT))


@pytest.mark.parametrize("seed", range(20))
def test_directions_captured_out_of_order_change_nothing(seed):
    """A network card has several queues: a response can be captured before its request."""
    random = randoms.Random(seed)
    packets = talk(count=30).packets
    for index in range(3, len(packets) - 1, 2):
        if random.random() < 0.5:
            packets[index], packets[index + 1] = packets[index + 1], packets[index]
    traced = found(pcap(packets))
    assert all(isinstance(each.event, Exchange) for each in traced)
    assert pairs(traced) == list(range(30))


def test_segments_are_not_kept_for_a_request_that_was_not_captured():
    made = talk(count=1)
    made.say(True, request(1))
    del made.packets[-1]
    made.say(False, response(1))
    for number in range(2, 30):
        made.say(True, request(number))
        made.say(False, response(number))
    tracer = Tracer()
    shown = []
    for packet in captured_packets([pcap(made.packets[:-8])]):
        shown += tracer.take(segment_of(packet))
    numbers = [each.event.correlation_id for each in shown if isinstance(each.event, Exchange)]
    assert numbers[0] == 0
    assert set(range(2, 20)) < set(numbers)


@pytest.mark.parametrize("seed", range(40))
def test_lost_packets_lose_few_exchanges(seed):
    """One packet in 25 was not captured."""
    random = randoms.Random(seed)
    made = talk(count=60)
    kept = [packet for packet in made.packets if random.random() > 0.04]
    traced = found(pcap(kept))
    complete = [
        each.event.correlation_id
        for each in traced
        if isinstance(each.event, Exchange) and each.event.request and each.event.response
    ]
    assert len(complete) >= 25
    assert len(set(complete)) == len(complete)
    for each in traced:
        if isinstance(each.event, Exchange) and each.event.response and each.event.request:
            try:
                message = each.event.response_message()
            except WireError:
                continue
            assert message.cluster_id == "x" * (30 * each.event.correlation_id)


def test_ports_that_are_used_again_are_another_connection():
    first, second = talk(count=2), Talk()
    second.sequences = [77, 99]
    second.open()
    second.say(True, request(0))
    second.say(False, response(0))
    traced = found(pcap(first.packets + second.packets))
    assert [each.connection.number for each in traced] == [1, 1, 2]


def test_interleaved_connections_and_other_protocols():
    talks = [talk(client=("10.0.0.1", 50_000 + number)) for number in range(3)]
    web = Talk(client=("10.0.0.1", 60_000), server=("10.0.0.2", 80))
    web.open()
    web.say(True, b"GET / HTTP/1.1\r\nHost: example\r\n\r\n" * 5)
    web.say(False, b"HTTP/1.1 200 OK\r\n\r\n" * 50)
    packets = sorted(packet for each in (*talks, web) for packet in each.packets)
    traced = found(pcap(packets))
    assert len(pairs(traced)) == 3 * COUNT
    assert {each.connection.server for each in traced} == {("10.0.0.2", 9092)}


def test_packets_captured_in_part_are_lost_bytes():
    made = Talk()
    made.open()
    made.say(True, request(5) + request(1))
    time_s, packet = made.send(False, response(5))
    made.packets[-1] = (time_s, packet[:90])
    made.say(False, response(1))
    one, other = [each.event for each in found(pcap(made.packets))]
    assert (one.correlation_id, one.response.is_whole) == (5, False)
    assert other.response_message().cluster_id == "x" * 30


def test_requests_without_a_response_come_at_the_end():
    made = Talk()
    made.open()
    made.say(True, request(0))
    [only] = found(pcap(made.packets))
    assert only.event.response is None


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04" + bytes(40), "neither pcap nor pcapng"),
        (b"\xd4\xc3", "ends inside its first bytes"),
        (pcap([])[:10], "ends inside the header"),
        (pcap([]) + bytes(8) + b"\xff" * 8, "a packet of 4294967295 bytes"),
        (pcapng([])[:9], "ends inside a section"),
        (pcapng([])[:28] + b"\1\0\0\0\5\0\0\0", "a block of 5 bytes"),
        (pcapng([])[:28] + b"\x06\0\0\0\x20\0\0\0" + bytes(24), "of interface 0, which is not"),
    ],
)
def test_invalid_capture_is_refused(data, sentence):
    with pytest.raises(CaptureError, match=sentence):
        found(data)


def test_empty_capture_has_nothing():
    assert found(pcap([])) == found(pcapng([])) == []
    with pytest.raises(CaptureError, match="neither"):
        found(b"")


@pytest.mark.parametrize("write", [pcap, pcapng])
def test_capture_that_is_cut_shows_all_before_it(write):
    data = write(talk().packets)
    seen = []
    with pytest.raises(CaptureError, match="ends inside a"):
        seen.extend(trace([data[:-3]]))
    assert len(seen) >= COUNT - 1


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("write", [pcap, pcapng])
def test_damaged_captures_raise_nothing_else(seed, write):
    random = randoms.Random(seed)
    data = bytearray(write(talk(count=4).packets, random.choice(LINKS)))
    for _ in range(random.choice((1, 5, 50))):
        data[random.randrange(len(data))] = random.choice((0, 255, random.randrange(256)))
    with suppress(CaptureError):
        for each in trace([bytes(data)]):
            if isinstance(each.event, Exchange):
                for read in (each.event.request_message, each.event.response_message):
                    with suppress(WireError):
                        read()


# -- what Kafka's own clients say ------------------------------------------------------------------

JAVA = Path(__file__).parents[1] / "data" / "captures" / "java-clients-4.3.1.pcap.gz"
"""kafka-topics, kafka-console-producer and kafka-console-consumer of 4.3.1 at a node of 4.3.1."""

SAID = {
    "ApiVersions": 7,
    "CreateTopics": 1,
    "Fetch": 3,
    "FindCoordinator": 2,
    "InitProducerId": 2,
    "JoinGroup": 2,
    "LeaveGroup": 1,
    "ListOffsets": 1,
    "Metadata": 4,
    "OffsetCommit": 1,
    "OffsetFetch": 1,
    "Produce": 1,
    "SyncGroup": 1,
}


def test_capture_of_java_clients_is_read_to_the_last_byte():
    traced = found(gzip.decompress(JAVA.read_bytes()))
    assert Counter(each.event.name for each in traced) == SAID
    for each in traced:
        assert each.connection.server == ("127.0.0.1", 21955)
        request, response = each.event.request_message(), each.event.response_message()
        version = each.event.api_version
        # the same bytes, so nothing was misread
        assert each.event.request.payload.endswith(request.encode(version))
        assert each.event.response.payload.endswith(response.encode(version))
        if each.event.name == "JoinGroup":
            subscription, written = groups.decode_subscription(request.protocols[0].metadata)
            assert (subscription.topics, written) == (("t",), 3)


def test_capture_of_java_clients_from_any_packet_on():
    """Without its first packets; each connection is found again at its next request."""
    data = gzip.decompress(JAVA.read_bytes())
    packets = [(each.time_s, each.data[14:]) for each in captured_packets([data])]
    for first in range(0, len(packets), 4):
        for each in found(pcap(packets[first:])):
            if each.event.request and each.event.response:
                each.event.request_message()
                each.event.response_message()
    middle = found(pcap(packets[len(packets) // 2 :]))
    assert len([each for each in middle if each.event.response]) >= 5
