"""The base of every generated class: compare, print, decode and encode.

The generated readers and writers are fast and say nothing about a fault but that there is one.
`inspection` then goes over the same input slowly, by the schema, and finds type, place and path:
one part of the code knows how to be quick, the other how to explain.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Callable  # noqa: TC003  # for typing.get_type_hints, as the next
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar

from kraft_wire import inspection, native
from kraft_wire.errors import DecodeError, UnknownMessageError, UnsupportedVersionError, WireError
from kraft_wire.identities import Identities  # noqa: TC001
from kraft_wire.limits import COPIED_BYTES_MAX, MESSAGE_ELEMENTS_MAX
from kraft_wire.primitives import Append  # noqa: TC001

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.schema import MessageSchema

__all__ = ["Message", "Request", "Struct", "shared_default"]

_BAD_BYTES = (ValueError, IndexError, struct_error, OverflowError, MemoryError)
_BAD_VALUES = (
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    struct_error,
    OverflowError,
    RuntimeError,  # a memoryview with several dimensions
)


class _FieldsDoc:
    """The doc string of a generated class: its own sentence, then versions and all fields.

    Written when it is asked for: an import loads no descriptions.
    """

    __slots__ = ("_first",)

    def __init__(self, first: str) -> None:
        self._first = first

    def __get__(self, instance: object, owner: type[Struct]) -> str:
        from kraft_wire.reflection import class_doc  # loads the schema, too

        return class_doc(owner, self._first)


class Struct:
    """A structure: its fields are its slots, in the order of the schema.

    Fields are not to be assigned after construction (they are `Final` to a type checker, arrays
    are tuples). A structure that is the default of a field is shared between instances:
    assigning to its fields raises AttributeError.
    """

    __slots__: tuple[str, ...] = ()
    unknown_tagged_fields: tuple[tuple[int, bytes], ...]

    _GENERATED: ClassVar[type[Struct]]
    """The generated class, for subclasses too: the one that has the slots."""
    _FIELDS: ClassVar[tuple[str, ...]] = ()
    """The slots of the generated class."""
    _ALIKE: ClassVar[type[Struct]]
    """The class used in comparisons: the own class, or that of a shared default."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._ALIKE = cls
        if "unknown_tagged_fields" in cls.__dict__:
            cls._GENERATED = cls
            cls._FIELDS = cls.__slots__
            documented: Any = cls
            documented.__doc__ = _FieldsDoc(cls.__doc__ or "")

    def _values(self) -> Iterator[Any]:
        return (getattr(self, name) for name in self._FIELDS)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) and (
            not isinstance(other, Struct) or self._ALIKE is not other._ALIKE
        ):
            return NotImplemented
        for name in self._FIELDS:  # noqa: SIM110  # `all` would cost twice as much
            if getattr(self, name) != getattr(other, name):
                return False
        return True

    def __hash__(self) -> int:
        return hash((self._ALIKE, *self._values()))

    if TYPE_CHECKING:

        @property
        def replace(self) -> Callable[..., Self]:
            """See `__replace__`; each generated class names its fields."""

    def __replace__(self, **changes: Any) -> Self:
        """Return a copy with other values in the named fields; also `replace` and `copy.replace`.

        Values are taken as the constructor takes them; `unknown_tagged_fields` stay unless they
        are named. A copy of a shared default is an ordinary instance. Raises TypeError for a name
        that is not a field.
        """
        given = self._GENERATED(**changes)
        made = copy.copy(self)
        for name in changes:
            object.__setattr__(made, name, getattr(given, name))
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return all fields by name, structures inside as dicts too, arrays as tuples.

        Values stay what they are: `Uuid`, bytes, None. `unknown_tagged_fields` are there if there
        are any. Secrets are not hidden: print the message itself instead. To a type checker values
        are Any, as a TypedDict for each of 700 structures would double the generated code: where
        types matter, read the attributes.
        """
        values = {name: _as_plain(getattr(self, name)) for name in self._FIELDS}
        if not values["unknown_tagged_fields"]:
            del values["unknown_tagged_fields"]
        return values

    def __repr__(self) -> str:
        from kraft_wire.secrets import short_repr  # codecs need none

        return short_repr(self)


if not TYPE_CHECKING:  # there, generated classes have one with their own fields
    Struct.replace = Struct.__replace__


def _as_plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return value.as_dict()
    if type(value) is tuple and value and isinstance(value[0], Struct):
        return tuple(element.as_dict() for element in value)
    return value


class _SharedDefault(Struct):
    """A structure that is safe to share, because it cannot be assigned to.

    Its copies, and instances made by its type, are ordinary instances.
    """

    __slots__ = ()

    def __new__(cls, **values: Any) -> Any:
        return cls._ALIKE(**values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{name} of a shared default cannot be assigned: set the field to a new "
            f"{self._ALIKE.__qualname__} first"
        )

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of a shared default cannot be deleted")

    def __reduce__(self) -> tuple[type[Struct], tuple[()]]:
        return self._ALIKE, ()


AnyStruct = TypeVar("AnyStruct", bound=Struct)


def shared_default(cls: type[AnyStruct]) -> AnyStruct:
    """Return the instance of defaults that generated code gives to every field without a value.

    Its type is a subclass of `cls` without slots of its own; it compares, hashes and prints as an
    instance of `cls`.
    """
    names = {name: vars(cls)[name] for name in ("__module__", "__doc__")}
    names["__qualname__"] = cls.__qualname__
    frozen: Any = type(cls.__name__, (_SharedDefault, cls), {**names, "__slots__": ()})
    frozen.__slots__ = cls.__slots__  # field names are looked up here
    frozen._ALIKE = cls
    shared = cls()
    shared.__class__ = frozen
    return shared


class Message(Struct):
    """A message that goes over the wire or into a log by itself."""

    __slots__ = ()

    KIND: ClassVar[str]
    """The schema's type: request, response, header, metadata, data, coordinator-key or -value."""
    API_KEY: ClassVar[int | None]
    VERSIONS: ClassVar[tuple[int, int]]
    """Lowest and highest version."""
    FLEXIBLE_VERSIONS: ClassVar[tuple[int, int]]
    """Lowest and highest flexible version; (0, -1) where there is none."""

    _IDENTITIES: ClassVar[Identities] = ()
    """Fields that identify an entry and that a version can lack; see `kraft_wire.identities`."""

    _READERS: ClassVar[dict[int, Callable[[bytes, int], tuple[Any, int]]]]
    _WRITERS: ClassVar[dict[int, Callable[[Append, Any], None]]]

    @classmethod
    def decode(
        cls,
        data: bytes | bytearray | memoryview,
        version: int,
        start: int = 0,
        *,
        views: bool = False,
    ) -> Self:
        """Read a message that fills `data` from byte `start` to the last one.

        With `views`, every field of bytes or records is a memoryview that only reads, instead of a
        copy: it keeps all of `data` alive, and shows what becomes of it. Unknown tagged fields stay
        bytes.

        Raises UnsupportedVersionError, or a DecodeError with path and offset, which counts from the
        beginning of `data`; TypeError for what is not bytes, ValueError for a `start` outside.
        Subclasses get instances of their own, made without their `__init__`.
        """
        message, end = _decode(cls, data, version, start, views=views)
        if end != (len(data) if type(data) is bytes else memoryview(data).nbytes):
            raise inspection.decode_fault(cls, bytes(memoryview(data)), version, start)
        return message

    @classmethod
    def decode_prefix(
        cls,
        data: bytes | bytearray | memoryview,
        version: int,
        start: int = 0,
        *,
        views: bool = False,
    ) -> tuple[Self, int]:
        """Read the message that begins at byte `start`; return it with the offset of its end.

        Raises as `decode` does, but not for bytes that follow. Bytes before `start` are not copied;
        of other buffers than bytes, those after it are.
        """
        return _decode(cls, data, version, start, views=views)

    def encode(self, version: int) -> bytes:
        """Write the message in this version.

        Raises UnsupportedVersionError for a version that the message lacks and for a value that
        the version has no field for (unless the field is ignorable), EncodeError for a value out
        of range.
        """
        return b"".join(self._pieces(version))

    def encode_into(self, buffer: bytearray, version: int, start: int = 0) -> int:
        """Write the message into `buffer` from byte `start` on; return the end.

        For a buffer that is used again and again: it grows if it is too small, never shrinks, and
        bytes after the end stay. Raises as `encode` does, ValueError for a `start` outside,
        TypeError for another buffer, BufferError while a memoryview of the buffer is in use. After
        an error the bytes from `start` on are undefined.
        """
        if not isinstance(buffer, bytearray):
            raise TypeError(f"messages are written into a bytearray, not {type(buffer).__name__}")
        if not 0 <= start <= len(buffer):
            raise ValueError(f"start {start} is outside of {len(buffer)} bytes")
        pieces = self._pieces(version)  # some can be views of a value that is the buffer
        data = b"".join(pieces)
        buffer.append(0)  # raises BufferError, also where the size would stay
        buffer.pop()
        end = start + len(data)
        buffer[start:end] = data
        return end

    def encode_buffers(self, version: int) -> list[bytes | memoryview]:
        """Write the message as a list of buffers, for `sendmsg` and `writelines`.

        Together they are equal to the result of `encode`. Values of bytes or records above 4 KiB
        (`kraft_wire.limits.COPIED_BYTES_MAX`) are not copied but separate buffers, views of the
        message's values: they must not change until they are sent. Only tagged fields are copied
        whole. Raises as `encode` does.
        """
        buffers: list[bytes | memoryview] = []
        small: list[bytes | memoryview] = []
        for piece in self._pieces(version):
            if len(piece) <= COPIED_BYTES_MAX:
                small.append(piece)
                continue
            if small:
                buffers.append(b"".join(small))
                small.clear()
            buffers.append(piece)
        if small:
            buffers.append(b"".join(small))
        return buffers

    def _pieces(self, version: int) -> list[bytes | memoryview]:
        """Write in pure Python, with any engine."""
        pieces: list[bytes | memoryview] = []
        try:
            self._WRITERS[version](pieces.append, self)
        except KeyError:
            raise _unsupported(type(self), version) from None
        except _BAD_VALUES:
            raise inspection.encode_fault(self, version) from None
        return pieces

    def fit(self, version: int) -> Self:
        """Return a copy that this version can carry: fields that it lacks have their defaults.

        For a response that is written in the version of its request. Unknown tagged fields are
        dropped where the version is not flexible; a null stays, also where `encode` refuses it.
        Returns the message itself if nothing changes.
        Raises UnsupportedVersionError for a version that the message lacks, and where a field that
        the version lacks is the only name of an entry (`kraft_wire.identities`).
        """
        from kraft_wire.fitting import fitted  # needs the schema

        return fitted(self, version)

    @classmethod
    def schema(cls) -> MessageSchema:
        """Return the structure of the message, as data; loaded on first use."""
        package, _, module = cls._GENERATED.__module__.rpartition(".")
        found: MessageSchema = importlib.import_module(f"{package}.schemas.{module}").SCHEMA
        return found


