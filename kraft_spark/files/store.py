"""Files by path, URI or glob, on the local disk and on every file system that pyarrow has.

A `Store` is one file system, named by a URI, so that it can be sent to another process; credentials
come from the environment there as here. Paths are spelt as URIs the way Spark's
`input_file_name()` does. Globs are Hadoop's: `*`, `?`, `[ab]`, `[!a]`, `[^a]`, `{a,b}`. Calls to a
store can be made in parallel: their time is waiting, not work.
"""

from __future__ import annotations

import fnmatch
import multiprocessing
import os
import re
import stat
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar
from urllib.parse import quote, unquote

import pyarrow as pa
from pyarrow import fs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_SPECIAL: Final = re.compile(r"[*?\[{]")
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_ALTERNATIVES_MAX: Final = 10_000
"""The most patterns that braces may expand to."""


class GlobError(ValueError):
    """A pattern whose braces expand to too many patterns."""


def is_glob(text: str) -> bool:
    """Return True if a path or a part of one is a pattern."""
    return _SPECIAL.search(text) is not None


def without_braces(pattern: str) -> list[str]:
    """Return the patterns that `{a,b}` expands to, in order; braces can be nested.

    Raises GlobError.
    """
    found: list[str] = []
    for one in _expanded(pattern):
        if len(found) == _ALTERNATIVES_MAX:
            raise GlobError(f"{pattern!r} expands to more than {_ALTERNATIVES_MAX} patterns")
        found.append(one)
    return found


def fits(name: str, pattern: str) -> bool:
    """Return True if a name, or a part of a path, matches a pattern."""
    return any(one.fullmatch(name) for one in _compiled(pattern))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(fnmatch.translate(one.replace("[^", "[!"))) for one in without_braces(pattern)
    )


def _expanded(pattern: str) -> Iterator[str]:
    match = _BRACES.search(pattern)
    if match is None:
        yield pattern
        return
    for one in match[1].split(","):
        yield from _expanded(pattern[: match.start()] + one + pattern[match.end() :])


IN_FLIGHT: Final = 64
"""Maximum of concurrent calls."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], *, is_remote: bool = True
) -> list[_Result]:
    """Return the results in the order of the items; raises the error of the first that failed.

    Where nothing is remote, one after the other: threads would only cost.
    """
    items = list(items)
    if len(items) < 2 or not is_remote:
        return [function(item) for item in items]
    with ThreadPoolExecutor(min(IN_FLIGHT, len(items))) as pool:
        return list(pool.map(function, items))


def in_processes(
    function: Callable[[_Item], _Result], items: Iterable[_Item], jobs: int
) -> list[_Result]:
    """Return the results in the order of the items; one job or item runs in this process.

    Raises OSError if the machine has no semaphores, and the function's exception.
    """
    items = list(items)
    if jobs == 1 or len(items) < 2:
        return [function(item) for item in items]
    # Arrow has threads, which a fork would not survive
    context = multiprocessing.get_context("spawn")
    try:
        pool = ProcessPoolExecutor(min(jobs, len(items)), context)
    except OSError as error:  # some containers have no semaphores
        text = f"several processes need semaphores in /dev/shm ({error.strerror}): use one job"
        raise OSError(text) from error
    with pool:
        return list(pool.map(function, items))


LOCAL: Final = "file:///"
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")
_SAME: Final = {"s3a": "s3", "s3n": "s3", "gcs": "gs", "abfs": "abfss"}
"""Names that Hadoop's connectors have for a file system of pyarrow."""

