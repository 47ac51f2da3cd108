// Runs the workflow against a real gateway and interrupts it between its steps.
import { oneShard } from '@gatehouse/postgres/shards'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { addMembership } from '@gatehouse/identity/memberships'
import { createUser } from '@gatehouse/identity/users'
import type { ModelClient } from '@gatehouse/model-calls/model-client'
import { openModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type GatewayProcess, startGatewayProcess } from '@gatehouse/testkit/vitest/start-gateway-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingInsightsTask } from './meeting-insights-task.ts'
import type { MeetingStore } from './meeting.ts'
import { createMeetingStore } from './postgres/meeting-store.ts'
import { recordRoomEvent } from './postgres/record-room-event.ts'
import { recordTranscript } from './postgres/record-transcript.ts'
import { registerRoom } from './postgres/register-room.ts'
import { workOutInsights } from './work-out-insights.ts'

const alias = 'svc/extract-default'
const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'operator', id: 'test' } } as const
const ownerEmail = 'owner@example.com'
const endedAt = new Date('2026-11-15T11:00:00Z')
const scope = new AsyncDisposableStack()
let gateway: GatewayProcess
let client: ModelClient
let companyId: string

beforeAll(async () => {
  gateway = scope.use(await startGatewayProcess())
  const deps = { clock, logger, metrics: createMetrics('test'), aliases: [alias] }
  const opened = openModelCalls(deps, gateway, scope)
  if (!opened.client) throw new Error('the gateway must be configured')
  client = opened.client
  await gateway.open.database.transaction().execute(async (tx) => {
    await createUser({ ids, tx }, { email: ownerEmail, passwordHash: null }, by)
  })
})
afterAll(() => scope.disposeAsync())
beforeEach(async () => {
  gateway.sim.reset()
  companyId = await addCompany(gateway.open.database, 0n)
  await gateway.open.database.transaction().execute(async (tx) => {
    const user = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await addMembership({ ids, tx }, { companyId, userId: user.id, role: 'ADMIN' }, by)
  })
})

const queueOf = () =>
  createTaskQueue({
    postgres: gateway.open.postgres,
    logger,
    ids,
    kinds: [meetingInsightsTask, sendMailTask],
  })

/** Creates a finished meeting in a new room; line 2 contains its decision. */
async function holdMeeting({ isSilent = false, isLong = false } = {}): Promise<string> {
  const { database, postgres } = gateway.open
  const room = `room ${ids.uuid()}`
  await registerRoom({ databases: oneShard(database), ids }, { name: room, companyId, ownerEmail }, by)
  const deps = { shards: oneShard(postgres), ids, queues: oneShard(queueOf()), transcriptGraceMs: 0 }
  const created = { event: 'room_created', room, timestamp: new Date('2026-11-15T10:00:00Z') } as const
  await recordRoomEvent(deps, created, 'test')
  const line = (minute: string, text: string) => ({
    timestamp: new Date(`2026-11-15T${minute}:00Z`),
    speaker: 'Ana',
    text,
  })
  const spoken = [
    line('10:01', `Welcome to ${room}.`),
    line('10:02', 'We hire two welders.'),
    // More text than fits into one prompt.
    ...Array.from({ length: isLong ? 12 : 0 }, (_, index) =>
      line(`10:${index + 10}`, `${index} ${'x'.repeat(3_900)}`),
    ),
    // Lines of other meetings in the same room.
    line('09:00', 'Yesterday we said four.'),
    line('12:00', 'Is anybody here?'),
  ]
  await recordTranscript(postgres, { room, lines: isSilent ? spoken.slice(-2) : spoken })
  const { meeting } = await recordRoomEvent(
    deps,
    { event: 'room_destroyed', room, timestamp: endedAt },
    'test',
  )
  return meeting?.id ?? ''
}

function startWorker(
  changes: { store?: Partial<MeetingStore>; client?: ModelClient; wallMs?: () => number } = {},
) {
  const { postgres } = gateway.open
  const deps = {
    ids,
    logger,
    alias,
    queue: queueOf(),
    clock: { wallMs: changes.wallMs ?? (() => endedAt.getTime()) },
    client: changes.client ?? client,
    store: { ...createMeetingStore(oneShard(postgres)), ...changes.store },
  }
  const handler = handleTask(meetingInsightsTask, {
    concurrencyMax: 1,
    work: (task) => workOutInsights(deps, task),
  })
  const worker = createTaskWorker({
    postgres,
    clock,
    logger,
    handled: [handler],
    metrics: createMetrics('test'),
    random: () => 0,
    pollMs: 20,
  })
  worker.start()
  return worker
}

