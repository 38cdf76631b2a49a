"""One module a check, named after its slug, for what the check's YAML cannot say: a function `check(subject)`.

A check looks at a subject and yields places; it holds no prose, parses no text and asks no server.
"""