_TAKEN: Final = ("s3", "gs", "abfss")
_INSTEAD: Final = {
    "dbfs": "the path of its mount, /dbfs/..., or of a volume, /Volumes/...",
    "wasb": "abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH",
    "wasbs": "abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH",
    "adl": "abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH",
    "hdfs": "a mount of HDFS (NFS gateway, FUSE), or a copy in an object store (hadoop distcp)",
    "webhdfs": "a mount of HDFS (NFS gateway, FUSE), or a copy in an object store (hadoop distcp)",
    "viewfs": "a mount of HDFS (NFS gateway, FUSE), or a copy in an object store (hadoop distcp)",
    "http": "an object store, or a copy on a disk that all workers see",
    "https": "an object store, or a copy on a disk that all workers see",
}
_QUERY: Final = re.compile(
    r"\?((?:region|scheme|endpoint_override|allow_bucket_creation|allow_bucket_deletion"
    r"|allow_delayed_open|force_virtual_addressing|tls_ca_file_path|tls_verify_certificates"
    r"|retry_limit_seconds|project_id|blob_storage_authority|blob_storage_scheme"
    r"|dfs_storage_authority|dfs_storage_scheme|enable_tls|credential_kind|tenant_id|client_id"
    r"|client_secret)=[^?]*)$"
)
"""The options that file systems of pyarrow take in a URI; any other `?` is a glob."""

_SAFE: Final = "/!$&'()*+,;=:@-._~"
_PLAIN: Final = re.compile(r"[A-Za-z0-9/!$&'()*+,;=:@._~-]*").fullmatch
"""True if no part of a path has to be quoted."""


class Entry(NamedTuple):
    """A file or a directory; `modified` is microseconds since the epoch, None if not known."""

    path: str
    is_file: bool
    size: int
    modified: int | None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def parent(self) -> str:
        """The directory that holds it."""
        return self.path.rpartition("/")[0] or "/"


class StoreError(OSError):
    """An object store that did not answer, or refused."""


@contextmanager
def _answers(root: str) -> Iterator[None]:
    """Raise StoreError for errors of other stores than the local disk that have no class."""
    try:
        yield
    except OSError as error:
        if root == LOCAL or type(error) is not OSError:
            raise
        raise StoreError(f"{root.partition('?')[0]}: {error}") from error


@dataclass(frozen=True, slots=True)
class Store:
    """One file system: `root` is its URI, `prefix` the begin of all its paths.

    `stripped` is the part of its paths that is in the prefix.
    """

    root: str = LOCAL
    prefix: str = "file://"
    stripped: str = ""

    def __hash__(self) -> int:
        # planning looks up millions of keys with a store in them; few stores have the same root
        return hash(self.root)

    def uri(self, path: str) -> str:
        """Return a path of this store as an absolute URI."""
        inside = path.removeprefix(self.stripped)
        return self.prefix + (inside if _PLAIN(inside) else quote(inside, safe=_SAFE))

    def system(self) -> Any:
        """Return the file system of pyarrow."""
        return _system(self.root)

    def entry(self, path: str) -> Entry | None:
        """Return the entry at a path; None for nothing."""
        with _answers(self.root):
            found = self.system().get_file_info(path)
        return None if found.type == fs.FileType.NotFound else _entry(found)

    def children(self, folder: str, *, deep: bool = False) -> list[Entry]:
        """Return the entries of a directory, sorted by path; `deep` for those at any depth.

        On the local disk every directory counts once, even with several links to it: pyarrow
        follows a link to a directory above it 40 times. A broken link, which pyarrow omits, is an
        entry that is not a file.
        """
        if self.root == LOCAL:
            entries = list(_walk(folder) if deep else _scan(folder))
        else:
            selector = fs.FileSelector(folder, recursive=deep, allow_not_found=True)
            with _answers(self.root):
                entries = [_entry(one) for one in self.system().get_file_info(selector)]
        return sorted(entries, key=lambda one: one.path)

    def local_path(self, path: str) -> str | None:
        """Return the path on the local disk, None for other stores."""
        return path if self.root == LOCAL else None

    def is_dead_end(self, path: str) -> bool:
        """Return True for a link to nothing, to itself, or to a directory above it."""
        if self.root != LOCAL or not os.path.islink(path):  # noqa: PTH114
            return False
        try:
            target = os.path.realpath(path, strict=True)
        except OSError:
            return True
        return target in map(os.path.realpath, Path(path).parents)

    def open(self, path: str) -> OpenFile:
        """Open a file to read it; raises OSError."""
        with _answers(self.root):
            return OpenFile(self.system().open_input_file(path))

    def read_all(self, path: str) -> bytes:
        """Return all bytes of a small file; raises OSError."""
        with _answers(self.root), self.system().open_input_file(path) as file:
            return bytes(file.readall())

    def create(self, path: str) -> Any:
        """Open a stream that writes a new file, and make the directories above it."""
        self.system().create_dir(path.rpartition("/")[0], recursive=True)
        return self.system().open_output_stream(path)

    def move(self, path: str, to: str) -> None:
        """Move a file; the directories above the new place are created."""
        self.system().create_dir(to.rpartition("/")[0], recursive=True)
        self.system().move(path, to)

    def remove_folder(self, path: str) -> None:
        """Remove a directory with its content, if it exists."""
        if self.entry(path) is not None:
            self.system().delete_dir(path)

    def remove_file(self, path: str) -> None:
        """Remove a file, if it exists."""
        if self.entry(path) is not None:
            self.system().delete_file(path)

    def glob(self, pattern: str) -> list[str]:
        """Return the paths that match a pattern; one without `*`, `?`, `[`, `{` matches itself."""
        found: list[str] = []
        for one in without_braces(pattern):
            found += (path for path in self._fitting(one) if path not in found)
        return found

    def _fitting(self, pattern: str) -> list[str]:
        is_rooted = pattern.startswith("/")
        paths = ["/" if is_rooted else ""]
        for part in pattern.strip("/").split("/"):
            if not is_glob(part):
                paths = [_under(path, part) for path in paths]
                continue
            paths = [
                one.path
                for path in paths
                for one in self._folder(path)
                if fits(one.name, part) and (part[0] == "." or one.name[0] != ".")
            ]
        return [path for path in paths if self.entry(path) is not None]

    def _folder(self, path: str) -> list[Entry]:
        entry = self.entry(path) if path else None
        return [] if entry is not None and entry.is_file else self.children(path)


