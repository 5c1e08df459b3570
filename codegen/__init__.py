"""Kafka's JSON message schemas in, Python codecs out. Knows nothing of kraft_*.

Reading order: `versions` and `spec` (the model), `attributes`, `fields`, `defaults` and `reader`
(commented JSON to spec), `layout` (what goes on the wire), `classes`, `codecs` and `descriptions`
(names and expressions for the templates), `render` (Jinja2 prints them), `output`. Beside them
`sources`, `alignment`, `message_merge`, `merge`, `shape`, `abouts`, `writer` and `spec_folder`
(several releases as one set of specs), and `change`, `field_evolution`, `evolution` and
`compatibility_report` (two releases compared).
"""
