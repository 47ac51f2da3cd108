import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createModelJudge } from './create-model-judge.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const request = {
  companyId: 'company',
  jobId: 'job',
  requirements: [],
  talent: { talentId: 'talent', lines: [] },
}

const quarterHourMs = 15 * 60_000
const capped = new Fault({
  kind: 'exhausted',
  code: 'model_calls.capped',
  publicMessage: 'no',
  retryAfterMs: quarterHourMs,
})
const denied = new Fault({ kind: 'internal', code: 'model_calls.denied', publicMessage: 'no' })
const scopeDenied = new Fault({ kind: 'internal', code: 'model_calls.scope_denied', publicMessage: 'no' })

test.each([capped, denied, scopeDenied])(
  'after $code the judge is not ready, and calls nothing, for a quarter of an hour',
  async (fault) => {
    const clock = createFakeClock()
    let asked = 0
    const client = {
      ask() {
        asked += 1
        return Promise.reject(fault)
      },
    }
    const judge = createModelJudge({
      client,
      alias: 'svc/extract-default',
      callsMax: () => 4,
      markSecret: new Secret('marks'),
      clock,
      logger,
    })
    expect(judge.isReady()).toBe(true)
    expect(await judge.judge(request)).toEqual({ kind: 'unavailable' })
    expect(judge.isReady()).toBe(false)
    await clock.advance(quarterHourMs - 1)
    expect(await judge.judge(request)).toEqual({ kind: 'unavailable' })
    expect([judge.isReady(), asked]).toEqual([false, 1])
    await clock.advance(1)
    expect(judge.isReady()).toBe(true)
    await judge.judge(request)
    expect(asked).toBe(2)
  },
)

test('a question of a company whose model work is on hold does not keep the judge from others', async () => {
  const spent = new Fault({
    kind: 'exhausted',
    code: 'model_calls.allowance_spent',
    publicMessage: 'no',
    retryAfterMs: quarterHourMs,
  })
  const judge = createModelJudge({
    client: { ask: () => Promise.reject(spent) },
    alias: 'svc/extract-default',
    callsMax: () => 4,
    markSecret: new Secret('marks'),
    clock: createFakeClock(),
    logger,
  })
  expect(await judge.judge(request)).toEqual({ kind: 'unavailable' })
  expect(judge.isReady()).toBe(true)
})
