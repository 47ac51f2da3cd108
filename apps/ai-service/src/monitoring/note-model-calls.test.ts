import type { ModelClient } from '@gatehouse/model-calls/model-client'
import { createAliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import type { Operation } from '@gatehouse/operations/create-operation-recorder'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { noteModelCalls } from './note-model-calls.ts'

const question = { alias: 'a', companyId: 'c', messages: [], outputTokensMax: 1, idempotencyKey: 'k' }
const answer = { text: 'yes', isWhole: true, callId: 'i', promptTokens: 1, completionTokens: 1 }
const fault = (code: Fault['code']) => new Fault({ kind: 'unavailable', code, publicMessage: 'Wait.' })

function setUp(ask: ModelClient['ask'] | null) {
  const clock = createFakeClock()
  const noted: Operation[] = []
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const client = ask && {
    async ask(...asked: Parameters<ModelClient['ask']>) {
      await clock.advance(40)
      return ask(...asked)
    },
  }
  const breakers = createAliasBreakers({ clock, logger })
  const modelCalls = { client, cvParser: null, breakers, listAiServices: () => [] }
  return {
    noted,
    modelCalls: noteModelCalls(modelCalls, { clock, operations: { record: (one) => void noted.push(one) } }),
  }
}

test('an answer is counted with the time it took', async () => {
  const { noted, modelCalls } = setUp(async () => answer)
  expect(await modelCalls.client?.ask(question)).toEqual(answer)
  expect(noted).toEqual([{ kind: 'model-call', outcome: 'done', tookMs: 40 }])
})

test.each([
  [fault('model_calls.timed_out'), ['timed-out']],
  [fault('model_calls.refused'), ['refused']],
  [new Error('aborted'), ['abandoned']],
  [fault('runtime.circuit_open'), []],
])('%s is counted as %j, and still thrown', async (thrown, outcomes) => {
  const { noted, modelCalls } = setUp(() => Promise.reject(thrown))
  await expect(modelCalls.client?.ask(question)).rejects.toBe(thrown)
  expect(noted.map(({ outcome }) => outcome)).toEqual(outcomes)
})

test('without a model there is nothing to count', () => {
  expect(setUp(null).modelCalls.client).toBeNull()
})
