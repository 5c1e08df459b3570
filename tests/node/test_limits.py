"""What strangers can take from a node: places, memory, time of its event loop. Never its quorum.

Divergence N8, N35, N39, N40.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
import time

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.net.resolver import LIMIT_RESOLVER, RESOLVER, NameState
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.transport.admission import (
    LIMIT_NAMES_MAX,
    Admission,
    PlaceLimits,
    Rank,
)
from kraft_core.node.transport.frames import RequestFrames
from kraft_core.node.transport.large import Worker
from kraft_core.node.transport.limits import RequestLimits
from kraft_core.node.transport.memory import Outflow
from kraft_core.node.transport.states import State
from kraft_core.node.transport.turns import BYTES_IN_PER_TURN, BYTES_OUT_PER_TURN, FRAMES_PER_TURN
from kraft_core.raft.replica import answers as answer_module
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DefaultPrincipalData,
    EnvelopeRequest,
    FetchRequest,
    IncrementalAlterConfigsRequest,
)
from kraft_wire.primitives import Uuid
from tests.node.cluster import (
    Cluster,
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient, frame, header, request
from tests.node.test_server import NAMED, asked, fetch, sole_node
from tests.support.ports import free_ports
from tests.support.waiting import wait_until, wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

MIB = 1 << 20


def creation(count: int) -> CreateTopicsRequest:
    cls = CreateTopicsRequest
    topic = cls.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    return cls(topics=(topic,) * count)


def envelope(inner: bytes) -> EnvelopeRequest:
    principal = b"\x00\x00" + DefaultPrincipalData(type="User", name="a").encode(0)
    return EnvelopeRequest(
        request_data=inner, request_principal=principal, client_host_address=bytes(4)
    )


@contextlib.asynccontextmanager
async def noting_node(root, **more):
    """A sole voter of its own data, and the reasons for which it ended connections."""
    (port,) = free_ports(1)
    format_node(root, 1, voters_at([port]))
    faults: list[tuple[str, str]] = []
    node = RaftNode(
        NodeConfiguration.of(properties_of(1, [port], root, **more)),
        ListMachine(),
        on_fault=lambda peer, reason: faults.append((peer, reason)),
    )
    async with node:
        await node.leadership()
        yield node, port, faults


# -- the size of a request ------------------------------------------------------------------------

TOO_LONG = {
    "Fetch": (1, 17, 64 << 10, "kraft.request.max.bytes.overrides=1:"),
    "Vote": (52, 2, 64 << 10, "kraft.request.max.bytes.overrides=52:"),
    "AddRaftVoter": (80, 1, 64 << 10, "kraft.request.max.bytes.overrides=80:"),
    "DescribeQuorum": (55, 2, 16 * MIB, "kraft.request.max.bytes"),
}


@pytest.mark.parametrize("api", TOO_LONG)
def test_too_long_request_is_refused_at_its_first_bytes(tmp_path, api):
    async def story():
        async with noting_node(tmp_path) as (_, port, faults):
            api_key, version, limit, key = TOO_LONG[api]
            client = await RawClient.connect(port)
            client.send(struct.pack(">ihh", limit + 1, api_key, version))
            assert await client.is_closed()
            peer, reason = faults[-1]
            assert peer == "127.0.0.1"
            assert f"{api} of {limit + 1} bytes exceeds the limit of {limit} bytes" in reason
            assert key in reason
            exact = await RawClient.connect(port)
            exact.send(struct.pack(">ihh", limit, api_key, version))
            assert await exact.is_silent()
            exact.close()

    run(story())


def test_limits_of_requests_can_be_raised_by_api(tmp_path):
    async def story():
        more = {"kraft.request.max.bytes.overrides": "1:100000"}
        async with noting_node(tmp_path, **more) as (_, port, _):
            client = await RawClient.connect(port)
            client.send(struct.pack(">ihh", 100_000, 1, 17))
            assert await client.is_silent()
            client.close()

    run(story())


def test_no_limit_is_above_socket_request_max_bytes(tmp_path):
    values = properties_of(1, [9], tmp_path, **{"socket.request.max.bytes": "5000"})
    limits = NodeConfiguration.of(values).limits.requests
    assert [limits.frame_bytes(key) for key in (1, 19, 58, 73)] == [5000] * 4


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kraft.request.max.bytes", "104857601"),
        ("kraft.request.max.bytes.overrides", "1"),
        ("kraft.request.max.bytes.overrides", "999:5"),
        ("kraft.request.max.elements.overrides", "19:0"),
        ("max.connections.per.ip.overrides", "host"),
        ("max.connections.per.ip", "0"),
        ("queued.max.request.bytes", "1000"),
        ("kraft.frame.timeout.ms", "0"),
    ],
)
def test_wrong_limits_are_refused_at_start(tmp_path, key, value):
    with pytest.raises(ConfigurationError, match=key):
        NodeConfiguration.of(properties_of(1, [9], tmp_path, **{key: value}))


def test_million_topics_of_a_stranger_do_not_affect_the_quorum(tmp_path):
    """Decoded on the event loop they stop it for 10 s, long enough to lose leadership."""

    async def story():
        body = creation(1_000_000)
        data = await asyncio.to_thread(request, body, 7)
        assert 10 * MIB < len(data) < 16 * MIB
        async with sole_node(tmp_path) as (node, port):
            epoch = node.leader_and_epoch.epoch
            client = await RawClient.connect(port)
            slowest = 0.0
            client.send(data)
            closed = asyncio.ensure_future(client.is_closed())
            while not closed.done():
                begun = time.thread_time()
                await asyncio.sleep(0)
                slowest = max(slowest, time.thread_time() - begun)
            assert closed.result()
            assert slowest < 0.5
            assert node.leader_and_epoch.epoch == epoch
            assert node._parts.server.memory.bytes == 0

    run(story())


def test_a_large_frame_is_taken_and_answered_without_copies_on_the_event_loop():
    """16 MB that are copied hold up the event loop for more than 10 ms each time."""
    frames = RequestFrames(RequestLimits())
    data = request(creation(20_000), 7)
    for start in range(0, len(data), 50_000):
        frames.push(data[start : start + 50_000])
    buffer = frames._buffer
    head, payload = frames.take()
    assert head == (19, 7, 1)
    assert payload.obj is buffer
    assert frames.pending == 0
    frames.push(data + data[:7])
    assert frames.take() == (head, data[4:])
    assert frames.pending == 7
    frames.push(data[7:])
    assert frames.take() == (head, data[4:])


def test_elements_are_counted_before_they_are_decoded():
    limits = RequestLimits()
    payload = encode_request(creation(50_001), 7, 1, "c")
    with pytest.raises(Exception, match=r"CreateTopics of \d+ bytes has more than 50000 elements"):
        limits.check_elements(19, payload)
    limits.check_elements(19, encode_request(creation(50_000), 7, 1, "c"))


def test_unknown_tags_count_as_elements():
    """Each becomes an object: two bytes of a request could cost a hundred of memory."""
    tags = tuple((number, b"") for number in range(100, 5200))
    body = ApiVersionsRequest(unknown_tagged_fields=tags)
    with pytest.raises(Exception, match=r"ApiVersions of .* more than 5000 elements"):
        RequestLimits().check_elements(18, encode_request(body, 4, 1, "c"))


@pytest.mark.parametrize("count", [50_000, 50_001])
def test_request_for_many_topics_is_answered_up_to_the_limit(tmp_path, count):
    async def story(_, client):
        client.send(request(creation(count), 7))
        if count > 50_000:
            assert await client.is_closed()
            return
        answer = client.read(await client.receive(), 19, 7)
        assert {topic.error_code for topic in answer.topics} == {35}
        assert len(answer.topics) == count
        assert (await client.ask(NAMED, 4)).error_code == 0

    asked(tmp_path, story)


def test_limits_hold_inside_an_envelope_and_keep_the_connection(tmp_path):
    async def story(_, client):
        inner = encode_request(creation(50_001), 7, 3, "c")
        client.send(request(envelope(inner), 0))
        answer = client.read(await client.receive(), 58, 0)
        assert (answer.error_code, answer.response_data) == (42, None)
        lawful = encode_request(creation(20_000), 7, 3, "c")
        client.send(request(envelope(lawful), 0))
        answer = client.read(await client.receive(), 58, 0)
        assert answer.error_code == 0
        inside = client.read(answer.response_data, 19, 7)
        assert len(inside.topics) == 20_000

    asked(tmp_path, story)


def test_two_large_requests_at_once_and_others_wait_as_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr("kraft_core.node.transport.large._REST_SHARE", 0.0)

    async def story(node, client):
        clients = [client] + [await RawClient.connect(node.ports["CONTROLLER"]) for _ in range(7)]
        data = request(creation(30_000), 7)
        for each in clients:
            each.send(data)
        await wait_until_async(lambda: len(node._parts.server.large) == 2, "two large requests")
        for each in clients:
            assert len(each.read(await each.receive(), 19, 7).topics) == 30_000
            each.close()
        await wait_until_async(
            lambda: not node._parts.server.large and not node._parts.server.memory.bytes,
            "the large requests to end",
        )

    asked(tmp_path, story)


def test_the_worker_rests_between_large_requests(tmp_path, monkeypatch):
    """Strangers could keep it busy otherwise, and the event loop would wait for the GIL."""
    monkeypatch.setattr("kraft_core.node.transport.large._REST_SHARE", 10_000.0)
    monkeypatch.setattr("kraft_core.node.transport.large._REST_DEBT_S", 0.0)

    async def story(node, client):
        server = node._parts.server
        first, second = [await RawClient.connect(node.ports["CONTROLLER"]) for _ in range(2)]
        data = request(creation(10_000), 7)
        first.send(data)
        assert len(first.read(await first.receive(), 19, 7).topics) == 10_000
        second.send(data)
        await wait_until_async(lambda: server.large.state is Worker.RESTING, "the worker to rest")
        assert server.memory.bytes > 10_000
        assert (await client.ask(NAMED, 4)).error_code == 0
        assert not server.large
        server.large._rest_until_s = 0.0
        server.large.end_rest()
        assert len(second.read(await second.receive(), 19, 7).topics) == 10_000
        for each in (first, second):
            each.close()

    asked(tmp_path, story)


# -- one turn -------------------------------------------------------------------------------------


def configs(count: int) -> IncrementalAlterConfigsRequest:
    cls = IncrementalAlterConfigsRequest
    return cls(resources=(cls.AlterConfigsResource(resource_type=2, resource_name="t"),) * count)


def wide_fetch(count: int) -> FetchRequest:
    partition = FetchRequest.FetchPartition(fetch_offset=0)
    topic = FetchRequest.FetchTopic(topic_id=Uuid(bytes(16)), partitions=(partition,))
    return FetchRequest(topics=(topic,) * count)


def test_turn_does_a_fixed_amount_of_work(tmp_path):
    """Every served API, empty and largest, garbage of every size, many connections at once."""

    async def story(node, client):
        port = node.ports["CONTROLLER"]
        server = node._parts.server
        largest = [request(creation(40_000), 7), request(configs(20_000), 1)]
        largest += [request(wide_fetch(800), 17), request(envelope(bytes(MIB)), 0)]
        for api_key, (_, version) in node._service.served.items():
            size = server.limits.requests.frame_bytes(api_key)
            for length in (16 << 10, min(size, 2 * MIB)):
                head = header(api_key, version)
                largest.append(frame(head + b"\x00" * (length - len(head))))
                largest.append(frame(head + b"\xff" * (length - len(head))))

        async def send(data: bytes) -> None:
            one = await RawClient.connect(port)
            one.send(data)
            one.writer.write_eof()
            with contextlib.suppress(ConnectionError):
                await one._reader.read()
            one.close()

        for start in range(0, len(largest), 16):
            await asyncio.gather(*(send(each) for each in largest[start : start + 16]))
        many = b"".join(request(NAMED, 4, number) for number in range(300))
        await asyncio.gather(*(send(many) for _ in range(40)))
        # a connection of its own that was there before is served as ever
        assert (await client.ask(NAMED, 4)).error_code == 0
        most = server.turns.most
        assert 0 < most.frames <= FRAMES_PER_TURN
        assert most.bytes_in <= BYTES_IN_PER_TURN + (64 << 10)
        assert most.bytes_out <= BYTES_OUT_PER_TURN + 4 * MIB

    asked(tmp_path, story, **{"kraft.frame.timeout.ms": "60000"})


def test_answers_are_not_built_for_a_peer_that_does_not_read(tmp_path):
    async def story(node, client):
        client.writer.transport.pause_reading()
        whole = [request(fetch(0), 17, number) for number in range(3000)]
        value = bytes(100_000)
        for _ in range(20):
            await node.append([value])
        client.send(b"".join(whole))
        served = node._parts.server
        (connection,) = served._connections
        await wait_until_async(lambda: connection.state is State.PAUSED, "writing to pause")
        waiting = connection._transport.get_write_buffer_size()
        assert waiting < 4 * MIB

    asked(tmp_path, story, is_controller=False)


@pytest.mark.parametrize("runner", [run, asyncio.run])
def test_records_of_an_answer_are_not_copied_and_count_until_they_are_sent(
    tmp_path, monkeypatch, runner
):
    answers, written = [], []
    to_wire, write = answer_module.fetch_response_to_wire, Outflow.write

    def noted(*args):
        answers.append(to_wire(*args))
        return answers[-1]

    def note(outflow, buffers, size):
        written.extend(buffers)
        write(outflow, buffers, size)

    monkeypatch.setattr(answer_module, "fetch_response_to_wire", noted)
    monkeypatch.setattr(Outflow, "write", note)

    async def story():
        async with noting_node(tmp_path) as (node, port, faults):
            for _ in range(80):
                await node.append([bytes(100_000)])
            client = await RawClient.connect(port)
            client.writer.transport.pause_reading()
            client.send(b"".join(request(fetch(0), 17, number) for number in range(50)))
            served = node._parts.server
            await wait_until_async(lambda: served.unread.bytes, "an answer that is not read")
            (connection,) = served._connections
            left = connection._outflow._written - connection._outflow.waiting
            assert served.unread.bytes >= connection._outflow.waiting > 64 << 10
            client.writer.transport.resume_reading()
            for number in range(50):
                answer = await client.receive()
                assert answer == encode_response(answers[number], 17, number)
            assert 0 < left < sum(map(len, written))
            await wait_until_async(lambda: not served.unread.bytes, "all answers to be read")
            assert not faults
            client.close()

    runner(story())
    records = [answer.responses[0].partitions[0].records for answer in answers]
    assert all(any(buffer is each for buffer in written) for each in records)


def test_answers_that_nobody_reads_have_a_limit_in_all(tmp_path, monkeypatch):
    monkeypatch.setattr("kraft_core.node.transport.memory.UNREAD_BYTES_MAX", 256 << 10)

    async def story():
        async with noting_node(tmp_path) as (node, port, faults):
            for _ in range(40):
                await node.append([bytes(100_000)])
            clients = [await RawClient.connect(port, source=STRANGER) for _ in range(8)]
            asking = fetch(0)
            asking = FetchRequest(max_bytes=4 * MIB, topics=asking.topics)
            for client in clients:
                client.writer.transport.pause_reading()
                client.send(b"".join(request(asking, 17, number) for number in range(20)))
            await wait_until_async(
                lambda: any("do not read" in reason for _, reason in faults),
                "the peer that does not read to be turned away",
            )
            assert node._parts.server.unread.bytes <= 256 << 10
            for client in clients:
                client.close()

    run(story())


# -- deadlines ------------------------------------------------------------------------------------


def test_peer_that_does_not_read_is_dropped(tmp_path):
    async def story():
        more = {"kraft.write.timeout.ms": "300"}
        async with noting_node(tmp_path, **more) as (node, port, faults):
            for _ in range(20):
                await node.append([bytes(100_000)])
            client = await RawClient.connect(port)
            client.writer.transport.pause_reading()
            client.send(b"".join(request(fetch(0), 17, number) for number in range(50)))
            await wait_until_async(lambda: not node.connections, "the connection to end")
            assert any("has not read its answers" in reason for _, reason in faults)
            client.close()

    run(story())


def test_frame_that_does_not_end_closes_its_connection_however_it_drips(tmp_path):
    async def story():
        more = {"kraft.frame.timeout.ms": "300"}
        async with noting_node(tmp_path, **more) as (node, port, faults):
            client = await RawClient.connect(port)
            client.send(struct.pack(">ihh", 10_000, 52, 2))
            closed = asyncio.ensure_future(client.is_closed())
            while not closed.done():
                client.send(b"\x00")
                await asyncio.sleep(0.02)
            assert closed.result()
            assert "a frame of 10004 bytes did not end" in faults[-1][1]
            silent = await RawClient.connect(port)
            await asyncio.sleep(0.6)  # twice the limit, which is one of unfinished frames
            assert (await silent.ask(NAMED, 4)).error_code == 0
            silent.close()
            assert node.is_running

    run(story())


def test_parked_fetch_waits_no_longer_than_the_fetch_timeout(tmp_path):
    async def story(node, client):
        end = node.core.log.end.offset
        begun = time.monotonic()
        client.send(request(fetch(end, max_wait_ms=2**31 - 1), 17))
        assert await client.receive()
        assert 0.2 < time.monotonic() - begun < 30

    more = {"controller.quorum.fetch.timeout.ms": "300"}
    asked(tmp_path, story, is_controller=False, **more)


def test_idle_sweep_spares_a_connection_that_awaits_its_answer(tmp_path):
    async def story(node, client):
        await client.ask(NAMED, 4)
        (connection,) = node._parts.server._connections
        client.send(request(fetch(node.core.log.end.offset, max_wait_ms=1_400), 17))
        await wait_until_async(lambda: not connection.may_be_dropped, "the request")
        connection.sweep(connection.active_at_s + 1_000)
        assert not connection.is_closed
        assert await client.receive()
        connection.sweep(connection.active_at_s + 1_000)
        assert await client.is_closed()

    # An active controller appends a no-op record every 500 ms, which would answer the Fetch.
    asked(tmp_path, story, is_controller=False)


# -- places ---------------------------------------------------------------------------------------

STRANGER = "127.0.0.2"


def test_newcomer_takes_the_place_of_the_stranger_that_is_idle_longest(tmp_path):
    async def story(node, client):
        assert (await client.ask(NAMED, 4)).error_code == 0
        port = node.ports["CONTROLLER"]
        first, second = [await RawClient.connect(port) for _ in range(2)]
        await wait_until_async(lambda: node.connections == 3, "three connections")
        ports = {each.writer.get_extra_info("sockname")[1]: each for each in (first, second)}
        sides = {
            ports[one.peer_port]: one
            for one in node._parts.server._connections
            if one.peer_port in ports
        }

        first.send((1000).to_bytes(4, "big"))  # four zero bytes would be a frame that is refused

        def is_first_active():
            first.send(b"\x00")  # not idle: the second one is now
            return sides[first].active_at_s > sides[second].active_at_s

        await wait_until_async(is_first_active, "the first one to be active last")
        third = await RawClient.connect(port)
        assert await second.is_closed()
        assert (await third.ask(NAMED, 4)).error_code == 0
        assert (await client.ask(NAMED, 4)).error_code == 0  # had an answer before: goes last
        for each in (first, second, third):
            each.close()

    asked(tmp_path, story, **{"max.connections": "3"})


def test_too_many_connections_of_one_address_are_closed(tmp_path):
    async def story(node, client):
        assert (await client.ask(NAMED, 4)).error_code == 0
        port = node.ports["CONTROLLER"]
        second = await RawClient.connect(port)
        assert await second.is_closed()
        second.close()
        elsewhere = [await RawClient.connect(port, source=STRANGER) for _ in range(3)]
        assert await elsewhere[2].is_closed()
        assert (await elsewhere[0].ask(NAMED, 4)).error_code == 0
        client.close()
        await wait_until_async(lambda: node.connections == 2, "two connections")
        third = await RawClient.connect(port)
        assert (await third.ask(NAMED, 4)).error_code == 0
        for each in (third, *elsewhere):
            each.close()

    more = {"max.connections.per.ip": "1", "max.connections.per.ip.overrides": f"{STRANGER}:2"}
    asked(tmp_path, story, **more)


@pytest.fixture
def hanging_names(monkeypatch):
    """Names of `.hangs` get no answer until the test ends; the threads that wait for one."""
    ended, libc, threads = threading.Event(), socket.getaddrinfo, set()

    def getaddrinfo(host, port, *more, flags=0, **others):
        if not flags & socket.AI_NUMERICHOST and bytes(host).endswith(b".hangs"):
            threads.add(threading.get_ident())
            ended.wait(100)
            raise socket.gaierror(socket.EAI_AGAIN, "ended")
        return libc(host, port, *more, flags=flags, **others)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    yield threads
    ended.set()
    wait_until(lambda: not LIMIT_RESOLVER._running, "the ends of the look-ups")
    LIMIT_RESOLVER.reset()


def test_names_in_limits_that_hang_keep_no_other_name_from_being_resolved(
    tmp_path, hanging_names, caplog
):
    async def story(node, client):
        names = {f"limited{number}.hangs": 5 for number in range(1200)}
        node.use_places(PlaceLimits(per_ip_overrides=names), {})
        await wait_until_async(lambda: len(hanging_names) == 2, "look-ups that hang")
        async with asyncio.timeout(60):
            assert await RESOLVER.resolve("localhost")
        assert LIMIT_RESOLVER.counts() == {NameState.LOOKING: LIMIT_NAMES_MAX}
        assert len(hanging_names) == 2
        assert (await client.ask(NAMED, 4)).error_code == 0

    asked(tmp_path, story)
    (line,) = (each.getMessage() for each in caplog.records if "are resolved" in each.message)
    assert "name 1200 hosts, but only 100 are resolved" in line


def test_limits_that_have_not_changed_are_not_applied_again(tmp_path, monkeypatch):
    applied = []
    monkeypatch.setattr(Admission, "use", lambda self, *limits: applied.append(limits))

    async def story(node, client):
        applied.clear()
        changes = (({}, 5), ({}, 5), ({None: 3}, 5), ({None: 3}, 5), ({None: 3}, 6))
        for rates, per_ip in changes:
            node.use_places(PlaceLimits(max_connections_per_ip=per_ip), rates)
        assert len(applied) == 3

    asked(tmp_path, story)


def test_new_connections_beyond_the_rate_wait_and_then_are_closed(tmp_path):
    async def story():
        more = {"max.connection.creation.rate": "2"}
        async with noting_node(tmp_path, **more) as (node, port, _):
            clients = [await RawClient.connect(port) for _ in range(30)]
            assert (await clients[0].ask(NAMED, 4)).error_code == 0
            begun = time.monotonic()
            assert (await clients[20].ask(NAMED, 4)).error_code == 0
            assert time.monotonic() - begun > 0.2
            assert await clients[29].is_closed()
            assert node._parts.server.closed["rate"] > 0
            for each in clients:
                each.close()

    run(story())


def test_bytes_that_were_only_announced_hold_nobody_up(tmp_path):
    async def story(node, client):
        port = node.ports["CONTROLLER"]
        announcers = [await RawClient.connect(port, source=STRANGER) for _ in range(5)]
        for each in announcers:
            each.send(struct.pack(">ihh", 2 * MIB, 19, 7))
        assert (await client.ask(NAMED, 4)).error_code == 0
        for each in announcers:
            each.send(bytes(MIB))
        await wait_until_async(lambda: node._parts.server.memory.is_full, "full memory")
        # full of bytes that have arrived: small requests are served, large ones wait
        assert (await client.ask(NAMED, 4)).error_code == 0
        taken = node._parts.server.memory.bytes
        assert taken < 5 * MIB
        for each in announcers:
            each.close()
        await wait_until_async(lambda: not node._parts.server.memory.bytes, "an empty queue")

    more = {"socket.request.max.bytes": str(2 * MIB), "queued.max.request.bytes": str(2 * MIB)}
    asked(tmp_path, story, **more)


def test_voters_are_accepted_when_strangers_hold_every_place(tmp_path):
    """The cluster's own addresses are 127.0.0.1, strangers come from elsewhere."""

    async def story():
        more = {"max.connections": "6", "kraft.fast.failover.enable": "false"}
        async with Cluster(tmp_path, 3, **more) as cluster:
            leader = await cluster.leading()
            ports = [port for port in cluster.ports for _ in range(12)]
            strangers = [await RawClient.connect(port, source=STRANGER) for port in ports]
            node_id = leader.configuration.node_id
            await leader.close()
            await cluster.start(node_id)
            again = await cluster.leading()
            await again.append([b"still here"])
            await cluster.until_applied(1)
            for node in cluster.nodes.values():
                assert node.connections <= 6
            for each in strangers:
                each.close()

    run(story())


