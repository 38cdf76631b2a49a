"""The same CHECK constraints as `check-constraint`, said by MySQL 5.7 instead of by the house."""

from __future__ import annotations

from specproof.ddl.checks.check_constraint import check

__all__ = ["check"]
