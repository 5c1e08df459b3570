"""Security settings of a controller: of its listeners, and of its own requests.

A key K of listener X and mechanism M is looked up as `listener.name.x.m.K`, `listener.name.x.K`, K,
with x and m in lower case (AbstractConfig.valuesWithPrefixOverride). The keys of the first listener
of `controller.listener.names` are also those by which this node connects to other controllers,
under the mechanism `sasl.mechanism.controller.protocol`. A configuration is refused if Kafka starts
with it but no peer can connect.

No file is read here; stores are read when contexts are made (`tls`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.security.client_keys import JAAS, LOGIN_HANDLER, MECHANISM, PROTOCOL, TOKEN_URL
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.jaas import LoginModule, parse_jaas
from kraft_core.security.oauthbearer import UnsecuredValidator
from kraft_core.security.principals import MAPPING_RULES, PrincipalMapper
from kraft_core.security.tls import CLIENT_AUTH
from kraft_wire.sasl import OAUTHBEARER, PLAIN, SCRAM_MECHANISMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Text = Callable[[str], str | None]
    """The value of a key without spaces around it; None where the key does not stand."""

PLAINTEXT: Final = "PLAINTEXT"
WITH_TLS: Final = frozenset(("SSL", "SASL_SSL"))
WITH_SASL: Final = frozenset(("SASL_PLAINTEXT", "SASL_SSL"))

ENABLED: Final = "sasl.enabled.mechanisms"
CONTROLLER_MECHANISM: Final = "sasl.mechanism.controller.protocol"
MAX_RECEIVE: Final = "sasl.server.max.receive.size"
MAX_REAUTH: Final = "connections.max.reauth.ms"
FAILED_DELAY: Final = "connection.failed.authentication.delay.ms"
UNSECURED: Final = "kraft.sasl.oauthbearer.unsecured"
ALLOWED_URLS: Final = "kraft.sasl.oauthbearer.allowed.urls"
JWKS_URL: Final = "sasl.oauthbearer.jwks.endpoint.url"

RECEIVE_BYTES: Final = 65_536
"""`sasl.server.max.receive.size` by default; Kafka's is 524,288."""

_GSSAPI: Final = "GSSAPI"
_SECURITY: Final = "org.apache.kafka.common.security"
_PLAIN_MODULE: Final = f"{_SECURITY}.plain.PlainLoginModule"
_SCRAM_MODULE: Final = f"{_SECURITY}.scram.ScramLoginModule"
_TOKEN_MODULE: Final = f"{_SECURITY}.oauthbearer.OAuthBearerLoginModule"
_MODULES: Final = {PLAIN: _PLAIN_MODULE, OAUTHBEARER: _TOKEN_MODULE} | dict.fromkeys(
    SCRAM_MECHANISMS, _SCRAM_MODULE
)
_SERVER_HANDLER: Final = "sasl.server.callback.handler.class"
_VALIDATORS: Final = (
    f"{_SECURITY}.oauthbearer.OAuthBearerValidatorCallbackHandler",
    f"{_SECURITY}.oauthbearer.secured.OAuthBearerValidatorCallbackHandler",
)
_UNSECURED_VALIDATOR: Final = (
    f"{_SECURITY}.oauthbearer.internals.unsecured.OAuthBearerUnsecuredValidatorCallbackHandler"
)
_HARMLESS: Final = {
    PLAIN: (f"{_SECURITY}.plain.internals.PlainServerCallbackHandler",),
    OAUTHBEARER: (*_VALIDATORS, _UNSECURED_VALIDATOR),
} | dict.fromkeys(SCRAM_MECHANISMS, (f"{_SECURITY}.scram.internals.ScramServerCallbackHandler",))
_CLASSES: Final = {
    "principal.builder.class": f"{_SECURITY}.authenticator.DefaultKafkaPrincipalBuilder",
    "sasl.login.class": f"{_SECURITY}.authenticator.DefaultLogin",
    "sasl.client.callback.handler.class": None,
    "sasl.oauthbearer.jwt.retriever.class": None,
    "sasl.oauthbearer.jwt.validator.class": None,
    "security.providers": None,
}
"""Keys that name classes of Java, and the class that changes nothing."""

