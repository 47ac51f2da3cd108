import { randomUUID } from 'node:crypto'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { addPlatformKey } from '@gatehouse/testkit/seed-gateway'
import { type GatewayProcess, startGatewayProcess } from '@gatehouse/testkit/vitest/start-gateway-process'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ModelQuestion } from '../model-client.ts'
import { type GatewayClient, createGatewayClient } from './create-gateway-client.ts'

const clock = createSystemClock()
const companyId = randomUUID()
const question = (changes: Partial<ModelQuestion> = {}): ModelQuestion => ({
  alias: 'svc/extract-default',
  companyId,
  messages: [{ role: 'user', content: 'What is shown?' }],
  outputTokensMax: 500,
  idempotencyKey: randomUUID(),
  ...changes,
})

let gateway: GatewayProcess
let client: GatewayClient
beforeAll(async () => {
  gateway = await startGatewayProcess()
  client = createGatewayClient({ clock, ...gateway })
})
afterAll(async () => {
  await client.close()
  await gateway[Symbol.asyncDispose]()
})
beforeEach(() => gateway.sim.reset())

test('a call is answered, recorded for the platform without credits, and names the company concerned', async () => {
  gateway.sim.planNext({ text: '{"a":1}' })
  const form = { name: 'letters', schema: { type: 'object' } }
  const answer = await client.ask(question({ form }))
  expect(answer).toMatchObject({ text: '{"a":1}', isWhole: true })
  expect(JSON.parse(gateway.sim.requests[0]?.body.toString() ?? '')).toMatchObject({
    temperature: 0,
    max_tokens: 500,
    response_format: { type: 'json_schema', json_schema: { name: 'letters', strict: true } },
  })
  const call = await gateway.open.database
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', answer.callId)
    .executeTakeFirstOrThrow()
  expect(call).toMatchObject({ status: 'SUCCEEDED', concerned_company_id: companyId })
  expect(call.charged_micros).toBeGreaterThan(0n)
  expect(call.balance_after_micros).toBeLessThan(0n)
  const receipt = await fetch(`${gateway.gatewayUrl}/usage/calls/${answer.callId}`, {
    headers: { authorization: `Bearer ${gateway.serviceKey.reveal()}` },
  })
  expect(await receipt.json()).toMatchObject({ concerned_company_id: companyId })
})

test('a repeated question with the same key reaches the model once; a different question is sent', async () => {
  const asked = question()
  const first = await client.ask(asked)
  expect(await client.ask(asked)).toEqual(first)
  expect(gateway.sim.requests.length).toBe(1)
  const other = await client.ask({ ...asked, messages: [{ role: 'user', content: 'And now?' }] })
  expect(other.callId).not.toBe(first.callId)
})

test('a truncated answer is reported as incomplete', async () => {
  expect(await client.ask(question({ outputTokensMax: 1 }))).toMatchObject({ isWhole: false })
})

test.each([
  ['a provider that fails', { kind: 'status', status: 500 }, 'model_calls.failed', 'unavailable'],
  ['a provider that refuses', { kind: 'status', status: 400 }, 'model_calls.refused', 'invalid'],
] as const)('%s', async (_what, fault, code, kind) => {
  gateway.sim.planNext({ fault }, 2)
  await expect(client.ask(question())).rejects.toMatchObject({ code, kind })
})

test('a model that times out is a failure, and its caller is not charged', async () => {
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const asked = question({ timeLimitMs: 300 })
  await expect(client.ask(asked)).rejects.toMatchObject({ code: 'model_calls.timed_out' })
  // The gateway reports the first request as in progress until it notices that its client has disconnected.
  const codes = new Set<unknown>()
  const answersAgain = async () => {
    const outcome = await client.ask({ ...asked, timeLimitMs: 20_000 }).catch((thrown: unknown) => thrown)
    codes.add(outcome instanceof Fault ? outcome.code : 'answered')
    return codes.has('answered')
  }
  await waitUntil(answersAgain, { withinMs: 20_000, what: 'the question is answered' })
  expect([...codes].filter((code) => code !== 'model_calls.running')).toEqual(['answered'])
})

