"""An object store in memory that counts its calls, and can take its time for each.

It models S3: a listing has pages of 1,000 keys, opening a file asks for its size unless that is
known, every read is a request. `use` makes it known to `kraft_spark` under a scheme of its own.
"""

from __future__ import annotations

import io
import threading
import time
from bisect import bisect_left
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import fs

from kraft_spark.files import store

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_KEYS = 1_000
SCHEME = "counted"


class CountedStore(fs.FileSystemHandler):
    """Files by path, without a leading slash; a number is a file of that many zero bytes.

    `calls` counts `list` (pages), `info`, `open`, `read` and `bytes`; `calls_of` the requests for
    each path. `delay_s` is the duration of a call, `most_in_flight` the peak of concurrent calls.
    """

    def __init__(self, files: dict[str, bytes | int], delay_s: float = 0.0) -> None:
        self.files = files
        self.delay_s = delay_s
        self.calls: Counter[str] = Counter()
        self.calls_of: Counter[str] = Counter()
        self.most_in_flight = 0
        self._in_flight = 0
        self._lock = threading.Lock()
        self._keys: list[str] = []

    def total(self) -> int:
        """Return the number of calls to the store."""
        return sum(self.calls[kind] for kind in ("list", "info", "open", "read"))

    def call(self, kind: str, path: str, times: int = 1) -> None:
        """Count a call, and wait for as long as it takes."""
        with self._lock:
            self.calls[kind] += times
            self.calls_of[path] += times
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
        if self.delay_s:
            time.sleep(self.delay_s * times)
        with self._lock:
            self._in_flight -= 1

    def get_type_name(self) -> str:
        return SCHEME

    def normalize_path(self, path: str) -> str:
        return path

    def get_file_info(self, paths: list[str]) -> list[Any]:
        """Count one request for each path."""
        found = []
        for path in paths:
            self.call("info", path)
            if path in self.files:
                found.append(self._info(path))
            else:
                kind = fs.FileType.Directory if self._under(path) else fs.FileType.NotFound
                found.append(fs.FileInfo(path, kind))
        return found

    def get_file_info_selector(self, selector: Any) -> list[Any]:
        """Count one request for each page of keys of a listing."""
        folder = selector.base_dir.rstrip("/")
        keys = self._under(folder)
        found = []
        folders = set()
        start = len(folder) + 1 if folder else 0
        for key in keys:
            inner = key[start:]
            slash = inner.find("/")
            if slash >= 0:
                parent = key[: start + slash]
                if parent not in folders:
                    folders.add(parent)
                    found.append(fs.FileInfo(parent, fs.FileType.Directory))
                if not selector.recursive:
                    continue
                deep = key.rpartition("/")[0]
                if deep not in folders:
                    folders.add(deep)
                    found.append(fs.FileInfo(deep, fs.FileType.Directory))
            found.append(self._info(key))
        listed = len(keys) if selector.recursive else len(found)
        self.call("list", folder, max(1, -(-listed // PAGE_KEYS)))
        return found

    def open_input_file(self, path: str) -> Any:
        """Count one request for the size; every read counts as another one."""
        self.call("open", path)
        content = self.files.get(path)
        if content is None:
            raise FileNotFoundError(path)
        return pa.PythonFile(_CountedFile(self, path, content), mode="r")

    def open_input_stream(self, path: str) -> Any:
        return self.open_input_file(path)

    def _info(self, path: str) -> Any:
        content = self.files[path]
        size = content if isinstance(content, int) else len(content)
        return fs.FileInfo(path, fs.FileType.File, size=size, mtime_ns=1_000_000_000)

    def _under(self, folder: str) -> list[str]:
        if len(self._keys) != len(self.files):
            self._keys = sorted(self.files)
        prefix = folder.rstrip("/") + "/" if folder.rstrip("/") else ""
        first = bisect_left(self._keys, prefix)
        end = bisect_left(self._keys, prefix[:-1] + "0") if prefix else len(self._keys)
        return self._keys[first:end]

    def _read_only(self, *_: object) -> Any:
        raise OSError("the store is read-only")

    create_dir = delete_dir = delete_dir_contents = delete_root_dir_contents = _read_only
    delete_file = move = copy_file = open_output_stream = open_append_stream = _read_only


class _CountedFile(io.RawIOBase):
    """The file that `open_input_file` returns."""

    def __init__(self, counted: CountedStore, path: str, content: bytes | int) -> None:
        self._store = counted
        self._path = path
        self._content = content
        self._size = content if isinstance(content, int) else len(content)
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def size(self) -> int:
        return self._size

    def tell(self) -> int:
        return self._position

    def seek(self, position: int, whence: int = 0) -> int:
        self._position = (0, self._position, self._size)[whence] + position
        return self._position

    def read(self, size: int = -1) -> bytes:
        start = self._position
        end = self._size if size < 0 else min(self._size, start + size)
        self._store.call("read", self._path)
        self._store.calls["bytes"] += max(0, end - start)
        self._position = max(start, end)
        if isinstance(self._content, int):
            return bytes(max(0, end - start))
        return self._content[start:end]


@contextmanager
def use(counted: CountedStore, scheme: str = SCHEME) -> Iterator[str]:
    """Make `kraft_spark` read from it in this process; return the URI of its root."""
    store.SYSTEMS[scheme] = fs.PyFileSystem(counted)
    try:
        yield f"{scheme}://"
    finally:
        del store.SYSTEMS[scheme]
