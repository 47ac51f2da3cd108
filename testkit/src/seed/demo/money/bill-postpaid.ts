// The monthly bills of the postpaid demo company, made by the job that makes them in production. All but the last are paid.
import { createPlan } from '@gatehouse/billing/manage-offers'
import { syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import { setPostpaidTerms } from '@gatehouse/billing/set-postpaid-terms'
import { furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import { type DemoDeps, demoOperator } from '../demo-deps.ts'
import { createTimeline, firstDay } from '../timeline.ts'
import { type PaymentSimulator, openDemoPayments } from './open-payments.ts'

const { companyId } = furtherDemoCompanies.postpaid
const jobs = new Set(['bill usage', 'send bills'])

/** The calls must have been settled, and their rollups be those of their days. */
export async function billPostpaid(deps: DemoDeps, simulator: PaymentSimulator): Promise<void> {
  const timeline = createTimeline(firstDay(deps.nowMs))
  const payments = openDemoPayments(deps, simulator, timeline)
  const { checkout } = payments.billing
  const plan = await createPlan(
    checkout,
    {
      name: 'Demo plan by usage',
      credits: 1_000,
      price: 110,
      currency: 'eur',
      sortOrder: 3,
      billingMode: 'POSTPAID',
      interval: 'MONTH',
      trialDays: 0,
      trialCredits: 0,
    },
    demoOperator,
  )
  await syncPlanPricing(checkout, demoOperator)
  await setPostpaidTerms(checkout, { companyId, planId: plan.id, daysUntilDue: 30 }, demoOperator)
  const ends = monthEnds(deps.nowMs)
  for (const [index, end] of ends.entries()) {
    // A month can be billed an hour after its end.
    timeline.moveTo(end + 2 * 3_600_000)
    for (const job of payments.billing.jobs) if (jobs.has(job.name)) await job.run()
    await payments.applyEvents()
    if (index < ends.length - 1) await payLastInvoice(deps, payments)
  }
}

async function payLastInvoice(
  { database }: Pick<DemoDeps, 'database'>,
  { payByTransfer }: Pick<ReturnType<typeof openDemoPayments>, 'payByTransfer'>,
): Promise<void> {
  const invoice = await database
    .selectFrom('invoices')
    .select('provider_invoice_id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()
  if (invoice?.provider_invoice_id) await payByTransfer(invoice.provider_invoice_id)
}

/** The ends of the months that ended within the history, at least three hours ago. */
function monthEnds(nowMs: number): number[] {
  const now = new Date(nowMs)
  return [-1, 0]
    .map((back) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + back, 1))
    .filter((end) => end > firstDay(nowMs) && end < nowMs - 3 * 3_600_000)
}
