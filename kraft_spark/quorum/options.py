"""The options of `kraft_quorum`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from kraft_core.client import ClientError, Settings, parse_endpoints
from kraft_core.client.security import read_security
from kraft_core.security.client_keys import KEYS as SECURITY_KEYS
from kraft_spark.decoding.internal_records import (
    TypedRecord,
    UnknownRecordTypeError,
    record_type_name,
)
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.options import (
    FLAG,
    POSITIVE,
    TEXT,
    Kind,
    Option,
    OptionError,
    Options,
    Scope,
    choice,
    size,
)
from kraft_spark.quorum.log import OffsetError, StreamOffset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.security.sasl_client import Credentials

BOOTSTRAP: Final = "kafka.bootstrap.controllers"
_KAFKA: Final = "kafka."
"""The prefix of options that Kafka's clients also have."""

FETCH_BYTES_MOST: Final = 8 << 20
"""A controller gives no more bytes to one Fetch (`MAX_FETCH_SIZE_BYTES`)."""

SNAPSHOT: Final = "snapshot"
EARLIEST: Final = "earliest"
LATEST: Final = "latest"
_NAMED: Final = {-2: EARLIEST, -1: LATEST}


def _controllers(text: str) -> str:
    parse_endpoints(text)
    return text


def _excluded(text: str) -> frozenset[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        return frozenset(map(record_type_name, names))
    except UnknownRecordTypeError as error:
        raise OptionError(str(error).replace("recordType", "excludeRecordTypes")) from None


def _starting(text: str) -> str | StreamOffset:
    value = text.strip()
    if value.lower() in (SNAPSHOT, EARLIEST, LATEST):
        return value.lower()
    form = _offsets(value)
    named = _partition(form)
    if type(named) is int and named in _NAMED:
        return _NAMED[named]
    try:
        return StreamOffset.of_json(form)
    except OffsetError:
        raise ValueError from None


def _ending(text: str) -> int | None:
    if text.strip().lower() == LATEST:
        return None
    form = _partition(_offsets(text))
    if isinstance(form, dict):
        form = form.get("offset")
    if type(form) is not int or form < -1:
        raise ValueError
    return None if form == -1 else form


def _offsets(text: str) -> Any:
    """Read offsets by topic and partition; a number alone is that of the only partition."""
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError from None
    return {METADATA_TOPIC: {"0": form}} if type(form) is int else form


def _partition(form: Any) -> Any:
    """Return the stored value of the only partition."""
    form = form.get(METADATA_TOPIC) if isinstance(form, dict) else None
    return form.get("0") if isinstance(form, dict) else None


_OFFSETS: Final = f"a number, or JSON like {json.dumps(StreamOffset(23).to_json())}"
_TRIGGER: Final = (
    "size of a micro-batch, at least one record batch. A snapshot is divided between its record "
    "batches"
)
_AS_LOG: Final = "as for `kafka_log`"
_CLIENT: Final = (
    "as in Kafka's clients; the query fails if no leader is found within the last of these"
)
_SECURITY: Final = (
    "as for the commands, see [TLS and SASL](commands.md#tls-and-sasl). The driver reads the "
    "files; secrets are not sent to tasks"
)

READ: Final = "spark.read"
STREAM: Final = "spark.readStream"
_LOG: Final = Scope(("metadata",))

OPTIONS: Final = Options(
    "kraft_quorum",
    Option(
        BOOTSTRAP,
        Kind("HOST:PORT[,HOST:PORT...] of controllers", _controllers),
        "addresses of controllers, `HOST:PORT[,HOST:PORT...]`; required",
        field="bootstrap",
    ),
    Option("view", choice("metadata", "status"), "records, or replicas with their lag", "metadata"),
    Option(
        "startingOffsets",
        Kind(f"snapshot, earliest, latest, {_OFFSETS}", _starting),
        "`snapshot`: the leader's newest snapshot, then the log; `earliest`: the log from its "
        "start; `latest`; a number; or JSON as in a checkpoint",
        SNAPSHOT,
        "starting",
        _LOG,
    ),
    Option(
        "endingOffsets",
        Kind(f"latest, {_OFFSETS}", _ending),
        "exclusive end offset; by default the high watermark",
        field="ending",
        scope=Scope(("metadata",), (READ,)),
    ),
    Option(
        "maxOffsetsPerTrigger",
        POSITIVE,
        _TRIGGER,
        field="max_offsets",
        scope=Scope(("metadata",), (STREAM,)),
    ),
    Option("maxBytesPerTrigger", size(), _TRIGGER, "8m", "max_bytes", _LOG),
    Option(
        "excludeRecordTypes",
        Kind("names of record types, separated by commas", _excluded),
        "record types to leave out, in the form `NoOpRecord` or `NO_OP_RECORD`",
        "NO_OP_RECORD",
        "exclude",
        _LOG,
    ),
    Option("recordType", TEXT, _AS_LOG, scope=_LOG),
    Option("includeSecrets", FLAG, _AS_LOG, "false", scope=_LOG),
    Option("strict", FLAG, _AS_LOG, "false", scope=_LOG),
    Option(
        "failOnDataLoss",
        FLAG,
        "fail if the log no longer has the next offset, or a snapshot was deleted. `false`: "
        "continue with the newest snapshot and log a warning (logger `kraft_spark.quorum`)",
        "true",
        scope=_LOG,
    ),
    Option("clusterId", TEXT, "refuse a cluster with another id"),
    Option(
        "fetchMaxWaitMs",
        POSITIVE,
        "time in milliseconds for which a leader waits for records",
        "500",
        scope=_LOG,
    ),
    Option("kafka.client.id", TEXT, _CLIENT, "kraft-spark", "client_id"),
    Option("kafka.request.timeout.ms", POSITIVE, _CLIENT, "5000", "request_timeout_ms"),
    Option("kafka.default.api.timeout.ms", POSITIVE, _CLIENT, "60000", "api_timeout_ms"),
    *(Option(f"{_KAFKA}{key}", TEXT, _SECURITY, field=f"{_KAFKA}{key}") for key in SECURITY_KEYS),
)
"""Every option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuorumOptions:
    """The options of one query, checked; the names are those of the options, in snake case.

    `starting` is a word or a place in the log, `ending` an offset, None for the high watermark.
    `exclude` are names of record types as Kafka's enumerations spell them.
    """

    bootstrap: str
    view: str
    starting: str | StreamOffset
    ending: int | None
    max_offsets: int | None
    max_bytes: int
    fetch_max_wait_ms: int
    fail_on_data_loss: bool
    exclude: frozenset[str]
    include_secrets: bool
    strict: bool
    record_type: str | None
    cluster_id: str | None
    client_id: str
    request_timeout_ms: int
    api_timeout_ms: int
    security: Mapping[str, str] = field(repr=False)

    def client_options(self) -> dict[str, Any]:
        """Return the arguments of `Client` except the addresses; raises OptionError.

        Files that options of TLS name are read now, on this machine.
        """
        try:
            security = read_security(self.security)
        except ClientError as error:
            raise OptionError(f"option {_KAFKA}{error}") from None
        return {"tls": security.tls, "settings": self._settings(security.sasl)}

    def without_secrets(self) -> QuorumOptions:
        """Return the same options without secrets, for tasks that only decode."""
        return replace(self, security={})

    def _settings(self, sasl: Credentials | None) -> Settings:
        return Settings(
            client_id=self.client_id,
            cluster_id=self.cluster_id,
            request_timeout_s=self.request_timeout_ms / 1000,
            api_timeout_s=self.api_timeout_ms / 1000,
            max_wait_ms=self.fetch_max_wait_ms,
            fetch_bytes_max=min(self.max_bytes, FETCH_BYTES_MOST),
            sasl=sasl,
        )

    def typed(self) -> TypedRecord | None:
        """Return the record type whose fields are columns."""
        return None if self.record_type is None else TypedRecord(self.record_type)


def parse_quorum_options(options: Mapping[str, str], use: str | None = None) -> QuorumOptions:
    """Read the options that Spark passes; raises OptionError."""
    given = OPTIONS.given(options)
    if not given.get(BOOTSTRAP, "").strip():
        raise OptionError(f"option {BOOTSTRAP} is missing: HOST:PORT[,HOST:PORT...] of controllers")
    values = OPTIONS.parse(given)
    OPTIONS.check(given, view=values["view"], use=use)
    security = {key: values.pop(f"{_KAFKA}{key}") for key in SECURITY_KEYS}
    parsed = QuorumOptions(
        **values,
        security={key: text.strip() for key, text in security.items() if text is not None},
    )
    parsed.client_options()  # report refused options now, not after the query has begun
    try:
        parsed.typed()
    except UnknownRecordTypeError as error:
        raise OptionError(str(error)) from None
    return parsed
