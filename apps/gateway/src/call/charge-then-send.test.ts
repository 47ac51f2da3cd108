import type { FinishedCall } from '@gatehouse/calls/call'
import { createServiceNames } from '@gatehouse/models/service-names'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { Call } from './call.ts'
import { AnswerCopy, chargeThenSend, jsonType } from './charge-then-send.ts'
import type { Client } from './client.ts'
import { chatEndpoint } from './endpoint.ts'
import { Timings } from './timings.ts'

const usage = { promptTokens: 3, cachedTokens: 0, completionTokens: 4 }
const answer = { bytes: Buffer.from('{}'), contentType: jsonType }

test('the last byte is sent when the charge is durable, and not before', async () => {
  const charge = Promise.withResolvers<unknown>()
  const { call, client, sent } = openCall(() => charge.promise)
  const sending = chargeThenSend(call, client, { ...answer, usage })
  await new Promise(setImmediate)
  expect(sent).toEqual([])
  charge.resolve({ kind: 'settled', balanceMicros: 5_000_000n })
  await sending
  expect(sent).toMatchObject([
    { 'x-svc-credits-charged': '0.000007', 'x-svc-credits-balance': '5.000000' },
    '{}',
  ])
})

test('an answer whose charge failed is not sent, whatever the reason: the caller may try again', async () => {
  const lostClaim = Object.assign(new Error('the batch was refused'), { code: 'GH004' })
  const { call, client, sent } = openCall(() => Promise.reject(lostClaim))
  const sending = chargeThenSend(call, client, { ...answer, usage })
  await expect(sending).rejects.toMatchObject({ kind: 'unavailable', cause: lostClaim })
  expect(sent).toEqual([])
  expect(call.end).toMatchObject({ kind: 'failed', reason: 'settle_unavailable' })
})

test('an answer without usage costs nothing, and is recorded as such', async () => {
  const { call, client, sent, settled } = openCall(() => Promise.resolve({ kind: 'settled' }))
  await chargeThenSend(call, client, { ...answer, usage: 'none' })
  expect(settled.map(({ end }) => end)).toEqual([{ kind: 'failed', reason: 'no_usage' }])
  expect(sent).toMatchObject([{ 'x-svc-credits-charged': '0.000000' }, '{}'])
})

type CallParts = ConstructorParameters<typeof Call>

const keeping = { bytesMax: 6, reserve: () => true }

test('an answer within the limit is kept whole, in the order it was sent', () => {
  const copy = new AnswerCopy(keeping)
  copy.add(Buffer.from('abc'), Buffer.from('d'))
  copy.add(Buffer.from('ef'))
  expect(copy.toRecord('text/plain')).toEqual({ contentType: 'text/plain', body: Buffer.from('abcdef') })
})

test('an answer over the limit is not kept, and later parts do not change that', () => {
  const copy = new AnswerCopy(keeping)
  for (const part of ['abcdef', 'g', 'h']) copy.add(Buffer.from(part))
  expect(copy.toRecord('text/plain')).toEqual({ notKept: 'too_large' })
})

test('storage is reserved for the whole answer, and without it the answer is not kept', () => {
  const reserved: number[] = []
  const reserve = (bytes: number) => {
    reserved.push(bytes)
    return false
  }
  const copy = new AnswerCopy({ bytesMax: 6, reserve })
  for (const part of ['ab', 'c']) copy.add(Buffer.from(part))
  expect(copy.toRecord('text/plain')).toEqual({ notKept: 'quota' })
  expect(reserved).toEqual([3])
})

test('without an Idempotency-Key there is nothing to record', () => {
  const copy = new AnswerCopy(undefined)
  copy.add(Buffer.from('abc'))
  expect(copy.toRecord('text/plain')).toBeUndefined()
})

function openCall(settle: () => Promise<unknown>) {
  const settled: FinishedCall[] = []
  const settler = {
    settle(finished: FinishedCall) {
      settled.push(finished)
      return settle()
    },
  }
  const deps = { settler, names: createServiceNames('svc') } as unknown as CallParts[0]
  const timings = new Timings(createFakeClock())
  const received = { id: 'a call', key: { id: 'a key', companyId: 'a company' }, timings }
  const price = {
    version: 1n,
    inputMicrosPerMillion: 1_000_000n,
    cachedInputMicrosPerMillion: 1_000_000n,
    outputMicrosPerMillion: 1_000_000n,
  }
  const request = {
    endpoint: chatEndpoint,
    entry: { alias: 'svc/chat-default', price },
    estimate: { micros: 1n },
    possible: { promptTokensMax: 100, completionTokensMax: 100 },
  }
  const call = new Call(deps, received as CallParts[1], request as CallParts[2])
  const rate = { limit: 10, remaining: 9, resetMs: 1_000 }
  call.rates = { requests: rate, tokens: rate }
  const sent: unknown[] = []
  const client = {
    isHeadSent: false,
    sendHead: (_status: number, headers: unknown) => void sent.push(headers),
    end: async (bytes: Buffer) => void sent.push(bytes.toString()),
  } as unknown as Client
  return { call, client, sent, settled }
}
