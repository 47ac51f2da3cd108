// A simulated Postgres: transactions arrive, are carried out completely or not at all, and are answered, or the answer
// is lost. Committed data survives every crash, apart from the table of holds.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { LedgerWatch } from '../checks/ledger-watch.ts'
import type { Faults } from '../engine/faults.ts'
import { type Host, epochMs } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { Blocked, type RowTransaction } from '../rows/row-store.ts'
import { runStatement } from './statements.ts'
import { Tables } from './tables.ts'

export type PostgresDeps = {
  scheduler: Scheduler
  faults: Faults
  watch: (tables: Tables) => LedgerWatch
  /** Called after every transaction. */
  inspect: () => void
}

/** Runs one transaction, described for the log. Rejects if its outcome is not known. */
export type Transact = <T>(what: () => string, transaction: (tables: Tables) => T) => Promise<T>

type Outcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; error: unknown }
  /** The statement waits for a lock that this transaction has. */
  | { kind: 'blocked'; by: RowTransaction }

const queryTimeoutMs = 1_000
/** An answer that takes longer was delayed by a fault. */
const lateMs = 50

export class SimulatedPostgres {
  readonly tables = new Tables()
  readonly #deps: PostgresDeps
  readonly #watch: LedgerWatch
  #isUp = true
  /** Number of restarts: an answer from before a restart is lost. */
  #life = 0

  constructor(deps: PostgresDeps) {
    this.#deps = deps
    this.#watch = deps.watch(this.tables)
  }

  connect(host: Host): Queryable & { transact: Transact } {
    const transact: Transact = (what, transaction) => this.#send(host, what, transaction)
    return {
      transact,
      query: ((
        statement: string | { name?: string; text: string; values?: unknown[] },
        values?: unknown[],
      ) => {
        const {
          text,
          values: own = [],
          ...rest
        } = typeof statement === 'string' ? { text: statement } : statement
        const asked = { ...rest, text, values: values ?? own }
        return transact(
          () => `${host.name} ${rest.name ?? text.trim().slice(0, 40)} ${String(asked.values[0])}`,
          (tables) => ({ rows: runStatement(tables, asked) }),
        )
      }) as Queryable['query'],
    }
  }

  /** Without a process or a message, before the world begins. */
  change(transaction: (tables: Tables) => void): void {
    this.tables.nowMs = this.#nowMs
    transaction(this.tables)
    this.#watch.inspect()
  }

  /** The server notices that a process has closed the connection of a transaction. */
  disconnect(tx: RowTransaction): void {
    this.#deps.scheduler.after(1, () => this.tables.rows.rollBack(tx))
  }

  get #nowMs(): number {
    return epochMs + this.#deps.scheduler.nowMs
  }

  #send<T>(host: Host, what: () => string, transaction: (tables: Tables) => T): Promise<T> {
    const { scheduler, faults } = this.#deps
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const sentAtMs = scheduler.nowMs
    let isAnswered = false
    const answer = (outcome: Outcome | undefined) =>
      host.deliver(() => {
        if (isAnswered) return
        isAnswered = true
        if (outcome === undefined || scheduler.nowMs - sentAtMs > lateMs)
          host.postgresTroubleAtMs.push(scheduler.nowMs)
        if (outcome?.kind === 'done') resolve(outcome.value as T)
        else reject(outcome?.kind === 'failed' ? outcome.error : unreachable())
      })
    const [thereMs, backMs] = [faults.delayMs(), faults.delayMs()]
    const isLost = faults.strikes('lostMessage')
    let isTimed = false
    const timeOut = () => {
      if (!isTimed) scheduler.after(sentAtMs + queryTimeoutMs - scheduler.nowMs, () => answer(undefined))
      isTimed = true
    }
    if (isLost || thereMs + backMs > queryTimeoutMs) timeOut()
    if (isLost) return promise
    const arrive = () => {
      const outcome = this.#carryOut(what, transaction)
      if (outcome?.kind === 'blocked') {
        timeOut()
        return outcome.by.onEnd(() => scheduler.after(0, arrive))
      }
      const life = this.#life
      // The connection breaks with the server, and the waiting caller notices.
      scheduler.after(backMs, () => answer(this.#life === life ? outcome : undefined))
    }
    scheduler.after(thereMs, arrive)
    return promise
  }

  #carryOut(what: () => string, transaction: (tables: Tables) => unknown): Outcome | undefined {
    const { scheduler, faults } = this.#deps
    scheduler.countStep()
    if (this.#isUp && faults.strikes('postgresCrash')) this.crash()
    if (!this.#isUp) {
      scheduler.record('postgres', () => `is down for: ${what()}`)
      return undefined
    }
    scheduler.record('postgres', what)
    this.tables.nowMs = this.#nowMs
    const outcome = attempt(() => transaction(this.tables))
    this.#watch.inspect()
    this.#deps.inspect()
    // The worst moment: after the commit and before the answer.
    if (faults.strikes('postgresCrash')) this.crash()
    return this.#isUp ? outcome : undefined
  }

  crash(): void {
    const { scheduler, faults } = this.#deps
    if (!this.#isUp) return
    scheduler.record('postgres', () => 'crashes')
    this.#isUp = false
    this.#life += 1
    this.tables.recover()
    this.#watch.holdTableEmptied()
    const downMs = scheduler.random.pick([200, 1_500, 7_000, 7_000])
    faults.lastUntil(scheduler.nowMs + downMs)
    scheduler.after(downMs, () => (this.#isUp = true))
  }
}

function attempt(transaction: () => unknown): Outcome {
  try {
    return { kind: 'done', value: transaction() }
  } catch (error) {
    return error instanceof Blocked ? { kind: 'blocked', by: error.by } : { kind: 'failed', error }
  }
}

function unreachable(): Fault {
  return new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'Try again.' })
}
