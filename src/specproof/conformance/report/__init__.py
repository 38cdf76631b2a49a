"""One report in several forms: a renderer each, all from the same value."""
