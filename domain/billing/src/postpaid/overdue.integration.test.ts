import { oneShard } from '@gatehouse/postgres/shards'
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFindOverdueInMs } from './find-overdue.ts'
import { checkOpenInvoices } from '../inbox/check-unfinished.ts'
import { ensureCustomer } from '../checkout/ensure-customer.ts'

let kit: TestBilling
const dayS = 86_400

beforeAll(async () => {
  // The provider's clock is behind ours, so invoices that it makes due now are already overdue for us.
  kit = await startTestBilling({ startSeconds: Math.floor(Date.now() / 1_000) - 40 * dayS })
})
afterAll(() => kit[Symbol.asyncDispose]())

async function anInvoice(billingMode: 'PREPAID' | 'POSTPAID', daysUntilDue: number) {
  const company = await kit.addCompany(billingMode)
  const customer = await ensureCustomer(kit.billing.checkout, company)
  await kit.stripe.invoiceItems.create({ customer, amount: 5_000, currency: 'eur' })
  const { id } = await kit.stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: daysUntilDue,
    pending_invoice_items_behavior: 'include',
  })
  await kit.stripe.invoices.finalizeInvoice(id)
  await kit.deliverAll()
  return { company, id }
}

const overdueInMs = (company: string) => createFindOverdueInMs(oneShard(kit.open.postgres))(company)

test('a postpaid company is overdue from the second in which an open invoice passes its due date', async () => {
  const { company } = await anInvoice('POSTPAID', 10)
  expect(await overdueInMs(company)).toBeLessThan(0)
  const later = await anInvoice('POSTPAID', 45)
  const inMs = (await overdueInMs(later.company)) ?? 0
  expect(inMs > 4 * dayS * 1_000 && inMs <= 5 * dayS * 1_000).toBe(true)
})

test('a prepaid company, or one without an invoice, is never overdue', async () => {
  expect(await overdueInMs((await anInvoice('PREPAID', 10)).company)).toBeNull()
  expect(await overdueInMs(await kit.addCompany('POSTPAID'))).toBeNull()
})

test('paying clears it and grants nothing, because the tab was for past usage', async () => {
  const { company, id } = await anInvoice('POSTPAID', 10)
  await kit.stripe.invoices.pay(id, { paid_out_of_band: true })
  await kit.deliverAll()
  expect(await overdueInMs(company)).toBeNull()
  expect(await kit.transfers(company)).toEqual([])
})

test('voiding it at the provider, which sends no event, clears it at the next check', async () => {
  const { company, id } = await anInvoice('POSTPAID', 10)
  await kit.stripe.invoices.voidInvoice(id)
  await kit.deliverAll()
  expect(await overdueInMs(company)).toBeLessThan(0)
  while ((await checkOpenInvoices(kit.billing.events)) > 0);
  expect(await overdueInMs(company)).toBeNull()
  const row = await kit.open.database
    .selectFrom('invoices')
    .select('status')
    .where('provider_invoice_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.status).toBe('VOID')
})
