from __future__ import annotations

import pytest

from kraft_core.client import steps
from kraft_core.client.errors import ConnectionLostError
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint, Settings
from kraft_core.client.steps import AskTime, Connect, Receive, Send
from kraft_wire.connection import ServerConnection
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.framing import frame
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    UpdateFeaturesRequest,
    VoteRequest,
    VoteResponse,
)
from tests.client.fake_quorum import World

NODE = Endpoint("c1", 9093)


def opened(world, **changes):
    return world.run(open_session(NODE, Settings(**changes)))


def test_versions_are_known_when_it_is_open():
    world = World(1)
    session = opened(world)
    assert session.endpoint == NODE
    assert session.serves(52)
    assert not session.serves(57)
    assert session.version_for(1) == 18
    assert session.versions == world.node(1).served


def test_an_older_node_takes_one_round_more():
    world = World(1)
    world.node(1).served[18] = (0, 3)
    session = opened(world)
    assert session.versions[18] == (0, 3)
    assert [type(request) for request in world.node(1).requests] == [ApiVersionsRequest]


def test_a_version_the_node_lacks_is_refused_before_anything_is_sent():
    world = World(1)
    session = opened(world)
    sent = len(world.node(1).requests)
    with pytest.raises(UnsupportedVersionError):
        world.run(session.call(UpdateFeaturesRequest()))
    assert len(world.node(1).requests) == sent


def test_refused_connection_raises_connection_lost():
    world = World(1)
    world.stop(1)
    with pytest.raises(ConnectionLostError, match="connection refused by c1:9093"):
        opened(world)


class Peer:
    """Answers with given chunks, each after a second of silence."""

    def __init__(self, *chunks):
        self.chunks = list(chunks)
        self.now_s = 0.0
        self.sent = b""

    def run(self, operation):
        result = None
        try:
            while True:
                match operation.send(result):
                    case Connect():
                        result = None
                    case Send(_, data):
                        self.sent += data
                        result = None
                    case AskTime():
                        result = self.now_s
                    case Receive():
                        self.now_s += 1
                        result = self.chunks.pop(0)
        except StopIteration as end:
            return end.value


def versions_of(served):
    keys = tuple(
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
        for key, (low, high) in served.items()
    )
    server = ServerConnection(served)
    (request,) = server.receive(frame(bytes.fromhex("0012 0003 00000000 ffff 00 0261 0262 00")))
    server.reply(request, ApiVersionsResponse(api_keys=keys))
    return server.data_to_send()


GREETING = versions_of({18: (0, 5), 52: (0, 2)})


def test_a_response_may_come_in_any_chunks():
    peer = Peer(GREETING[:3], GREETING[3:])
    session = peer.run(open_session(NODE, Settings()))
    peer.chunks = [bytes((byte,)) for byte in b"\0\0\0\x0a\0\0\0\1\0\0\0\1\1\0"]
    with pytest.raises(ConnectionLostError, match="did not answer for 5 s"):
        peer.run(session.call(VoteRequest()))
    peer = Peer(GREETING)
    session = peer.run(open_session(NODE, Settings(request_timeout_s=100)))
    peer.chunks = [bytes((byte,)) for byte in b"\0\0\0\x09\0\0\0\1\0\0\0\1\0"]
    assert peer.run(session.call(VoteRequest())) == VoteResponse()


@pytest.mark.parametrize(
    ("chunks", "said"),
    [
        ([b""], "c1:9093: the peer closed the connection"),
        ([b"\0\0"], "c1:9093: the stream ends inside a frame"),
        ([b"HTTP/1.1 400"], "c1:9093: a frame of .* bytes are HTTP"),
        (
            [b"\x15\x03\x03\x00\x02"],
            "c1:9093: the listener requires TLS, but the client used plaintext",
        ),
        ([b"\0\0\0\4\0\0\0\7"], "7 in place of 0"),
        ([b"\0\0\0\4\0\0\0\0"], "c1:9093: "),
    ],
)
def test_protocol_error_ends_the_session(chunks, said):
    with pytest.raises(ConnectionLostError, match=said):
        Peer(*chunks, b"").run(open_session(NODE, Settings()))


@pytest.mark.parametrize(("answers", "hint"), [(0, "; the listener may require SASL"), (1, "")])
def test_end_in_place_of_the_first_answer_names_what_may_be_missing(answers, hint):
    vote = b"\0\0\0\x09\0\0\0\1\0\0\0\1\0"
    peer = Peer(GREETING, *answers * [vote], b"")

    def story():
        session = yield from open_session(NODE, Settings())
        for _ in range(answers + 1):
            yield from session.call(VoteRequest())

    with pytest.raises(ConnectionLostError, match=f"c1:9093: .*did not come: 1{hint}$"):
        peer.run(story())


def test_time_runs_out_over_many_small_chunks():
    peer = Peer(*([b"\0"] * 3), *([b"\x40"]), *([b"\0"] * 99))
    with pytest.raises(ConnectionLostError, match="did not answer for 4 s"):
        peer.run(open_session(NODE, Settings(request_timeout_s=4)))
    assert peer.now_s <= 5


def test_steps_are_plain_values():
    assert Connect(NODE, 1.0) == Connect(NODE, 1.0)
    assert next(steps.disconnect(7)) == steps.Disconnect(7)
