"""Which addresses does a name have, and which of them answers? Below clients and nodes.

`resolver` looks names up on threads of its own, `addresses` connects to the first that answers,
`urls` opens URLs in the same way.
"""
