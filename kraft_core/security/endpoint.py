"""One TLS connection without IO: bytes of the peer in, plain text out, bytes for the peer.

OpenSSL runs between two buffers, so the owner of the socket counts handshakes, sets deadlines and
sends alerts, as Kafka's SslTransportLayer does: asyncio's own TLS closes a connection whose
handshake fails without an alert, and a Kafka client then retries for ever.
"""

from __future__ import annotations

import ssl
from collections import deque
from enum import Enum, auto
from typing import Final

from kraft_core.security.errors import AuthenticationError

HANDSHAKE_BYTES_MAX: Final = 65_536
"""The maximum bytes of an unfinished handshake, chains of certificates included.

A first request can arrive with the end of the handshake and is not part of it.
"""

TURN_BYTES: Final = 262_144
"""Plain text that one call encrypts or decrypts: more would hold up the event loop."""

_READ_BYTES: Final = 16_384
_INTERNAL_ERROR_ALERT: Final = bytes.fromhex("15030300020250")
"""Java's answer to bytes that are not TLS; OpenSSL sends none."""


class TlsState(Enum):
    """The state of a TLS connection."""

    HANDSHAKE = auto()
    OPEN = auto()
    CLOSED = auto()
    """The peer has ended it, with close_notify or without; what is written can still arrive."""
    FAILED = auto()


class TlsEndpoint:
    """One side of a connection. A client checks and sends `server_hostname` (SNI).

    `receive` keeps bytes, `advance` works on them. After each, `data_to_send` is what has to be
    written to the socket, alerts included, even when `advance` has raised.
    """

    def __init__(
        self, context: ssl.SSLContext, *, is_server: bool, server_hostname: str | None = None
    ) -> None:
        self.state = TlsState.HANDSHAKE
        self._is_server = is_server
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(
            self._incoming, self._outgoing, server_side=is_server, server_hostname=server_hostname
        )
        self._handshake_bytes = 0
        self._has_read = False
        self._has_more = True
        self._alert = b""
        self._unsent: deque[memoryview] = deque()

    @property
    def peer_certificate(self) -> bytes | None:
        """The peer's certificate in DER; None if it has sent none."""
        return None if self.state is TlsState.HANDSHAKE else self._tls.getpeercert(True)

    @property
    def has_work(self) -> bool:
        """Return True if another `advance` has work without more bytes of the peer."""
        if self.state is TlsState.FAILED:
            return False
        return self._has_more or (self.state is not TlsState.HANDSHAKE and bool(self._unsent))

    @property
    def unsent_bytes(self) -> int:
        """Plain text that has not been encrypted yet."""
        return sum(map(len, self._unsent))

    @property
    def unread_bytes(self) -> int:
        """Bytes of the peer that `advance` has not read."""
        return self._incoming.pending

    def receive(self, data: bytes) -> None:
        """Store bytes of the peer."""
        if self.state is TlsState.FAILED:
            return
        if self.state is TlsState.HANDSHAKE:
            self._handshake_bytes += len(data)
        self._has_more = True
        self._incoming.write(data)

    def receive_eof(self) -> None:
        """Note that the peer has closed its stream."""
        self._has_more = True
        self._incoming.write_eof()

    def send(self, data: bytes | memoryview) -> None:
        """Queue plain text; it is encrypted by `advance` when the handshake is over."""
        if data:
            self._unsent.append(memoryview(data))

    def data_to_send(self) -> bytes:
        """Return the bytes for the peer, and remove them."""
        data = self._outgoing.read() + self._alert
        self._alert = b""
        return data

    def advance(self, handshake_steps: int = 2) -> bytes:
        """Run at most that many steps of the handshake, then transfer at most TURN_BYTES each way.

        Returns plain text of the peer. Raises AuthenticationError when the handshake fails, takes
        more than HANDSHAKE_BYTES_MAX, or the peer refuses us with an alert; the alert of this side
        is then in `data_to_send`.
        """
        if self.state is TlsState.FAILED:
            return b""
        try:
            # one step answers one flight of the peer and can verify a chain of certificates
            while self.state is TlsState.HANDSHAKE and handshake_steps > 0:
                handshake_steps -= 1
                try:
                    self._tls.do_handshake()
                except ssl.SSLWantReadError:
                    self._has_more = False
                    self._check_handshake_size()
                    return b""
                self.state = TlsState.OPEN
            if self.state is TlsState.HANDSHAKE:
                return b""
            data = self._read()
            self._write()
        except ssl.SSLError as error:
            raise self._failure(error) from None
        return data

    def _check_handshake_size(self) -> None:
        """Refuse a handshake that has used all received bytes and needs more."""
        if self._handshake_bytes > HANDSHAKE_BYTES_MAX:
            self.state = TlsState.FAILED
            raise AuthenticationError(f"the TLS handshake exceeds {HANDSHAKE_BYTES_MAX} bytes")

    def encrypt(self) -> None:
        """Encrypt at most TURN_BYTES of waiting data, without reading received bytes.

        Raises AuthenticationError.
        """
        if self.state is TlsState.OPEN or self.state is TlsState.CLOSED:
            try:
                self._write()
            except ssl.SSLError as error:
                raise self._failure(error) from None

    def close(self) -> None:
        """Queue close_notify for the peer; do not wait for the peer's own."""
        if self.state is TlsState.OPEN:
            self.state = TlsState.CLOSED
            try:
                self._tls.unwrap()
            except ssl.SSLError:  # the peer has not closed its side, which is not waited for
                return

    def _read(self) -> bytes:
        chunks = []
        size = 0
        self._has_more = self.state is TlsState.OPEN
        while self._has_more and size < TURN_BYTES:
            try:
                chunk = self._tls.read(_READ_BYTES)
            except ssl.SSLWantReadError:
                self._has_more = False
                break
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                chunk = b""
            if not chunk:
                self.state, self._has_more = TlsState.CLOSED, False
                break
            chunks.append(chunk)
            size += len(chunk)
        self._has_read = self._has_read or size > 0
        return b"".join(chunks)

    def _write(self) -> None:
        left = TURN_BYTES
        while self._unsent and left:
            data = self._unsent.popleft()
            if len(data) > left:
                self._unsent.appendleft(data[left:])
                data = data[:left]
            left -= self._tls.write(data)

    def _failure(self, error: ssl.SSLError) -> AuthenticationError:
        """End the connection; return the reason as a sentence."""
        was_open, self.state = self.state is not TlsState.HANDSHAKE, TlsState.FAILED
        self._unsent.clear()
        # up to Python 3.11.3 an end of the stream is SSLZeroReturnError here too
        if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
            raise AuthenticationError(
                "the peer closed the connection during the TLS handshake"
            ) from None
        reason = (error.reason or str(error)).lower().replace("_", " ")
        if isinstance(error, ssl.SSLCertVerificationError):
            reason = f"certificate verify failed: {error.verify_message}"
        if not self._outgoing.pending and self._handshake_bytes and "alert" not in reason:
            self._alert = _INTERNAL_ERROR_ALERT
        # in TLS 1.3 a client's handshake is over before the server has seen its certificate
        if was_open and not self._is_server and not self._has_read and "alert" in reason:
            return AuthenticationError(f"the server refused our certificate ({reason})")
        return AuthenticationError(f"TLS failed: {reason}")
