"""Certificates for tests, made with `cryptography`: an authority and what it signs."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from pathlib import Path

SERVER_ONLY = (ExtendedKeyUsageOID.SERVER_AUTH,)
HOSTS = ("localhost", "127.0.0.1", "*.rounds.test")


def _name(common_name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, pkcs8, plain)


class Authority:
    """Signs certificates for hosts on this machine and writes them into a folder."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name(f"the authority {name}")
        certificate = self._signed(self._name, self._key.public_key(), is_authority=True)
        self.path = folder / f"{name}.pem"
        self.path.write_bytes(certificate)

    def _signed(
        self, subject, public_key, *, is_authority=False, hosts=(), begin=-1, days=30, usage=None
    ) -> bytes:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(public_key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + timedelta(days=begin))
            .not_valid_after(now + timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        )
        if hosts:
            names = []
            for host in hosts:
                try:
                    names.append(x509.IPAddress(ipaddress.ip_address(host)))
                except ValueError:
                    names.append(x509.DNSName(host))
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        if usage:
            builder = builder.add_extension(x509.ExtendedKeyUsage(usage), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256())
        return certificate.public_bytes(serialization.Encoding.PEM)

    def issue(self, name: str, *, hosts=HOSTS, file: str | None = None, **more) -> Path:
        """Write key and certificate of CN=NAME as a PEM key store; `days`, `begin`, `usage`."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._signed(_name(name), key.public_key(), hosts=hosts, **more)
        path = self._folder / f"{file or name}.pem"
        beside = path.with_suffix(".new")
        beside.write_bytes(_pem(key) + certificate)
        beside.replace(path)
        return path

    def stores(self, name: str, **more) -> dict[str, str]:
        """Return key and trust stores with a certificate of this authority."""
        return {
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(self.issue(name, **more)),
            **self.trust(),
        }

    def trust(self) -> dict[str, str]:
        """Return the trust store of a peer that trusts this authority."""
        return {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(self.path)}
