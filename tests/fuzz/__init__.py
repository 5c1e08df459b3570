"""A bounded, seeded mutation fuzzer over every decoder of the wire layer.

`python -m tests.fuzz --seed N --count N`. An input is wholly made of the seed and its number, so
each failure comes with the one command that repeats it. Reading order: `mutation` (how bytes are
spoiled), `content` (what is spoiled), `message_target` and its neighbours (what must hold then),
`guard` (time and memory), `campaign` (all of it in turn).
"""
