// What the company must have in the end, worked out from the provider's objects alone: what was paid, what it bought,
// what went back. It shares nothing with the code it judges.
import type { Stripe } from 'stripe'
import type { BillingStage, StagePlan } from './open-billing-stage.ts'

type Taken = { amount: bigint; back: bigint }

export function expectBalance(stage: BillingStage): bigint {
  return [...packGrants(stage), ...invoiceGrants(stage)].reduce(
    (sum, { granted, charge }) => sum + granted - revoked(granted, charge),
    0n,
  )
}

type Grant = { granted: bigint; charge: Taken | undefined }

/** Rounded up, so that nobody keeps dust; never more than was granted. */
function revoked(granted: bigint, charge: Taken | undefined): bigint {
  if (!charge || charge.amount === 0n) return 0n
  const back = charge.back < charge.amount ? charge.back : charge.amount
  return (granted * back + charge.amount - 1n) / charge.amount
}

function packGrants({ sim }: BillingStage): Grant[] {
  const paid = [...sim.account.sessions.values()].filter(
    ({ mode, payment_status }) => mode === 'payment' && payment_status !== 'unpaid',
  )
  return paid.map((session) => ({
    granted: BigInt(session.metadata?.['credits_micros'] ?? 0),
    charge: takenOf(sim.account, ({ payment_intent }) => payment_intent === session.payment_intent),
  }))
}

const reasons = new Set<string | null>(['subscription_create', 'subscription_cycle', 'subscription_update'])

function invoiceGrants({ sim, plans }: BillingStage): Grant[] {
  const trials = new Set<string>()
  const paid = [...sim.account.invoices.values()].filter(
    ({ status, billing_reason }) => status === 'paid' && reasons.has(billing_reason),
  )
  return paid.flatMap((invoice) => {
    const charge = takenOf(sim.account, (candidate) => candidate.invoice === invoice.id)
    const subscription = typeof invoice.subscription === 'string' ? invoice.subscription : ''
    const planOf = (line: Stripe.InvoiceLineItem) => plans.find(({ priceId }) => priceId === line.price?.id)
    const periods = invoice.lines.data
      .filter(({ proration }) => !proration)
      .flatMap((line) => periodCredits(line, planOf(line), { trials, subscription }))
    const upgrade = invoice.lines.data
      .filter(({ proration }) => proration)
      .reduce((sum, line) => sum + shareOf(line, planOf(line)), 0n)
    return [...periods, ...(upgrade > 0n ? [upgrade] : [])].map((granted) => ({ granted, charge }))
  })
}

function periodCredits(
  line: Stripe.InvoiceLineItem,
  plan: StagePlan | undefined,
  { trials, subscription }: { trials: Set<string>; subscription: string },
): bigint[] {
  if (!plan || line.type !== 'subscription') return []
  const isTrial = line.amount === 0 && (line.price?.unit_amount ?? 0) > 0
  if (!isTrial) return [plan.creditsMicros * BigInt(line.quantity ?? 1)]
  if (trials.has(subscription) || plan.trialCreditsMicros === 0n) return []
  trials.add(subscription)
  return [plan.trialCreditsMicros]
}

/** How much of the period a proration is for is in its amount: what is credited of the old plan is negative. */
function shareOf(line: Stripe.InvoiceLineItem, plan: StagePlan | undefined): bigint {
  const unit = BigInt(line.price?.unit_amount ?? 0)
  return plan && unit > 0n ? (plan.creditsMicros * BigInt(line.amount)) / unit : 0n
}

type Account = BillingStage['sim']['account']
type Charge = Account['charges'] extends ReadonlyMap<string, infer Value> ? Value : never

function takenOf(account: Account, isIt: (charge: Charge) => boolean): Taken | undefined {
  const charge = [...account.charges.values()].find((candidate) => candidate.paid && isIt(candidate))
  if (!charge) return undefined
  const lost = [...account.disputes.values()]
    .filter((dispute) => dispute.charge === charge.id && dispute.status === 'lost')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return { amount: BigInt(charge.amount), back: BigInt(charge.amount_refunded) + lost }
}
