// Compares the provider's current state with ours: refunds of charges, payments of checkouts that we consider unpaid,
// and invoices that granted credits. Looks back only as far as the provider lists its events; older objects no longer
// change. A difference counts only if our row still has it after the provider was read, and if what caused it at the
// provider is older than an event can be in flight: the company may have paid, or have been refunded, a moment ago.
import type { AmountDrift, EventDrift } from '@gatehouse/credits/reconciliation-report'
import { Fault } from '@gatehouse/runtime/fault'
import { lostOfCharge } from '../apply/record-dispute.ts'
import type { ChargeFact } from '../facts/provider-fact.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { exceptExpired, refundedShareMicros } from '../rules/credits-taken-back.ts'
import { expiredOfGrant } from './expired-of-grant.ts'
import { type BothSides, hasEventInFlight, inFlight, inFlightMs } from './in-flight.ts'

export type ProviderDrifts = {
  /** Credits that the company has and should not have. */
  I4: readonly AmountDrift[]
  /** What must be looked at and does not stop the company's calls: credits that we owe it, and charges that are unknown. */
  I8: readonly EventDrift[]
}

export async function checkAgainstProvider(
  sides: BothSides,
  ownerId: string | undefined,
): Promise<ProviderDrifts> {
  const charges = await checkCharges(sides, ownerId)
  const purchases = await checkUnpaid(sides, ownerId)
  const invoices = await checkPaidInvoices(sides, ownerId)
  return { I4: [...charges.I4, ...invoices], I8: [...charges.I8, ...purchases] }
}

type ChargeRow = {
  provider_charge_id: string
  refunded_minor: bigint
  company_id: string
  granted_micros: bigint
  lost_minor: bigint
  total_minor: bigint
  expired_micros: bigint
}

const chargesQuery = `
  select c.provider_charge_id, c.refunded_minor, g.company_id, g.granted_micros, coalesce(i.total_minor, 0) as total_minor,
         ${lostOfCharge('c')} as lost_minor,
         ${expiredOfGrant} as expired_micros
    from provider_charges c
    join paid_grants g on g.purchase_id = c.purchase_id or g.provider_invoice_id = c.provider_invoice_id
    left join invoices i on i.provider_invoice_id = g.provider_invoice_id
   where ($1::uuid is null or g.company_id = $1) and g.business_key !~ '^(trial|free):'
     and c.updated_at > now() - interval '35 days' and c.updated_at < now() - interval '${inFlight}'
   order by c.provider_charge_id`

async function checkCharges(sides: BothSides, ownerId: string | undefined): Promise<ProviderDrifts> {
  const { rows } = await sides.postgres.query<ChargeRow>(chargesQuery, [ownerId ?? null])
  const I4: AmountDrift[] = []
  const failed: Found[] = []
  const unknown: Found[] = []
  for (const row of rows) {
    const found = { ownerId: row.company_id, example: row.provider_charge_id }
    const charge = await findAtProvider(sides.provider.readCharge(row.provider_charge_id))
    if (!charge) {
      unknown.push(found)
      continue
    }
    const { refundedMinor } = charge
    if (refundedMinor === row.refunded_minor || !(await isRefundMissed(sides, row, refundedMinor))) continue
    if (refundedMinor < row.refunded_minor) {
      failed.push(found)
      continue
    }
    const drift = describeMissed(row, charge)
    // Nothing more is taken back of what has expired.
    if (drift.expectedMicros !== drift.actualMicros) I4.push(drift)
  }
  const I8 = [
    ...countByOwner(failed, 'failed refunds whose credits were not returned, such as of '),
    ...countByOwner(unknown, 'charges that the payment provider does not have, such as '),
  ]
  return { I4, I8 }
}

function describeMissed(row: ChargeRow, { amountMinor, refundedMinor }: ChargeFact): AmountDrift {
  const { granted_micros: grantedMicros, expired_micros: expiredMicros } = row
  const paidMinor = amountMinor > row.total_minor ? amountMinor : row.total_minor
  const takenOf = (refunded: bigint) => {
    const charge = { amountMinor, paidMinor, refundedMinor: refunded, lostMinor: row.lost_minor }
    const share = refundedShareMicros(grantedMicros, [charge])
    return exceptExpired(share, { grantedMicros, expiredMicros }).takenMicros
  }
  return {
    ownerId: row.company_id,
    what: `what refunds of ${row.provider_charge_id} should have taken back`,
    expectedMicros: takenOf(refundedMinor),
    actualMicros: takenOf(row.refunded_minor),
  }
}

