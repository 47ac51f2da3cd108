import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hold } from '../hold.ts'
import type { HoldTable } from '../hold.ts'
import type { ReadSnapshot } from '../account-snapshot.ts'
import { createHoldTable } from './hold-table.ts'
import { createReadSnapshot } from './read-snapshot.ts'

const ids = createIds(createSystemClock())
let open: OpenTestDatabase
let table: HoldTable
let readSnapshot: ReadSnapshot

beforeAll(async () => {
  open = await openTestDatabase()
  table = createHoldTable(oneShard(open.postgres))
  readSnapshot = createReadSnapshot({ shards: oneShard(open.postgres) })
})
afterAll(() => open[Symbol.asyncDispose]())

async function anAccount(balanceMicros: bigint): Promise<string> {
  const companyId = ids.uuid()
  await open.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', $2, 1)`,
    [companyId, balanceMicros],
  )
  return companyId
}

function aHold(companyId: string, changes: Partial<Hold> = {}): Hold {
  return {
    callId: ids.uuid(),
    companyId,
    keyId: ids.uuid(),
    operation: 'chat',
    alias: 'svc/chat, "quoted"',
    estimateMicros: 100n,
    reservedTokens: 7,
    remainingMs: 30_000,
    ...changes,
  }
}

const place = (hold: Hold, isForced = false) => table.place({ hold, isForced })

/** Writes the call's row and the balance together, as a settlement does. */
async function settle(hold: Hold, chargedMicros: bigint): Promise<void> {
  await open.postgres.query(
    `with charged as (
       update credit_accounts set balance_micros = balance_micros - $4, version = version + 1 where owner_id = $2
     )
     insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
                        completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
     values ($1, $2, $3, 'a', 'chat', 'SUCCEEDED', 0, 0, 0, $4, 0, 0, 0)`,
    [hold.callId, hold.companyId, hold.keyId, chargedMicros],
  )
}

test('holds are placed while balance minus holds is positive, and the result reports both', async () => {
  const companyId = await anAccount(150n)
  const answers = [
    await place(aHold(companyId)),
    await place(aHold(companyId)),
    await place(aHold(companyId)),
  ]
  expect(answers).toEqual([
    { isPlaced: true, balanceMicros: 150n, heldMicros: 0n },
    { isPlaced: true, balanceMicros: 150n, heldMicros: 100n },
    { isPlaced: false, balanceMicros: 150n, heldMicros: 200n },
  ])
})

test('the use of the table is known for five seconds', async () => {
  const { rowCount } = await open.postgres.query('delete from hold_table_use')
  expect([rowCount, await table.isUsed()]).toEqual([0, false])
  await table.recordUse()
  await table.recordUse()
  expect(await table.isUsed()).toBe(true)
  await open.postgres.query(`update hold_table_use set used_at = now() - interval '5.1 seconds'`)
  expect(await table.isUsed()).toBe(false)
  await table.recordUse()
  expect(await table.isUsed()).toBe(true)
})

test('of many concurrent holds of several companies, no more are placed than the credits allow', async () => {
  const accounts = await Promise.all([1_000n, 2_050n, 0n].map(anAccount))
  const companies = [...accounts, ids.uuid()]
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) => place(aHold(companies[index % 4] ?? ''))),
  )
  const placed = companies.map(
    (_, company) => answers.filter(({ isPlaced }, index) => index % 4 === company && isPlaced).length,
  )
  expect(placed).toEqual([10, 21, 0, 0])
})

test('several processes together never place more than the credits allow', async () => {
  const companyId = await anAccount(5_000n)
  const tables = Array.from({ length: 4 }, () => createHoldTable(oneShard(open.postgres)))
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      (tables[index % 4] ?? table).place({ hold: aHold(companyId), isForced: false }),
    ),
  )
  expect(answers.filter((answer) => answer.isPlaced)).toHaveLength(50)
})

test('a settled call counts as its charge and no longer as a hold', async () => {
  const companyId = await anAccount(150n)
  const settled = aHold(companyId)
  await place(settled)
  await settle(settled, 40n)
  expect(await place(aHold(companyId))).toEqual({ isPlaced: true, balanceMicros: 110n, heldMicros: 0n })
  expect(await place(aHold(companyId))).toEqual({ isPlaced: true, balanceMicros: 110n, heldMicros: 100n })
})

test('a hold of a postpaid company is placed regardless of its balance', async () => {
  const companyId = await anAccount(-500n)
  expect(await place(aHold(companyId), true)).toMatchObject({ isPlaced: true })
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: false, heldMicros: 100n })
})

test('holds of running calls count until they are removed', async () => {
  const companyId = await anAccount(250n)
  const running = [aHold(companyId), aHold(companyId), aHold(companyId)]
  await table.keep(running)
  expect(await place(aHold(companyId))).toEqual({ isPlaced: false, balanceMicros: 250n, heldMicros: 300n })
  await table.remove(running.slice(0, 1).map(({ callId }) => callId))
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: true, heldMicros: 200n })
})

