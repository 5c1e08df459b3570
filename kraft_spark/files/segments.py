"""Segments as they are read: plain files, and chunks of Aiven's plugin for tiered storage.

The plugin stores a segment as chunks of equal size (the last can be smaller), each compressed with
zstd by itself and then encrypted, or neither. The manifest `<segment>.rsm-manifest` (JSON) says
where chunks begin: `chunkIndex` of the type `fixed` has one size for all, of the type `variable`
their sizes as base64 of zstd of a small binary form (ChunkSizesBinaryCodec). `<segment>.indexes`
has the offset index, the time index and so on one after the other; `segmentIndexes` says where.

Positions in a `LogFile` that was listed are those of the stored file, positions in an opened
segment those of the segment as Kafka wrote it. What is encrypted is refused by name.
"""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from bisect import bisect_left
from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, Self

from kraft_spark.files.store import ReadAhead
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import decompress

if TYPE_CHECKING:
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.store import OpenFile

MANIFEST: Final = ".rsm-manifest"
INDEXES: Final = ".indexes"

_VERSION: Final = "1"
_SIZE_MAX: Final = (1 << 31) - 1
_CHUNKS_MAX: Final = 1 << 22
_INDEX_MAX: Final = 64 << 20
_INDEX_FORM_MAX: Final = 32 << 20
_CACHED_MAX: Final = 64
_OFFSET_INDEX: Final = ".index"


class TransformedSegmentError(ValueError):
    """A segment whose bytes are not those that Kafka wrote."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a manifest: `ends` are the ends of the chunks in the stored file.

    `size` is that of the segment as Kafka wrote it, `chunk_size` that of each chunk of it but the
    last. `offset_index` is position and size in the file of indexes, None without one.
    """

    size: int
    chunk_size: int
    ends: tuple[int, ...]
    is_compressed: bool
    is_encrypted: bool
    offset_index: tuple[int, int] | None

    def original(self, position: int) -> int:
        """Return the position in the segment of the first chunk at or after a stored position."""
        if position <= 0:
            return 0
        return min((bisect_left(self.ends, position) + 1) * self.chunk_size, self.size)


def read_manifest(content: bytes, name: str) -> Manifest:
    """Read a manifest of the segment of this name; raises TransformedSegmentError."""
    try:
        form = json.loads(content)
    except (ValueError, RecursionError):
        raise TransformedSegmentError(f"{name}: its {MANIFEST} is not valid JSON") from None
    if not isinstance(form, dict):
        raise TransformedSegmentError(f"{name}: its {MANIFEST} is not a JSON object")
    version = form.get("version", _VERSION)
    if version != _VERSION:
        raise TransformedSegmentError(f"{name}: version {version!r} of its {MANIFEST} is not known")
    try:
        return _manifest(form)
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise TransformedSegmentError(f"{name}: its {MANIFEST} is not valid: {error}") from None


