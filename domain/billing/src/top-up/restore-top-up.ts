import { sql } from 'kysely'
import type { ApplyContext } from '../apply/apply-context.ts'
import { restorePurchase } from '../apply/restore-purchase.ts'
import type { InvoiceFact } from '../facts/provider-fact.ts'
import { isTopUp } from './apply-top-up.ts'

/**
 * Recreates a paid top-up whose rows are missing, for example after restoring a backup: otherwise the invoice would credit
 * nothing, and the pack would be bought again.
 */
export async function restoreTopUp(
  context: ApplyContext,
  companyId: string,
  { invoiceId, purchaseId, topUpOffer: offer, paidAt }: InvoiceFact,
): Promise<void> {
  if (purchaseId === null || offer === null || (await isTopUp(context.tx, { companyId, purchaseId }))) return
  await restorePurchase(context, { purchaseId, companyId, offer, sessionId: null })
  // Not pending, because the company may have another one that is; the payment completes it in this transaction.
  await context.tx
    .insertInto('top_ups')
    .values({
      id: purchaseId,
      company_id: companyId,
      status: 'FAILED',
      failure: 'its rows were lost',
      created_at: paidAt ?? context.asOf,
      ended_at: sql<Date>`now()`,
    })
    .execute()
  // An earlier event may have stored the invoice, before its purchase existed.
  await context.tx
    .updateTable('invoices')
    .set({ purchase_id: purchaseId })
    .where('company_id', '=', companyId)
    .where('provider_invoice_id', '=', invoiceId)
    .execute()
}
