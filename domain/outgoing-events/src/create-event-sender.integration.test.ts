import { oneShard } from '@gatehouse/postgres/shards'
import { randomFillSync } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createSystemClock } from '@gatehouse/runtime/clock'
import type { AddressRange } from '@gatehouse/runtime/config-fields'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createCertificateAuthority } from '@gatehouse/testkit/certificate-authority'
import { type FakeClock, createFakeClock } from '@gatehouse/testkit/fake-clock'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EventSender, createEventSender } from './create-event-sender.ts'
import { enqueueEvent } from './postgres/enqueue-event.ts'
import type { DisabledEndpoint } from './postgres/record-attempt.ts'
import { signEvent } from './rules/sign-event.ts'
import { createEventSeal } from './seal-event-secret.ts'
import { createJudgeAddress } from './send/judge-address.ts'
import { createPostEvent } from './send/post-event.ts'
import { type TestReceiver, startTestReceiver } from './testing/start-test-receiver.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const secrets = { current: { id: 'a', secret: new Secret('a'.repeat(32)) } }
const seal = createEventSeal({ secrets, fillRandom: randomFillSync })
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const hour = 3_600_000

let open: OpenTestDatabase
let receiver: TestReceiver
let companyId: string
let clock: FakeClock
let senders: EventSender[] = []
let disabled: DisabledEndpoint[] = []

beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 12 })
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  receiver = await startTestReceiver()
  companyId = await addCompany(open.database, 0n)
  clock = createFakeClock({ wallMs: Date.now() + 60_000 })
  disabled = []
})
afterEach(async () => {
  let isDrained = false
  const drain = async () => {
    await Promise.all(senders.map((sender) => sender.drain(0)))
    isDrained = true
  }
  const ended = drain()
  // The grace period begins once a claim that is in progress has ended.
  await waitUntil(
    async () => {
      await clock.advance(1)
      return isDrained
    },
    { withinMs: 10_000, what: 'the senders have stopped' },
  )
  await ended
  senders = []
  await open.postgres.query('update event_endpoints set deleted_at = now()')
  await receiver[Symbol.asyncDispose]()
})

async function addEndpoint(url = receiver.url): Promise<string> {
  const id = ids.uuid()
  const { sealed, secretId } = seal.seal(id, secret)
  const previous = seal.seal(id, oldSecret)
  await open.postgres.query(
    `insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by,
                                  previous_sealed_secret, previous_sealed_by, previous_until)
     values ($1, $2, $3, $4, $5, $6, $5, $7)`,
    [id, companyId, url, sealed, secretId, previous.sealed, new Date(clock.wallMs() + 24 * hour)],
  )
  return id
}

const enqueue = (keyId = 'k1') =>
  open.postgres.transaction((tx) =>
    enqueueEvent(ids, tx, { companyId, type: 'key.created', data: { keyId, name: 'ci' } }),
  )

const loopback = { address: '127.0.0.0', prefixBits: 8, family: 'ipv4' } as const
function start(allowed: readonly AddressRange[] = [loopback]): void {
  const sender = createEventSender({
    shards: oneShard(open.postgres),
    clock,
    ids,
    logger,
    metrics: createMetrics('test'),
    random: () => 0,
    seal,
    post: createPostEvent({ clock, judgeAddress: createJudgeAddress(allowed) }),
    onDisabled: async (_tx, endpoint) => disabled.push(endpoint),
  })
  sender.start()
  senders.push(sender)
}

/** Lets the sender's timers fire until the condition is true; `stepMs` is how far the clock advances in between. */
const advanceUntil = (condition: () => boolean | Promise<boolean>, what: string, stepMs = 500) =>
  waitUntil(
    async () => {
      await clock.advance(stepMs)
      return condition()
    },
    { withinMs: 60_000, what },
  )

async function delivery(endpointId: string) {
  const { rows } = await open.postgres.query<{ status: string; attempts: number; errors: string[] }>(
    `select d.status, d.attempts,
            array(select coalesce(a.error, 'none') from event_attempts a where a.delivery_id = d.id order by a.id) as errors
       from event_deliveries d where d.company_id = $1 and d.endpoint_id = $2`,
    [companyId, endpointId],
  )
  return rows[0]
}
const isAt = (endpointId: string, attempts: number) => async () =>
  (await delivery(endpointId))?.attempts === attempts

