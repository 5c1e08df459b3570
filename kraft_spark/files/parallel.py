"""Calls to a store made at the same time: what takes long there is waiting, not work."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

IN_FLIGHT: Final = 64
"""How many calls may be under way at a time."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], *, is_remote: bool = True
) -> list[_Result]:
    """The results in the order of the items; raises the error of the first that failed.

    Where nothing is remote, one after the other: threads would only cost.
    """
    items = list(items)
    if len(items) < 2 or not is_remote:
        return [function(item) for item in items]
    with ThreadPoolExecutor(min(IN_FLIGHT, len(items))) as pool:
        return list(pool.map(function, items))
