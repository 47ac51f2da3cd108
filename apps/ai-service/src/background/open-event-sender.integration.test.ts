import { randomFillSync } from 'node:crypto'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { eventSettings } from '@gatehouse/outgoing-events/event-settings'
import { createEventSeal } from '@gatehouse/outgoing-events/seal-event-secret'
import { mintEventSecret } from '@gatehouse/outgoing-events/sign-event'
import { type TestReceiver, startTestReceiver } from '@gatehouse/outgoing-events/testing/start-test-receiver'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEventSender } from './open-event-sender.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const scope = new AsyncDisposableStack()
const secrets = { current: { id: 'a', secret: new Secret('a'.repeat(32)) } }
const seal = createEventSeal({ secrets, fillRandom: randomFillSync })
let open: OpenTestDatabase
let receiver: TestReceiver
let companyId: string

beforeAll(async () => {
  open = scope.use(await openTestDatabase())
  receiver = scope.use(await startTestReceiver())
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const allowedRanges = eventSettings.EVENT_ALLOWED_RANGES.parse('127.0.0.1/32')
  const config = {
    postgres: { url: new Secret(open.url), poolSizeMax: 5 },
    outgoingEvents: { secrets, allowedRanges },
  }
  const sender = openEventSender({ clock, ids, logger, metrics: createMetrics('test') }, config, scope)
  scope.defer(() => sender?.drain(0))
})
afterAll(() => scope.disposeAsync())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
})

/** An endpoint that has accepted nothing for `failingDays`. */
async function addEndpoint(failingDays: number): Promise<string> {
  const id = ids.uuid()
  const { sealed, secretId } = seal.seal(id, mintEventSecret(randomFillSync))
  await open.postgres.query(
    `insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by, failing_since)
     values ($1, $2, $3, $4, $5, now() - make_interval(days => $6))`,
    [id, companyId, receiver.url, sealed, secretId, failingDays],
  )
  return id
}

/** Enqueues events that have one attempt left. */
const enqueueLast = async (events: number) =>
  open.postgres.transaction(async (tx) => {
    for (let keyId = 0; keyId < events; keyId += 1)
      await enqueueEvent(ids, tx, {
        companyId,
        type: 'key.created',
        data: { keyId: String(keyId), name: '' },
      })
    await tx.query('update event_deliveries set attempts = 9 where company_id = $1', [companyId])
  })

const settled = async () => {
  const { rows } = await open.postgres.query<{ status: string; is_enabled: boolean }>(
    `select d.status, e.is_enabled from event_deliveries d join event_endpoints e on e.id = d.endpoint_id
      where d.company_id = $1 and e.company_id = $1 and d.attempts > 9`,
    [companyId],
  )
  return rows
}
const mails = async () => {
  const { rows } = await open.postgres.query<{ recipient: string; subject: string; text_body: string }>(
    'select recipient, subject, text_body from mails where company_id = $1 order by id',
    [companyId],
  )
  return rows
}

test.each([
  { status: 500, failingDays: 3, because: 'FAILING', text: 'has accepted no event for days' },
  { status: 410, failingDays: 0, because: 'GONE', text: 'answered 410 (Gone)' },
])('an endpoint that answers $status is disabled, and each admin gets one mail', async (expected) => {
  receiver.answer({ status: expected.status })
  const { email } = await addUser(open.database, { companyId })
  await addUser(open.database, { companyId, role: 'MEMBER' })
  const endpointId = await addEndpoint(expected.failingDays)
  await enqueueLast(3)
  await waitUntil(async () => (await settled()).some(({ is_enabled: isEnabled }) => !isEnabled), {
    withinMs: 30_000,
    what: 'the endpoint is disabled',
  })
  if (expected.because === 'FAILING')
    await waitUntil(async () => (await settled()).length === 3, { withinMs: 30_000, what: 'all have failed' })
  expect(await mails()).toEqual([
    {
      recipient: email,
      subject: expect.stringContaining('An event endpoint is disabled') as string,
      text_body: expect.stringContaining(`${receiver.url} ${expected.text}`) as string,
    },
  ])
  const { rows: notices } = await open.postgres.query(
    'select kind, details from company_notices where company_id = $1',
    [companyId],
  )
  const details = { endpointId, url: receiver.url, because: expected.because }
  expect(notices).toEqual([{ kind: 'event_endpoint_disabled', details }])
})

test('an endpoint that has failed for one day stays enabled, and the admins get no mail', async () => {
  receiver.answer({ status: 500 })
  await addUser(open.database, { companyId })
  await addEndpoint(1)
  await enqueueLast(1)
  await waitUntil(async () => (await settled()).length === 1, { withinMs: 30_000, what: 'it has failed' })
  expect(await settled()).toEqual([{ status: 'FAILED', is_enabled: true }])
  expect(await mails()).toEqual([])
})

test('without EVENT_SECRETS nothing is sent', () => {
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const outgoingEvents = { secrets: undefined, allowedRanges: [] }
  const config = { postgres: { url: new Secret(open.url), poolSizeMax: 5 }, outgoingEvents }
  const deps = { clock, ids, logger, metrics: createMetrics('test') }
  expect(openEventSender(deps, config, scope)).toBeUndefined()
})
