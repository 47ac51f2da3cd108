// Brings the revoked and the held part of each grant in line with its charges. The target is an absolute amount, so a
// repetition is safe and changes nothing.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Transfer } from '@gatehouse/credits/transfer'
import { assert } from '@gatehouse/runtime/assert'
import { sql } from 'kysely'
import { type ChargeState, revokedMicros, takenBackMinor } from '../rules/credits-taken-back.ts'
import { stopAfterTakeBack } from '../top-up/stop-top-up.ts'
import type { ApplyContext } from './apply-context.ts'
import { type GrantRow, currentLotKey, holdRemaining, releaseHeld } from './hold-disputed.ts'
import { settleExcess } from './settle-excess.ts'

/** The payment behind a grant: a pack purchase or an invoice. */
export type Payment =
  | { kind: 'purchase'; id: string; paymentIntentId: string | null }
  | { kind: 'invoice'; id: string }

export async function settleRefunds(context: ApplyContext, payment: Payment): Promise<void> {
  const charges = await readCharges(context, payment)
  const grants = await context.tx
    .selectFrom('paid_grants')
    .selectAll()
    .where(payment.kind === 'purchase' ? 'purchase_id' : 'provider_invoice_id', '=', payment.id)
    // Trials and free plans are not paid for, whatever else their invoice charges.
    .where(sql<boolean>`business_key !~ '^(trial|free):'`)
    .orderBy('business_key')
    .forUpdate()
    .execute()
  for (const grant of grants) {
    const isTakenBack = await settleGrant(context, grant, charges)
    if (isTakenBack) await stopAfterTakeBack(context, grant.company_id)
  }
  if (payment.kind === 'purchase' && grants.length > 0) await markPurchase(context, payment.id, charges)
  if (payment.kind === 'invoice') await settleExcessOfInvoice(context, payment.id)
}

type Charge = ChargeState & { isDisputed: boolean }

async function readCharges({ tx }: ApplyContext, payment: Payment): Promise<Charge[]> {
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
  // An invoice can be paid partly from the customer's balance. That part stays paid when the charge is refunded, so the
  // refund is measured against the invoice total.
  const total = payment.kind === 'invoice' ? await readTotal({ tx }, payment.id) : 0n
  return rows.map((row) => ({
    amountMinor: row.amount_minor,
    paidMinor: row.amount_minor > total ? row.amount_minor : total,
    refundedMinor: row.refunded_minor,
    lostMinor: row.dispute_status === 'LOST' ? row.disputed_minor : 0n,
    isDisputed: row.dispute_status === 'OPEN',
  }))
}

async function readTotal({ tx }: Pick<ApplyContext, 'tx'>, invoiceId: string): Promise<bigint> {
  const invoice = await tx
    .selectFrom('invoices')
    .select('total_minor')
    .where('provider_invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return invoice?.total_minor ?? 0n
}

/** Returns whether more credits than before are revoked or held. */
async function settleGrant(
  context: ApplyContext,
  before: GrantRow,
  charges: readonly Charge[],
): Promise<boolean> {
  const target = revokedMicros(before.granted_micros, charges)
  const isDisputed = charges.some((charge) => charge.isDisputed)
  const isRevocationDue = target !== before.revoked_micros
  // Held credits cannot be revoked: release them first, and hold what then remains.
  const isReleaseDue = before.held_micros > 0n && (isRevocationDue || !isDisputed)
  const grant = isReleaseDue ? await releaseHeld(context, before) : before
  const settled = isRevocationDue ? await revoke(context, grant, { target, charges }) : grant
  const isHeld = isDisputed && settled.held_micros === 0n && (await holdRemaining(context, settled))
  return target > before.revoked_micros || (isHeld && before.held_micros === 0n)
}

type Revocation = { target: bigint; charges: readonly Charge[] }

async function revoke(
  { tx, ids, effects }: ApplyContext,
  grant: GrantRow,
  { target, charges }: Revocation,
): Promise<GrantRow> {
  const delta = target - grant.revoked_micros
  const posted = await postTransfer(
    ids,
    tx,
    delta > 0n ? toRemoval(grant, delta, charges) : toReinstatement(grant, -delta),
  )
  assert(posted.isNew, 'the ledger has a refund that is missing in billing')
  const reinstatements = delta > 0n ? grant.reinstatements : grant.reinstatements + 1
  await tx
    .updateTable('paid_grants')
    .set({ revoked_micros: target, reinstatements })
    .where('business_key', '=', grant.business_key)
    .execute()
  effects.companyIds.add(grant.company_id)
  effects.summary.push(`REFUND of ${grant.business_key} ${formatCredits(-delta)}`)
  return { ...grant, revoked_micros: target, reinstatements }
}

/**
 * A refund first takes the remaining credits of its own grant, then the company's other credits; the rest becomes debt.
 */
function toRemoval(grant: GrantRow, amountMicros: bigint, charges: readonly Charge[]): Transfer {
  const cumulative = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const again = grant.reinstatements > 0 ? `:${grant.reinstatements}` : ''
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund:${grant.purchase_id ?? grant.business_key}:${cumulative}${again}`,
    kind: 'removal',
    type: 'REFUND',
    amountMicros,
    firstFromLotOf: currentLotKey(grant),
  }
}

/** Returns credits because a refund failed, or because the refunded invoice had also taken credits back. */
function toReinstatement(grant: GrantRow, amountMicros: bigint): Transfer {
  const isNegativeGrant = grant.granted_micros < 0n
  return {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `refund-failed:${grant.purchase_id ?? grant.business_key}:${grant.reinstatements + 1}`,
    kind: 'grant',
    type: 'REFUND',
    amountMicros,
    reason: isNegativeGrant
      ? 'the invoice that took these credits was refunded'
      : 'a refund failed at the payment provider',
  }
}

async function settleExcessOfInvoice(context: ApplyContext, invoiceId: string): Promise<void> {
  const invoice = await context.tx
    .selectFrom('invoices')
    .select(['company_id', 'currency'])
    .where('provider_invoice_id', '=', invoiceId)
    .where('plan_lines_minor', 'is not', null)
    .executeTakeFirst()
  if (invoice) await settleExcess(context, { companyId: invoice.company_id, currency: invoice.currency })
}

async function markPurchase(context: ApplyContext, purchaseId: string, charges: readonly ChargeState[]) {
  const taken = charges.reduce((sum, charge) => sum + takenBackMinor(charge), 0n)
  const amount = charges.reduce((sum, charge) => sum + charge.amountMinor, 0n)
  const partOrAll = taken < amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const status = taken === 0n ? 'COMPLETED' : partOrAll
  const changed = await context.tx
    .updateTable('credit_pack_purchases')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('status', 'in', ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
    .where('status', '!=', status)
    .returning('id')
    .executeTakeFirst()
  if (changed) context.effects.summary.push(`purchase ${purchaseId} is ${status}`)
}