test('a hold that is requested again after a lost reply is placed once', async () => {
  const companyId = await anAccount(100n)
  const hold = aHold(companyId)
  await place(hold)
  expect(await place(hold)).toMatchObject({ isPlaced: true, heldMicros: 0n })
})

test('amounts beyond 2^53 are exact', async () => {
  const companyId = await anAccount(9_007_199_254_740_993n)
  await place(aHold(companyId, { estimateMicros: 9_007_199_254_740_992n }))
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: true, heldMicros: 9_007_199_254_740_992n })
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: false })
})

test('expired lots cannot be spent, even before they are swept', async () => {
  const companyId = await anAccount(1_000n)
  await open.postgres.query(
    `insert into credit_lots (id, owner_id, source_key, kind, granted_micros, remaining_micros, expires_at)
     select gen_random_uuid(), $1, 'test:' || gen_random_uuid(), 'GRANTED', micros, micros, now() + wait
       from (values (900, interval '-1 second'), (100, interval '1 hour')) as lot (micros, wait)`,
    [companyId],
  )
  await open.postgres.query(
    `update credit_accounts set next_expiry_at = now() - interval '1 second' where owner_id = $1`,
    [companyId],
  )
  expect(await readSnapshot(companyId, [])).toMatchObject({
    balanceMicros: 100n,
    validForMs: expect.closeTo(3_600_000, -4) as number,
  })
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: true, balanceMicros: 100n })
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: false })
})

// A new database is on timeline 1.
const firstTimeline = 1n << 40n

test('the snapshot contains the account, the closed calls, and the holds of the open ones', async () => {
  const companyId = await anAccount(1_000n)
  const [closed, running, elsewhere] = [aHold(companyId), aHold(companyId), aHold(companyId)]
  await table.keep([closed, running])
  await settle(closed, 30n)
  const snapshot = await readSnapshot(companyId, [closed.callId, running.callId, elsewhere.callId])
  expect(snapshot).toEqual({
    balanceMicros: 970n,
    version: firstTimeline + 2n,
    isFrozen: false,
    isPostpaid: false,
    overdueInMs: null,
    validForMs: null,
    closedCallIds: [closed.callId],
    holds: [{ ...running, remainingMs: expect.closeTo(30_000, -3) as number }],
  })
})

test('the snapshot contains frozen, postpaid and overdue', async () => {
  const companyId = await anAccount(1n)
  await open.postgres.query(`insert into companies (id, name, billing_mode) values ($1, 'Tab', 'POSTPAID')`, [
    companyId,
  ])
  await open.postgres.query('update credit_accounts set frozen_at = now() where owner_id = $1', [companyId])
  const findOverdueInMs = async (id: string) => (id === companyId ? -5 : null)
  const read = createReadSnapshot({ shards: oneShard(open.postgres), findOverdueInMs })
  expect(await read(companyId, [])).toMatchObject({ isFrozen: true, isPostpaid: true, overdueInMs: -5 })
})

test('an unknown company has no credits', async () => {
  expect(await readSnapshot(ids.uuid(), [])).toMatchObject({
    balanceMicros: 0n,
    version: firstTimeline,
    isPostpaid: false,
  })
})

test('holds are extended, and those long past their deadline are found dead', async () => {
  const companyId = await anAccount(100n)
  const [dead, extended] = [
    aHold(companyId, { remainingMs: -61_000 }),
    aHold(companyId, { remainingMs: -61_000 }),
  ]
  await table.keep([dead, extended])
  await table.keep([{ ...extended, remainingMs: 30_000 }])
  expect(await table.findDead()).toEqual([{ ...dead, remainingMs: expect.closeTo(-61_000, -4) as number }])
  // The dead hold does not count any more; the other one does.
  expect(await place(aHold(companyId))).toMatchObject({ isPlaced: false, heldMicros: 100n })
  await table.remove([dead.callId])
  expect(await table.findDead()).toEqual([])
})

test('a call whose admission lost its connection to Postgres may be tried again', async () => {
  const companyId = await anAccount(1_000n)
  const refused = { code: 'postgres.unreachable', retryAfterMs: 1_000 }
  const waiting = `pid <> pg_backend_pid() and datname = current_database() and wait_event_type = 'Lock'`
  await open.postgres.transaction(async (tx) => {
    await tx.query('lock table credit_accounts in access exclusive mode')
    const placed = expect(place(aHold(companyId))).rejects.toMatchObject(refused)
    const read = expect(readSnapshot(companyId, [])).rejects.toMatchObject(refused)
    const countWaiting = async () =>
      (await tx.query(`select 1 from pg_stat_activity where ${waiting}`)).rows.length
    await waitUntil(async () => (await countWaiting()) === 2, {
      withinMs: 30_000,
      what: 'both statements wait',
    })
    await tx.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`)
    await Promise.all([placed, read])
  })
})
