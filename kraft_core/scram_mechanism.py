"""SCRAM as Kafka has it (ScramMechanism, ScramFormatter; RFC 5802): the keys behind a password.

What formatting writes into a credential and what a client proves are made of the same keys. Kafka
takes passwords as UTF-8, without SASLprep.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final, NamedTuple


class ScramMechanism(NamedTuple):
    """Its number in records, its hash, and the iterations of a credential that Kafka takes."""

    number: int
    hash_name: str
    lowest: int = 4096
    highest: int = 16384

    def salted_password(self, password: str, salt: bytes, iterations: int) -> bytes:
        """What stands for the password; each iteration costs a hash or two."""
        return hashlib.pbkdf2_hmac(self.hash_name, password.encode(), salt, iterations)

    def client_key(self, salted_password: bytes) -> bytes:
        """What only the client knows."""
        return self.sign(salted_password, b"Client Key")

    def stored_key(self, client_key: bytes) -> bytes:
        """What a server keeps of it."""
        return hashlib.new(self.hash_name, client_key).digest()

    def server_key(self, salted_password: bytes) -> bytes:
        """What the server proves itself with."""
        return self.sign(salted_password, b"Server Key")

    def sign(self, key: bytes, data: bytes) -> bytes:
        """The HMAC of data."""
        return hmac.digest(key, data, self.hash_name)


SCRAM_MECHANISMS: Final = {
    "SCRAM-SHA-256": ScramMechanism(1, "sha256"),
    "SCRAM-SHA-512": ScramMechanism(2, "sha512"),
}
"""By name."""
