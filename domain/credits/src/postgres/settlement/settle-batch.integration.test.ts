import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postTransfer } from '../post-transfer.ts'
import { prepareBatch } from './settle-batch.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 16 })
})
afterAll(() => open[Symbol.asyncDispose]())

const keyId = ids.uuid()
const usage = { promptTokens: 100, cachedTokens: 20, completionTokens: 50 }
const charged = (chargedMicros: bigint): CallEnd => ({
  kind: 'succeeded',
  usage,
  priceVersion: 3n,
  chargedMicros,
})

function call(companyId: string, end: CallEnd, more: Partial<FinishedCall> = {}): FinishedCall {
  const alias = 'svc/chat-default'
  return {
    id: ids.uuid(),
    companyId,
    keyId,
    alias,
    operation: 'chat',
    end,
    heldMicros: 99n,
    durationMs: 12.4,
    ...more,
  }
}

const settle = (...calls: FinishedCall[]) => prepareBatch(open.postgres, calls)()

async function companyWith(amountMicros: bigint, expiresAt?: Date): Promise<string> {
  const id = ids.uuid()
  await postTransfer(ids, open.database, {
    owner: { id, kind: 'COMPANY' },
    businessKey: `pack:${id}`,
    kind: 'grant',
    type: 'PACK_PURCHASE',
    amountMicros,
    ...(expiresAt ? { expiresAt } : {}),
  })
  return id
}

async function recorded(companyId: string) {
  const { rows } = await open.postgres.query(
    `select status, reason, charged_micros, balance_after_micros, price_version from calls where company_id = $1 order by id`,
    [companyId],
  )
  return rows
}

async function rollupOf(companyId: string) {
  const { rows } = await open.postgres.query(
    `select requests, failed_requests, prompt_tokens, cached_tokens, completion_tokens, charged_micros
       from usage_rollups where company_id = $1`,
    [companyId],
  )
  return rows
}

test('a batch records each call with the balance after it, and updates balance, lot and rollup together', async () => {
  const company = await companyWith(1_000n)
  const outcome = await settle(call(company, charged(100n)), call(company, charged(250n)))
  expect(outcome).toEqual({
    kind: 'settled',
    accounts: [{ companyId: company, balanceMicros: 650n, version: (1n << 40n) + 2n }],
  })
  expect(await recorded(company)).toEqual([
    {
      status: 'SUCCEEDED',
      reason: null,
      charged_micros: 100n,
      balance_after_micros: 900n,
      price_version: 3n,
    },
    {
      status: 'SUCCEEDED',
      reason: null,
      charged_micros: 250n,
      balance_after_micros: 650n,
      price_version: 3n,
    },
  ])
  expect(await rollupOf(company)).toEqual([
    {
      requests: 2n,
      failed_requests: 0n,
      prompt_tokens: 200n,
      cached_tokens: 40n,
      completion_tokens: 100n,
      charged_micros: 350n,
    },
  ])
  const { rows } = await open.postgres.query('select remaining_micros from credit_lots where owner_id = $1', [
    company,
  ])
  expect(rows).toEqual([{ remaining_micros: 650n }])
})

test('a call that failed or has no price is recorded, counted as failed, and not charged', async () => {
  const company = await companyWith(1_000n)
  await settle(
    call(company, { kind: 'failed', reason: 'client_gone', usage }),
    call(company, { kind: 'parked', reason: 'price_missing', usage }),
  )
  expect(await recorded(company)).toMatchObject([
    { status: 'FAILED', reason: 'client_gone', charged_micros: 0n },
    { status: 'PARKED', reason: 'price_missing', charged_micros: 0n },
  ])
  expect(await rollupOf(company)).toMatchObject([{ requests: 2n, failed_requests: 2n, charged_micros: 0n }])
  expect((await readAccount(open.postgres, company)).balanceMicros).toBe(1_000n)
})

