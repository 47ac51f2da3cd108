// Carries out the queries of the query builder on simulated rows. It reads the builder's own description of a query, so
// that a changed query of the product is followed, not repeated here. What it does not know fails loudly.
import {
  type ColumnUpdateNode,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  type RootOperationNode,
  SelectAllNode,
  SelectQueryNode,
  type SelectionNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValuesNode,
} from 'kysely'
import { type Scene, columnName, evaluate } from './evaluate-node.ts'
import type { Row } from './row.ts'
import { type RowStore, type RowTransaction, lockName } from './row-store.ts'

export type RowScene = { store: RowStore; tx: RowTransaction; now: Date }

export function runQuery(scene: RowScene, node: RootOperationNode): readonly Row[] {
  if (SelectQueryNode.is(node)) return select(scene, node)
  if (InsertQueryNode.is(node)) return insert(scene, node)
  if (UpdateQueryNode.is(node)) return update(scene, node)
  throw new Error(`the query is not simulated: ${node.kind}`)
}

function select({ store, tx, now }: RowScene, node: SelectQueryNode): readonly Row[] {
  refuse(node, ['joins', 'groupBy', 'having', 'distinctOn', 'offset', 'with', 'setOperations'])
  const table = tableName(node.from?.froms[0])
  const [key] = store.definition(table).unique
  const modifiers = new Set((node.endModifiers ?? []).map(({ modifier }) => modifier))
  let found = matching({ store, tx, now }, table, node.where?.where)
  if (modifiers.has('SkipLocked'))
    found = found.filter((row) => !store.isLocked(tx, lockName(table, key, row[key])))
  const order = node.orderBy?.items.map(({ orderBy }) => columnName(orderBy)) ?? []
  found = found.sort((left, right) => compareRows(left, right, order))
  if (node.limit) found = found.slice(0, Number(evaluate(node.limit.limit, { now, row: {} })))
  if (modifiers.has('ForUpdate')) for (const row of found) store.lock(tx, lockName(table, key, row[key]))
  return found.map((row) => project(row, node.selections))
}

function insert(scene: RowScene, node: InsertQueryNode): readonly Row[] {
  const { store, tx, now } = scene
  const table = tableName(node.into)
  const row = { ...store.definition(table).defaults(now), ...readValues(node, now) }
  const conflict = findConflict(scene, table, row)
  if (!conflict) {
    store.write(tx, table, row)
    return [project(row, node.returning?.selections)]
  }
  const { onConflict } = node
  if (!onConflict?.columns?.some((column) => columnName(column) === conflict.column))
    throw Object.assign(new Error(`duplicate ${conflict.column} in ${table}`), { code: '23505' })
  if (onConflict.doNothing) return []
  const [key] = store.definition(table).unique
  store.lock(tx, lockName(table, key, conflict.row[key]))
  const updated = change(onConflict.updates, { now, row: conflict.row, excluded: row })
  store.write(tx, table, updated)
  return [project(updated, node.returning?.selections)]
}

function update(scene: RowScene, node: UpdateQueryNode): readonly Row[] {
  refuse(node, ['from', 'joins', 'with', 'limit'])
  const { store, tx, now } = scene
  const table = tableName(node.table)
  const [key] = store.definition(table).unique
  const found = matching(scene, table, node.where?.where)
  for (const row of found) store.lock(tx, lockName(table, key, row[key]))
  return found.map((row) => {
    const updated = change(node.updates, { now, row })
    store.write(tx, table, updated)
    return project(updated, node.returning?.selections)
  })
}

type Conflict = { column: string; row: Row }

/** Waits for a transaction that has inserted the same value and has not ended. */
export function findConflict({ store, tx }: RowScene, table: string, row: Row): Conflict | undefined {
  for (const column of store.definition(table).unique) {
    const value = row[column]
    if (value === null || value === undefined) continue
    for (const other of store.rows(tx, table)) if (other[column] === value) return { column, row: other }
    store.lock(tx, lockName(table, column, value))
  }
  return undefined
}

function matching({ store, tx, now }: RowScene, table: string, where: OperationNode | undefined): Row[] {
  const rows: Row[] = []
  for (const row of store.rows(tx, table))
    if (!where || evaluate(where, { now, row }) === true) rows.push(row)
  return rows
}

function readValues({ columns = [], values }: InsertQueryNode, now: Date): Row {
  const [item, ...others] = values && ValuesNode.is(values) ? values.values : []
  if (!item || others.length > 0) throw new Error('only one row at a time is simulated')
  const evaluated = PrimitiveValueListNode.is(item)
    ? item.values
    : ValueListNode.is(item)
      ? item.values.map((value) => evaluate(value, { now, row: {} }))
      : []
  return Object.fromEntries(columns.map((column, index) => [columnName(column), evaluated[index]]))
}

function change(updates: readonly ColumnUpdateNode[] = [], scene: Scene): Row {
  const changes = updates.map(({ column, value }) => [columnName(column), evaluate(value, scene)] as const)
  return { ...scene.row, ...Object.fromEntries(changes) }
}

function project(row: Row, selections: readonly SelectionNode[] = []): Row {
  const chosen: Record<string, unknown> = {}
  for (const { selection } of selections) {
    if (SelectAllNode.is(selection) || isAll(selection)) return { ...row }
    const name = columnName(selection)
    chosen[name] = row[name] ?? null
  }
  return chosen
}

function isAll(node: OperationNode): boolean {
  return 'column' in node && SelectAllNode.is(node.column as OperationNode)
}

export function tableName(node: OperationNode | undefined): string {
  if (node && TableNode.is(node)) return node.table.identifier.name
  throw new Error(`not a table: ${node?.kind ?? 'none'}`)
}

function compareRows(left: Row, right: Row, order: readonly string[]): number {
  for (const column of order) {
    const [one, other] = [left[column] as string, right[column] as string]
    if (one < other) return -1
    if (one > other) return 1
  }
  return 0
}

function refuse(node: object, parts: readonly string[]): void {
  for (const part of parts)
    if (part in node && (node as Row)[part] !== undefined) throw new Error(`${part} is not simulated`)
}
