"""The metadata log told as a story: what happened in a cluster, one sentence an event.

`sentences` knows what each kind of record means, `narrator` which of them belong together,
`log_directory` reads them from files. Printing and colours are the command's.
"""
