"""Hostile and odd input at listeners with TLS and SASL, before and after authentication.

A case is a dialogue on a connection of its own: what is sent step by step, what is answered to
each, and how it ends. `late` is an answer or an end after the delay for failed authentications.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import ssl
import time
import warnings
from typing import TYPE_CHECKING, Any, Final

from kraft_core.security.tls import client_context
from kraft_wire.messages import (
    ApiVersionsRequest,
    DescribeClusterRequest,
    DescribeQuorumRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kraft_wire.sasl import ScramClient
from tests.answers import asking
from tests.answers.forms import count_of_keys
from tests.answers.stage import CLOSED, SILENT, Scene
from tests.answers.target import STANDALONE, Layout
from tests.node.raw_client import RawClient, frame, header, request
from tests.node.security_keys import PLAIN_MODULE, SCRAM_MODULE, TOKEN_MODULE
from tests.support.certificates import SERVER_ONLY, Authority

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from tests.answers.stage import Stage

DELAY_S: Final = 1.2
QUIET_S: Final = 2.0
"""A connection that is silent for so long has no answer to come."""
SESSION_S: Final = 5.0
TOKEN_S: Final = 8
"""Logging in and one request must take less, next to all other cases on a busy machine."""
DEADLINE_S: Final = 3.0
"""For authentication, of a kraft node alone."""
AT_ONCE: Final = 16

NAMED: Final = (ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3)
QUORUM: Final = (DescribeQuorumRequest(topics=asking.describe_quorum().topics), 2)
PLAIN, BEARER = "PLAIN", "OAUTHBEARER"
SHA_256, SHA_512 = "SCRAM-SHA-256", "SCRAM-SHA-512"
NONCE: Final = "fyko+d2lbbFgONRv9qkxdawL"
GOOD: Final = b"\0alice\0alice-secret"


def shake(mechanism: str = PLAIN, version: int = 1) -> tuple[Any, int]:
    return SaslHandshakeRequest(mechanism=mechanism), version


def token(data: bytes, version: int = 2) -> tuple[Any, int]:
    return SaslAuthenticateRequest(auth_bytes=data), version


class Dialogue:
    """One connection; `found` is what came of each step."""

    def __init__(self, stage: Stage, client: RawClient) -> None:
        self._stage = stage
        self._client = client
        self.found: list[Any] = []

    async def say(self, *steps: Any) -> None:
        """Send each step, and note its answer before the next; a list is sent in one segment."""
        for step in steps:
            await self._step(step)
            if self.found[-1] in (CLOSED, f"{CLOSED} late"):
                return

    async def end(self) -> None:
        """Note whether the connection is closed now, or stays."""
        if self.found and str(self.found[-1]).startswith(CLOSED):
            return
        try:
            rest = await asyncio.wait_for(self._client.next_bytes(), QUIET_S)
        except TimeoutError:
            self.found.append("open")
        except (ConnectionError, ssl.SSLError):
            self.found.append(CLOSED)
        else:
            self.found.append(rest.hex() if rest else CLOSED)

    async def answer_to(self, message: Any, version: int) -> Any:
        """Ask and note; the answer itself."""
        self._client.send(request(message, version))
        return await self._answer(message, version)

    async def _answer(self, message: Any, version: int) -> Any:
        begin = time.monotonic()
        try:
            payload = await asyncio.wait_for(self._client.receive(), 20)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            self.found.append(_late(CLOSED, begin))
            return None
        answer = RawClient.read(payload, message.API_KEY, version)
        self.found.append(_late(self._told(answer, version), begin))
        return answer

    async def _step(self, step: Any) -> None:
        if isinstance(step, list):
            self._client.send(b"".join(request(*each) for each in step))
            for each in step:
                await self._answer(*each)
            return
        if isinstance(step, tuple):
            await self.answer_to(*step)
            return
        begin = time.monotonic()
        self._client.send(step)
        try:
            payload = await asyncio.wait_for(self._client.receive(), QUIET_S)
        except TimeoutError:
            self.found.append(SILENT)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            self.found.append(_late(CLOSED, begin))
        else:
            self.found.append(_late(payload[:24].hex(), begin))

    def _told(self, answer: Any, version: int) -> Any:
        """An answer in a form that is the same in each run."""
        found = self._stage.names.message(answer, version)
        name = type(answer).__name__.removesuffix("Response")
        if name == "ApiVersions":
            return f"ApiVersions {answer.error_code}, {count_of_keys(answer)} keys"
        if name == "SaslHandshake":
            return (
                f"SaslHandshake {answer.error_code} {' '.join(sorted(answer.mechanisms))}".strip()
            )
        if name == "SaslAuthenticate":
            return f"SaslAuthenticate {answer.error_code}" + _details(answer)
        return {name: found}

    def close(self) -> None:
        self._client.writer.transport.abort()


def _details(answer: Any) -> str:
    data = bytes(answer.auth_bytes)
    if data[:2] in (b"r=", b"v="):
        data = data[:2]
    lifetime = "a lifetime" if answer.session_lifetime_ms else ""
    parts = (answer.error_message or "", data.decode(), lifetime)
    return "".join(f", {part}" for part in parts if part)


def _late(found: Any, begin: float) -> Any:
    """Java's thread that delays answers looks about every so often: it may be a little early."""
    if time.monotonic() - begin < 0.9 * DELAY_S:
        return found
    return f"{found} late" if isinstance(found, str) else {"late": found}


