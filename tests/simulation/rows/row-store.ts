// Rows of tables, and transactions on them that take several statements: what a transaction has written is visible to
// itself alone until it commits, and the rows it has locked stay locked until it ends, as in Postgres (READ COMMITTED).
import type { Transfer } from '@gatehouse/credits/transfer'
import type { Row } from './row.ts'
import { type TableDefinition, tableDefinitions } from './row-tables.ts'

/** Thrown by a statement that has to wait for another transaction; it is run again when that one has ended. */
export class Blocked extends Error {
  readonly by: RowTransaction

  constructor(by: RowTransaction) {
    super('another transaction has locked the row')
    this.by = by
  }
}

export class RowTransaction {
  /** The process that has begun it. */
  readonly owner: string
  readonly writes = new Map<string, Map<unknown, Row>>()
  /** Posted when the transaction commits: nothing else can see them earlier. */
  readonly transfers: Transfer[] = []
  readonly locks = new Set<string>()
  readonly #waiting: (() => void)[] = []
  isOpen = true

  constructor(owner: string) {
    this.owner = owner
  }

  /** Calls back when the transaction has ended. */
  onEnd(wake: () => void): void {
    this.#waiting.push(wake)
  }

  end(): void {
    this.isOpen = false
    for (const wake of this.#waiting) wake()
  }
}

export class RowStore {
  readonly #tables = new Map<string, Map<unknown, Row>>()
  readonly #locks = new Map<string, RowTransaction>()
  readonly #open = new Set<RowTransaction>()
  /** Number of commits. */
  version = 0

  definition(table: string): TableDefinition {
    const definition = tableDefinitions[table]
    if (!definition) throw new Error(`the table is not simulated: ${table}`)
    return definition
  }

  /** Must be called before each statement of a transaction. Throws if the transaction has ended. */
  enter(tx: RowTransaction): void {
    if (!tx.isOpen) throw new Error('the transaction was rolled back')
    this.#open.add(tx)
  }

  committed(table: string): ReadonlyMap<unknown, Row> {
    let rows = this.#tables.get(table)
    if (!rows) this.#tables.set(table, (rows = new Map<unknown, Row>()))
    return rows
  }

  /** What the transaction sees. */
  rows(tx: RowTransaction, table: string): Iterable<Row> {
    const writes = tx.writes.get(table)
    return writes ? new Map([...this.committed(table), ...writes]).values() : this.committed(table).values()
  }

  isLocked(tx: RowTransaction, name: string): boolean {
    const holder = this.#locks.get(name)
    return holder !== undefined && holder !== tx
  }

  lock(tx: RowTransaction, name: string): void {
    const holder = this.#locks.get(name)
    if (holder === tx) return
    if (holder) throw new Blocked(holder)
    this.#locks.set(name, tx)
    tx.locks.add(name)
  }

  write(tx: RowTransaction, table: string, row: Row): void {
    let writes = tx.writes.get(table)
    if (!writes) tx.writes.set(table, (writes = new Map<unknown, Row>()))
    writes.set(row[this.definition(table).unique[0]], row)
  }

  commit(tx: RowTransaction): void {
    for (const [table, rows] of tx.writes) {
      const committed = this.committed(table) as Map<unknown, Row>
      for (const [key, row] of rows) committed.set(key, row)
    }
    this.version += 1
    this.#end(tx)
  }

  rollBack(tx: RowTransaction): void {
    if (tx.isOpen) this.#end(tx)
  }

  /** The server notices that the connections of a dead process are closed; or, without a name, it crashes itself. */
  rollBackAll(owner?: string): void {
    for (const tx of this.#open) if (owner === undefined || tx.owner === owner) this.#end(tx)
  }

  #end(tx: RowTransaction): void {
    for (const name of tx.locks) this.#locks.delete(name)
    this.#open.delete(tx)
    tx.end()
  }
}

/** Name of the lock of a row, or of a value in a unique column. */
export function lockName(table: string, column: string, value: unknown): string {
  return `${table}.${column} ${String(value)}`
}
