"""One module a command or group, found by its file name; each exposes `command`.

Heavy imports stay inside callbacks.
"""