test('an abort does not count as a failure', async () => {
  gateway.sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const controller = new AbortController()
  const asked = client.ask(question({ signal: controller.signal }))
  const isAsked = () => gateway.sim.requests.length === 1
  await waitUntil(isAsked, { withinMs: 20_000, what: 'the model is called' })
  controller.abort(new Error('the task was cancelled'))
  await expect(asked).rejects.toThrow('the task was cancelled')
})

test('an unknown key and an unknown alias are reported as our misconfiguration', async () => {
  const stranger = createGatewayClient({ clock, ...gateway, serviceKey: new Secret('svc_live_x') })
  await expect(stranger.ask(question())).rejects.toMatchObject({ code: 'model_calls.denied' })
  await stranger.close()
  const unknown = client.ask(question({ alias: 'svc/none' }))
  await expect(unknown).rejects.toMatchObject({ code: 'model_calls.denied', kind: 'internal' })
})

test('a key that lacks the parse scope is reported with the remedy', async () => {
  const { raw } = await addPlatformKey(gateway.open.database, { scopes: ['inference:chat', 'usage:read'] })
  const lacking = createGatewayClient({ clock, ...gateway, serviceKey: new Secret(raw) })
  const order = { text: 'Ana Pop', alias: 'svc/extract-default', companyId, idempotencyKey: randomUUID() }
  await expect(lacking.parseCv(order)).rejects.toMatchObject({
    code: 'model_calls.scope_denied',
    publicMessage: expect.stringContaining('gatehouse seed') as string,
  })
  await lacking.close()
})

test('a key that has reached its cap makes its callers wait, and no model is called', async () => {
  const { raw } = await addPlatformKey(gateway.open.database, { monthlyCreditCapMicros: 1n })
  const capped = createGatewayClient({ clock, ...gateway, serviceKey: new Secret(raw) })
  await capped.ask(question())
  await expect(capped.ask(question())).rejects.toMatchObject({
    kind: 'exhausted',
    code: 'model_calls.capped',
    retryAfterMs: 900_000,
  })
  expect(gateway.sim.requests).toHaveLength(1)
  await capped.close()
})

test('an unreachable gateway is a failure', async () => {
  const lost = createGatewayClient({
    clock,
    names: gateway.names,
    gatewayUrl: 'http://127.0.0.1:1/llm/v1',
    serviceKey: new Secret('x'),
  })
  await expect(lost.ask(question())).rejects.toMatchObject({ code: 'model_calls.unreachable' })
  await lost.close()
})

test('a CV is parsed through the public endpoint, once per key, for the company concerned', async () => {
  gateway.sim.planNext({ content: JSON.stringify({ person: { full_name: 'Ana Pop' } }) })
  const order = {
    text: 'Ana Pop\nEXPERIENCE\nSenior Welder, Acme, 2020 - 2022\nWelded pipelines',
    alias: 'svc/extract-default',
    companyId,
    idempotencyKey: randomUUID(),
  }
  const answer = (await client.parseCv(order)) as { id: string }
  expect(answer).toMatchObject({ object: 'cv.parse', schema: 'parsed_cv/1.0' })
  const asked = gateway.sim.requests.length
  expect(await client.parseCv(order)).toEqual(answer)
  expect(gateway.sim.requests.length).toBe(asked)
  const call = await gateway.open.database
    .selectFrom('calls')
    .select(['status', 'concerned_company_id'])
    .where('id', '=', answer.id)
    .executeTakeFirst()
  expect(call).toEqual({ status: 'SUCCEEDED', concerned_company_id: companyId })
  const empty = client.parseCv({ ...order, text: '', idempotencyKey: randomUUID() })
  await expect(empty).rejects.toMatchObject({ code: 'model_calls.refused' })
})
