"""The options of `kraft_quorum`: names, defaults, and refusals that name the option."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from kraft_core.client import ClientError, Settings, parse_endpoints
from kraft_core.client.security import read_security
from kraft_core.security.client_keys import KEYS as SECURITY_KEYS
from kraft_spark.decoding.metadata_records import (
    TypedRecord,
    UnknownRecordTypeError,
    record_type_name,
)
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.option_values import (
    OptionError,
    choice_option,
    flag_option,
    json_option,
    known_options,
    number_above,
    size_option,
)
from kraft_spark.quorum.offsets import StreamOffset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.security.sasl_client import Credentials

VIEWS: Final = ("metadata", "status")
BOOTSTRAP: Final = "kafka.bootstrap.controllers"
_KAFKA: Final = "kafka."
"""In front of what Kafka's clients have too."""

FETCH_BYTES_MOST: Final = 8 << 20
"""A controller gives no more bytes to one Fetch (`MAX_FETCH_SIZE_BYTES`)."""

SNAPSHOT: Final = "snapshot"
EARLIEST: Final = "earliest"
LATEST: Final = "latest"
NAMES: Final = (
    BOOTSTRAP,
    "kafka.client.id",
    "kafka.default.api.timeout.ms",
    "kafka.request.timeout.ms",
    *(f"{_KAFKA}{key}" for key in SECURITY_KEYS),
    "clusterId",
    "endingOffsets",
    "excludeRecordTypes",
    "failOnDataLoss",
    "fetchMaxWaitMs",
    "includeSecrets",
    "maxBytesPerTrigger",
    "maxOffsetsPerTrigger",
    "recordType",
    "startingOffsets",
    "strict",
    "view",
)
"""Every option."""

_NAMED: Final = {-2: EARLIEST, -1: LATEST}


@dataclass(frozen=True, slots=True)
class QuorumOptions:
    """The options of one query, checked; the names are those of the options, in snake case.

    `starting` is a word or a place in the log, `ending` an offset, None for the high watermark.
    `exclude` are names of record types as Kafka's enumerations spell them.
    """

    bootstrap: str
    view: str = "metadata"
    starting: str | StreamOffset = SNAPSHOT
    ending: int | None = None
    max_offsets: int | None = None
    max_bytes: int = 8 << 20
    fetch_max_wait_ms: int = 500
    fail_on_data_loss: bool = True
    exclude: frozenset[str] = frozenset(("NO_OP_RECORD",))
    include_secrets: bool = False
    strict: bool = False
    record_type: str | None = None
    cluster_id: str | None = None
    client_id: str = "kraft-spark"
    request_timeout_ms: int = 5_000
    patience_ms: int = 60_000
    security: Mapping[str, str] = field(default_factory=dict, repr=False)

    def client_options(self) -> dict[str, Any]:
        """What `Client` takes, but for where the controllers are; raises OptionError.

        Files that options of TLS name are read now, on this machine.
        """
        try:
            security = read_security(self.security)
        except ClientError as error:
            raise OptionError(f"option {_KAFKA}{error}") from None
        return {"tls": security.tls, "settings": self._settings(security.sasl)}

    def without_secrets(self) -> QuorumOptions:
        """The same for those who only decode."""
        return replace(self, security={})

    def _settings(self, sasl: Credentials | None) -> Settings:
        return Settings(
            client_id=self.client_id,
            cluster_id=self.cluster_id,
            request_timeout_s=self.request_timeout_ms / 1000,
            patience_s=self.patience_ms / 1000,
            max_wait_ms=self.fetch_max_wait_ms,
            fetch_bytes_max=min(self.max_bytes, FETCH_BYTES_MOST),
            sasl=sasl,
        )

    def typed(self) -> TypedRecord | None:
        """The record type whose fields are columns."""
        return None if self.record_type is None else TypedRecord(self.record_type)