def _manifest(form: dict[str, Any]) -> Manifest:
    is_compressed, is_encrypted = bool(form.get("compression")), bool(form.get("encryption"))
    index = form.get("segmentIndexes", {}).get("offset")
    place = None if index is None else (_number(index, "position"), _number(index, "size"))
    if "chunkIndex" not in form and not is_compressed:
        return Manifest(_SIZE_MAX, _SIZE_MAX, (), is_compressed, is_encrypted, place)
    chunks = form["chunkIndex"]
    chunk_size, size = _number(chunks, "originalChunkSize"), _number(chunks, "originalFileSize")
    if not chunk_size:
        raise ValueError("chunks without bytes")
    count = -(-size // chunk_size)
    if count > _CHUNKS_MAX:
        raise ValueError(f"{count} chunks")
    if chunks["type"] == "fixed":
        usual, last = (
            _number(chunks, "transformedChunkSize"),
            _number(chunks, "finalTransformedChunkSize"),
        )
        sizes = [usual] * (count - 1) + [last] * (count > 0)
    elif chunks["type"] == "variable":
        sizes = chunk_sizes(chunks["transformedChunks"])
        if len(sizes) != count and (size or len(sizes) > 1):
            raise ValueError(f"{len(sizes)} chunks for {size} bytes")
    else:
        raise ValueError(f"chunks of the type {chunks['type']!r}")
    ends = tuple(accumulate(sizes[:count]))
    return Manifest(size, chunk_size, ends, is_compressed, is_encrypted, place)


def _number(form: dict[str, Any], name: str) -> int:
    value = form[name]
    if type(value) is not int or not 0 <= value <= _SIZE_MAX:
        raise ValueError(f"{name} is {value!r}")
    return value


def chunk_sizes(text: str) -> list[int]:
    """Return the sizes of chunks from the form in manifests; raises ValueError.

    The count, the smallest but the last, bytes for each difference to that, the differences, and
    the last in full.
    """
    packed = b64decode(text, validate=True)
    try:
        data = decompress(Compression.ZSTD, packed, max_bytes=_INDEX_FORM_MAX)
    except DecodeError as error:
        raise ValueError(str(error)) from None
    count = int.from_bytes(data[:4], signed=True)
    if not 0 <= count <= _CHUNKS_MAX:
        raise ValueError(f"{count} chunks")
    if count < 2:
        return [int.from_bytes(data[4:8])] * count
    base, width = int.from_bytes(data[4:8]), data[8]
    end = 9 + (count - 1) * width
    if not 1 <= width <= 4 or len(data) != end + 4:
        raise ValueError("sizes of chunks that are not whole")
    found = [base + int.from_bytes(data[at : at + width]) for at in range(9, end, width)]
    return [*found, int.from_bytes(data[end:])]


_manifests: OrderedDict[tuple[object, ...], Manifest] = OrderedDict()


def manifest_of(file: LogFile) -> Manifest | None:
    """Return the manifest of a segment, read once in this process; None for a file without one.

    Raises TransformedSegmentError and OSError.
    """
    if MANIFEST not in file.sidecars:
        return None
    key = (file.store, file.path, file.modified)
    found = _manifests.get(key)
    if found is None:
        content = file.store.read_all(file.sidecar(MANIFEST))
        found = _manifests[key] = read_manifest(content, file.uri)
        while len(_manifests) > _CACHED_MAX:
            _manifests.popitem(last=False)
    return found


def offset_index(file: LogFile) -> bytes | None:
    """Return the bytes of the offset index of a segment in its layout; None without one.

    Raises OSError.
    """
    if _OFFSET_INDEX in file.sidecars:
        return file.store.read_all(file.sidecar(_OFFSET_INDEX))
    manifest = manifest_of(file)
    if manifest is None or manifest.offset_index is None or INDEXES not in file.sidecars:
        return None
    position, size = manifest.offset_index
    with file.store.open(file.sidecar(INDEXES)) as source:
        return bytes(source.read(position, min(size, _INDEX_MAX)))


class OpenSegment:
    """A segment as Kafka wrote it, read at positions; `file` has its size.

    The chunk that was read last is kept: the next read needs the rest of it.
    """

    def __init__(self, file: LogFile, source: OpenFile, manifest: Manifest | None) -> None:
        self.file = file
        self._source = source
        self._manifest = manifest
        self._ahead: ReadAhead | None = None
        self._chunk: tuple[int, bytes] = (-1, b"")
        if manifest is not None:
            self.file = replace(file, size=manifest.size)

    def read_on(self, start: int, end: int) -> None:
        """Announce that this part is read from begin to end.

        From other stores than the local disk it then comes in large ranges, one request ahead.
        """
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None
        if start >= end or self.file.store.local_path(self.file.path) is not None:
            return
        if self._manifest is not None:
            ends, size = self._manifest.ends, self._manifest.chunk_size
            first = start // size
            start, end = ends[first - 1] if first else 0, ends[(end - 1) // size]
        self._ahead = ReadAhead(self._source, start, end)

    def _stored(self, position: int, size: int) -> Any:
        """Read bytes of the stored file."""
        if self._ahead is not None and self._ahead.holds(position, size):
            return self._ahead.read(position, size)
        return self._source.read(position, size)

    def read(self, position: int, size: int) -> Any:
        """Return a buffer of up to `size` bytes."""
        if self._manifest is None:
            return self._stored(position, size)
        end = min(position + size, self._manifest.size)
        if position >= end:
            return b""
        first = position // self._manifest.chunk_size
        last = (end - 1) // self._manifest.chunk_size
        begin = first * self._manifest.chunk_size
        data = b"".join(self._chunks(first, last)) if last > first else self._chunk_of(first)
        return memoryview(data)[position - begin : end - begin]

    def size(self) -> int:
        """Return the size of the segment now."""
        return self._source.size() if self._manifest is None else self._manifest.size

    def original(self, position: int) -> int:
        """Return the position in the segment for one in the stored file, where tasks cut it."""
        return position if self._manifest is None else self._manifest.original(position)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._ahead is not None:
            self._ahead.close()
        self._source.__exit__()

    def _chunk_of(self, number: int) -> bytes:
        if self._chunk[0] != number:
            (data,) = self._chunks(number, number)
            self._chunk = (number, data)
        return self._chunk[1]

    def _chunks(self, first: int, last: int) -> list[bytes]:
        """Read consecutive chunks with one call to the store."""
        manifest = self._manifest
        if manifest is None:
            return []
        begin = manifest.ends[first - 1] if first else 0
        stored = memoryview(self._stored(begin, manifest.ends[last] - begin))
        found = []
        for number in range(first, last + 1):
            start = (manifest.ends[number - 1] if number else 0) - begin
            found.append(self._decompressed(number, stored[start : manifest.ends[number] - begin]))
        self._chunk = (last, found[-1])
        return found

    def _decompressed(self, number: int, stored: memoryview) -> bytes:
        manifest = self._manifest
        if manifest is None:
            return bytes(stored)
        begin = number * manifest.chunk_size
        expected = min(manifest.chunk_size, manifest.size - begin)
        try:
            data = decompress(Compression.ZSTD, bytes(stored), max_bytes=expected)
        except DecodeError as error:
            raise TransformedSegmentError(f"{self.file.uri}: chunk {number}: {error}") from None
        if len(data) != expected:
            raise TransformedSegmentError(
                f"{self.file.uri}: chunk {number} has {len(data)} bytes, not {expected}"
            )
        return data


def open_segment(file: LogFile) -> OpenSegment:
    """Open a segment or snapshot as Kafka wrote it.

    Raises TransformedSegmentError for one that is encrypted or whose manifest is not valid, and
    OSError.
    """
    manifest = manifest_of(file)
    if manifest is not None and manifest.is_encrypted:
        raise TransformedSegmentError(
            f"{file.uri} is encrypted by the tiered storage plugin; only plain and compressed "
            "segments are read"
        )
    is_plain = manifest is None or not manifest.is_compressed
    return OpenSegment(file, file.store.open(file.path), None if is_plain else manifest)
