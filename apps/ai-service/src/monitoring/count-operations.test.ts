import type { ModelClient } from '@gatehouse/model-calls/model-client'
import { createAliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import type { Operation } from '@gatehouse/operations/create-operation-recorder'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { countBatches, countModelCalls } from './count-operations.ts'

const question = { alias: 'a', companyId: 'c', messages: [], outputTokensMax: 1, idempotencyKey: 'k' }
const answer = { text: 'yes', isWhole: true, callId: 'i', promptTokens: 1, completionTokens: 1 }
const fault = (code: Fault['code']) => new Fault({ kind: 'unavailable', code, publicMessage: 'Wait.' })

function openClient(ask: ModelClient['ask'] | null) {
  const clock = createFakeClock()
  const counted: Operation[] = []
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const client = ask && {
    async ask(...asked: Parameters<ModelClient['ask']>) {
      await clock.advance(40)
      return ask(...asked)
    },
  }
  const breakers = createAliasBreakers({ clock, logger })
  const modelCalls = { client, cvParser: null, jdParser: null, breakers, listAiServices: () => [] }
  return {
    counted,
    modelCalls: countModelCalls(modelCalls, {
      clock,
      operations: { record: (one) => void counted.push(one) },
    }),
  }
}

test('an answer is counted with its duration', async () => {
  const { counted, modelCalls } = openClient(async () => answer)
  expect(await modelCalls.client?.ask(question)).toEqual(answer)
  expect(counted).toEqual([{ kind: 'model-call', outcome: 'done', tookMs: 40 }])
})

test.each([
  [fault('model_calls.timed_out'), ['timed-out']],
  [fault('model_calls.refused'), ['refused']],
  [new Error('aborted'), ['abandoned']],
  [fault('runtime.circuit_open'), []],
])('%s is counted as %j, and still thrown', async (thrown, outcomes) => {
  const { counted, modelCalls } = openClient(() => Promise.reject(thrown))
  await expect(modelCalls.client?.ask(question)).rejects.toBe(thrown)
  expect(counted.map(({ outcome }) => outcome)).toEqual(outcomes)
})

test('without a model nothing is counted', () => {
  expect(openClient(null).modelCalls.client).toBeNull()
})

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

function openStore(isOurs = true) {
  const clock = createFakeClock()
  const counted: Operation[] = []
  const store = {
    claim: async () => ({ kind: 'claimed', batch }),
    finish: async () => isOurs,
    giveUp: async () => undefined,
  } as unknown as GeneratorStore
  return {
    clock,
    counted,
    store: countBatches(store, { clock, operations: { record: (one) => void counted.push(one) } }),
  }
}

test.each([
  ['done', true],
  ['lost', false],
])('a finished batch is counted as %s, with the time since its claim', async (outcome, isOurs) => {
  const { clock, counted, store } = openStore(isOurs)
  await store.claim('one')
  await clock.advance(250)
  expect(await store.finish(batch, result, 1)).toBe(isOurs)
  expect(counted).toEqual([{ kind: 'match-batch', outcome, tookMs: 250 }])
})

test.each([
  ['given-up', 'subjects'],
  ['given-up', 'unavailable'],
  ['interrupted', 'interrupted'],
] as const)('a batch that is given back is counted as %s if the reason is %s', async (outcome, reason) => {
  const { clock, counted, store } = openStore()
  await store.claim('one')
  await clock.advance(10)
  await store.giveUp(batch, reason)
  expect(counted).toEqual([{ kind: 'match-batch', outcome, tookMs: 10 }])
})
