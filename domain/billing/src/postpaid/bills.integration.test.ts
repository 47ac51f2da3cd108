import { prepareBatch } from '@gatehouse/credits/settle-batch'
import { oneShard } from '@gatehouse/postgres/shards'
import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '../catalog/offers.ts'
import { billUsage } from './bill-usage.ts'
import { createFindOverdueInMs } from './find-overdue.ts'
import { sendBills } from './send-bills.ts'
import { setPostpaidTerms } from './set-postpaid-terms.ts'

let kit: TestBilling
let rate: Plan
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  // Ten euros for a thousand credits.
  rate = await kit.addPlan({ name: 'By use', billingMode: 'POSTPAID', credits: 1_000, price: 10 })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany('POSTPAID')
  await setPostpaidTerms(
    kit.billing.checkout,
    { companyId: company, planId: rate.id, daysUntilDue: 14 },
    testBy,
  )
})

/** Settles a call now, and so in the current month. */
async function use(chargedMicros: bigint): Promise<void> {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const call = {
    id: testIds.uuid(),
    companyId: company,
    keyId: testIds.uuid(),
    alias: 'svc/a',
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
    heldMicros: 0n,
    durationMs: 1,
  } as const
  await prepareBatch(kit.open.postgres, [call])()
}

const monthMs = 32 * 86_400_000
/** Runs billing as of the given number of months from now. */
const billIn = (months: number, parts: Partial<typeof kit.billing.events> = {}) =>
  billUsage({
    ...kit.billing.events,
    ...parts,
    clock: { ...kit.billing.events.clock, wallMs: () => Date.now() + months * monthMs },
  })

const bills = () =>
  kit.open.database
    .selectFrom('usage_bills')
    .select(['billed_micros', 'amount_minor', 'provider_invoice_id'])
    .where('company_id', '=', company)
    .orderBy('period_end')
    .execute()
const invoicesAtProvider = () =>
  [...kit.sim.account.invoices.values()].filter(({ metadata }) => metadata?.['company_id'] === company)

test('a month’s usage becomes one open invoice and is cleared from the tab', async () => {
  await use(2_500_000_000n)
  await billIn(1)
  await billIn(1)
  expect(await kit.balance(company)).toBe('0.000000')
  expect(await bills()).toMatchObject([{ billed_micros: 2_500_000_000n, amount_minor: 2_500n }])
  expect(await sendBills(kit.billing.events)).toBe(1)
  expect(await sendBills(kit.billing.events)).toBe(0)
  expect(invoicesAtProvider()).toMatchObject([
    { status: 'open', total: 2_500, currency: 'eur', collection_method: 'send_invoice' },
  ])
  await kit.deliverAll()
  const overdueInMs = (await createFindOverdueInMs(oneShard(kit.open.postgres))(company)) ?? 0
  expect(Math.round(overdueInMs / 86_400_000)).toBe(14)
  expect(await kit.drift()).toEqual([])
})

test('usage after the end of the month goes on the next bill', async () => {
  await use(1_000_000n)
  // Bills the most recent complete month, which does not include today.
  await billIn(0)
  expect(await bills()).toMatchObject([{ billed_micros: 0n, amount_minor: 0n }])
  expect(await kit.balance(company)).toBe('-1.000000')
  await billIn(1)
  expect(await bills()).toMatchObject([
    { billed_micros: 0n },
    { billed_micros: 1_000_000n, amount_minor: 1n },
  ])
  await billIn(2)
  expect((await bills())[2]).toMatchObject({ billed_micros: 0n })
  expect(await sendBills(kit.billing.events)).toBe(1)
  expect(invoicesAtProvider()).toHaveLength(1)
})

test('a bill that is lost, as by a restore to the month before, is written again for the same invoice', async () => {
  await use(2_500_000_000n)
  await billIn(1)
  await sendBills(kit.billing.events)
  await kit.deliverAll()
  const [sent] = await bills()
  await kit.open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('delete from usage_bills where company_id = $1', [company])
    await tx.query('delete from credit_lots where owner_id = $1', [company])
    await tx.query(`delete from credit_transfers where owner_id = $1 and business_key like 'tab:%'`, [
      company,
    ])
    await tx.query(
      'update credit_accounts set balance_micros = -2500000000, open_lot_id = null where owner_id = $1',
      [company],
    )
  })
  await billIn(1)
  await sendBills(kit.billing.events)
  await kit.deliverAll()
  expect(invoicesAtProvider()).toHaveLength(1)
  expect(await bills()).toEqual([sent])
  expect(await kit.balance(company)).toBe('0.000000')
})

