"""DROP TABLE, RENAME TABLE and TRUNCATE TABLE.

Part of the simulator. DROP TABLE of several tables is the one statement that may fail and still change something: what
exists is dropped, then the server complains about the rest.
"""

from __future__ import annotations

from specproof.ddl.simulator.alter import rename as move
from specproof.ddl.simulator.names import check_table_name
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import DropTable, RenameTable, TableName


def drop(trial: Trial, world: World, statement: DropTable) -> None:
    """Drops what exists; records 1051 for what certainly does not, 1217 for tables that others refer to."""
    for table in statement.tables:
        key = world.key(table)
        if statement.temporary:
            if world.temporary.pop(key, None) is None and not statement.if_exists:
                trial.refuse("missing-table", table.place, 1051, table=str(table), dropped=False)
            continue
        if key in world.views or world.surely_missing(key):
            if not statement.if_exists:
                trial.refuse("missing-table", table.place, 1051, table=str(table), dropped=key in world.dropped)
            continue
        if trial.session.on("foreign_key_checks") and any(True for _ in world.referrers(key)):
            trial.refuse("foreign-key-parent", table.place, 1217, table=str(table))
            continue
        world.remove(key)


def rename(trial: Trial, world: World, statement: RenameTable) -> None:
    """Renames from left to right; one failure undoes all."""
    if trial.session.has_locks:
        trial.refuse("rename-under-lock", statement.pairs[0][0].place, 1192)
        return
    for old, new in statement.pairs:
        check_table_name(trial, new)
        key, target = world.key(old), world.key(new)
        if target in world.tables or target in world.views:
            trial.refuse("table-exists", new.place, 1050, table=str(new))
            continue
        if key in world.views:
            world.views.discard(key)
            world.views.add(target)
            continue
        if world.surely_missing(key):
            trial.refuse("missing-table", old.place, 1017, table=str(old), dropped=key in world.dropped)
            continue
        table = world.get(key)
        if table is None:
            table = world.assume(key)
        if table.triggers and world.database_of(key) != world.database_of(target):
            trial.refuse("rename-with-triggers", new.place, 1435, table=str(old))
            continue
        move(world, key, target)


def truncate(trial: Trial, world: World, table: TableName) -> None:
    key = world.key(table)
    if key in world.views or world.surely_missing(key):
        trial.refuse("missing-table", table.place, 1146, table=str(table), dropped=key in world.dropped)
        return
    if trial.session.on("foreign_key_checks") and any(True for _ in world.referrers(key)):
        trial.refuse("foreign-key-parent", table.place, 1701, table=str(table))
        return
    if key in world.tables and key not in world.unknown:
        world.empty.add(key)
