// The balance that the company must have in the end, computed from the provider's objects alone: payments, purchases,
// refunds and disputes. It shares no code with what it judges.
import type { Stripe } from 'stripe'
import type { BillingSetup, OfferedPlan } from './open-billing-setup.ts'

type Taken = { amount: bigint; back: bigint; isDisputed: boolean }

export function expectBalance(setup: BillingSetup): bigint {
  const packs = packGrants(setup).reduce((sum, grant) => sum + keptOf(grant), 0n)
  const invoices = invoiceGrants(setup)
  const shares = invoices.reduce(
    (sum, { grants }) => sum + grants.reduce((all, one) => all + keptOf(one), 0n),
    0n,
  )
  const bound = boundOf(setup, invoices)
  return packs + trialCredits(setup) + (shares < bound ? shares : bound)
}

type Grant = { granted: bigint; charge: Taken | undefined }

/**
 * Credits of a payment with an open dispute cannot be spent. These histories spend nothing, so all of them are on hold.
 */
function keptOf({ granted, charge }: Grant): bigint {
  return charge?.isDisputed ? 0n : granted - revoked(granted, charge)
}

/**
 * Credits revoked for a refund: rounded up, so that no fraction stays with the company, and never more than was
 * granted. For a negative grant, the amount restored is rounded down.
 */
function revoked(granted: bigint, charge: Taken | undefined): bigint {
  if (!charge || charge.amount === 0n) return 0n
  const back = charge.back < charge.amount ? charge.back : charge.amount
  if (granted < 0n) return -((-granted * back) / charge.amount)
  return (granted * back + charge.amount - 1n) / charge.amount
}

function packGrants({ sim }: BillingSetup): Grant[] {
  const paid = [...sim.account.sessions.values()].filter(
    ({ mode, payment_status }) => mode === 'payment' && payment_status !== 'unpaid',
  )
  return paid.map((session) => ({
    granted: BigInt(session.metadata?.['credits_micros'] ?? 0),
    charge: takenOf(sim.account, ({ payment_intent }) => payment_intent === session.payment_intent),
  }))
}

const reasons = new Set<string | null>(['subscription_create', 'subscription_cycle', 'subscription_update'])

type PaidInvoice = { lines: Stripe.InvoiceLineItem[]; charge: Taken | undefined; grants: Grant[] }

function paidInvoices({ sim }: BillingSetup): Stripe.Invoice[] {
  return [...sim.account.invoices.values()].filter(
    ({ status, billing_reason }) => status === 'paid' && reasons.has(billing_reason),
  )
}

function invoiceGrants(setup: BillingSetup): PaidInvoice[] {
  return paidInvoices(setup).map((invoice) => {
    const charge = takenOf(setup.sim.account, (candidate) => candidate.invoice === invoice.id, invoice.total)
    const lines = invoice.lines.data.filter((line) => planOf(setup, line) !== undefined)
    const periods = lines
      .filter(({ proration, type }) => !proration && type === 'subscription')
      .map((line) => shareOf(line, planOf(setup, line)))
    const change = lines
      .filter(({ proration }) => proration)
      .reduce((sum, line) => sum + shareOf(line, planOf(setup, line)), 0n)
    const grants = [...periods, change]
      .filter((granted) => granted !== 0n)
      .map((granted) => ({ granted, charge }))
    return { lines, charge, grants }
  })
}

/**
 * Returns the most credits that plans can give: what the money paid buys at the best rate. The bound is needed because
 * the provider may also credit unused time that was never paid.
 */
function boundOf(setup: BillingSetup, invoices: readonly PaidInvoice[]): bigint {
  const plans = invoices.flatMap(({ lines }) => lines.flatMap((line) => planOf(setup, line) ?? []))
  const rates = plans.filter(({ priceMinor }) => priceMinor > 0)
  const best = rates.toSorted((left, right) =>
    Number(right.creditsMicros * BigInt(left.priceMinor) - left.creditsMicros * BigInt(right.priceMinor)),
  )[0]
  if (!best) return 0n
  const scaled = invoices.reduce((sum, { lines, charge }) => {
    const worth = lines.reduce((all, { amount }) => all + BigInt(amount), 0n) * best.creditsMicros
    if (!charge || charge.back === 0n) return sum + worth
    const back = charge.back < charge.amount ? charge.back : charge.amount
    return sum + ceilDivide(worth * (charge.amount - back), charge.amount)
  }, 0n)
  const price = BigInt(best.priceMinor)
  return -ceilDivide(-scaled, price)
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor + (dividend > 0n && dividend % divisor !== 0n ? 1n : 0n)
}

/** Each plan's trial counts once, because each history belongs to one company. */
function trialCredits(setup: BillingSetup): bigint {
  const lines = paidInvoices(setup).flatMap(({ lines }) => lines.data)
  const tried = lines.flatMap((line) => {
    const isTrial = !line.proration && line.amount === 0 && (line.price?.unit_amount ?? 0) > 0
    return isTrial ? (planOf(setup, line) ?? []) : []
  })
  return [...new Set(tried)].reduce((sum, { trialCreditsMicros }) => sum + trialCreditsMicros, 0n)
}

function planOf({ plans }: BillingSetup, line: Stripe.InvoiceLineItem): OfferedPlan | undefined {
  return plans.find(({ priceId }) => priceId === line.price?.id)
}

/**
 * Returns the credits of an invoice line: the plan's credits in proportion to the line's amount, rounded down. Credit
 * for the old plan is negative.
 */
function shareOf(line: Stripe.InvoiceLineItem, plan: OfferedPlan | undefined): bigint {
  const unit = BigInt(line.price?.unit_amount ?? 0)
  return plan && unit > 0n ? -ceilDivide(-plan.creditsMicros * BigInt(line.amount), unit) : 0n
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

type Account = BillingSetup['sim']['account']
type Charge = Account['charges'] extends ReadonlyMap<string, infer Value> ? Value : never

function takenOf(account: Account, isIt: (charge: Charge) => boolean, total = 0): Taken | undefined {
  const charge = [...account.charges.values()].find((candidate) => candidate.paid && isIt(candidate))
  if (!charge) return undefined
  const disputes = [...account.disputes.values()].filter((dispute) => dispute.charge === charge.id)
  const lost = disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return {
    amount: BigInt(Math.max(charge.amount, total)),
    back: least(BigInt(charge.amount), BigInt(charge.amount_refunded) + lost),
    isDisputed: disputes.some(({ status }) => status !== 'won' && status !== 'lost'),
  }
}
