// Sends an invoice's changes to the endpoints of its company. The keys make each change one event, although the provider
// reports it several times.
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { InvoiceStatus } from '../facts/provider-fact.ts'
import type { ApplyContext } from './apply-context.ts'

type AnnouncedInvoice = {
  companyId: string
  id: string
  number: string | null
  status: InvoiceStatus
  /** Null if the invoice is new. */
  statusBefore: InvoiceStatus | null
}

/**
 * Called when the status of an invoice has changed. A draft is not announced: the provider may still change it. The key alone
 * would not keep an invoice from being announced twice, because events are deleted after a month.
 */
export async function announceInvoice(
  { ids, tx }: Pick<ApplyContext, 'ids' | 'tx'>,
  { companyId, id: invoiceId, number, status, statusBefore }: AnnouncedInvoice,
): Promise<void> {
  if (status !== 'OPEN' && status !== 'PAID') return
  const event = { companyId, key: invoiceId, data: { invoiceId, number, status } }
  if (statusBefore === null || statusBefore === 'DRAFT')
    await enqueueEvent(ids, tx, { ...event, type: 'invoice.created' })
  if (status === 'PAID') await enqueueEvent(ids, tx, { ...event, type: 'invoice.paid' })
}

/** Called when a payment attempt has failed. */
export async function announcePaymentFailure(
  { ids, tx }: Pick<ApplyContext, 'ids' | 'tx'>,
  {
    companyId,
    providerInvoiceId,
    attempt,
  }: { companyId: string; providerInvoiceId: string; attempt: number },
): Promise<void> {
  const invoice = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'status'])
    .where('company_id', '=', companyId)
    .where('provider_invoice_id', '=', providerInvoiceId)
    .executeTakeFirst()
  if (!invoice) return
  const { id: invoiceId, number, status } = invoice
  await enqueueEvent(ids, tx, {
    companyId,
    type: 'invoice.payment_failed',
    key: `${invoiceId}:${attempt}`,
    data: { invoiceId, number, status },
  })
}
