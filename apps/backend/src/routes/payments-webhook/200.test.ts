import { createCreditPack } from '@gatehouse/billing/offer-pricing'
import { dryRunEvent, replayEvent } from '@gatehouse/billing/manual-event-actions'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestWebhook,
  anEvent,
  currentSecret,
  previousSecret,
  startTestWebhook,
} from '../../testing/start-test-webhook.ts'

let webhook: TestWebhook

beforeAll(async () => {
  webhook = await startTestWebhook()
})
afterAll(() => webhook[Symbol.asyncDispose]())

const stripe = new Stripe('sk_test_none')
const by = { actor: { kind: 'operator', id: 'test' } } as const

async function readBalance(companyId: string): Promise<bigint | undefined> {
  const row = await webhook.database
    .selectFrom('credit_accounts')
    .select('balance_micros')
    .where('owner_id', '=', companyId)
    .executeTakeFirst()
  return row?.balance_micros
}

test('a paid pack is credited before the response is sent, and a repeated event changes nothing', async () => {
  const { sim, billing, database, url } = webhook
  const companyId = createIds(createSystemClock()).uuid()
  await database.insertInto('companies').values({ id: companyId, name: 'Company' }).execute()
  const offer = { name: 'Pack', credits: 100, price: 25, currency: 'eur', sortOrder: 1 }
  const pack = await createCreditPack(billing.checkout, offer, by)
  const { sessionId } = await startPackCheckout(billing.checkout, pack.id, { companyId, userId: null })
  sim.addEndpoint({ url, secrets: [currentSecret], events: registeredEventTypes })
  sim.planDelivery({ type: 'checkout.session.completed', faults: [{ kind: 'duplicate', copies: 9 }] })
  await sim.pay(sessionId)
  expect(await readBalance(companyId)).toBe(100_000_000n)
  const answers = sim.deliveries.filter(({ type }) => type === 'checkout.session.completed')
  expect(answers).toHaveLength(10)
  for (const { outcome } of answers) expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
})

test.each([
  ['the current secret', [currentSecret]],
  ['the previous secret, during a rotation', [previousSecret]],
  ['both', ['whsec_unknown_0123456789', currentSecret]],
])('an event signed with %s is accepted', async (_what, secrets) => {
  const { body, signature } = webhook.sim.signed(anEvent(webhook.sim, `evt_${secrets.join()}`), secrets)
  const response = await webhook.post(body, signature)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('{"received":true}')
})

test.each([
  [
    'an event without its object',
    '{"id":"evt_odd","type":"invoice.paid","created":1700000000,"livemode":false}',
    'evt_odd',
  ],
  ['an event without an id', '{"type":"invoice.paid","data":{"object":{}}}', /^unreadable_[\da-f]{32}$/],
  ['a list', '[]', /^unreadable_/],
  ['a body that is not JSON', '{', /^unreadable_/],
])('%s is quarantined once if it is signed, and stays there', async (_what, body, expectedId) => {
  const { database, billing } = webhook
  const seen = await database.selectFrom('provider_events').select('id').execute()
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: currentSecret })
  for (const _copy of [1, 2]) {
    const response = await webhook.post(body, signature)
    expect([response.status, await response.text()]).toEqual([200, '{"received":true}'])
  }
  const stored = await database
    .selectFrom('provider_events')
    .select(['id', 'status', 'last_error', 'payload'])
    .where('id', 'not in', ['', ...seen.map(({ id }) => id)])
    .execute()
  expect(stored).toMatchObject([{ status: 'QUARANTINED', last_error: expect.stringMatching(/\w/) as string }])
  const [{ id, payload } = { id: '', payload: null }] = stored
  expect(id).toMatch(expectedId)
  expect(payload).toEqual(body === '{' ? { body_base64: 'ew==' } : JSON.parse(body))
  expect(await dryRunEvent(billing.events, id)).toMatchObject({ kind: 'quarantined' })
  expect(await replayEvent(billing.events, id, by)).toMatchObject({ kind: 'quarantined' })
  expect((await findStatus(id))?.status).toBe('QUARANTINED')
})

const findStatus = (id: string) =>
  webhook.database.selectFrom('provider_events').select('status').where('id', '=', id).executeTakeFirst()
