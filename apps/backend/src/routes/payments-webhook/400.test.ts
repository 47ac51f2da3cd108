import { afterAll, beforeAll, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import {
  type TestWebhook,
  anEvent,
  currentSecret,
  startTestWebhook,
} from '../../testing/start-test-webhook.ts'

let webhook: TestWebhook
let body: string
const stripe = new Stripe('sk_test_none')

beforeAll(async () => {
  webhook = await startTestWebhook()
  body = webhook.sim.signed(anEvent(webhook.sim, 'evt_1'), [currentSecret]).body
})
afterAll(() => webhook[Symbol.asyncDispose]())

const sign = (secret: string, ageSeconds = 0, payload = body) =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  })

const wrong: readonly [string, () => [body: string | undefined, signature?: string]][] = [
  ['no header', () => [body]],
  ['an empty header', () => [body, '']],
  ['garbage', () => [body, 'garbage']],
  ['a timestamp without a signature', () => [body, `t=${Math.floor(Date.now() / 1_000)}`]],
  ['another secret', () => [body, sign('whsec_another_0123456789')]],
  ['an empty secret', () => [body, sign('')]],
  ['an event signed more than five minutes ago', () => [body, sign(currentSecret, 302)]],
  ['an event signed in the future', () => [body, sign(currentSecret, -302)]],
  ['an empty body', () => [undefined, sign(currentSecret)]],
  ['an empty body without a header', () => [undefined]],
  ['a body other than the one signed', () => [`${body} `, sign(currentSecret)]],
]

test.each(wrong)('%s is refused with the same message, and nothing is stored', async (_what, request) => {
  const response = await webhook.post(...request())
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await response.text()).toBe('Webhook Error: signature header is missing or invalid')
  expect(await webhook.database.selectFrom('provider_events').select('id').execute()).toEqual([])
})
