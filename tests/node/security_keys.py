"""The keys of nodes with TLS and SASL on their listener, as files of Kafka have them."""

from __future__ import annotations

PLAIN_MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule"
SCRAM_MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule"
TOKEN_MODULE = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule"  # noqa: S105
LISTENER = "listener.name.controller"


def protocol(name):
    return {"listener.security.protocol.map": f"CONTROLLER:{name}"}


def plain(user="node", password="node-secret", **others):  # noqa: S107
    """PLAIN, by which the node and `others` log in."""
    users = {"node": "node-secret", user: password} | others
    options = " ".join(f'user_{name}="{secret}"' for name, secret in users.items())
    return {
        f"{LISTENER}.sasl.enabled.mechanisms": "PLAIN",
        "sasl.mechanism.controller.protocol": "PLAIN",
        f"{LISTENER}.plain.sasl.jaas.config": (
            f'{PLAIN_MODULE} required username="{user}" password="{password}" {options};'
        ),
    }


def bearer(user="node"):
    """Tokens that nothing protects."""
    return {
        f"{LISTENER}.sasl.enabled.mechanisms": "OAUTHBEARER",
        "sasl.mechanism.controller.protocol": "OAUTHBEARER",
        "kraft.sasl.oauthbearer.unsecured": "true",
        f"{LISTENER}.oauthbearer.sasl.jaas.config": (
            f'{TOKEN_MODULE} required unsecuredLoginStringClaim_sub="{user}"'
            ' unsecuredValidatorAllowableClockSkewMs="1000";'
        ),
    }


MUTUAL = {f"{LISTENER}.ssl.client.auth": "required"}


def ways(authority):
    """The keys of a node by what its listener speaks."""
    stores = authority.stores("node")
    return {
        "SSL": protocol("SSL") | stores,
        "mutual SSL": protocol("SSL") | stores | MUTUAL,
        "SASL_PLAINTEXT PLAIN": protocol("SASL_PLAINTEXT") | plain(),
        "SASL_SSL PLAIN": protocol("SASL_SSL") | stores | plain(),
        "SASL_SSL OAUTHBEARER": protocol("SASL_SSL") | stores | bearer(),
        "SASL_SSL PLAIN and certificates": protocol("SASL_SSL") | stores | plain() | MUTUAL,
    }


SECURITIES = {"plaintext": None, "ssl": "mutual SSL", "sasl_ssl": "SASL_SSL PLAIN"}
"""What SECURITY of `make rounds` and `make flood` may be, and the way it stands for."""


def secured(security, authority):
    """The keys of a node for one of SECURITIES."""
    way = SECURITIES[security]
    return {} if way is None else ways(authority)[way]
