import type { FinishedCall } from '@gatehouse/calls/call'
import { expect, test } from 'vitest'
import {
  type Sent,
  company,
  createTestSettler,
  toCharge,
  unavailable,
} from './testing/create-test-settler.ts'

/** Returns the promise's state without waiting for it. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'resolved' | 'rejected'> {
  const resolved = promise.then(
    () => 'resolved' as const,
    () => 'rejected' as const,
  )
  return Promise.race([resolved, new Promise<'pending'>((resolve) => setImmediate(() => resolve('pending')))])
}

test('settle resolves only after COMMIT', async () => {
  const { settler, pending, commit, turn } = createTestSettler()
  const settled = settler.settle(toCharge())
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
  const { settler, sent, commit, turn } = createTestSettler()
  const first = settler.settle(toCharge())
  await turn()
  const others = [settler.settle(toCharge()), settler.settle(toCharge()), settler.settle(toCharge())]
  commit(0)
  await first
  await turn()
  expect(sent.map(({ calls }) => calls.length)).toEqual([1, 3])
  commit(1)
  await Promise.all(others)
})

test('the same call settled twice is one call', async () => {
  const { settler, sent, commit, turn } = createTestSettler()
  const one = toCharge()
  const both = [settler.settle(one), settler.settle(one)]
  await turn()
  expect(sent[0]?.calls).toHaveLength(1)
  commit(0)
  await Promise.all(both)
})

test('a batch whose reply was lost is sent again with the same ids', async () => {
  const { settler, sent, clock, turn, reportedKnown } = createTestSettler()
  const settled = settler.settle(toCharge())
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
  const { settler, sent, commit, turn } = createTestSettler()
  const calls = [toCharge(), toCharge(), toCharge()]
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
  const { settler, sent, clock, turn } = createTestSettler({ deadlineMs: 1_000 })
  const one = toCharge()
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
  const { settler, clock, commit, turn, givenBack, reportedDurable, reportedKnown } = createTestSettler({
    deadlineMs: 1_000,
  })
  const one = toCharge()
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
  const { settler, sent, clock, turn, givenBack } = createTestSettler({ deadlineMs: 500 })
  const one = toCharge()
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
  const { pending, settler, sent, turn } = createTestSettler()
  const calls = [toCharge(), toCharge(), toCharge(), toCharge()]
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
  const { settler, sent, commit, turn } = createTestSettler()
  const one = toCharge()
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
  const { settler, sent, clock, turn, commit } = createTestSettler({ deadlineMs: 500 })
  const one = toCharge()
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
  const { settler } = createTestSettler({ queueLengthMax: 2 })
  void settler.settle(toCharge())
  void settler.settle(toCharge())
  await expect(settler.settle(toCharge())).rejects.toMatchObject({
    code: 'credits.settle_unavailable',
    context: { why: 'too many calls are waiting' },
  })
})

test('calls that a full queue rejected are recorded as not charged once there is capacity', async () => {
  const { settler, pending, sent, commit, turn } = createTestSettler({ queueLengthMax: 2 })
  const [refused, failed] = [
    toCharge(),
    { ...toCharge(), end: { kind: 'failed', reason: 'client_gone' } as const },
  ]
  void settler.settle(toCharge())
  void settler.settle(toCharge())
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

test('more rejected calls are recorded than the queue has places', async () => {
  const { settler, sent, commit, turn } = createTestSettler({ queueLengthMax: 2 })
  const refused = Array.from({ length: 10 }, toCharge)
  void settler.settle(toCharge())
  void settler.settle(toCharge())
  for (const call of refused) await settler.settle(call).catch(() => undefined)
  for (let index = 0; index < 20; index += 1) {
    await turn()
    if (index < sent.length) commit(index)
  }
  await settler.drained()
  const recorded = new Set(sent.flatMap(({ calls }) => calls.map(({ id }) => id)))
  expect(refused.filter(({ id }) => !recorded.has(id))).toEqual([])
})

test('a call that a full queue rejected stays rejected when it is settled again, and is recorded once', async () => {
  const { settler, sent, commit, turn } = createTestSettler({ queueLengthMax: 2 })
  const refused = toCharge()
  const first = settler.settle(toCharge())
  void settler.settle(toCharge())
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
  const { settler, commit, turn } = createTestSettler()
  await settler.drained()
  void settler.settle(toCharge())
  await turn()
  const drained = settler.drained()
  expect(await stateOf(drained)).toBe('pending')
  commit(0)
  await drained
})

test('the settler reports that it is stuck while its batch cannot be sent, and no longer', async () => {
  const { settler, sent, clock, turn, commit } = createTestSettler()
  const settled = settler.settle(toCharge())
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
  ...toCharge(companyId),
  answer: { contentType: 'text/plain', body: Buffer.alloc(bytes) },
})

test('charges of other companies neither share a batch with a large answer nor wait for it', async () => {
  const { settler, sent, turn } = createTestSettler()
  const large = [withAnswer(500_000), withAnswer(500_000, otherCompany)]
  const small = [toCharge(), toCharge(otherCompany), withAnswer(100, otherCompany)]
  for (const one of [...large, ...small]) void settler.settle(one)
  await turn()
  const batches = sent.map(({ calls }) => calls.map(({ id }) => id))
  expect(batches).toHaveLength(2)
  expect(batches).toContainEqual(small.map(({ id }) => id))
  expect(batches).toContainEqual([large[0]?.id])
})

test('answers waiting to be stored are bounded per company and in total; beyond that a charge is made without its answer', async () => {
  const { settler, sent, commit, turn } = createTestSettler({
    companyAnswerBytesMax: 40_000,
    answerBytesMax: 60_000,
  })
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
  const { settler, sent, commit, clock, turn } = createTestSettler()
  void settler.settle(withAnswer(500_000))
  void settler.settle(toCharge())
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
  const { settler, sent, commit, clock, turn } = createTestSettler()
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
  const { settler, sent, clock, turn, givenBack, reportedKnown } = createTestSettler({ deadlineMs: 500 })
  const one = toCharge()
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
