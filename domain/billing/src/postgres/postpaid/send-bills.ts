// Takes bills to the payment provider. An invoice there names its bill, and is looked for before one is made: an answer
// that was lost, or a process that died, leads to the same invoice. What becomes of it comes back as messages.
import { sql } from 'kysely'
import { ensureCustomer } from '../checkout/ensure-customer.ts'
import type { InboxDeps } from '../inbox/inbox-deps.ts'

// A round ends, so that a service that stops waits for few.
const triedAtOnce = 20

type Bill = {
  id: string
  company_id: string
  period_end: string
  amount_minor: bigint
  currency: string
  days_until_due: number
}

/** Never throws for one of them: it is tried again, and the others go on. Returns how many were taken there. */
export async function sendBills(deps: InboxDeps): Promise<number> {
  let sent = 0
  for (let tried = 0; tried < triedAtOnce; tried += 1) {
    const bill = await claimOne(deps)
    if (!bill) break
    try {
      await send(deps, bill)
      sent += 1
    } catch (thrown) {
      deps.logger.warn('a bill did not reach the payment provider and is tried again', {
        error: thrown,
        usage_bill_id: bill.id,
        company_id: bill.company_id,
      })
    }
  }
  return sent
}

/**
 * Put off by longer than the attempt takes, and by more each time. Only the one that is sent next: what waited for the
 * others of a batch would be due again, and sent by somebody else too.
 */
async function claimOne({ database }: InboxDeps): Promise<Bill | undefined> {
  const { rows } = await sql<Bill>`
    update usage_bills b
       set attempts = attempts + 1, next_attempt_at = now() + least(interval '5 minutes' * (attempts + 1), interval '6 hours')
     where b.id = (select id from usage_bills
                     where provider_invoice_id is null and amount_minor > 0 and next_attempt_at <= now()
                     order by next_attempt_at limit 1 for update skip locked)
    returning b.id, b.company_id, b.period_end::text, b.amount_minor, b.currency, b.days_until_due`.execute(
    database,
  )
  return rows[0]
}

async function send(deps: InboxDeps, bill: Bill): Promise<void> {
  const customerId = await ensureCustomer(deps, bill.company_id)
  const invoiceId = await deps.provider.ensureUsageInvoice({
    billId: bill.id,
    companyId: bill.company_id,
    customerId,
    amountMinor: bill.amount_minor,
    currency: bill.currency,
    description: `Usage before ${bill.period_end}`,
    daysUntilDue: bill.days_until_due,
  })
  await deps.database
    .updateTable('usage_bills')
    .set({ provider_invoice_id: invoiceId })
    .where('id', '=', bill.id)
    .execute()
}
