// A few companies to which the same random facts happen in Postgres and in the model.
import assert from 'node:assert/strict'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { OpenTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { Random } from '../engine/random.ts'
import { type AppliedBatch, applyBatch } from '../ledger/apply-batch.ts'
import { applyTransfer } from '../ledger/apply-transfer.ts'
import { findViolations } from '../ledger/find-violations.ts'
import { createLedger } from '../ledger/ledger.ts'
import { spendableMicros } from '../ledger/lots.ts'
import { type History, type Operation, OperationSource } from './operation-source.ts'
import { type ReadRows, findPointerViolations, modelRows, readLedgerRows } from './read-ledger-rows.ts'

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
      const rows = await this.#perform(operation)
      assert.deepEqual(findViolations(this.#ledger), [])
      this.#compare(rows)
    } catch (thrown) {
      throw new Error(this.#story(), { cause: thrown })
    }
  }

  /** Returns the rows that Postgres then has. */
  async #perform(operation: Operation): Promise<ReadRows> {
    const { postgres, database } = this.#opened
    const { companyIds } = this.#history
    if (operation.kind === 'transfer') {
      const real = await postTransfer(ids, database, operation.transfer)
      const rows = await readLedgerRows(postgres, companyIds)
      const stamp = { id: real.id, atMs: rows.writtenAtMs }
      assert.deepEqual(real, applyTransfer(this.#ledger, operation.transfer, stamp))
      return rows
    }
    const real = await prepareBatch(postgres, operation.calls)()
    const rows = await readLedgerRows(postgres, companyIds)
    const modelled = applyBatch(this.#ledger, operation.calls, rows.writtenAtMs)
    assert.deepEqual(toLines(real), toLines(modelled))
    if (real.kind === 'settled') return rows
    const known = new Set(real.calls.map(({ id }) => id))
    const rest = operation.calls.filter(({ id }) => !known.has(id))
    return rest.length > 0 ? this.#perform({ kind: 'settle', calls: rest }) : rows
  }

  #compare({ companies, nowMs }: ReadRows): void {
    assert.equal(companies.length, this.#history.companyIds.length)
    for (const { companyId, pointers, spendable, ...real } of companies) {
      assert.deepEqual(real, modelRows(this.#ledger, companyId))
      const account = this.#ledger.accounts.get(companyId)
      if (account && pointers) assert.deepEqual(findPointerViolations(account, pointers), [])
      assert.equal(BigInt(spendable ?? 0), spendableMicros(this.#ledger, companyId, nowMs))
    }
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
