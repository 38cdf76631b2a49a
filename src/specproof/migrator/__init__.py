"""Check, preflight, rehearse, apply, verify, resume: an upgrade script on one server, with a journal."""
