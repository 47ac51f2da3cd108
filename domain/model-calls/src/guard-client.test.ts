import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createAliasBreakers } from './alias-breakers.ts'
import { type CallFaultName, callFault } from './gateway/model-call-faults.ts'
import { guardClient } from './guard-client.ts'
import { createModelCallMetrics } from './model-call-metrics.ts'
import type { ModelAnswer, ModelQuestion } from './model-client.ts'

const alias = 'svc/extract-default'
const question: ModelQuestion = {
  alias,
  companyId: 'c',
  messages: [],
  outputTokensMax: 1,
  idempotencyKey: 'k',
}
const answer: ModelAnswer = { text: 'yes', isWhole: true, callId: 'i', promptTokens: 1, completionTokens: 1 }

function open() {
  const clock = createFakeClock()
  const breakers = createAliasBreakers({
    clock,
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
  })
  const metrics = createMetrics('test')
  const model = { asked: 0, fault: undefined as CallFaultName | undefined }
  const client = {
    async ask() {
      model.asked += 1
      await clock.advance(20)
      if (model.fault) throw callFault(model.fault)
      return answer
    },
    parseCv: () => Promise.reject(new Error('parseCv is not used in this test')),
    parseJd: () => Promise.reject(new Error('parseJd is not used in this test')),
  }
  const callMetrics = createModelCallMetrics(metrics, breakers.states)
  const guarded = guardClient({ client, breakers, clock, aliases: [alias], metrics: callMetrics })
  const ask = () => guarded.ask(question).catch((thrown: unknown) => (thrown as { code: string }).code)
  return { clock, model, ask, guarded, metrics }
}

test.each(['unreachable', 'timed_out', 'failed', 'limited'] as const)(
  'five consecutive calls that fail with %s open the breaker, and no call reaches the model for a minute',
  async (fault) => {
    const { clock, model, ask, guarded } = open()
    model.fault = fault
    for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(`model_calls.${fault}`)
    expect(await ask()).toBe('runtime.circuit_open')
    expect(model.asked).toBe(5)
    expect(guarded.listAiServices()).toMatchObject([
      {
        name: alias,
        breaker: 'open',
        lastFailureCode: `model_calls.${fault}`,
        recent: { calls: 5, failures: 5 },
      },
    ])
    await clock.advance(60_000)
    model.fault = undefined
    expect(await ask()).toEqual(answer)
    expect(guarded.listAiServices()).toMatchObject([{ breaker: 'closed' }])
  },
)

test.each(['running', 'denied', 'refused', 'no_text'] as const)(
  'a call that ends with %s counts as a responding model',
  async (fault) => {
    const { model, ask, guarded } = open()
    model.fault = fault
    for (let count = 0; count < 9; count += 1) await ask()
    expect(model.asked).toBe(9)
    expect(guarded.listAiServices()).toMatchObject([{ breaker: 'closed', recent: { failures: 0 } }])
  },
)

test('the figures cover the last five minutes, and the metrics show the breaker state', async () => {
  const { clock, model, ask, guarded, metrics } = open()
  expect(guarded.listAiServices()).toMatchObject([
    { lastSuccessAt: null, lastFailureAt: null, recent: { calls: 0, latencyMs: null } },
  ])
  model.fault = 'failed'
  await ask()
  model.fault = undefined
  for (let count = 0; count < 3; count += 1) await ask()
  expect(guarded.listAiServices()[0]?.recent).toEqual({
    calls: 4,
    failures: 1,
    errorRatePercent: 25,
    latencyMs: { p50: 20, p95: 20 },
  })
  expect(await metrics.metrics()).toContain(
    `gatehouse_model_breaker_state{alias="${alias}",service="test"} 0`,
  )
  await clock.advance(300_000)
  expect(guarded.listAiServices()[0]?.recent.calls).toBe(0)
})
