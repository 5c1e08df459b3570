"""Kafka's JSON message schemas in, Python codecs out. Knows nothing of kraft_*.

Four programs, each a folder:

* `schema`: the schema language. `types` (the table of field types, defaults), `model` (versions and
  specs), `attributes` and `reader` (commented JSON to spec), `wire` (the layout of a version on the
  wire), `writer` (spec to JSON), `error_codes` (`errors.json`, which is not a schema).
* `python`: the generated package. `layout` (versions that look alike, `struct` calls), `classes`,
  `codecs` and `descriptions` (views for the templates), `uses` (the imports of a module), `render`
  (Jinja2 prints it), `output`.
* `releases`: several releases as one set of specs. `sources`, `alignment`, `merge`, `folder`.
* `compatibility`: two releases compared. `evolution`, `report`.

`naming` and `errors` are common to all. Read in this order.
"""
