"""Where the tasks of a job prepare files: below the path that is written, out of readers' sight."""

from __future__ import annotations

import json
from typing import Any, Final

from kraft_spark.files.names import TEMPORARY
from kraft_spark.files.store import locate


class JobFolder:
    """The folder of one job below the path that it writes; `store` and `root` are that path's."""

    def __init__(self, path: str, job: str) -> None:
        self._given = path
        self.job: Final = job
        self.store, self.root = locate(path)
        self.path: Final = f"{self.root}/{TEMPORARY}/{job}"

    def others(self) -> list[JobFolder]:
        """The folders of other jobs."""
        above = f"{self.root}/{TEMPORARY}"
        if self.store.entry(above) is None:
            return []
        names = [one.name for one in self.store.children(above) if not one.is_file]
        return [JobFolder(self._given, name) for name in names if name != self.job]

    def write_note(self, name: str, form: dict[str, Any]) -> None:
        """Write a note of the job, whole or not at all."""
        with self.store.create(f"{self.path}/{name}.part") as stream:
            stream.write(json.dumps(form).encode())
        self.store.move(f"{self.path}/{name}.part", f"{self.path}/{name}")

    def has_note(self, name: str) -> bool:
        """Whether there is such a note."""
        return self.store.entry(f"{self.path}/{name}") is not None

    def read_note(self, name: str) -> dict[str, Any] | None:
        """A note, None if there is none."""
        if not self.has_note(name):
            return None
        form: dict[str, Any] = json.loads(self.store.read_all(f"{self.path}/{name}"))
        return form

    def remove_note(self, name: str) -> None:
        """Remove a note, if there is one."""
        self.store.remove_file(f"{self.path}/{name}")

    def remove(self) -> None:
        """Remove what tasks prepared, and the folder of all jobs if there is no other."""
        self.store.remove_folder(self.path)
        above = self.path.rpartition("/")[0]
        if self.store.entry(above) is not None and not self.store.children(above):
            self.store.remove_folder(above)
