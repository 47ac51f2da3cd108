// A few companies to which the same random facts happen in Postgres and in the model.
import assert from 'node:assert/strict'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { readAccount } from '@gatehouse/testkit/read-account'
import type { OpenTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { Random } from '../engine/random.ts'
import { type AppliedBatch, applyBatch } from '../ledger/apply-batch.ts'
import { applyTransfer } from '../ledger/apply-transfer.ts'
import { findViolations } from '../ledger/find-violations.ts'
import { createLedger } from '../ledger/ledger.ts'
import { spendableMicros } from '../ledger/lots.ts'
import { type History, type Operation, OperationSource } from './operation-source.ts'
import { findPointerViolations, modelRows, readLedgerRows } from './read-ledger-rows.ts'

const clock = createSystemClock()
const ids = createIds(clock)

export class Sequence {
  readonly #seed: number
  readonly #opened: OpenTestDatabase
  readonly #ledger = createLedger()
  readonly #source: OperationSource
  readonly #history: History
  readonly #done: Operation[] = []

  constructor(seed: number, opened: OpenTestDatabase) {
    this.#seed = seed
    this.#opened = opened
    this.#source = new OperationSource(new Random(seed), ids)
    this.#history = this.#source.startHistory()
  }

  /** Runs one operation on both sides. Throws, with the whole sequence in the message, if they then differ. */
  async step(): Promise<void> {
    const operation = this.#source.next(this.#history, clock.wallMs())
    this.#done.push(operation)
    try {
      await this.#perform(operation)
      assert.deepEqual(findViolations(this.#ledger), [])
      await this.#opened.postgres.transaction((tx) => this.#compare(tx))
    } catch (thrown) {
      throw new Error(this.#story(), { cause: thrown })
    }
  }

  async #perform(operation: Operation): Promise<void> {
    const { postgres, database } = this.#opened
    if (operation.kind === 'transfer') {
      const real = await postTransfer(ids, database, operation.transfer)
      const stamp = { id: real.id, atMs: await this.#instantMs() }
      assert.deepEqual(real, applyTransfer(this.#ledger, operation.transfer, stamp))
      return
    }
    const real = await prepareBatch(postgres, operation.calls)()
    const modelled = applyBatch(this.#ledger, operation.calls, await this.#instantMs())
    assert.deepEqual(toLines(real), toLines(modelled))
    if (real.kind === 'settled') return
    const known = new Set(real.calls.map(({ id }) => id))
    const rest = operation.calls.filter(({ id }) => !known.has(id))
    if (rest.length > 0) await this.#perform({ kind: 'settle', calls: rest })
  }

  /**
   * The time at which the statement ran, read from the rows it wrote. A statement that wrote nothing expired no lot
   * either, so any time since the last write is equivalent.
   */
  async #instantMs(): Promise<number> {
    const { rows } = await this.#opened.postgres.query<{ ms: number | null }>({
      name: 'instant',
      text: `select extract(epoch from greatest(
               (select max(created_at) from credit_transfers where owner_id = any ($1)),
               (select max(created_at) from calls where company_id = any ($1))
             ))::double precision * 1000 as ms`,
      values: [this.#history.companyIds],
    })
    return rows[0]?.ms ?? 0
  }

  async #compare(tx: Queryable): Promise<void> {
    const { companyIds } = this.#history
    const all = await readLedgerRows(tx, companyIds)
    assert.equal(all.length, companyIds.length)
    for (const { companyId, pointers, nowMs: _nowMs, ...real } of all) {
      assert.deepEqual(real, modelRows(this.#ledger, companyId))
      const account = this.#ledger.accounts.get(companyId)
      if (account && pointers) assert.deepEqual(findPointerViolations(account, pointers), [])
    }
    const one = all[this.#done.length % all.length]
    if (!one) return
    const { balanceMicros } = await readAccount(tx, one.companyId)
    assert.equal(balanceMicros, spendableMicros(this.#ledger, one.companyId, one.nowMs))
  }

  #story(): string {
    const write = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
    const lines = this.#done.map((done) => JSON.stringify(done, write))
    return [`sequence ${this.#seed}, operation ${lines.length}:`, ...lines].join('\n')
  }
}

// The bits above are the timeline of the database (migration 0141), which the model does not have.
const versionBits = 40

/** Sorted, so that both sides have the same order. */
function toLines(outcome: AppliedBatch): string[] {
  if (outcome.kind === 'known') return outcome.calls.map(({ id, status }) => `known ${id} ${status}`).sort()
  return outcome.accounts
    .map(
      ({ companyId, balanceMicros, version }) =>
        `settled ${companyId} ${balanceMicros} ${BigInt.asUintN(versionBits, version)}`,
    )
    .sort()
}
