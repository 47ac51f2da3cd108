import { randomFillSync } from 'node:crypto'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type SmtpSink, startSmtpSink } from '@gatehouse/testkit/start-smtp-sink'
import { dumpRows, spellingsOf } from '@gatehouse/testkit/vitest/dump-rows'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverMail } from '../deliver-mail.ts'
import type { MailStore } from '../mail-store.ts'
import { createMailSeal } from '../seal-mail.ts'
import { deferralsMax, sendMailTask } from '../send-mail-task.ts'
import { createMailTransport } from '../smtp/create-mail-transport.ts'
import { type MailOrder, enqueueMail } from './enqueue-mail.ts'
import { createMailStore } from './mail-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
/** Pauses end after a millisecond. */
const quickClock: Clock = { ...clock, after: (_delayMs, task) => clock.after(1, task) }
let open: OpenTestDatabase
let sink: SmtpSink
let companyId: string
let deps: { queue: ReturnType<typeof createTaskQueue>; ids: typeof ids }

beforeAll(async () => {
  open = await openTestDatabase()
  const { postgres } = open
  companyId = await addCompany(open.database, 0n)
  deps = { ids, queue: createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] }) }
})
beforeEach(async () => {
  await sink?.[Symbol.asyncDispose]()
  sink = await startSmtpSink()
})
afterAll(async () => {
  await sink[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

const orderOf = (key: string): MailOrder => ({
  key,
  companyId,
  to: 'ada@example.com',
  template: 'document-refused',
  values: { fileName: 'cv.pdf', reason: 'it has no text.' },
})
const enqueue = (key: string) => open.postgres.transaction((tx) => enqueueMail(deps, tx, orderOf(key)))

/** Does what the worker does: makes one attempt, then settles the mail if the attempt was final. */
async function deliver(
  mailId: string,
  signal = new AbortController().signal,
  store = createMailStore({ postgres: open.postgres, ids }),
) {
  const from = { name: '', address: 'mail@gatehouse.example' }
  const transport = createMailTransport({ url: new Secret(sink.url), from })
  const delivery = await deliverMail({ store, transport, ids, clock: quickClock }, mailId, signal)
  if (delivery.kind === 'settled')
    await open.postgres.transaction((tx) => store.settle(tx, mailId, delivery.outcome))
  return delivery
}

async function readMail(id: string) {
  return open.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const bouncesOf = (id: string) =>
  open.database
    .selectFrom('mail_bounces')
    .select(['kind', 'source', 'status_code', 'diagnostic'])
    .where('mail_id', '=', id)
    .orderBy('id')
    .execute()
const tasks = async () => (await deps.queue.depths())[0]?.waiting ?? 0

test('two orders with one key are one mail and one task, in either kind of transaction', async () => {
  const before = await tasks()
  const first = await enqueue('twice')
  const second = await open.database
    .transaction()
    .execute((tx) => enqueueMail(deps, tx, { ...orderOf('twice'), to: 'bo@example.com' }))
  expect(second).toEqual({ id: first.id, isNew: false })
  expect(await tasks()).toBe(before + 1)
  expect((await readMail(first.id)).recipient).toBe('ada@example.com')
})

test('a mail is rolled back with its cause', async () => {
  const before = await tasks()
  const undone = open.postgres.transaction(async (tx) => {
    await enqueueMail(deps, tx, orderOf('undone'))
    throw new Error('the cause failed')
  })
  await expect(undone).rejects.toThrow('the cause failed')
  expect(await tasks()).toBe(before)
})

test.each([
  'ada',
  'a@localhost',
  'müller@example.com',
  'Ada <ada@example.com>',
  'ada@example.com, bo@example.com',
  'a@b.com\r\nBcc: c@d.com',
])('the cause of a mail to %j is committed, and the mail is rejected without a task', async (to) => {
  const before = await tasks()
  const order = { ...orderOf(`bad ${to}`), to }
  const { id } = await open.postgres.transaction((tx) => enqueueMail(deps, tx, order))
  expect((await readMail(id)).status).toBe('REJECTED')
  expect(await bouncesOf(id)).toMatchObject([{ kind: 'PERMANENT', status_code: '5.1.3' }])
  expect(await open.postgres.transaction((tx) => enqueueMail(deps, tx, order))).toEqual({ id, isNew: false })
  expect(await tasks()).toBe(before)
})

test('an accepted mail is recorded as sent, and is not sent again', async () => {
  const { id } = await enqueue('sent')
  await deliver(id)
  expect(await deliver(id)).toEqual({ kind: 'nothing' })
  expect(await readMail(id)).toMatchObject({
    status: 'SENT',
    message_id: `<${id}@gatehouse.example>`,
    last_answer: '250 2.0.0 taken',
  })
  expect(sink.mails).toHaveLength(1)
})

test('a deferred mail is retried with the same Message-ID', async () => {
  const { id } = await enqueue('later')
  sink.plan({ kind: 'answer', at: 'content', answer: '452 4.3.1 full' }, { kind: 'drop', at: 'data' })
  expect((await deliver(id)).kind).toBe('deferred')
  expect((await deliver(id)).kind).toBe('unreachable')
  expect(await readMail(id)).toMatchObject({ status: 'QUEUED', deferrals: 1, handover_id: null })
  await deliver(id)
  expect(sink.mails).toHaveLength(1)
  expect(sink.mails[0]?.content).toContain(`Message-ID: <${id}@gatehouse.example>`)
})

test('a mail that is deferred too often fails', async () => {
  const { id } = await enqueue('never')
  await open.postgres.query('update mails set deferrals = $2 where id = $1', [id, deferralsMax - 1])
  sink.plan({ kind: 'answer', at: 'rcpt', answer: '450 4.2.1 busy' })
  await deliver(id)
  expect(await readMail(id)).toMatchObject({ status: 'FAILED', last_answer: '450 4.2.1 busy' })
})

test('a permanent rejection is recorded as a bounce', async () => {
  const { id } = await enqueue('refused')
  sink.plan({ kind: 'answer', at: 'rcpt', answer: '550 5.1.1 no such mailbox' })
  await deliver(id)
  expect((await readMail(id)).status).toBe('REJECTED')
  expect(await bouncesOf(id)).toEqual([
    { kind: 'PERMANENT', source: 'ANSWER', status_code: '5.1.1', diagnostic: '550 5.1.1 no such mailbox' },
  ])
})

test('a reply lost after the content is recorded as unknown, and no second mail is sent', async () => {
  const { id } = await enqueue('lost')
  sink.plan({ kind: 'drop', at: 'content' })
  expect(await deliver(id)).toMatchObject({ server: 'failed' })
  expect((await readMail(id)).status).toBe('UNKNOWN')
  expect(await deliver(id)).toEqual({ kind: 'nothing' })
  expect(sink.mails).toHaveLength(1)
})

test('a mail whose worker dies during the handover is not sent again', async () => {
  const { id } = await enqueue('died')
  sink.plan({ kind: 'hold', at: 'content' })
  const dying = new AbortController()
  const attempt = deliver(id, dying.signal)
  await waitUntil(() => sink.mails.length === 1, { withinMs: 10_000, what: 'the content has arrived' })
  // The next worker starts before the first one has received a reply.
  expect(await deliver(id)).toMatchObject({
    kind: 'settled',
    outcome: { status: 'UNKNOWN' },
    server: 'nothing',
  })
  dying.abort()
  await attempt
  expect((await readMail(id)).status).toBe('UNKNOWN')
  expect(sink.mails).toHaveLength(1)
})

test('a handover whose commit outcome is unknown is taken back, and the mail is sent later', async () => {
  const { id } = await enqueue('unheard')
  const store = createMailStore({ postgres: open.postgres, ids })
  const unheard = deliver(id, undefined, {
    ...store,
    async beginHandover(...handover) {
      await store.beginHandover(...handover)
      throw new Error('the connection was lost')
    },
  })
  await expect(unheard).rejects.toThrow('the connection was lost')
  expect(sink.mails).toEqual([])
  expect(await deliver(id)).toMatchObject({ kind: 'settled', outcome: { status: 'SENT' } })
})

test('a handover that commits after its attempt has ended is taken back, and the mail is sent later', async () => {
  const { id } = await enqueue('overtaken')
  const store = createMailStore({ postgres: open.postgres, ids })
  const attempt = new AbortController()
  const committed = Promise.withResolvers<boolean>()
  const delivery = await deliver(id, attempt.signal, {
    ...store,
    async beginHandover(...handover) {
      // Ends the connection before a byte of the content is sent, like a lost one.
      attempt.abort()
      const isBegun = await store.beginHandover(...handover)
      committed.resolve(isBegun)
      return isBegun
    },
  })
  expect([delivery.kind, await committed.promise]).toEqual(['unreachable', true])
  expect(await deliver(id)).toMatchObject({ kind: 'settled', outcome: { status: 'SENT' } })
  expect(sink.mails).toHaveLength(1)
})

/** A store whose database is away for the next three attempts to take a handover back. */
function storeThatIsAway(): MailStore {
  const store = createMailStore({ postgres: open.postgres, ids })
  let failures = 3
  return {
    ...store,
    async takeBack(...handover) {
      failures -= 1
      if (failures >= 0) throw new Error('the database is away')
      await store.takeBack(...handover)
    },
  }
}

test('a handover is taken back when the database is there again, and the mail is sent later', async () => {
  const { id } = await enqueue('deferred while away')
  sink.plan({ kind: 'answer', at: 'content', answer: '452 4.3.1 full' })
  expect((await deliver(id, undefined, storeThatIsAway())).kind).toBe('deferred')
  expect(await readMail(id)).toMatchObject({ status: 'QUEUED', handover_id: null })
  expect(await deliver(id)).toMatchObject({ kind: 'settled', outcome: { status: 'SENT' } })
})

test('a handover whose commit outcome is unknown is taken back when the database is there again', async () => {
  const { id } = await enqueue('unheard while away')
  const store = storeThatIsAway()
  const unheard = deliver(id, undefined, {
    ...store,
    async beginHandover(...handover) {
      await store.beginHandover(...handover)
      throw new Error('the connection was lost')
    },
  })
  await expect(unheard).rejects.toThrow('the connection was lost')
  expect(await readMail(id)).toMatchObject({ status: 'QUEUED', handover_id: null })
})

test('an attempt that is ended does not wait for the database to take its handover back', async () => {
  const { id } = await enqueue('ended while away')
  const attempt = new AbortController()
  sink.plan({ kind: 'answer', at: 'content', answer: '452 4.3.1 full' })
  const ended = deliver(id, attempt.signal, {
    ...createMailStore({ postgres: open.postgres, ids }),
    takeBack() {
      attempt.abort()
      return Promise.reject(new Error('the database is away'))
    },
  })
  await expect(ended).rejects.toThrow('the database is away')
})

test('only one of two workers with the same mail hands it over', async () => {
  const { id } = await enqueue('race')
  const outcomes = await Promise.allSettled([deliver(id), deliver(id)])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(sink.mails).toHaveLength(1)
})

const secretNamed = (id: string) => ({ id, secret: new Secret(id.repeat(40)) })
const sealWith = (...[current = 'a', ...previous]: string[]) =>
  createMailSeal({
    secrets: { current: secretNamed(current), previous: previous.map(secretNamed) },
    fillRandom: randomFillSync,
  })

const token = 'a-token-that-nobody-may-find-in-the-database'

/** A mail whose link grants access, like a password. */
const enqueueInvitation = (key: string, to = 'ada@example.com') =>
  open.postgres.transaction((tx) =>
    enqueueMail({ ...deps, seal: sealWith('a') }, tx, {
      key,
      companyId,
      to,
      template: 'invitation',
      values: { companyName: 'Acme', link: `https://console.example/invitation#${token}`, daysValid: 7 },
    }),
  )

async function expectNoToken(): Promise<void> {
  const dump = await dumpRows(open.postgres)
  expect(dump).toContain('You are invited to join Acme')
  for (const spelling of spellingsOf(token)) expect(dump).not.toContain(spelling)
}

test('a confidential link is in no row while its mail waits, is deferred, is sent after a key rotation, and afterwards', async () => {
  const { id } = await enqueueInvitation('confidential')
  await expectNoToken()
  sink.plan({ kind: 'answer', at: 'content', answer: '452 4.3.1 full' })
  const store = (...secrets: string[]) =>
    createMailStore({ postgres: open.postgres, ids, seal: sealWith(...secrets) })
  expect((await deliver(id, undefined, store('a'))).kind).toBe('deferred')
  await expectNoToken()
  expect(await deliver(id, undefined, store('b', 'a'))).toMatchObject({ outcome: { status: 'SENT' } })
  expect(sink.mails.at(-1)?.content.replaceAll(/=\r?\n/g, '')).toContain(token)
  await expectNoToken()
  expect(await readMail(id)).toMatchObject({
    status: 'SENT',
    text_body: '',
    html_body: '',
    sealed_body: null,
    sealed_by: null,
  })
})

test('a confidential mail whose secret is missing waits, and is sent once the secret is restored', async () => {
  const { id } = await enqueueInvitation('secret missing')
  const without = createMailStore({ postgres: open.postgres, ids, seal: sealWith('b') })
  await expect(deliver(id, undefined, without)).rejects.toMatchObject({ code: 'mail.secret_missing' })
  await expect(deliver(id)).rejects.toMatchObject({ code: 'mail.secret_missing' })
  expect(await readMail(id)).toMatchObject({ status: 'QUEUED', handover_id: null })
  const store = createMailStore({ postgres: open.postgres, ids, seal: sealWith('a') })
  expect(await deliver(id, undefined, store)).toMatchObject({ outcome: { status: 'SENT' } })
})

test('without secrets a confidential mail is not written', async () => {
  const written = open.postgres.transaction((tx) =>
    enqueueMail(deps, tx, {
      ...orderOf('unsealed'),
      template: 'invitation',
      values: { companyName: 'Acme', link: `https://console.example/invitation#${token}`, daysValid: 7 },
    }),
  )
  await expect(written).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.secret_missing' })
})

test.each([
  ['sent', undefined],
  ['refused', { kind: 'answer', at: 'rcpt', answer: '550 5.1.1 no such mailbox' } as const],
  ['lost', { kind: 'drop', at: 'content' } as const],
])('a mail keeps no bodies after it was %s', async (what, fault) => {
  const { id } = await enqueue(`blank ${what}`)
  expect((await readMail(id)).text_body).toContain('cv.pdf')
  if (fault) sink.plan(fault)
  await deliver(id)
  expect(await readMail(id)).toMatchObject({ text_body: '', html_body: '' })
})

test('a mail to an invalid address keeps no bodies', async () => {
  const { id } = await enqueueInvitation('no address', 'ada')
  expect(await readMail(id)).toMatchObject({ status: 'REJECTED', text_body: '', sealed_body: null })
})
