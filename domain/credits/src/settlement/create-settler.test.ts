import type { FinishedCall } from '@gatehouse/calls/call'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createSettler } from './create-settler.ts'
import type { LaneMarks } from './delivery-marks.ts'
import type { BatchOutcome, SettlerLimits } from './settler-options.ts'

const company = '00000000-0000-7000-8000-000000000001'
let lastId = 0

function call(companyId = company): FinishedCall {
  lastId += 1
  return {
    id: `00000000-0000-7000-8000-${lastId.toString().padStart(12, '0')}`,
    companyId,
    keyId: company,
    alias: 'svc/chat-default',
    operation: 'chat',
    end: {
      kind: 'succeeded',
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
      priceVersion: 1n,
      chargedMicros: 10n,
    },
    heldMicros: 0n,
    durationMs: 1,
  }
}

type Sent = {
  calls: readonly FinishedCall[]
  marks: LaneMarks
  answer: PromiseWithResolvers<BatchOutcome>
}

/** Creates a settler on a fake clock whose ledger responds when the test decides. */
function setUp(limits: Partial<SettlerLimits> = {}) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const givenBack: string[] = []
  const written: LaneMarks['callIds'][] = []
  const reportedKnown: string[] = []
  const reportedDurable: string[] = []
  const metrics = createMetrics('test')
  const settler = createSettler(
    {
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics,
      random: () => 0.9,
      processId: 'this process',
      prepareBatch: (calls) => (marks) => {
        const answer = Promise.withResolvers<BatchOutcome>()
        sent.push({ calls, marks, answer })
        return answer.promise
      },
      writeMarks: async (marks) => void written.push(marks.callIds),
      giveBack: async ({ id }) => void givenBack.push(id),
      onKnown: ({ id }) => void reportedKnown.push(id),
      onBatch: (calls) => void reportedDurable.push(...calls.map(({ id }) => id)),
    },
    { lanes: 1, ...limits },
  )
  const commit = (index: number) => {
    const accounts = [{ companyId: company, balanceMicros: 5n, version: BigInt(index + 1) }]
    sent[index]?.answer.resolve({ kind: 'settled', accounts })
  }
  const turn = () => clock.advance(0)
  const pending = async () =>
    (await metrics.getSingleMetric('gatehouse_settle_pending')?.get())?.values[0]?.value
  return { clock, settler, pending, sent, written, givenBack, reportedKnown, reportedDurable, commit, turn }
}

const unavailable = () => new Fault({ kind: 'unavailable', code: 'test.down', publicMessage: 'down' })

