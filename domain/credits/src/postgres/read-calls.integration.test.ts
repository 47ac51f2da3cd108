import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls } from './lists/list-calls.ts'
import { previewPrice } from './preview-price.ts'
import { readConcernedUsage } from './read-concerned-usage.ts'
import { readPlatformUsage } from './read-platform-usage.ts'
import { type ReceiptQuestion, readReceipt } from './read-receipt.ts'
import { returnCharge } from './return-charge.ts'
import { prepareBatch } from './settlement/settle-batch.ts'
import { findStaleMarks } from './settlement/undelivered-calls.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const alias = 'svc/chat-default'
let open: OpenTestDatabase
let priceVersion: bigint

beforeAll(async () => {
  open = await openTestDatabase()
  const { rows } = await open.postgres.query<{ version: bigint }>(
    `insert into model_prices (alias, input_micros_per_million, cached_input_micros_per_million,
                               output_micros_per_million, valid_from)
     values ($1, 3000000, 300000, 15000000, '2026-01-01') returning version`,
    [alias],
  )
  priceVersion = rows[0]?.version ?? 0n
})
afterAll(() => open[Symbol.asyncDispose]())

const usage = { promptTokens: 10, cachedTokens: 4, completionTokens: 2 }
const succeeded = (): CallEnd => ({ kind: 'succeeded', usage, priceVersion, chargedMicros: 50n })

async function aCompany(name: string): Promise<string> {
  const id = ids.uuid()
  await open.database.insertInto('companies').values({ id, name }).execute()
  return id
}

async function settle(
  companyId: string,
  end: CallEnd = succeeded(),
  more: Partial<FinishedCall> = {},
): Promise<FinishedCall> {
  const named = { companyId, keyId: ids.uuid(), alias, operation: 'chat' } as const
  const call: FinishedCall = { id: ids.uuid(), ...named, end, heldMicros: 70n, durationMs: 12, ...more }
  await prepareBatch(open.postgres, [call])()
  return call
}

const receipt = (question: ReceiptQuestion) => readReceipt(open.postgres, question)

test('a receipt has the usage, the price, the charge and the balance after it, for its key and its company', async () => {
  const companyId = await aCompany('Receipts')
  const { id, keyId } = await settle(companyId)
  const found = await receipt({ callId: id, companyId })
  expect(found).toEqual({
    id,
    companyId,
    concernedCompanyId: null,
    keyId,
    alias,
    operation: 'chat',
    status: 'SUCCEEDED',
    reason: null,
    createdAt: expect.any(Date) as Date,
    usage,
    price: {
      version: priceVersion,
      inputMicrosPerMillion: 3_000_000n,
      cachedInputMicrosPerMillion: 300_000n,
      outputMicrosPerMillion: 15_000_000n,
      since: new Date('2026-01-01'),
    },
    chargedMicros: 50n,
    givenBackMicros: 0n,
    decision: null,
    heldMicros: 70n,
    balanceAfterMicros: -50n,
    durationMs: 12,
  })
  expect(await receipt({ callId: id, keyId })).toEqual(found)
  expect(await receipt({ callId: id, keyId: ids.uuid() })).toBeUndefined()
  expect(await receipt({ callId: id, companyId: ids.uuid() })).toBeUndefined()
})

test('the receipt of a call that was not charged has no price, and a returned charge and a decision are shown', async () => {
  const companyId = await aCompany('Refunds')
  const failed = await settle(companyId, { kind: 'failed', reason: 'client_gone' })
  expect(await receipt({ callId: failed.id, companyId })).toMatchObject({
    status: 'FAILED',
    reason: 'client_gone',
    price: null,
    chargedMicros: 0n,
  })
  const returned = await settle(companyId)
  const charge = { id: returned.id, companyId, chargedMicros: 50n }
  await returnCharge(open.database, charge, { ids, reason: 'undelivered' })
  expect(await receipt({ callId: returned.id, companyId })).toMatchObject({
    chargedMicros: 50n,
    givenBackMicros: 50n,
  })
  const parked = await settle(companyId, { kind: 'parked', reason: 'price_missing', usage })
  await open.postgres.query(
    `insert into parked_call_decisions (call_id, company_id, charged_micros, reason, decided_by, decided_at)
     values ($1, $2, 7, 'agreed', 'ada', '2026-02-03')`,
    [parked.id, companyId],
  )
  expect(await receipt({ callId: parked.id, companyId })).toMatchObject({
    status: 'PARKED',
    decision: { chargedMicros: 7n, at: new Date('2026-02-03') },
  })
})

