"""`kraft wire`: list the messages of Kafka's protocol, convert them, explain their bytes."""

from __future__ import annotations

import json
import re
import sys
from binascii import Error as HexError
from binascii import unhexlify
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import click

from kraft_core.cli.output import echo
from kraft_wire.errors import DecodeError, JsonFormError, UnknownMessageError, WireError
from kraft_wire.inspection import unsupported
from kraft_wire.json_form import count_unknown_tags, from_json, to_json
from kraft_wire.registry import MessageSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Match

    from kraft_wire.explain import Explanation

OWN_PACKAGE = "kraft_wire.generated"

PACKAGE = click.option(
    "--package",
    metavar="NAME",
    default=OWN_PACKAGE,
    show_default=True,
    help="Generated package to use; it must be on PYTHONPATH.",
)


@click.group(epilog="Example: kraft wire list --json")
def command() -> None:
    """List, convert, explain, trace and time messages of Kafka's protocol."""


@command.command(name="list", epilog="Example: kraft wire list | grep -i quorum")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@PACKAGE
def list_(as_json: bool, package: str) -> None:
    """List every message: name, kind, key, versions, first flexible version."""
    rows = listing(message_set(package))
    if as_json:
        lines = ",\n".join(json.dumps(row) for row in rows)
        echo("[", *lines.split("\n"), "]")
        return
    titles = ["NAME", "KIND", "KEY", "VERSIONS", "FLEXIBLE"]
    echo(*_table(titles, rows))


@command.command(
    epilog="""Example: echo '{"message": "VoteResponse", "version": 0, "hex": "00000100"}' """
    "| kraft wire convert"
)
@PACKAGE
@click.pass_context
def convert(context: click.Context, package: str) -> None:
    """Convert bytes to Kafka's JSON form and back, line by line.

    Standard input holds JSON Lines: {"message": NAME, "version": N} with either "hex" (the body
    alone, no header and no frame) or "json". Each line is printed again with the other one added.
    A line that is refused gets "error" instead: {"type", "detail", "offset", "path"}. Tagged
    fields that the message does not know are counted as "unknown".

    The exit code is 1 if a line was refused.
    """
    source = sys.stdin.buffer if sys.stdin else BytesIO()  # None where it was closed
    if not convert_stream(message_set(package), source, sys.stdout.buffer):
        context.exit(1)


@command.command(epilog="Example: kraft wire explain --message VoteResponse --version 0 00000100")
@click.argument("text", metavar="[HEX | -]", default="-")
@click.option("--message", metavar="NAME", help="Message whose body the bytes are.")
@click.option("--version", metavar="N", type=int, help="Version of the message.")
@click.option(
    "--frame",
    type=click.Choice(["request", "response"]),
    help="Read a frame: size, header and body. A response needs --message and --version.",
)
@click.option("--batch", is_flag=True, help="Read record batches.")
@click.option("--json", "as_json", is_flag=True, help="Print the tree as JSON.")
@PACKAGE
@click.pass_context
def explain(
    context: click.Context,
    text: str,
    *,
    message: str | None,
    version: int | None,
    frame: str | None,
    batch: bool,
    as_json: bool,
    package: str,
) -> None:
    """Show what each byte means: offset, bytes, path, type and value.

    HEX can contain white space, colons and 0x, or be lines of xxd. Without HEX, or with -, standard
    input is read. Damaged input is shown up to the first error, followed by the reason; the exit
    code is then 1.
    """
    asked = Question(message, version, frame, is_batch=batch)
    if not answer(asked, text, message_set(package), as_json=as_json):
        context.exit(1)


@command.command(
    epilog="Example: kraft wire trace capture.pcap --where api=Fetch --where slower=20"
)
@click.argument("file", metavar="FILE")
@click.option(
    "--where",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only exchanges with this api (names or keys, with commas), version, client (id),"
    " connection, host, error (a name, a number, any or none), or slower (in ms)."
    " All conditions must hold.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per exchange.")
@click.option(
    "--summary", is_flag=True, help="Print counts, latencies, bytes and errors by API and version."
)
@PACKAGE
@click.pass_context
def trace(
    context: click.Context,
    file: str,
    *,
    where: tuple[str, ...],
    as_json: bool,
    summary: bool,
    package: str,
) -> None:
    """Show the requests in a capture of packets, each with its response below.

    FILE is pcap or pcapng, or - for standard input (tcpdump -w -). Kafka's protocol is found on any
    port, also in connections that were open when the capture began. Secrets are not shown;
    encrypted connections are left out. The exit code is 1 if the capture ends inside a packet.
    """
    from kraft_core.cli.wire_trace import print_trace  # others start without it

    if as_json and summary:
        raise click.UsageError("--json and --summary exclude each other.")
    form = "json" if as_json else "summary" if summary else "text"
    if not print_trace(file, where, message_set(package), form=form):
        context.exit(1)