const answer = {
  insights: [
    { kind: 'decision', text: 'Two welders are hired.', evidence: [{ line: 2, quote: 'two welders' }] },
    { kind: 'summary', text: 'Four are hired.', evidence: [{ line: 1, quote: 'four' }] },
    { kind: 'summary', text: 'Ana was happy.', evidence: [{ line: 2, quote: 'We hire' }] },
  ],
}
const planAnswer = () => gateway.sim.planNext({ text: JSON.stringify(answer) })

const readMeeting = (id: string) =>
  gateway.open.database.selectFrom('meetings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isFinished = (id: string) => async () => (await readMeeting(id)).status !== 'WAITING'

async function readEffects(meetingId: string) {
  const { database } = gateway.open
  const { status, lines, started_at: startedAt, insights, call_ids: callIds } = await readMeeting(meetingId)
  const calls = await database
    .selectFrom('calls')
    .select('id')
    .where('concerned_company_id', '=', companyId)
    .where('status', '=', 'SUCCEEDED')
    .execute()
  const mails = await database
    .selectFrom('mails')
    .select(['recipient', 'text_body'])
    .where('company_id', '=', companyId)
    .execute()
  return {
    meeting: { status, lines, startedAt, insights },
    paidFor: calls.length,
    areReceipted: JSON.stringify(calls.map(({ id }) => id)) === JSON.stringify(callIds),
    asked: gateway.sim.requests.length,
    mails: mails.map(({ recipient, text_body: text }) => [
      recipient,
      /"two welders"/.test(text),
      /happy|Four/.test(text),
    ]),
  }
}

const oneOfEach = {
  meeting: {
    status: 'DONE',
    lines: 2,
    startedAt: new Date('2026-11-15T10:00:00Z'),
    insights: [
      {
        kind: 'decision',
        text: 'Two welders are hired.',
        evidence: [{ line: 2, speaker: 'Ana', spokenAt: '2026-11-15T10:02:00.000Z', quote: 'two welders' }],
      },
    ],
  },
  paidFor: 1,
  areReceipted: true,
  asked: 1,
  mails: [[ownerEmail, true, false]],
}

test('a transcript becomes insights with quotes, and a mail to the owner', async () => {
  const { postgres } = gateway.open
  await seedEndpoint({ postgres, ids }, { companyId, eventTypes: [] })
  const meetingId = await holdMeeting()
  planAnswer()
  const worker = startWorker()
  await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
  await worker.drain({ graceMs: 5_000 })
  expect(await readEffects(meetingId)).toEqual(oneOfEach)
  expect(await readEvents(postgres, companyId)).toEqual([{ type: 'meeting.insights', data: { meetingId } }])
})

test('an owner who has left the company gets no mail about its meetings', async () => {
  const meetingId = await holdMeeting()
  await gateway.open.postgres.query('delete from memberships where company_id = $1', [companyId])
  planAnswer()
  const worker = startWorker()
  await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
  await worker.drain({ graceMs: 5_000 })
  expect(await readEffects(meetingId)).toEqual({ ...oneOfEach, mails: [] })
})

test.each(['model_calls.refused', 'model_calls.no_text'] as const)(
  'a part that fails with %s is skipped, not the whole meeting',
  async (code) => {
    const meetingId = await holdMeeting({ isLong: true })
    planAnswer()
    const callId = ids.uuid()
    let asked = 0
    const worker = startWorker({
      client: {
        async ask(question) {
          asked += 1
          if (asked === 1) return client.ask(question)
          const fault = { kind: 'invalid', code, publicMessage: 'No.' } as const
          throw new Fault({ ...fault, context: { call_id: callId } })
        },
      },
    })
    await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
    await worker.drain({ graceMs: 5_000 })
    const { meeting, mails } = await readEffects(meetingId)
    expect([asked, meeting.insights, mails]).toEqual([2, oneOfEach.meeting.insights, oneOfEach.mails])
    expect((await readMeeting(meetingId)).call_ids.includes(callId)).toBe(code === 'model_calls.no_text')
  },
)

/** Answers questions about one line, and is cut off by the output limit in answers about more. */
function createTerseClient(answerOf: (asked: number) => string): ModelClient & { questions: string[] } {
  const questions: string[] = []
  return {
    questions,
    ask({ messages }) {
      const about = messages.at(-1)?.content ?? ''
      questions.push(about)
      const isWhole = !about.includes('\n')
      const text = isWhole ? answerOf(questions.length) : '{"insights":[{"kind":"decision","te'
      return Promise.resolve({ text, isWhole, callId: ids.uuid(), promptTokens: 1, completionTokens: 1 })
    },
  }
}

test('a part whose answer is cut off is asked about in halves, and a retry resumes between them', async () => {
  const meetingId = await holdMeeting()
  const terse = createTerseClient((asked) => {
    if (asked === 3) throw new Fault({ kind: 'unavailable', code: 'model_calls.failed', publicMessage: 'no' })
    return JSON.stringify(asked === 2 ? { insights: [] } : answer)
  })
  const worker = startWorker({ client: terse })
  await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
  await worker.drain({ graceMs: 5_000 })
  const [both, first, second, again, ...others] = terse.questions
  expect([both, again, others]).toEqual([`${first}\n${second}`, second, []])
  const { meeting, mails } = await readEffects(meetingId)
  expect([meeting, mails]).toEqual([oneOfEach.meeting, oneOfEach.mails])
  expect((await readMeeting(meetingId)).call_ids).toHaveLength(3)
})

test.each([
  ['cut off', '{"insights":[', 2 * 31],
  ['cut off before their first letter', '', 2 * 3],
])(
  'a model whose answers are always %s is asked a limited number of times',
  async (_what, text, askedMax) => {
    const meetingId = await holdMeeting({ isLong: true })
    let asked = 0
    const worker = startWorker({
      client: {
        ask() {
          asked += 1
          const used = { callId: ids.uuid(), promptTokens: 1, completionTokens: 1 }
          return Promise.resolve({ text, isWhole: false, ...used })
        },
      },
    })
    await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the meeting is finished' })
    await worker.drain({ graceMs: 5_000 })
    expect((await readMeeting(meetingId)).insights).toEqual([])
    expect(asked).toBeLessThanOrEqual(askedMax)
    expect(asked).toBeGreaterThan(2)
  },
)

/**
 * The promise that `block` returns never resolves, which stops the workflow there, like a process that is about to be
 * killed.
 */
function createHalt() {
  let isReached = false
  return {
    isReached: () => isReached,
    block: (): Promise<never> => {
      isReached = true
      return new Promise(() => undefined)
    },
  }
}

type Halt = ReturnType<typeof createHalt>
type Changes = Parameters<typeof startWorker>[0]

test.each<[string, (halt: Halt) => Changes]>([
  ['before the transcript is stored', ({ block }) => ({ store: { findTranscript: block } })],
  ['after the transcript is stored', ({ block }) => ({ store: { readLines: block } })],
  ['before the model is called', ({ block }) => ({ client: { ask: block } })],
  [
    'after the answer arrives, before it is stored',
    ({ block }) => ({
      client: {
        async ask(question) {
          await client.ask({ ...question, signal: new AbortController().signal })
          return block()
        },
      },
    }),
  ],
])(
  'when a worker dies %s, another resumes: one answer is paid for, one mail is sent',
  async (_where, halted) => {
    const meetingId = await holdMeeting()
    planAnswer()
    const halt = createHalt()
    const dying = startWorker(halted(halt))
    await waitUntil(halt.isReached, { withinMs: 20_000, what: 'the worker has reached the halt' })
    await dying.drain({ graceMs: 0 })
    expect(await readMeeting(meetingId)).toMatchObject({ status: 'WAITING' })
    const worker = startWorker()
    await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
    await worker.drain({ graceMs: 5_000 })
    expect(await readEffects(meetingId)).toEqual(oneOfEach)
  },
)

test('work that was rolled back is repeated once', async () => {
  const meetingId = await holdMeeting()
  planAnswer()
  const real = createMeetingStore(oneShard(gateway.open.postgres))
  let failures = 0
  const worker = startWorker({
    store: {
      async finish(tx, ...rest) {
        await real.finish(tx, ...rest)
        failures += 1
        if (failures === 1) throw new TaskPostponed('killed before the commit', 0)
      },
    },
  })
  await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the insights are stored' })
  await worker.drain({ graceMs: 5_000 })
  expect(failures).toBe(2)
  expect(await readEffects(meetingId)).toEqual(oneOfEach)
})

test('the task waits while the transcript is missing, and gives up after a day', async () => {
  const meetingId = await holdMeeting({ isSilent: true })
  const looked: number[] = []
  const real = createMeetingStore(oneShard(gateway.open.postgres))
  const findTranscript: MeetingStore['findTranscript'] = async (meeting) => {
    const found = await real.findTranscript(meeting)
    looked.push(found.lineIds.length)
    return found
  }
  const early = startWorker({ store: { findTranscript } })
  await waitUntil(() => looked.length === 1, { withinMs: 20_000, what: 'the transcript was looked up' })
  await early.drain({ graceMs: 5_000 })
  expect([looked, (await readMeeting(meetingId)).status]).toEqual([[0], 'WAITING'])
  await gateway.open.postgres.query(
    `update tasks.job set start_after = now() where name = 'meeting-insights'`,
  )
  const late = startWorker({ wallMs: () => endedAt.getTime() + 25 * 3_600_000 })
  await waitUntil(isFinished(meetingId), { withinMs: 20_000, what: 'the task gives up' })
  await late.drain({ graceMs: 5_000 })
  expect(await readMeeting(meetingId)).toMatchObject({ status: 'NO_TRANSCRIPT', insights: [], call_ids: [] })
  expect(gateway.sim.requests).toHaveLength(0)
})
