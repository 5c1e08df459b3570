"""The configs of a release of Kafka: types, defaults and valid values.

`configs.jsonl` is what that release's own classes print (`make release-of-kafka`). A value is
checked by `ConfigTable.parse`, in the order of definition and with the texts of Kafka's ConfigDef.
`effective_topic_configs` resolves what a topic's configs are: its own values, then what this
controller's dynamic and static configs say under the names that brokers have for them.
"""

from __future__ import annotations

import functools
import json
import math
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_JAVA_SPACE: Final = "".join(map(chr, range(0x21)))
"""Characters that Java's String.trim removes at both ends."""

_COMMA: Final = re.compile(r"\s*,\s*", re.ASCII)
_INTEGER: Final = re.compile(r"[+-]?\d+")
_DECIMAL: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?", re.ASCII)
_HEXADECIMAL: Final = re.compile(
    r"([+-]?0[xX](?:[0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)[fFdD]?"
)
_THROTTLED_REPLICA: Final = re.compile(r"(?:[0-9]+:[0-9]+)?")
_DURATION: Final = re.compile(
    r"([-+]?)P(?:([-+]?[0-9]+)D)?"
    r"(T(?:([-+]?[0-9]+)H)?(?:([-+]?[0-9]+)M)?(?:([-+]?[0-9]+)(?:[.,]([0-9]{0,9}))?S)?)?",
    re.IGNORECASE | re.ASCII,
)
_BITS: Final = {"SHORT": 16, "INT": 32, "LONG": 64}
_MAX_DIGITS: Final = 400
"""Longer numbers fit no type; Python would take quadratic time to read them."""

GZIP_LEVELS: Final = range(1, 10)
_GZIP_DEFAULT: Final = -1

Value = Any
"""A parsed value: bool, int, float, str, a list of str, or None for a default that is null."""


class ConfigError(ValueError):
    """A value that is invalid for a config, in Kafka's words: INVALID_CONFIG (40)."""


class ConfigSource:
    """The source of an effective value (DescribeConfigsResponse.ConfigSource)."""

    TOPIC: Final = 1
    DYNAMIC_BROKER: Final = 2
    DYNAMIC_DEFAULT_BROKER: Final = 3
    STATIC_BROKER: Final = 4
    DEFAULT: Final = 5
    CLIENT_METRICS: Final = 7
    GROUP: Final = 8


CONFIG_TYPES: Final = {
    "BOOLEAN": 1,
    "STRING": 2,
    "INT": 3,
    "SHORT": 4,
    "LONG": 5,
    "DOUBLE": 6,
    "LIST": 7,
    "CLASS": 8,
    "PASSWORD": 9,
}
"""The numbers of types in DescribeConfigs responses."""


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One config, as Kafka's ConfigDef.ConfigKey describes it."""

    name: str
    type: str
    default: str | None
    """As text; None for null and for a config that must be given."""
    is_internal: bool
    is_dynamic: bool
    """True if a broker applies a new value without a restart."""
    check: str
    """The class that checks parsed values, "" for none."""
    allowed: str
    """That class's text for the valid values."""
    may_be_empty: bool
    """Of lists."""
    broker: str | None
    """The broker config that gives a group config its default."""

    @property
    def is_sensitive(self) -> bool:
        """Return True if values are never shown."""
        return self.type == "PASSWORD"

    def parse(self, text: str) -> Value:
        """Return the typed value; raises ConfigError."""
        value = _parse_type(self, text)
        if self.check == "ValidList":
            value = list(dict.fromkeys(value))  # as ConfigDef.parseValue, which logs it
        check = CHECKS.get(self.check)
        if check is not None:
            check(self, value)
        return value


class Synonym(NamedTuple):
    """A broker config that is the default of a topic config, and its factor."""

    name: str
    factor: int

    def convert(self, text: str) -> str:
        """Return the value of the topic config; hours and minutes become milliseconds."""
        if self.factor == 1:
            return text
        try:
            count = _integer(text.strip(_JAVA_SPACE), 32)
        except ValueError:
            count = 0  # as ConfigSynonym, which logs it
        return str(count * self.factor)


class ConfigTable(dict[str, ConfigKey]):
    """The configs of one kind of resource by name, in the order of definition."""

    def parse(
        self, values: Mapping[str, str], beneath: Mapping[str, str] | None = None
    ) -> dict[str, Value]:
        """Return the values of all configs: given ones, then lower layers, then defaults.

        Names must be known. Raises ConfigError for the first value in the order of definition that
        is wrong.
        """
        result: dict[str, Value] = {}
        for name, key in self.items():
            text = values.get(name)
            if text is None and beneath is not None:
                text = beneath.get(name)
            if text is not None:
                result[name] = key.parse(text)
            else:
                result[name] = None if key.default is None else _parse_type(key, key.default)
        return result


