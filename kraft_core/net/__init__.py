"""Addresses of host names, and connections to them. Below clients and nodes.

`resolver` looks names up on its own threads, `addresses` connects to the first that answers,
`urls` opens URLs in the same way.
"""
