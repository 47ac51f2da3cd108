import type { InvoiceStatus } from '../facts/provider-fact.ts'

// An invoice only moves forward; a paid or void one stays so, whatever arrives late.
const progress = {
  DRAFT: 0,
  OPEN: 1,
  UNCOLLECTIBLE: 2,
  PAID: 3,
  VOID: 3,
} as const satisfies Record<InvoiceStatus, number>

export type InvoiceState = { status: InvoiceStatus; createdAt: Date }

/** Whether the incoming state replaces the stored one: it is further along, or equally far and not older. */
export function replacesInvoiceState(stored: InvoiceState, incoming: InvoiceState): boolean {
  const steps = progress[incoming.status] - progress[stored.status]
  if (steps !== 0) return steps > 0
  return incoming.status === stored.status && incoming.createdAt >= stored.createdAt
}

export function isClosedInvoice(status: InvoiceStatus): boolean {
  return progress[status] === progress.PAID
}
