"""What a running node does with odd frames, requests and peers, asked over raw sockets."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct

import pytest

from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DescribeQuorumRequest,
    FetchRequest,
    VoteRequest,
)
from kraft_wire.primitives import Uuid
from tests.node.cluster import (
    CLUSTER_ID,
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient, frame, header, request
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

NAMED = ApiVersionsRequest(client_software_name="test", client_software_version="1.0")
TOPIC_ID = Uuid(bytes(15) + b"\x01")


def fetch(offset: int, epoch: int = 1, max_wait_ms: int = 0) -> FetchRequest:
    partition = FetchRequest.FetchPartition(
        current_leader_epoch=epoch,
        fetch_offset=offset,
        last_fetched_epoch=epoch,
        log_start_offset=-1,
        high_watermark=1 << 40,
    )
    topic = FetchRequest.FetchTopic(topic_id=TOPIC_ID, partitions=(partition,))
    return FetchRequest(max_wait_ms=max_wait_ms, max_bytes=1 << 20, topics=(topic,))


@contextlib.asynccontextmanager
async def sole_node(root, *, is_controller=True, **more):
    """A voter that is its own quorum and leads, and where to connect to it."""
    (port,) = free_ports(1)
    format_node(root, 1, voters_at([port]))
    configuration = NodeConfiguration.of(properties_of(1, [port], root, **more))
    machine = Controller()
    node = RaftNode(configuration, machine, machine)
    if not is_controller:
        node = RaftNode(configuration, ListMachine())

    def is_settled():
        said_it_all = machine.is_active or not is_controller
        return (
            node.is_leading
            and said_it_all
            and node.replica.high_watermark == node.core.log.end.offset
        )

    async with node:
        await node.until(is_settled)
        yield node, port


def asked(root, story, **more):
    """Have a story told to a client of such a node."""

    async def told():
        async with sole_node(root, **more) as (node, port):
            client = await RawClient.connect(port)
            try:
                await story(node, client)
            finally:
                client.close()

    run(told())


def test_api_versions_are_those_of_kafka(tmp_path):
    async def story(_, client):
        answer = await client.ask(NAMED, 4)
        told = [f"{key.api_key}({key.min_version}-{key.max_version})" for key in answer.api_keys]
        assert " ".join(told) == (
            "1(4-18) 17(0-1) 18(0-4) 19(2-7) 20(1-6) 29(1-3) 30(1-3) 31(1-3) 32(1-4) 33(0-2)"
            " 36(0-2) 37(0-3) 38(1-3) 39(1-2) 40(1-2) 41(1-3) 43(0-2) 44(0-1) 45(0-1) 46(0-0)"
            " 49(0-1) 50(0-0) 51(0-0) 52(0-2) 53(0-1) 54(0-1) 55(0-2) 56(2-3) 57(0-2) 58(0-0)"
            " 59(0-1) 60(0-2) 62(0-4) 63(0-2) 64(0-0) 67(0-0) 70(0-0) 73(0-0) 80(0-1) 81(0-0)"
            " 82(0-0) 94(0-0)"
        )
        supported = {each.name: each.max_version for each in answer.supported_features}
        assert supported["kraft.version"] == 1
        assert supported["metadata.version"] == 33
        assert answer.finalized_features_epoch > 0
        finalized = {each.name: each.max_version_level for each in answer.finalized_features}
        assert finalized.items() >= {"metadata.version": 33, "kraft.version": 1}.items()

    asked(tmp_path, story)


def test_only_metadata_version_is_reported_below_version_4(tmp_path):
    async def story(_, client):
        answer = await client.ask(NAMED, 3)
        assert [each.name for each in answer.supported_features] == ["metadata.version"]
        assert {each.name for each in answer.finalized_features} > {"kraft.version"}
        assert (await client.ask(ApiVersionsRequest(), 0)).api_keys

    asked(tmp_path, story)


@pytest.mark.parametrize("version", [5, 99, -1, 32767])
def test_another_version_of_api_versions_is_answered_in_version_0(tmp_path, version):
    async def story(_, client):
        body = b"\x00" if version > 2 else b""
        client.send(frame(header(18, version, 7) + body))
        payload = await client.receive()
        assert payload == struct.pack(">ihihhh", 7, 35, 1, 18, 0, 4)
        assert (await client.ask(NAMED, 4)).error_code == 0

    asked(tmp_path, story)


@pytest.mark.parametrize("name", ["", "a b", ".a", "a-", "a_b", "a/b"])
def test_a_software_name_that_is_none_is_answered_with_42_and_nothing_else(tmp_path, name):
    async def story(_, client):
        bad = ApiVersionsRequest(client_software_name=name, client_software_version="1")
        answer = await client.ask(bad, 4)
        assert (answer.error_code, answer.api_keys) == (42, ())
        assert (answer.throttle_time_ms, answer.supported_features) == (0, ())

    asked(tmp_path, story)


CLOSING = {
    "api key of a broker": frame(header(3, 1) + b"\x00" * 8),
    "unknown api key": frame(header(999, 0)),
    "version too high": frame(header(55, 99) + b"\x00"),
    "version negative": frame(header(52, -1)),
    "empty body": frame(header(18, 3) + b"\x00"),
    "no tag section": frame(header(18, 3)),
    "truncated header": frame(b"\x00\x12\x00"),
    "size 0": struct.pack(">i", 0),
    "size -1": struct.pack(">i", -1),
    "size too large": struct.pack(">i", 104_857_601),
    "TLS": bytes.fromhex("16030100c8010000c40303"),
    "HTTP": b"GET / HTTP/1.1\r\n\r\n",
    "array too long": frame(header(55, 0) + b"\x00" + b"\xff\xff\xff\xff\x0f"),
}


@pytest.mark.parametrize("name", CLOSING)
def test_unreadable_request_closes_only_its_connection(tmp_path, name):
    async def story(node, client):
        other = await RawClient.connect(node.ports["CONTROLLER"])
        client.send(CLOSING[name])
        assert await client.is_closed()
        assert (await other.ask(NAMED, 4)).error_code == 0
        other.close()

    asked(tmp_path, story)


def test_the_largest_frame_is_waited_for(tmp_path):
    async def story(_, client):
        client.send(struct.pack(">i", 104_857_600))
        assert await client.is_silent()

    asked(tmp_path, story)


def test_frames_come_in_any_chunking_and_extra_bytes_are_ignored(tmp_path):
    async def story(_, client):
        payload = request(NAMED, 4)[4:] + b"extra"
        for byte in frame(payload):
            client.send(bytes([byte]))
            await asyncio.sleep(0)
        answer = client.read(await client.receive(), 18, 4)
        assert answer.error_code == 0

    asked(tmp_path, story)


def test_a_parked_fetch_holds_back_what_was_asked_after_it(tmp_path):
    async def story(node, client):
        end = node.core.log.end.offset
        client.send(request(fetch(end, max_wait_ms=200), 17, 1) + request(NAMED, 4, 2))
        assert await client.is_silent(0.08)
        other = await RawClient.connect(node.ports["CONTROLLER"])
        assert (await other.ask(NAMED, 4)).error_code == 0
        other.close()

    asked(tmp_path, story, is_controller=False)


def test_answers_come_in_the_order_of_the_requests(tmp_path):
    async def story(node, client):
        end = node.core.log.end.offset
        parked = request(fetch(end, max_wait_ms=100), 17, 1)
        client.send(request(NAMED, 4, 5) + parked + request(NAMED, 4, 6))
        first, second, third = [await client.receive() for _ in range(3)]
        ids = [struct.unpack_from(">i", each)[0] for each in (first, second, third)]
        assert ids == [5, 1, 6]
        assert client.read(second, 1, 17).responses[0].partitions[0].error_code == 0

    asked(tmp_path, story)


def test_an_unknown_key_in_the_middle_comes_after_the_answers_before_it(tmp_path):
    async def story(_, client):
        client.send(request(NAMED, 4, 5) + frame(header(999, 0)) + request(NAMED, 4, 6))
        assert struct.unpack_from(">i", await client.receive()) == (5,)
        assert await client.is_closed()

    asked(tmp_path, story)


def test_half_closed_client_gets_its_answers(tmp_path):
    async def story(node, client):
        end = node.core.log.end.offset
        client.send(request(fetch(end, max_wait_ms=50), 17, 1) + request(NAMED, 4, 2))
        client.writer.write_eof()
        ids = [struct.unpack_from(">i", await client.receive())[0] for _ in range(2)]
        assert ids == [1, 2]
        assert await client.is_closed()

    asked(tmp_path, story)


def test_hundreds_of_pipelined_requests_are_all_answered(tmp_path):
    async def story(_, client):
        client.send(b"".join(request(NAMED, 4, number) for number in range(500)))
        for number in range(500):
            assert struct.unpack_from(">i", await client.receive()) == (number,)

    asked(tmp_path, story)


def test_the_leader_answers_the_requests_of_its_replica(tmp_path):
    async def story(_, client):
        answer = await client.ask(fetch(0), 17)
        partition = answer.responses[0].partitions[0]
        assert partition.error_code == 0
        assert partition.current_leader.leader_id == 1
        assert len(partition.records) > 61
        topic = DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata",
            partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
        )
        described = await client.ask(DescribeQuorumRequest(topics=(topic,)), 2)
        voters = described.topics[0].partitions[0].current_voters
        assert [voter.replica_id for voter in voters] == [1]
        foreign = await client.ask(VoteRequest(cluster_id="another"), 2)
        assert foreign.error_code == 104
        assert (await client.ask(VoteRequest(cluster_id=CLUSTER_ID), 2)).error_code == 42

    asked(tmp_path, story)


def test_administration_is_not_done_here(tmp_path):
    async def story(_, client):
        answer = await client.ask(CreateTopicsRequest(), 7)
        assert answer.topics == ()

    asked(tmp_path, story)


def test_custom_quorum_serves_only_requests_of_replicas(tmp_path):
    async def story(_, client):
        answer = await client.ask(NAMED, 4)
        assert [key.api_key for key in answer.api_keys] == [
            1,
            17,
            18,
            36,
            *range(52, 56),
            59,
            *range(80, 83),
        ]
        assert [each.name for each in answer.supported_features] == ["kraft.version"]
        client.send(frame(header(60, 0) + b"\x00"))
        assert await client.is_closed()

    asked(tmp_path, story, is_controller=False)


def test_an_idle_connection_is_closed_and_one_that_waits_is_not(tmp_path):
    async def story(node, client):
        end = node.core.log.end.offset
        waiting = await RawClient.connect(node.ports["CONTROLLER"])
        waiting.send(request(fetch(end, max_wait_ms=400), 17))
        assert await client.is_closed()
        assert await waiting.receive()
        waiting.close()

    asked(tmp_path, story, **{"connections.max.idle.ms": "100"})


def test_a_request_says_who_asks_it(tmp_path):
    asked_by = []

    async def story(node, client):
        answer = node._service.receive
        node._service.receive = lambda request: (asked_by.append(request.context), answer(request))
        await client.ask(CreateTopicsRequest(), 5)

    asked(tmp_path, story)
    assert [str(context.principal) for context in asked_by] == ["User:ANONYMOUS"]
    assert asked_by[0].host == "127.0.0.1"
    assert (asked_by[0].security_protocol, asked_by[0].client_id) == ("PLAINTEXT", "raw")


@pytest.mark.skipif(
    not socket.has_dualstack_ipv6(), reason="needs sockets that accept IPv4 and IPv6"
)
@pytest.mark.parametrize("host", ["[::]", "0.0.0.0", ""])  # noqa: S104
def test_listener_on_every_address_takes_both_families(tmp_path, host):
    """As Java's; addresses in limits, metrics and ACLs are those of IPv4."""

    async def story():
        (port,) = free_ports(1)
        listeners = {"listeners": f"CONTROLLER://{host}:{port}"}
        format_node(tmp_path, 1, voters_at([port]))
        more = {**listeners, "max.connections.per.ip.overrides": "127.0.0.9:1"}
        values = properties_of(1, [port], tmp_path, **more)
        node = RaftNode(NodeConfiguration.of(values), ListMachine())
        async with node:
            await node.leadership()
            clients = [
                await RawClient.connect(port),
                await RawClient.connect(port, "::1"),
                await RawClient.connect(port, source="127.0.0.9"),
            ]
            for each in clients:
                assert (await each.ask(NAMED, 4)).error_code == 0
            connections = list(node._parts.server._connections)
            assert {each.peer_host for each in connections} >= {"127.0.0.1", "::1", "127.0.0.9"}
            hosts = {each.context(None).host for each in connections}
            assert hosts >= {"127.0.0.1", "0:0:0:0:0:0:0:1", "127.0.0.9"}
            second = await RawClient.connect(port, source="127.0.0.9")
            assert await second.is_closed()
            for each in (*clients, second):
                each.close()

    run(story())