@command.command(epilog="Example: kraft wire bench FetchRequest MetadataResponse --version 12")
@click.argument("message", nargs=-1)
@click.option("--version", metavar="N", type=int, help="Version of the messages; default: newest.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per row.")
@click.option(
    "--sample-ms",
    type=click.IntRange(1, 10_000),
    default=20,
    show_default=True,
    help="Duration of a sample; the best of five is reported.",
)
@PACKAGE
def bench(
    message: tuple[str, ...], *, version: int | None, as_json: bool, sample_ms: int, package: str
) -> None:
    """Measure how fast both engines encode and decode messages on this machine.

    Each MESSAGE is filled by its schema: 10 entries in top-level arrays, 5 in nested ones, 3
    deeper, and 256 bytes in each bytes field. Without MESSAGE, a few common messages are timed.
    """
    from kraft_core.cli.wire_bench import print_bench  # others start without it

    print_bench(message, version, message_set(package), sample_ms=sample_ms, as_json=as_json)


def message_set(package: str) -> MessageSet:
    """Open a generated package, or end the command with the reason."""
    try:
        return MessageSet(package)
    except UnknownMessageError as error:
        raise click.ClickException(error.detail) from None


def listing(messages: MessageSet) -> list[dict[str, object]]:
    """List name, kind, key, versions ("0-4") and flexible versions ("3+") of every message."""
    return [
        {
            "name": name,
            "kind": entry.kind,
            "key": entry.api_key,
            "versions": str(entry.lowest)
            if entry.lowest == entry.highest
            else f"{entry.lowest}-{entry.highest}",
            "flexible": None if entry.flexible_lowest is None else f"{entry.flexible_lowest}+",
        }
        for name, entry in messages.entries.items()
    ]


def _table(titles: list[str], rows: list[dict[str, object]]) -> Iterable[str]:
    cells = [["-" if cell is None else str(cell) for cell in row.values()] for row in rows]
    cells.insert(0, titles)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()


CHUNK_BYTES: Final = 1 << 16
_XXD: Final = re.compile(r"[0-9A-Fa-f]{6,16}: ?(.*)")
_HEXDUMP: Final = re.compile(r"[0-9A-Fa-f]{7,8}  (.*?) *(?:\|.*\|)?")
_OFFSET: Final = re.compile(r"[0-9A-Fa-f]{7,8}")
_BETWEEN: Final = re.compile(r"0[xX]|[:,\s]+")
OUTCOMES: Final = ("error", "unknown")
"""Keys that are never echoed: they have the outcome of this run, not of an earlier one."""

_LINE_ENDS: Final = re.compile("[\x85\u2028\u2029]")


def convert_stream(messages: MessageSet, source: BinaryIO, target: BinaryIO) -> bool:
    """Convert all lines; return True if none was refused.

    Lines read together are written together, at once: a program can use this line by line.
    """
    all_accepted = True
    for lines in _chunks_of_lines(source):
        results = [convert_line(messages, line) for line in lines if line.strip()]
        all_accepted = all_accepted and all(is_accepted for _, is_accepted in results)
        target.write(b"".join(_encoded(text) for text, _ in results))
        target.flush()
    return all_accepted


def convert_line(messages: MessageSet, line: bytes) -> tuple[str, bool]:
    """Convert one line; return what to print and whether it was accepted."""
    text, order = "", {}
    try:
        text = line.decode().strip(" \t\r")
        order = _parse(text)
        return _completed(text, order, _convert(messages, order)), True
    except UnicodeDecodeError as error:
        fault: WireError = JsonFormError(f"not valid UTF-8: {error.reason}", offset=error.start)
    except WireError as error:
        fault = error
    return _completed(text, order, {"error": _error_form(fault)}), False


def _error_form(fault: WireError) -> dict[str, Any]:
    return {
        "type": type(fault).__name__,
        "detail": fault.detail,
        "offset": fault.offset,
        "path": fault.path,
    }


def _chunks_of_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    read: Any = getattr(source, "read1", None) or source.read
    rest: list[bytes] = []
    while chunk := read(CHUNK_BYTES):
        first, *others = chunk.split(b"\n")
        rest.append(first)
        if others:
            whole = [b"".join(rest), *others[:-1]]
            rest = others[-1:]
            yield whole
    yield [b"".join(rest)]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not valid JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)


