"""Implementations asked, case by case, what they do, and their answers held against the law."""
