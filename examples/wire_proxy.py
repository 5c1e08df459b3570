"""Relay between a Kafka client and a node, and print what they say to each other.

    python examples/wire_proxy.py 9999 localhost:9093
    kafka-metadata-quorum.sh --bootstrap-controller localhost:9999 describe --status

Each response is printed beneath its request, in Kafka's JSON form, with names and versions. Bytes
go through as they are: what cannot be read is passed on all the same, and shown in hex. Clients
learn the addresses of nodes and go there directly; to see everything, let the node advertise the
proxy's. What passes is shown as it is, secrets too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING

from kraft_wire import messages
from kraft_wire.connection.versions import decode_versions_answer
from kraft_wire.errors import FrameError, WireError
from kraft_wire.framing import FrameReader
from kraft_wire.headers import (
    API_VERSIONS,
    RequestPrefix,
    decode_body,
    decode_request_header,
    decode_response_header,
    peek_correlation_id,
    peek_request,
)
from kraft_wire.json_form import to_json

if TYPE_CHECKING:
    from collections.abc import Callable


class Conversation:
    """The requests of one client that wait for their responses."""

    def __init__(self, client: str) -> None:
        self._client = client
        self._asked: dict[int, tuple[RequestPrefix, str, float]] = {}

    def request(self, payload: bytes) -> None:
        """Print a request of the client."""
        try:
            prefix = peek_request(payload)
        except WireError as error:
            print(f"{self._client}  no request: {error}\n  > {in_hex(payload)}", flush=True)
            return
        self._asked[prefix.correlation_id] = (prefix, request_text(payload), time.monotonic())

    def response(self, payload: bytes) -> None:
        """Print a response of the node."""
        try:
            prefix, asked, since_s = self._asked.pop(peek_correlation_id(payload))
        except (KeyError, WireError):
            print(f"{self._client}  a response to nothing\n  < {in_hex(payload)}", flush=True)
            return
        took_ms = (time.monotonic() - since_s) * 1000
        print(f"{self.headline(prefix)}  {took_ms:.1f} ms")
        print(f"  > {asked}\n  < {response_text(prefix, payload)}", flush=True)

    def end(self) -> None:
        """Print the requests that get no response: the connection ended."""
        for prefix, asked, _ in self._asked.values():
            print(f"{self.headline(prefix)}  no response\n  > {asked}", flush=True)

    def headline(self, prefix: RequestPrefix) -> str:
        """Return a title with the client, API, version and correlation id."""
        name = messages.kafka_messages().name_of("request", prefix.api_key)
        api = name.removesuffix("Request") if name else f"unknown API {prefix.api_key}"
        return f"{self._client}  {api} {prefix.api_version}  #{prefix.correlation_id}"


def request_text(payload: bytes) -> str:
    """Return a request as JSON, in hex where it cannot be read."""
    try:
        header, start = decode_request_header(payload)
        version, cls = header.request_api_version, messages.request_class(header.request_api_key)
        return json.dumps(to_json(decode_body(cls, payload, start, version), version))
    except WireError as error:
        return f"{in_hex(payload)} ({error})"


def response_text(asked: RequestPrefix, payload: bytes) -> str:
    """Return the response to such a request as JSON, in hex where it cannot be read."""
    try:
        _, start = decode_response_header(payload, asked.api_key, asked.api_version)
        if asked.api_key == API_VERSIONS:  # a node that does not know the version answers in 0
            return json.dumps(to_json(*decode_versions_answer(payload, start, asked.api_version)))
        cls, version = messages.response_class(asked.api_key), asked.api_version
        return json.dumps(to_json(decode_body(cls, payload, start, version), version))
    except WireError as error:
        return f"{in_hex(payload)} ({error})"


def in_hex(payload: bytes) -> str:
    """Return the first bytes in hex."""
    return payload[:64].hex() + (f"... {len(payload)} bytes" if len(payload) > 64 else "")


async def pass_on(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, show: Callable[[bytes], None]
) -> None:
    """Copy one direction to its end; frames are shown as long as there are any."""
    frames: FrameReader | None = FrameReader()
    while data := await source.read(65_536):
        try:
            for payload in frames.feed(data) if frames else ():
                show(payload)
        except FrameError as error:
            print(f"no frames any more: {error}", flush=True)
            frames = None
        target.write(data)
        await target.drain()
    with contextlib.suppress(OSError):
        target.write_eof()


async def serve(port: int, host: str, node_port: int) -> None:
    """Accept clients until it is stopped."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = Conversation(":".join(map(str, writer.get_extra_info("peername")[:2])))
        with contextlib.suppress(OSError), contextlib.closing(writer):
            node_reader, node_writer = await asyncio.open_connection(host, node_port)
            with contextlib.closing(node_writer):
                await asyncio.gather(
                    pass_on(reader, node_writer, client.request),
                    pass_on(node_reader, writer, client.response),
                )
        client.end()

    async with await asyncio.start_server(take, "localhost", port) as server:
        print(f"localhost:{port} passes on to {host}:{node_port}", flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("port", metavar="PORT", type=int, help="port to listen at, on this machine")
    parser.add_argument("node", metavar="HOST:PORT", help="node to which requests go")
    given = parser.parse_args()
    node_host, _, node_port = given.node.rpartition(":")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(given.port, node_host, int(node_port)))
