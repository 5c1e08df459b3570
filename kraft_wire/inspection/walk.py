"""A careful walk over the bytes of a message, by its schema: the fault, and the position of parts.

It accepts and refuses exactly the same bytes as the generated readers, but knows the field of each
byte. With `build` it also keeps a tree of the parts that it read, up to a fault. The rules are
those of Kafka's generated `read` methods, with the strictness in `docs/divergence.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import (
    InvalidLengthError,
    InvalidTextError,
    InvalidVarintError,
    LimitError,
    TruncatedError,
    UnexpectedNullError,
    WireError,
    join_path,
    within,
)
from kraft_wire.limits import ARRAY_ELEMENTS_MAX, MESSAGE_ELEMENTS_MAX, STRING_BYTES_MAX
from kraft_wire.primitives import Uuid
from kraft_wire.schema import FIXED_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable
    from struct import Struct as Layout
    from typing import Protocol

    class Part(Protocol):
        """A part of a message to read: a number, a string, an array or a structure."""

        type: str

        def read(self, walk: Walk, at: int, path: str) -> int:
            """Read the part that begins at byte `at`; return its end; raises a DecodeError."""


__all__ = ["Array", "Blob", "Fixed", "Length", "Node", "Run", "Text", "Walk", "child_path"]


@dataclass(slots=True)
class Node:
    """A node for some bytes: `length` in all, of which `own_length` belong to no child.

    The own bytes of a number are all of it, those of an array are its count. `value` is None for
    null, the number of elements for an array, the number of fields for a tag section. `note` says
    in words what a value means. `inner` holds the bytes in which the children lie, where these are
    others (decompressed ones).
    """

    path: str
    type: str
    offset: int
    length: int
    own_length: int
    value: Any = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list)
    note: str = ""
    inner: bytes | None = field(default=None, repr=False)


class Walk:
    """One pass over one message; `nodes` receives the tree, None without a tree."""

    __slots__ = ("data", "elements", "end", "nodes")

    def __init__(self, data: bytes, *, build: bool = False) -> None:
        self.data = data
        self.end = len(data)
        self.elements = 0
        self.nodes: list[Node] | None = [] if build else None

    def charge(self, count: int, at: int) -> None:
        """Count elements against the budget of one message."""
        self.elements += count
        if self.elements > MESSAGE_ELEMENTS_MAX:
            raise LimitError(f"more than {MESSAGE_ELEMENTS_MAX} elements in a message", offset=at)

    def leaf(self, path: str, type_name: str, at: int, end: int, value: Any) -> None:
        """Add a node without children, if a tree is built."""
        if self.nodes is not None:
            self.nodes.append(Node(path, type_name, at, end - at, end - at, value))

    def inside(self, node: Node, at: int, read: Callable[[Walk, int, str], int]) -> int:
        """Read the children of a node, which begin at `at`, and close it after the last one."""
        siblings = self.nodes
        if siblings is None:
            return read(self, at, "")
        siblings.append(node)
        self.nodes = node.children
        try:
            end = read(self, at, node.path)
            node.length = end - node.offset
        except WireError:
            if node.children:
                node.length = node.children[-1].offset + node.children[-1].length - node.offset
            raise
        finally:
            self.nodes = siblings
        return end

    def need(self, at: int, size: int, type_name: str) -> int:
        """Return the end of `size` bytes, which must exist."""
        if at + size > self.end:
            left = max(self.end - at, 0)
            raise TruncatedError(f"{type_name} of {size} bytes, but {left} are left", offset=at)
        return at + size

    def uvarint(self, at: int, bits: int = 32) -> tuple[int, int]:
        """Read an unsigned varint of 32 bits, in up to five bytes, or of 64, in up to ten."""
        value = 0
        longest = (bits + 6) // 7
        for index, position in enumerate(range(at, at + longest)):
            if position >= self.end:
                raise TruncatedError("the bytes end inside a varint", offset=at)
            byte = self.data[position]
            value |= (byte & 0x7F) << 7 * index
            if byte < 0x80:
                break
        else:
            raise InvalidVarintError(f"varint of more than {longest} bytes", offset=at)
        if value >> bits:
            raise InvalidVarintError(f"varint of more than {bits} bits", offset=at)
        return value, position + 1


class Fixed:
    """A value whose type determines its size."""

    __slots__ = ("_make", "_unpack", "size", "type")

    def __init__(self, type_name: str) -> None:
        layout = FIXED_SIZE[type_name]
        self.type = type_name
        self.size = layout.size
        self._unpack = layout.unpack_from
        self._make = Uuid if type_name == "uuid" else None

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the value. Returns the position after it."""
        end = walk.need(at, self.size, self.type)
        if walk.nodes is not None:
            (value,) = self._unpack(walk.data, at)
            walk.leaf(path, self.type, at, end, self._make(value) if self._make else value)
        return end


