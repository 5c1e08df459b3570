"""The tasks of each library; only the process of that library imports its module.

A module has `version()` and a function for each task that its library can do. It takes the cases of
the task and gives operations by name, after it has checked that they give the right result.
"""
