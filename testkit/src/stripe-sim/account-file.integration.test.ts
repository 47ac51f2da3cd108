import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { keepAccountInFile } from './account/account-file.ts'
import { startStripeSim } from './start-stripe-sim.ts'

async function start(file: string, scope: AsyncDisposableStack) {
  const sim = scope.use(await startStripeSim({ seed: randomUUID() }))
  const stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 0, telemetry: false })
  return { sim, stripe, kept: scope.use(keepAccountInFile(sim.account, file)) }
}

async function openSession(stripe: Stripe, priceId: string) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://127.0.0.1/done',
    line_items: [{ price: priceId, quantity: 1 }],
  })
}

test('a restarted simulator keeps its state, and its offers can still be bought', async () => {
  await using scope = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-stripe-account-'))
  scope.defer(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'payments.json')

  const first = await start(file, scope)
  const product = await first.stripe.products.create({ id: 'pack', name: '<b>Pack</b>' })
  const price = await first.stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 1_000,
    lookup_key: 'pack_eur',
  })
  const session = await openSession(first.stripe, price.id)
  await fetch(`${first.sim.baseUrl}/pay/${session.id}`, {
    method: 'POST',
    body: 'by=card',
    redirect: 'manual',
  })
  first.kept[Symbol.dispose]()
  await first.sim.close()

  const { sim, stripe } = await start(file, scope)
  expect((await stripe.prices.list({ lookup_keys: ['pack_eur'] })).data).toMatchObject([{ id: price.id }])
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
  const again = await openSession(stripe, price.id)
  const paid = await sim.pay(again.id)
  expect(paid.status).toBe('complete')
  const ids = sim.events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(sim.events.filter(({ type }) => type === 'checkout.session.completed')).toHaveLength(2)
})

test('the index page lists open and paid sessions, with everything escaped', async () => {
  await using scope = new AsyncDisposableStack()
  const sim = scope.use(await startStripeSim())
  const stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, maxNetworkRetries: 0, telemetry: false })
  const product = await stripe.products.create({ name: '<b>Pack</b>' })
  const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 1_000 })
  const session = await openSession(stripe, price.id)
  const page = async () => (await fetch(`${sim.baseUrl}/`)).text()
  expect(await page()).toContain(`<a href="/pay/${session.id}">1 × `)
  expect(await page()).not.toContain('<b>')
  await sim.pay(session.id)
  expect(await page()).not.toContain('/pay/')
  expect(await page()).toContain('10.00 EUR: paid')
})
