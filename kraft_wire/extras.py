"""Name the extra that provides each optional package, and the error if it is missing.

Only the standard library is imported here: what reports a missing package must not need one. An
installation without extras depends on crc32c alone.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

__all__ = ["EXTRAS", "installed_versions", "missing", "missing_sentence", "require"]

EXTRAS: Final = {
    "click": "cli",
    "rich": "cli",
    "jinja2": "codegen",
    "kraft_codegen": "codegen",
    "cramjam": "compression",
    "lz4": "compression",
    "zstandard": "compression",
    "deltalake": "delta",
    "pyiceberg": "iceberg",
    "prometheus_client": "node",
    "uvloop": "node",
    "matplotlib": "plots",
    "cryptography": "security",
    "jwt": "security",
    "numpy": "spark",
    "pyarrow": "spark",
    "pyspark": "spark",
    "pandas": "spark-connect",
    "pytest": "testing",
    "fastavro": "values",
    "google": "values",
    "grpc_tools": "values",
}
"""The extra that brings each package, by import name."""

_PROJECTS: Final = {
    "google": "protobuf",
    "grpc_tools": "grpcio-tools",
    "jwt": "PyJWT",
    "prometheus_client": "prometheus-client",
}
"""Names of packages where they differ from the import name."""


def missing(what: str, package: str, extra: str | None = None) -> str:
    """Return a sentence: `what` needs a package, and which extra installs it."""
    extra, project = extra or EXTRAS[package], _PROJECTS.get(package, package)
    return (
        f"{what} needs the package {project}, which the extra {extra} brings:"
        f" pip install '.[{extra}]' in a checkout of kraft"
    )


def require(what: str, *packages: str, extra: str | None = None) -> None:
    """Raise ModuleNotFoundError with such a sentence unless all packages can be found.

    Nothing is imported: `what` can import them when it needs them. `extra` is the one to name if
    several bring a package.
    """
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(missing(what, package, extra), name=package)


def missing_sentence(what: str, error: ImportError) -> str | None:
    """Return such a sentence for a failed import; None if no extra installs the package.

    A broken package is not missing: its error is passed on.
    """
    package = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or package not in EXTRAS:
        return None
    return missing(what, package)


def installed_versions() -> dict[str, str | None]:
    """Return the versions of the packages that kraft and its extras use; None if not installed."""
    from importlib import metadata  # slow to import

    versions: dict[str, str | None] = {}
    for package in sorted({"crc32c", *EXTRAS} - {"kraft_codegen"}):
        project = _PROJECTS.get(package, package)
        try:
            versions[project] = metadata.version(project)
        except metadata.PackageNotFoundError:
            versions[project] = None
    return versions
