// The official client decides whether the simulator behaves like the provider.
import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStripeSim, type StripeSim } from './start-stripe-sim.ts'

let sim: StripeSim
let stripe: Stripe

beforeEach(async () => {
  sim = await startStripeSim({ startSeconds: 1_700_000_000 })
  stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 0, telemetry: false })
})

afterEach(() => sim.close())

const price = async (values: Partial<Stripe.PriceCreateParams> = {}) => {
  const product = await stripe.products.create({ name: 'Pack' })
  return stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 2_500, ...values })
}

test('a product keeps the id we choose, and a second one with the same id is rejected', async () => {
  const product = await stripe.products.create({ id: 'pack_1', name: 'Pack', metadata: { a: 'b' } })
  expect(product).toMatchObject({ id: 'pack_1', object: 'product', active: true, metadata: { a: 'b' } })
  expect(await stripe.products.retrieve('pack_1')).toMatchObject({ name: 'Pack' })
  await expect(stripe.products.create({ id: 'pack_1', name: 'Other' })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_already_exists',
    statusCode: 400,
  })
})

test('a lookup key finds its price, belongs to one price, and moves only by explicit transfer', async () => {
  const first = await price({ lookup_key: 'pack_1_eur' })
  expect((await stripe.prices.list({ lookup_keys: ['pack_1_eur'] })).data).toMatchObject([{ id: first.id }])
  await expect(price({ lookup_key: 'pack_1_eur' })).rejects.toMatchObject({ param: 'lookup_key' })
  const second = await price({ lookup_key: 'pack_1_eur', transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: ['pack_1_eur'] })).data).toMatchObject([{ id: second.id }])
  expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
})

test('a missing object is reported with the provider’s message', async () => {
  await expect(stripe.prices.retrieve('price_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    message: "No such price: 'price_none'",
    param: 'id',
  })
  const session = stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://example.com',
    line_items: [{ price: 'price_none', quantity: 1 }],
  })
  await expect(session).rejects.toMatchObject({
    statusCode: 400,
    message: "No such price: 'price_none'",
    param: 'line_items[0][price]',
  })
  await expect(stripe.coupons.list()).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/coupons)') as string,
  })
})

test('a misspelt and a missing parameter are rejected', async () => {
  const misspelt = { name: 'Pack', nmae: 'Pack' } as Stripe.ProductCreateParams
  await expect(stripe.products.create(misspelt)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'nmae',
  })
  await expect(stripe.products.create({} as Stripe.ProductCreateParams)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'name',
  })
})

test('a wrong key is an authentication error that does not show the key', async () => {
  const stranger = new Stripe('sk_test_0123456789abcdef', { ...sim.clientOptions, maxNetworkRetries: 0 })
  const failure = stranger.products.list()
  await expect(failure).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  await expect(failure).rejects.not.toThrow(/0123456789ab/)
})

test('a list is paginated, newest first, in both directions', async () => {
  for (let at = 0; at < 25; at += 1) await stripe.customers.create({ name: `c${at}` })
  const page = await stripe.customers.list({ limit: 10 })
  expect(page.has_more).toBe(true)
  expect(page.data.map(({ name }) => name).slice(0, 2)).toEqual(['c24', 'c23'])
  const all: (string | null | undefined)[] = []
  for await (const { name } of stripe.customers.list({ limit: 10 })) all.push(name)
  expect(all).toEqual(Array.from({ length: 25 }, (_, at) => `c${24 - at}`))
  const oldest = await stripe.customers.list({ limit: 1, starting_after: page.data[9]?.id ?? '' })
  const newer = await stripe.customers.list({ limit: 3, ending_before: oldest.data[0]?.id ?? '' })
  expect(newer.data.map(({ name }) => name)).toEqual(['c17', 'c16', 'c15'])
  expect(newer.has_more).toBe(true)
})

