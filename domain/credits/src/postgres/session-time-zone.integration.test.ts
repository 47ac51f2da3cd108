// Days are UTC days, whatever time zone the session has: the server's default, or one that was set for the database or
// the role. Both zones change their clocks in the days used here.
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUpCalls } from '../reconciliation/postgres/add-up-calls.ts'
import { ledgerOf } from '../reconciliation/postgres/ledger-reads.ts'
import { readDebtAt } from '../reconciliation/postgres/read-debt-at.ts'
import { giveBack } from '../transfer.ts'
import { readBalanceAt } from './balance/read-balance-at.ts'
import { postTransfer } from './post-transfer.ts'
import { readPlatformUsage } from './read-platform-usage.ts'
import { readUsage } from './read-usage.ts'
import { prepareBatch } from './settlement/settle-batch.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const callMsMax = 3_600_000

describe.each([
  { zone: 'Europe/Berlin', changeDays: ['2025-03-30', '2025-10-26'] },
  { zone: 'America/Los_Angeles', changeDays: ['2025-03-09', '2025-11-02'] },
])('in a session of $zone', ({ zone, changeDays }) => {
  let open: OpenTestDatabase
  let companyId: string
  beforeAll(async () => {
    open = await openTestDatabase({ settings: { TimeZone: zone } })
  })
  afterAll(() => open[Symbol.asyncDispose]())
  beforeEach(async () => {
    companyId = await addCompany(open.database, 0n)
  })

  /** Changes rows that are otherwise never changed. */
  async function forge(statement: string, values: unknown[]): Promise<void> {
    await open.postgres.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(statement, values)
    })
  }

  /** Adds a transfer that was posted at that time. */
  async function transferredAt(moment: string, amountMicros: bigint): Promise<void> {
    const { id } = await postTransfer(ids, open.database, {
      owner: { id: companyId, kind: 'COMPANY' },
      businessKey: `pack:${ids.uuid()}`,
      kind: 'grant',
      type: 'PACK_PURCHASE',
      amountMicros,
    })
    await forge('update credit_transfers set created_at = $2 where id = $1', [id, moment])
  }

  /** Adds a call that was settled at that time. */
  async function settledAt(moment: string, chargedMicros: bigint): Promise<string> {
    const id = ids.uuid()
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
    const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros } as const
    const call = { id, companyId, keyId: ids.uuid(), alias: 'svc/a', operation: 'chat', end } as const
    await prepareBatch(open.postgres, [{ ...call, heldMicros: 1n, durationMs: 1 }])()
    const { rows } = await open.postgres.query<{ id: string }>(
      `select overlay(uuid_at($1)::text placing right($2::text, 12) from 25) as id`,
      [moment, id],
    )
    const idThen = rows[0]?.id ?? ''
    await forge('update calls set id = $2, created_at = $3 where id = $1', [id, idThen, moment])
    await forge('update usage_rollups set day = $2 where key_id = $1', [call.keyId, moment.slice(0, 10)])
    return idThen
  }

  test('the debt at the beginning of a day is the debt at midnight in UTC', async () => {
    const debtAt = (day: string) =>
      open.database.transaction().execute((tx) => readDebtAt(tx, { ownerId: companyId, day }))
    await settledAt('2025-02-15T12:00:00Z', 1_000n)
    await transferredAt('2025-02-28T22:30:00Z', 1n)
    await transferredAt('2025-02-28T23:59:59Z', 10n)
    await transferredAt('2025-03-01T00:00:00Z', 100n)
    await transferredAt('2025-03-01T07:30:00Z', 200n)
    expect(await debtAt('2025-03-01')).toBe(989n)
  })

  test('the usage of all companies subtracts what was given back early on its first day', async () => {
    const id = await settledAt('2025-05-01T00:10:00Z', 50n)
    const transfer = await postTransfer(
      ids,
      open.database,
      giveBack({ id, companyId, chargedMicros: 50n }, 'given_up'),
    )
    await forge('update credit_transfers set created_at = $2 where id = $1', [
      transfer.id,
      '2025-05-01T00:20:00Z',
    ])
    const question = { firstDay: '2025-05-01', lastDay: '2025-05-01', byDay: false, byAlias: false }
    const rows = await readPlatformUsage(open.database, { ...question, byCompany: true })
    expect(rows.find((row) => row.companyId === companyId)).toMatchObject({ chargedMicros: 0n })
  })

  test('usage and balances are those of UTC days where the zone changes its clocks', async () => {
    for (const day of changeDays) {
      companyId = await addCompany(open.database, 0n)
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      await settledAt(`${day}T05:00:00Z`, 1n)
      await settledAt(`${day}T23:30:00Z`, 10n)
      await settledAt(`${next}T00:30:00Z`, 100n)
      const charged = async (from: string, to: string) => {
        const { rows } = await readUsage(open.postgres, { companyId, keyId: null, from, to })
        return rows.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n)
      }
      expect(await charged(`${day}T04:00:00Z`, `${next}T12:00:00Z`)).toBe(111n)
      expect(await charged(`${day}T06:00:00Z`, `${next}T00:00:00Z`)).toBe(10n)
      expect(await charged(`${day}T00:00:00Z`, `${next}T00:10:00Z`)).toBe(11n)
      const balanceAt = async (at: string) =>
        (await readBalanceAt(open.postgres, companyId, new Date(at))).balanceMicros
      expect(await balanceAt(`${day}T20:00:00Z`)).toBe(-1n)
      expect(await balanceAt(`${day}T23:45:00Z`)).toBe(-11n)
      expect(await balanceAt(`${next}T00:15:00Z`)).toBe(-11n)
    }
  })

  test('reconciliation adds up each UTC day where the zone changes its clocks', async () => {
    for (const day of changeDays) {
      const begin = `${day}T00:00:00Z`
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      await settledAt(`${day}T23:30:00Z`, 10n)
      await settledAt(`${next}T00:30:00Z`, 100n)
      await open.postgres.query('delete from reconciliation_progress')
      await open.postgres.query('insert into reconciliation_progress (calls_through) values ($1)', [begin])
      const days: string[] = []
      const closedAfterMs = clock.wallMs() - Date.parse(`${next}T12:00:00Z`)
      await addUpCalls(ledgerOf(open.postgres), { closedAfterMs, callMsMax }, (done) => days.push(done))
      expect(days).toEqual([day, next])
      const { rows } = await open.postgres.query<{ day: string; charged_micros: bigint }>(
        'select day, calls_micros as charged_micros from reconciled_days where company_id = $1 and day >= $2 order by day',
        [companyId, day],
      )
      expect(rows).toEqual([
        { day, charged_micros: 10n },
        { day: next, charged_micros: 100n },
      ])
    }
  })
})
