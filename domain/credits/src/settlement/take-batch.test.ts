import type { FinishedCall } from '@gatehouse/calls/call'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { expect, test } from 'vitest'
import { prepareBatch } from '../postgres/settlement/settle-batch.ts'
import { type Entry, isCharged } from './entry.ts'
import { createBatchSize, takeOldest, takeOneCompany } from './take-batch.ts'
import type { Settled } from './settler-options.ts'

function aCall(id: string, chargedMicros = 1n, companyId = 'a'): FinishedCall {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  return {
    id,
    companyId,
    keyId: 'key',
    alias: 'svc/chat-default',
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
    heldMicros: 0n,
    durationMs: 1,
  }
}

const entry = (call: FinishedCall): Entry => ({
  call,
  waiter: Promise.withResolvers<Settled>(),
  deadlineAtMs: 0,
  isGivenUp: false,
})
const idsOf = (entries: readonly Entry[]) => entries.map(({ call }) => call.id)

test('only a successful call with a charge counts as charged', () => {
  const failed: FinishedCall = { ...aCall('1'), end: { kind: 'failed', reason: 'client_gone' } }
  expect([aCall('1', 1n), aCall('1', 0n), failed, undefined].map(isCharged)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a batch of one company leaves the others in their order, and an empty queue gives an empty batch', () => {
  const queue = [aCall('1'), aCall('2', 1n, 'b'), aCall('3'), aCall('4', 1n, 'c')].map(entry)
  const { taken, left } = takeOneCompany(queue)
  expect([idsOf(taken), idsOf(left)]).toEqual([
    ['1', '3'],
    ['2', '4'],
  ])
  expect(takeOneCompany([])).toEqual({ taken: [], left: [] })
})

test('the oldest calls share a batch, up to its size and until their answers are large', () => {
  const queue = [aCall('1'), aCall('2'), aCall('3')].map(entry)
  expect(idsOf(takeOldest(queue, 2).taken)).toEqual(['1', '2'])
  const body = Buffer.alloc(256 * 1024 + 1)
  const large = entry({ ...aCall('0'), answer: { contentType: 'text/plain', body } })
  expect(idsOf(takeOldest([large, ...queue], 4).taken)).toEqual(['0'])
  expect(idsOf(takeOldest([large, ...queue], 4).left)).toEqual(['1', '2', '3'])
})

test('a full batch that was fast doubles the size, a slow one halves it, within the bounds', () => {
  const size = createBatchSize(200)
  expect(size.current()).toBe(128)
  size.observe(127, 1)
  size.observe(128, 30)
  expect(size.current()).toBe(128)
  size.observe(128, 29)
  expect(size.current()).toBe(200)
  size.observe(1, 60)
  expect(size.current()).toBe(200)
  for (const expected of [100, 50, 32, 32]) {
    size.observe(1, 61)
    expect(size.current()).toBe(expected)
  }
})

test.each(['40P01', '40001'])('a batch that collided with another (%s) may be sent again', async (code) => {
  const collision = Object.assign(new Error('collided'), { code })
  const postgres = { query: () => Promise.reject(collision) } as unknown as Queryable
  const id = '00000000-0000-7000-8000-000000000001'
  await expect(prepareBatch(postgres, [aCall(id, 1n, id)])()).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'credits.settle_collided',
    cause: collision,
  })
})

test('any other error of a batch is passed on as it is', async () => {
  const error = Object.assign(new Error('no such table'), { code: '42P01' })
  const postgres = { query: () => Promise.reject(error) } as unknown as Queryable
  const id = '00000000-0000-7000-8000-000000000001'
  await expect(prepareBatch(postgres, [aCall(id, 1n, id)])()).rejects.toBe(error)
})
