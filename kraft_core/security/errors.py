"""Errors of configuration and authentication; each message is one sentence for a person."""

from __future__ import annotations


class SecurityConfigError(Exception):
    """A security key whose value is invalid or not supported."""


class AuthenticationError(Exception):
    """One side of a connection could not prove its identity."""
