import type { InvoiceStatus } from '../facts/provider-fact.ts'

// An invoice only goes forward; what is paid or void stays so, whatever arrives late.
const progress = {
  DRAFT: 0,
  OPEN: 1,
  UNCOLLECTIBLE: 2,
  PAID: 3,
  VOID: 3,
} as const satisfies Record<InvoiceStatus, number>

export type InvoiceNews = { status: InvoiceStatus; createdAt: Date }

/** Whether the news replace what is stored: further on, or as far and not older. */
export function isInvoiceNews(stored: InvoiceNews, incoming: InvoiceNews): boolean {
  const steps = progress[incoming.status] - progress[stored.status]
  if (steps !== 0) return steps > 0
  return incoming.status === stored.status && incoming.createdAt >= stored.createdAt
}

export function isClosedInvoice(status: InvoiceStatus): boolean {
  return progress[status] === progress.PAID
}
