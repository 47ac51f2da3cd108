import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.ts'

test('owners take turns, regardless of how many documents each has', async () => {
  const queue = new TurnQueue(100)
  const order: string[] = []
  for (const document of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'])
    void queue.wait(document.slice(0, 1)).then(() => order.push(document))
  for (let turn = 0; turn < 7; turn += 1) queue.next()
  await Promise.resolve()
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
})

test('one owner may fill half of the queue, and several owners all of it', () => {
  const queue = new TurnQueue(4)
  for (const owner of ['a', 'a']) void queue.wait(owner)
  expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true])
  for (const owner of ['b', 'c']) void queue.wait(owner)
  expect(queue.hasRoom('d')).toBe(false)
  queue.next()
  expect(queue.hasRoom('d')).toBe(true)
})

test('closing releases all waiting documents', async () => {
  const queue = new TurnQueue(4)
  const waiting = Promise.all(['a', 'a', 'b'].map((owner) => queue.wait(owner)))
  queue.releaseAll()
  expect(await waiting).toHaveLength(3)
})
