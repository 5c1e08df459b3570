"""Errors of configuration and authentication; each message is one sentence for a person."""

from __future__ import annotations


class SecurityConfigError(Exception):
    """A key that promises security has a value that is not valid or not supported."""


class AuthenticationError(Exception):
    """One side of a connection could not prove who it is."""
