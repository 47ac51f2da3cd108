import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { StoreAnswer } from '../company-store.ts'
import { createRecall } from './recall.ts'

const refresh: StoreAnswer = { kind: 'refresh', reason: 'holds' }

function setUp(answers: StoreAnswer[]) {
  const clock = createFakeClock()
  const returned: string[] = []
  const recall = createRecall({
    clock,
    leases: { giveBack: async (companyId) => void returned.push(companyId) },
  })
  const ask = async () => answers.shift() ?? ({ kind: 'recall' } as const)
  return { clock, returned, answer: recall.ask('company', ask) }
}

test('an answer that does not depend on leases is returned at once', async () => {
  const { answer, returned } = setUp([refresh])
  expect(await answer).toEqual(refresh)
  expect(returned).toEqual([])
})

test('while leases stand in the way, own ones are returned and the question is repeated', async () => {
  const { clock, answer, returned } = setUp([{ kind: 'recall' }, { kind: 'recall' }, refresh])
  await clock.advance(20)
  expect(await answer).toEqual(refresh)
  expect(returned).toEqual(['company', 'company'])
})

test('a lease that is not returned in time leads to a retry, not to a refusal', async () => {
  const { clock, answer } = setUp([])
  const refused = expect(answer).rejects.toMatchObject({ code: 'limits.undecided', retryAfterMs: 100 })
  await clock.advance(2_000)
  await refused
})
