// Sends bills to the payment provider. The invoice there names its bill, and is looked up before it is created, so a
// retry after a lost response or a crash finds the same invoice. Later changes of the invoice arrive as events.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { ensureCustomer } from '../checkout/ensure-customer.ts'
import type { InboxDeps } from '../billing-deps.ts'

// Maximum number of bills of a shard per run, so that a service that is stopping does not wait long.
const attemptsMax = 20

type Bill = {
  id: string
  company_id: string
  period_end: string
  amount_minor: bigint
  currency: string
  days_until_due: number
}

/** A failure for one bill is logged and retried later; the others are still sent. Returns the number sent. */
export async function sendBills(deps: InboxDeps): Promise<number> {
  let sent = 0
  for (const database of deps.databases.all()) sent += await sendBillsOfShard(deps, database)
  return sent
}

async function sendBillsOfShard(deps: InboxDeps, database: Database): Promise<number> {
  let sent = 0
  for (let tried = 0; tried < attemptsMax; tried += 1) {
    const bill = await claimOne(database)
    if (!bill) break
    try {
      await send(deps, bill)
      sent += 1
    } catch (thrown) {
      deps.logger.warn('bill could not be sent to the payment provider; it will be retried', {
        error: thrown,
        usage_bill_id: bill.id,
        company_id: bill.company_id,
      })
    }
  }
  return sent
}

/**
 * Claims one bill by postponing its next attempt for longer than an attempt takes, and longer each time. Claiming a
 * batch would let its last bills become due again before their turn, and another process would send them too.
 */
async function claimOne(database: Database): Promise<Bill | undefined> {
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
  await deps.databases
    .of(bill.company_id)
    .updateTable('usage_bills')
    .set({ provider_invoice_id: invoiceId })
    .where('id', '=', bill.id)
    .execute()
}