test('a batch with a known call changes nothing and reports the call', async () => {
  const company = await companyWith(1_000n)
  const first = call(company, charged(100n))
  await settle(first)
  const again = await settle(call(company, charged(7n)), first)
  expect(again).toEqual({ kind: 'known', calls: [{ id: first.id, status: 'SUCCEEDED', isOwn: false }] })
  expect((await readAccount(open.postgres, company)).balanceMicros).toBe(900n)
})

test('a call that was closed as failed cannot be charged afterwards', async () => {
  const company = await companyWith(1_000n)
  const id = ids.uuid()
  await settle(call(company, { kind: 'failed', reason: 'process_died' }, { id }))
  const late = await settle(call(company, charged(100n), { id }))
  expect(late).toEqual({ kind: 'known', calls: [{ id, status: 'FAILED', isOwn: false }] })
})

test('the same call settled eight times concurrently is charged once', async () => {
  const company = await companyWith(1_000n)
  const one = call(company, charged(100n))
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => settle(one)))
  expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(1)
  expect((await readAccount(open.postgres, company)).balanceMicros).toBe(900n)
})

test('charges burn several lots and then create debt', async () => {
  const company = await companyWith(100n, new Date(Date.now() + 3_600_000))
  await postTransfer(ids, open.database, {
    owner: { id: company, kind: 'COMPANY' },
    businessKey: `promo:${company}`,
    kind: 'grant',
    type: 'PROMO',
    amountMicros: 50n,
  })
  await settle(call(company, charged(120n)))
  const lots = () =>
    open.postgres.query('select remaining_micros as left from credit_lots where owner_id = $1 order by id', [
      company,
    ])
  expect((await lots()).rows).toEqual([{ left: 0n }, { left: 30n }])
  await settle(call(company, charged(31n)))
  expect((await readAccount(open.postgres, company)).balanceMicros).toBe(-1n)
  expect((await lots()).rows).toEqual([{ left: 0n }, { left: 0n }])
})

test('expired credits pay for nothing, even before they are swept', async () => {
  const company = await companyWith(100n, new Date(Date.now() - 1_000))
  const outcome = await settle(call(company, charged(10n)))
  expect(outcome).toMatchObject({ kind: 'settled', accounts: [{ balanceMicros: -10n }] })
})

test('a company without an account gets one with its first call', async () => {
  const company = ids.uuid()
  await expect(settle(call(company, charged(5n)))).resolves.toMatchObject({
    accounts: [{ balanceMicros: -5n }],
  })
})

test('an alias may contain any text', async () => {
  const company = await companyWith(10n)
  const alias = `a "b" {c}, \\d null`
  await settle(call(company, charged(1n), { alias }), call(company, charged(1n), { alias: 'null' }))
  const { rows } = await open.postgres.query('select alias from calls where company_id = $1 order by id', [
    company,
  ])
  expect(rows).toEqual([{ alias }, { alias: 'null' }])
})

test('overlapping, duplicated batches in any order neither deadlock nor charge twice', async () => {
  const companies = await Promise.all(Array.from({ length: 20 }, () => companyWith(1_000_000n)))
  const calls = Array.from({ length: 400 }, (_, index) => call(companies[index % 20] ?? '', charged(10n)))
  const shuffled = () => calls.toSorted(() => Math.random() - 0.5)
  const settleAll = async (rest: FinishedCall[]): Promise<void> => {
    const outcome = await settle(...rest)
    if (outcome.kind === 'settled') return
    const known = new Set(outcome.calls.map(({ id }) => id))
    const open_ = rest.filter(({ id }) => !known.has(id))
    if (open_.length > 0) await settleAll(open_)
  }
  const lanes = Array.from({ length: 12 }, async () => {
    const order = shuffled()
    for (let from = 0; from < order.length; from += 50) await settleAll(order.slice(from, from + 50))
  })
  await Promise.all(lanes)
  for (const company of companies) {
    expect((await readAccount(open.postgres, company)).balanceMicros).toBe(1_000_000n - 200n)
  }
})