test('a paid session becomes a payment, a charge with our metadata and a completed event', async () => {
  const { id: priceId } = await price()
  const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { companyId: 'c1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    client_reference_id: 'purchase-1',
    line_items: [{ price: priceId, quantity: 2 }],
    metadata: { purchaseId: 'purchase-1' },
    payment_intent_data: { metadata: { purchaseId: 'purchase-1' } },
    payment_method_types: ['card'],
    success_url: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 5_000 })
  expect(session.line_items).toBeUndefined()
  await sim.pay(session.id)
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items', 'payment_intent.latest_charge'],
  })
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
  expect(paid.line_items?.data).toMatchObject([{ quantity: 2, price: { id: priceId } }])
  expect(paid.payment_intent).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount: 5_000, paid: true, metadata: { purchaseId: 'purchase-1' } },
  })
  const { data } = await stripe.events.list({ types: ['checkout.session.completed'] })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    api_version: '2023-10-16',
    livemode: false,
    created: 1_700_000_000,
    data: { object: { id: session.id, payment_status: 'paid', client_reference_id: 'purchase-1' } },
  })
  await expect(sim.pay(session.id)).rejects.toThrow('not open')
})

test('the page of a session shows the purchase and pays by a form', async () => {
  const { id } = await price()
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: id, quantity: 1 }],
    success_url: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
  })
  const page = await fetch(session.url ?? '')
  expect(await page.text()).toContain('1 × Pack: 25.00 EUR')
  const paid = await fetch(session.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ by: 'card' }),
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`https://example.com/done?session=${session.id}`)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
})

test('a delayed method completes the session unpaid and is settled later', async () => {
  const session = await packSession()
  await sim.pay(session.id, 'delayed')
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  })
  await sim.finishDelayedPayment(session.id, 'succeeded')
  expect(sim.events.at(-1)).toMatchObject({
    type: 'checkout.session.async_payment_succeeded',
    data: { object: { payment_status: 'paid' } },
  })
})

test('a session can be free, expire after a day, or decline the card', async () => {
  const free = await packSession({ unit_amount: 0 })
  await sim.pay(free.id)
  expect(await stripe.checkout.sessions.retrieve(free.id)).toMatchObject({
    payment_status: 'no_payment_required',
    payment_intent: null,
  })
  const customer = await stripe.customers.create({})
  sim.setPaymentBehaviour(customer.id, 'declines')
  const declined = await packSession({}, { customer: customer.id })
  await expect(sim.pay(declined.id)).rejects.toThrow('declined')
  await sim.advanceBy(86_400)
  expect(sim.events.at(-1)).toMatchObject({
    type: 'checkout.session.expired',
    data: { object: { id: declined.id, status: 'expired' } },
  })
})

async function packSession(
  values: Partial<Stripe.PriceCreateParams> = {},
  session: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const { id } = await price(values)
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: id, quantity: 1 }],
    success_url: 'https://example.com',
    ...session,
  })
}

test('events are listed by type and time, at most twenty types per request, for thirty days', async () => {
  const first = await packSession()
  await sim.pay(first.id)
  await sim.advanceBy(3_600)
  const second = await packSession()
  await sim.pay(second.id)
  const since = await stripe.events.list({
    types: ['checkout.session.completed'],
    created: { gte: 1_700_003_600 },
  })
  expect(since.data.map((event) => (event.data.object as Stripe.Checkout.Session).id)).toEqual([second.id])
  expect((await stripe.events.list({ type: 'checkout.*' })).data).toHaveLength(2)
  const types = Array.from({ length: 21 }, (_, at) => `type.${at}`)
  await expect(stripe.events.list({ types })).rejects.toMatchObject({ param: 'types' })
  await sim.advanceBy(30 * 86_400 - 60)
  expect((await stripe.events.list({ types: ['checkout.session.completed'] })).data).toHaveLength(1)
})