@dataclass(frozen=True, slots=True)
class ConfigTables:
    """All tables of a release."""

    topic: ConfigTable
    broker: ConfigTable
    group: ConfigTable
    client_metrics: ConfigTable
    user_quota: ConfigTable
    address_quota: ConfigTable
    broker_quota: ConfigTable
    """Rates of replication, which brokers have only as dynamic configs."""
    synonyms: dict[str, tuple[Synonym, ...]]
    """By topic config: the broker configs, of which the first that is set counts."""


@functools.cache
def config_tables() -> ConfigTables:
    """Return the tables; they are read once, when they are first needed."""
    file = resources.files(__package__).joinpath("configs.jsonl")
    tables: dict[str, ConfigTable] = {}
    synonyms: dict[str, tuple[Synonym, ...]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["table"] == "kafka":
            continue
        if entry["table"] == "synonym":
            synonym = Synonym(entry["broker"], entry["factor"])
            synonyms[entry["topic"]] = (*synonyms.get(entry["topic"], ()), synonym)
            continue
        key = ConfigKey(
            entry["name"],
            entry["type"],
            entry.get("default"),
            entry.get("internal", False),
            entry.get("dynamic", False),
            entry.get("check", ""),
            entry.get("allowed", ""),
            entry.get("empty", True),
            entry.get("broker"),
        )
        tables.setdefault(entry["table"], ConfigTable())[key.name] = key
    return ConfigTables(
        tables["topic"],
        tables["broker"],
        tables["group"],
        tables["client metrics"],
        tables["quota of users and clients"],
        tables["quota of addresses"],
        tables["quota of brokers"],
        synonyms,
    )


class EffectiveConfig(NamedTuple):
    """The effective value of a config and its source."""

    key: ConfigKey
    value: str | None
    source: int


def effective_topic_configs(
    topic: Mapping[str, str],
    own: Mapping[str, str],
    cluster: Mapping[str, str],
    static: Mapping[str, str],
) -> Iterator[EffectiveConfig]:
    """Yield all configs of a topic, sorted by name (KafkaConfigSchema).

    `own` and `cluster` are the dynamic configs of this controller and of all brokers, `static` the
    values of its file. Internal configs are left out unless the topic sets them.
    """
    layers = (
        (ConfigSource.DYNAMIC_BROKER, own),
        (ConfigSource.DYNAMIC_DEFAULT_BROKER, cluster),
        (ConfigSource.STATIC_BROKER, static),
    )
    tables = config_tables()
    for name in sorted(tables.topic):
        key = tables.topic[name]
        if name in topic:
            yield EffectiveConfig(key, topic[name], ConfigSource.TOPIC)
            continue
        if key.is_internal:
            continue
        for source, values in layers:
            found = [one for one in tables.synonyms.get(name, ()) if one.name in values]
            if found:
                value = found[0].convert(values[found[0].name])
                yield EffectiveConfig(key, value, source)
                break
        else:
            yield EffectiveConfig(key, key.default, ConfigSource.DEFAULT)


def static_topic_configs(static: Mapping[str, str]) -> dict[str, str]:
    """Return a controller file's values for topics (KafkaConfig.extractLogConfigMap)."""
    values = {}
    for name, synonyms in config_tables().synonyms.items():
        for synonym in synonyms:
            if synonym.name in static:
                values[name] = synonym.convert(static[synonym.name])
                break
    # any negative time means that nothing is deleted
    if values.get("retention.ms", "").startswith("-"):
        values["retention.ms"] = "-1"
    return values


# -- values -------------------------------------------------------------------------------------


def java_text(value: Value) -> str:
    """Return a value as Java prints it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return java_double(value)
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return str(value)


def java_double(value: float) -> str:
    """Return Double.toString: scientific below 0.001 and from 10,000,000 on."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        text = repr(value)
        if "e" not in text:
            return text
        return f"{value:.17f}".rstrip("0")
    mantissa, _, exponent = f"{value!r}".partition("e")
    if not exponent:
        sign, digits = ("-", mantissa[1:]) if value < 0 else ("", mantissa)
        whole, _, fraction = digits.partition(".")
        if whole.strip("0"):
            exponent = str(len(whole) - 1)
            digits = (whole + fraction).rstrip("0")
        else:
            digits = fraction.lstrip("0")
            exponent = str(-(len(fraction) - len(digits) + 1))
        mantissa = f"{sign}{digits[0]}.{digits[1:] or '0'}"
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}E{int(exponent)}"


def invalid(name: str, value: Value, why: str) -> ConfigError:
    """Return the error for a value (ConfigException)."""
    return ConfigError(f"Invalid value {java_text(value)} for configuration {name}: {why}")


