"""The `kraft` command: one module per command, loaded when it is called.

`main` lists the commands and turns errors into one line and an exit code, `output` prints text,
`findings` prints findings, `admin_connection` has the options of commands that ask a cluster.
"""