test('concurrent processes write one bill', async () => {
  await use(7_000_000n)
  await Promise.all([billIn(1), billIn(1), billIn(1), billIn(1)])
  expect(await bills()).toHaveLength(1)
  expect(await kit.balance(company)).toBe('0.000000')
})

test.each(['/v1/invoices', '/v1/invoiceitems', 'finalize'])(
  'a lost response to %s leads to the same invoice',
  async (path) => {
    await use(3_000_000n)
    await billIn(1)
    kit.sim.planApi({
      fault: { kind: 'reset_after' },
      when: (request) => request.method === 'POST' && request.path.endsWith(path),
    })
    await kit.open.postgres.query('update usage_bills set next_attempt_at = now() where company_id = $1', [
      company,
    ])
    // The SDK retries once, so the send may have succeeded.
    await sendBills(kit.billing.events)
    kit.sim.clearPlans()
    await kit.open.postgres.query('update usage_bills set next_attempt_at = now() where company_id = $1', [
      company,
    ])
    await sendBills(kit.billing.events)
    expect(invoicesAtProvider()).toMatchObject([{ status: 'open', total: 3 }])
    expect((await bills())[0]?.provider_invoice_id).toBe(invoicesAtProvider()[0]?.id)
  },
)

test('a bill written after the next month has ended is not billed again with that month', async () => {
  await use(4_000_000n)
  await kit.open.postgres.query('update usage_rollups set day = day - 80 where company_id = $1', [company])
  // Bills the month before last, as a run in the first hour of this month would: last month can be billed only after
  // that hour.
  await billIn(-1)
  await billIn(0)
  expect(await bills()).toMatchObject([{ billed_micros: 4_000_000n }, { billed_micros: 0n }])
  expect(await kit.balance(company)).toBe('0.000000')
})

test('a company that cannot be billed does not hold up the others', async () => {
  // Bills the companies of other tests first, so that only the two below are left.
  await billIn(1)
  const both = [await kit.addCompany('POSTPAID'), await kit.addCompany('POSTPAID')]
  for (const companyId of both) {
    const terms = { companyId, planId: rate.id, daysUntilDue: 14 }
    await setPostpaidTerms(kit.billing.checkout, terms, testBy)
  }
  const countBills = async () =>
    (await kit.open.database.selectFrom('usage_bills').select('id').where('company_id', 'in', both).execute())
      .length
  const { databases } = kit.billing.events
  const failing = vi.fn(databases.of).mockImplementationOnce(() => {
    throw new Error('no connection for the first company')
  })
  await billIn(1, { databases: { ...databases, of: failing } })
  expect(await countBills()).toBe(1)
  await billIn(1)
  expect(await countBills()).toBe(2)
})

test('a bill is postponed when its turn comes, not while others are sent', async () => {
  await use(1_000_000n)
  await billIn(1)
  await billIn(2)
  await kit.open.postgres.query('update usage_bills set amount_minor = 1 where company_id = $1', [company])
  const attempts: number[] = []
  const { provider } = kit.billing.events
  await sendBills({
    ...kit.billing.events,
    provider: {
      ...provider,
      async ensureUsageInvoice(bill) {
        const { rows } = await kit.open.postgres.query(
          'select sum(attempts)::int as attempts from usage_bills where company_id = $1',
          [company],
        )
        if (bill.companyId === company) attempts.push((rows[0] as { attempts: number }).attempts)
        return provider.ensureUsageInvoice(bill)
      },
    },
  })
  expect(attempts).toEqual([1, 2])
})

test('postpaid terms require a postpaid company and a postpaid plan', async () => {
  const prepaid = await kit.addCompany()
  const set = (companyId: string, planId: string, daysUntilDue = 14) =>
    setPostpaidTerms(kit.billing.checkout, { companyId, planId, daysUntilDue }, testBy)
  await expect(set(prepaid, rate.id)).rejects.toThrow('not postpaid')
  await expect(
    set(company, (await kit.addPlan({ name: 'Before', credits: 1, price: 1 })).id),
  ).rejects.toThrow('Name a postpaid plan')
  await expect(set(company, rate.id, 0)).rejects.toThrow('from 1 to 365')
})