def test_tools_on_the_machine_of_a_voter_keep_their_connections(tmp_path):
    async def story():
        async with Cluster(tmp_path, 2) as cluster:
            leader = await cluster.leading()
            port = leader.ports["CONTROLLER"]
            tools = []
            for _ in range(80):
                tools.append(await RawClient.connect(port))
                assert (await tools[-1].ask(NAMED, 4)).error_code == 0
            for each in tools:
                assert (await each.ask(NAMED, 4)).error_code == 0
            assert not leader._parts.server.closed
            assert leader._parts.server.admission.count(Rank.VOTER) == 32
            for each in tools:
                each.close()

    run(story())


def test_connection_in_use_keeps_its_place_and_closed_ones_are_counted_and_reported(
    tmp_path, caplog
):
    async def story():
        more = {"max.connections": "3", "kraft.metrics.listener": "127.0.0.1:0"}
        async with noting_node(tmp_path, **more) as (node, port, faults):
            waiting = await RawClient.connect(port, source=STRANGER)
            waiting.send(request(fetch(node.core.log.end.offset, max_wait_ms=60_000), 17))
            idle = [await RawClient.connect(port, source=STRANGER) for _ in range(2)]
            await wait_until_async(lambda: node.connections == 3, "three connections")
            new = await RawClient.connect(port, source=STRANGER)
            assert (await new.ask(NAMED, 4)).error_code == 0
            assert await idle[0].is_closed()
            assert node._parts.server.closed == {"evicted": 1}
            assert not faults
            text = node.metrics.text()
            assert 'kraft_connections_closed_total{reason="evicted"} 1.0' in text
            for each in (waiting, *idle, new):
                each.close()

    run(story())
    assert "Connections closed because the limit was reached: 1 (1 evicted)" in caplog.text
