# The compiled module, made from the C files of this folder.

from collections.abc import Callable
from typing import Any, Self, TypeAlias

class Slots:
    def __new__(
        cls, of: type[Any], items: tuple[tuple[str, int, bool, Any, Slots | None], ...], /
    ) -> Self: ...

_Field: TypeAlias = tuple[int, bool, bool, Layout | None, int, bool]

class Layout:
    def __new__(
        cls,
        slots: Slots,
        is_flexible: bool,
        plain: tuple[_Field, ...],
        tagged: tuple[_Field, ...],
        absent: tuple[_Field, ...],
        lacking: tuple[int, ...],
        /,
    ) -> Self: ...

def configure_limits(*limits: int) -> None: ...
def configure_messages(
    *,
    build_codec: Callable[[type[Any]], int | None],
    build_layout: Callable[[type[Any], int], Layout | None],
    decode: Callable[..., Any],
    decode_prefix: Callable[..., Any],
    encode: Callable[..., Any],
    encode_into: Callable[..., Any],
    encode_buffers: Callable[..., Any],
    uuid_type: type[bytes],
) -> None: ...
def methods(message: type[Any], /) -> dict[str, Any]: ...
def elements_above(
    cls: type[Any],
    version: int,
    data: bytes | bytearray | memoryview,
    start: int,
    budget: int,
    /,
) -> int | None: ...
def configure_records(record: type[tuple[Any, ...]], span: type[tuple[Any, ...]], /) -> None: ...
def read_records(
    payload: bytes,
    position: int,
    left: int,
    most: int,
    base: tuple[Any, ...],
    form: int,
    /,
) -> tuple[list[Any], int]: ...
def read_columns(
    data: Any,
    batches: tuple[Any, ...],
    columns: tuple[Any, ...],
    odd: Any,
    count: int,
    /,
) -> int: ...
def gather(
    data: Any, start: Any, size: Any, count: int, ends: Any, present: Any, into: Any, /
) -> int: ...
def write_columns(
    progress: Any,
    offsets: Any,
    timestamps: Any,
    keys: tuple[Any, ...],
    values: tuple[Any, ...],
    headers: tuple[Any, ...] | None,
    start: int,
    stop: int,
    /,
) -> bytes | None: ...
def configure_batches(
    batch: type[Any], names: tuple[str, ...], records_max: int, /, *methods: Callable[..., Any]
) -> dict[str, Any]: ...
def configure_builder(
    builder: type[Any], names: tuple[str, ...], /, *methods: Callable[..., Any]
) -> dict[str, Any]: ...
def read_batch(buffer: Any, position: int, end: int, /) -> Any: ...
def batch_records(batch: Any, /) -> list[Any] | None: ...