def _parse(text: str) -> dict[str, Any]:
    try:
        order = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        offset = len(text[: error.pos].encode(errors="replace"))
        raise JsonFormError(f"not valid JSON: {error.msg}", offset=offset) from None
    except RecursionError:
        raise JsonFormError("not valid JSON: nested too deeply") from None
    except ValueError as error:
        raise JsonFormError(f"not valid JSON: {error}") from None
    if not isinstance(order, dict):
        raise JsonFormError("not a JSON object")
    return order


def _convert(messages: MessageSet, order: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that complete the line."""
    name, version = order.get("message"), order.get("version")
    if not isinstance(name, str):
        raise JsonFormError('"message" must be the name of a message', path="message")
    if type(version) is not int:
        raise JsonFormError('"version" must be an integer', path="version")
    if ("json" in order) == ("hex" in order):
        raise JsonFormError('a line must have either "json" or "hex"')
    cls = messages.message_class(name)
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise unsupported(name, cls.VERSIONS, version)
    if "json" in order:
        return {"hex": from_json(cls, order["json"], version).encode(version).hex()}
    message = cls.decode(_bytes(order["hex"]), version)
    unknown = count_unknown_tags(message)
    form = to_json(message, version)
    return {"json": form, "unknown": unknown} if unknown else {"json": form}


def _bytes(text: object) -> bytes:
    if not isinstance(text, str):
        raise DecodeError('"hex" must be text')
    try:
        return unhexlify(text)
    except (HexError, ValueError):
        raise DecodeError('"hex" must be pairs of hexadecimal digits') from None


def _completed(text: str, order: dict[str, Any], more: dict[str, Any]) -> str:
    """Add keys to the JSON text of an object, or return only the keys if it is not an object."""
    added = json.dumps(more, ensure_ascii=False)
    if not order:
        return added
    if any(key in order for key in OUTCOMES):
        kept = {key: value for key, value in order.items() if key not in OUTCOMES}
        return json.dumps(kept | more)
    return f"{text[:-1].rstrip()}, {added[1:]}"


def _encoded(text: str) -> bytes:
    if not text.isascii():
        text = _LINE_ENDS.sub(_escape, text)
    # half a surrogate pair is written as its escape, as in the input
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _escape(match: Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


@dataclass(frozen=True)
class Question:
    """The user's description of the bytes; raises UsageError if options contradict each other."""

    message: str | None
    version: int | None
    frame: str | None
    is_batch: bool

    def __post_init__(self) -> None:
        named = (self.message is not None, self.version is not None)
        if self.is_batch and self.frame:
            raise click.UsageError("--batch and --frame exclude each other.")
        if self.is_batch or self.frame == "request":
            if any(named):
                what = "--batch" if self.is_batch else "--frame request"
                raise click.UsageError(f"{what} excludes --message and --version.")
        elif not all(named):
            raise click.UsageError("specify both --message and --version")


def answer(asked: Question, text: str, messages: MessageSet, *, as_json: bool) -> bool:
    """Print the explanation; return True if the bytes are valid."""
    from kraft_wire import explain as wire  # conversion starts without it

    given = sys.stdin.buffer.read().decode("ascii", "replace") if text == "-" else text
    data = _explained_bytes(given)
    try:
        found = _explanation(asked, data, messages)
    except WireError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        echo(json.dumps(wire.to_json(found)))
    else:
        echo(*wire.to_text(found).split("\n"))
    return found.fault is None


def _explanation(asked: Question, data: bytes, messages: MessageSet) -> Explanation:
    from kraft_wire import explain as wire

    if asked.is_batch:
        return wire.explain_batches(data, messages)
    if asked.message is None or asked.version is None:
        return wire.explain_request(data, messages)
    cls = messages.message_class(asked.message)
    if asked.frame:
        return wire.explain_response(data, cls, asked.version, messages)
    return wire.explain_message(cls, data, asked.version, messages)


def _explained_bytes(text: str) -> bytes:
    """Read digits in common forms: with 0x, colons, commas, or lines of xxd or hexdump -C."""
    lines = text.strip().splitlines()
    if len(lines) > 1 and lines[-2].rstrip().endswith("|") and _OFFSET.fullmatch(lines[-1]):
        del lines[-1]  # hexdump -C ends with the offset of the end alone
    try:
        return bytes.fromhex(_BETWEEN.sub(" ", " ".join(_digits_of(line) for line in lines)))
    except ValueError:
        raise click.ClickException(
            "The bytes must be pairs of hexadecimal digits, or lines of xxd or hexdump -C."
        ) from None


def _digits_of(line: str) -> str:
    """Return the digits of a line of xxd or hexdump -C, without offset and text; else the line."""
    line = line.strip()
    if match := _XXD.fullmatch(line):
        return match[1].partition("  ")[0]
    match = _HEXDUMP.fullmatch(line)
    return match[1] if match else line