test('an idempotency key replays the response, rejects other parameters, and expires after a day', async () => {
  const order = { name: 'Pack' }
  const first = await stripe.products.create(order, { idempotencyKey: 'k1' })
  const again = await stripe.products.create(order, { idempotencyKey: 'k1' })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(stripe.products.create({ name: 'Other' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  await sim.advanceBy(86_400)
  const later = await stripe.products.create(order, { idempotencyKey: 'k1' })
  expect(later.id).not.toBe(first.id)
})

test('a key is in use while its request runs, replays a server error, and is free after a rejection', async () => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  sim.planApi({ fault: { kind: 'hold', until } })
  const running = stripe.products.create({ name: 'Pack' }, { idempotencyKey: 'k1' })
  await expect.poll(() => sim.apiRequests.length).toBe(1)
  await expect(stripe.products.create({ name: 'Pack' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  })
  release()
  await running
  sim.planApi({ fault: { kind: 'server_error' } })
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(stripe.products.create({ name: 'X' }, { idempotencyKey: 'k2' })).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    })
  const invalid = {} as Stripe.ProductCreateParams
  await expect(stripe.products.create(invalid, { idempotencyKey: 'k3' })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect(await stripe.products.create({ name: 'Y' }, { idempotencyKey: 'k3' })).toMatchObject({ name: 'Y' })
})

test('after a lost response the client’s retry creates only one product', async () => {
  const patient = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 2, telemetry: false })
  sim.planApi({ fault: { kind: 'reset_after' } })
  sim.planApi({ fault: { kind: 'reset_before' } })
  const product = await patient.products.create({ name: 'Pack' }, { idempotencyKey: 'pack-1' })
  expect(sim.apiRequests).toHaveLength(3)
  expect((await patient.products.list()).data.map(({ id }) => id)).toEqual([product.id])
  sim.planApi({ fault: { kind: 'rate_limit' } })
  await expect(stripe.products.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError)
})

test('the same seed and the same requests give the same ids', async () => {
  const product = await stripe.products.create({ name: 'Pack' })
  await using twin = await startStripeSim({ startSeconds: 1_700_000_000 })
  const other = new Stripe(twin.apiKey, { ...twin.clientOptions, telemetry: false })
  expect(await other.products.create({ name: 'Pack' })).toEqual(product)
})

test('refunds add up on the charge, which omits them unless they are expanded', async () => {
  const session = await packSession()
  await sim.pay(session.id)
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id)
  const order = { payment_intent: intent as string }
  const first = await stripe.refunds.create({ ...order, amount: 500, reason: 'requested_by_customer' })
  await stripe.refunds.create({ ...order, amount: 300 })
  const chargeId = first.charge as string
  expect(await stripe.charges.retrieve(chargeId)).toMatchObject({ amount_refunded: 800, refunded: false })
  expect(await stripe.charges.retrieve(chargeId)).not.toHaveProperty('refunds')
  const { refunds } = await stripe.charges.retrieve(chargeId, { expand: ['refunds'] })
  expect(refunds?.data.map(({ amount }) => amount)).toEqual([300, 500])
  await expect(stripe.refunds.create({ ...order, amount: 1_701 })).rejects.toMatchObject({ param: 'amount' })
  await stripe.refunds.create(order)
  expect(await stripe.charges.retrieve(chargeId)).toMatchObject({ amount_refunded: 2_500, refunded: true })
  await expect(stripe.refunds.create(order)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const emitted = sim.events.filter(({ type }) => type === 'charge.refunded')
  expect(emitted.map(({ data }) => (data.object as Stripe.Charge).amount_refunded)).toEqual([500, 800, 2_500])
  for (const { data } of emitted) expect(data.object).not.toHaveProperty('refunds')
})

test('a refund may fail later, and a charge may be disputed and lost', async () => {
  const session = await packSession()
  await sim.pay(session.id)
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id)
  const refund = await stripe.refunds.create({ payment_intent: intent as string, amount: 500 })
  await sim.advanceBy(20 * 86_400)
  await sim.failRefund(refund.id)
  expect(sim.events.at(-1)).toMatchObject({
    type: 'charge.refund.updated',
    data: { object: { id: refund.id, status: 'failed' } },
  })
  expect(await stripe.charges.retrieve(refund.charge as string)).toMatchObject({ amount_refunded: 0 })
  const dispute = await sim.openDispute(refund.charge as string)
  expect(await stripe.charges.retrieve(refund.charge as string)).toMatchObject({ disputed: true })
  await sim.closeDispute(dispute.id, 'lost')
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost', amount: 2_500 })
  expect(sim.events.at(-1)?.type).toBe('charge.dispute.closed')
})