async def talk(
    stage: Stage, name: str, listener: str, steps: Iterable[Any], *, context: Any = None
) -> None:
    """One case, of a dialogue."""
    client = await RawClient.connect(stage.target.ports[listener], context=context)
    dialogue = Dialogue(stage, client)
    try:
        await dialogue.say(*steps)
        await dialogue.end()
    finally:
        dialogue.close()
    stage.note(name, dialogue.found)


async def all_of(cases: Iterable[Awaitable[None]]) -> None:
    """Cases that do not touch each other, some at a time."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(case: Awaitable[None]) -> None:
        async with limit:
            await case

    await asyncio.gather(*map(one, cases))


# -- rows a: the states before authentication ------------------------------------------------------

BEFORE: Final[dict[str, tuple[Any, ...]]] = {
    "a1 ApiVersions twice": (NAMED, NAMED),
    "a2 ApiVersions 99, 3, handshake": (frame(header(18, 99) + b"\0"), NAMED, shake()),
    "a3 bad software name, good one": (
        (ApiVersionsRequest(client_software_name="a b", client_software_version="1"), 3),
        NAMED,
        shake(),
    ),
    "a4 Metadata first": ((MetadataRequest(), 9),),
    "a4 DescribeQuorum first": (QUORUM,),
    "a4 SaslAuthenticate first": (token(GOOD),),
    "a4 DescribeQuorum after ApiVersions": (NAMED, QUORUM),
    "a4 an unknown key first": (frame(header(999, 0)),),
    "a5 ApiVersions in place of a token": (shake(), NAMED),
    "a5 DescribeQuorum in place of a token": (shake(), QUORUM),
    "a5 DescribeCluster in place of a token": (
        shake(),
        (DescribeClusterRequest(endpoint_type=2), 1),
    ),
    "a5 another handshake in place of a token": (shake(), shake()),
    **{
        f"a6 mechanism {name!r} v{version}": (shake(name, version),)
        for name in ("GSSAPI", "plain", "", "PLAIN ")
        for version in (0, 1)
    },
    "a7 handshake 2": (frame(header(17, 2) + b"\0\5PLAIN"),),
    "a7 SaslAuthenticate 3": (shake(), frame(header(36, 3) + b"\0\1\0")),
    "a7 handshake that ends early": (frame(header(17, 1) + b"\0\x20PL"),),
    "a8 a raw token after handshake 1": (shake(), frame(GOOD)),
    "a9 a raw token after handshake 0": (shake(PLAIN, 0), frame(GOOD), NAMED),
    "a10 a wrong raw token": (shake(PLAIN, 0), frame(b"\0alice\0wrong")),
    "a10 SaslAuthenticate after handshake 0": (shake(PLAIN, 0), token(GOOD)),
    "a11 length 524289": (b"\0\x08\0\x01",),
    "a11 length 104857601": (b"\x06\x40\0\x01",),
    "a11 length -1": (b"\xff\xff\xff\xff",),
    "a11 length -2147483648": (b"\x80\0\0\0",),
    "a11 HTTP": (b"GET / HTTP/1.1\r\n\r\n",),
    "a11 a TLS hello": (bytes.fromhex("16030102000100"),),
    "a12 length 0": (frame(b""),),
    "a14 a whole log-in in one segment": ([NAMED, shake(), token(GOOD), NAMED],),
    "a15 wrong password": (shake(), token(b"\0alice\0wrong")),
    "a15 unknown user": (shake(), token(b"\0nobody\0alice-secret")),
    "a15 not UTF-8": (shake(), token(b"\0al\xff\xfe\0alice-secret")),
    "a15 the node's own name without a user_": (shake(), token(b"\0node\0node-secret")),
    "a16 empty user": (shake(), token(b"\0\0alice-secret")),
    "a16 empty password": (shake(), token(b"\0alice\0")),
    "a16 no token": (shake(), token(b"")),
    "a16 1 part": (shake(), token(b"alice")),
    "a16 2 parts": (shake(), token(b"alice\0alice-secret")),
    "a16 4 parts": (shake(), token(b"\0alice\0alice-secret\0more")),
    "a16 9 parts": (shake(), token(b"\0" * 8)),
    "a17 another authzid, good password": (shake(), token(b"bob\0alice\0alice-secret")),
    "a17 another authzid, wrong password": (shake(), token(b"bob\0alice\0wrong")),
    "a17 the same authzid": (shake(), token(b"alice\0alice\0alice-secret")),
    **{f"a18 SaslAuthenticate {each}": (shake(), token(GOOD, each)) for each in (0, 1, 2)},
    "a19 SaslAuthenticate after success": (shake(), token(GOOD), token(GOOD), NAMED),
    "a20 handshake after success": (shake(), token(GOOD), shake(), NAMED),
    "a21 a name of 30,000 bytes": (shake(), token(b"\0" + b"a" * 30_000 + b"\0x")),
    "a22 ApiVersions 0 to 4 before and after": (
        (NAMED[0], 4),
        shake(),
        token(GOOD),
        (NAMED[0], 0),
        (NAMED[0], 4),
    ),
}

WAITING: Final[dict[str, bytes]] = {
    "a12 length 524288 and silence": b"\0\x08\0\0",
    "a12 length 65536 and silence": b"\0\x01\0\0",
    "a13 two bytes and silence": b"\0\0",
    "a13 nothing": b"",
}


async def before(stage: Stage) -> None:
    await all_of(talk(stage, name, "NAMED", steps) for name, steps in BEFORE.items())


async def until_deadline(stage: Stage, name: str, listener: str, data: bytes, drip: bool) -> None:
    """Whether a connection is still there some seconds after the deadline."""
    client = await RawClient.connect(stage.target.ports[listener])
    client.send(data)
    found = "open"
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2 * DEADLINE_S):
            while found == "open":
                with contextlib.suppress(TimeoutError):
                    rest = await asyncio.wait_for(client.next_bytes(), 0.5)
                    found = rest.hex() if rest else CLOSED
                if drip:
                    client.send(b"\0")
    client.writer.transport.abort()
    stage.note(name, found)


async def waiting(stage: Stage) -> None:
    cases = [until_deadline(stage, name, "NAMED", data, False) for name, data in WAITING.items()]
    cases += [
        until_deadline(stage, "f4 a byte twice a second", "NAMED", b"\0\0\x10\0", True),
        until_deadline(stage, "d7 no hello", "TLS", b"", False),
        until_deadline(stage, "d7 4 bytes of a hello", "TLS", b"\x16\x03\x01\x02", False),
        until_deadline(stage, "d7 a hello byte by byte", "TLS", b"\x16\x03\x01\x02\0\1", True),
    ]
    await asyncio.gather(*cases)


# -- rows b: re-authentication ---------------------------------------------------------------------

SECOND: Final = b"\0bob\0bob-secret"
LOGGED_IN: Final = (shake(), token(GOOD))
AGAIN: Final[dict[str, tuple[Any, ...]]] = {
    "b1 the same user": (*LOGGED_IN, *LOGGED_IN, NAMED),
    "b2 two handshakes": (*LOGGED_IN, shake(), shake()),
    "b3 another user": (*LOGGED_IN, shake(), token(SECOND)),
    "b4 another mechanism": (*LOGGED_IN, shake(SHA_256), token(b"n,,n=alice,r=x")),
    "b4 an unknown mechanism": (*LOGGED_IN, shake("GSSAPI")),
    "b5 wrong password": (*LOGGED_IN, shake(), token(b"\0alice\0wrong")),
    "b5 ApiVersions in place of a token": (*LOGGED_IN, shake(), NAMED),
    "b6 again within a second": (*LOGGED_IN, *LOGGED_IN, shake(), NAMED),
    "b10 without headers": (*LOGGED_IN, shake(PLAIN, 0), frame(GOOD), NAMED),
}


async def again(stage: Stage) -> None:
    await all_of(talk(stage, name, "AGAIN", steps) for name, steps in AGAIN.items())

    async def after_the_session(name: str, first: Iterable[Any], then: Iterable[Any]) -> None:
        client = await RawClient.connect(stage.target.ports["AGAIN"])
        dialogue = Dialogue(stage, client)
        await dialogue.say(*first)
        await asyncio.sleep(SESSION_S + 0.3)  # the session's own time
        await dialogue.say(*then)
        await dialogue.end()
        dialogue.close()
        stage.note(name, dialogue.found)

    cases = [
        after_the_session(f"b7 a request after it v{each}", (shake(), token(GOOD, each)), (NAMED,))
        for each in (0, 1, 2)
    ]
    cases += [
        after_the_session("b7 a request after it, raw", (shake(PLAIN, 0), frame(GOOD)), (NAMED,)),
        after_the_session("b8 a handshake after it", LOGGED_IN, (*LOGGED_IN, NAMED)),
        after_the_session("b9 silence after it", LOGGED_IN, ()),
    ]
    await asyncio.gather(*cases)


# -- rows c: SCRAM and OAUTHBEARER -----------------------------------------------------------------


async def scram(
    stage: Stage, name: str, change: Callable[[int, bytes], bytes], **more: str
) -> None:
    """A log-in by SCRAM, whose messages are changed on their way: 0 the first, 1 the final one."""
    mechanism, user = more.get("mechanism", SHA_256), more.get("user", "alice")
    client = ScramClient(mechanism, user, more.get("says", f"{user}-secret"), nonce=NONCE)
    dialogue = Dialogue(stage, await RawClient.connect(stage.target.ports["NAMED"]))
    try:
        await dialogue.say(shake(mechanism))
        first = await dialogue.answer_to(*token(change(0, client.first())))
        if first is not None and not first.error_code:
            final = change(1, client.final(bytes(first.auth_bytes)))
            await dialogue.answer_to(*token(final))
        await dialogue.end()
    finally:
        dialogue.close()
    stage.note(name, dialogue.found)


async def scrams(stage: Stage) -> None:
    def same(_: int, data: bytes) -> bytes:
        return data

    def with_final(change: Callable[[bytes], bytes]) -> Callable[[int, bytes], bytes]:
        return lambda place, data: change(data) if place else data

    firsts = {
        "y,,": b"y,,n=alice,r=abc",
        "p=": b"p=tls-unique,,n=alice,r=abc",
        "empty nonce": b"n,,n=alice,r=",
        "bad escape": b"n,,n=al=2Xice,r=abc",
        "garbage": b"\0\1\2garbage",
        "nothing": b"",
        "no name": b"n,,r=abc",
        "not ASCII": "n,,n=ü,r=abc".encode(),
        "another authzid": b"n,a=bob,n=alice,r=abc",
        "an unknown token id": b"n,,n=token,r=abc,tokenauth=true",
    }
    cases = [
        scram(stage, "c1 good", same),
        scram(stage, "c1 good 512", same, mechanism=SHA_512, user="carol"),
        scram(stage, "c2 wrong password", same, says="wrong"),
        scram(
            stage,
            "c2 another nonce in the final message",
            with_final(lambda data: data.replace(b",r=fyko", b",r=abcd")),
        ),
        scram(stage, "c2 the first message twice", with_final(lambda _: b"n,,n=alice,r=abc")),
        scram(stage, "c2 another proof", with_final(lambda data: data[:-6] + b"AAAAA=")),
        scram(stage, "c3 an unknown user", same, user="nobody"),
        scram(stage, "c3 a user of the other hash", same, user="carol"),
    ]
    cases += [
        talk(stage, f"c3 {name}", "NAMED", (shake(SHA_256), token(data)))
        for name, data in firsts.items()
    ]
    await all_of(cases)


def bearer(
    claims: dict[str, Any] | bytes, alg: str = "none", signature: str = "", **more: str
) -> bytes:
    """The client's message with a token."""

    def part(form: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(form).encode()).decode().rstrip("=")

    if isinstance(claims, bytes):
        text = claims.decode()
    else:
        text = f"{part({'alg': alg})}.{part(claims)}.{signature}"
    pairs = "".join(f"\1{key}={value}" for key, value in more.items() if key != "authzid")
    authzid = f"a={more['authzid']}" if "authzid" in more else ""
    return f"n,{authzid},\1auth=Bearer {text}{pairs}\1\1".encode()


