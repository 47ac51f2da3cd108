import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { chatEndpoint } from './endpoint.ts'
import { Call } from './call.ts'
import { Timings } from './timings.ts'

const usage = { promptTokens: 3, cachedTokens: 0, completionTokens: 4 }

test('a call that was closed before it was charged fails and releases its Idempotency-Key', async () => {
  const dropped: unknown[] = []
  const deps = {
    settler: { settle: () => Promise.resolve({ kind: 'already_settled', status: 'FAILED' }) },
    answers: { drop: (call: unknown) => dropped.push(call) },
  } as unknown as ConstructorParameters<typeof Call>[0]
  const call = openCall(deps)
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
  const deps = { settler } as unknown as ConstructorParameters<typeof Call>[0]
  const timings = new Timings(clock)
  const call = openCall(deps, timings)
  await clock.advance(40)
  timings.mark('upstream')
  await clock.advance(20_000)
  await call.charge(usage, undefined)
  const fields = {}
  timings.addFields(fields)
  expect(fields).toMatchObject({ upstream_ms: 40, settle_ms: 3 })
  expect(timings.addedMs()).toBe(3)
})

type CallParts = ConstructorParameters<typeof Call>

function openCall(deps: CallParts[0], timings = new Timings(createFakeClock())): Call {
  const price = {
    version: 1n,
    inputMicrosPerMillion: 1n,
    cachedInputMicrosPerMillion: 1n,
    outputMicrosPerMillion: 1n,
  }
  const received = { id: 'a call', key: { id: 'a key', companyId: 'a company' }, timings }
  const request = {
    endpoint: chatEndpoint,
    entry: { alias: 'svc/chat-default', price },
    estimate: { micros: 1n },
    possible: { promptTokensMax: 100, completionTokensMax: 100 },
  }
  const call = new Call(deps, received as CallParts[1], request as CallParts[2])
  call.keeping = { bytesMax: 1_000, reserve: () => true }
  return call
}