class OpenFile:
    """A file that is read at positions; it returns buffers without a copy."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, position: int, size: int) -> pa.Buffer:
        """Return up to `size` bytes from a position on."""
        self._file.seek(position)
        return self._file.read_buffer(size)

    def read_at(self, position: int, size: int) -> bytes:
        """Read bytes at a position, from any thread."""
        return bytes(self._file.read_at(size, position))

    def size(self) -> int:
        """Return the size of the file now."""
        return int(self._file.size())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


RANGE_BYTES: Final = 8 << 20
"""Bytes of one request to a store: a request costs as much time as some megabytes."""


class ReadAhead:
    """The bytes of a file from `start` to `end`, read in ranges, one request ahead.

    Ranges are `RANGE_BYTES` long and kept until the reader is past them; a reader that goes back
    asks again.
    """

    def __init__(self, file: OpenFile, start: int, end: int) -> None:
        self._file = file
        self._start = start
        self._end = end
        self._pool = ThreadPoolExecutor(1, "kraft-read-ahead")
        self._ranges: dict[int, Future[bytes]] = {}

    def holds(self, position: int, size: int) -> bool:
        """Return True if all these bytes are in the part read ahead."""
        return self._start <= position and size > 0 and position + size <= self._end

    def read(self, position: int, size: int) -> Any:
        """Return a buffer of `size` bytes, fewer if the file became shorter."""
        first = (position - self._start) // RANGE_BYTES
        last = (position + size - 1 - self._start) // RANGE_BYTES
        for number in [one for one in self._ranges if one < first]:
            del self._ranges[number]
        for number in range(first, last + 2):
            self._request(number)
        parts = []
        for number in range(first, last + 1):
            parts.append(self._ranges[number].result())
            if len(parts[-1]) < RANGE_BYTES:
                break
        begin = position - self._start - first * RANGE_BYTES
        data = parts[0] if len(parts) == 1 else b"".join(parts)
        return memoryview(data)[begin : begin + size]

    def _request(self, number: int) -> None:
        begin = self._start + number * RANGE_BYTES
        if begin < self._end and number not in self._ranges:
            size = min(RANGE_BYTES, self._end - begin)
            self._ranges[number] = self._pool.submit(self._file.read_at, begin, size)

    def close(self) -> None:
        """End the running request; waiting requests are not sent."""
        self._pool.shutdown(cancel_futures=True)
        self._ranges.clear()


SYSTEMS: Final[dict[str, Any]] = {}
"""Further file systems of pyarrow by their schemes, in this process alone: for measurements."""


def _system(root: str) -> Any:
    return SYSTEMS.get(root.partition(":")[0]) or _opened(root)


@cache
def _opened(root: str) -> Any:
    if root == LOCAL:
        return fs.LocalFileSystem()
    return fs.FileSystem.from_uri(root)[0]


class UnknownSchemeError(ValueError):
    """A URI of a file system that cannot be read."""


def is_local(given: str) -> bool:
    """Return True for a path or URI of this machine, without asking a store."""
    return given.startswith("file:") or _SCHEME.match(given) is None


def locate(given: str) -> tuple[Store, str]:
    """Return the store that a path or URI is in, and its path there; globs stay as they are.

    Raises UnknownSchemeError for URIs that no file system takes, ValueError and OSError.
    """
    if given.startswith("file:"):
        path = "/" + unquote(re.sub(r"^file:(//[^/]*)?", "", given)).lstrip("/")
        return Store(), _tidy(path)
    match = _SCHEME.match(given)
    if match is None:
        return Store(), _tidy(os.path.abspath(given))  # noqa: PTH100  # must not resolve links
    named, _, inside = given.partition("://")
    if named in SYSTEMS:
        return Store(f"{named}://", f"{named}://"), inside.rstrip("/")
    scheme = _SAME.get(match[1].lower(), match[1].lower())
    if scheme not in _TAKEN or not given[match.end() :].startswith("/"):
        instead = _INSTEAD.get(
            scheme, f"a path, or one of {', '.join(one + '://' for one in _TAKEN)}"
        )
        raise UnknownSchemeError(f"{given}: {match[1]}: is not supported; use {instead}")
    given = scheme + given[len(match[1]) :]
    asked = _QUERY.search(given)
    before, query = (given[: asked.start()], asked[1]) if asked else (given, "")
    parts = before.split("/")
    fixed = next((n for n, part in enumerate(parts) if is_glob(part)), len(parts))
    base, rest = "/".join(parts[:fixed]), parts[fixed:]
    root = f"{base}?{query}" if query else base
    _, path = fs.FileSystem.from_uri(root)
    store = _store(root, base.rstrip("/"), path.rstrip("/"))
    return store, "/".join([path.rstrip("/"), *rest])


def _store(root: str, base: str, path: str) -> Store:
    if base.endswith(path):
        return Store(root, base[: len(base) - len(path)])
    container, _, inside = path.partition("/")
    return Store(root, base[: len(base) - len(inside)], container + "/")


def _tidy(path: str) -> str:
    return path.rstrip("/") or "/"


def _under(folder: str, part: str) -> str:
    if not part:
        return folder
    return f"{folder.rstrip('/')}/{part}" if folder else part


def _scan(folder: str) -> Iterator[Entry]:
    """Yield the entries of a local directory, none if it is missing."""
    try:
        found = os.scandir(folder)
    except FileNotFoundError:
        return
    with found:
        for one in found:
            try:
                status = one.stat()
            except OSError:
                if one.is_symlink():  # else it was deleted meanwhile
                    yield Entry(one.path, is_file=False, size=0, modified=None)
                continue
            is_folder = stat.S_ISDIR(status.st_mode)
            size = 0 if is_folder else status.st_size
            yield Entry(one.path, not is_folder, size, status.st_mtime_ns // 1000)


def _walk(folder: str) -> Iterator[Entry]:
    """Return all entries below a local directory, each once, if possible without links."""
    plain, links = [folder], list[str]()
    seen = set[tuple[int, int]]()
    while plain or links:
        path = plain.pop() if plain else links.pop()
        try:
            status = os.stat(path)  # noqa: PTH116  # a Path for each directory costs more
        except OSError:
            continue  # a link to nothing, or deleted meanwhile
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        for one in _scan(path):
            yield one
            if not one.is_file:
                (links if os.path.islink(one.path) else plain).append(one.path)  # noqa: PTH114


def _entry(found: Any) -> Entry:
    moment, path, size = found.mtime_ns, found.path, found.size
    if path.endswith("/") and path != "/":
        path = path.rstrip("/")
    # files alone have a size; the type is an enumeration, which takes longer than all the rest
    return Entry(path, size is not None, size or 0, None if moment is None else moment // 1000)
