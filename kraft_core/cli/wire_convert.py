"""`kraft wire convert`: JSON Lines in, the same lines completed out.

A line is printed as it came, with keys added at its end: what is echoed cannot change on the way
(numbers keep their digits, keys their order). Only U+0085, U+2028 and U+2029 are written as
escapes, because some readers take them for ends of lines.
"""

from __future__ import annotations

import json
import re
from binascii import Error as HexError
from binascii import unhexlify
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from kraft_wire.errors import DecodeError, JsonFormError, WireError
from kraft_wire.inspection import unsupported
from kraft_wire.json_form import count_unknown_tags, from_json, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

    from kraft_wire.registry import MessageSet

CHUNK_BYTES: Final = 1 << 16
OUTCOMES: Final = ("error", "unknown")
"""Keys that are never echoed: they tell the outcome of this run, not of an earlier one."""

_LINE_ENDS: Final = re.compile("[\x85\u2028\u2029]")


def convert_stream(messages: MessageSet, source: BinaryIO, target: BinaryIO) -> bool:
    """Convert all lines; say whether none was refused.

    What came in together goes out together, and at once: a program may talk to us line by line.
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
        fault: WireError = JsonFormError(f"no UTF-8: {error.reason}", offset=error.start)
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
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)


def _parse(text: str) -> dict[str, Any]:
    try:
        order = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        offset = len(text[: error.pos].encode(errors="replace"))
        raise JsonFormError(f"no JSON: {error.msg}", offset=offset) from None
    except RecursionError:
        raise JsonFormError("no JSON: nested too deeply") from None
    except ValueError as error:
        raise JsonFormError(f"no JSON: {error}") from None
    if not isinstance(order, dict):
        raise JsonFormError("no JSON object")
    return order


def _convert(messages: MessageSet, order: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that complete the line."""
    name, version = order.get("message"), order.get("version")
    if not isinstance(name, str):
        raise JsonFormError('"message" must be the name of a message', path="message")
    if type(version) is not int:
        raise JsonFormError('"version" must be an integer', path="version")
    if ("json" in order) == ("hex" in order):
        raise JsonFormError('a line holds either "json" or "hex"')
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
    """Add keys to the text of an object, or print them alone if it is none."""
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
    # half a surrogate pair becomes its escape, which is what it was in the input
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _escape(match: Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"
