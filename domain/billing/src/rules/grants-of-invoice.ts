// What a paid invoice of a subscription grants. Everything is read from the invoice itself, so that it does not matter
// what else has arrived: a line that is paid for grants its period once, by its own key.
import type { InvoiceFact, InvoiceLine } from '../facts/provider-fact.ts'

export type PlanOfPrice = { creditsMicros: bigint; trialCreditsMicros: bigint }

type InvoiceGrant = { businessKey: `${string}:${string}`; amountMicros: bigint; expiresAt: Date }

export type InvoiceGrants = {
  grants: readonly InvoiceGrant[]
  /** Paid lines whose price is no plan of ours, or not yet. */
  unknownPriceIds: readonly string[]
}

// A renewal is paid about an hour after the period before has ended, and a failed one is tried again for days.
const graceMs = 3 * 86_400_000
// Who pays a period late must have something of it.
const leastMs = 7 * 86_400_000

const grantingReasons: ReadonlySet<string | null> = new Set([
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
])

/** Of `manual` and the like nothing follows: a pack that is sold with an invoice is granted by its checkout. */
export function grantsOfInvoice(
  invoice: InvoiceFact,
  plans: ReadonlyMap<string, PlanOfPrice>,
): InvoiceGrants {
  if (invoice.status !== 'PAID' || !grantingReasons.has(invoice.billingReason)) {
    return { grants: [], unknownPriceIds: [] }
  }
  // The provider makes invoice items of prorations, so their lines are not of the subscription's type.
  const lines = invoice.lines.filter(
    ({ isSubscription, isProration, subscriptionItemId }) =>
      isSubscription || (isProration && subscriptionItemId !== null),
  )
  const unknownPriceIds = lines.flatMap(({ priceId }) =>
    priceId !== null && plans.has(priceId) ? [] : [priceId ?? 'none'],
  )
  const periods = lines.filter(({ isProration }) => !isProration)
  const upgrade = grantOfUpgrade(
    invoice,
    lines.filter(({ isProration }) => isProration),
    plans,
  )
  const grants = [...periods.map((line) => grantOfPeriod(invoice, line, plans)), upgrade]
  return {
    grants: grants.filter((grant) => grant !== undefined),
    unknownPriceIds: [...new Set(unknownPriceIds)],
  }
}

function grantOfPeriod(
  invoice: InvoiceFact,
  line: InvoiceLine,
  plans: ReadonlyMap<string, PlanOfPrice>,
): InvoiceGrant | undefined {
  const plan = plans.get(line.priceId ?? '')
  if (!plan || line.quantity <= 0) return undefined
  const expiresAt = expiryOf(invoice, line.periodEnd)
  // A trial costs nothing although its price does; a discount would show elsewhere.
  const isTrial = line.amountMinor === 0n && (line.unitAmountMinor ?? 0n) > 0n
  if (isTrial) {
    if (plan.trialCreditsMicros === 0n || invoice.subscriptionId === null) return undefined
    const businessKey = `trial:${invoice.subscriptionId}` as const
    return { businessKey, amountMicros: plan.trialCreditsMicros, expiresAt }
  }
  const amountMicros = plan.creditsMicros * BigInt(line.quantity)
  if (amountMicros === 0n || line.subscriptionItemId === null) return undefined
  const periodStartS = Math.floor(line.periodStart.getTime() / 1_000)
  // With the price, because a change to another one may begin a period of its own within the same second.
  const businessKey = `sub:${line.subscriptionItemId}:${periodStartS}:${line.priceId ?? ''}` as const
  return { businessKey, amountMicros, expiresAt }
}

/**
 * A change of plan within a period: the rest of the new plan minus the rest of the old one. How much of the period was
 * left is in the amounts, of which the old plan's is negative. Whoever changes to less keeps what was granted.
 */
function grantOfUpgrade(
  invoice: InvoiceFact,
  prorations: readonly InvoiceLine[],
  plans: ReadonlyMap<string, PlanOfPrice>,
): InvoiceGrant | undefined {
  const amountMicros = prorations.reduce((sum, line) => sum + shareOfPeriod(line, plans), 0n)
  const ends = prorations.map(({ periodEnd }) => periodEnd.getTime())
  if (amountMicros <= 0n || invoice.invoiceId === null) return undefined
  const expiresAt = expiryOf(invoice, new Date(Math.max(...ends)))
  return { businessKey: `upgrade:${invoice.invoiceId}`, amountMicros, expiresAt }
}

function shareOfPeriod(line: InvoiceLine, plans: ReadonlyMap<string, PlanOfPrice>): bigint {
  const plan = plans.get(line.priceId ?? '')
  const unitAmount = line.unitAmountMinor ?? 0n
  if (!plan || unitAmount <= 0n) return 0n
  return (plan.creditsMicros * line.amountMinor) / unitAmount
}

function expiryOf({ paidAt }: InvoiceFact, periodEnd: Date): Date {
  const endMs = periodEnd.getTime() + graceMs
  return new Date(paidAt ? Math.max(endMs, paidAt.getTime() + leastMs) : endMs)
}
