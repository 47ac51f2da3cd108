import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

type Answer = 'live' | 'ended' | 'unknown'

function openCallsWith(answers: Record<string, Answer>) {
  const clock = createFakeClock()
  const asked: string[] = []
  const ended: string[] = []
  const openCalls = createOpenCalls({
    clock,
    async isKeyLive(keyId) {
      asked.push(keyId)
      if (answers[keyId] === 'unknown') throw new Error('nobody knows')
      return answers[keyId] === 'live'
    },
  })
  const add = (keyId: string) => {
    const call = { keyId, look: () => undefined, onKeyEnded: () => void ended.push(keyId) }
    openCalls.add(call)
    return call
  }
  return { clock, asked, ended, openCalls, add }
}

test('a key is asked about every two seconds while it has open calls, once however many it has', async () => {
  const { clock, asked, openCalls, add } = openCallsWith({ a: 'live', b: 'live' })
  const calls = [add('a'), add('a'), add('b')]
  await clock.advance(500)
  expect(asked).toEqual(['a', 'b'])
  await clock.advance(4_000)
  expect(asked).toHaveLength(6)
  for (const call of calls) openCalls.remove(call)
  await clock.advance(4_000)
  expect(asked).toHaveLength(6)
  expect(clock.pendingTimers).toBe(0)
})

test('the calls of a key whose end was not announced are ended, and no others', async () => {
  const answers: Record<string, Answer> = { a: 'live', b: 'live' }
  const { clock, ended, add } = openCallsWith(answers)
  for (const keyId of ['a', 'a', 'b']) add(keyId)
  await clock.advance(500)
  expect(ended).toEqual([])
  answers['a'] = 'ended'
  await clock.advance(2_000)
  expect(ended).toEqual(['a', 'a'])
})

test('while nobody knows whether a key has ended, its calls go on', async () => {
  const answers: Record<string, Answer> = { a: 'unknown' }
  const { clock, ended, add } = openCallsWith(answers)
  add('a')
  await clock.advance(10_000)
  expect(ended).toEqual([])
  answers['a'] = 'ended'
  await clock.advance(2_000)
  expect(ended).toEqual(['a'])
})