/** Returns the promise's state without waiting for it. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'resolved' | 'rejected'> {
  const resolved = promise.then(
    () => 'resolved' as const,
    () => 'rejected' as const,
  )
  return Promise.race([resolved, new Promise<'pending'>((resolve) => setImmediate(() => resolve('pending')))])
}

test('settle resolves only after COMMIT', async () => {
  const { settler, pending, commit, turn } = setUp()
  const settled = settler.settle(call())
  await turn()
  expect(await stateOf(settled)).toBe('pending')
  commit(0)
  await expect(settled).resolves.toEqual({
    kind: 'settled',
    companyId: company,
    balanceMicros: 5n,
    version: 1n,
  })
  expect(await pending()).toBe(0)
})

test('calls that finish while a batch is in flight share the next batch', async () => {
  const { settler, sent, commit, turn } = setUp()
  const first = settler.settle(call())
  await turn()
  const others = [settler.settle(call()), settler.settle(call()), settler.settle(call())]
  commit(0)
  await first
  await turn()
  expect(sent.map(({ calls }) => calls.length)).toEqual([1, 3])
  commit(1)
  await Promise.all(others)
})

test('the same call settled twice is one call', async () => {
  const { settler, sent, commit, turn } = setUp()
  const one = call()
  const both = [settler.settle(one), settler.settle(one)]
  await turn()
  expect(sent[0]?.calls).toHaveLength(1)
  commit(0)
  await Promise.all(both)
})

test('a batch whose reply was lost is sent again with the same ids', async () => {
  const { settler, sent, clock, turn, reportedKnown } = setUp()
  const settled = settler.settle(call())
  await turn()
  sent[0]?.answer.reject(unavailable())
  await clock.advance(100)
  expect(sent[1]?.calls.map(({ id }) => id)).toEqual(sent[0]?.calls.map(({ id }) => id))
  // The batch had been committed after all.
  sent[1]?.answer.resolve({
    kind: 'known',
    calls: [{ id: sent[0]?.calls[0]?.id ?? '', status: 'SUCCEEDED', isOwn: true }],
  })
  await expect(settled).resolves.toEqual({ kind: 'known', status: 'SUCCEEDED' })
  expect(reportedKnown).toEqual(sent[0]?.calls.map(({ id }) => id))
})

test('known calls are removed and the rest is sent again', async () => {
  const { settler, sent, commit, turn } = setUp()
  const calls = [call(), call(), call()]
  const settled = calls.map((one) => settler.settle(one))
  await turn()
  sent[0]?.answer.resolve({
    kind: 'known',
    calls: [{ id: calls[1]?.id ?? '', status: 'FAILED', isOwn: false }],
  })
  await turn()
  expect(sent[1]?.calls.map(({ id }) => id)).toEqual([calls[0]?.id, calls[2]?.id])
  commit(1)
  await expect(Promise.all(settled)).resolves.toMatchObject([
    { kind: 'settled' },
    { kind: 'known', status: 'FAILED' },
    { kind: 'settled' },
  ])
})

test('at its deadline a call is rejected as not charged, and then recorded as failed', async () => {
  const { settler, sent, clock, turn } = setUp({ deadlineMs: 1_000 })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({
    code: 'credits.settle_unavailable',
    context: { why: 'not durable in time' },
  })
  await turn()
  sent[0]?.answer.reject(unavailable())
  await clock.advance(2_000)
  await rejected
  expect(sent.at(-1)?.calls[0]).toBe(one)
  sent.at(-1)?.answer.reject(unavailable())
  await clock.advance(600)
  expect(sent.at(-1)?.calls[0]).toMatchObject({
    id: one.id,
    end: { kind: 'failed', reason: 'settle_unavailable' },
  })
})

test('a charge that was made after its rejection is given back', async () => {
  const { settler, clock, commit, turn, givenBack, reportedDurable, reportedKnown } = setUp({
    deadlineMs: 1_000,
  })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await clock.advance(1_050)
  await rejected
  commit(0)
  await settler.drained()
  expect(givenBack).toEqual([one.id])
  // The hold is kept until the charge is given back; otherwise the call would be forgotten if the process died.
  expect([reportedDurable, reportedKnown]).toEqual([[], [one.id]])
})

test('a rejected call that a lost batch turns out to have charged is given back', async () => {
  const { settler, sent, clock, turn, givenBack } = setUp({ deadlineMs: 500 })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await clock.advance(600)
  await rejected
  sent[0]?.answer.reject(unavailable())
  await clock.advance(600)
  sent[1]?.answer.resolve({ kind: 'known', calls: [{ id: one.id, status: 'SUCCEEDED', isOwn: true }] })
  await settler.drained()
  expect(givenBack).toEqual([one.id])
})

test('a call that the ledger refuses does not delay the others of its batch', async () => {
  const { pending, settler, sent, turn } = setUp()
  const calls = [call(), call(), call(), call()]
  const settled = calls.map((one) => settler.settle(one))
  const outcomes = Promise.allSettled(settled)
  const bad = calls[2]
  for (let index = 0; index < 12; index += 1) {
    await turn()
    const batch = sent[index]
    if (!batch) break
    const accounts = [{ companyId: company, balanceMicros: 1n, version: 1n }]
    if (batch.calls.some(({ id }) => id === bad?.id)) batch.answer.reject(new Error('check constraint'))
    else batch.answer.resolve({ kind: 'settled', accounts })
  }
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await pending()).toBe(0)
})

test('a call that the ledger refuses is recorded as not charged', async () => {
  const { settler, sent, commit, turn } = setUp()
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toThrow('check constraint')
  await turn()
  sent[0]?.answer.reject(new Error('check constraint'))
  await rejected
  await turn()
  const end = { kind: 'failed', reason: 'settle_unavailable' }
  expect(sent[1]?.calls).toMatchObject([{ id: one.id, end }])
  commit(1)
  await settler.drained()
  expect(sent).toHaveLength(2)
})

test('a call that is given up while its charge is refused is recorded as not charged', async () => {
  const { settler, sent, clock, turn, commit } = setUp({ deadlineMs: 500 })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await clock.advance(600)
  await rejected
  sent[0]?.answer.reject(new Error('its Idempotency-Key belongs to another call'))
  await turn()
  commit(1)
  await settler.drained()
  expect(sent.map(({ calls }) => calls[0]?.end.kind)).toEqual(['succeeded', 'failed'])
})

test('a full queue rejects immediately', async () => {
  const { settler } = setUp({ queueLengthMax: 2 })
  void settler.settle(call())
  void settler.settle(call())
  await expect(settler.settle(call())).rejects.toMatchObject({
    code: 'credits.settle_unavailable',
    context: { why: 'too many calls are waiting' },
  })
})

test('calls that a full queue rejected are recorded as not charged once there is capacity', async () => {
  const { settler, pending, sent, commit, turn } = setUp({ queueLengthMax: 2 })
  const [refused, failed] = [call(), { ...call(), end: { kind: 'failed', reason: 'client_gone' } as const }]
  void settler.settle(call())
  void settler.settle(call())
  await settler.settle(refused).catch(() => undefined)
  await settler.settle(failed).catch(() => undefined)
  expect(await pending()).toBe(2)
  for (let index = 0; index < 3; index += 1) {
    await turn()
    commit(index)
  }
  await settler.drained()
  const recorded = new Map(sent.flatMap(({ calls }) => calls).map(({ id, end }) => [id, end]))
  expect(recorded.get(refused.id)).toEqual({ kind: 'failed', reason: 'settle_unavailable' })
  expect(recorded.get(failed.id)).toEqual({ kind: 'failed', reason: 'client_gone' })
})

test('a call that a full queue rejected stays rejected when it is settled again, and is recorded once', async () => {
  const { settler, sent, commit, turn } = setUp({ queueLengthMax: 2 })
  const refused = call()
  const first = settler.settle(call())
  void settler.settle(call())
  const expectRefusal = () =>
    expect(settler.settle(refused)).rejects.toMatchObject({ code: 'credits.settle_unavailable' })
  await expectRefusal()
  await expectRefusal()
  await turn()
  commit(0)
  await first
  // The refused call is in flight by now, to be recorded as not charged.
  await expectRefusal()
  await turn()
  commit(1)
  await settler.drained()
  const ids = sent.flatMap(({ calls }) => calls.map(({ id }) => id))
  expect(ids.filter((id) => id === refused.id)).toHaveLength(1)
})

test('drained resolves when the last call is durable', async () => {
  const { settler, commit, turn } = setUp()
  await settler.drained()
  void settler.settle(call())
  await turn()
  const drained = settler.drained()
  expect(await stateOf(drained)).toBe('pending')
  commit(0)
  await drained
})

test('the settler reports that it is stuck while its batch cannot be sent, and no longer', async () => {
  const { settler, sent, clock, turn, commit } = setUp()
  const settled = settler.settle(call())
  await turn()
  sent[0]?.answer.reject(unavailable())
  await clock.advance(100)
  // A single failure does not count: it may have been a conflict with another transaction, such as a deadlock.
  expect(settler.isStuck()).toBe(false)
  sent[1]?.answer.reject(unavailable())
  await clock.advance(200)
  expect(settler.isStuck()).toBe(true)
  commit(2)
  await settled
  expect(settler.isStuck()).toBe(false)
})

const otherCompany = '00000000-0000-7000-8000-000000000002'
const withAnswer = (bytes: number, companyId = company): FinishedCall => ({
  ...call(companyId),
  answer: { contentType: 'text/plain', body: Buffer.alloc(bytes) },
})

test('charges of other companies neither share a batch with a large answer nor wait for it', async () => {
  const { settler, sent, turn } = setUp()
  const large = [withAnswer(500_000), withAnswer(500_000, otherCompany)]
  const small = [call(), call(otherCompany), withAnswer(100, otherCompany)]
  for (const one of [...large, ...small]) void settler.settle(one)
  await turn()
  const batches = sent.map(({ calls }) => calls.map(({ id }) => id))
  expect(batches).toHaveLength(2)
  expect(batches).toContainEqual(small.map(({ id }) => id))
  expect(batches).toContainEqual([large[0]?.id])
})

test('answers waiting to be stored are bounded per company and in total; beyond that a charge is made without its answer', async () => {
  const { settler, sent, commit, turn } = setUp({ companyAnswerBytesMax: 40_000, answerBytesMax: 60_000 })
  const calls = [
    withAnswer(30_000),
    withAnswer(30_000),
    withAnswer(30_000, otherCompany),
    withAnswer(20_000, otherCompany),
  ]
  for (const one of calls) void settler.settle(one)
  await turn()
  const isKept = () =>
    new Map(sent.flatMap((batch) => batch.calls).map(({ id, answer }) => [id, answer && 'body' in answer]))
  expect(isKept().get(calls[1]?.id ?? '')).toBe(false)
  expect(isKept().get(calls[3]?.id ?? '')).toBe(false)
  for (const index of sent.keys()) commit(index)
  await turn()
  const later = withAnswer(30_000)
  void settler.settle(later)
  await turn()
  for (const index of sent.keys()) commit(index)
  await turn()
  expect(isKept()).toEqual(
    new Map([...calls.map(({ id }, index): [string, boolean] => [id, index % 2 === 0]), [later.id, true]]),
  )
})

test('once one lane reaches the ledger again, the others do not wait for the end of their pause', async () => {
  const { settler, sent, commit, clock, turn } = setUp()
  void settler.settle(withAnswer(500_000))
  void settler.settle(call())
  await turn()
  // Both lanes fail until their pauses are long; the lane of the small call is then the first to succeed.
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    for (const { answer } of sent) answer.reject(unavailable())
    await clock.advance(500)
  }
  const isLarge = ({ calls }: Sent) => calls[0]?.answer !== undefined
  sent.findLast(isLarge)?.answer.reject(unavailable())
  await turn()
  const countLarge = () => sent.filter(isLarge).length
  const before = countLarge()
  commit(sent.findLastIndex((one) => !isLarge(one)))
  await turn()
  expect(countLarge()).toBe(before + 1)
})

test('a large answer that cannot be stored in time does not prevent the charge', async () => {
  const { settler, sent, commit, clock, turn } = setUp()
  const settled = settler.settle(withAnswer(500_000))
  await turn()
  sent[0]?.answer.reject(unavailable())
  await clock.advance(100)
  expect(sent[1]?.calls[0]?.answer).toEqual({ notKept: 'busy' })
  commit(1)
  expect(await settled).toMatchObject({ kind: 'settled' })
  expect(settler.isStuck()).toBe(false)
})

test('a rejected call that another attempt has charged is not given back', async () => {
  const { settler, sent, clock, turn, givenBack, reportedKnown } = setUp({ deadlineMs: 500 })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await clock.advance(600)
  await rejected
  sent[0]?.answer.reject(unavailable())
  await clock.advance(600)
  sent[1]?.answer.resolve({ kind: 'known', calls: [{ id: one.id, status: 'SUCCEEDED', isOwn: false }] })
  await settler.drained()
  expect(givenBack).toEqual([])
  expect(reportedKnown).toEqual([one.id])
})

test('a batch marks the calls that it charges, and earlier ones that are not delivered yet', async () => {
  const { settler, sent, commit, turn } = setUp()
  const [first, second, third] = [call(), call(), call()]
  const failed: FinishedCall = { ...call(), end: { kind: 'failed', reason: 'client_gone' } }
  for (const [index, batch] of [[first, second], [third, failed], [call()]].entries()) {
    const settled = batch.map((one) => settler.settle(one))
    await turn()
    commit(index)
    await Promise.all(settled)
    settler.delivered(first.id)
  }
  expect(sent.map(({ marks }) => marks.callIds)).toEqual([
    [first.id, second.id],
    [second.id, third.id],
    [second.id, third.id, sent[2]?.calls[0]?.id],
  ])
  expect(sent.map(({ marks }) => marks.version)).toEqual([1n, 2n, 3n])
})

test('a delivery is recorded within half a second, and before the process ends', async () => {
  const { settler, commit, clock, turn, written } = setUp()
  const [first, second] = [call(), call()]
  const settled = [settler.settle(first), settler.settle(second)]
  await turn()
  commit(0)
  await Promise.all(settled)
  await clock.advance(1_000)
  expect(written).toEqual([])
  settler.delivered(first.id)
  await clock.advance(500)
  expect(written).toEqual([[second.id]])
  settler.delivered(second.id)
  await settler.drained()
  expect(written).toEqual([[second.id], []])
})

test('while an answer is undelivered its mark is rewritten, so that the process does not count as dead', async () => {
  const { settler, commit, clock, turn, written } = setUp()
  const one = call()
  const settled = settler.settle(one)
  await turn()
  commit(0)
  await settled
  await clock.advance(11_000)
  expect(written).toEqual([[one.id], [one.id]])
})

test('the list of undelivered calls does not overtake a batch', async () => {
  const { settler, commit, clock, turn, written, sent } = setUp()
  const [first, second] = [call(), call()]
  const settled = settler.settle(first)
  await turn()
  commit(0)
  await settled
  const later = settler.settle(second)
  await turn()
  settler.delivered(first.id)
  await clock.advance(500)
  expect(written).toEqual([])
  expect(sent[1]?.marks.callIds).toEqual([first.id, second.id])
  commit(1)
  await later
  await clock.advance(500)
  expect(written).toEqual([[second.id]])
})

test('a delivery that went with a batch of known calls, which writes nothing, is recorded later', async () => {
  const { settler, sent, commit, clock, turn, written } = setUp()
  const [first, second] = [call(), call()]
  const settled = settler.settle(first)
  await turn()
  commit(0)
  await settled
  settler.delivered(first.id)
  const known = settler.settle(second)
  await turn()
  expect(sent[1]?.marks.callIds).toEqual([second.id])
  sent[1]?.answer.resolve({ kind: 'known', calls: [{ id: second.id, status: 'SUCCEEDED', isOwn: false }] })
  await known
  await clock.advance(500)
  expect(written).toEqual([[]])
})

test('a call whose client left before its charge was durable has nothing to deliver', async () => {
  const { settler, commit, clock, turn, sent, written } = setUp()
  const [before, meanwhile] = [call(), call()]
  const settled = [settler.settle(before), settler.settle(meanwhile)]
  settler.delivered(before.id)
  await turn()
  settler.delivered(meanwhile.id)
  expect(sent[0]?.marks.callIds).toEqual([meanwhile.id])
  commit(0)
  await Promise.all(settled)
  await clock.advance(500)
  expect(written).toEqual([[]])
})

test('a charged and undelivered call that is settled again is reported as known without being sent', async () => {
  const { settler, commit, turn, sent } = setUp()
  const one = call()
  const settled = settler.settle(one)
  await turn()
  commit(0)
  await settled
  await expect(settler.settle(one)).resolves.toEqual({ kind: 'known', status: 'SUCCEEDED' })
  expect(sent).toHaveLength(1)
})

test('the charge of a rejected call is marked as undelivered until it is given back', async () => {
  const { settler, clock, commit, turn, sent, written } = setUp({ deadlineMs: 1_000 })
  const one = call()
  const rejected = expect(settler.settle(one)).rejects.toMatchObject({ kind: 'unavailable' })
  await turn()
  await clock.advance(1_050)
  await rejected
  // The delivery is reported by mistake: the caller has no answer.
  settler.delivered(one.id)
  expect(sent[0]?.marks.callIds).toEqual([one.id])
  commit(0)
  await settler.drained()
  expect(written).toEqual([[]])
})