test('an archived call has the receipt that it had before, for its company only', async () => {
  const companyId = await aCompany('Archive')
  const call = await settle(companyId)
  const before = await receipt({ callId: call.id, companyId })
  const { rows } = await open.postgres.query<{ row: Record<string, string | number | null> }>(
    'select to_jsonb(c) as row from calls c where id = $1',
    [call.id],
  )
  // Calls cannot be deleted, so the archived one is a copy under another id.
  const callId = ids.uuid()
  const row: Record<string, string | number | null> = { ...rows[0]?.row, id: callId }
  const archived = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  )
  const asked: unknown[] = []
  const find = async (given: { callId: string; companyId: string }) => {
    asked.push(given)
    return given.companyId === companyId ? archived : undefined
  }
  const read = (question: ReceiptQuestion) => readReceipt(open.postgres, question, find)
  expect(await read({ callId, companyId })).toEqual({ ...before, id: callId })
  expect(asked).toEqual([{ callId, companyId }])
  expect(await read({ callId, keyId: call.keyId })).toBeUndefined()
  expect(asked).toHaveLength(1)
  expect(await read({ callId, companyId: ids.uuid() })).toBeUndefined()
  expect(await receipt({ callId, companyId })).toBeUndefined()
})

test('calls are listed from a time on, and up to one', async () => {
  const companyId = await aCompany('Lists')
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  const callIds = new Map<number, string>()
  for (const day of [2, 3, 4]) {
    const { rows } = await open.postgres.query<{ id: string }>(
      `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
       values (uuid_at($1::timestamptz), $2, $2, $3, 'chat', 'SUCCEEDED', 1, 0, 1, 1, 0, 0, 1, $1::timestamptz) returning id`,
      [at(day), companyId, alias],
    )
    callIds.set(day, rows[0]?.id ?? '')
  }
  const list = async (page: { from?: Date; to?: Date }) =>
    (await listCalls(open.database, { companyId, clock }, { limit: 10, ...page })).calls.map(({ id }) => id)
  const days = (...wanted: number[]) => wanted.map((day) => callIds.get(day))
  expect(await list({})).toEqual(days(4, 3, 2))
  expect(await list({ from: at(3) })).toEqual(days(4, 3))
  expect(await list({ to: at(3) })).toEqual(days(2))
  expect(await list({ from: at(3), to: at(4) })).toEqual(days(3))
})

async function addRollup(companyId: string, day: string, chargedMicros: number): Promise<void> {
  await open.postgres.query(
    `insert into usage_rollups (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                cached_tokens, completion_tokens, charged_micros)
     values ($1, $1, 'svc/chat-cheap', $2, 3, 1, 1000000, 250000, 500000, $3)`,
    [companyId, day, chargedMicros],
  )
}

test('the usage of all companies is added up by the dimensions asked for, the highest charges first', async () => {
  const [small, large] = [await aCompany('Small'), await aCompany('Large')]
  await addRollup(small, '2020-05-01', 10)
  await addRollup(small, '2020-05-02', 20)
  await addRollup(large, '2020-05-02', 90)
  await addRollup(large, '2020-05-03', 1)
  const all = {
    firstDay: '2020-05-01',
    lastDay: '2020-05-02',
    byCompany: false,
    byDay: false,
    byAlias: false,
  }
  const read = (changes: Partial<typeof all>) => readPlatformUsage(open.database, { ...all, ...changes })
  expect(await read({})).toEqual([
    {
      companyId: null,
      companyName: null,
      day: null,
      alias: null,
      requests: 9n,
      failedRequests: 3n,
      promptTokens: 3_000_000n,
      cachedTokens: 750_000n,
      completionTokens: 1_500_000n,
      chargedMicros: 120n,
    },
  ])
  expect(await read({ byCompany: true })).toMatchObject([
    { companyId: large, companyName: 'Large', chargedMicros: 90n },
    { companyId: small, companyName: 'Small', chargedMicros: 30n },
  ])
  expect(await read({ byDay: true, byAlias: true })).toMatchObject([
    { day: '2020-05-02', alias: 'svc/chat-cheap', chargedMicros: 110n },
    { day: '2020-05-01', alias: 'svc/chat-cheap', chargedMicros: 10n },
  ])
})

