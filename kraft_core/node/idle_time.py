"""How long an event loop has waited for something to do: wall time in the poll, as in Kafka.

Time in which the loop is held up (by a disk, by other processes on the core) is not idle. libuv,
which uvloop runs on, counts it; asyncio's own loop does not, and there it stays unknown.
"""

from __future__ import annotations

import ctypes
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

_UV_METRICS_IDLE_TIME: Final = 1
"""The option of uv_loop_configure (libuv 1.39 and later)."""


def idle_clock(loop: asyncio.AbstractEventLoop) -> Callable[[], float] | None:
    """A function that gives the idle seconds of this loop so far; None where nobody counts them."""
    try:
        from uvloop import loop as uvloop_loop  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    given: object = loop  # for mypy, which takes uvloop's for no loop
    if not isinstance(given, uvloop_loop.Loop):
        return None
    library = ctypes.CDLL(uvloop_loop.__file__)
    try:
        configure, idle_time = library.uv_loop_configure, library.uv_metrics_idle_time
    except AttributeError:  # a build that hides the functions of its libuv
        return None
    pointer = _pointer(uvloop_loop.libuv_get_loop_t_ptr(given))  # type: ignore[attr-defined]
    configure.argtypes = (ctypes.c_void_p, ctypes.c_int)
    if configure(pointer, _UV_METRICS_IDLE_TIME) != 0:
        return None
    idle_time.argtypes, idle_time.restype = (ctypes.c_void_p,), ctypes.c_uint64
    return partial(_seconds, idle_time, pointer)


def _seconds(idle_time: Callable[[int], int], pointer: int) -> float:
    return idle_time(pointer) / 1e9


def _pointer(capsule: Any) -> int:
    """What a PyCapsule holds."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.argtypes, get.restype = (ctypes.py_object, ctypes.c_char_p), ctypes.c_void_p
    return int(get(capsule, None))
