"""Which records and response does a request lead to? Pure: state in, decision out.

One module for each family of requests; `partition_change` and `placement` are shared.
"""
