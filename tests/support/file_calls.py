"""Every call that changes files or makes them durable, in order, with the names it is for.

Works below `kraft_core.raft.storage.disk_files`, on the functions of `os` themselves, so a sync
that is left out there is left out here too.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path

_CALLS = ("open", "close", "pwritev", "ftruncate", "fdatasync", "fsync", "replace", "rename")
_PATH_CALLS = ("unlink", "mkdir", "chmod")


class FileCalls:
    """`said` has one line a call: `write NAME`, `sync NAME`, `rename OLD NEW`, `sync FOLDER/`.

    Names are those under `root`. Calls that fail are not listed, nor are calls on other files.
    """

    def __init__(self, root, monkeypatch):
        self.said = []
        self._root = Path(root)
        self._names = {}
        self._real = {name: getattr(os, name) for name in (*_CALLS, *_PATH_CALLS)}
        for name in _CALLS:
            monkeypatch.setattr(os, name, getattr(self, f"_{name}"))
        for name in _PATH_CALLS:
            monkeypatch.setattr(os, name, self._on_path(name))

    def take(self):
        """Return the calls since the last time."""
        said, self.said = self.said, []
        return said

    @contextmanager
    def expect(self, *lines):
        """Expect exactly these calls, in this order, while the block runs."""
        self.take()
        yield
        said = self.take()
        assert said == list(lines), "\n".join(["", *said])

    def _name(self, path):
        path = Path(path)
        if not path.is_relative_to(self._root):
            return None
        name = "/".join(path.relative_to(self._root).parts)
        return f"{name}/" if path.is_dir() else name

    def _note(self, what, name):
        if name is not None:
            self.said.append(f"{what} {name}")

    def _open(self, path, flags, *more, **others):
        is_new = bool(flags & os.O_CREAT) and not Path(path).exists()
        descriptor = self._real["open"](path, flags, *more, **others)
        name = self._name(path)
        if name is not None:
            self._names[descriptor] = name
            if is_new:
                self._note("create", name)
            elif flags & os.O_TRUNC:
                self._note("empty", name)
        return descriptor

    def _close(self, descriptor):
        self._names.pop(descriptor, None)
        self._real["close"](descriptor)

    def _on_descriptor(self, call, what, descriptor, *more):
        result = self._real[call](descriptor, *more)
        self._note(what, self._names.get(descriptor))
        return result

    def _pwritev(self, descriptor, *more):
        return self._on_descriptor("pwritev", "write", descriptor, *more)

    def _ftruncate(self, descriptor, *more):
        return self._on_descriptor("ftruncate", "truncate", descriptor, *more)

    def _fdatasync(self, descriptor):
        self._on_descriptor("fdatasync", "sync", descriptor)

    def _fsync(self, descriptor):
        self._on_descriptor("fsync", "sync", descriptor)

    def _rename_by(self, call, old, new):
        self._real[call](old, new)
        before, after = self._name(old), self._name(new)
        if before is not None:
            self.said.append(f"rename {before} {after}")
            self._names = {
                each: after if name == before else name for each, name in self._names.items()
            }

    def _replace(self, old, new):
        self._rename_by("replace", old, new)

    def _rename(self, old, new):
        self._rename_by("rename", old, new)

    def _on_path(self, call):
        def called(path, *more, **others):
            result = self._real[call](path, *more, **others)
            self._note(call, self._name(path))
            return result

        return called


class counted:  # noqa: N801 - a context manager
    """Counts changes of files; runs `action` in place of number `at`."""

    CALLS = ("mkdir", "open", "pwritev", "fdatasync", "fsync", "rename", "replace", "unlink")

    def __init__(self, at=0, action=None):
        self.at, self.action, self.count = at, action, 0

    def __enter__(self):
        self.real = {name: getattr(os, name) for name in self.CALLS}
        for name, real in self.real.items():
            setattr(os, name, self._counting(real))
        return self

    def __exit__(self, *_):
        for name, real in self.real.items():
            setattr(os, name, real)

    def _counting(self, real):
        def called(*arguments, **options):
            self.count += 1
            if self.count == self.at:
                self.action()
            return real(*arguments, **options)

        return called


def killed_at(at, run):
    """Run it in a process that ends at a file operation; return False if it did not end there."""
    child = os.fork()
    if not child:
        try:
            with counted(at, lambda: os._exit(9)):
                run()
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
