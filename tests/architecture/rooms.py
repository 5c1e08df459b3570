"""The list of rooms: the one source of the import contracts and of the picture in ARCHITECTURE.md.

A room is a package, or a module at the top of one, with the rooms that it may import. `python -m
tests.architecture.rooms` writes the contracts of `pyproject.toml` and the picture; `--count` prints
the rooms and the arrows that are in use. `test_rooms.py` holds all of it.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[2]
MOST_ENTRIES: Final = 15
"""Files and packages in one folder; more need a reason in `CROWDED`."""

CROWDED: Final = {
    "kraft_wire": "the public modules of the wire layer",
    "kraft_wire/generated": "a module for each message",
    "kraft_wire/generated/schemas": "a module for each message",
    "kraft_wire/records": "a module for each kind of record and each format of a batch",
    "kraft_core/cli": "a module for each command",
    "kraft_core/controller": "the service, the queue and the requests of a controller to a leader",
    "kraft_core/controller/requests": "a module for each family of requests",
    "kraft_core/node": "one life cycle, a module for each part of it",
    "kraft_core/raft/consensus": "one state machine, a module for each topic",
    "kraft_core/raft/storage": "one directory, a module for each kind of file",
    "kraft_core/sim/quorum": "one machine in virtual time",
    "kraft_core/testing": "a module for each replacement of Kafka, and the parts that they share",
    "kraft_spark": "the rooms of the pipeline, and the modules above and below them",
    "kraft_spark/log": "a module for each step from options to rows",
}

_WAITING: Final = ("asyncio", "socket", "ssl", "threading", "time")
_COMMANDS: Final = ("click", "rich")


@dataclass(frozen=True)
class Room:
    """A package or module, and what it may import of the project.

    `uses` names rooms of any package, without those that are inside it. `without` names modules
    that it must not import itself; `never` those that nothing it imports may import either.
    """

    name: str
    question: str
    uses: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        """The name in the picture."""
        return self.name.removeprefix("kraft_core.")


WIRE: Final = "kraft_wire"
CORE: Final = "kraft_core"

LAYERS: Final = (
    ("cli",),
    ("sim", "testing"),
    ("controller",),
    ("node",),
    ("operations",),
    ("admin",),
    ("client", "metadata"),
    ("config",),
    ("net",),
    ("raft",),
    ("security",),
)
"""The rooms of kraft_core from top to bottom; rooms of one row do not import each other."""

LOG_LAYERS: Final = (
    ("views", "stream"),
    ("values",),
    ("read_plan",),
    ("header_views", "message_views"),
    ("reading",),
    ("two_passes",),
    ("layout", "planning", "tiers", "transactions"),
    ("replicas",),
    ("parts", "typed_options"),
    ("options",),
    ("position",),
)
"""The modules of kraft_spark.log from top to bottom; `read_plan` joins the listing, the tiers, the
transactions and the plan of a read, which do not import each other."""

ROOMS: Final = (
    Room(
        "codegen",
        "How does a message schema become a Python codec?",
        never=("kraft_wire", "kraft_core", "kraft_spark"),
    ),
    Room(
        WIRE,
        "How are messages, headers, frames and batches encoded?",
        never=("kraft_core", "kraft_spark", "codegen", *_WAITING[:3], *_COMMANDS, "jinja2"),
    ),
    Room(
        "kraft_core.security",
        "Who is the peer of a connection, and what is it allowed to do?",
        uses=(WIRE,),
        without=("asyncio", "socket", "click", "codegen"),
    ),
    Room(
        "kraft_core.metadata",
        "Which cluster state results from the records of a metadata log?",
        uses=("kraft_core.config", WIRE),
        without=("asyncio", "os", "pathlib", "socket", "threading", "time", "codegen"),
    ),
    Room(
        "kraft_core.raft",
        "How does one replica elect, replicate and store?",
        uses=(WIRE,),
        without=("asyncio", "socket", "ssl", *_COMMANDS),
    ),
    Room(
        "kraft_core.config",
        "What does a Kafka properties file configure?",
        uses=("kraft_core.net", "kraft_core.raft", WIRE),
        without=("asyncio", "ssl", *_COMMANDS),
    ),
    Room(
        "kraft_core.net",
        "Which addresses does a host name have, and which of them accepts connections?",
    ),
    Room(
        "kraft_core.client",
        "How does a client send requests to a quorum?",
        uses=("kraft_core.net", "kraft_core.security", WIRE),
        never=("codegen", *_COMMANDS),
    ),
    Room(
        "kraft_core.admin",
        "Which requests do the administration tools send?",
        uses=(
            "kraft_core.client",
            "kraft_core.config",
            "kraft_core.raft",
            WIRE,
        ),
        without=("codegen", *_COMMANDS),
    ),
    Room(
        "kraft_core.operations",
        "What is wrong with a quorum or a node, and how is it repaired?",
        uses=(
            "kraft_core.client",
            "kraft_core.config",
            "kraft_core.metadata",
            "kraft_core.net",
            "kraft_core.raft",
            WIRE,
        ),
        without=("codegen", *_COMMANDS),
    ),
    Room(
        "kraft_core.node",
        "How does a replica run as a process with sockets, files and threads?",
        uses=(
            "kraft_core.config",
            "kraft_core.net",
            "kraft_core.operations",
            "kraft_core.raft",
            "kraft_core.security",
            WIRE,
        ),
        without=("codegen", "jinja2", *_COMMANDS),
    ),
    Room(
        "kraft_core.controller",
        "What does the active controller decide, answer and publish?",
        uses=(
            "kraft_core.config",
            "kraft_core.metadata",
            "kraft_core.node",
            "kraft_core.raft",
            "kraft_core.security",
            WIRE,
        ),
        without=("codegen", "jinja2", *_COMMANDS),
    ),
    Room(
        "kraft_core.sim",
        "Do all invariants hold under the faults of each seed?",
        uses=(
            "kraft_core.config",
            "kraft_core.controller",
            "kraft_core.metadata",
            "kraft_core.net",
            "kraft_core.node",
            "kraft_core.operations",
            "kraft_core.raft",
            WIRE,
        ),
        without=(*_WAITING, *_COMMANDS, "codegen"),
    ),
    Room(
        "kraft_core.testing",
        "How can a test replace Kafka, or start it?",
        uses=(
            "kraft_core.config",
            "kraft_core.controller",
            "kraft_core.net",
            "kraft_core.node",
            "kraft_core.raft",
            "kraft_core.security",
            WIRE,
        ),
    ),
    Room(
        "kraft_core.cli",
        "What does a command print?",
        uses=(
            "codegen",
            "kraft_core.admin",
            "kraft_core.client",
            "kraft_core.config",
            "kraft_core.controller",
            "kraft_core.net",
            "kraft_core.node",
            "kraft_core.operations",
            "kraft_core.raft",
            "kraft_core.security",
            "kraft_core.sim",
            "kraft_core.testing",
            "kraft_spark",
            WIRE,
        ),
    ),
    Room(
        "kraft_spark",
        "How are Kafka's files and quorums read as tables?",
        uses=(
            "kraft_core.client",
            "kraft_core.metadata",
            "kraft_core.raft",
            "kraft_core.security",
            "kraft_core.sim",
            WIRE,
        ),
        without=("codegen", "asyncio", "socket", "ssl", *_COMMANDS, "jinja2", "pandas"),
    ),
)

_BEGIN: Final = "# rooms: begin (written by python -m tests.architecture.rooms)\n"
_END: Final = "# rooms: end\n"
_PICTURE: Final = re.compile(r"(<!-- rooms: begin -->\n).*?(<!-- rooms: end -->\n)", re.DOTALL)


def contracts() -> str:
    """The generated contracts of `pyproject.toml`."""
    texts = [
        _contract(name, "layers")
        + f'containers = ["{container}"]\nexhaustive = true\n'
        + _array("layers", [" | ".join(row) for row in layers])
        for name, container, layers in (
            ("rooms of kraft_core", "kraft_core", LAYERS),
            ("layers of reading a log", "kraft_spark.log", LOG_LAYERS),
        )
    ]
    for room in ROOMS:
        apart = [other.name for other in ROOMS if not _may(room, other)]
        if modules := [*apart, *room.without]:
            texts.append(
                _contract(f"{room.name} imports what its arrows name", "forbidden")
                + _array("source_modules", [room.name])
                + _array("forbidden_modules", modules)
                + "allow_indirect_imports = true\n"
            )
        if room.never:
            texts.append(
                _contract(f"{room.name} does not depend on excluded modules", "forbidden")
                + _array("source_modules", [room.name])
                + _array("forbidden_modules", list(room.never))
            )
    return "\n".join(texts)


def picture() -> str:
    """The picture of ARCHITECTURE.md: each arrow that no path through other arrows says."""
    lines = ["```mermaid", "flowchart TD"]
    direct = {room.name: set(room.uses) for room in ROOMS}
    for room in ROOMS[::-1]:
        implied = {far for near in direct[room.name] for far in _below(near, direct)}
        if shown := [_short(name) for name in room.uses if name not in implied]:
            lines.append(f"  {room.short} --> {' & '.join(shown)}")
    return "\n".join([*lines, "```"]) + "\n"


def table() -> str:
    """The rooms with their questions, as rows of a table."""
    rows = [f"| `{room.name}` | {room.question} |" for room in ROOMS]
    return "\n".join(["| Room | Question |", "|---|---|", *rows]) + "\n"


def in_pyproject(text: str) -> str:
    """`pyproject.toml` with the contracts of the list."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{contracts()}{_END}{after}"


