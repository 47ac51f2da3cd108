import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import { type TestBilling, startTestBilling, testIds } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCustomer } from '../checkout/ensure-customer.ts'

let kit: TestBilling

beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

async function typesOf(company: string): Promise<string[]> {
  const events = await readEvents(kit.open.postgres, company)
  return events.map(({ type }) => type)
}

test('an invoice is announced when it opens, and not again when it is paid after the events were purged', async () => {
  const { postgres } = kit.open
  const company = await kit.addCompany()
  await seedEndpoint({ postgres, ids: testIds }, { companyId: company, eventTypes: [] })
  const customer = await ensureCustomer(kit.billing.checkout, company)
  await kit.stripe.invoiceItems.create({ customer, amount: 5_000, currency: 'eur' })
  const { id } = await kit.stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 60,
    pending_invoice_items_behavior: 'include',
  })
  kit.sim.failNextFinalization(customer)
  await expect(kit.stripe.invoices.finalizeInvoice(id)).rejects.toThrow('location')
  await kit.deliverAll()
  expect(await typesOf(company)).toEqual([])

  await kit.stripe.invoices.finalizeInvoice(id)
  await kit.deliverAll()
  expect(await typesOf(company)).toEqual(['invoice.created'])

  await postgres.query('delete from event_deliveries where company_id = $1', [company])
  await postgres.query('delete from outgoing_events where company_id = $1', [company])
  await kit.stripe.invoices.pay(id, { paid_out_of_band: true })
  await kit.deliverAll()
  expect(await typesOf(company)).toEqual(['invoice.paid'])
})