async def bearers(stage: Stage) -> None:
    now = int(time.time())
    good = {"sub": "alice", "iat": now - 1, "exp": now + 3600}
    accepted = {
        "c7 good": bearer(good),
        "c7 with an extension": bearer(good, traceId="1"),
        "c7 with the same authzid": bearer(good, authzid="alice"),
    }
    refused = {
        "c8 expired": bearer({**good, "iat": now - 7200, "exp": now - 3600}),
        "c8 without exp": bearer({"sub": "alice", "iat": now}),
        "c8 without sub": bearer({"iat": now, "exp": now + 3600}),
        "c8 alg RS256": bearer(good, alg="RS256", signature="AAAA"),
        "c8 none with a signature": bearer(good, signature="AAAA"),
        "c8 garbage": bearer(b"garbage"),
    }
    malformed = {
        "c9 another authzid": bearer(good, authzid="bob"),
        "c9 garbage": b"garbage",
        "c9 an extension named auth": bearer(good, auth="Bearer x"),
        "c9 nothing": b"",
    }
    cases = [
        talk(stage, name, "NAMED", (shake(BEARER), token(data)))
        for name, data in (accepted | malformed).items()
    ]
    cases += [
        talk(stage, name, "NAMED", (shake(BEARER), token(data), token(b"\1")))
        for name, data in refused.items()
    ]
    cases.append(
        talk(
            stage,
            "c8 expired and not acknowledged",
            "NAMED",
            (shake(BEARER), token(refused["c8 expired"]), token(b"x")),
        )
    )

    async def ends() -> None:
        soon = {"sub": "alice", "iat": now - 1, "exp": int(time.time()) + TOKEN_S}
        dialogue = Dialogue(stage, await RawClient.connect(stage.target.ports["NAMED"]))
        await dialogue.say(shake(BEARER), token(bearer(soon)), NAMED)
        await asyncio.sleep(TOKEN_S + 0.5)  # the token's own time
        await dialogue.say(NAMED)
        dialogue.close()
        stage.note("c10 a request after the end of the token", dialogue.found)

    cases.append(ends())
    await all_of(cases)


