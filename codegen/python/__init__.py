"""Specs to a Python package: classes, codecs, schemas as data, a registry."""
