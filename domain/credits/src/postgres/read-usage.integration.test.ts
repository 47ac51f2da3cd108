import type { FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBack } from '../transfer.ts'
import { postTransfer } from './post-transfer.ts'
import { readUsage } from './read-usage.ts'
import { prepareBatch } from './settlement/settle-batch.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

const keyId = ids.uuid()
const otherKeyId = ids.uuid()

async function addCompany(): Promise<string> {
  const id = ids.uuid()
  const owner = { id, kind: 'COMPANY' } as const
  const grant = { kind: 'grant', type: 'PACK_PURCHASE', amountMicros: 1_000_000n } as const
  await postTransfer(ids, open.database, { owner, businessKey: `pack:${id}`, ...grant })
  return id
}

function settle(companyId: string, more: Partial<FinishedCall> = {}) {
  const usage = { promptTokens: 100, cachedTokens: 20, completionTokens: 50 }
  const end = { kind: 'succeeded', usage, priceVersion: 3n, chargedMicros: 10n } as const
  const call = {
    companyId,
    keyId,
    alias: 'svc/a',
    operation: 'chat',
    end,
    heldMicros: 1n,
    durationMs: 1,
  } as const
  return prepareBatch(open.postgres, [{ ...call, id: ids.uuid(), ...more }])()
}

/** Writes a call as if it had been settled at that time. */
async function settledAt(companyId: string, moment: string, chargedMicros: bigint): Promise<void> {
  await open.postgres.query(
    `with c as (
       insert into calls (id, company_id, key_id, alias, operation, status, price_version, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
       values (overlay(uuid_at($3)::text placing right(gen_random_uuid()::text, 12) from 25)::uuid, $1, $2, 'svc/a', 'chat',
               'SUCCEEDED', 3, 1, 0, 1, $4, 0, 0, 1, $3)
       returning *)
     insert into usage_rollups as u
     select company_id, key_id, alias, (created_at at time zone 'UTC')::date, 1, 0, 1, 0, 1, charged_micros from c
     on conflict (company_id, key_id, alias, day) do update
       set requests = u.requests + 1, prompt_tokens = u.prompt_tokens + 1, completion_tokens = u.completion_tokens + 1,
           charged_micros = u.charged_micros + excluded.charged_micros`,
    [companyId, keyId, moment, chargedMicros],
  )
}

const longAgo = '2020-01-01T00:00:00Z'

test("a call is in the usage of its key as soon as it is settled, and in no other key's usage", async () => {
  const companyId = await addCompany()
  await settle(companyId)
  await settle(companyId, { end: { kind: 'failed', reason: 'provider_error' } })
  await settle(companyId, { keyId: otherKeyId, alias: 'svc/b' })
  const { rows, asOf } = await readUsage(open.postgres, { companyId, keyId, from: longAgo, to: null })
  expect(rows).toEqual([
    {
      day: asOf.slice(0, 10),
      alias: 'svc/a',
      requests: 2n,
      failedRequests: 1n,
      promptTokens: 100n,
      cachedTokens: 20n,
      completionTokens: 50n,
      chargedMicros: 10n,
    },
  ])
  const all = await readUsage(open.postgres, { companyId, keyId: null, from: longAgo, to: null })
  expect(all.rows.map(({ alias }) => alias)).toEqual(['svc/a', 'svc/b'])
  const others = { companyId: await addCompany(), keyId: null, from: longAgo, to: null }
  expect((await readUsage(open.postgres, others)).rows).toEqual([])
})

test('a span that begins now contains the calls settled since', async () => {
  const companyId = await addCompany()
  await settle(companyId)
  const { rows } = await open.postgres.query<{ moment: string }>('select clock_timestamp()::text as moment')
  const from = rows[0]?.moment ?? ''
  const read = () => readUsage(open.postgres, { companyId, keyId, from, to: null })
  expect((await read()).rows).toEqual([])
  await settle(companyId)
  expect((await read()).rows).toMatchObject([{ requests: 1n, chargedMicros: 10n }])
})

test("an amount that was given back is subtracted from the usage of the call's key, and from no other", async () => {
  const companyId = await addCompany()
  const id = ids.uuid()
  await settle(companyId, { id })
  await settle(companyId)
  await settle(companyId, { keyId: otherKeyId })
  await postTransfer(ids, open.database, giveBack({ id, companyId, chargedMicros: 10n }, 'given_up'))
  const charged = async (key: string | null) => {
    const { rows } = await readUsage(open.postgres, { companyId, keyId: key, from: longAgo, to: null })
    return rows.map(({ requests, chargedMicros }) => [requests, chargedMicros])
  }
  expect(await charged(keyId)).toEqual([[2n, 10n]])
  expect(await charged(otherKeyId)).toEqual([[1n, 10n]])
  expect(await charged(null)).toEqual([[3n, 20n]])
})

test('spans that begin and end within a day count exactly the calls of that time', async () => {
  const companyId = await addCompany()
  const moments = [
    '2026-03-01T23:59:59.999999Z',
    '2026-03-02T00:00:00Z',
    '2026-03-02T11:59:59.999999Z',
    '2026-03-02T12:00:00Z',
    '2026-03-03T18:00:00Z',
    '2026-03-04T00:00:00Z',
    '2026-03-04T06:00:00Z',
  ]
  // Each charge is a different power of ten, so that a sum shows which charges it contains.
  for (const [index, moment] of moments.entries()) await settledAt(companyId, moment, 10n ** BigInt(index))
  async function charged(from: string, to: string): Promise<string> {
    const { rows } = await readUsage(open.postgres, { companyId, keyId, from, to })
    return rows
      .reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n)
      .toString()
      .padStart(7, '0')
  }
  expect(await charged('2026-03-01T00:00:00Z', '2026-03-05T00:00:00Z')).toBe('1111111')
  expect(await charged('2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z')).toBe('0011110')
  expect(await charged('2026-03-02T12:00:00Z', '2026-03-04T06:00:00Z')).toBe('0111000')
  expect(await charged('2026-03-01T23:59:59.999999Z', '2026-03-02T12:00:00Z')).toBe('0000111')
  expect(await charged('2026-03-02T10:00:00Z', '2026-03-02T13:00:00Z')).toBe('0001100')
  expect(await charged('2026-03-02T14:00:00+02:00', '2026-03-04T02:00:00+02:00')).toBe('0011000')
  expect(await charged('2026-03-03T00:00:00Z', '2026-03-03T00:00:00Z')).toBe('0000000')
})
