"""Partitions: their names, and the mistakes that text alone shows.

Part of the simulator.
"""

from __future__ import annotations

from collections.abc import Sequence

from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import CreateTable, OtherClause, Partition
from specproof.schema import Table


def names(partition: Partition | None) -> tuple[str, ...]:
    """The partitions of a table, named by the server where the script gives only a number."""
    if partition is None:
        return ()
    if partition.names:
        return tuple(n.value for n in partition.names)
    return tuple(f"p{i}" for i in range(partition.count or 1))


def check_create(trial: Trial, statement: CreateTable, table: Table) -> None:
    """Partitioning against the table it divides."""
    if statement.partition is None:
        return
    if statement.temporary:
        trial.refuse("partitioned-temporary", statement.partition.place, 1562)
    for index in table.indexes:
        if index.kind == "FULLTEXT":
            trial.refuse("partitioned-fulltext", statement.partition.place, 1214, key=index.name)


def after(table: Table, clauses: Sequence[OtherClause]) -> tuple[str, ...]:
    """The partitions after the partition clauses of an ALTER TABLE."""
    result = table.partitions
    for clause in clauses:
        if clause.name == "partition by":
            result = names(clause.partition)
        elif clause.name == "remove partitioning":
            result = ()
    return result
