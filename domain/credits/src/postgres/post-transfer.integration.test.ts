import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Grant, Removal, Transfer } from '../transfer.ts'
import { postTransfer } from './post-transfer.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 10 })
})
afterAll(() => open[Symbol.asyncDispose]())

const inAnHour = () => new Date(Date.now() + 3_600_000)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

function company() {
  const id = ids.uuid()
  const post = (businessKey: Transfer['businessKey'], details: Grant | Removal) =>
    postTransfer(ids, open.database, {
      owner: { id, kind: 'COMPANY' },
      businessKey: `${businessKey}:${id}`,
      ...details,
    })
  return {
    id,
    grant: (key: string, amountMicros: bigint, more: Partial<Grant> = {}) =>
      post(`pack:${key}`, { kind: 'grant', type: 'PACK_PURCHASE', amountMicros, ...more }),
    remove: (key: string, amountMicros: bigint, fromPack?: string) =>
      post(`refund:${key}`, {
        kind: 'removal',
        type: 'REFUND',
        amountMicros,
        ...(fromPack ? { firstFromLotOf: `pack:${fromPack}:${id}` } : {}),
      }),
    async lots() {
      const { rows } = await open.postgres.query<{ key: string; left: bigint }>(
        `select split_part(source_key, ':', 2) as key, remaining_micros as left from credit_lots where owner_id = $1 order by 1`,
        [id],
      )
      return Object.fromEntries(rows.map(({ key, left }) => [key, left]))
    },
    async transfers() {
      const { rows } = await open.postgres.query<{ type: string; amount_micros: bigint }>(
        'select type, amount_micros from credit_transfers where owner_id = $1 order by created_at, amount_micros',
        [id],
      )
      return rows.map(({ type, amount_micros }) => [type, amount_micros])
    },
    balance: async () => (await readAccount(open.postgres, id)).balanceMicros,
  }
}

test('the same fact posted many times concurrently is one transfer', async () => {
  const { grant, balance } = company()
  const posted = await Promise.all(Array.from({ length: 10 }, () => grant('a', 100n)))
  expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(posted.map(({ id }) => id)).size).toBe(1)
  expect(await balance()).toBe(100n)
})

test('a balance beyond the precision of a number is exact', async () => {
  const { grant, balance } = company()
  await grant('a', 9_007_199_254_740_993n)
  await grant('b', 2n)
  expect(await balance()).toBe(9_007_199_254_740_995n)
})

test('removals burn first-expiring first, then granted before bought, then oldest', async () => {
  const { grant, remove, lots } = company()
  await grant('bought', 10n)
  await grant('promo', 10n, { type: 'PROMO' })
  await grant('later', 10n, { expiresAt: new Date(Date.now() + 7_200_000) })
  await grant('soon', 10n, { expiresAt: inAnHour() })
  await remove('x', 35n)
  expect(await lots()).toEqual({ soon: 0n, later: 0n, promo: 0n, bought: 5n })
})

test('a refund takes from its own lot first, then from the others, then creates debt', async () => {
  const { grant, remove, lots, balance } = company()
  await grant('first', 50n)
  await grant('second', 50n)
  await remove('x', 70n, 'second')
  expect(await lots()).toEqual({ first: 30n, second: 0n })
  await remove('y', 40n)
  expect(await balance()).toBe(-10n)
  expect(await lots()).toEqual({ first: 0n, second: 0n })
})

test('new credits pay debt first', async () => {
  const { grant, remove, lots, balance } = company()
  await remove('x', 30n)
  await grant('small', 20n)
  expect(await balance()).toBe(-10n)
  await grant('large', 100n)
  expect(await balance()).toBe(90n)
  expect(await lots()).toEqual({ small: 0n, large: 90n })
})

test('an expired lot cannot be spent from its expiry on, and the next transfer of the account closes it', async () => {
  const { grant, lots, balance, transfers } = company()
  await grant('old', 40n, { expiresAt: anHourAgo() })
  expect(await balance()).toBe(0n)
  await grant('new', 5n)
  expect(await balance()).toBe(5n)
  expect(await lots()).toEqual({ old: 0n, new: 5n })
  expect(await transfers()).toEqual([
    ['PACK_PURCHASE', 40n],
    ['EXPIRY', -40n],
    ['PACK_PURCHASE', 5n],
  ])
})

test('the ids of expiries sort by time, in the order in which the lots expired', async () => {
  const { id, grant } = company()
  const last = Date.now() + 500
  const expiries = [2, 1, 0].map((before) => new Date(last - before))
  for (const [index, expiresAt] of expiries.entries()) await grant(`lot ${index}`, 10n, { expiresAt })
  await waitUntil(() => Date.now() > last + 20, { withinMs: 5_000, what: 'all lots have expired' })
  await grant('new', 5n)
  const { rows } = await open.postgres.query<{ id: string; expires_at: Date }>(
    `select t.id, l.expires_at from credit_transfers t join credit_lots l on t.business_key = 'expiry:' || l.id
      where t.owner_id = $1 order by t.id`,
    [id],
  )
  expect(rows.map(({ expires_at }) => expires_at)).toEqual(expiries)
  expect(rows.map((row) => row.id[14])).toEqual(['7', '7', '7'])
})

test('a transfer that is rolled back with its cause leaves no trace', async () => {
  const id = ids.uuid()
  const undone = open.database.transaction().execute(async (tx) => {
    await postTransfer(ids, tx, {
      owner: { id, kind: 'USER' },
      businessKey: `pack:${id}`,
      kind: 'grant',
      type: 'PROMO',
      amountMicros: 1n,
    })
    throw new Error('the cause failed')
  })
  await expect(undone).rejects.toThrow('the cause failed')
  expect(await readAccount(open.postgres, id)).toEqual({ balanceMicros: 0n, version: 0n, isFrozen: false })
})

test('an amount of zero or less is an internal error', async () => {
  const { grant } = company()
  await expect(grant('a', 0n)).rejects.toMatchObject({ code: 'internal.assertion' })
})

// If one of these statements succeeded, a balance could be changed without a trace.
test.each([
  'update credit_transfers set amount_micros = 1',
  'delete from credit_transfers',
  'truncate credit_transfers cascade',
  'update calls set charged_micros = 0',
  'delete from calls',
])('the database refuses: %s', async (statement) => {
  const { grant, id } = company()
  await grant('a', 1n)
  await open.postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
       completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
     values ($1, $1, $1, 'a', 'chat', 'FAILED', 0, 0, 0, 0, 0, 0, 0)`,
    [id],
  )
  await expect(open.postgres.query(statement)).rejects.toThrow('append-only')
})
