import type { FinishedCall } from '@gatehouse/calls/call'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { chatEndpoint } from '../call/endpoint.ts'
import { passThroughFormat } from './wire-formats.ts'
import { Call } from '../call/call.ts'
import { Timings } from '../call/timings.ts'
import { type JsonSending, sendJson } from './answer-model.ts'
import type { ClientLink } from '../call/client-link.ts'
import type { Rework } from './rework/create-rework.ts'
import { reworkAnswer } from './rework/rework-answer.ts'

test('a JSON answer after the head of a stream is neither sent nor charged', async () => {
  const settled: FinishedCall[] = []
  const call = openCall(settled)
  // The head was sent early, because the provider was slow.
  const client = { isHeadSent: true } as ClientLink
  const body = Buffer.from('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}')
  const sending = {
    client,
    request: { format: passThroughFormat('/chat/completions') },
    body,
    route: { hiddenFields: [] },
  } as unknown as JsonSending
  const deps = {
    rework: async (...[bytes, options]: Parameters<Rework>) => reworkAnswer(bytes, options),
    observeModel: () => undefined,
  }
  await expect(sendJson(deps, call, sending)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(settled.map(({ end }) => end)).toEqual([{ kind: 'failed', reason: 'provider_error' }])
})

type CallParts = ConstructorParameters<typeof Call>

function openCall(settled: FinishedCall[]): Call {
  const settler = {
    settle(finished: FinishedCall) {
      settled.push(finished)
      return new Promise<never>(() => {})
    },
  }
  const timings = new Timings(createFakeClock())
  const received = { id: 'a call', key: { id: 'a key', companyId: 'a company' }, timings }
  const request = {
    endpoint: chatEndpoint,
    entry: { alias: 'svc/chat-default' },
    estimate: { micros: 1n },
  }
  const deps = { settler } as unknown as CallParts[0]
  return new Call(deps, received as CallParts[1], request as CallParts[2])
}