test('what a company’s calls cost the platform is summed without the charges that were returned', async () => {
  const [payerId, companyId, other] = [await aCompany('Payer'), await aCompany('A'), await aCompany('B')]
  const settleFor = (concernedCompanyId: string, more: Partial<FinishedCall> = {}) =>
    settle(payerId, succeeded(), { concernedCompanyId, ...more })
  const returned = await settleFor(companyId)
  await settleFor(companyId)
  await settleFor(companyId, { alias: 'svc/other' })
  const otherReturned = await settleFor(other)
  for (const { id } of [returned, otherReturned])
    await returnCharge(
      open.database,
      { id, companyId: payerId, chargedMicros: 50n },
      { ids, reason: 'undelivered' },
    )
  const to = new Date(clock.wallMs() + 60_000)
  const from = new Date('2020-01-13')
  const read = (since = from) => readConcernedUsage(open.database, { payerId, companyId, from: since, to })
  const sums = { failedRequests: 0n, promptTokens: 20n, completionTokens: 4n }
  const all = [
    { alias, requests: 2n, ...sums, chargedMicros: 50n },
    {
      alias: 'svc/other',
      requests: 1n,
      ...sums,
      promptTokens: 10n,
      completionTokens: 2n,
      chargedMicros: 50n,
    },
  ]
  expect(await read()).toEqual(all)
  await open.postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes, detached_at)
     values ('calls_2020w02', '2020-01-06', '2020-01-13', 0, now())`,
  )
  await open.postgres.query(
    `insert into archived_call_days values ($1, '2020-01-07', 'calls_2020w02', 1, 50)`,
    [payerId],
  )
  expect(await read()).toEqual(all)
  await expect(read(new Date('2020-01-12'))).rejects.toMatchObject({ code: 'credits.archived' })
})

test('a price is previewed with the usage of the last days, the largest change first, up or down', async () => {
  const [cheaper, same] = [await aCompany('Cheaper'), await aCompany('Same')]
  const today = new Date(clock.wallMs()).toISOString().slice(0, 10)
  await addRollup(cheaper, today, 7)
  await open.postgres.query(
    `insert into usage_rollups (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                cached_tokens, completion_tokens, charged_micros)
     values ($1, $1, 'svc/chat-cheap', $2, 1, 0, 0, 0, 0, 0)`,
    [same, today],
  )
  await addRollup(same, '2020-06-01', 500)
  const price = (input: bigint) => ({
    inputMicrosPerMillion: input,
    cachedInputMicrosPerMillion: 4n,
    outputMicrosPerMillion: 10n,
  })
  const current = { ...price(8n), version: 1n, alias: 'svc/chat-cheap' }
  const preview = (next: bigint) =>
    previewPrice(open.database, { alias: 'svc/chat-cheap', current, next: price(next), days: 2 })
  // 750,000 × 8 + 250,000 × 4 + 500,000 × 10, by the million.
  const before = { beforeMicros: 12n, chargedMicros: 7n }
  expect(await preview(4n)).toEqual({
    ...before,
    afterMicros: 9n,
    companies: [
      { companyId: cheaper, companyName: 'Cheaper', ...before, afterMicros: 9n },
      { companyId: same, companyName: 'Same', beforeMicros: 0n, afterMicros: 0n, chargedMicros: 0n },
    ],
  })
  expect(await preview(9n)).toMatchObject({ afterMicros: 13n, companies: [{ afterMicros: 13n }, {}] })
})

test('rows of dead processes that name no call are deleted after a day', async () => {
  const [old, recent, named] = [ids.uuid(), ids.uuid(), ids.uuid()]
  for (const [processId, callIds, age] of [
    [old, [], '25 hours'],
    [recent, [], '23 hours'],
    [named, [ids.uuid()], '25 hours'],
  ] as const)
    await open.postgres.query(
      `insert into undelivered_calls (process_id, lane, version, call_ids, written_at)
       values ($1, 0, 1, $2, now() - $3::interval)`,
      [processId, callIds, age],
    )
  expect(await findStaleMarks(open.postgres, 60_000)).toEqual([
    { processId: named, lane: 0, version: 1n, serverStart: expect.any(String) as string },
  ])
  const { rows } = await open.postgres.query<{ process_id: string }>(
    'select process_id from undelivered_calls where process_id = any ($1::uuid[])',
    [[old, recent, named]],
  )
  expect(rows.map((row) => row.process_id).sort()).toEqual([recent, named].sort())
})