def parse_quorum_options(options: Mapping[str, str]) -> QuorumOptions:
    """Read the options as Spark hands them over; raises OptionError."""
    given = known_options(options, NAMES, "kraft_quorum")
    parsed = QuorumOptions(
        bootstrap=_bootstrap(given),
        view=choice_option("view", given, VIEWS),
        starting=_starting(given),
        ending=_ending(given),
        max_offsets=number_above("maxOffsetsPerTrigger", given),
        max_bytes=size_option("maxBytesPerTrigger", given, 8 << 20),
        fetch_max_wait_ms=_milliseconds("fetchMaxWaitMs", given, 500),
        fail_on_data_loss=flag_option("failOnDataLoss", given, default=True),
        exclude=_excluded(given),
        include_secrets=flag_option("includeSecrets", given, default=False),
        strict=flag_option("strict", given, default=False),
        record_type=given.get("recordType"),
        cluster_id=given.get("clusterId"),
        client_id=given.get("kafka.client.id", "kraft-spark"),
        request_timeout_ms=_milliseconds("kafka.request.timeout.ms", given, 5_000),
        patience_ms=_milliseconds("kafka.default.api.timeout.ms", given, 60_000),
        security=_security(given),
    )
    parsed.client_options()  # what it refuses is told now, not when a query has begun
    _check_record_type(parsed)
    return parsed


def _bootstrap(given: Mapping[str, str]) -> str:
    text = given.get(BOOTSTRAP, "")
    if not text.strip():
        raise OptionError(f"option {BOOTSTRAP} is missing: HOST:PORT[,HOST:PORT...] of controllers")
    try:
        parse_endpoints(text)
    except ValueError as error:
        raise OptionError(f"option {BOOTSTRAP}: {error}") from None
    return text


def _security(given: Mapping[str, str]) -> dict[str, str]:
    names = {f"{_KAFKA}{key}": key for key in SECURITY_KEYS}
    return {key: given[name].strip() for name, key in names.items() if name in given}


def _check_record_type(options: QuorumOptions) -> None:
    try:
        options.typed()
    except UnknownRecordTypeError as error:
        raise OptionError(str(error)) from None


def _milliseconds(name: str, given: Mapping[str, str], default: int) -> int:
    found = number_above(name, given)
    return default if found is None else found


def _excluded(given: Mapping[str, str]) -> frozenset[str]:
    text = given.get("excludeRecordTypes", "NO_OP_RECORD")
    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        return frozenset(map(record_type_name, names))
    except UnknownRecordTypeError as error:
        raise OptionError(str(error).replace("recordType", "excludeRecordTypes")) from None


def _starting(given: Mapping[str, str]) -> str | StreamOffset:
    name = "startingOffsets"
    value = given.get(name, SNAPSHOT).strip()
    if value.lower() in (SNAPSHOT, EARLIEST, LATEST):
        return value.lower()
    form = _partition(name, value)
    if type(form) is int and form in _NAMED:
        return _NAMED[form]
    try:
        return StreamOffset.of_partition({"offset": form} if type(form) is int else form)
    except (KeyError, TypeError):
        raise OptionError(_refusal(name, value, "snapshot, earliest, latest")) from None


def _ending(given: Mapping[str, str]) -> int | None:
    name = "endingOffsets"
    value = given.get(name, LATEST).strip()
    if value.lower() == LATEST:
        return None
    form = _partition(name, value)
    if isinstance(form, dict):
        form = form.get("offset")
    if type(form) is not int or form < -1:
        raise OptionError(_refusal(name, value, "latest"))
    return None if form == -1 else form


def _partition(name: str, text: str) -> Any:
    """What is said of the one partition: a number alone, or JSON by topic and partition."""
    form = json_option(name, text)
    if isinstance(form, dict):
        form = form.get(METADATA_TOPIC)
        form = form.get("0") if isinstance(form, dict) else None
    return form


def _refusal(name: str, value: str, words: str) -> str:
    example = json.dumps(StreamOffset(23, 2).to_json())
    return f"option {name} cannot be {value!r}; allowed: {words}, a number, or JSON like {example}"
