"""A folder that gets its name when it is complete: other processes see all of it or nothing."""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, Self

from kraft_core.raft.storage.disk_files import DiskFolder

PARTIAL: Final = ".partial"


class NewFolderError(Exception):
    """The folder could not be made, or its name is possibly not durable; a sentence."""


class NewFolder:
    """A context manager: an empty folder `path`, which `publish` renames to the target.

    Without `publish` nothing is left. The folder is 0700. Raises NewFolderError if the target
    exists, and OSError.
    """

    def __init__(self, target: str) -> None:
        self.target = Path(target).absolute()
        self.path = self.target.with_name(self.target.name + PARTIAL)
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        """Make the folder; what a killed run left under its name is removed."""
        if os.path.lexists(self.target):
            raise NewFolderError(f"{self.target} already exists: specify a new folder")
        self.path.mkdir(mode=0o700, exist_ok=True)
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            with suppress(OSError):
                self.path.rmdir()
            raise
        self._undo.callback(os.close, descriptor)
        try:
            # held until the end: of two runs for one folder the second is refused
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._undo.close()
            raise NewFolderError(f"another process is writing {self.path}") from None
        self._undo.callback(shutil.rmtree, self.path, ignore_errors=True)
        with ExitStack() as failed:
            failed.callback(self._undo.close)
            self.clear()
            failed.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def clear(self) -> None:
        """Remove all entries of the folder."""
        for path in self.path.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        self.path.chmod(0o700)

    def publish(self) -> None:
        """Rename it to the target; durable on return."""
        # rename would replace an empty folder, and fails for any other
        if os.path.lexists(self.target):
            raise NewFolderError(
                f"{self.target} was created by another process: specify a new folder"
            )
        self.path.rename(self.target)
        try:
            DiskFolder(self.target.parent).sync()
        except OSError as error:
            raise NewFolderError(
                f"{self.target} was written, but its name may not be durable: {error}"
            ) from error
