import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { chatEndpoint } from './endpoint.ts'
import { type AdmittedModelCall, OpenCall } from './open-call.ts'
import { Timings } from './timings.ts'

const usage = { promptTokens: 3, cachedTokens: 0, completionTokens: 4 }

test('a call that was closed before it was charged fails and releases its Idempotency-Key', async () => {
  const dropped: unknown[] = []
  const deps = {
    settler: { settle: () => Promise.resolve({ kind: 'already_settled', status: 'FAILED' }) },
    answers: { drop: (call: unknown) => dropped.push(call) },
  } as unknown as ConstructorParameters<typeof OpenCall>[0]
  const call = new OpenCall(deps, admitted())
  const charge = await call.charge(usage, { contentType: 'application/json', body: Buffer.from('{}') })
  expect(charge).toMatchObject({ kind: 'unavailable', cause: { kind: 'unavailable' } })
  expect(dropped).toEqual([{ companyId: 'a company', callId: 'a call' }])
  expect(call.end).toMatchObject({ kind: 'failed' })
})

test('the time in which a stream is relayed counts neither as settlement nor as added by the gateway', async () => {
  const clock = createFakeClock()
  const settler = {
    async settle() {
      await clock.advance(3)
      return { kind: 'settled', balanceMicros: 1n }
    },
  }
  const deps = { settler } as unknown as ConstructorParameters<typeof OpenCall>[0]
  const timings = new Timings(clock)
  const call = new OpenCall(deps, { ...admitted(), timings })
  await clock.advance(40)
  timings.mark('upstream')
  await clock.advance(20_000)
  await call.charge(usage, undefined)
  expect(timings.toFields()).toMatchObject({ upstream_ms: 40, settle_ms: 3 })
  expect(timings.addedMs()).toBe(3)
})

function admitted(): AdmittedModelCall {
  const price = {
    version: 1n,
    inputMicrosPerMillion: 1n,
    cachedInputMicrosPerMillion: 1n,
    outputMicrosPerMillion: 1n,
  }
  return {
    id: 'a call',
    key: { id: 'a key', companyId: 'a company' },
    endpoint: chatEndpoint,
    entry: { alias: 'svc/chat-default', price },
    estimate: { micros: 1n },
    timings: new Timings(createFakeClock()),
    possible: { promptTokensMax: 100, completionTokensMax: 100 },
    keeping: { bytesMax: 1_000, otherwise: 'too_large' },
  } as unknown as AdmittedModelCall
}
