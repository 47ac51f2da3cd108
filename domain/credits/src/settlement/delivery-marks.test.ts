import type { FinishedCall } from '@gatehouse/calls/call'
import { expect, test } from 'vitest'
import { createTestSettler, toCharge } from './testing/create-test-settler.ts'

test('a batch marks the calls that it charges, and earlier ones that are not delivered yet', async () => {
  const { settler, sent, commit, turn } = createTestSettler()
  const [first, second, third] = [toCharge(), toCharge(), toCharge()]
  const failed: FinishedCall = { ...toCharge(), end: { kind: 'failed', reason: 'client_gone' } }
  for (const [index, batch] of [[first, second], [third, failed], [toCharge()]].entries()) {
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
  const { settler, commit, clock, turn, written } = createTestSettler()
  const [first, second] = [toCharge(), toCharge()]
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
  const { settler, commit, clock, turn, written } = createTestSettler()
  const one = toCharge()
  const settled = settler.settle(one)
  await turn()
  commit(0)
  await settled
  await clock.advance(11_000)
  expect(written).toEqual([[one.id], [one.id]])
})

test('the list of undelivered calls does not overtake a batch', async () => {
  const { settler, commit, clock, turn, written, sent } = createTestSettler()
  const [first, second] = [toCharge(), toCharge()]
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

test('while a batch is in flight, deliveries are recorded elsewhere within half a second', async () => {
  const { settler, commit, clock, turn, written, late, ledger } = createTestSettler()
  const calls = [toCharge(), toCharge(), toCharge()]
  const settled = calls.map((one) => settler.settle(one))
  await turn()
  commit(0)
  await Promise.all(settled)
  const [first, second, third] = calls.map(({ id }) => id)
  const slow = settler.settle(toCharge())
  await turn()
  settler.delivered(first ?? '')
  await clock.advance(500)
  expect(late.at(-1)).toMatchObject({ processId: 'this process', callIds: [first] })
  settler.delivered(second ?? '')
  ledger.isDown = true
  await clock.advance(500)
  ledger.isDown = false
  await clock.advance(200)
  expect(late.at(-1)?.callIds).toEqual([first, second])
  const versions = late.map(({ version }) => version)
  expect(versions).toEqual(versions.map((_version, index) => BigInt(index + 1)))
  // The next write of the lane omits all of them.
  const countBefore = late.length
  commit(1)
  await slow
  settler.delivered(third ?? '')
  await clock.advance(500)
  expect(late).toHaveLength(countBefore)
  expect(written.at(-1)).not.toContain(third)
})

test('a delivery that was reported while a batch was in flight is not forgotten when the batch omits earlier ones', async () => {
  const { settler, commit, clock, turn, late, sent } = createTestSettler()
  const calls = [toCharge(), toCharge()]
  const settled = calls.map((one) => settler.settle(one))
  await turn()
  commit(0)
  await Promise.all(settled)
  const [first = '', second = ''] = calls.map(({ id }) => id)
  settler.delivered(first)
  const [batch, next] = [settler.settle(toCharge()), settler.settle(toCharge())]
  await turn()
  settler.delivered(second)
  expect(sent[1]?.marks.callIds).not.toContain(first)
  expect(sent[1]?.marks.callIds).toContain(second)
  const further = settler.settle(toCharge())
  commit(1)
  await Promise.all([batch, next])
  await turn()
  // The third batch, which omits the second call, is not answered.
  await clock.advance(500)
  expect(late.at(-1)?.callIds).toEqual([second])
  commit(2)
  await further
})

test('a delivery that went with a batch of known calls, which writes nothing, is recorded later', async () => {
  const { settler, sent, commit, clock, turn, written } = createTestSettler()
  const [first, second] = [toCharge(), toCharge()]
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
  const { settler, commit, clock, turn, sent, written } = createTestSettler()
  const [before, meanwhile] = [toCharge(), toCharge()]
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
  const { settler, commit, turn, sent } = createTestSettler()
  const one = toCharge()
  const settled = settler.settle(one)
  await turn()
  commit(0)
  await settled
  await expect(settler.settle(one)).resolves.toEqual({ kind: 'known', status: 'SUCCEEDED' })
  expect(sent).toHaveLength(1)
})

test('the charge of a rejected call is marked as undelivered until it is given back', async () => {
  const { settler, clock, commit, turn, sent, written } = createTestSettler({ deadlineMs: 1_000 })
  const one = toCharge()
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
