"""The generator's commands: `kraft codegen import | generate | check | compat`.

In a checkout they are `python -m codegen` too; in an installed package `python -m kraft_codegen`.
Wrong use and every bad schema is one sentence on standard error and exit code 1; `check` ends
with 1 for drift too. Ctrl-C and a closed pipe end a command quietly.
"""

from __future__ import annotations

import json
import keyword
import os
import sys
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegen.errors import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from codegen.python.output import Progress
    from codegen.releases.folder import FolderChange
    from codegen.releases.merge import Merged
    from codegen.releases.sources import Release

INTERRUPTED = 130

_HERE = Path(__file__).resolve().parent
_SOURCE = click.Path(exists=True, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)


def own_specs() -> Path:
    """Return the folder of the project's specs: inside an installed package, or next to it."""
    return (_HERE if _is_installed() else _HERE.parent) / "message-specs"


def _is_installed() -> bool:
    """Return True if this is not a checkout: a wheel has the specs inside this package."""
    return (_HERE / "message-specs").is_dir()


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a bad schema, and a file that cannot be used, is one sentence."""
        try:
            return super().invoke(ctx)
        except SchemaError as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            if isinstance(error, BrokenPipeError) or error.filename is None:
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}") from None


@click.group(cls=_Commands, epilog="Example: kraft codegen check")
def codegen() -> None:
    """Generate Python codecs from Kafka's message schemas. No command needs the network.

    A SOURCE of schemas is a released jar, a folder of jars, a checkout of Kafka's source or a
    folder of JSON.
    """


@codegen.command("import", epilog="Example: kraft codegen import kafka/libs --into my-specs")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=_SOURCE)
@click.option(
    "--into",
    "folder",
    metavar="DIR",
    required=True,
    type=_FOLDER,
    help="Folder to write the schemas to.",
)
@click.option(
    "--allow-loss", is_flag=True, help="Leave out versions that one schema cannot express."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_schemas(
    sources: tuple[Path, ...], folder: Path, *, allow_loss: bool, as_json: bool
) -> None:
    """Write the schemas of one or several releases as specs.

    Several releases are merged: the newest one wins, and older ones add the versions that it
    dropped. Versions that one schema cannot express are an error, and nothing is written, unless
    --allow-loss is given. They are listed on standard error, as are renamed fields. Kafka's
    descriptions are not copied; "about" lines already in DIR are kept.
    """
    from codegen.releases.folder import write_folder  # commands start fast

    releases, merged = _read(sources)
    if not as_json:
        _print_notes(releases)
        for one in merged.renamed:
            click.echo(f"renamed: {one}", err=True)
        for lost in merged.left_out:
            click.echo(f"left out: {lost}", err=True)
    if merged.left_out and not allow_loss:
        lost_versions = sum(len(set(lost.versions)) for lost in merged.left_out)
        raise click.ClickException(
            f"{lost_versions} versions cannot be kept: {merged.left_out[0]}"
            f"{', ...' if len(merged.left_out) > 1 else ''}; --allow-loss leaves them out"
        )
    change = write_folder(merged, folder)
    versions = sum(len(set(spec.valid_versions)) for spec in merged.messages.values())
    if as_json:
        click.echo(_import_json(releases, merged, change, versions))
        return
    for name in change.removed:
        click.echo(f"removed: {name}", err=True)
    names = f" of {_named(releases)}" if _named(releases) else ""
    click.echo(
        f"{folder}: {len(merged.messages)} messages in {versions} versions{names}; "
        f"{len(change.written)} files written, {len(change.removed)} removed"
    )


def _import_json(
    releases: Sequence[Release], merged: Merged, change: FolderChange, versions: int
) -> str:
    from codegen.schema.reader import notes_on  # commands start fast

    left_out = [asdict(one) | {"versions": str(one.versions)} for one in merged.left_out]
    return json.dumps(
        {
            "releases": [release.version for release in releases],
            "messages": len(merged.messages),
            "versions": versions,
            "written": change.written,
            "removed": change.removed,
            "renamed": [asdict(one) for one in merged.renamed],
            "leftOut": left_out,
            "notes": [note for each in releases for note in notes_on(each.messages.values())],
        },
        indent=2,
    )


def _package(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    del context, parameter
    if value is not None and (not _is_package(value)):
        raise click.BadParameter(f"{value!r} is not a valid name of a Python package")
    return value


def _is_package(name: str) -> bool:
    return name.isidentifier() and name.isascii() and not keyword.iskeyword(name)


_SPECS_OPTION = click.option(
    "--specs",
    metavar="DIR",
    type=_FOLDER,
    help="Schemas to read (default: the schemas of the project).",
)
_OUT_OPTION = click.option(
    "--out",
    metavar="DIR",
    type=_FOLDER,
    help="Parent folder of the package (default: the current folder).",
)
_PACKAGE_OPTION = click.option(
    "--package", metavar="NAME", callback=_package, help="Name of the package."
)


@codegen.command(
    epilog="Example: kraft codegen generate --specs my-specs --out lib --package my_kafka"
)
@_SPECS_OPTION
@_OUT_OPTION
@_PACKAGE_OPTION
def generate(specs: Path | None, out: Path | None, package: str | None) -> None:
    """Write the codecs of schemas as a Python package, DIR/NAME.

    Without options, in a checkout, regenerate the codecs of the project. Changed files are written
    and stale files are removed.
    """
    from codegen.python import output  # commands start fast

    target = _target(specs, out, package)
    if _is_own(out, package) and _is_installed():
        raise click.UsageError(
            "an installed package cannot be regenerated in place: specify --package (and --out)"
        )
    with _shown_progress() as progress:
        changed = output.generate(*target, progress=progress)
    if _is_own(out, package) and output.generate_error_codes(target[0], _error_codes()):
        changed.append(_error_codes().name)
    if not _is_own(out, package):
        _print_notes_on_folder(target[0])
    click.echo(f"{target[1] / target[2]}: {len(changed)} files changed")


@codegen.command(epilog="Example: kraft codegen check")
@_SPECS_OPTION
@_OUT_OPTION
@_PACKAGE_OPTION
def check(specs: Path | None, out: Path | None, package: str | None) -> None:
    """Compare a generated package with its schemas; write nothing.

    Lists every file that "generate" would change or remove. The exit code is 1 if there is any.
    """
    from codegen.python import output  # commands start fast

    target = _target(specs, out, package)
    stale = [target[1] / target[2] / name for name in output.check(*target)]
    if _is_own(out, package) and output.check_error_codes(target[0], _error_codes()):
        stale.append(_error_codes())
    for path in stale:
        click.echo(f"stale: {path}")
    if stale:
        raise click.ClickException(
            f"{len(stale)} files do not match the schemas: run `kraft codegen generate`"
        )
    click.echo(f"{target[1] / target[2]}: up to date with the schemas")


@codegen.command(epilog="Example: kraft codegen compat kafka-3.9.2/libs kafka-4.4.0/libs")
@click.argument("old", type=_SOURCE)
@click.argument("new", type=_SOURCE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def compat(old: Path, new: Path, *, as_json: bool) -> None:
    """Show what two releases change on the wire, and whether each change is legal evolution.

    OLD and NEW are sources as those of "import". A new major release can drop versions; names of
    jars or gradle.properties give the release. The exit code does not depend on the findings.
    """
    from codegen.compatibility import report as compatibility_report  # commands start fast
    from codegen.compatibility.evolution import compare

    (older, before), (newer, after) = _read((old,)), _read((new,))
    _print_notes([*older, *newer])
    is_major = _major(older) != _major(newer) and None not in (_major(older), _major(newer))
    changes = compare(before.messages, after.messages, is_major=is_major)
    names = (_named(older) or str(old), _named(newer) or str(new))
    if as_json:
        click.echo(compatibility_report.report_json(*names, changes))
    else:
        compatibility_report.print_table(*names, changes)


def _read(paths: Sequence[Path]) -> tuple[list[Release], Merged]:
    from codegen.releases.merge import merge  # commands start fast
    from codegen.releases.sources import read_sources

    releases = read_sources(paths)
    return releases, merge(releases)


def _print_notes(releases: Iterable[Release]) -> None:
    from codegen.schema.reader import notes_on  # commands start fast

    for release in releases:
        for note in notes_on(release.messages.values()):
            click.echo(f"note: {note}", err=True)


def _print_notes_on_folder(specs: Path) -> None:
    from codegen.schema.reader import notes_on, read_folder  # commands start fast

    for note in notes_on(read_folder(specs).values()):
        click.echo(f"note: {note}", err=True)


def _named(releases: Sequence[Release]) -> str:
    return " and ".join(release.version for release in releases if release.version)


def _major(releases: Sequence[Release]) -> int | None:
    """Return the major version of the newest release; None if no source contains one."""
    numbers = releases[0].version.split(".")[0]
    return int(numbers) if numbers else None


def _error_codes() -> Path:
    return _HERE.parent / "kraft_wire" / "error_codes.py"


def _is_own(out: Path | None, package: str | None) -> bool:
    """Return True if no options name another package: the error codes belong to the own one."""
    return out is None and package is None


def _target(specs: Path | None, out: Path | None, package: str | None) -> tuple[Path, Path, str]:
    """Return specs, folder and name; protects the project's own codecs from being overwritten."""
    if _is_own(out, package):
        if specs is not None:
            raise click.UsageError("--specs needs --package (and --out) for the generated codecs")
        return own_specs(), _HERE.parent / "kraft_wire", "generated"
    if package is None:
        raise click.UsageError("--out needs --package: the name of the package")
    return specs or own_specs(), out or Path(), package


@contextmanager
def _shown_progress() -> Iterator[Progress | None]:
    """Show progress on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # commands start fast
    from rich.progress import Progress as Bar
    from rich.progress import TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading specs")
        yield lambda name: bar.update(task, description=name)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code."""
    try:
        codegen.main(args=arguments, prog_name=f"python -m {__package__}", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 1
    except click.ClickException as error:
        click.echo(f"codegen: {error.format_message()}", err=True)
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        click.echo(f"codegen: {error}", err=True)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(run())