def _parse_type(key: ConfigKey, text: str) -> Value:
    trimmed = text.strip(_JAVA_SPACE)
    match key.type:
        case "BOOLEAN":
            if trimmed.lower() not in ("true", "false"):
                raise invalid(key.name, text, "Expected value to be either true or false")
            return trimmed.lower() == "true"
        case "INT" | "LONG" | "SHORT" | "DOUBLE":
            try:
                return parse_number(trimmed, key.type)
            except ValueError:
                raise invalid(key.name, text, f"Not a number of type {key.type}") from None
        case "LIST":
            return _COMMA.split(trimmed) if trimmed else []
        case _:
            return trimmed


def parse_number(text: str, type_name: str) -> int | float:
    """Return the result of Java's parse methods for trimmed text; raises ValueError."""
    return _double(text) if type_name == "DOUBLE" else _integer(text, _BITS[type_name])


def _integer(text: str, bits: int) -> int:
    if len(text) > _MAX_DIGITS or not _INTEGER.fullmatch(text):
        raise ValueError(text)
    value = int(text)
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise ValueError(text)
    return value


def _double(text: str) -> float:
    if _DECIMAL.fullmatch(text):
        return float(text.rstrip("fFdD"))
    match = _HEXADECIMAL.fullmatch(text)
    if match:
        try:
            return float.fromhex(match[1])
        except OverflowError:
            return float("-inf" if text.startswith("-") else "inf")
    sign, name = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if name in ("NaN", "Infinity"):
        return float(f"{sign}{name}")
    raise ValueError(text)


# -- checks of parsed values --------------------------------------------------------------------


def _check_range(key: ConfigKey, value: Value) -> None:
    lowest, *_, highest = key.allowed.strip("[]").split(",")
    if lowest != "..." and value < float(lowest):
        raise invalid(key.name, value, f"Value must be at least {lowest}")
    if highest != "..." and value > float(highest):
        raise invalid(key.name, value, f"Value must be no more than {highest}")


def _check_string(key: ConfigKey, value: Value) -> None:
    allowed = key.allowed.strip("[]")
    if value not in allowed.split(", "):
        raise invalid(key.name, value, f"String must be one of: {allowed}")


def _check_list(key: ConfigKey, value: Value) -> None:
    start = f"Configuration '{key.name}'"
    if not value and not key.may_be_empty:
        listed = key.allowed or "any non-empty value"
        raise ConfigError(f"{start} must not be empty. Valid values include: {listed}")
    for one in value:
        if not one:
            raise ConfigError(f"{start} values must not be empty.")
        if key.allowed:
            _check_string(key, one)


def _check_gzip(key: ConfigKey, value: Value) -> None:
    if value not in GZIP_LEVELS and value != _GZIP_DEFAULT:
        raise invalid(key.name, value, "Value must be between 1 and 9 or equal to -1")


def _check_throttled_replicas(key: ConfigKey, value: Value) -> None:
    proposed = [one.strip(_JAVA_SPACE) for one in value]
    if all(map(_THROTTLED_REPLICA.fullmatch, proposed)) or "".join(proposed) == "*":
        return
    why = (
        f"{key.name} must be the literal '*' or a list of replicas in the following format:"
        " [partitionId]:[brokerId],[partitionId]:[brokerId],..."
    )
    raise invalid(key.name, value, why)


def _check_offset_reset(key: ConfigKey, value: Value) -> None:
    if value in ("earliest", "latest"):
        return
    if value.startswith("by_duration:") and _is_duration(value.removeprefix("by_duration:")):
        return
    why = (
        f"Invalid value `{value}` for configuration {key.name}. The value must be either"
        " 'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS>'."
    )
    raise invalid(key.name, value, why)


def _is_duration(text: str) -> bool:
    """Return True if java.time.Duration.parse accepts it and it is not negative."""
    match = _DURATION.fullmatch(text) if len(text) <= _MAX_DIGITS else None
    if match is None or (match[3] or "").upper() == "T":
        return False
    sign, days, _, hours, minutes, seconds, fraction = match.groups()
    if days is None and hours is None and minutes is None and seconds is None:
        return False
    whole = int(days or 0) * 86400 + int(hours or 0) * 3600 + int(minutes or 0) * 60
    whole += int(seconds or 0)
    nanos = int((fraction or "").ljust(9, "0")) * (-1 if (seconds or "").startswith("-") else 1)
    total = whole * 10**9 + nanos
    if sign == "-":
        total = -total
    return 0 <= total < (1 << 63) * 10**9


CHECKS: Final[dict[str, Any]] = {
    "LambdaValidator": _check_gzip,
    "Range": _check_range,
    "ThrottledReplicaListValidator": _check_throttled_replicas,
    "ValidList": _check_list,
    "ValidString": _check_string,
    "Validator": _check_offset_reset,
}
"""By the class of the check; of brokers' configs only those are checked that topics have too."""
