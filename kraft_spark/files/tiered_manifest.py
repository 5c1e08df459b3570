"""What the manifest beside a segment says, in the tiered storage of Aiven's plugin.

Segments that the plugin compressed or encrypted are chunks of something else: they are refused by
name, before anybody takes them for damaged.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kraft_spark.files.log_file import LogFile

MANIFEST: Final = ".rsm-manifest"


class TransformedSegmentError(ValueError):
    """A segment whose bytes are not those that Kafka wrote."""


def refusal(file: LogFile) -> str | None:
    """Why a segment cannot be read as it is; None where nothing speaks against it."""
    if MANIFEST not in file.sidecars:
        return None
    try:
        manifest = json.loads(file.store.read_all(file.sidecar(MANIFEST)))
    except ValueError:
        return f"{file.uri}: its {MANIFEST} is no JSON"
    if not isinstance(manifest, dict):
        return f"{file.uri}: its {MANIFEST} is no JSON object"
    if manifest.get("encryption"):
        return f"{file.uri} is encrypted by the tiered storage plugin; only plain segments are read"
    if manifest.get("compression"):
        return (
            f"{file.uri} is compressed by the tiered storage plugin; only plain segments are read"
        )
    return None


def check_plain(files: list[LogFile]) -> None:
    """Raise TransformedSegmentError for the first segment that is not plain."""
    for file in files:
        reason = refusal(file)
        if reason is not None:
            raise TransformedSegmentError(reason)
