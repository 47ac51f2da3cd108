// Brings what was revoked of a grant to what its charges ask for. Absolute: it may be done again at any time, and does
// nothing if nothing has changed.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Transfer } from '@gatehouse/credits/transfer'
import { assert } from '@gatehouse/runtime/assert'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import { type ChargeState, revokedMicros, takenBackMinor } from '../../rules/revoked-micros.ts'
import type { Applying } from './applying.ts'

/** What was paid: a purchase of a pack, or an invoice. */
export type Payment =
  | { kind: 'purchase'; id: string; paymentIntentId: string | null }
  | { kind: 'invoice'; id: string }

export async function settleRefunds(applying: Applying, payment: Payment): Promise<void> {
  const charges = await readCharges(applying, payment)
  const grants = await applying.tx
    .selectFrom('paid_grants')
    .selectAll()
    .where(payment.kind === 'purchase' ? 'purchase_id' : 'provider_invoice_id', '=', payment.id)
    .orderBy('business_key')
    .forUpdate()
    .execute()
  for (const grant of grants) await settleGrant(applying, grant, charges)
  if (payment.kind === 'purchase' && grants.length > 0) await markPurchase(applying, payment.id, charges)
}

async function readCharges({ tx }: Applying, payment: Payment): Promise<ChargeState[]> {
  const rows = await tx
    .selectFrom('provider_charges')
    .select(['amount_minor', 'refunded_minor', 'disputed_minor', 'dispute_status'])
    .where((where) =>
      payment.kind === 'invoice'
        ? where('provider_invoice_id', '=', payment.id)
        : where.or([
            where('purchase_id', '=', payment.id),
            where('provider_payment_intent_id', '=', payment.paymentIntentId),
          ]),
    )
    .execute()
  return rows.map((row) => ({
    amountMinor: row.amount_minor,
    refundedMinor: row.refunded_minor,
    lostMinor: row.dispute_status === 'LOST' ? row.disputed_minor : 0n,
  }))
}

type GrantRow = Selectable<Tables['paid_grants']>

async function settleGrant(applying: Applying, grant: GrantRow, charges: readonly ChargeState[]) {
  const { tx, ids, book } = applying
  const target = revokedMicros(grant.granted_micros, charges)
  const delta = target - grant.revoked_micros
  if (delta === 0n) return
  const posted = await postTransfer(
    ids,
    tx,
    delta > 0n ? toRemoval(grant, delta, charges) : toReinstatement(grant, -delta),
  )
  assert(posted.isNew, 'the ledger has a refund that billing does not know')
  await tx
    .updateTable('paid_grants')
    .set({
      revoked_micros: target,
      reinstatements: delta > 0n ? grant.reinstatements : grant.reinstatements + 1,
    })
    .where('business_key', '=', grant.business_key)
    .execute()
  book.companyIds.add(grant.company_id)
  book.effects.push(`REFUND of ${grant.business_key} ${formatCredits(-delta)}`)
}

/** A refund takes what is left of its own credits first; what was spent already becomes debt. */
function toRemoval(grant: GrantRow, amountMicros: bigint, charges: readonly ChargeState[]): Transfer {
  const cumulative = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const again = grant.reinstatements > 0 ? `:${grant.reinstatements}` : ''
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund:${grant.purchase_id ?? grant.business_key}:${cumulative}${again}`,
    kind: 'removal',
    type: 'REFUND',
    amountMicros,
    firstFromLotOf: grant.business_key,
  }
}

/** A refund that failed: the money came back to us, so the credits go back to the company. */
function toReinstatement(grant: GrantRow, amountMicros: bigint): Transfer {
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund-failed:${grant.purchase_id ?? grant.business_key}:${grant.reinstatements + 1}`,
    kind: 'grant',
    type: 'REFUND',
    amountMicros,
    reason: 'a refund failed at the payment provider',
  }
}

async function markPurchase(applying: Applying, purchaseId: string, charges: readonly ChargeState[]) {
  const taken = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const amount = charges.reduce((sum, charge) => sum + charge.amountMinor, 0n)
  const partOrAll = taken < amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const status = taken === 0n ? 'COMPLETED' : partOrAll
  const changed = await applying.tx
    .updateTable('credit_pack_purchases')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('status', 'in', ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
    .where('status', '!=', status)
    .returning('id')
    .executeTakeFirst()
  if (changed) applying.book.effects.push(`purchase ${purchaseId} is ${status}`)
}