# -- rows d: TLS -----------------------------------------------------------------------------------


async def shaken(stage: Stage, name: str, listener: str, context: Any, asked: Any = NAMED) -> None:
    """A handshake and a request; the error of either, or the answer."""
    found: Any
    try:
        client = await RawClient.connect(stage.target.ports[listener], context=context)
        try:
            client.send(request(*asked))
            payload = await asyncio.wait_for(client.receive(), 20)
            answer = RawClient.read(payload, asked[0].API_KEY, asked[1])
            found = f"{type(answer).__name__} {answer.error_code}"
        finally:
            client.writer.transport.abort()
    except ssl.SSLError as error:
        found = (error.reason or "").lower().replace("_", " ")
    except (ConnectionError, asyncio.IncompleteReadError):
        found = CLOSED
    stage.note(name, found)


async def tls(stage: Stage) -> None:
    authority, root = stage.target.authority, stage.target.folder.parent
    other = Authority(root, "other")

    def context(keys: Any, only: str) -> Any:
        more = {"ssl.enabled.protocols": only, "ssl.endpoint.identification.algorithm": ""}
        return client_context(keys | authority.trust() | more)

    cases = []
    for only in ("TLSv1.2", "TLSv1.3"):
        clients = {
            "d1 no certificate": {},
            "d2 expired": authority.stores("late", begin=-3, days=-1),
            "d2 of the future": authority.stores("early", begin=3),
            "d2 of another authority": other.stores("stranger"),
            "d2 of a server": authority.stores("server", usage=SERVER_ONLY),
            "d3 of the authority": authority.stores("client"),
        }
        for name, keys in clients.items():
            made = context(keys, only)
            cases.append(shaken(stage, f"{name}, {only}", "TLS", made))
            if name[:2] in ("d1", "d3") or "another" in name:
                cases.append(shaken(stage, f"d4 requested: {name[3:]}, {only}", "ASKED", made))
        cases.append(
            shaken(
                stage,
                f"d13 no rule fits, {only}",
                "MAPPED",
                context(clients["d3 of the authority"], only),
            )
        )
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("DEFAULT@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    cases.append(shaken(stage, "d5 TLS 1.0 and 1.1", "TLS", old))
    await all_of(cases)
    for name, data in {
        "d6 a plain frame": request(*NAMED),
        "d6 HTTP": b"GET / HTTP/1.1\r\n\r\n",
        "d6 zeros": bytes(64),
    }.items():
        client = await RawClient.connect(stage.target.ports["TLS"])
        client.send(data)
        stage.note(name, (await client.rest()).hex())
    good = context(authority.stores("client"), "TLSv1.3")
    client = await RawClient.connect(stage.target.ports["TLS"], context=good)
    await client.ask(*NAMED)
    client.send(request(*QUORUM))
    client.abandon()
    answered = RawClient.read(await client.receive(), 55, 2)
    stage.note("d9 a request, then the end of TCP", f"DescribeQuorum {answered.error_code}")
    client.close()
    for name, size in {"above": 104_857_601, "exactly": 104_857_600}.items():
        await talk(
            stage,
            f"d10 {name} socket.request.max.bytes",
            "TLS",
            (size.to_bytes(4, "big"),),
            context=good,
        )
    both = {"no certificate": {}, "a certificate": authority.stores("client")}
    for name, keys in both.items():
        made = context(keys, "TLSv1.3")
        await shaken(stage, f"d11 SASL_SSL that requires certificates: {name}", "BOTH", made)
    await talk(stage, "d11 a log-in over TLS", "BOTH", (NAMED, *LOGGED_IN, NAMED), context=good)


# -- rows e2: PLAINTEXT ----------------------------------------------------------------------------


async def plaintext(stage: Stage) -> None:
    for name, step in {"handshake": shake(), "SaslAuthenticate": token(GOOD)}.items():
        client = await stage.connect()
        dialogue = Dialogue(stage, client)
        await dialogue.say(step)
        await dialogue.end()
        dialogue.close()
        stage.note(f"e2 {name} on PLAINTEXT", dialogue.found)


async def story(stage: Stage) -> None:
    await stage.until_led()
    for each in (before, again, scrams, bearers, tls, plaintext, waiting):
        await each(stage)
    stage.record = dict(sorted(stage.record.items()))


def _sasl(listener: str, *, bearer_too: bool = True) -> dict[str, str]:
    name = f"listener.name.{listener}"
    users = 'user_alice="alice-secret" user_bob="bob-secret"'
    own = 'username="node" password="node-secret"'
    mechanisms = [PLAIN, SHA_256, SHA_512] + ([BEARER] if bearer_too else [])
    keys = {
        f"{name}.sasl.enabled.mechanisms": ",".join(mechanisms),
        f"{name}.plain.sasl.jaas.config": f"{PLAIN_MODULE} required {own} {users};",
        f"{name}.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
        f"{name}.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    }
    if bearer_too:
        keys[f"{name}.oauthbearer.sasl.jaas.config"] = (
            f'{TOKEN_MODULE} required unsecuredLoginStringClaim_sub="node";'
        )
    return keys


LAYOUT: Final = Layout(
    STANDALONE,
    {
        **_sasl("named"),
        **_sasl("again", bearer_too=False),
        **_sasl("both", bearer_too=False),
        "listener.name.again.connections.max.reauth.ms": str(int(SESSION_S * 1000)),
        "listener.name.tls.ssl.client.auth": "required",
        "listener.name.asked.ssl.client.auth": "requested",
        "listener.name.both.ssl.client.auth": "required",
        "listener.name.mapped.ssl.client.auth": "required",
        "listener.name.mapped.ssl.principal.mapping.rules": "RULE:^CN=nobody$/x/",
        "connection.failed.authentication.delay.ms": str(int(DELAY_S * 1000)),
        "kraft.sasl.oauthbearer.unsecured": "true",
        "kraft.authentication.timeout.ms": str(int(DEADLINE_S * 1000)),
    },
    listeners={
        "NAMED": "SASL_PLAINTEXT",
        "AGAIN": "SASL_PLAINTEXT",
        "TLS": "SSL",
        "ASKED": "SSL",
        "MAPPED": "SSL",
        "BOTH": "SASL_SSL",
    },
    flags=(
        "--add-scram",
        "SCRAM-SHA-256=[name=alice,password=alice-secret]",
        "--add-scram",
        "SCRAM-SHA-512=[name=carol,password=carol-secret]",
    ),
)

SCENES: Final = (Scene("securing", LAYOUT, story),)
