// Credits that a company is entitled to, computed from the provider's objects alone, without rounding and without
// billing's code: the credits for its paid invoices (but never more than the invoiced money buys at the best rate of
// the invoiced plans), plus trials, free months and packs.
import type { Stripe } from 'stripe'
import type { BillingSetup, OfferedPlan } from '../webhook/open-billing-setup.ts'

export type Expected = {
  /** In micro-credits, with fractions. */
  micros: number
  /**
   * Upper bound: what the money paid and not refunded buys at the best rate of the catalogue, plus trials, free months
   * and packs.
   */
  boundMicros: number
  /** Maximum loss by rounding: two micro-credits for each invoice line, one for each charge, and two more. */
  dustMicros: number
}

type Side = { setup: BillingSetup; customerId: string; giftsMinor: number }

export function expectCredits({ setup, customerId, giftsMinor }: Side): Expected {
  const { account } = setup.sim
  const isOwn = ({ customer }: { customer: unknown }) => customer === customerId
  const charges = [...account.charges.values()].filter((charge) => charge.paid && isOwn(charge))
  const lost = lostByCharge(account)
  const backOf = (charge: (typeof charges)[number]) =>
    Math.min(charge.amount, charge.amount_refunded + (lost.get(charge.id) ?? 0))
  const invoices = [...account.invoices.values()].filter(
    (invoice) => invoice.status === 'paid' && isOwn(invoice),
  )
  const lines = invoices.flatMap((invoice) => {
    const charge = charges.find((candidate) => candidate.invoice === invoice.id)
    const paid = Math.max(invoice.total, charge?.amount ?? 0)
    const kept = charge && paid > 0 ? 1 - backOf(charge) / paid : 1
    return invoice.lines.data.flatMap((line) => readLine(setup, line, kept) ?? [])
  })
  const shares = lines.reduce((sum, { kept, minor, plan }) => sum + kept * minor * rateOf(plan), 0)
  const money = lines.reduce((sum, { kept, minor }) => sum + kept * minor, 0)
  const best = Math.max(0, ...lines.map(({ plan }) => rateOf(plan)))
  const unpaid = trialsOf(lines) + freeMonthsOf(lines)
  const packs = packsOf(setup, customerId, (id) => {
    const charge = charges.find(({ payment_intent }) => payment_intent === id)
    return charge ? 1 - backOf(charge) / charge.amount : 1
  })
  const received = charges
    .filter(({ invoice }) => invoice !== null)
    .reduce((sum, charge) => sum + charge.amount - backOf(charge), 0)
  const catalogue = Math.max(...setup.plans.map(rateOf))
  return {
    micros: Math.min(shares, best * money) + unpaid + packs,
    boundMicros: (received + giftsMinor) * catalogue + unpaid + packs,
    dustMicros: 2 * lines.length + charges.length + 2,
  }
}

type Line = { plan: OfferedPlan; line: Stripe.InvoiceLineItem; minor: number; kept: number }

function readLine(setup: BillingSetup, line: Stripe.InvoiceLineItem, kept: number): Line | undefined {
  const plan = setup.plans.find(({ priceId }) => priceId === line.price?.id)
  return plan && { plan, line, minor: line.amount, kept }
}

function rateOf({ creditsMicros, priceMinor }: OfferedPlan): number {
  return priceMinor === 0 ? 0 : Number(creditsMicros) / priceMinor
}

/** Returns the credits of all trials. Each plan's trial counts once, however often it was started. */
function trialsOf(lines: readonly Line[]): number {
  const tried = lines.filter(({ plan, line }) => !line.proration && line.amount === 0 && plan.priceMinor > 0)
  return [...new Set(tried.map(({ plan }) => plan))].reduce(
    (sum, plan) => sum + Number(plan.trialCreditsMicros),
    0,
  )
}

/** Returns the credits of the free plan, once for each month in which a period of it begins. */
function freeMonthsOf(lines: readonly Line[]): number {
  const free = lines.filter(({ plan, line }) => !line.proration && plan.priceMinor === 0)
  const months = new Map(
    free.map(({ plan, line }) => {
      const start = new Date(line.period.start * 1_000)
      return [start.getUTCFullYear() * 12 + start.getUTCMonth(), Number(plan.creditsMicros)]
    }),
  )
  return [...months.values()].reduce((sum, micros) => sum + micros, 0)
}

function packsOf({ sim }: BillingSetup, customerId: string, keptOf: (intent: string) => number): number {
  return [...sim.account.sessions.values()]
    .filter(
      ({ mode, customer, payment_status }) =>
        mode === 'payment' && customer === customerId && payment_status !== 'unpaid',
    )
    .reduce((sum, session) => {
      const intent = typeof session.payment_intent === 'string' ? session.payment_intent : ''
      return sum + Number(session.metadata?.['credits_micros'] ?? 0) * keptOf(intent)
    }, 0)
}

function lostByCharge({ disputes }: BillingSetup['sim']['account']): Map<string, number> {
  const lost = new Map<string, number>()
  for (const { charge, status, amount } of disputes.values())
    if (status === 'lost' && typeof charge === 'string') lost.set(charge, (lost.get(charge) ?? 0) + amount)
  return lost
}
