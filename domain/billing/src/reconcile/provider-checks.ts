// Compares the provider's current state with ours: refunds of charges, payments of checkouts that we consider unpaid,
// and invoices that granted credits. Looks back only as far as the provider lists its events; older objects no longer
// change.
import type { AmountDrift } from '@gatehouse/credits/reconciliation-report'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { Fault } from '@gatehouse/runtime/fault'
import type { PaymentProvider } from '../payment-provider.ts'
import { revokedMicros } from '../rules/credits-taken-back.ts'

// Longer than an event can be in flight.
const settledAfter = '15 minutes'

export async function checkAgainstProvider(
  postgres: Queryable,
  provider: PaymentProvider,
  ownerId: string | undefined,
): Promise<AmountDrift[]> {
  return [
    ...(await checkCharges(postgres, provider, ownerId)),
    ...(await checkUnpaid(postgres, provider, ownerId)),
    ...(await checkPaidInvoices(postgres, provider, ownerId)),
  ]
}

type ChargeRow = {
  provider_charge_id: string
  refunded_minor: bigint
  company_id: string
  granted_micros: bigint
  lost_minor: bigint
  total_minor: bigint
}

const chargesQuery = `
  select c.provider_charge_id, c.refunded_minor, g.company_id, g.granted_micros, coalesce(i.total_minor, 0) as total_minor,
         case when c.dispute_status = 'LOST' then c.disputed_minor else 0 end as lost_minor
    from provider_charges c
    join paid_grants g on g.purchase_id = c.purchase_id or g.provider_invoice_id = c.provider_invoice_id
    left join invoices i on i.provider_invoice_id = g.provider_invoice_id
   where ($1::uuid is null or g.company_id = $1) and g.business_key !~ '^(trial|free):'
     and c.updated_at > now() - interval '35 days' and c.updated_at < now() - interval '${settledAfter}'
   order by c.provider_charge_id`

async function checkCharges(
  postgres: Queryable,
  provider: PaymentProvider,
  ownerId: string | undefined,
): Promise<AmountDrift[]> {
  const { rows } = await postgres.query<ChargeRow>(chargesQuery, [ownerId ?? null])
  const drifts: AmountDrift[] = []
  for (const row of rows) {
    const { amountMinor, refundedMinor } = await provider.readCharge(row.provider_charge_id)
    if (refundedMinor === row.refunded_minor) continue
    const paidMinor = amountMinor > row.total_minor ? amountMinor : row.total_minor
    const shareOf = (refunded: bigint) =>
      revokedMicros(row.granted_micros, [
        { amountMinor, paidMinor, refundedMinor: refunded, lostMinor: row.lost_minor },
      ])
    drifts.push({
      ownerId: row.company_id,
      what: `what refunds of ${row.provider_charge_id} should have taken back`,
      expectedMicros: shareOf(refundedMinor),
      actualMicros: shareOf(row.refunded_minor),
    })
  }
  return drifts
}

type PurchaseRow = { id: string; company_id: string; credits_micros: bigint; provider_session_id: string }

const unpaidQuery = `
  select id, company_id, credits_micros, provider_session_id from credit_pack_purchases
   where ($1::uuid is null or company_id = $1) and completed_at is null and provider_session_id is not null
     and created_at > now() - interval '30 days' and created_at < now() - interval '${settledAfter}'
   order by id`

async function checkUnpaid(
  postgres: Queryable,
  provider: PaymentProvider,
  ownerId: string | undefined,
): Promise<AmountDrift[]> {
  const { rows } = await postgres.query<PurchaseRow>(unpaidQuery, [ownerId ?? null])
  const drifts: AmountDrift[] = []
  for (const row of rows) {
    const { payment } = await provider.readCheckout(row.provider_session_id)
    if (payment !== 'paid') continue
    drifts.push({
      ownerId: row.company_id,
      what: `what was granted for the paid purchase ${row.id}`,
      expectedMicros: row.credits_micros,
      actualMicros: 0n,
    })
  }
  return drifts
}

type InvoiceRow = { provider_invoice_id: string; company_id: string; granted_micros: bigint }

// Each invoice is queried for two days only, because a paid invoice stays paid and refunds are compared through their
// charges.
const paidInvoicesQuery = `
  select i.provider_invoice_id, i.company_id, sum(g.granted_micros)::bigint as granted_micros
    from invoices i join paid_grants g on g.provider_invoice_id = i.provider_invoice_id
   where ($1::uuid is null or i.company_id = $1)
     and g.created_at > now() - interval '2 days' and g.created_at < now() - interval '${settledAfter}'
   group by 1, 2 order by 1`

async function checkPaidInvoices(
  postgres: Queryable,
  provider: PaymentProvider,
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

async function isPaid(provider: PaymentProvider, invoiceId: string): Promise<boolean> {
  try {
    return (await provider.readInvoice(invoiceId)).status === 'PAID'
  } catch (thrown) {
    // An invoice unknown to the provider is not paid; an unavailable provider proves nothing.
    if (thrown instanceof Fault && thrown.kind === 'not_found') return false
    throw thrown
  }
}
