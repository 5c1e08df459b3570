"""Released schemas: found in jars, checkouts and folders, merged, and kept as a folder of specs."""
