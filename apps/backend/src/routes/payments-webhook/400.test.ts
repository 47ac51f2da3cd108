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
  ['a time and no signature', () => [body, `t=${Math.floor(Date.now() / 1_000)}`]],
  ['another secret', () => [body, sign('whsec_another_0123456789')]],
  ['an empty secret', () => [body, sign('')]],
  ['a message of more than five minutes ago', () => [body, sign(currentSecret, 302)]],
  ['a message of the future', () => [body, sign(currentSecret, -302)]],
  ['an empty body', () => [undefined, sign(currentSecret)]],
  ['an empty body without a header', () => [undefined]],
  ['another body than was signed', () => [`${body} `, sign(currentSecret)]],
]

test.each(wrong)('%s is refused in the same words, and nothing is kept', async (_what, request) => {
  const response = await webhook.post(...request())
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await response.text()).toBe('Webhook Error: signature header is missing or invalid')
  expect(await webhook.database.selectFrom('provider_events').select('id').execute()).toEqual([])
})
