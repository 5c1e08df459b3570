"""A KRaft replica and everything around it.

So far: `client` (sockets under kraft_wire, blocking and asyncio) and `cli` (the `kraft` command).
"""
