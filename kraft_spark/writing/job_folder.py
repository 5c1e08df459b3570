"""Where the tasks of a job prepare files: below the path that is written, out of readers' sight."""

from __future__ import annotations

from typing import Final

from kraft_spark.files.names import TEMPORARY
from kraft_spark.files.store import locate


class JobFolder:
    """The folder of one job below the path that it writes; `store` and `root` are that path's."""

    def __init__(self, path: str, job: str) -> None:
        self.store, self.root = locate(path)
        self.path: Final = f"{self.root}/{TEMPORARY}/{job}"

    def remove(self) -> None:
        """Remove what tasks prepared, and the folder of all jobs if there is no other."""
        self.store.remove_folder(self.path)
        above = self.path.rpartition("/")[0]
        if self.store.entry(above) is not None and not self.store.children(above):
            self.store.remove_folder(above)
