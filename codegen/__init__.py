"""Kafka's JSON message schemas in, Python codecs out. Knows nothing of kraft_*.

Reading order: `versions`, `spec`, `reader` (JSON to spec), `layout` (what goes on the wire),
`render` (Jinja2 prints it), `output`. Beside them `sources` and `merge` (several releases as
one), `evolution` (two releases compared).
"""
