import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCalls } from './count-calls.ts'
import { type CallPage, listCalls } from './list-calls.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const [companyId, busyKeyId, rareKeyId] = [ids.uuid(), ids.uuid(), ids.uuid()]
const callCount = 300_000

let open: OpenTestDatabase

// One call per second; the key that is rarely used made the oldest two.
const firstCallAt = new Date('2026-03-02T00:00:00Z')
const lastCallAt = new Date(firstCallAt.getTime() + (callCount - 1) * 1_000)

beforeAll(async () => {
  open = await openTestDatabase()
  for (let first = 0; first < callCount; first += 20_000)
    await open.postgres.query(
      `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
       select overlay(uuid_at(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, $1,
              case when n < 2 then $3::uuid else $2::uuid end, 'svc/chat-default', 'chat',
              case when n % 1000 = 7 then 'FAILED' else 'SUCCEEDED' end::call_status,
              case when n % 1000 = 7 then 'client_gone' end, 1, 0, 1, case when n % 1000 = 7 then 0 else 2 end, 0, 0, 1, at
         from (select n, $4::timestamptz + n * interval '1 second' as at from generate_series($5::int, $6::int) n) numbered`,
      [companyId, busyKeyId, rareKeyId, firstCallAt, first, first + 19_999],
    )
}, 120_000)
afterAll(() => open[Symbol.asyncDispose]())

/** A clock that stands still, so that only the number of rows ends a search. */
const still = { monotonicMs: () => 0 }

function search(page: Partial<CallPage>, monotonic = still) {
  return listCalls(open.database, { companyId, clock: monotonic }, { limit: 21, ...page })
}

const startOf = (id: string | null) => Number.parseInt((id ?? '').replace('-', '').slice(0, 12), 16)

test('a search for a rarely used key stops after 50,000 calls and continues from there until it has found the calls', async () => {
  const first = await search({ keyId: rareKeyId })
  expect(first.calls).toEqual([])
  expect(startOf(first.stoppedAtId)).toBe(lastCallAt.getTime() - 49_999_000)
  let position = first.stoppedAtId
  const found: string[] = []
  let searches = 1
  while (position !== null) {
    const next = await search({ keyId: rareKeyId, beforeId: position })
    found.push(...next.calls.map(({ id }) => id))
    position = next.stoppedAtId
    searches += 1
  }
  expect(found.map(startOf)).toEqual([firstCallAt.getTime() + 1_000, firstCallAt.getTime()])
  // The sixth search reads the oldest 50,000 calls without knowing that there are no more.
  expect(searches).toBeLessThanOrEqual(7)
})

test('a search stops after its time with the calls that it has found', async () => {
  let now = 0
  const slow = { monotonicMs: () => (now += 150) }
  const { calls, stoppedAtId } = await search({ status: 'FAILED', limit: 101 }, slow)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.length).toBeLessThan(101)
  expect(startOf(stoppedAtId)).toBeGreaterThan(lastCallAt.getTime() - 5_000_000)
  const rest = await search({ status: 'FAILED', limit: 101, beforeId: stoppedAtId ?? '' })
  expect(startOf(rest.calls[0]?.id ?? '')).toBeLessThan(startOf(calls.at(-1)?.id ?? ''))
})

test('a page that fills up, and one that reaches the end, have no position to continue from', async () => {
  expect(await search({})).toMatchObject({ calls: { length: 21 }, stoppedAtId: null })
  const full = await search({ reason: 'client_gone', alias: 'svc/chat-default', operation: 'chat' })
  expect(full).toMatchObject({ calls: { length: 21 }, stoppedAtId: null })
  expect(new Set(full.calls.map(({ status }) => status))).toEqual(new Set(['FAILED']))
  const span = { from: firstCallAt, to: new Date(firstCallAt.getTime() + 10_000) }
  expect(await search({ keyId: rareKeyId, ...span })).toMatchObject({
    calls: { length: 2 },
    stoppedAtId: null,
  })
  expect(await search({ alias: 'svc/embed-default', ...span })).toEqual({ calls: [], stoppedAtId: null })
})

test('the calls are counted in buckets of equal length', async () => {
  const from = firstCallAt
  const to = new Date(firstCallAt.getTime() + 3_000_000)
  const counted = await countCalls(open.database, companyId, { from, to, buckets: 3 })
  expect(counted).toEqual(
    [0, 1, 2].map((index) => ({
      from: new Date(firstCallAt.getTime() + index * 1_000_000),
      succeeded: 999,
      failed: 1,
      chargedMicros: 1_998n,
    })),
  )
  const rare = await countCalls(open.database, companyId, { from, to, buckets: 200, keyId: rareKeyId })
  expect(rare).toHaveLength(200)
  expect(rare.map(({ succeeded, failed }) => succeeded + failed)).toEqual([2, ...Array<number>(199).fill(0)])
})

test('a period with too many calls is refused before they are counted', async () => {
  await open.postgres.query(
    `insert into usage_rollups (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens, cached_tokens,
                                completion_tokens, charged_micros)
     values ($1, $2, 'svc/chat-default', '2026-03-02', 86400, 0, 0, 0, 0, 0)`,
    [companyId, busyKeyId],
  )
  const from = new Date('2026-03-02T06:00:00Z')
  const ask = (to: string) =>
    countCalls(open.database, companyId, { from, to: new Date(to), buckets: 1, callsMax: 30_000 })
  await expect(ask('2026-03-02T18:00:00Z')).rejects.toMatchObject({ code: 'credits.too_many_calls' })
  expect(await ask('2026-03-02T08:00:00Z')).toMatchObject([{ succeeded: 7_193, failed: 7 }])
})
