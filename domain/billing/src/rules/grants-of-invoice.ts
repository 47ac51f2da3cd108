// What a paid invoice of a subscription grants or takes back. Everything is read from the invoice itself, so that it does not
// matter what else has arrived: each share has a key of its own, and what a period is entitled to is the sum of its shares.
import type { InvoiceFact, InvoiceLine } from '../facts/provider-fact.ts'

export type PlanOfPrice = {
  id: string
  creditsMicros: bigint
  trialCreditsMicros: bigint
  interval: 'MONTH' | 'YEAR'
}

type InvoiceGrant = {
  businessKey: `${string}:${string}`
  /** Negative if the unused time of the plans that were left is worth more than what replaced it. */
  amountMicros: bigint
  expiresAt: Date
  /** Under which the same was granted before credits followed the money. */
  formerKey?: string
  /** Whose period a negative share takes from first. */
  leftPeriod?: LeftPeriod
}

export type LeftPeriod = { subscriptionItemId: string; priceId: string; at: Date }

export type InvoiceGrants = {
  grants: readonly InvoiceGrant[]
  /** Paid lines whose price is no plan of ours, or not yet. */
  unknownPriceIds: readonly string[]
  planIds: readonly string[]
  /** Plans whose trial it is. */
  trialPlanIds: readonly string[]
  /** Months or years for which it carries a free plan. */
  freePeriods: readonly string[]
  /** What the lines for plans come to, before discounts and taxes. */
  planLinesMinor: bigint
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

type Plans = ReadonlyMap<string, PlanOfPrice>
type Order = { invoice: InvoiceFact; plans: Plans; companyId: string }

export function grantsOfInvoice(order: Order): InvoiceGrants {
  const { invoice, plans } = order
  const lines = invoice.status === 'PAID' ? invoice.lines.filter((line) => isOfPlan(invoice, line)) : []
  const known = lines.filter(({ priceId }) => plans.has(priceId ?? ''))
  const unknown = lines.filter((line) => !known.includes(line)).map(({ priceId }) => priceId ?? 'none')
  const periods = known.filter(({ isProration }) => !isProration)
  const planOf = ({ priceId }: InvoiceLine) => plans.get(priceId ?? '')
  const grants = [
    ...periods.map((line) => grantOfPeriod(order, line)),
    grantOfChange(
      order,
      known.filter(({ isProration }) => isProration),
    ),
  ]
  return {
    grants: grants.filter((grant) => grant !== undefined),
    unknownPriceIds: [...new Set(unknown)],
    planIds: [...new Set(known.flatMap((line) => planOf(line)?.id ?? []))],
    trialPlanIds: periods.filter(isTrial).flatMap((line) => planOf(line)?.id ?? []),
    freePeriods: periods
      .filter(isFree)
      .flatMap((line) => calendarPeriod(line.periodStart, planOf(line)) ?? []),
    planLinesMinor: known.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }
}

/**
 * The provider makes invoice items of prorations, so their lines are not of the subscription's type, and any invoice may
 * carry them. Of other lines of `manual` invoices and the like nothing follows: a pack is granted by its checkout.
 */
function isOfPlan({ billingReason }: InvoiceFact, line: InvoiceLine): boolean {
  if (line.isProration) return line.subscriptionItemId !== null
  return line.isSubscription && grantingReasons.has(billingReason)
}

function grantOfPeriod(order: Order, line: InvoiceLine): InvoiceGrant | undefined {
  const { invoice, plans, companyId } = order
  const plan = plans.get(line.priceId ?? '')
  if (!plan || line.quantity <= 0 || line.subscriptionItemId === null) return undefined
  const expiresAt = expiryOf(invoice, line.periodEnd)
  const periodStartS = Math.floor(line.periodStart.getTime() / 1_000)
  const formerKey = `sub:${line.subscriptionItemId}:${periodStartS}:${line.priceId ?? ''}` as const
  if (isFree(line)) {
    const businessKey = `free:${companyId}:${calendarPeriod(line.periodStart, plan) ?? ''}` as const
    return granted({ businessKey, amountMicros: plan.creditsMicros, expiresAt, formerKey })
  }
  if (isTrial(line)) {
    const businessKey = `trial:${companyId}:${plan.id}` as const
    const formerTrialKey = `trial:${invoice.subscriptionId ?? ''}`
    return granted({
      businessKey,
      amountMicros: plan.trialCreditsMicros,
      expiresAt,
      formerKey: formerTrialKey,
    })
  }
  // With the invoice: who changes plans and back within a second begins the same period twice, and pays for both.
  const businessKey = `${formerKey}:${invoice.invoiceId ?? ''}` as const
  return granted({ businessKey, amountMicros: shareOf(line, plans), expiresAt, formerKey })
}

function granted(grant: InvoiceGrant): InvoiceGrant | undefined {
  return grant.amountMicros > 0n ? grant : undefined
}

function isFree({ unitAmountMinor }: InvoiceLine): boolean {
  return (unitAmountMinor ?? 0n) === 0n
}

/** It costs nothing although its price does; a discount would show elsewhere. */
function isTrial(line: InvoiceLine): boolean {
  return line.amountMinor === 0n && !isFree(line)
}

/** A monthly period begins once in every month, whatever the day of its anchor; so one free grant is right for each. */
function calendarPeriod(start: Date, plan: PlanOfPrice | undefined): string | undefined {
  return plan && start.toISOString().slice(0, plan.interval === 'YEAR' ? 4 : 7)
}

/**
 * A change of plan within a period, or its end: the rest of the new plan minus the rest of the old one. How much of the period
 * was left is in the amounts, of which the old plan's is negative.
 */
function grantOfChange(
  { invoice, plans }: Order,
  prorations: readonly InvoiceLine[],
): InvoiceGrant | undefined {
  const amountMicros = prorations.reduce((sum, line) => sum + shareOf(line, plans), 0n)
  if (amountMicros === 0n || invoice.invoiceId === null) return undefined
  const ends = prorations.map(({ periodEnd }) => periodEnd.getTime())
  const expiresAt = expiryOf(invoice, new Date(Math.max(...ends)))
  if (amountMicros > 0n) return { businessKey: `upgrade:${invoice.invoiceId}`, amountMicros, expiresAt }
  const leftPeriod = readLeftPeriod(prorations)
  const businessKey = `downgrade:${invoice.invoiceId}` as const
  return { businessKey, amountMicros, expiresAt, ...(leftPeriod ? { leftPeriod } : {}) }
}

function readLeftPeriod(prorations: readonly InvoiceLine[]): LeftPeriod | undefined {
  const left = prorations.find(({ amountMinor }) => amountMinor < 0n)
  if (!left?.subscriptionItemId || left.priceId === null) return undefined
  return { subscriptionItemId: left.subscriptionItemId, priceId: left.priceId, at: left.periodStart }
}

/** Rounded down, also below zero, so that shares never come to more than the money. */
function shareOf(line: InvoiceLine, plans: Plans): bigint {
  const plan = plans.get(line.priceId ?? '')
  const unitAmount = line.unitAmountMinor ?? 0n
  if (!plan || unitAmount <= 0n) return 0n
  const product = plan.creditsMicros * line.amountMinor
  const isInexact = product % unitAmount !== 0n
  return product / unitAmount - (product < 0n && isInexact ? 1n : 0n)
}

function expiryOf({ paidAt }: InvoiceFact, periodEnd: Date): Date {
  const endMs = periodEnd.getTime() + graceMs
  return new Date(paidAt ? Math.max(endMs, paidAt.getTime() + leastMs) : endMs)
}
