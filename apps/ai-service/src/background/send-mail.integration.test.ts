import { createMailStore } from '@gatehouse/mail/postgres/mail-store'
import type { MailOutcome } from '@gatehouse/mail/mail-store'
import { createMailTransport } from '@gatehouse/mail/create-mail-transport'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createIds } from '@gatehouse/runtime/ids'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { type SmtpSink, startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerHealth } from '../readiness.ts'
import { sendMailHandler } from './send-mail.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const metrics = createMetrics('test')
const breakerClock = createFakeClock()
let open: OpenTestDatabase
let sink: SmtpSink
let handled: HandledKind

beforeAll(async () => {
  open = await openTestDatabase()
  sink = await startSmtpSink()
  handled = createHandler(metrics)
})
afterAll(async () => {
  await sink[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

/** Each handler created here has its own breaker. */
function createHandler(registry: typeof metrics): HandledKind {
  const from = { name: '', address: 'mail@gatehouse.example' }
  return sendMailHandler({
    ids,
    logger,
    metrics: registry,
    clock: breakerClock,
    store: createMailStore({ postgres: open.postgres, ids }),
    transport: createMailTransport({ url: new Secret(sink.url), from }),
  })
}

function openWorker(kind = handled) {
  const { postgres } = open
  const worker = createTaskWorker({
    postgres,
    clock,
    logger,
    handled: [kind],
    pollMs: 20,
    metrics: createMetrics('test'),
    random: Math.random,
  })
  worker.start()
  return worker
}

async function enqueue(...keys: string[]): Promise<string[]> {
  const { postgres } = open
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  const mails: string[] = []
  await postgres.transaction(async (tx) => {
    for (const key of keys) {
      const { id } = await enqueueMail({ queue, ids }, tx, {
        key,
        companyId: null,
        to: 'ada@example.com',
        template: 'document-refused',
        values: { fileName: 'cv.pdf', reason: 'it has no text.' },
      })
      mails.push(id)
    }
  })
  return mails
}

const count = async (mailIds: readonly string[], status: MailOutcome['status']) => {
  const rows = await open.database.selectFrom('mails').select(['id', 'status']).execute()
  return rows.filter((row) => mailIds.includes(row.id) && row.status === status).length
}

test('enqueued mails arrive once, and each outcome is counted', async () => {
  const worker = openWorker()
  sink.plan({ kind: 'answer', at: 'rcpt', answer: '550 5.1.1 unknown' })
  const refused = await enqueue('refused')
  const isRefused = async () => (await count(refused, 'REJECTED')) === 1
  await waitUntil(isRefused, { withinMs: 20_000, what: 'the first mail is refused' })
  const others = await enqueue('a', 'b', 'c')
  const areSent = async () => (await count(others, 'SENT')) === 3
  await waitUntil(areSent, { withinMs: 20_000, what: 'the others are sent' })
  expect(sink.mails).toHaveLength(3)
  expect(workerHealth([worker.status('send-mail')])).toBe('healthy')
  const counted = await metrics.getSingleMetricAsString('gatehouse_mails_total')
  expect(counted).toMatch(/outcome="sent".* 3/)
  expect(counted).toMatch(/outcome="rejected".* 1/)
  await worker.drain({ graceMs: 5_000 })
})

test('while the mail server is unavailable mails wait, the worker reports it, and a minute later it tries one mail', async () => {
  const worker = openWorker()
  const health = () => workerHealth([worker.status('send-mail')])
  const before = sink.connections()
  sink.plan(...Array.from({ length: 5 }, () => ({ kind: 'drop', at: 'greeting' }) as const))
  await enqueue('d', 'e', 'f', 'g', 'h')
  await waitUntil(() => health() === 'degraded', { withinMs: 20_000, what: 'the breaker is open' })
  expect(sink.connections()).toBe(before + 5)
  const next = await enqueue('i')
  await breakerClock.advance(60_000)
  const isSent = async () => (await count(next, 'SENT')) === 1
  await waitUntil(isSent, { withinMs: 20_000, what: 'the next one is sent' })
  await worker.drain({ graceMs: 5_000 })
})

test('a server that accepts content and never replies counts as unavailable', async () => {
  const worker = openWorker(createHandler(createMetrics('silent')))
  const health = () => workerHealth([worker.status('send-mail')])
  sink.plan(...Array.from({ length: 5 }, () => ({ kind: 'drop', at: 'content' }) as const))
  const lost = await enqueue('j', 'k', 'l', 'm', 'n')
  await waitUntil(() => health() === 'degraded', { withinMs: 20_000, what: 'the breaker is open' })
  await worker.drain({ graceMs: 5_000 })
  expect(await count(lost, 'UNKNOWN')).toBe(5)
})
