import { createCreditPack } from '@gatehouse/billing/offer-pricing'
import { dryRunEvent, replayEvent } from '@gatehouse/billing/manual-event-actions'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { waitUntil } from '@gatehouse/testkit/wait-until'
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
/** An event as the provider would send it, to be signed wrongly. */
let unsigned: string

beforeAll(async () => {
  webhook = await startTestWebhook()
  unsigned = webhook.sim.signed(anEvent(webhook.sim, 'evt_1'), [currentSecret]).body
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

test('200: a paid pack is credited before the response is sent, and a repeated event changes nothing', async () => {
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
])('200: an event signed with %s is accepted', async (_what, secrets) => {
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
])('200: %s is quarantined once if it is signed, and stays there', async (_what, body, expectedId) => {
  const { database, billing } = webhook
  const seen = await listEvents()
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

const listEvents = () => webhook.database.selectFrom('provider_events').select('id').orderBy('id').execute()

const findStatus = (id: string) =>
  webhook.database.selectFrom('provider_events').select('status').where('id', '=', id).executeTakeFirst()

const sign = (secret: string, ageSeconds = 0, payload = unsigned) =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  })

const wrong: readonly [string, () => [body: string | undefined, signature?: string]][] = [
  ['no header', () => [unsigned]],
  ['an empty header', () => [unsigned, '']],
  ['garbage', () => [unsigned, 'garbage']],
  ['a timestamp without a signature', () => [unsigned, `t=${Math.floor(Date.now() / 1_000)}`]],
  ['another secret', () => [unsigned, sign('whsec_another_0123456789')]],
  ['an empty secret', () => [unsigned, sign('')]],
  ['an event signed more than five minutes ago', () => [unsigned, sign(currentSecret, 302)]],
  ['an event signed in the future', () => [unsigned, sign(currentSecret, -302)]],
  ['an empty body', () => [undefined, sign(currentSecret)]],
  ['an empty body without a header', () => [undefined]],
  ['a body other than the one signed', () => [`${unsigned} `, sign(currentSecret)]],
]

test.each(wrong)(
  '400: %s is refused with the same message, and nothing is stored',
  async (_what, request) => {
    const stored = await listEvents()
    const response = await webhook.post(...request())
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await response.text()).toBe('Webhook Error: signature header is missing or invalid')
    expect(await listEvents()).toEqual(stored)
  },
)

test.each(['reset', 'blackHole'] as const)(
  '503: an event that cannot be stored (%s) must be sent again, and is then accepted',
  async (kind) => {
    await using cutOff = await startTestWebhook()
    const { body, signature } = cutOff.sim.signed(anEvent(cutOff.sim, 'evt_1'), [currentSecret])
    // A connection must be open, or the limit of connecting would end the wait.
    await cutOff.database.selectFrom('provider_events').select('id').execute()
    await cutOff.proxy.set({ kind })
    const startedMs = performance.now()
    const refused = await cutOff.post(body, signature)
    expect(refused.status).toBe(503)
    // The pool would wait for five seconds.
    expect(performance.now() - startedMs).toBeLessThan(4_500)
    await cutOff.proxy.heal()
    const again = async () => (await cutOff.post(body, signature)).status === 200
    await waitUntil(again, { withinMs: 30_000, what: 'the event is accepted' })
    const rows = await cutOff.database.selectFrom('provider_events').select(['id', 'status']).execute()
    expect(rows).toEqual([{ id: 'evt_1', status: 'IGNORED' }])
  },
)
