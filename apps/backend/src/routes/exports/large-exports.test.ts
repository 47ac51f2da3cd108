// Exports that are longer than what fits into the buffers between the database and the client.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const callCount = 50_000
const reason = 'a reason of some length, so that the export exceeds all buffers '.repeat(4)

let backend: TestBackend
let companyId: string
let authorization: string

beforeAll(async () => {
  backend = await startTestBackend()
  companyId = await addCompany(backend.database, 0n)
  authorization = `Bearer ${await issueToken(await addUser(backend.database, { companyId }))}`
  await addCalls(0, callCount)
}, 120_000)
afterAll(() => backend[Symbol.asyncDispose]())

async function addCalls(first: number, count: number): Promise<void> {
  for (let from = first; from < first + count; from += 10_000)
    await backend.postgres.query(
      `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
       select overlay(uuid_at(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, $1, $2, 'svc/chat-default', 'chat',
              'FAILED', $3, 1, 0, 1, 0, 0, 0, 1, at
         from (select n, timestamptz '2026-03-02T00:00:00Z' + n * interval '1 second' as at
                 from generate_series($4::int, $5::int) n) numbered`,
      [companyId, randomUUID(), reason, from, Math.min(from + 10_000, first + count) - 1],
    )
}

/** Starts an export and stops reading after the head. */
async function open(): Promise<IncomingMessage> {
  const url = `${backend.url}/exports/calls.csv?companyId=${companyId}&from=2026-03-01&to=2026-04-01`
  const sent = get(url, { headers: { authorization }, agent: false })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  // A connection that is reset is reported here as well as by the response.
  sent.on('error', () => undefined)
  return response.pause()
}

async function countLines(response: IncomingMessage): Promise<number> {
  let lines = 0
  for await (const chunk of response) for (const byte of chunk as Buffer) if (byte === 10) lines += 1
  return lines
}

type Session = { pid: number; state: string; query_start: Date }

async function sessions(): Promise<Session[]> {
  const { rows } = await backend.postgres.query<Session>(
    `select pid, state, query_start from pg_stat_activity
      where datname = current_database() and application_name = 'gatehouse backend exports' and xact_start is not null`,
  )
  return rows
}

/** Waits until the export has stopped reading from the database because its client does not read. */
async function stalled(): Promise<Session> {
  let before = ''
  let timesEqual = 0
  const isStalled = async () => {
    const [session] = await sessions()
    const now = JSON.stringify(session)
    timesEqual = session?.state === 'idle in transaction' && now === before ? timesEqual + 1 : 0
    before = now
    return timesEqual >= 10
  }
  await waitUntil(isStalled, { withinMs: 30_000, what: 'the export waits for its client' })
  const [session] = await sessions()
  if (!session) throw new Error('the export has ended')
  return session
}

const ended = () =>
  waitUntil(async () => (await sessions()).length === 0, {
    withinMs: 30_000,
    what: 'the export has left the database',
  })

test('50,000 rows arrive completely; the export waits for a slow client and shows the state at its beginning', async () => {
  const response = await open()
  expect(response.statusCode).toBe(200)
  // The rest stays in the database: an export that read on would hold all rows in memory.
  await stalled()
  await addCalls(callCount, 100)
  expect(await countLines(response)).toBe(callCount + 1)
  await ended()
  expect(await countLines(await open())).toBe(callCount + 101)
})

test('a client that disconnects ends the export, and its place is free', async () => {
  for (let time = 0; time < 3; time += 1) {
    const responses = [await open(), await open()]
    for (const response of responses) {
      expect(response.statusCode).toBe(200)
      response.destroy()
    }
    await ended()
  }
})

test('429: a company runs two exports at the same time, and a third as soon as one has ended', async () => {
  const [first, second] = [await open(), await open()]
  const third = await open()
  expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([200, 200, 429])
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  third.destroy()
  first.destroy()
  const isFree = async () => {
    const response = await open()
    response.destroy()
    return response.statusCode === 200
  }
  await waitUntil(isFree, { withinMs: 30_000, what: 'a place is free' })
  second.destroy()
  await ended()
})

test('an export that fails in the middle ends abnormally', async () => {
  const response = await open()
  expect(response.statusCode).toBe(200)
  const { pid } = await stalled()
  await backend.postgres.query('select pg_terminate_backend($1)', [pid])
  await expect(countLines(response)).rejects.toThrow(/aborted|ECONNRESET/)
  expect(response.complete).toBe(false)
  await ended()
})
