"""Our commands, `tail` and `kraft_quorum` on listeners of Kafka's with TLS and SASL.

One controller with a listener of each kind; Kafka's own tool reads the same file of options.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_core.security.oauthbearer import unsecured_login
from tests.client.loopback import PEM
from tests.conformance import kafka
from tests.conformance.ours import kraft
from tests.conformance.quorum import Controller
from tests.conformance.steady_text import steady
from tests.conformance.test_quorum_rows import Query
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule"
BEARER = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"
MECHANISMS = {
    "PLAIN": PLAIN,
    "SCRAM-SHA-256": SCRAM,
    "SCRAM-SHA-512": SCRAM,
    "OAUTHBEARER": BEARER,
}
PROTOCOLS = {"TLS": "SSL", "NAMED": "SASL_PLAINTEXT", "BOTH": "SASL_SSL"}
"""The listeners by name, behind CONTROLLER, which is for the controller itself."""

USER, SECRET = "alice", "alice-secret"
STORES = ("ssl.keystore.type=PEM", f"ssl.keystore.location={PEM}")
STORE_FILES = Path(__file__).parent.parent / "security"
TRUSTED = ("ssl.truststore.type=PEM", f"ssl.truststore.location={PEM}")


def sasl(mechanism: str, password: str = SECRET) -> tuple[str, ...]:
    """The lines of a client."""
    module = MECHANISMS[mechanism]
    config = f'{module} required username="{USER}" password="{password}";'
    return f"sasl.mechanism={mechanism}", f"sasl.jaas.config={config}"


def bearer(options: str = f'unsecuredLoginStringClaim_sub="{USER}"') -> tuple[str, ...]:
    """The lines of a client that makes its token itself."""
    return "sasl.mechanism=OAUTHBEARER", f"sasl.jaas.config={BEARER} required {options};"


def java_store(kind: str, of: str, name: str) -> tuple[str, ...]:
    """The lines of a store that keytool made of the certificate of the tests."""
    path = STORE_FILES / name
    lines = {"type": kind, "location": path, "password": "hidden"}
    return tuple(f"ssl.{of}.{key}={value}" for key, value in lines.items())


def of_listeners(ports: dict[str, int]) -> list[str]:
    """The lines of a controller that has them all."""
    names = ("CONTROLLER", *PROTOCOLS)
    pairs = ",".join(f"{name}:{protocol}" for name, protocol in PROTOCOLS.items())
    lines = [
        "listeners=" + ",".join(f"{name}://127.0.0.1:{ports[name]}" for name in names),
        f"controller.listener.names={','.join(names)}",
        f"listener.security.protocol.map=CONTROLLER:PLAINTEXT,{pairs}",
        f"sasl.enabled.mechanisms={','.join(MECHANISMS)}",
        "listener.name.tls.ssl.client.auth=required",
    ]
    for name in ("tls", "both"):
        lines += [f"listener.name.{name}.{line}" for line in (*STORES, *TRUSTED)]
    for name in ("named", "both"):
        prefix = f"listener.name.{name}"
        lines += [
            f'{prefix}.plain.sasl.jaas.config={PLAIN} required user_{USER}="{SECRET}";',
            f"{prefix}.scram-sha-256.sasl.jaas.config={SCRAM} required;",
            f"{prefix}.scram-sha-512.sasl.jaas.config={SCRAM} required;",
            f"{prefix}.oauthbearer.sasl.jaas.config={BEARER} required;",
        ]
    return lines


class Secure:
    """The controller and where its listeners are."""

    def __init__(self, release, root):
        self.release = release
        self.root = root
        self.ports = dict(zip(("CONTROLLER", *PROTOCOLS), free_ports(4), strict=True))
        self.controller = Controller(release, 1, self.ports["CONTROLLER"], root)
        self.controller.write_properties(self.controller.endpoint, of_listeners(self.ports))
        flags = ["--standalone"]
        for mechanism in ("SCRAM-SHA-256", "SCRAM-SHA-512"):
            flags += ["--add-scram", f"{mechanism}=[name={USER},password={SECRET}]"]
        self.controller.prepare(encode_id(new_directory_id()), *flags)

    def knows_the_user(self):
        """Whether it has published the credentials out of its log."""
        config = self.config((protocol("NAMED"), *sasl("SCRAM-SHA-512")))
        where = ("--bootstrap-controller", self.where("NAMED"), "--command-config", config)
        return kraft("metadata-quorum", *where, "describe", "--status").returncode == 0

    def where(self, listener):
        return f"127.0.0.1:{self.ports[listener]}"

    def config(self, lines):
        """A file of options."""
        path = self.root / "client.properties"
        path.write_text("".join(f"{line}\n" for line in lines))
        return str(path)


@pytest.fixture(scope="module")
def secure(release, tmp_path_factory):
    made = Secure(release, tmp_path_factory.mktemp("secure"))
    try:
        made.controller.start()
        wait_until(made.knows_the_user, "it is active")
        yield made
    finally:
        made.controller.kill()


def protocol(listener: str) -> str:
    return f"security.protocol={PROTOCOLS[listener]}"


WAYS = {
    "tls": ("TLS", (*STORES, *TRUSTED)),
    "jks": (
        "TLS",
        (
            *java_store("JKS", "keystore", "localhost.jks"),
            "ssl.key.password=other-hidden",
            *java_store("JKS", "truststore", "trusted.jks"),
        ),
    ),
    "pkcs12": (
        "TLS",
        (
            *java_store("PKCS12", "keystore", "localhost-keytool.p12"),
            *java_store("PKCS12", "truststore", "trusted.p12"),
        ),
    ),
    "bearer": ("NAMED", bearer()),
    "bearer over tls": ("BOTH", (*TRUSTED, *bearer())),
    "plain": ("NAMED", sasl("PLAIN")),
    "scram 256": ("NAMED", sasl("SCRAM-SHA-256")),
    "scram 512 over tls": ("BOTH", (*TRUSTED, *sasl("SCRAM-SHA-512"))),
}


@pytest.mark.parametrize("way", WAYS)
def test_options_file_has_the_same_effect_in_kafkas_tool_and_kraft(secure, way):
    listener, lines = WAYS[way]
    where, config = secure.where(listener), secure.config((protocol(listener), *lines))
    asked = ("--bootstrap-controller", where, "--command-config", config, "describe", "--status")
    ours = kraft("metadata-quorum", *asked)
    assert (ours.returncode, ours.stderr) == (0, "")
    theirs = kafka.tool(secure.release, "kafka-metadata-quorum", *asked)
    assert theirs.returncode == 0, theirs.stdout + theirs.stderr
    assert steady(ours.stdout) == steady(theirs.stdout)


@pytest.mark.parametrize("way", WAYS)
def test_the_log_is_followed_by_tail_and_as_rows(secure, way):
    listener, lines = WAYS[way]
    where, config = secure.where(listener), secure.config((protocol(listener), *lines))
    told = kraft("tail", where, "--command-config", config, "--from-start", "--until-current")
    assert (told.returncode, told.stderr) == (0, "")
    given = dict(line.split("=", 1) for line in (protocol(listener), *lines))
    options = {f"kafka.{key}": value for key, value in given.items()}
    with closing(Query(where, **options, startingOffsets="0")) as query:
        query.read_up_to(5)
        kinds = {row["recordType"] for row in query.rows}
    assert {"LEADER_CHANGE", "FEATURE_LEVEL_RECORD", "USER_SCRAM_CREDENTIAL_RECORD"} <= kinds
    assert "UserScramCredentialRecord" in told.stdout


def test_a_token_out_of_a_file(secure, tmp_path):
    credentials, _ = unsecured_login({"unsecuredLoginStringClaim_sub": USER})
    (tmp_path / "token").write_text(credentials.token() + "\n")
    handler = BEARER.replace("LoginModule", "LoginCallbackHandler")
    lines = (
        *bearer(""),
        f"sasl.login.callback.handler.class={handler}",
        f"sasl.oauthbearer.token.endpoint.url=file://{tmp_path}/token",
    )
    config = secure.config((protocol("NAMED"), *lines))
    where = ("--bootstrap-controller", secure.where("NAMED"), "--command-config", config)
    done = kraft("metadata-quorum", *where, "describe", "--status")
    assert (done.returncode, done.stderr) == (0, "")


UNPROVEN = "Authentication failed"


@pytest.mark.parametrize(
    ("listener", "lines", "sentence"),
    [
        ("NAMED", sasl("PLAIN", "wrong"), f"{UNPROVEN}: Invalid username or password"),
        ("NAMED", sasl("SCRAM-SHA-512", "wrong"), f"{UNPROVEN} during authentication due to"),
        (
            "NAMED",
            bearer('unsecuredLoginStringClaim_name="wrong" unsecuredLoginPrincipalClaimName=name'),
            '{"status":"invalid_token"}',
        ),
        ("BOTH", sasl("PLAIN"), "its certificate is refused"),
        ("TLS", TRUSTED, "no leader was found within 1 s"),
    ],
)
def test_failed_authentication_is_reported(secure, listener, lines, sentence):
    config = secure.config((protocol(listener), *lines, "default.api.timeout.ms=1000"))
    where = ("--bootstrap-controller", secure.where(listener), "--command-config", config)
    done = kraft("metadata-quorum", *where, "describe", "--status")
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert "wrong" not in done.stderr