def in_architecture(text: str) -> str:
    """`ARCHITECTURE.md` with picture and table of the list."""
    return _PICTURE.sub(lambda m: f"{m[1]}{picture()}\n{table()}{m[2]}", text)


def _may(room: Room, other: Room) -> bool:
    return other is room or other.name in room.uses or other.name in room.never


def _below(name: str, direct: dict[str, set[str]]) -> set[str]:
    return direct[name] | {far for near in direct[name] for far in _below(near, direct)}


def _short(name: str) -> str:
    return name.removeprefix("kraft_core.")


def _contract(name: str, kind: str) -> str:
    return f'[[tool.importlinter.contracts]]\nname = "{name}"\ntype = "{kind}"\n'


def _array(key: str, values: list[str]) -> str:
    return f"{key} = [\n" + "".join(f'  "{value}",\n' for value in values) + "]\n"


def used_arrows() -> dict[tuple[str, str], int]:
    """The arrows that imports make, with the number of imports of each."""
    graph = grimp.build_graph("codegen", "kraft_wire", "kraft_core", "kraft_spark", cache_dir=None)
    names = sorted((room.name for room in ROOMS), key=len, reverse=True)

    def home(module: str) -> str | None:
        return next((n for n in names if module == n or module.startswith(f"{n}.")), None)

    arrows: dict[tuple[str, str], int] = {}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            ends = home(module), home(imported)
            if ends[0] and ends[1] and ends[0] != ends[1]:
                arrows[ends[0], ends[1]] = arrows.get((ends[0], ends[1]), 0) + 1
    return arrows


def main() -> None:
    """Write both files, or print what is in use."""
    if "--count" in sys.argv:
        arrows = used_arrows()
        for (above, below), count in sorted(arrows.items()):
            print(f"{above} -> {below}: {count}")
        print(f"{len(ROOMS)} rooms, {len(arrows)} arrows")
        return
    for name, write in (("pyproject.toml", in_pyproject), ("ARCHITECTURE.md", in_architecture)):
        path = ROOT / name
        path.write_text(write(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
