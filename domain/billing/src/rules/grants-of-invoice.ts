// What a paid subscription invoice grants or takes back. Everything is read from the invoice itself, so the order of
// events does not matter: each share has its own key, and a period is entitled to the sum of its shares.
import type { InvoiceFact, InvoiceLine } from '../facts/provider-fact.ts'

export type PlanOfPrice = {
  id: string
  creditsMicros: bigint
  trialCreditsMicros: bigint
  interval: 'MONTH' | 'YEAR'
}

type InvoiceGrant = {
  businessKey: `${string}:${string}`
  /** Negative if the unused time of the former plans is worth more than the plans that replaced them. */
  amountMicros: bigint
  expiresAt: Date
  /** Key that earlier releases used for the same grant: credits that were granted under it are not granted again. */
  formerKey?: string
  /** The period whose lot a negative share is taken from first. */
  leftPeriod?: LeftPeriod
}

export type LeftPeriod = { subscriptionItemId: string; priceId: string; at: Date }

export type InvoiceGrants = {
  grants: readonly InvoiceGrant[]
  /** Prices of paid lines that match no plan of ours, or do not match one yet. */
  unknownPriceIds: readonly string[]
  planIds: readonly string[]
  /** Plans for which this invoice covers the trial. */
  trialPlanIds: readonly string[]
  /** Calendar months (2026-01) or years (2026) for which the invoice covers a free plan. */
  freePeriods: readonly string[]
  /** Sum of the plan lines, before discounts and taxes. */
  planLinesMinor: bigint
}

// Credits outlast their period by this time: a renewal is paid about an hour after the previous period has ended, and a
// failed payment is retried for days.
const graceMs = 3 * 86_400_000
// A period that is paid late stays usable for at least this long.
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
  const planOf = ({ priceId }: InvoiceLine) => plans.get(priceId ?? '')
  const unknown = lines.filter((line) => !planOf(line))
  const periods = lines.filter((line) => !line.isProration && planOf(line))
  // A change is granted as a whole, under one key: a part of it could not be corrected when its other price becomes known.
  const prorations = unknown.some(({ isProration }) => isProration)
    ? []
    : lines.filter(({ isProration }) => isProration)
  const known = [...periods, ...prorations]
  const grants = [...periods.map((line) => grantOfPeriod(order, line)), grantOfChange(order, prorations)]
  return {
    grants: grants.filter((grant) => grant !== undefined),
    unknownPriceIds: [...new Set(unknown.map(({ priceId }) => priceId ?? 'none'))],
    planIds: [...new Set(known.flatMap((line) => planOf(line)?.id ?? []))],
    trialPlanIds: periods.filter(isTrial).flatMap((line) => planOf(line)?.id ?? []),
    freePeriods: periods
      .filter(isFree)
      .flatMap((line) => calendarPeriod(line.periodStart, planOf(line)) ?? []),
    planLinesMinor: known.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  }
}

/**
 * Prorations are invoice items at the provider, so their lines do not have the subscription type, and any invoice may
 * contain them. Other lines of `manual` and similar invoices grant nothing: a pack is granted by its checkout.
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
  // The key includes the invoice: switching plans and back within one second starts the same period twice, and both are
  // paid.
  const businessKey = `${formerKey}:${invoice.invoiceId ?? ''}` as const
  return granted({ businessKey, amountMicros: shareOf(line, plans), expiresAt, formerKey })
}

function granted(grant: InvoiceGrant): InvoiceGrant | undefined {
  return grant.amountMicros > 0n ? grant : undefined
}

function isFree({ unitAmountMinor }: InvoiceLine): boolean {
  return (unitAmountMinor ?? 0n) === 0n
}

/** The line is free although its price is not; a discount would appear elsewhere. */
function isTrial(line: InvoiceLine): boolean {
  return line.amountMinor === 0n && !isFree(line)
}

/**
 * A monthly period starts once in every calendar month, whatever its anchor day, so one free grant per month is
 * correct.
 */
function calendarPeriod(start: Date, plan: PlanOfPrice | undefined): string | undefined {
  return plan && start.toISOString().slice(0, plan.interval === 'YEAR' ? 4 : 7)
}

/**
 * A plan change or cancellation within a period: the rest of the new plan minus the rest of the old one. The line
 * amounts reflect the remaining time; the amount of the old plan's line is negative.
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

/** Rounds towards negative infinity, so that shares never exceed the money. */
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