_TLS_KEYS: Final = (
    "ssl.cipher.suites",
    CLIENT_AUTH,
    "ssl.enabled.protocols",
    "ssl.endpoint.identification.algorithm",
    "ssl.engine.factory.class",
    "ssl.key.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    MAPPING_RULES,
    "ssl.protocol",
    "ssl.provider",
    "ssl.truststore.certificates",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.type",
    # without a meaning here, and no less safe for it
    "ssl.allow.dn.changes",
    "ssl.allow.san.changes",
    "ssl.keymanager.algorithm",
    "ssl.secure.random.implementation",
    "ssl.trustmanager.algorithm",
)
_VALIDATOR_OPTION: Final = "unsecuredValidator"
_USER: Final = "user_"
_SECOND_MS: Final = 1000


class JwksKeys(NamedTuple):
    """The checks of signed tokens: a JWKS document and the required claims."""

    url: str
    audience: tuple[str, ...]
    issuer: str
    principal_claim: str
    scope_claim: str
    skew_ms: int
    refresh_ms: int
    retry_ms: int
    retry_max_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaslKeys:
    """SASL of a listener. `reauth_ms` are the longest sessions by mechanism, 0 for no limit."""

    mechanisms: tuple[str, ...]
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    bearer: UnsecuredValidator | JwksKeys | None = None
    reauth_ms: Mapping[str, int] = field(default_factory=dict)
    receive_bytes: int = RECEIVE_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenerKeys:
    """Security of a listener. `tls` are the values of `ssl.*` that are in force for it."""

    name: str
    protocol: str = PLAINTEXT
    tls: Mapping[str, str] = field(default_factory=dict, repr=False)
    mapper: PrincipalMapper | None = None
    sasl: SaslKeys | None = None

    @property
    def has_tls(self) -> bool:
        """Return True if the listener uses TLS."""
        return self.protocol in WITH_TLS

    @property
    def authenticates(self) -> bool:
        """Return True if every accepted client has authenticated."""
        return self.sasl is not None or (self.has_tls and self.tls.get(CLIENT_AUTH) == "required")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityKeys:
    """Security of a node: its listeners by name, and its own connections to other controllers.

    `client` are the keys of a client (`client_keys.read_security`). `warnings` are sentences for
    the log, written at each start.
    """

    listeners: Mapping[str, ListenerKeys] = field(default_factory=dict)
    client: Mapping[str, str] = field(default_factory=dict, repr=False)
    failed_delay_ms: int = 100
    warnings: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Return True if nothing is secured."""
        return all(each.protocol == PLAINTEXT for each in self.listeners.values())


def keys_of_node(text: Text, protocols: Mapping[str, str]) -> SecurityKeys:
    """Read the security of listeners; `protocols` are by name, the controllers' own one first.

    Raises SecurityConfigError, which shows no secret. Reads no file.
    """
    warnings: list[str] = []
    listeners = {
        name: _listener(text, name, protocol, warnings) for name, protocol in protocols.items()
    }
    delay_ms = _integer(text, (FAILED_DELAY,), 100)
    idle_ms = _integer(text, ("connections.max.idle.ms",), 600_000, lowest=None)
    if 0 <= idle_ms <= delay_ms and any(each.sasl for each in listeners.values()):
        raise SecurityConfigError(
            f"{FAILED_DELAY}={delay_ms} should always be less than"
            f" connections.max.idle.ms={idle_ms} to prevent failed authentication responses from"
            " timing out."
        )
    first = next(iter(listeners.values()), None)
    text(CONTROLLER_MECHANISM)
    return SecurityKeys(
        listeners=listeners,
        client={} if first is None else _client(text, first),
        failed_delay_ms=delay_ms,
        warnings=tuple(dict.fromkeys(warnings)),
    )


def _names(name: str, key: str, mechanism: str | None = None) -> tuple[str, ...]:
    """Return the names under which a key is looked up, the most specific first."""
    prefix = f"listener.name.{name.lower()}."
    forms = (f"{prefix}{key}", key)
    return forms if mechanism is None else (f"{prefix}{mechanism.lower()}.{key}", *forms)


def _found(text: Text, keys: Iterable[str]) -> tuple[str, str] | None:
    """Return the first key that is present, and its value. All keys are marked as read."""
    values = [(key, value) for key in keys if (value := text(key)) is not None]
    return values[0] if values else None


def _value(text: Text, keys: Iterable[str], default: str = "") -> str:
    found = _found(text, keys)
    return default if found is None else found[1]


def _integer(text: Text, keys: Iterable[str], default: int, *, lowest: int | None = 0) -> int:
    found = _found(text, keys)
    if found is None:
        return default
    key, value = found
    try:
        number = int(value) if value.isascii() else None
    except ValueError:
        number = None
    if number is None or abs(number) > 1 << 62 or (lowest is not None and number < lowest):
        bound = "" if lowest is None else f" of {lowest} or more"
        raise SecurityConfigError(f"{key}={value}: expected an integer{bound}.")
    return number


def _listener(text: Text, name: str, protocol: str, warnings: list[str]) -> ListenerKeys:
    for key, harmless in _CLASSES.items():
        _refuse_class(text, _names(name, key), harmless)
    tls: dict[str, str] = {}
    mapper = None
    if protocol in WITH_TLS:
        tls = _tls(text, name, protocol, warnings)
        rules = tls.get(MAPPING_RULES, "DEFAULT")
        mapper = PrincipalMapper(rules)
        asks = tls.get(CLIENT_AUTH, "none") != "none"
        if not rules and asks and protocol == "SSL":
            raise SecurityConfigError(
                f"{MAPPING_RULES} of listener {name} is empty, so no certificate would map to a "
                "name."
            )
    sasl = _sasl(text, name, warnings) if protocol in WITH_SASL else None
    return ListenerKeys(name=name, protocol=protocol, tls=tls, mapper=mapper, sasl=sasl)


def _refuse_class(text: Text, keys: Iterable[str], *harmless: str | None) -> None:
    for key in keys:
        value = text(key)
        if value and value not in harmless:
            raise SecurityConfigError(f"{key}={value} is not supported: it is a Java class.")


def _tls(text: Text, name: str, protocol: str, warnings: list[str]) -> dict[str, str]:
    values = {}
    for key in _TLS_KEYS:
        found = _found(text, _names(name, key))
        if found is None:
            continue
        # under SASL only the listener's own key makes SslChannelBuilder ask for client certificates
        if key == CLIENT_AUTH and protocol == "SASL_SSL" and found[0] == key:
            if found[1] not in {"", "none"}:
                warnings.append(
                    f"{key}={found[1]} does not hold for the SASL_SSL listener {name};"
                    f" listener.name.{name.lower()}.{key} would."
                )
            continue
        values[key] = found[1]
    return values


def _sasl(text: Text, name: str, warnings: list[str]) -> SaslKeys:
    enabled = _found(text, _names(name, ENABLED)) or (ENABLED, _GSSAPI)
    mechanisms = tuple(dict.fromkeys(each.strip() for each in enabled[1].split(",")))
    for mechanism in mechanisms:
        if mechanism not in _MODULES:
            raise SecurityConfigError(
                f"{enabled[0]}: {mechanism or 'an empty name'} is not supported on listener {name};"
                f" supported are {', '.join(_MODULES)}."
            )
    passwords: dict[str, str] = {}
    bearer = None
    for mechanism in mechanisms:
        module = _module(text, name, mechanism)
        handlers = _names(name, _SERVER_HANDLER, mechanism)
        _refuse_class(text, handlers, *_HARMLESS[mechanism])
        if mechanism == PLAIN:
            passwords = {
                key.removeprefix(_USER): value
                for key, value in module.options.items()
                if key.startswith(_USER)
            }
        elif mechanism == OAUTHBEARER:
            is_signed = _value(text, handlers) in _VALIDATORS
            bearer = _signed(text, name) if is_signed else _unsecured(text, name, module, warnings)
    return SaslKeys(
        mechanisms=mechanisms,
        passwords=passwords,
        bearer=bearer,
        reauth_ms={
            mechanism: max(_integer(text, _names(name, MAX_REAUTH, mechanism), 0, lowest=None), 0)
            for mechanism in mechanisms
        },
        receive_bytes=_integer(text, _names(name, MAX_RECEIVE), RECEIVE_BYTES, lowest=64),
    )


def _module(text: Text, name: str, mechanism: str) -> LoginModule:
    """Read the JAAS entry; on a server it must have the mechanism (JaasContext.load)."""
    key = _names(name, JAAS, mechanism)[0]
    value = text(key)
    for ignored in _names(name, JAAS):
        text(ignored)
    if value is None:
        raise SecurityConfigError(
            f"{key} is missing; a JAAS file (java.security.auth.login.config) is not read."
        )
    try:
        module = parse_jaas(value)
    except SecurityConfigError as error:
        raise SecurityConfigError(str(error).replace(JAAS, key, 1)) from None
    if module.name != _MODULES[mechanism]:
        raise SecurityConfigError(f"{key}: {mechanism} needs {_MODULES[mechanism]}.")
    return module


def _unsecured(
    text: Text, name: str, module: LoginModule, warnings: list[str]
) -> UnsecuredValidator:
    if (text(UNSECURED) or "false").lower() != "true":
        raise SecurityConfigError(
            f"OAUTHBEARER of listener {name} has no validator, so any client could use any name;"
            f" set {_SERVER_HANDLER} to {_VALIDATORS[0]}, or for tests {UNSECURED}=true."
        )
    warnings.append(
        f"Listener {name} accepts unsecured OAUTHBEARER tokens ({UNSECURED}=true): any client"
        " can use any name."
    )
    options = module.options
    key = f"{_VALIDATOR_OPTION}AllowableClockSkewMs"
    return UnsecuredValidator(
        options.get(f"{_VALIDATOR_OPTION}PrincipalClaimName") or "sub",
        options.get(f"{_VALIDATOR_OPTION}ScopeClaimName") or "scope",
        tuple(options.get(f"{_VALIDATOR_OPTION}RequiredScope", "").split()),
        _integer(options.get, (key,), 0),
    )


def _signed(text: Text, name: str) -> JwksKeys:
    def keys(key: str) -> tuple[str, ...]:
        return _names(name, key, OAUTHBEARER)

    url = _value(text, keys(JWKS_URL))
    if not url:
        raise SecurityConfigError(
            f"{JWKS_URL} is missing for OAUTHBEARER of listener {name}: it locates the keys "
            "that verify the signatures of tokens."
        )
    allowed = [each.strip() for each in (text(ALLOWED_URLS) or "").split(",")]
    if not url.startswith("file:") and url not in allowed:
        raise SecurityConfigError(f"{JWKS_URL}={url} is not one of {ALLOWED_URLS}.")
    audience = _value(text, keys("sasl.oauthbearer.expected.audience"))
    issuer = _value(text, keys("sasl.oauthbearer.expected.issuer"))
    if not audience or not issuer:
        raise SecurityConfigError(
            "sasl.oauthbearer.expected.audience and sasl.oauthbearer.expected.issuer are required"
            f" for listener {name}: otherwise tokens for other services would be accepted."
        )
    prefix = "sasl.oauthbearer.jwks.endpoint."
    skew_s = _integer(text, keys("sasl.oauthbearer.clock.skew.seconds"), 30)
    return JwksKeys(
        url,
        tuple(each.strip() for each in audience.split(",")),
        issuer,
        _value(text, keys("sasl.oauthbearer.sub.claim.name")) or "sub",
        _value(text, keys("sasl.oauthbearer.scope.claim.name")) or "scope",
        skew_s * _SECOND_MS,
        _integer(text, keys(f"{prefix}refresh.ms"), 3_600_000, lowest=1),
        _integer(text, keys(f"{prefix}retry.backoff.ms"), 100, lowest=1),
        _integer(text, keys(f"{prefix}retry.backoff.max.ms"), 10_000, lowest=1),
    )


def _client(text: Text, listener: ListenerKeys) -> dict[str, str]:
    """Return the keys of a client that connects to the same listener of other controllers."""
    values = {key: value for key, value in listener.tls.items() if key != CLIENT_AUTH}
    values[PROTOCOL] = listener.protocol
    if listener.sasl is None:
        return values
    mechanism = text(CONTROLLER_MECHANISM) or _GSSAPI
    if mechanism == _GSSAPI or mechanism in SCRAM_MECHANISMS:
        reason = (
            "it needs Kerberos"
            if mechanism == _GSSAPI
            else "its credentials are in the metadata, which voters cannot read without a leader"
        )
        raise SecurityConfigError(
            f"{CONTROLLER_MECHANISM}={mechanism}: controllers cannot use it among themselves, since"
            f" {reason}; use PLAIN or OAUTHBEARER, or client certificates."
        )
    if mechanism not in listener.sasl.mechanisms:
        raise SecurityConfigError(
            f"{CONTROLLER_MECHANISM}={mechanism} is not among {ENABLED} of listener"
            f" {listener.name}: no other controller could connect."
        )
    values[MECHANISM] = mechanism
    values[JAAS] = text(_names(listener.name, JAAS, mechanism)[0]) or ""
    for key in (LOGIN_HANDLER, TOKEN_URL):
        found = _value(text, _names(listener.name, key, mechanism))
        if found:
            values[key] = found
    return values
