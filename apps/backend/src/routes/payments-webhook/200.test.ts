import { createCreditPack } from '@gatehouse/billing/create-credit-pack'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
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

const by = { actor: { kind: 'operator', id: 'test' } } as const

async function readBalance(companyId: string): Promise<bigint | undefined> {
  const row = await webhook.database
    .selectFrom('credit_accounts')
    .select('balance_micros')
    .where('owner_id', '=', companyId)
    .executeTakeFirst()
  return row?.balance_micros
}

test('a paid pack is credited when the provider has its answer, and again it changes nothing', async () => {
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
  ['the previous one, while it is being changed', [previousSecret]],
  ['both', ['whsec_unknown_0123456789', currentSecret]],
])('a message signed with %s is taken', async (_what, secrets) => {
  const { body, signature } = webhook.sim.signed(anEvent(webhook.sim, `evt_${secrets.join()}`), secrets)
  const response = await webhook.post(body, signature)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('{"received":true}')
})
