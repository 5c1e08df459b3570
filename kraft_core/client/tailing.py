"""`tail` and `tail_async`: the changes of a live quorum, as an iterator."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from kraft_core.client.changes import Change, record_names
from kraft_core.client.endpoints import parse_endpoints
from kraft_core.client.following import BEGINNING, Wish, follow
from kraft_core.client.positions import Note, Position
from kraft_core.client.quorum import Quorum
from kraft_core.client.settings import Settings

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncGenerator, Callable, Generator, Iterable

    from kraft_core.client.steps import Operation


def tail(
    controllers: str,
    *,
    from_start: bool = False,
    position: tuple[int, int | None] | None = None,
    until_current: bool = False,
    exclude: Iterable[str] = (),
    include_secrets: bool = False,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    on_note: Callable[[str], object] | None = None,
) -> Generator[Change, None, None]:
    """Follow `__cluster_metadata` of the quorum at `HOST:PORT[,HOST:PORT...]`.

    Yields committed records, by default from now on; with `from_start` the leader's newest snapshot
    and then the log; with `position` (offset, epoch) from that offset on, where the epoch is that
    of the record before it, if known: LogTruncatedError tells that it is gone. With
    `until_current` it ends at the high watermark of the start, else never. `exclude` names records
    (`NoOpRecord`). Secrets are `(redacted)` unless included. `on_note` is told, in sentences, when
    a leader was lost and found. Raises ClientError, and ValueError for arguments that make no
    sense. Reading the iterator no further, or closing it, ends the connection.
    """
    operation = _operation(
        controllers,
        _wish(from_start, position, until_current, exclude, include_secrets),
        settings,
    )
    return _changes(operation, tls, on_note)


def tail_async(
    controllers: str,
    *,
    from_start: bool = False,
    position: tuple[int, int | None] | None = None,
    until_current: bool = False,
    exclude: Iterable[str] = (),
    include_secrets: bool = False,
    tls: ssl.SSLContext | None = None,
    settings: Settings | None = None,
    on_note: Callable[[str], object] | None = None,
) -> AsyncGenerator[Change, None]:
    """Follow like `tail`, but in the running event loop: iterate with `async for`."""
    operation = _operation(
        controllers,
        _wish(from_start, position, until_current, exclude, include_secrets),
        settings,
    )
    return _changes_async(operation, tls, on_note)


def _wish(
    from_start: bool,
    position: tuple[int, int | None] | None,
    until_current: bool,
    exclude: Iterable[str],
    include_secrets: bool,
) -> Wish:
    if from_start and position is not None:
        raise ValueError("from_start and position exclude each other")
    if position is not None and (position[0] < 0 or (position[1] or 0) < 0):
        raise ValueError("offsets and epochs are not negative")
    start = BEGINNING if from_start else None if position is None else Position(*position)
    return Wish(start, until_current, _names(exclude), include_secrets)


def _names(exclude: Iterable[str]) -> frozenset[str]:
    """Names of records, by their own name or Kafka's type name."""
    known, wanted = record_names(), tuple(exclude)
    for name in wanted:
        if name not in known:
            raise ValueError(f"no record of the metadata log is called {name!r}")
    return frozenset(known[name] for name in wanted)


def _operation(controllers: str, wish: Wish, settings: Settings | None) -> Operation[None]:
    quorum = Quorum(parse_endpoints(controllers), settings or Settings())
    return follow(quorum, wish)


def _changes(
    operation: Operation[None],
    tls: ssl.SSLContext | None,
    on_note: Callable[[str], object] | None,
) -> Generator[Change, None, None]:
    from kraft_core.client.blocking import BlockingDriver  # noqa: PLC0415  # either, not both

    driver = BlockingDriver(tls)
    try:
        for item in driver.iterate(operation):
            if isinstance(item, Change):
                yield item
            elif isinstance(item, Note) and on_note is not None:
                on_note(item.text)
    finally:
        driver.close()


async def _changes_async(
    operation: Operation[None],
    tls: ssl.SSLContext | None,
    on_note: Callable[[str], object] | None,
) -> AsyncGenerator[Change, None]:
    from kraft_core.client.asynchronous import AsyncDriver  # noqa: PLC0415  # asyncio is slow

    driver = AsyncDriver(tls)
    try:
        async with aclosing(driver.iterate(operation)) as items:
            async for item in items:
                if isinstance(item, Change):
                    yield item
                elif isinstance(item, Note) and on_note is not None:
                    on_note(item.text)
    finally:
        driver.close()