test('an event arrives with its id and a signature per secret', async () => {
  const endpointId = await addEndpoint()
  await enqueue()
  start()
  await advanceUntil(isAt(endpointId, 1), 'the event is delivered')
  const [first] = receiver.received
  if (!first) throw new Error('nothing was received')
  const { headers, body } = first
  expect(JSON.parse(body)).toEqual({
    type: 'key.created',
    timestamp: expect.any(String) as string,
    companyId,
    data: { keyId: 'k1', name: 'ci' },
  })
  const id = String(headers['webhook-id'])
  const sentAtMs = Number(headers['webhook-timestamp']) * 1_000
  expect(headers).toMatchObject(signEvent({ id, sentAtMs, body }, [secret, oldSecret]))
  expect(await delivery(endpointId)).toMatchObject({ status: 'DELIVERED', attempts: 1, errors: ['none'] })
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that fails is asked again at the documented times, and then disabled', async () => {
  receiver.answer({ status: 500 })
  const endpointId = await addEndpoint()
  await enqueue()
  start()
  const startedMs = clock.wallMs()
  for (let attempts = 1; attempts <= 9; attempts += 1) {
    await advanceUntil(isAt(endpointId, attempts), `attempt ${attempts}`, attempts < 3 ? 500 : hour / 4)
  }
  expect(disabled).toEqual([])
  await advanceUntil(isAt(endpointId, 10), 'the last attempt', hour / 4)
  expect(clock.wallMs() - startedMs).toBeGreaterThan(72 * hour)
  const { status, errors } = (await delivery(endpointId)) ?? {}
  // The clock jumps, so that an attempt may also end at its time limit.
  expect([status, errors?.length, errors?.includes('none')]).toEqual(['FAILED', 10, false])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1)
  expect(disabled).toEqual([{ endpointId, companyId, url: receiver.url, because: 'FAILING' }])
  expect(await enqueue()).toBe(0)
}, 120_000)

test('a receiver that is gone is not asked again', async () => {
  receiver.answer({ status: 410 })
  const endpointId = await addEndpoint()
  await enqueue()
  start()
  await advanceUntil(isAt(endpointId, 1), 'it is disabled')
  expect(disabled).toMatchObject([{ because: 'GONE' }])
  await clock.advance(hour)
  expect((await delivery(endpointId))?.attempts).toBe(1)
})

test('a redirect is not followed, and a forbidden address gets nothing', async () => {
  const inner = await startTestReceiver()
  await using _inner = inner
  receiver.answer({ status: 302, location: inner.url })
  const redirected = await addEndpoint()
  await enqueue()
  start()
  await advanceUntil(isAt(redirected, 1), 'the redirect is received')
  expect((await delivery(redirected))?.errors).toEqual([
    'The receiver answered 302. Redirects are not followed: register the url that they lead to.',
  ])
  expect(inner.received).toEqual([])
})

test('without the setting, addresses that are not public are refused, also by name', async () => {
  const { port } = new URL(receiver.url)
  const urls = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']
  const endpoints = await Promise.all(urls.map((host) => addEndpoint(`https://${host}:${port}/`)))
  await enqueue()
  start([])
  for (const endpointId of endpoints) await advanceUntil(isAt(endpointId, 1), 'it is refused')
  const errors = await Promise.all(endpoints.map(async (id) => (await delivery(id))?.errors))
  expect(errors).toEqual(urls.map(() => ['The host has an address that is not public.']))
  expect(receiver.received).toEqual([])
})

test('a certificate that is not trusted is a failed attempt, and the event is delivered once it is', async () => {
  const authority = createCertificateAuthority('Test authority')
  await using secure = await startTestReceiver({ tls: authority.issue('127.0.0.1') })
  const endpointId = await addEndpoint(secure.url)
  await enqueue()
  start()
  await advanceUntil(isAt(endpointId, 1), 'the certificate is refused')
  expect(await delivery(endpointId)).toMatchObject({
    status: 'PENDING',
    errors: [expect.stringMatching(/^The certificate of the receiver is not valid: /)],
  })
  expect(secure.received).toEqual([])
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.cert])
  await advanceUntil(isAt(endpointId, 2), 'the event is delivered')
  setDefaultCACertificates(trusted)
  expect((await delivery(endpointId))?.status).toBe('DELIVERED')
  expect(secure.received).toHaveLength(1)
})

test('a receiver that hangs is cut off and does not delay another company', async () => {
  receiver.answer('hang')
  const hanging = await addEndpoint()
  for (let count = 0; count < 200; count += 1) await enqueue(`k${count}`)
  const hangingCompany = companyId
  companyId = await addCompany(open.database, 0n)
  await using healthy = await startTestReceiver()
  const quick = await addEndpoint(healthy.url)
  await enqueue()
  start()
  // Less than the time limit of an attempt: no slot of the hanging receiver has become free.
  await advanceUntil(() => healthy.received.length === 1, 'the other company gets its event', 1)
  expect(receiver.received.length).toBeLessThanOrEqual(4)
  await advanceUntil(isAt(quick, 1), 'it is recorded', 1)
  companyId = hangingCompany
  await advanceUntil(async () => ((await delivery(hanging))?.attempts ?? 0) > 0, 'the attempt ends', 1_000)
  expect((await delivery(hanging))?.errors).toEqual(['The receiver did not answer within 10 seconds.'])
})

test('the delivery of a worker that died is attempted by another, under the same id', async () => {
  receiver.answer('hang')
  const endpointId = await addEndpoint()
  await enqueue()
  // A clock that never advances: this worker sends, and never records an outcome.
  const deadClock = createFakeClock({ wallMs: clock.wallMs() })
  const liveClock = clock
  clock = deadClock
  start()
  await waitUntil(() => receiver.received.length === 1, { withinMs: 30_000, what: 'the first worker sends' })
  clock = liveClock
  receiver.answer({ status: 200 })
  start()
  await advanceUntil(isAt(endpointId, 1), 'the second worker delivers')
  expect(receiver.received).toHaveLength(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  clock = deadClock
})