/** Whether our row still differs, and neither a refund nor the event about a failed one is in flight. */
async function isRefundMissed(
  sides: BothSides,
  { provider_charge_id: id }: ChargeRow,
  refundedMinor: bigint,
): Promise<boolean> {
  const refunds = await sides.provider.listRefunds(id)
  const newestMs = Math.max(0, ...refunds.map(({ createdAt }) => createdAt.getTime()))
  if (newestMs > sides.clock.wallMs() - inFlightMs) return false
  const objectIds = [id, ...refunds.map(({ refundId }) => refundId)]
  if (await hasEventInFlight(sides, objectIds)) return false
  const { rows } = await sides.postgres.query<{ refunded_minor: bigint }>(
    'select refunded_minor from provider_charges where provider_charge_id = $1',
    [id],
  )
  return rows[0]?.refunded_minor !== refundedMinor
}

type PurchaseRow = { id: string; company_id: string; provider_session_id: string }

const unpaidQuery = `
  select id, company_id, provider_session_id from credit_pack_purchases
   where ($1::uuid is null or company_id = $1) and completed_at is null and provider_session_id is not null
     and created_at > now() - interval '30 days' and created_at < now() - interval '${inFlight}'
   order by id`

async function checkUnpaid(sides: BothSides, ownerId: string | undefined): Promise<EventDrift[]> {
  const { rows } = await sides.postgres.query<PurchaseRow>(unpaidQuery, [ownerId ?? null])
  const uncredited: Found[] = []
  for (const row of rows) {
    // A checkout that the provider does not know was not paid.
    const checkout = await findAtProvider(sides.provider.readCheckout(row.provider_session_id))
    if (checkout?.payment === 'paid' && (await isPaymentMissed(sides, row)))
      uncredited.push({ ownerId: row.company_id, example: row.id })
  }
  return countByOwner(uncredited, 'payments that were not credited, such as that of the purchase ')
}

async function isPaymentMissed(
  sides: BothSides,
  { id, company_id: companyId, provider_session_id: sessionId }: PurchaseRow,
): Promise<boolean> {
  if (await hasEventInFlight(sides, [sessionId])) return false
  const { rows } = await sides.postgres.query<{ is_paid: boolean }>(
    'select completed_at is not null as is_paid from credit_pack_purchases where id = $1 and company_id = $2',
    [id, companyId],
  )
  return rows[0]?.is_paid === false
}

type Found = { ownerId: string; example: string }

function countByOwner(found: readonly Found[], what: string): EventDrift[] {
  const groups = Map.groupBy(found, ({ ownerId }) => ownerId)
  return [...groups].map(([ownerId, own]) => ({
    ownerId,
    what: `${what}${own[0]?.example ?? ''}`,
    events: own.length,
  }))
}

type InvoiceRow = { provider_invoice_id: string; company_id: string; granted_micros: bigint }

// Each invoice is queried for two days only, because a paid invoice stays paid and refunds are compared through their
// charges.
const paidInvoicesQuery = `
  select i.provider_invoice_id, i.company_id, sum(g.granted_micros)::bigint as granted_micros
    from invoices i join paid_grants g on g.provider_invoice_id = i.provider_invoice_id
   where ($1::uuid is null or i.company_id = $1)
     and g.created_at > now() - interval '2 days' and g.created_at < now() - interval '${inFlight}'
   group by 1, 2 order by 1`

async function checkPaidInvoices(
  { postgres, provider }: BothSides,
  ownerId: string | undefined,
): Promise<AmountDrift[]> {
  const { rows } = await postgres.query<InvoiceRow>(paidInvoicesQuery, [ownerId ?? null])
  const drifts: AmountDrift[] = []
  for (const row of rows) {
    if (await isPaid(provider, row.provider_invoice_id)) continue
    drifts.push({
      ownerId: row.company_id,
      what: `what was granted for the invoice ${row.provider_invoice_id}, which is not paid`,
      expectedMicros: 0n,
      actualMicros: row.granted_micros,
    })
  }
  return drifts
}

/** An invoice unknown to the provider is not paid. */
async function isPaid(provider: PaymentProvider, invoiceId: string): Promise<boolean> {
  return (await findAtProvider(provider.readInvoice(invoiceId)))?.status === 'PAID'
}

/** Undefined if the provider does not have the object; an unavailable provider proves nothing. */
async function findAtProvider<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === 'not_found') return undefined
    throw thrown
  }
}
