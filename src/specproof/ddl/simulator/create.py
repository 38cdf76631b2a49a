"""CREATE TABLE: with elements, LIKE another table, or from a query.

Part of the simulator. A table from a query gets columns that nobody can tell from text alone; it is then taken as
unknown beyond what its own elements say.
"""

from __future__ import annotations

from dataclasses import replace

from specproof.ddl.simulator import columns, foreign, options, partitions
from specproof.ddl.simulator.assemble import Blueprint, assemble
from specproof.ddl.simulator.elements import Elements
from specproof.ddl.simulator.names import check_table_name
from specproof.ddl.simulator.options import Options
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import CreateTable
from specproof.schema import Table


def create(trial: Trial, world: World, statement: CreateTable) -> None:
    """Puts the table into the world, or records why the server refuses it."""
    check_table_name(trial, statement.table)
    key = world.key(statement.table)
    session = trial.session
    default_engine = session.values["default_storage_engine"]
    opts = options.begin(Options(default_engine, None))
    elements = Elements()
    for element in statement.elements:
        elements.add(trial, element)
    for option in statement.options:
        opts = options.step(trial, option, opts)
    if opts.collation is None:
        opts = replace(opts, collation=world.default_collation(key))
    exists = not statement.temporary and (key in world.tables or key in world.views)
    if exists and statement.if_not_exists is not None:
        trial.note("table-exists-already", statement.if_not_exists, table=str(statement.table))
        return
    if statement.like is not None:
        _like(trial, world, key, statement)
        return
    if not elements.columns and statement.select is None:
        if not trial.refused:
            trial.refuse("no-columns", statement.table.place, 1113)
        return
    if session.on("enforce_gtid_consistency"):
        _check_gtid(trial, statement)
    table = _build(trial, world, key, statement, elements, opts)
    if statement.temporary:
        world.temporary[key] = table
        return
    world.tables[key] = table
    world.dropped.discard(key)
    world.forget(key)
    world.generated |= {(key, i.name) for i in table.indexes if _made_for_foreign_key(i.name, elements)}
    if statement.select is None:
        world.empty.add(key)
    else:
        world.unknown.add(key)


def _check_gtid(trial: Trial, statement: CreateTable) -> None:
    """With GTIDs enforced, a statement is one transaction; records 1786 and 1787."""
    if statement.select is not None and not statement.temporary:
        trial.refuse("gtid-create-select", statement.select, 1786)
    elif statement.temporary and trial.session.in_transaction:
        trial.refuse("gtid-temporary", statement.table.place, 1787)


def _build(trial: Trial, world: World, key: str, statement: CreateTable, elements: Elements, opts: Options) -> Table:
    layout = partitions.layout(trial, statement.partition)
    foreign_keys = foreign.named(elements.foreign_keys, statement.table.name.value, (), world)
    kept = foreign_keys if opts.engine == "InnoDB" else ()
    plan = Blueprint(
        name=key,
        place=statement.table.place,
        columns=elements.columns,
        keys=elements.keys,
        options=opts,
        foreign_keys=kept,
        partitions=layout.lines() if layout else (),
        exists=not statement.temporary and (key in world.tables or key in world.views),
        complete=statement.select is None,
    )
    table = assemble(trial, plan)
    partitions.check(trial, layout, table, temporary=statement.temporary)
    if kept:
        places = [fk.place for fk in elements.foreign_keys]
        if statement.temporary:
            trial.refuse(
                "foreign-key", places[0], 1215, name=kept[0].name, reason="temporary", parent=kept[0].ref_table
            )
        elif statement.partition is not None:
            trial.refuse("foreign-key-partitioned", places[0], 1506)
        else:
            foreign.check(trial, world, key, table, list(zip(kept, places, strict=True)))
    return table


def _like(trial: Trial, world: World, key: str, statement: CreateTable) -> None:
    """The structure of another table, without its foreign keys and triggers."""
    assert statement.like is not None
    source = world.key(statement.like)
    original = world.get(source)
    if source in world.views:
        trial.refuse("not-a-table", statement.like.place, 1347, table=str(statement.like))
        return
    if world.surely_missing(source):
        trial.refuse("missing-table", statement.like.place, 1146, table=str(statement.like))
        return
    if key in world.tables or key in world.views:
        trial.refuse("table-exists", statement.table.place, 1050, table=str(statement.table))
        return
    if original is None:
        original = world.assume(source)
    copy = replace(original, name=key, foreign_keys=(), triggers=())
    for column in copy.columns:
        one = columns.keep(column, statement.table.place)
        columns.store_default(trial, column, one)
    world.tables[key] = copy
    world.dropped.discard(key)
    world.empty.add(key)
    if source in world.unknown:
        world.unknown.add(key)


def _made_for_foreign_key(name: str, elements: Elements) -> bool:
    explicit = {k.name.lower() for k in elements.keys if k.name and not k.generated}
    return (
        name != "PRIMARY"
        and bool(elements.foreign_keys)
        and name.lower() not in explicit
        and any(k.generated and (k.name is None or k.name.lower() == name.lower()) for k in elements.keys)
    )
