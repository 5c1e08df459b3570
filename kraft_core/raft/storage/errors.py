"""Errors of a directory that cannot be used. Each text is one clear sentence for an operator."""

from __future__ import annotations


class StorageError(Exception):
    """The root of every refusal of the storage layer."""


class NotFormattedError(StorageError):
    """The directory was not prepared by `format`: it has no meta.properties."""


class WrongDirectoryError(StorageError):
    """The directory belongs to another node or another cluster."""


class DirectoryLockedError(StorageError):
    """Another process, or another user in this one, has the directory open."""


class DamagedFileError(StorageError):
    """A file whose content cannot be what Kafka or this project wrote."""


class UnknownVersionError(DamagedFileError):
    """A file of a version that a later release may have written: it is never made again."""


class UnsafeFileError(StorageError):
    """A state file that others could replace: a link, not a file, or writable by everybody."""


class LogFailedError(StorageError):
    """A write or sync failed earlier. Nothing is retried; the process must end."""


class MissingRecordsError(StorageError):
    """The log ends below its former durable end: possibly acknowledged records are lost.

    `loss` is the name under which an operator can accept exactly this loss.
    """

    def __init__(self, fault: str, way_out: str, *, loss: str) -> None:
        super().__init__(f"{fault} {way_out}")
        self.fault = fault
        self.way_out = way_out
        self.loss = loss