AnyMessage = TypeVar("AnyMessage", bound=Message)
Response_co = TypeVar("Response_co", bound=Message, covariant=True)


class Request(Message, Generic[Response_co]):
    """A request; the parameter is the class of its response, for type checkers."""

    __slots__ = ()

    _RESPONSE_NAME: ClassVar[str] = ""
    """The name of the response's class, which is in the same package."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, response: object) -> type[Self]:
            return cls  # typing's own alias would be made once for each request imported

    @classmethod
    def response_class(cls) -> type[Response_co]:
        """Return the class of the response, imported on first use.

        Raises UnknownMessageError for a request whose package has none.
        """
        if not cls._RESPONSE_NAME:
            raise UnknownMessageError(f"{cls.__name__} has no response")
        package = importlib.import_module(cls._GENERATED.__module__.rpartition(".")[0])
        found: type[Response_co] = getattr(package, cls._RESPONSE_NAME)
        return found


def _decode(
    cls: type[AnyMessage],
    data: bytes | bytearray | memoryview,
    version: int,
    start: int,
    *,
    views: bool = False,
) -> tuple[AnyMessage, int]:
    """Read in pure Python, with any engine."""
    if views:
        from kraft_wire.views import decode_views  # few need it

        return decode_views(_read, cls, data, version, start)
    if type(data) is not bytes:
        return _decode_copy(cls, memoryview(data), version, start)
    return _read(cls, data, version, start)


def _read(cls: type[AnyMessage], data: bytes, version: int, start: int) -> tuple[AnyMessage, int]:
    """Read out of bytes, or of a subclass that says more of what the readers cut out of it."""
    size = len(data) - start
    if start < 0 or size < 0:
        raise ValueError(f"start {start} is outside of {len(data)} bytes")
    if size > MESSAGE_ELEMENTS_MAX:
        inspection.check_budget(cls, data, version, start)
    try:
        message, end = cls._READERS[version](data, start)
    except KeyError:
        raise _unsupported(cls, version) from None
    except _BAD_BYTES:
        raise inspection.decode_fault(cls, data, version, start) from None
    if end > len(data):
        raise inspection.decode_fault(cls, data, version, start)
    return message if type(message) is cls else _as_subclass(cls, message), end


def _decode_copy(
    cls: type[AnyMessage], data: memoryview, version: int, start: int
) -> tuple[AnyMessage, int]:
    """Decode a copy of the bytes from `start` on; positions in errors refer to `data`."""
    if (data.itemsize, data.ndim) != (1, 1):
        data = memoryview(bytes(data))
    if not 0 <= start <= len(data):
        raise ValueError(f"start {start} is outside of {len(data)} bytes")
    try:
        message, end = _decode(cls, bytes(data[start:]), version, 0)
    except DecodeError as error:
        if error.offset is not None:
            error.offset += start
        raise
    return message, start + end


def _as_subclass(cls: type[AnyStruct], message: Struct) -> AnyStruct:
    """Move what a reader has made into an instance of a subclass of the generated class."""
    made = object.__new__(cls)
    for name in cls._FIELDS:
        object.__setattr__(made, name, getattr(message, name))
    return made


def _unsupported(cls: type[Message], version: int) -> WireError:
    lowest, highest = cls.VERSIONS
    return UnsupportedVersionError(
        f"{cls.__name__} has no version {version}, only {lowest} to {highest}"
    )


native.install(Message)
