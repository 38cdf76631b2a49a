"""Subjects, found by file name: a module here has `make`, which gives a new `Subject`."""
