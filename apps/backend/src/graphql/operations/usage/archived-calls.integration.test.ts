import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { archivePartition } from '@gatehouse/call-archive/archive-partition'
import { listClosedPartitions } from '@gatehouse/call-archive/list-closed-partitions'
import type { User } from '@gatehouse/identity/users'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

const clock = createSystemClock()
const directory = mkdtempSync(join(tmpdir(), 'archived-calls-'))
const storeUrl = pathToFileURL(directory).href
// Two weeks, of which the first is archived.
const archivedAt = '2026-03-04T12:00:00.000Z'
const keptAt = '2026-03-10T12:00:00.000Z'
// This call began in the archived week and ended after it.
const nightBeganAt = '2026-03-08T23:50:00.000Z'
const nightEndedAt = '2026-03-09T00:10:00.000Z'
const archiveEnd = '2026-03-09T00:00:00.000Z'

let backend: TestBackend
let companyId: string
let admin: User
let archivedId: string
let keptId: string
let before: unknown

const idAt = (moment: string) => {
  const time = Date.parse(moment).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000000000aa`
}

async function addCall(keyId: string, moment: string, began = moment): Promise<string> {
  const id = await seedCall(backend.postgres, { companyId, keyId, id: idAt(began) })
  await backend.postgres
    .query(`set session_replication_role = replica; update calls set created_at = '${moment}' where id = '${id}';
    update usage_rollups set day = '${moment.slice(0, 10)}' where day = (now() at time zone 'UTC')::date; reset session_replication_role`)
  return id
}

beforeAll(async () => {
  backend = await startTestBackend({ OBJECT_STORE_URL: storeUrl })
  const { database, postgres } = backend
  await addAliases(database, 'http://127.0.0.1:9/v1')
  companyId = await addCompany(database, 5_000_000n)
  admin = await addUser(database, { companyId })
  const keyId = (await addKey(database, { companyId })).key.id
  await postgres.query(
    `select create_call_partition('2026-03-02', 7), create_call_partition('2026-03-09', 7)`,
  )
  archivedId = await addCall(keyId, archivedAt)
  await addCall(keyId, nightEndedAt, nightBeganAt)
  keptId = await addCall(keyId, keptAt)
  await postgres.query(
    `set session_replication_role = replica; update credit_transfers set created_at = '2026-03-01' where owner_id = '${companyId}'; reset session_replication_role`,
  )
  await postgres.query('insert into reconciliation_progress (calls_through) values (now())')
  before = (await ask(receipt, { callId: archivedId })).data?.['call']
  const objects = createObjectStore(new Secret(storeUrl), clock)
  for (const partition of await listClosedPartitions(postgres, '2026-03-09'))
    await archivePartition({ postgres, objects, clock }, partition)
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true, force: true })
})

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: admin, variables: { companyId, ...variables } })

const receipt = `query ($companyId: ID!, $callId: ID!) { call(companyId: $companyId, callId: $callId) {
  id keyId concernedCompanyId model operation status reason rule createdAt durationMs promptTokens cachedTokens completionTokens
  price { version inputPerMillion } held charged givenBack balanceBefore balanceAfter arithmetic } }`

test('the receipt of an archived call is the same as before', async () => {
  const { data } = await ask(receipt, { callId: archivedId })
  expect(data?.['call']).toMatchObject({ id: archivedId, createdAt: archivedAt })
  expect(data?.['call']).toEqual(before)
  const find = `query ($companyId: ID!, $text: String!) { find(companyId: $companyId, text: $text) { kind id } }`
  expect((await ask(find, { text: archivedId })).data?.['find']).toEqual([{ kind: 'CALL', id: archivedId }])
})

test('an archived call of another company is not found', async () => {
  const otherId = await addCompany(backend.database, 1n)
  const other = await addUser(backend.database, { companyId: otherId })
  const asked = await backend.ask(receipt, {
    user: other,
    variables: { companyId: otherId, callId: archivedId },
  })
  expect(codesOf(asked)).toEqual(['NOT_FOUND'])
})

test('a list states from when on calls are archived', async () => {
  const list = `query ($companyId: ID!) { calls(companyId: $companyId) { nodes { id } hasNextPage archivedBefore } }`
  expect((await ask(list)).data?.['calls']).toEqual({
    nodes: [{ id: keptId }],
    hasNextPage: false,
    archivedBefore: archiveEnd,
  })
})

test('what needs archived calls is refused with the day from which on they are kept', async () => {
  const histogram = `query ($companyId: ID!, $from: DateTime!, $to: DateTime!) {
    callHistogram(companyId: $companyId, from: $from, to: $to, buckets: 2) { succeeded } }`
  const refused = await ask(histogram, { from: '2026-03-03T00:00:00Z', to: keptAt })
  expect(codesOf(refused)).toEqual(['BAD_USER_INPUT'])
  expect(refused.errors?.[0]?.message).toContain('Calls that started before 2026-03-09 are archived')
  const kept = await ask(histogram, { from: archiveEnd, to: '2026-03-16T00:00:00Z' })
  expect(kept.data?.['callHistogram']).toEqual([{ succeeded: 1 }, { succeeded: 0 }])
  const hourly = `query ($companyId: ID!, $from: DateTime!, $to: DateTime!) {
    usage(companyId: $companyId, from: $from, to: $to, groupBy: [HOUR]) { asOf } }`
  expect(codesOf(await ask(hourly, { from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' }))).toEqual([
    'BAD_USER_INPUT',
  ])
  const authorization = `Bearer ${await issueToken(admin)}`
  const response = await fetch(`${backend.url}/exports/calls.csv?companyId=${companyId}&from=2026-03-01`, {
    headers: { authorization },
  })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('2026-03-09') as string,
  ])
})

test('usage and balances of archived days are those of whole days', async () => {
  const usage = `query ($companyId: ID!, $from: DateTime!, $to: DateTime) {
    usage(companyId: $companyId, from: $from, to: $to) { from to totals { requests credits } } }`
  // In the middle of the archived day, after the call.
  expect((await ask(usage, { from: '2026-03-04T18:00:00Z' })).data?.['usage']).toEqual({
    from: '2026-03-04T00:00:00.000Z',
    to: null,
    totals: { requests: 3, credits: '0.000030' },
  })
  // Until a moment before the call.
  const early = { from: '2026-03-03T06:00:00Z', to: '2026-03-04T06:00:00Z' }
  expect((await ask(usage, early)).data?.['usage']).toEqual({
    from: '2026-03-03T00:00:00.000Z',
    to: '2026-03-05T00:00:00.000Z',
    totals: { requests: 1, credits: '0.000010' },
  })
  expect((await ask(usage, { from: '2026-03-10T18:00:00Z' })).data?.['usage']).toEqual({
    from: '2026-03-10T18:00:00.000Z',
    to: null,
    totals: { requests: 0, credits: '0.000000' },
  })
  const balance = `query ($companyId: ID!, $at: DateTime!) { balanceAt(companyId: $companyId, at: $at) { at credits entry { type } } }`
  const balanceAt = async (at: string) => (await ask(balance, { at })).data?.['balanceAt']
  expect(await balanceAt('2026-03-04T18:00:00Z')).toEqual({
    at: '2026-03-03T23:59:59.999Z',
    credits: '5.000000',
    entry: null,
  })
  expect(await balanceAt('2026-03-05T18:00:00Z')).toMatchObject({ credits: '4.999990' })
  expect(await balanceAt(keptAt)).toEqual({ at: keptAt, credits: '4.999970', entry: { type: 'USAGE' } })
})

test('a call across the end of the archive is counted on the day on which it ended', async () => {
  const usage = `query ($companyId: ID!, $from: DateTime!, $to: DateTime) {
    usage(companyId: $companyId, from: $from, to: $to) { from to totals { requests } } }`
  const usageIn = async (from: string, to: string) => (await ask(usage, { from, to })).data?.['usage']
  expect(await usageIn('2026-03-05T00:00:00Z', '2026-03-09T06:00:00Z')).toEqual({
    from: '2026-03-05T00:00:00.000Z',
    to: '2026-03-10T00:00:00.000Z',
    totals: { requests: 1 },
  })
  // All calls that ended in these hours began after the end of the archive.
  expect(await usageIn('2026-03-09T02:00:00Z', '2026-03-09T06:00:00Z')).toEqual({
    from: '2026-03-09T02:00:00.000Z',
    to: '2026-03-09T06:00:00.000Z',
    totals: { requests: 0 },
  })
  const balance = `query ($companyId: ID!, $at: DateTime!) { balanceAt(companyId: $companyId, at: $at) { at credits } }`
  const balanceAt = async (at: string) => (await ask(balance, { at })).data?.['balanceAt']
  expect(await balanceAt('2026-03-09T06:00:00Z')).toEqual({
    at: '2026-03-08T23:59:59.999Z',
    credits: '4.999990',
  })
  expect(await balanceAt('2026-03-10T06:00:00.000Z')).toEqual({
    at: '2026-03-10T06:00:00.000Z',
    credits: '4.999980',
  })
})
