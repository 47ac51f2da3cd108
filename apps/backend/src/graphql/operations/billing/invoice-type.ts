import type { InvoiceRow } from '@gatehouse/billing/company-billing'
import { fromMinorUnits } from '@gatehouse/billing/money'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const invoiceStatusType = enumeration('InvoiceStatus', 'The state of an invoice.', [
  'DRAFT',
  'OPEN',
  'PAID',
  'VOID',
  'UNCOLLECTIBLE',
])

export const invoiceType = defineObject<InvoiceRow>('Invoice', 'An amount that a company owes or has paid.', {
  id: field(shapes.id, (invoice) => invoice.id),
  status: field(invoiceStatusType, (invoice) => invoice.status),
  number: field(optional(shapes.string), (invoice) => invoice.number),
  currency: field(shapes.string, (invoice) => invoice.currency),
  total: field(shapes.float, (invoice) => fromMinorUnits(invoice.total_minor, invoice.currency)),
  amountPaid: field(shapes.float, (invoice) => fromMinorUnits(invoice.amount_paid_minor, invoice.currency)),
  dueAt: field(optional(shapes.time), (invoice) => invoice.due_at),
  paidAt: field(optional(shapes.time), (invoice) => invoice.paid_at),
  isActionRequired: field(shapes.boolean, (invoice) => invoice.is_action_required),
  hostedInvoiceUrl: field(optional(shapes.string), (invoice) => invoice.hosted_invoice_url),
  invoicePdfUrl: field(optional(shapes.string), (invoice) => invoice.invoice_pdf_url),
  purchaseId: field(optional(shapes.id), (invoice) => invoice.purchase_id),
  createdAt: field(shapes.time, (invoice) => invoice.created_at),
})