_INT16: Final = FIXED_SIZE["int16"]
_INT32: Final = FIXED_SIZE["int32"]


class Length:
    """The length of a string or of bytes, or the size of an array; -1 means null."""

    __slots__ = ("_is_nullable", "_layout", "_noun")

    def __init__(self, layout: Layout | None, noun: str, *, is_nullable: bool) -> None:
        self._layout = layout
        self._noun = noun
        self._is_nullable = is_nullable

    def read(self, walk: Walk, at: int) -> tuple[int, int]:
        """Return the length, -1 for a null that is allowed, and where the content begins."""
        if self._layout is None:
            length, start = walk.uvarint(at)
            length -= 1
        else:
            start = walk.need(at, self._layout.size, "a length")
            (length,) = self._layout.unpack_from(walk.data, at)
        if length < -1:
            raise InvalidLengthError(f"invalid length {length}", offset=at)
        if length < 0 and not self._is_nullable:
            raise UnexpectedNullError("null, which this version does not allow", offset=at)
        if length > walk.end - start:
            left = walk.end - start
            raise InvalidLengthError(f"{length} {self._noun}, but {left} bytes left", offset=at)
        return length, start


class Blob:
    """Bytes after their length: a string, bytes or records."""

    __slots__ = ("_length", "type")

    def __init__(self, type_name: str, *, is_compact: bool, is_nullable: bool) -> None:
        layout = None if is_compact else _INT16 if type_name == "string" else _INT32
        self.type = f"compact {type_name}" if is_compact else type_name
        self._length = Length(layout, "bytes", is_nullable=is_nullable)

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the length and the bytes. Returns the position after them."""
        length, start = self._length.read(walk, at)
        end = start + max(length, 0)
        if walk.nodes is not None:
            walk.leaf(path, self.type, at, end, None if length < 0 else walk.data[start:end])
        return end


class Text(Blob):
    """A string: at most 32767 bytes of UTF-8."""

    __slots__ = ()

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the length and the text. Returns the position after them."""
        length, start = self._length.read(walk, at)
        if length > STRING_BYTES_MAX:
            raise InvalidLengthError(f"a string of {length} bytes", offset=at)
        end = start + max(length, 0)
        try:
            value = None if length < 0 else walk.data[start:end].decode()
        except UnicodeDecodeError as error:
            where = start + error.start
            raise InvalidTextError(f"not valid UTF-8: {error.reason}", offset=where) from None
        walk.leaf(path, self.type, at, end, value)
        return end


class Array:
    """A count, then that many elements."""

    __slots__ = ("_element", "_length", "type")

    def __init__(self, element: Part, *, is_compact: bool, is_nullable: bool) -> None:
        self.type = f"[]{element.type}"
        self._element = element
        layout = None if is_compact else _INT32
        self._length = Length(layout, "elements", is_nullable=is_nullable)

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the count and the elements. Returns the position after them."""
        count, start = self._length.read(walk, at)
        if count > ARRAY_ELEMENTS_MAX:
            raise LimitError(f"an array of {count} elements", offset=at)
        if count < 0:
            walk.leaf(path, self.type, at, start, None)
            return start
        walk.charge(count, at)
        if walk.nodes is None:
            return self._skip(walk, start, count)
        node = Node(path, self.type, at, start - at, start - at, count)
        return walk.inside(node, start, lambda _, first, __: self._read(walk, first, path, count))

    def _read(self, walk: Walk, at: int, path: str, count: int) -> int:
        for index in range(count):
            try:
                at = self._element.read(walk, at, f"{path}[{index}]")
            except WireError as error:
                raise within(error, f"[{index}]") from None
        return at

    def _skip(self, walk: Walk, at: int, count: int) -> int:
        element = self._element
        if isinstance(element, Fixed) and at + count * element.size <= walk.end:
            return at + count * element.size
        index = 0
        try:
            for index in range(count):  # noqa: B007  # used by the handler below
                at = element.read(walk, at, "")
        except WireError as error:
            raise within(error, f"[{index}]") from None
        return at


class Run:
    """Adjacent parts of fixed size, skipped in one step while no tree is built."""

    __slots__ = ("_parts", "_size", "type")

    def __init__(self, parts: list[tuple[str, Fixed]]) -> None:
        self.type = "run"
        self._parts = parts
        self._size = sum(part.size for _, part in parts)

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Skip all of them, or find the first that is truncated."""
        end = at + self._size
        if end <= walk.end:
            return end
        for name, part in self._parts:
            try:
                at = part.read(walk, at, path)
            except WireError as error:
                raise within(error, name) from None
        return at


def child_path(walk: Walk, path: str, name: str) -> str:
    """Return the path of a field; empty if no tree is built, which needs no paths."""
    return join_path(path, name) if walk.nodes is not None else ""
