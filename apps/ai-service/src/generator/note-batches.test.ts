import type { Operation } from '@gatehouse/operations/create-operation-recorder'
import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { noteBatches } from './note-batches.ts'

const batch = { id: 'b', number: 1, companyId: 'c', subject: 'TALENT' as const, subjectIds: [] }
const result = {
  talents: [],
  jobs: [],
  kept: [],
  dropped: [],
  scored: 0,
  judgeCalls: 0,
  unjudgedIds: [],
  failedIds: [],
}

function setUp(isOurs = true) {
  const clock = createFakeClock()
  const noted: Operation[] = []
  const store = {
    claim: async () => ({ kind: 'claimed', batch }),
    finish: async () => isOurs,
    giveUp: async () => undefined,
  } as unknown as GeneratorStore
  return {
    clock,
    noted,
    store: noteBatches(store, { clock, operations: { record: (one) => void noted.push(one) } }),
  }
}

test.each([
  ['done', true],
  ['lost', false],
])('a batch that is finished is %s, with the time since its claim', async (outcome, isOurs) => {
  const { clock, noted, store } = setUp(isOurs)
  await store.claim('one')
  await clock.advance(250)
  expect(await store.finish(batch, result, 1)).toBe(isOurs)
  expect(noted).toEqual([{ kind: 'match-batch', outcome, tookMs: 250 }])
})

test('a batch that is given up is told, too', async () => {
  const { clock, noted, store } = setUp()
  await store.claim('one')
  await clock.advance(10)
  await store.giveUp(batch, true)
  expect(noted).toEqual([{ kind: 'match-batch', outcome: 'given-up', tookMs: 10 }])
})
