import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

type Answer = 'live' | 'ended' | 'suspended' | 'unknown'

function openCallsWith(answers: Record<string, Answer>) {
  const clock = createFakeClock()
  const reads: string[] = []
  const ended: string[] = []
  const openCalls = createOpenCalls({
    clock,
    async readStanding(keyId) {
      reads.push(keyId)
      const answer = answers[keyId] ?? 'ended'
      if (answer === 'unknown') throw new Error('the state is unknown')
      return answer
    },
  })
  const add = (keyId: string) =>
    openCalls.add({
      keyId,
      companyId: `company of ${keyId}`,
      check: () => undefined,
      onKeyEnded: () => void ended.push(keyId),
      onCompanySuspended: () => void ended.push(`${keyId} suspended`),
    })
  return { clock, reads, ended, openCalls, add }
}

test('a key with open calls is checked every two seconds, once for all of its calls', async () => {
  const { clock, reads, add } = openCallsWith({ a: 'live', b: 'live' })
  const removals = [add('a'), add('a'), add('b')]
  await clock.advance(500)
  expect(reads).toEqual(['a', 'b'])
  await clock.advance(4_000)
  expect(reads).toHaveLength(6)
  for (const remove of removals) remove()
  await clock.advance(4_000)
  expect(reads).toHaveLength(6)
  expect(clock.pendingTimers).toBe(0)
})

test('calls of a key whose end was not published are cut, and no others', async () => {
  const answers: Record<string, Answer> = { a: 'live', b: 'live' }
  const { clock, ended, add } = openCallsWith(answers)
  for (const keyId of ['a', 'a', 'b']) add(keyId)
  await clock.advance(500)
  expect(ended).toEqual([])
  answers['a'] = 'ended'
  await clock.advance(2_000)
  expect(ended).toEqual(['a', 'a'])
})

test('calls continue while the state of their key cannot be read', async () => {
  const answers: Record<string, Answer> = { a: 'unknown' }
  const { clock, ended, add } = openCallsWith(answers)
  add('a')
  await clock.advance(10_000)
  expect(ended).toEqual([])
  answers['a'] = 'ended'
  await clock.advance(2_000)
  expect(ended).toEqual(['a'])
})

test('calls of a suspended company are cut as soon as the change is published, and no others', async () => {
  const answers: Record<string, Answer> = { a: 'suspended', b: 'live' }
  const { clock, reads, ended, openCalls, add } = openCallsWith(answers)
  for (const keyId of ['a', 'a', 'b']) add(keyId)
  openCalls.checkCompany('company of a')
  await clock.advance(0)
  expect(reads).toEqual(['a'])
  expect(ended).toEqual(['a suspended', 'a suspended'])
})

test('calls of a company whose suspension was not published are cut', async () => {
  const answers: Record<string, Answer> = { a: 'live' }
  const { clock, ended, add } = openCallsWith(answers)
  add('a')
  await clock.advance(500)
  answers['a'] = 'suspended'
  await clock.advance(2_000)
  expect(ended).toEqual(['a suspended'])
})
