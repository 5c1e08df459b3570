"""Frames, headers, ApiVersions: what a connection takes and what ends it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    ApiVersionsRequest,
    MetadataRequest,
    ProduceRequest,
)
from tests.answers import asking
from tests.answers.asking import NAMED
from tests.answers.stage import ANSWER_S, CLOSED, Scene
from tests.answers.target import STANDALONE, Layout, directory_of
from tests.node.raw_client import frame, header, request

if TYPE_CHECKING:
    from tests.answers.stage import Stage

_NULL_ID: Final = struct.pack(">h", -1)


async def api_versions(stage: Stage) -> None:
    await stage.ask_all("ApiVersions", NAMED, 0, 4)
    for version in (5, 6, 127, 32767, -1, -2, -32768):
        await stage.send(f"ApiVersions of version {version}", frame(header(18, version)))
        tagged = frame(header(18, version) + b"\0")
        await stage.send(f"ApiVersions of version {version} with tags", tagged)
    for version in (0, 1, 2):
        await stage.send(f"ApiVersions {version} with a body", frame(header(18, version) + b"\7\7"))
    await _usable_after(stage)
    for which, name in enumerate(
        ("", "_", " ", "a b", "a/b", ".a", "a.", "-a", "a-", "a", "1", "a.b-c", "a--b", "é", "a\n")
    ):
        named = ApiVersionsRequest(client_software_name=name, client_software_version="1")
        await stage.ask(f"software name {which} {name!r}", named, 3)
        named = ApiVersionsRequest(client_software_name="a", client_software_version=name)
        await stage.ask(f"software version {which} {name!r}", named, 4)
    head = header(18, 3) + b"\0"
    for name, body in {
        "no body": b"",
        "null name": b"\0\2a\0",
        "no version": b"\2a",
        "no tags": b"\2a\2b",
        "long name": b"\x7fab\0",
        "long varint": b"\xff\xff\xff\xff\xff\xff\2b\0",
        "more behind": b"\2a\2b\0more",
    }.items():
        await stage.send(f"ApiVersions 3: {name}", frame(head + body))


async def _usable_after(stage: Stage) -> None:
    data = frame(header(18, -3, 5)) + frame(header(18, 99, 6) + b"\0") + request(NAMED, 3, 7)
    # up to the error code: the number of API keys is that of the release
    found = await stage.exchanged(data, 3, shown=6)
    stage.note("ApiVersions of two unknown versions, then a good one", found)


async def frames(stage: Stage) -> None:
    for name, data in {
        "size 0": frame(b""),
        "size -1": struct.pack(">i", -1) + b"abcd",
        "size -2147483648": struct.pack(">i", -(2**31)),
        "size 2147483647": struct.pack(">i", 2**31 - 1),
        "size 104857601": struct.pack(">i", 104857601) + b"abcd",
        "a TLS hello": bytes.fromhex("160301020001 0001fc0303".replace(" ", "")) + bytes(500),
        "an HTTP request": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    }.items():
        await stage.send(name, data)
    # kraft closes the connection, Kafka waits for the rest
    silence_s = ANSWER_S if stage.is_ours else 0.5
    await stage.send(
        "size 104857600", struct.pack(">i", 104857600) + header(18, 0), silence_s=silence_s
    )
    await stage.send("half a frame", request(NAMED, 3)[:9], silence_s=0.5)
    for size in range(1, 8):
        await stage.send(f"header of {size} bytes", frame(header(18, 0)[:size]))
    for size in range(8, 13):
        await stage.send(f"header of {size} bytes", frame(header(18, 0)[:size]))
    await stage.send("null client id", frame(header(18, 0)[:8] + _NULL_ID))
    await stage.send("client id of -2", frame(header(18, 0)[:8] + struct.pack(">h", -2)))
    await stage.send("client id too long", frame(header(18, 0)[:8] + struct.pack(">h", 9) + b"abc"))
    await stage.send("client id no text", frame(header(18, 0)[:8] + b"\0\2\xff\xfe"))
    await stage.send("correlation id -1", frame(header(18, 0, -1)))


async def unknown(stage: Stage) -> None:
    for key, version in (
        *((key, 0) for key in (0, 2, 3, 8, 10, 16, 21, 22, 34, 42, 47, 48, 61, 65, 66, 68, 74)),
        *((key, 0) for key in (94, 95, 200, -1, -32768, 32767, 7, 4, 5, 6)),
        *((1, each) for each in (-1, 0, 3, 19)),
        *((each, -1) for each in (17, 19, 52, 53, 55, 57, 58, 59, 60, 62, 70, 80, 82)),
        *((52, 3), (53, 2), (54, 2), (55, 3), (57, 3), (58, 1), (59, 2), (60, 3), (62, 5)),
        *((63, 3), (64, 1), (67, 1), (70, 1), (73, 1), (80, 2), (81, 1), (82, 1), (17, 2)),
        *((19, 1), (19, 8), (20, 0), (20, 7), (56, 1), (56, 4), (32, 0), (44, 2), (45, 2)),
    ):
        await stage.send(f"key {key} version {version}", frame(header(key, version) + bytes(40)))
    await stage.ask("Metadata", MetadataRequest(topics=()), 9)
    await stage.ask("Produce", ProduceRequest(acks=1, timeout_ms=1), 9)
    await stage.send("another connection is not affected", request(NAMED, 0))


async def bodies(stage: Stage) -> None:
    good = {
        "Vote 2": encode_request(asking.vote(2, 0), 2, 1, "raw"),
        "Vote 0": encode_request(asking.vote(2, 0, voter=-1), 0, 1, "raw"),
        "BeginQuorumEpoch 0": encode_request(asking.begin(2, 0, voter=-1), 0, 1, "raw"),
        "BeginQuorumEpoch 1": encode_request(
            asking.begin(2, 0, [("CONTROLLER", "a", 1)]), 1, 1, "raw"
        ),
        "Fetch 18": encode_request(asking.fetch(0, 0, 0, directory=directory_of(2)), 18, 1, "raw"),
        "DescribeQuorum 2": encode_request(asking.describe_quorum(), 2, 1, "raw"),
    }
    for name, payload in good.items():
        await stage.send(f"{name}: whole", frame(payload))
        await stage.send(f"{name}: more behind", frame(payload + b"more behind it"))
        ended = []
        for size in range(len(payload)):
            client = await stage.connect()
            client.send(frame(payload[:size]))
            ended.append(CLOSED if await client.is_closed() else "open")
            client.close()
        stage.note(f"{name}: cut behind each byte", sorted(set(ended)))
    vote = good["Vote 2"]
    body = 8 + 2 + 3 + 1
    for name, payload in {
        "null topics": vote[:body] + b"\0" + b"\0\0\0\1" + b"\0\0",
        "topics of 2 billion": vote[:body] + b"\0" + b"\0\0\0\1" + b"\xff\xff\xff\xff\x07",
        "cluster id longer than the frame": vote[:body] + b"\xff\x7f" + b"abc",
        "length of more than 5 bytes": vote[:body] + b"\xff\xff\xff\xff\xff\xff\x01",
        "null topic name": vote[:body] + b"\0\0\0\0\1\2\0\1\0\0",
        "no partitions": vote[:body] + b"\0\0\0\0\1\2\2a\1\0\0",
        "null partitions": vote[:body] + b"\0\0\0\0\1\2\2a\0\0\0",
    }.items():
        await stage.send(f"Vote 2: {name}", frame(payload))
    begin = header(53, 0)
    for name, rest in {
        "null cluster id, null topics": b"\xff\xff\xff\xff\xff\xff",
        "null cluster id, no topics": b"\xff\xff\0\0\0\0",
        "cluster id of -2": b"\xff\xfe\0\0\0\0",
        "topics of -2": b"\xff\xff\xff\xff\xff\xfe",
        "null topic name": b"\xff\xff\0\0\0\1\xff\xff\0\0\0\0",
    }.items():
        await stage.send(f"BeginQuorumEpoch 0: {name}", frame(begin + rest))


async def tags(stage: Stage) -> None:
    head = header(55, 2)
    body = encode_request(asking.describe_quorum("other"), 2, 1, "raw")[len(head) + 1 : -1]
    for name, (first, last) in {
        "none": (b"\0", b"\0"),
        "unknown in the header": (b"\1\x63\2ab", b"\0"),
        "unknown in the body": (b"\0", b"\1\x63\2ab"),
        "falling": (b"\0", b"\2\x63\1a\x62\1b"),
        "longer than the frame": (b"\0", b"\1\x63\x0aab"),
        "two billion": (b"\0", b"\xff\xff\xff\xff\x07"),
        "empty": (b"\0", b"\1\x63\0"),
    }.items():
        await stage.send(f"tags: {name}", frame(head + first + body + last))
    await stage.send(
        "tags: the same unknown one twice", frame(head + b"\0" + body + b"\2\x63\1a\x63\1b")
    )
    await stage.send(
        "tags: the same unknown one twice in the header",
        frame(head + b"\2\x63\1a\x63\1b" + body + b"\0"),
    )
    fetch = encode_request(asking.fetch(0, 0, 0, cluster=None), 18, 1, "raw")[:-1]
    for name, last in {
        "none": b"\0",
        "cluster id null": b"\1\0\1\0",
        "cluster id of a wrong size": b"\1\0\7\2a",
        "cluster id behind an unknown one": b"\2\x63\1a\0\2\2a",
        "cluster id twice": b"\2\0\2\2a\0\2\2a",
    }.items():
        await stage.send(f"Fetch 18 tags: {name}", frame(fetch + last))


async def order(stage: Stage) -> None:
    quorum = asking.describe_quorum("other")
    data = b"".join(request(quorum, 2, number) for number in range(20))
    stage.note("twenty in a row", await stage.exchanged(data, 20, shown=4))
    leading = await stage.described()
    end, epoch = leading.high_watermark, leading.leader_epoch
    client = await stage.connect()
    parked = asking.fetch(epoch, end, epoch, wait_ms=1000)
    client.send(request(parked, 17, 1) + request(quorum, 2, 2))
    stage.note("a parked Fetch holds back what comes after it", await client.is_silent(0.4))
    client.close()
    data = request(quorum, 2, 1) + frame(header(3, 0, 2)) + request(quorum, 2, 3)
    stage.note("an unknown key in the middle", await stage.exchanged(data, 3, shown=4))
    client = await stage.connect()
    for byte in request(quorum, 2, 9):
        client.send(bytes([byte]))
        await client.writer.drain()
    stage.note("byte by byte", (await client.receive())[:4].hex())
    client.close()


async def story(stage: Stage) -> None:
    await stage.until_led()
    for each in (api_versions, frames, unknown, bodies, tags, order):
        await each(stage)


SCENES: Final = (Scene("frames", Layout(STANDALONE), story),)
