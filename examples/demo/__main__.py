"""Demonstrate kraft in half a minute: codecs, bytes on the wire, and a quorum without data loss.

    python examples/demo            # text
    python examples/demo --json     # one JSON object per event

A message schema becomes a codec, which encodes the entries of the demo. Three processes form a
quorum, and a client appends entries. A Vote request and its response are explained byte by byte.
The leader is killed with SIGKILL, a fourth node becomes a voter, and the killed node restarts. At
the end all disks are read: the exit code is 1 unless every acknowledged entry is on every disk once
and in order. The demo uses only 127.0.0.1 and a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger import losses, read_disk, text_of
from member import STATE_INTERVAL_S
from quorum import DemoError, Quorum

from kraft_wire import ClientConnection
from kraft_wire.explain import Explanation, explain_request, explain_response, to_json
from kraft_wire.messages import VoteRequest, VoteResponse

if TYPE_CHECKING:
    from kraft_wire import Message

FIRST, FOURTH = (1, 2, 3), 4
HERE = Path(__file__).parent
WIDTH = 100


class Screen:
    """Prints events with the seconds since the start, as text or JSON Lines."""

    def __init__(self, *, is_json: bool) -> None:
        self._is_json = is_json
        self._began_s = time.monotonic()

    def say(self, kind: str, sentence: str, detail: str = "", **facts: object) -> None:
        """Print one event, as text or as a line of JSON."""
        seconds = time.monotonic() - self._began_s
        if self._is_json:
            event = {"seconds": round(seconds, 3), "event": kind, "text": sentence, **facts}
            print(json.dumps(event), flush=True)
            return
        print(f"{seconds:5.1f} s  {sentence}", flush=True)
        for line in detail.splitlines():
            print(f"         {line[: WIDTH - 9]}".rstrip(), flush=True)

    def table(self, quorum: Quorum) -> None:
        """Print the state of all nodes."""
        rows = [("node", "role", "epoch", "voters", "applied up to")]
        for node_id, member in quorum.members.items():
            if (state := member.state) is None:
                rows.append((str(node_id), "not running", "", "", ""))
                continue
            voters = state["voters"]
            role = "follower" if node_id in voters else "observer"
            row = [state["epoch"], ",".join(map(str, voters)), f"{state['applied']:,}"]
            rows.append((str(node_id), "leader" if state["leads"] else role, *map(str, row)))
        text = "\n".join(
            f"{node:>4}  {role:<11} {epoch:>5}  {voters:<8} {applied:>13}"
            for node, role, epoch, voters, applied in rows
        )
        count = len(quorum.acknowledged)
        self.say("nodes", f"{count:,} entries acknowledged", text, nodes=quorum.running)


# -- the acts --------------------------------------------------------------------------------------


def make_codec(screen: Screen, root: Path) -> type[Message]:
    """Generate the codec of the records from its schema, and put it on PYTHONPATH."""
    began_s = time.monotonic()
    command = [sys.executable, "-m", "kraft_core.cli", "codegen", "generate"]
    command += ["--specs", str(HERE), "--out", str(root), "--package", "demo_codec"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise DemoError(f"the codec was not generated: {done.stderr.strip()}")
    sys.path.insert(0, str(root))
    paths = [str(root), os.environ.get("PYTHONPATH", "")]  # the nodes import the codec too
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    codec: type[Message] = importlib.import_module("demo_codec").Entry
    took_s = time.monotonic() - began_s
    screen.say(
        "codec",
        f"Entry.json became a Python codec in {took_s:.1f} s. One encoded entry:",
        codec(first=1, last=1, text=text_of(1)[:20]).encode(0).hex(" "),
        generated_s=round(took_s, 3),
    )
    return codec


async def explain_vote(screen: Screen, quorum: Quorum) -> None:
    """Ask the leader for a pre-vote (KIP-996), which it refuses, and explain the bytes."""
    leader = await quorum.current_leader()
    epoch = leader.state["epoch"] if leader.state else 0
    connection = ClientConnection(client_id="demo")
    partition = VoteRequest.PartitionData(replica_epoch=epoch, replica_id=99, pre_vote=True)
    topic = VoteRequest.TopicData(topic_name="demo", partitions=(partition,))
    request = VoteRequest(cluster_id=None, voter_id=leader.node_id, topics=(topic,))
    connection.send(request, version=2)
    sent = connection.data_to_send()
    reader, writer = await asyncio.open_connection("127.0.0.1", quorum.ports[leader.node_id - 1])
    with contextlib.closing(writer):
        writer.write(sent)
        size = await reader.readexactly(4)
        received = size + await reader.readexactly(int.from_bytes(size, "big"))
    found = explain_request(sent)
    sentence = f"A Vote request of {len(sent)} bytes for node {leader.node_id}:"
    screen.say("vote", sentence, byte_table(found), hex=sent.hex())
    answer = explain_response(received, VoteResponse, 2)
    if fault := found.fault or answer.fault:
        raise DemoError(f"the Vote could not be explained: {fault}")
    sentence = f"Node {leader.node_id} leads epoch {epoch}, so it refuses:"
    screen.say("refused", sentence, byte_table(answer), hex=received.hex())


def byte_table(found: Explanation) -> str:
    """Return a line for each field: its bytes, name and value."""
    lines: list[str] = []

    def add(node: dict[str, Any]) -> None:
        children = node.get("children", [])
        end = children[0]["offset"] if children else node["offset"] + node["length"]
        octets = found.data[node["offset"] : end].hex(" ")
        *parents, name = node["path"].split(".")
        value = "" if node["value"] is None else str(node["value"])
        if octets and node["type"] != "tags":
            lines.append(f"{octets:<47}  {'  ' * len(parents)}{name} {value}".rstrip())
        for child in children:
            add(child)

    for node in to_json(found)["nodes"]:
        add(node)
    return "\n".join(lines)


async def begin(screen: Screen, quorum: Quorum) -> None:
    """Start three nodes, and wait until all of them know the leader."""
    for node_id in FIRST:
        await quorum.members[node_id].start()
    await _all_know(quorum, FIRST)
    leader = await quorum.current_leader()
    sentence = f"Three processes with empty disks form a quorum. Node {leader.node_id} leads."
    screen.say("elected", sentence, leader=leader.node_id)


async def _all_know(quorum: Quorum, voters: tuple[int, ...], nodes: int = len(FIRST)) -> None:
    def is_known() -> bool:
        states = quorum.running.values()
        return len(states) == nodes and all(tuple(state["voters"]) == voters for state in states)

    await quorum.until(is_known, f"{nodes} nodes to know the voters {voters}")


async def crash(screen: Screen, quorum: Quorum) -> int:
    """Kill the leader while it works; returns its node id."""
    killed = await quorum.current_leader()
    began_s = time.monotonic()
    owed = await quorum.kill(killed)
    sentence = f"kill -9 of node {killed.node_id}, the leader. {owed} entries are in doubt."
    screen.say("killed", sentence, node=killed.node_id, doubtful=owed)
    leader = await quorum.current_leader()
    await quorum.until(
        lambda: quorum.acknowledged_by != killed.node_id and quorum.acknowledged_at_s > began_s,
        "an acknowledgement of another leader",
    )
    took_ms = round((quorum.acknowledged_at_s - began_s) * 1000)
    sentence = f"Node {leader.node_id} leads. Entries are acknowledged again after {took_ms} ms."
    screen.say("failover", sentence, leader=leader.node_id, milliseconds=took_ms)
    return killed.node_id


async def grow(screen: Screen, quorum: Quorum) -> None:
    """Start a fourth node, which fetches a snapshot and becomes a voter."""
    fourth = quorum.members[FOURTH]
    screen.say("join", f"Node {FOURTH} starts with an empty disk.")
    await fourth.start()
    await quorum.until(lambda: "snapshot-installed" in fourth.notes, "the leader's snapshot")
    await _all_know(quorum, (*FIRST, FOURTH))
    sentence = f"Node {FOURTH} fetched the leader's snapshot and the log after it, and is a voter."
    screen.say("voter-added", sentence, node=FOURTH)


async def come_back(screen: Screen, quorum: Quorum, node_id: int) -> None:
    """Start the killed node on its old disk."""
    goal = max(state["applied"] for state in quorum.running.values())
    await (member := quorum.members[node_id]).start()
    await quorum.until(lambda: member.state and member.state["applied"] >= goal, "its log")
    screen.say("returned", f"Node {node_id} starts on its old disk and follows.", node=node_id)


async def settle(screen: Screen, quorum: Quorum) -> None:
    """Wait until all nodes have applied the same log, and stop them."""
    await quorum.until(lambda: not quorum.waiting, "the last answers")

    def is_level() -> bool:
        states = quorum.running.values()
        return len(states) == len(quorum.members) and len({s["applied"] for s in states}) == 1

    await asyncio.sleep(2 * STATE_INTERVAL_S)  # older states were reported before the last answer
    await quorum.until(is_level, "all nodes to apply the same log")
    screen.table(quorum)
    await quorum.end(kill=False)


# -- the whole -------------------------------------------------------------------------------------


async def play(screen: Screen, root: Path, codec: type[Message], pause_s: float) -> list[str]:
    """Play all acts; returns what was lost. No process is left."""
    quorum = Quorum(root, len(FIRST) + 1)
    appending = None
    try:
        await begin(screen, quorum)
        await explain_vote(screen, quorum)
        appending = asyncio.create_task(quorum.append_for_ever())
        screen.say("append", "A client appends. An entry is acknowledged once a majority has it.")
        firsts = [quorum.members[node_id].notes for node_id in FIRST]
        await quorum.until(lambda: all("snapshot-written" in n for n in firsts), "snapshots")
        screen.table(quorum)
        killed = await crash(screen, quorum)
        await asyncio.sleep(pause_s)
        await grow(screen, quorum)
        await asyncio.sleep(pause_s)
        await come_back(screen, quorum, killed)
        screen.table(quorum)
        await asyncio.sleep(pause_s)
        appending.cancel()
        await settle(screen, quorum)
    finally:
        if appending is not None:
            appending.cancel()
        await quorum.end(kill=True)
    screen.say("audit", "All processes have ended. Their disks are read: snapshot, then log.")
    folders = {node_id: root / f"node-{node_id}" / "demo-0" for node_id in quorum.members}
    disks = {node_id: read_disk(folder, codec) for node_id, folder in folders.items()}
    lost = losses(quorum.acknowledged, disks)
    count = len(quorum.acknowledged)
    sentence = (
        f"Nothing was lost: all {count:,} acknowledged entries are on all disks in order, once."
    )
    if lost:
        sentence = f"LOST: {'; '.join(lost)}."
    on_disk = {node_id: len(ledger.numbers()) for node_id, ledger in disks.items()}
    screen.say("verdict", sentence, lost=lost, acknowledged=count, disks=on_disk)
    return lost


def main(arguments: list[str]) -> int:
    """Run the demo; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(
        prog="python examples/demo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per event")
    pause = "pause between the steps"
    parser.add_argument("--pause", type=float, default=1.5, metavar="SECONDS", help=pause)
    options: Any = parser.parse_args(arguments)
    screen = Screen(is_json=options.json)
    with tempfile.TemporaryDirectory(prefix="kraft-demo-", ignore_cleanup_errors=True) as root:
        try:
            codec = make_codec(screen, Path(root))
            return 1 if asyncio.run(play(screen, Path(root), codec, options.pause)) else 0
        except (DemoError, OSError, ValueError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
