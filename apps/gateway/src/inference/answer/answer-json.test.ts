import type { FinishedCall } from '@gatehouse/calls/call'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { chatEndpoint } from '../endpoint.ts'
import { passThroughFormat } from '../wire-formats.ts'
import { type AdmittedModelCall, OpenCall } from '../open-call.ts'
import { Timings } from '../timings.ts'
import { type JsonAnswer, answerJson } from './answer-json.ts'
import type { ClientLink } from './client-link.ts'
import { createRework } from './rework/create-rework.ts'

test('a JSON answer after the head of a stream is neither sent nor charged', async () => {
  const settled: FinishedCall[] = []
  const call = openCall(settled)
  // The head was sent early, because the provider was slow.
  const client = { isHeadSent: true } as ClientLink
  const body = Buffer.from('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}')
  const answer = {
    body,
    route: { hiddenFields: [] },
    format: passThroughFormat('/chat/completions'),
    rework: createRework({ logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }) }).rework,
  } as unknown as JsonAnswer
  await expect(answerJson(call, client, answer)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(settled.map(({ end }) => end)).toEqual([{ kind: 'failed', reason: 'provider_error' }])
})

function openCall(settled: FinishedCall[]): OpenCall {
  const settler = {
    settle(finished: FinishedCall) {
      settled.push(finished)
      return new Promise<never>(() => {})
    },
  }
  const admitted = {
    id: 'a call',
    key: { id: 'a key', companyId: 'a company' },
    endpoint: chatEndpoint,
    entry: { alias: 'svc/chat-default' },
    estimate: { micros: 1n },
    timings: new Timings(createFakeClock()),
    keeping: undefined,
  } as unknown as AdmittedModelCall
  const deps = { settler } as unknown as ConstructorParameters<typeof OpenCall>[0]
  return new OpenCall(deps, admitted)
}
