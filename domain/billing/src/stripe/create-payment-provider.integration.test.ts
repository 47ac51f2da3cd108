// The payment provider port with the real SDK, against the simulator.
import { Secret } from '@gatehouse/runtime/secret'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../payment-provider.ts'
import { createPaymentProvider, createStripe } from './create-payment-provider.ts'

let sim: StripeSim
let provider: PaymentProvider

beforeEach(async () => {
  sim = await startStripeSim()
  provider = createPaymentProvider(createStripe({ apiKey: new Secret(sim.apiKey), apiUrl: sim.baseUrl }))
})
afterEach(() => sim.close())

const product = { id: 'gatehouse_pack_1', name: 'Pack' }
const price = {
  productId: product.id,
  lookupKey: 'gatehouse_pack_1_eur_100',
  amountMinor: 100n,
  currency: 'eur',
}

test('a server error, which the provider would replay for a day under an idempotency key, does not affect the next attempt', async () => {
  sim.planApi({ fault: { kind: 'server_error' } })
  await expect(provider.ensureProduct(product)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await provider.ensureProduct(product)).toEqual(product)
  sim.planApi({ fault: { kind: 'server_error' } })
  await expect(provider.createPrice(price)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await provider.createPrice(price)).toBe(await provider.findPrice(price.lookupKey))
  sim.planApi({ fault: { kind: 'server_error' } })
  const customerId = await provider.createCustomer({ companyId: 'company-1', companyName: 'Company' })
  expect(sim.account.customers.has(customerId)).toBe(true)
})

test('a product whose response was lost is found by its id, even if its name changed', async () => {
  sim.planApi({ fault: { kind: 'reset_after' }, times: 3 })
  await expect(provider.ensureProduct(product)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await provider.ensureProduct({ ...product, name: 'Other name' })).toEqual(product)
  expect(sim.account.products.size).toBe(1)
})

test('a company that was renamed while its customer was being created still gets one', async () => {
  sim.planApi({ fault: { kind: 'reset_after' }, times: 3 })
  const order = { companyId: 'company-1', companyName: 'Company' }
  await expect(provider.createCustomer(order)).rejects.toMatchObject({ kind: 'unavailable' })
  const customerId = await provider.createCustomer({ ...order, companyName: 'Renamed' })
  expect(sim.account.customers.get(customerId)).toMatchObject({ name: 'Renamed' })
})

test('a bill sent twice concurrently becomes one invoice with one line', async () => {
  const companyId = 'company-1'
  const customerId = await provider.createCustomer({ companyId, companyName: 'Company' })
  const bill = {
    billId: 'bill-1',
    companyId,
    customerId,
    amountMinor: 250n,
    currency: 'eur',
    description: 'Usage',
    daysUntilDue: 14,
  }
  const outcomes = await Promise.allSettled([
    provider.ensureUsageInvoice(bill),
    provider.ensureUsageInvoice(bill),
  ])
  // The second caller may be refused because the first is in progress; it then retries.
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  const invoiceId = await provider.ensureUsageInvoice(bill)
  expect([...sim.account.invoices.values()]).toMatchObject([{ id: invoiceId, total: 250, status: 'open' }])
})

test('a key under which another release sent other parameters is spent, and the next one pays', async () => {
  const companyId = 'company-1'
  const customerId = await provider.createCustomer({ companyId, companyName: 'Company' })
  const order = {
    purchaseId: 'purchase-1',
    companyId,
    customerId,
    packId: 'pack-1',
    creditsMicros: 100_000_000n,
    amountMinor: 2_500n,
    currency: 'eur',
    description: 'Pack',
    keyNumber: 1,
    attempt: 1,
    begunAt: new Date(),
  }
  sim.planApi({
    fault: { kind: 'server_error' },
    when: ({ method, path }) => method === 'POST' && path === '/v1/invoices',
  })
  const spent = { kind: 'key_spent' }
  expect(await provider.payPackInvoice({ ...order, description: 'As before' })).toEqual(spent)
  sim.clearPlans()
  expect(await provider.payPackInvoice(order)).toEqual(spent)
  expect(await provider.payPackInvoice({ ...order, keyNumber: 2 })).toMatchObject({ kind: 'declined' })
})
